// The reference layer in seven passes, each line with its shape. Read `attend` and
// `attend_checked_heads` beside the lesson; what stands above and below them only checks sizes.
#include "attention/reference.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "tensor/number_text.h"
#include "tensor/shape.h"

namespace mha {
namespace {

using xt::all;
using xt::newaxis;
using Shape3 = std::array<std::size_t, 3>;
using Shape4 = std::array<std::size_t, 4>;

// Sums run in double, so that the layer's own rounding stays below what it is compared with.
// A reduction is always named before it takes part in another expression (tensor/xt.h's library
// gives wrong numbers otherwise).

// nn.Linear: x (B, n, in), W (out, in), bias (out) → (B, n, out).
xt::xtensor<float, 3> linear(const xt::xtensor<float, 3>& x, const xt::xtensor<float, 2>& W,
                             const std::optional<xt::xtensor<float, 1>>& bias) {
  const auto rows = xt::view(x, all(), all(), newaxis(), all());  // (B, n, 1, in)
  xt::xtensor<float, 3> y = xt::sum<double>(rows * W, {3});       // (B, n, out)
  if (bias) y += *bias;                                           // (B, n, out) + (out)
  return y;
}

// Passes 4 and 5, for sizes that are known to fit.
Attention attend_checked_heads(const xt::xtensor<float, 4>& q, const xt::xtensor<float, 4>& k,
                               const xt::xtensor<float, 4>& v) {
  const std::size_t n = q.shape(2);
  const std::size_t shared_by = q.shape(1) / k.shape(1);  // H / G query heads a kv head
  const float root = std::sqrt(static_cast<float>(q.shape(3)));
  const float minus_infinity = -std::numeric_limits<float>::infinity();
  Attention a;

  // Each kv head stands H / G times in a row; once where G = H.
  const xt::xtensor<float, 4> keys = xt::repeat(k, shared_by, 1);    // (B, H, n, d_head)
  const xt::xtensor<float, 4> values = xt::repeat(v, shared_by, 1);  // (B, H, n, d_head)

  // Pass 4: scores. One (n, n) matrix for each head of each sequence.
  const auto asks = xt::view(q, all(), all(), all(), newaxis(), all());  // (B, H, n, 1, d_head)
  const auto answers =
      xt::view(keys, all(), all(), newaxis(), all(), all());  // (B, H, 1, n, d_head)
  a.raw = xt::sum<double>(asks * answers, {4});               // (B, H, n, n)
  a.scaled = a.raw / root;                                    // (B, H, n, n)

  // The mask: true above the diagonal, where the key comes after the token that asks.
  const xt::xtensor<bool, 2> future = xt::triu(xt::ones<bool>({n, n}), 1);  // (n, n)
  a.masked = xt::where(future, minus_infinity, a.scaled);                   // (B, H, n, n)

  // Softmax over the keys. Without the row's maximum exp would overflow on large scores.
  const xt::xtensor<float, 3> top = xt::amax(a.masked, {3});            // (B, H, n)
  const auto tops = xt::view(top, all(), all(), all(), newaxis());      // (B, H, n, 1)
  const xt::xtensor<float, 4> e = xt::exp(a.masked - tops);             // (B, H, n, n)
  const xt::xtensor<float, 3> total = xt::sum<double>(e, {3});          // (B, H, n)
  const auto totals = xt::view(total, all(), all(), all(), newaxis());  // (B, H, n, 1)
  a.weights = e / totals;                                               // (B, H, n, n)

  // Pass 5: mix values. Each token's context is the weighted mean of the values it may see.
  const auto parts = xt::view(a.weights, all(), all(), all(), all(), newaxis());  // (B, H, n, n, 1)
  const auto mixed =
      xt::view(values, all(), all(), newaxis(), all(), all());  // (B, H, 1, n, d_head)
  a.context = xt::sum<double>(parts * mixed, {3});              // (B, H, n, d_head)
  return a;
}

// --- Checks of sizes --------------------------------------------------------------------------

template <class Shape>
std::string shape_text(const Shape& shape) {
  std::string text = "(";
  for (const auto size : shape) {
    if (text.size() > 1) text += ", ";
    text += integer_text(static_cast<std::int64_t>(size));
  }
  return text + ")";
}

template <std::size_t N>
std::optional<Error> wrong_shape(std::string_view name, const xt::xtensor<float, N>& tensor,
                                 std::string_view axes, const std::array<std::int64_t, N>& wanted) {
  bool same = true;
  for (std::size_t i = 0; i < N; ++i) {
    same = same && static_cast<std::int64_t>(tensor.shape(i)) == wanted[i];
  }
  if (same) return std::nullopt;
  return value_error(std::string(name) + " has the shape " + shape_text(tensor.shape()) +
                     ", but this config needs " + std::string(axes) + " = " + shape_text(wanted) +
                     ".");
}

std::optional<Error> wrong_bias(std::string_view name,
                                const std::optional<xt::xtensor<float, 1>>& bias,
                                std::string_view choice, bool chosen, std::string_view axes,
                                std::int64_t wanted) {
  if (bias.has_value() != chosen) {
    return value_error(std::string(choice) + (chosen ? " is true, but " : " is false, but ") +
                       std::string(name) + (chosen ? " is missing." : " is given."));
  }
  if (!bias) return std::nullopt;
  return wrong_shape<1>(name, *bias, axes, {wanted});
}

std::optional<Error> wrong_weights(const Config& c, const Weights& w) {
  const std::int64_t kv = c.kv_width();
  if (auto e = wrong_shape<2>("W_q", w.W_q, "(d_out, d_in)", {c.d_out, c.d_in})) return e;
  if (auto e = wrong_shape<2>("W_k", w.W_k, "(G · d_head, d_in)", {kv, c.d_in})) return e;
  if (auto e = wrong_shape<2>("W_v", w.W_v, "(G · d_head, d_in)", {kv, c.d_in})) return e;
  if (auto e = wrong_shape<2>("W_o", w.W_o, "(d_out, d_out)", {c.d_out, c.d_out})) return e;
  if (auto e = wrong_bias("b_q", w.b_q, "qkv_bias", c.qkv_bias, "(d_out)", c.d_out)) return e;
  if (auto e = wrong_bias("b_k", w.b_k, "qkv_bias", c.qkv_bias, "(G · d_head)", kv)) return e;
  if (auto e = wrong_bias("b_v", w.b_v, "qkv_bias", c.qkv_bias, "(G · d_head)", kv)) return e;
  return wrong_bias("b_o", w.b_o, "out_bias", c.out_bias, "(d_out)", c.d_out);
}

std::optional<Error> too_large(std::string_view what, std::initializer_list<std::int64_t> sizes,
                               std::string_view advice) {
  const auto elements = checked_product(sizes);
  if (elements && *elements <= kMaxElements) return std::nullopt;
  return limit_error(std::string(what) + " = " + shape_text(sizes) +
                     " would have more than the lab's limit of " + integer_text(kMaxElements) +
                     " elements. " + std::string(advice));
}

std::optional<Error> scores_too_large(std::int64_t B, std::int64_t H, std::int64_t n) {
  return too_large("The score tensor (B, H, n, n)", {B, H, n, n}, "Choose a smaller B, H or n.");
}

std::optional<Error> wrong_input(const Config& c, const xt::xtensor<float, 3>& x) {
  const auto B = static_cast<std::int64_t>(x.shape(0));
  const auto n = static_cast<std::int64_t>(x.shape(1));
  if (auto e = not_positive("B", B)) return e;
  if (auto e = not_positive("n", n)) return e;
  if (auto e = wrong_shape<3>("x", x, "(B, n, d_in)", {B, n, c.d_in})) return e;
  if (n > c.context_length) {
    return value_error("x has n = " + integer_text(n) + " tokens, but context_length = " +
                       integer_text(c.context_length) + ". Choose at most " +
                       integer_text(c.context_length) + " tokens, or a larger context_length.");
  }
  if (auto e = too_large("The projected tensor (B, n, d_out)", {B, n, c.d_out},
                         "Choose a smaller B or n.")) {
    return e;
  }
  return scores_too_large(B, c.H, n);
}

}  // namespace

Result<Stages> attend(const Config& config, const Weights& weights,
                      const xt::xtensor<float, 3>& x) {
  const auto checked = validated(config);
  if (!checked) return checked.error();
  if (auto error = wrong_weights(*checked, weights)) return *error;
  if (auto error = wrong_input(*checked, x)) return *error;

  const std::size_t B = x.shape(0);
  const std::size_t n = x.shape(1);
  const auto H = static_cast<std::size_t>(checked->H);
  const auto G = static_cast<std::size_t>(checked->kv_heads());
  const auto d_head = static_cast<std::size_t>(checked->d_head());
  Stages s;

  // Pass 1: project. One big matrix gives the queries of all heads at once.
  s.q_projected = linear(x, weights.W_q, weights.b_q);  // (B, n, d_out)
  s.k_projected = linear(x, weights.W_k, weights.b_k);  // (B, n, G · d_head)
  s.v_projected = linear(x, weights.W_v, weights.b_v);  // (B, n, G · d_head)

  // Pass 2: split. Only the last axis is cut: features 0 … d_head−1 are head 0, and so on.
  s.q_viewed = xt::reshape_view(s.q_projected, Shape4{B, n, H, d_head});  // (B, n, H, d_head)
  s.k_viewed = xt::reshape_view(s.k_projected, Shape4{B, n, G, d_head});  // (B, n, G, d_head)
  s.v_viewed = xt::reshape_view(s.v_projected, Shape4{B, n, G, d_head});  // (B, n, G, d_head)

  // Pass 3: move heads forward. Now the head acts like a batch index.
  s.q_heads = xt::transpose(s.q_viewed, Shape4{0, 2, 1, 3});  // (B, H, n, d_head)
  s.k_heads = xt::transpose(s.k_viewed, Shape4{0, 2, 1, 3});  // (B, G, n, d_head)
  s.v_heads = xt::transpose(s.v_viewed, Shape4{0, 2, 1, 3});  // (B, G, n, d_head)

  // Passes 4 and 5: scores (B, H, n, n), then values mixed by them.
  s.attention = attend_checked_heads(s.q_heads, s.k_heads, s.v_heads);  // (B, H, n, d_head)

  // Pass 6: merge heads. Move them back beside their features, then let the two axes become one.
  s.moved = xt::transpose(s.attention.context, Shape4{0, 2, 1, 3});  // (B, n, H, d_head)
  s.merged = xt::reshape_view(s.moved, Shape3{B, n, H * d_head});    // (B, n, d_out)

  // Pass 7: output projection. Here the heads' blocks are mixed for the first time.
  s.output = linear(s.merged, weights.W_o, weights.b_o);  // (B, n, d_out)
  return s;
}

Result<Attention> attend_heads(const xt::xtensor<float, 4>& q, const xt::xtensor<float, 4>& k,
                               const xt::xtensor<float, 4>& v) {
  const auto size = [](const xt::xtensor<float, 4>& t, std::size_t axis) {
    return static_cast<std::int64_t>(t.shape(axis));
  };
  const std::array<std::string_view, 4> axes = {"B", "H", "n", "d_head"};
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (auto error = not_positive(axes[axis], size(q, axis))) return *error;
  }
  const std::string shapes = "q has the shape " + shape_text(q.shape()) + ", k " +
                             shape_text(k.shape()) + " and v " + shape_text(v.shape());
  if (k.shape() != v.shape() || size(k, 0) != size(q, 0) || size(k, 2) != size(q, 2) ||
      size(k, 3) != size(q, 3)) {
    return value_error(shapes + ". They must agree in B, n and d_head, k and v in every axis.");
  }
  if (size(k, 1) < 1 || size(q, 1) % size(k, 1) != 0) {
    return value_error(shapes + ". The heads of k and v must divide those of q.");
  }
  if (auto error = scores_too_large(size(q, 0), size(q, 1), size(q, 2))) return *error;
  return attend_checked_heads(q, k, v);
}

