// The reference layer against PyTorch (tests/golden/make_reference.py) and against what must hold
// for any causal attention.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "attention/reference.h"
#include "tensor/shape.h"

namespace {

using mha::Config;
using mha::Stage;
using mha::Weights;
using nlohmann::json;
using Counts = std::vector<std::int64_t>;

// The numbers of x and the weights: the same small LCG as in make_reference.py.
class Numbers {
 public:
  explicit Numbers(std::uint32_t seed) : state_(seed) {}

  template <std::size_t N>
  xt::xtensor<float, N> fill(const std::array<std::int64_t, N>& shape, float scale) {
    std::array<std::size_t, N> sizes{};
    for (std::size_t i = 0; i < N; ++i) sizes[i] = static_cast<std::size_t>(shape[i]);
    xt::xtensor<float, N> tensor(sizes);
    for (float& value : tensor) {
      state_ = state_ * 1664525U + 1013904223U;
      value = (static_cast<float>(state_ >> 8U) / 16777216.0F - 0.5F) * scale;
    }
    return tensor;
  }

 private:
  std::uint32_t state_;
};

struct Layer {
  Config config;
  Weights weights;
  xt::xtensor<float, 3> x;
};

// Spreads chosen so that q, k, v have a variance near 1, unless the caller gives others.
struct Scales {
  float x, weight, out;
};

Layer layer_of(const Config& c, std::int64_t B, std::int64_t n, std::uint32_t seed,
               const Scales& scales) {
  Numbers numbers(seed);
  Layer layer{.config = c, .weights = {}, .x = numbers.fill<3>({B, n, c.d_in}, scales.x)};
  Weights& w = layer.weights;
  w.W_q = numbers.fill<2>({c.d_out, c.d_in}, scales.weight);
  w.W_k = numbers.fill<2>({c.kv_width(), c.d_in}, scales.weight);
  w.W_v = numbers.fill<2>({c.kv_width(), c.d_in}, scales.weight);
  w.W_o = numbers.fill<2>({c.d_out, c.d_out}, scales.out);
  if (c.qkv_bias) {
    w.b_q = numbers.fill<1>({c.d_out}, 1.0F);
    w.b_k = numbers.fill<1>({c.kv_width()}, 1.0F);
    w.b_v = numbers.fill<1>({c.kv_width()}, 1.0F);
  }
  if (c.out_bias) w.b_o = numbers.fill<1>({c.d_out}, 1.0F);
  return layer;
}

// The design's first size set, with two kv heads.
const Config kConfig{.d_in = 7, .d_out = 24, .H = 4, .G = 2, .context_length = 9, .qkv_bias = true};

Layer small_layer(std::uint32_t seed = 7, float x_scale = 3.5F) {
  return layer_of(kConfig, 3, 5, seed, {x_scale, 1.3F, 0.7F});
}

mha::Stages stages_of(const Layer& layer) {
  auto result = mha::attend(layer.config, layer.weights, layer.x);
  REQUIRE(result.ok());
  return std::move(result).value();
}

std::string error_of(const Layer& layer) {
  const auto result = mha::attend(layer.config, layer.weights, layer.x);
  return result.ok() ? "" : result.error().text;
}

template <class Tensor>
Counts shape(const Tensor& tensor) {
  return Counts(tensor.shape().begin(), tensor.shape().end());
}

// max|a − b| / max|b| over the stored elements, and the same shape and the same −∞.
template <class Tensor>
void check_stage(const std::string& name, const Tensor& ours, const json& stages) {
  CAPTURE(name);
  const json& golden = stages.at(name);
  REQUIRE(shape(ours) == golden.at("shape").get<Counts>());
  const auto step = golden.at("step").get<std::size_t>();
  const json& values = golden.at("values");
  REQUIRE(values.size() == (ours.size() + step - 1) / step);
  double difference = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double a = ours.flat(i * step);
    if (values[i].is_null()) {
      CHECK(a == -std::numeric_limits<double>::infinity());
    } else {
      const double apart = std::abs(a - values[i].get<double>());
      // Written so that a NaN counts as a difference.
      if (!(apart <= difference)) difference = apart;
    }
  }
  CHECK(difference / golden.at("largest").get<double>() <= 2e-6);
}

}  // namespace

