// Every number that lesson LM3-T5 states, from the lab's own arithmetic and reference layer.
#include <doctest/doctest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "attention/costs.h"
#include "attention/reference.h"

namespace {

using mha::Costs;
using mha::CostsRequest;
using mha::Stage;
using Counts = std::vector<std::int64_t>;

Costs costs_of(const CostsRequest& request) {
  const auto result = mha::costs(request);
  REQUIRE(result.ok());
  return *result;
}

CostsRequest gpt2(bool qkv_bias) {
  return {.d_in = 768, .d_out = 768, .H = 12, .qkv_bias = qkv_bias, .n = 1024, .layers = 12};
}

Counts sizes_of(Stage stage, const mha::LayerSizes& sizes) {
  const auto shape = mha::shape_of(stage, sizes);
  REQUIRE(shape.ok());
  return shape->sizes;
}

template <class Tensor>
Counts shape(const Tensor& tensor) {
  return Counts(tensor.shape().begin(), tensor.shape().end());
}

}  // namespace

TEST_CASE("lesson: width 768 with 12 heads gives each head width 64") {
  CHECK(costs_of(gpt2(false)).d_head == 64);
}

TEST_CASE("lesson: parameters of a GPT-2 layer") {
  const Costs plain = costs_of(gpt2(false));
  CHECK(plain.qkv_parameters == 3 * 589'824);
  CHECK(plain.out_proj_parameters == 589'824 + 768);
  CHECK(plain.parameters == 2'360'064);

  const Costs biased = costs_of(gpt2(true));
  CHECK(biased.qkv_parameters - plain.qkv_parameters == 3 * 768);
  CHECK(biased.parameters == 4 * 768 * 768 + 4 * 768);
  CHECK(biased.parameters == 2'362'368);
}

TEST_CASE("lesson: twelve layers hold about 28.3 million, roughly a quarter of 124 million") {
  const auto all = static_cast<double>(costs_of(gpt2(true)).parameters_all_layers);
  CHECK(all == 28'348'416);
  CHECK(all / 1e6 == doctest::Approx(28.3).epsilon(0.002));  // to the digits the lesson gives
  CHECK(all / 124e6 > 0.22);
  CHECK(all / 124e6 < 0.26);
}

TEST_CASE("lesson: parameters are 3 · d_in · d_out + d_out² + d_out, whatever H is") {
  for (const std::int64_t H : {1, 2, 3, 4, 6, 8, 12, 24}) {
    CHECK(costs_of({.d_in = 7, .d_out = 24, .H = H}).parameters == 3 * 7 * 24 + 24 * 24 + 24);
  }
}

TEST_CASE("lesson: scores of 12 heads on 1,024 tokens, about 50 MB a layer") {
  const Costs c = costs_of(gpt2(true));
  CHECK(c.score_shape == Counts{1, 12, 1024, 1024});
  CHECK(c.score_entries == 12'582'912);
  CHECK(c.score_bytes == 50'331'648);
  CHECK(static_cast<double>(c.score_bytes) / 1e6 == doctest::Approx(50).epsilon(0.01));
}

TEST_CASE("lesson: score memory grows with H · n²") {
  CostsRequest request = gpt2(true);
  const std::int64_t before = costs_of(request).score_entries;
  request.H = 24;
  CHECK(costs_of(request).score_entries == 2 * before);
  request.n = 3 * 1024;
  CHECK(costs_of(request).score_entries == 18 * before);
}

TEST_CASE("lesson: the worked example's seven shapes, predicted and computed") {
  const mha::LayerSizes sizes{.B = 2, .n = 3, .d_in = 8, .H = 2, .d_head = 4};
  const Counts flat = {2, 3, 8};
  const Counts viewed = {2, 3, 2, 4};
  const Counts heads = {2, 2, 3, 4};
  const Counts scores = {2, 2, 3, 3};

  CHECK(sizes_of(Stage::x, sizes) == flat);
  CHECK(sizes_of(Stage::projected, sizes) == flat);
  CHECK(sizes_of(Stage::viewed, sizes) == viewed);
  CHECK(sizes_of(Stage::heads, sizes) == heads);
  CHECK(sizes_of(Stage::scores, sizes) == scores);
  CHECK(sizes_of(Stage::context, sizes) == heads);
  CHECK(sizes_of(Stage::moved, sizes) == viewed);
  CHECK(sizes_of(Stage::merged, sizes) == flat);
  CHECK(sizes_of(Stage::output, sizes) == flat);

  const xt::xtensor<float, 2> W = xt::eye<float>(8);
  const xt::xtensor<float, 1> bias = xt::zeros<float>({8});
  const mha::Weights weights{.W_q = W, .W_k = W, .W_v = W, .W_o = W, .b_o = bias};
  const xt::xtensor<float, 3> x = xt::ones<float>({2, 3, 8});
  const auto s = mha::attend({.d_in = 8, .d_out = 8, .H = 2, .context_length = 16}, weights, x);
  REQUIRE(s.ok());
  CHECK(shape(s->q_projected) == flat);
  CHECK(shape(s->k_projected) == flat);
  CHECK(shape(s->v_projected) == flat);
  CHECK(shape(s->q_viewed) == viewed);
  CHECK(shape(s->q_heads) == heads);
  CHECK(shape(s->attention.weights) == scores);
  CHECK(shape(s->attention.context) == heads);
  CHECK(shape(s->moved) == viewed);
  CHECK(shape(s->merged) == flat);
  CHECK(shape(s->output) == flat);
}

TEST_CASE("lesson: the worked example has 192 + 72 = 264 parameters for 1, 2 and 4 heads") {
  for (const std::int64_t H : {1, 2, 4}) {
    const Costs c = costs_of({.d_in = 8, .d_out = 8, .H = H});
    CHECK(c.d_head == 8 / H);
    CHECK(c.qkv_parameters == 192);
    CHECK(c.out_proj_parameters == 72);
    CHECK(c.parameters == 264);
  }
}

TEST_CASE("question 1: d = 512, 8 heads: width 64, 786,432 parameters for Q, K and V") {
  const Costs c = costs_of({.d_in = 512, .d_out = 512, .H = 8});
  CHECK(c.d_head == 64);
  CHECK(c.qkv_parameters == 786'432);
}

TEST_CASE("question 2: 4 sequences of 100 tokens, 6 heads of width 32") {
  // The question leaves d_in open.
  const mha::LayerSizes sizes{.B = 4, .n = 100, .d_in = 1, .H = 6, .d_head = 32};
  CHECK(sizes_of(Stage::heads, sizes) == Counts{4, 6, 100, 32});
  CHECK(sizes_of(Stage::scores, sizes) == Counts{4, 6, 100, 100});
  CHECK(sizes_of(Stage::merged, sizes) == Counts{4, 100, 192});
  CHECK(costs_of({.d_in = 1, .d_out = 192, .H = 6, .B = 4, .n = 100}).score_shape ==
        Counts{4, 6, 100, 100});
}

TEST_CASE("question 3: from 4 to 8 heads the parameter count stays") {
  for (const std::int64_t d : {64, 512, 768}) {
    const Costs four = costs_of({.d_in = d, .d_out = d, .H = 4});
    const Costs eight = costs_of({.d_in = d, .d_out = d, .H = 8});
    CHECK(four.parameters == eight.parameters);
    CHECK(four.d_head == 2 * eight.d_head);
  }
}