// --- Shapes without numbers -------------------------------------------------------------------

namespace {

struct StageEntry {
  Stage stage;
  std::string_view name;
  std::vector<std::string_view> axes;
};

const std::vector<StageEntry>& stage_entries() {
  static const std::vector<StageEntry> entries = {
      {Stage::x, "x", {"B", "n", "d_in"}},
      {Stage::projected, "projected", {"B", "n", "d_out"}},
      {Stage::viewed, "viewed", {"B", "n", "H", "d_head"}},
      {Stage::heads, "heads", {"B", "H", "n", "d_head"}},
      {Stage::scores, "scores", {"B", "H", "n", "n"}},
      {Stage::context, "context", {"B", "H", "n", "d_head"}},
      {Stage::moved, "moved", {"B", "n", "H", "d_head"}},
      {Stage::merged, "merged", {"B", "n", "d_out"}},
      {Stage::output, "output", {"B", "n", "d_out"}},
  };
  return entries;
}

const StageEntry& entry_of(Stage stage) { return stage_entries()[static_cast<std::size_t>(stage)]; }

}  // namespace

std::string_view name_of(Stage stage) { return entry_of(stage).name; }

std::optional<Stage> stage_of_name(std::string_view name) {
  for (const StageEntry& entry : stage_entries()) {
    if (entry.name == name) return entry.stage;
  }
  return std::nullopt;
}

Result<StageShape> shape_of(Stage stage, const LayerSizes& sizes) {
  std::vector<std::pair<std::string_view, std::int64_t>> known = {{"B", sizes.B},
                                                                  {"n", sizes.n},
                                                                  {"d_in", sizes.d_in},
                                                                  {"H", sizes.H},
                                                                  {"d_head", sizes.d_head}};
  for (const auto& [name, size] : known) {
    if (auto error = not_positive(name, size)) return *error;
  }
  const auto d_out = checked_product({sizes.H, sizes.d_head});
  if (!d_out) {
    return limit_error("d_out = {} · {} does not fit 64 bits. Choose a smaller H or d_head.",
                       {sizes.H, sizes.d_head});
  }
  known.emplace_back("d_out", *d_out);

  StageShape shape;
  for (const std::string_view axis : entry_of(stage).axes) {
    for (const auto& [name, size] : known) {
      if (name != axis) continue;
      shape.names.push_back(axis);
      shape.sizes.push_back(size);
    }
  }
  return shape;
}

}  // namespace mha