TEST_CASE("every stage of every golden configuration is PyTorch's") {
  std::ifstream file(std::string(MHA_GOLDEN_DIR) + "/reference.json");
  REQUIRE(file.good());
  const json golden = json::parse(file);
  REQUIRE(golden.at("cases").size() >= 7);
  for (const json& c : golden.at("cases")) {
    CAPTURE(c.at("name").get<std::string>());
    const Config config{.d_in = c.at("d_in"),
                        .d_out = c.at("d_out"),
                        .H = c.at("H"),
                        .G = c.at("G").get<std::int64_t>(),
                        .context_length = c.at("context_length"),
                        .qkv_bias = c.at("qkv_bias"),
                        .out_bias = c.at("out_bias")};
    const mha::Stages s =
        stages_of(layer_of(config, c.at("B"), c.at("n"), c.at("seed"),
                           {c.at("x_scale"), c.at("weight_scale"), c.at("out_scale")}));
    const json& stages = c.at("stages");
    check_stage("q_projected", s.q_projected, stages);
    check_stage("k_projected", s.k_projected, stages);
    check_stage("v_projected", s.v_projected, stages);
    check_stage("q_viewed", s.q_viewed, stages);
    check_stage("k_viewed", s.k_viewed, stages);
    check_stage("v_viewed", s.v_viewed, stages);
    check_stage("q_heads", s.q_heads, stages);
    check_stage("k_heads", s.k_heads, stages);
    check_stage("v_heads", s.v_heads, stages);
    check_stage("raw", s.attention.raw, stages);
    check_stage("scaled", s.attention.scaled, stages);
    check_stage("masked", s.attention.masked, stages);
    check_stage("weights", s.attention.weights, stages);
    check_stage("context", s.attention.context, stages);
    check_stage("moved", s.moved, stages);
    check_stage("merged", s.merged, stages);
    check_stage("output", s.output, stages);
  }
}

TEST_CASE("each row of weights sums to 1, and no token reads its future") {
  const mha::Stages s = stages_of(small_layer());
  const xt::xtensor<float, 3> sums = xt::sum<double>(s.attention.weights, {3});
  for (const float sum : sums) CHECK(sum == doctest::Approx(1.0));
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = i + 1; j < 5; ++j) CHECK(s.attention.weights(2, 3, i, j) == 0.0F);
  }
}

TEST_CASE("changing a token changes its own output and later ones, in its own sequence only") {
  Layer layer = small_layer();
  const mha::Stages before = stages_of(layer);
  layer.x(1, 2, 4) += 1.0F;
  const mha::Stages after = stages_of(layer);
  for (std::size_t b = 0; b < 3; ++b) {
    for (std::size_t t = 0; t < 5; ++t) {
      const bool same =
          xt::all(xt::equal(xt::view(before.output, b, t), xt::view(after.output, b, t)));
      CHECK(same == (b != 1 || t < 2));
    }
  }
}

TEST_CASE("scores far beyond exp's range give weights, not NaN") {
  const mha::Stages s = stages_of(small_layer(7, 3.5e4F));
  CHECK(xt::amax(s.attention.scaled)() > 1e3F);  // exp(89) is infinite in float32
  CHECK(xt::all(xt::isfinite(s.output)));
}

