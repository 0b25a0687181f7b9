// Request: one exercise's ask with an answer to it, as values, and the check that takes it. How a
// request is written down is the bindings' affair.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "check/check_result.h"
#include "check/field_checks.h"
#include "check/fool_check.h"
#include "check/reshape_attempt.h"

namespace mha {

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

// Error (type "LabError"): the exercise is broken.
Result<CheckResult> check(const Request& request);

// A role, from its name in an ask; unknown names are Role::other.
ReshapeAsk::Role role_of_name(std::string_view name);

// Counts by name ("d_in", "qkv_bias" as 0 or 1 …) as a request for costs(); other names are left
// out.
CostsRequest costs_request(const NamedSizes& counts);

}  // namespace mha
