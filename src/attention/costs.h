// What a layer costs: parameters, score entries and bytes, KV-cache bytes. Arithmetic on sizes
// alone; no tensor is made, so sizes far above the lab's limits are fine.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "attention/config.h"
#include "tensor/result.h"

namespace mha {

// The largest count that costs() gives: 2⁵³ − 1, the last integer that crosses to JavaScript (a
// double) exactly.
inline constexpr std::int64_t kMaxCount = (std::int64_t{1} << 53) - 1;

// CostsRequest of web/src/core.d.ts; the defaults are its optional fields'.
struct CostsRequest {
  std::int64_t d_in = 0;
  std::int64_t d_out = 0;
  std::int64_t H = 0;
  std::optional<std::int64_t> G = std::nullopt;  // kv heads; none: H
  bool qkv_bias = false;
  bool out_bias = true;
  std::int64_t B = 1;
  std::int64_t n = 1;  // tokens in each sequence
  std::int64_t layers = 1;
  std::int64_t bytes_per_value = 4;  // float32
};

// CostsResult of web/src/core.d.ts.
struct Costs {
  std::int64_t d_head = 0;
  std::int64_t qkv_parameters = 0;       // one layer's W_q, W_k, W_v, and their biases if any
  std::int64_t out_proj_parameters = 0;  // one layer's W_o, and its bias if any
  std::int64_t parameters = 0;           // one layer, both together
  std::int64_t parameters_all_layers = 0;
  std::vector<std::int64_t> score_shape;  // (B, H, n, n)
  std::int64_t score_entries = 0;         // B · H · n², one layer
  std::int64_t score_bytes = 0;           // one layer
  // Keys and values of all tokens of all layers, kept for generation:
  // 2 · layers · B · n · G · d_head · bytes_per_value.
  std::int64_t kv_cache_bytes = 0;
};

// ValueError: a count < 1, H does not divide d_out, G does not divide H. LimitError: a result
// above kMaxCount. Both are sentences that name the numbers and say what to change.
Result<Costs> costs(const CostsRequest& request);

}  // namespace mha