TEST_CASE("grouped kv heads are full heads whose weights repeat: h reads h / (H / G)") {
  const Layer grouped = small_layer();
  Layer full = grouped;
  full.config.G = 4;
  // kv head g of the grouped layer becomes heads 2g and 2g + 1 of the full one.
  full.weights.W_k = xt::zeros<float>({24, 7});
  full.weights.W_v = xt::zeros<float>({24, 7});
  full.weights.b_k = xt::zeros<float>({24});
  full.weights.b_v = xt::zeros<float>({24});
  for (std::size_t row = 0; row < 24; ++row) {
    const std::size_t from = (row / 12) * 6 + row % 6;
    xt::view(full.weights.W_k, row) = xt::view(grouped.weights.W_k, from);
    xt::view(full.weights.W_v, row) = xt::view(grouped.weights.W_v, from);
    (*full.weights.b_k)(row) = (*grouped.weights.b_k)(from);
    (*full.weights.b_v)(row) = (*grouped.weights.b_v)(from);
  }
  CHECK(stages_of(grouped).output == stages_of(full).output);
}

TEST_CASE("dropout is not applied: the reference is in evaluation mode") {
  Layer layer = small_layer();
  const mha::Stages without = stages_of(layer);
  layer.config.dropout = 0.5;
  CHECK(stages_of(layer).output == without.output);
}

TEST_CASE("attend_heads gives attend's attention, and takes wrongly split heads as they are") {
  const mha::Stages s = stages_of(small_layer());
  const auto right = mha::attend_heads(s.q_heads, s.k_heads, s.v_heads);
  REQUIRE(right.ok());
  CHECK(right->context == s.attention.context);
  CHECK(right->weights == s.attention.weights);

  // The lesson's mistake: view(B, H, n, d_head) on the projected tensor.
  const std::array<std::size_t, 4> wrong_order = {3, 4, 5, 6};
  const xt::xtensor<float, 4> wrong = xt::reshape_view(s.q_projected, wrong_order);
  const auto scrambled = mha::attend_heads(wrong, s.k_heads, s.v_heads);
  REQUIRE(scrambled.ok());
  CHECK(shape(scrambled->context) == shape(s.attention.context));
  CHECK(scrambled->context != s.attention.context);
}

TEST_CASE("attend_heads refuses heads that do not fit together") {
  const auto heads = [](std::size_t B, std::size_t H, std::size_t n, std::size_t d_head) {
    const std::array<std::size_t, 4> sizes = {B, H, n, d_head};
    const xt::xtensor<float, 4> ones = xt::ones<float>(sizes);
    return ones;
  };
  const auto q = heads(3, 4, 5, 6);
  const auto text = mha::attend_heads(q, heads(3, 3, 5, 6), heads(3, 3, 5, 6)).error().text;
  CHECK(text ==
        "q has the shape (3, 4, 5, 6), k (3, 3, 5, 6) and v (3, 3, 5, 6). "
        "The heads of k and v must divide those of q.");
  CHECK_FALSE(mha::attend_heads(q, heads(3, 4, 5, 7), heads(3, 4, 5, 7)).ok());
  CHECK_FALSE(mha::attend_heads(q, heads(3, 4, 6, 6), heads(3, 4, 6, 6)).ok());
  CHECK_FALSE(mha::attend_heads(q, heads(2, 4, 5, 6), heads(2, 4, 5, 6)).ok());
  CHECK_FALSE(mha::attend_heads(q, heads(3, 4, 5, 6), heads(3, 2, 5, 6)).ok());
  CHECK_FALSE(mha::attend_heads(q, heads(3, 0, 5, 6), heads(3, 0, 5, 6)).ok());
  CHECK(mha::attend_heads(q, heads(3, 1, 5, 6), heads(3, 1, 5, 6)).ok());
}

