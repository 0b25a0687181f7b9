// The reference layer: causal multi-head attention as the lesson states it, every intermediate kept
// with its shape. Written to be read and to be right; not fast, not training (no dropout, no
// gradients).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "attention/config.h"
#include "tensor/result.h"
#include "tensor/xt.h"

namespace mha {

// The learned numbers of one layer. Matrices are (out, in), as PyTorch's Linear stores them.
// Without grouping G = H, so that kv_width = G · d_head = d_out.
struct Weights {
  xt::xtensor<float, 2> W_q;                                // (d_out, d_in)
  xt::xtensor<float, 2> W_k;                                // (kv_width, d_in)
  xt::xtensor<float, 2> W_v;                                // (kv_width, d_in)
  std::optional<xt::xtensor<float, 1>> b_q = std::nullopt;  // (d_out), with qkv_bias only
  std::optional<xt::xtensor<float, 1>> b_k = std::nullopt;  // (kv_width)
  std::optional<xt::xtensor<float, 1>> b_v = std::nullopt;  // (kv_width)
  xt::xtensor<float, 2> W_o;                                // (d_out, d_out)
  std::optional<xt::xtensor<float, 1>> b_o = std::nullopt;  // (d_out), with out_bias only
};

// What happens between the split and the merge.
struct Attention {
  xt::xtensor<float, 4> raw;      // (B, H, n, n)  q kᵀ; row: the token that asks, column: the key
  xt::xtensor<float, 4> scaled;   // (B, H, n, n)  / √d_head
  xt::xtensor<float, 4> masked;   // (B, H, n, n)  −∞ where the key is in the future
  xt::xtensor<float, 4> weights;  // (B, H, n, n)  each row sums to 1
  xt::xtensor<float, 4> context;  // (B, H, n, d_head)
};

// Every intermediate of the layer, in order.
struct Stages {
  xt::xtensor<float, 3> q_projected;               // (B, n, d_out)
  xt::xtensor<float, 3> k_projected, v_projected;  // (B, n, kv_width)
  xt::xtensor<float, 4> q_viewed;                  // (B, n, H, d_head)
  xt::xtensor<float, 4> k_viewed, v_viewed;        // (B, n, G, d_head)
  xt::xtensor<float, 4> q_heads;                   // (B, H, n, d_head)
  xt::xtensor<float, 4> k_heads, v_heads;          // (B, G, n, d_head)
  Attention attention;
  xt::xtensor<float, 4> moved;   // (B, n, H, d_head)
  xt::xtensor<float, 3> merged;  // (B, n, d_out)
  xt::xtensor<float, 3> output;  // (B, n, d_out)
};

// The layer on x (B, n, d_in), in evaluation mode: config.dropout is checked but not applied.
// ValueErrors: an inconsistent config, n > context_length, a tensor of the wrong shape, a bias that
// is missing or not wanted. LimitError where a tensor would exceed kMaxElements.
Result<Stages> attend(const Config& config, const Weights& weights, const xt::xtensor<float, 3>& x);

// Passes 4 and 5 alone, on heads that are split already, rightly or wrongly: q (B, H, n, d_head),
// k and v (B, G, n, d_head), where G divides H and query head h reads kv head h / (H / G).
// Scale, causal mask and softmax included. ValueErrors: shapes that do not fit together.
Result<Attention> attend_heads(const xt::xtensor<float, 4>& q, const xt::xtensor<float, 4>& k,
                               const xt::xtensor<float, 4>& v);

// --- Shapes without numbers -----------------------------------------------------------------

// The stages by the names that exercises use (`Stage` in web/src/core.d.ts). From `projected` to
// `heads` they are the stages of q.
enum class Stage { x, projected, viewed, heads, scores, context, moved, merged, output };

std::string_view name_of(Stage stage);                      // "viewed"
std::optional<Stage> stage_of_name(std::string_view name);  // nothing for unknown names

struct LayerSizes {
  std::int64_t B = 0;
  std::int64_t n = 0;
  std::int64_t d_in = 0;
  std::int64_t H = 0;
  std::int64_t d_head = 0;  // d_out = H · d_head
};

// One entry an axis: ("B", "H", "n", "d_head") and its numbers.
struct StageShape {
  std::vector<std::string_view> names;
  std::vector<std::int64_t> sizes;
};

// ValueError where a size is < 1, LimitError where d_out does not fit 64 bits.
Result<StageShape> shape_of(Stage stage, const LayerSizes& sizes);

}  // namespace mha
