// Costs: parameters, scores and KV cache by hand-counted numbers. The lesson's own numbers are in
// test_lesson.cpp.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "attention/costs.h"

namespace {

using mha::CostsRequest;

// Pairwise different numbers, so that no mix-up cancels out.
CostsRequest small() {
  return {.d_in = 7, .d_out = 24, .H = 4, .B = 3, .n = 5, .layers = 11, .bytes_per_value = 2};
}

}  // namespace

TEST_CASE("costs of the lesson's kind of layer, counted by hand") {
  const auto c = mha::costs(small());
  REQUIRE(c.ok());
  CHECK(c->d_head == 6);
  CHECK(c->qkv_parameters == 504);       // 3 · 7 · 24
  CHECK(c->out_proj_parameters == 600);  // 24 · 24 + 24
  CHECK(c->parameters == 1104);
  CHECK(c->parameters_all_layers == 12144);
  CHECK(c->score_shape == std::vector<std::int64_t>{3, 4, 5, 5});
  CHECK(c->score_entries == 300);
  CHECK(c->score_bytes == 600);
  CHECK(c->kv_cache_bytes == 15840);  // 2 · 11 · 3 · 5 · 24 · 2
}

TEST_CASE("biases count once per feature") {
  CostsRequest request = small();
  request.qkv_bias = true;
  CHECK(mha::costs(request)->qkv_parameters == 504 + 72);
  request.out_bias = false;
  CHECK(mha::costs(request)->out_proj_parameters == 576);
  CHECK(mha::costs(request)->parameters == 576 + 576);
}

TEST_CASE("kv heads: W_k, W_v and the cache shrink, W_q, W_o and the scores do not") {
  CostsRequest request = small();
  request.G = 2;
  request.qkv_bias = true;
  const auto c = mha::costs(request);
  REQUIRE(c.ok());
  CHECK(c->d_head == 6);
  CHECK(c->qkv_parameters == 384);  // (24 + 2 · 12) · 7 + 48
  CHECK(c->out_proj_parameters == 600);
  CHECK(c->score_entries == 300);
  CHECK(c->kv_cache_bytes == 7920);
  request.G = 4;  // said, not defaulted
  CHECK(mha::costs(request)->kv_cache_bytes == 15840);
}

TEST_CASE("the defaults are one token of one sequence in one layer of float32") {
  const auto c = mha::costs({.d_in = 8, .d_out = 12, .H = 3});
  REQUIRE(c.ok());
  CHECK(c->score_shape == std::vector<std::int64_t>{1, 3, 1, 1});
  CHECK(c->score_bytes == 12);
  CHECK(c->parameters_all_layers == c->parameters);
  CHECK(c->kv_cache_bytes == 96);  // 2 · 12 · 4
}

TEST_CASE("sizes above the lab's limits have costs too") {
  // GPT-3's attention: 96 layers of width 12,288 with 96 heads of 128.
  const auto c = mha::costs({.d_in = 12288,
                             .d_out = 12288,
                             .H = 96,
                             .qkv_bias = true,
                             .n = 2048,
                             .layers = 96,
                             .bytes_per_value = 2});
  REQUIRE(c.ok());
  CHECK(c->d_head == 128);
  CHECK(c->parameters == 604028928);  // 4 · 12288² + 4 · 12288
  CHECK(c->kv_cache_bytes == 9663676416);
}

TEST_CASE("impossible requests are sentences") {
  const auto text = [](auto member, std::int64_t value) {
    CostsRequest request = small();
    request.*member = value;
    const auto result = mha::costs(request);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().type == "ValueError");
    return result.error().text;
  };
  CHECK(text(&CostsRequest::d_out, 10) ==
        "d_out = 10 cannot be divided among H = 4 heads: 10 / 4 leaves 2 over. "
        "Choose d_out a multiple of H.");
  CHECK(text(&CostsRequest::d_in, 0) == "d_in = 0 is too small. Choose d_in of at least 1.");
  CHECK(text(&CostsRequest::H, -1) == "H = -1 is too small. Choose H of at least 1.");
  CHECK(text(&CostsRequest::B, 0) == "B = 0 is too small. Choose B of at least 1.");
  CHECK(text(&CostsRequest::n, 0) == "n = 0 is too small. Choose n of at least 1.");
  CHECK(text(&CostsRequest::layers, -2) ==
        "layers = -2 is too small. Choose layers of at least 1.");
  CHECK(text(&CostsRequest::bytes_per_value, 0) ==
        "bytes_per_value = 0 is too small. Choose bytes_per_value of at least 1.");
  CHECK(text(&CostsRequest::G, 3) ==
        "H = 4 query heads cannot be divided among G = 3 kv heads: 4 / 3 leaves 1 over. "
        "Choose G a divisor of H.");
}

TEST_CASE("counts that JavaScript could not hold exactly are errors") {
  CHECK(mha::kMaxCount == 9007199254740991);
  // 2 · bytes · d_out: just within and just above.
  CostsRequest request{.d_in = 1, .d_out = 1, .H = 1, .bytes_per_value = mha::kMaxCount / 2};
  CHECK(mha::costs(request)->kv_cache_bytes == mha::kMaxCount - 1);
  request.bytes_per_value += 1;
  const auto above = mha::costs(request);
  REQUIRE_FALSE(above.ok());
  CHECK(above.error().type == "LimitError");
  CHECK(above.error().text ==
        "kv_cache_bytes is more than 9007199254740991, the largest number that the lab counts "
        "exactly. Choose smaller sizes.");
}

TEST_CASE("no size overflows 64 bits unnoticed") {
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  for (const auto member :
       {&CostsRequest::d_in, &CostsRequest::d_out, &CostsRequest::B, &CostsRequest::n,
        &CostsRequest::layers, &CostsRequest::bytes_per_value}) {
    for (const bool bias : {false, true}) {
      CostsRequest request{.d_in = 1, .d_out = 1, .H = 1, .qkv_bias = bias};
      request.*member = huge;
      const auto result = mha::costs(request);
      REQUIRE_FALSE(result.ok());
      CHECK(result.error().type == "LimitError");
    }
  }
}

TEST_CASE("a sum that would pass 64 bits is noticed where it happens") {
  // d_out = 2^63 - 1 = 64897 heads of 142123242012031; with one kv head 2 * kv_width is countable.
  // The sanitizers see it where an unchecked sum would wrap.
  const CostsRequest request{
      .d_in = 1, .d_out = std::numeric_limits<std::int64_t>::max(), .H = 64897, .G = 1};
  const auto result = mha::costs(request);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().text.starts_with("qkv_parameters is more than"));
}
