// Reading requests: JSON of unknown quality into typed asks. Every wrong type is a sentence.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "check/field_checks.h"
#include "check/fool_check.h"
#include "check/reshape_attempt.h"

namespace mha {

using Json = nlohmann::ordered_json;

struct ReshapeRequest {
  ReshapeAsk ask;
  std::string answer;
};
struct ShapesRequest {
  std::vector<ShapeField> fields;
  std::vector<std::string> answers;
};
struct NumbersRequest {
  std::vector<NumberField> fields;
  std::vector<std::string> answers;
};

struct Request {
  std::string exercise;
  NamedSizes sizes;
  std::variant<ReshapeRequest, FoolAnswer, ShapesRequest, NumbersRequest> asked;
};

// Errors have the type "LabError".
Result<Request> read_request(const std::string& text);
Result<CostsRequest> read_costs_request(const Json& json);
// Nothing where the text is no JSON.
std::optional<Json> parse_json(const std::string& text);

}  // namespace mha
