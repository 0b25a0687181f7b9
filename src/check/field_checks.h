// Exercises answered by fields: shapes of the layer's stages, and counts of what a layer costs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attention/costs.h"
#include "attention/reference.h"
#include "check/check_result.h"

namespace mha {

struct ShapeField {
  Stage stage = Stage::x;
  NamedSizes sizes;
};

enum class Quantity {
  d_head,
  qkv_parameters,
  out_proj_parameters,
  parameters,
  parameters_all_layers,
  score_entries,
  score_bytes,
  kv_cache_bytes,
};
std::optional<Quantity> quantity_of_name(std::string_view name);  // "score_bytes"
std::int64_t value_of(const Costs& costs, Quantity quantity);

struct NumberField {
  Quantity want = Quantity::parameters;
  CostsRequest config;
};

// One answer a field, in order; missing ones count as empty. A shape is written as Python would,
// "(2, 3, 8)" or "B, n, d_out"; a number may be a product, "3 * 512 * 512", or "786,432".
Result<CheckResult> check_shapes(const std::vector<ShapeField>& fields,
                                 const std::vector<std::string>& answers);
Result<CheckResult> check_numbers(const std::vector<NumberField>& fields,
                                  const std::vector<std::string>& answers);

}  // namespace mha
