// Config: the sizes and choices that make one attention layer, and the rules they must keep.
// Not the weights (reference.h) and not what they cost (costs.h).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "tensor/result.h"

namespace mha {

struct Config {
  std::int64_t d_in = 0;   // width of a token of x
  std::int64_t d_out = 0;  // width of all query heads together, and of the output
  std::int64_t H = 0;      // query heads
  std::optional<std::int64_t> G = std::nullopt;  // kv heads (groups); none: H, the lesson's layer
  std::int64_t context_length = 0;
  double dropout = 0.0;  // rate on the attention weights, in training only
  bool qkv_bias = false;
  bool out_bias = true;

  // Only of a config that passed `consistent` or `validated`.
  std::int64_t d_head() const { return d_out / H; }
  std::int64_t kv_heads() const { return G.value_or(H); }
  std::int64_t kv_width() const { return kv_heads() * d_head(); }
};

// The rules of the layer itself, at any size: every count at least 1, H divides d_out, G divides H,
// dropout within [0, 1]. Gives the config with G filled in. ValueError with a sentence that names
// the numbers and says what to change.
Result<Config> consistent(const Config& config);

// `consistent`, and small enough for the lab: neither a weight matrix nor the mask of
// context_length² has more than kMaxElements elements. LimitError where one has. How large the
// scores are depends on B and n, so `attend` checks them.
Result<Config> validated(const Config& config);

// "d_in = 0 …" as a ValueError where value < 1, else nothing.
std::optional<Error> not_positive(std::string_view name, std::int64_t value);

// The product of factors >= 0; nothing where it does not fit 64 bits.
std::optional<std::int64_t> checked_product(std::initializer_list<std::int64_t> factors);

}  // namespace mha
