// What shape and number fields have in common: reading an answer, and one verdict from many fields.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "check/check_result.h"
#include "check/evaluate.h"

namespace mha {

// The integers that a field's text stands for.
std::variant<Sizes, ProgramError> integers_of(const std::string& text, const NamedSizes& names);

// One result of many fields, each judged already.
CheckResult fields_result(std::vector<Field> fields);

// The answer to field i, or nothing where it is missing or blank.
const std::string* answer_to(const std::vector<std::string>& answers, std::size_t i);
inline Field empty_field() { return {"empty", "", ""}; }

// A wrong field with the code's sentences; `message` says what is special here.
Field wrong_field(std::string_view code, std::string message);
Field stopped_field(const ProgramError& error);

}  // namespace mha