TEST_CASE("attend's errors name the numbers") {
  Layer layer = small_layer();
  layer.config.context_length = 4;
  CHECK(error_of(layer) ==
        "x has n = 5 tokens, but context_length = 4. Choose at most 4 tokens, or a larger "
        "context_length.");
  layer = small_layer();
  layer.x = xt::ones<float>({3, 5, 8});
  CHECK(error_of(layer) ==
        "x has the shape (3, 5, 8), but this config needs (B, n, d_in) = (3, 5, 7).");
  layer.x = xt::ones<float>({3, 0, 7});
  CHECK(error_of(layer) == "n = 0 is too small. Choose n of at least 1.");
  layer = small_layer();
  layer.weights.W_k = layer.weights.W_q;
  CHECK(error_of(layer) ==
        "W_k has the shape (24, 7), but this config needs (G · d_head, d_in) = (12, 7).");
  layer = small_layer();
  layer.weights.b_v.reset();
  CHECK(error_of(layer) == "qkv_bias is true, but b_v is missing.");
  layer = small_layer();
  layer.config.out_bias = false;
  CHECK(error_of(layer) == "out_bias is false, but b_o is given.");
  layer = small_layer();
  layer.config.H = 5;
  CHECK(error_of(layer) ==
        "d_out = 24 cannot be divided among H = 5 heads: 24 / 5 leaves 4 over. "
        "Choose d_out a multiple of H.");
}

TEST_CASE("scores above the lab's limit are an error before any work") {
  // n² is within the limit and 4 heads · n² is just above it: each sequence alone is too much.
  const auto n =
      static_cast<std::int64_t>(std::sqrt(static_cast<double>(mha::kMaxElements / 4))) + 1;
  const Config config{.d_in = 1, .d_out = 4, .H = 4, .context_length = n};
  const std::string text = error_of(layer_of(config, 1, n, 7, {1.0F, 1.0F, 1.0F}));
  const std::string size = std::to_string(n);
  CHECK(text == "The score tensor (B, H, n, n) = (1, 4, " + size + ", " + size +
                    ") would have more than the lab's limit of " +
                    std::to_string(mha::kMaxElements) + " elements. Choose a smaller B, H or n.");
}

TEST_CASE("shape_of predicts every stage that attend computes, with its axes' names") {
  const mha::LayerSizes sizes{.B = 3, .n = 5, .d_in = 7, .H = 4, .d_head = 6};
  const Layer layer = small_layer();
  const mha::Stages s = stages_of(layer);
  const auto check = [&](Stage stage, const char* name, const auto& tensor,
                         const std::vector<std::string_view>& axes) {
    CAPTURE(name);
    const auto predicted = mha::shape_of(stage, sizes);
    REQUIRE(predicted.ok());
    CHECK(predicted->sizes == shape(tensor));
    CHECK(predicted->names == axes);
    CHECK(mha::name_of(stage) == name);
    CHECK(mha::stage_of_name(name) == stage);
  };
  check(Stage::x, "x", layer.x, {"B", "n", "d_in"});
  check(Stage::projected, "projected", s.q_projected, {"B", "n", "d_out"});
  check(Stage::viewed, "viewed", s.q_viewed, {"B", "n", "H", "d_head"});
  check(Stage::heads, "heads", s.q_heads, {"B", "H", "n", "d_head"});
  check(Stage::scores, "scores", s.attention.raw, {"B", "H", "n", "n"});
  check(Stage::context, "context", s.attention.context, {"B", "H", "n", "d_head"});
  check(Stage::moved, "moved", s.moved, {"B", "n", "H", "d_head"});
  check(Stage::merged, "merged", s.merged, {"B", "n", "d_out"});
  check(Stage::output, "output", s.output, {"B", "n", "d_out"});
  CHECK(mha::stage_of_name("Merged") == std::nullopt);
  CHECK(mha::shape_of(Stage::x, {.B = 3, .n = 0, .d_in = 7, .H = 4, .d_head = 6}).error().text ==
        "n = 0 is too small. Choose n of at least 1.");
  CHECK_FALSE(
      mha::shape_of(
          Stage::x,
          {.B = 1, .n = 1, .d_in = 1, .H = std::int64_t{1} << 40, .d_head = std::int64_t{1} << 40})
          .ok());
}
