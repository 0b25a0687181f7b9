// Results as JSON, in the shape of web/src/core.d.ts. The order of keys is fixed: the same input
// gives the same bytes.
#pragma once

#include <string>

#include "attention/costs.h"
#include "check/check_result.h"

namespace mha {

std::string result_json(const std::string& exercise, const CheckResult& result);
std::string costs_json(const Costs& costs);
std::string codes_json();
// {"failed": "a sentence"} or {"error": "a sentence"}.
std::string sentence_json(const char* key, const std::string& sentence);

}  // namespace mha
