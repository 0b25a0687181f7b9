// Requests as JSON, as scripts and exercise files have them (web/src/core.d.ts: CheckRequest), read
// into typed asks. Every wrong type is a sentence. Native only: the page's requests are texts.
#pragma once

#include <rapidjson/document.h>

#include <optional>
#include <string>
#include <string_view>

#include "check/json.h"
#include "check/request.h"

namespace mha {

using Json = rapidjson::Value;
using JsonDocument = rapidjson::Document;

// Errors have the type "LabError".
Result<Request> read_request(std::string_view text);

// Null where `json` is no object or has no such member.
const Json* member(const Json& json, const char* key);
std::optional<std::string> text_at(const Json& json, const char* key);

}  // namespace mha
