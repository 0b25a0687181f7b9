// JSON for tests: golden files, exercises and results, read with nlohmann's library, so that what
// the core writes with its own is read by another. Not part of the core.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "bindings/request_json.h"
#include "check/result_json.h"

using TestJson = nlohmann::ordered_json;

// Discarded (is_discarded()) where the text is no JSON.
inline TestJson parsed_json(const std::string& text) {
  return TestJson::parse(text, nullptr, false);
}

// A request in JSON, checked: the result's JSON, or {"failed": …}.
inline std::string checked_json(const std::string& text) {
  const auto request = mha::read_request(text);
  if (!request) return mha::sentence_json("failed", request.error().text);
  const auto result = mha::check(*request);
  if (!result) return mha::sentence_json("failed", result.error().text);
  return mha::result_json(request->exercise, *result);
}
