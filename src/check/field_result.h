// What shape and number fields have in common: reading an answer, and one verdict from many fields.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "check/check_result.h"
#include "check/evaluate.h"

namespace mha {

inline bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

// The integers that a field's text stands for.
std::variant<Sizes, ProgramError> integers_of(const std::string& text, const NamedSizes& names);

// Judges every field: `judge(i, text)` answers for those that are not blank.
CheckResult fields_result(std::size_t count, const std::vector<std::string>& answers,
                          const std::function<Field(std::size_t, const std::string&)>& judge);

// A wrong field with the code's sentences; `message` says what is special here.
Field wrong_field(std::string_view code, std::string message);
Field stopped_field(const ProgramError& error);

}  // namespace mha
