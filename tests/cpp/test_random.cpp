// The random generator against PyTorch's numbers (tests/golden/make_random.py).
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tensor/random.h"

namespace {

using mha::Generator;
using mha::Sizes;
using mha::Tensor;
using nlohmann::json;

// The tensors that one call of random.json gives.
std::vector<Tensor> run(const json& call, Generator& generator) {
  const auto kind = call.at(0).get<std::string>();
  if (kind == "rand") return {mha::rand(call.at(1).get<Sizes>(), generator).value()};
  if (kind == "randn") return {mha::randn(call.at(1).get<Sizes>(), generator).value()};
  if (kind == "randint") {
    return {mha::randint(call.at(1), call.at(2), call.at(3).get<Sizes>(), generator).value()};
  }
  if (kind == "randperm") return {mha::randperm(call.at(1), generator).value()};
  if (kind == "dropout_mask") {
    return {mha::bernoulli(call.at(1).get<Sizes>(), call.at(2), generator).value()};
  }
  if (kind == "uniform") {
    Sizes sizes = call.at(1).get<Sizes>();
    const Tensor t = Tensor::empty(sizes, mha::DType::float32);
    mha::Strides strides = t.strides();
    std::swap(sizes.front(), sizes.back());
    std::swap(strides.front(), strides.back());
    const Tensor transposed = t.as_strided(sizes, strides, 0);
    return {mha::uniform_(transposed, call.at(2), call.at(3), generator).value()};
  }
  REQUIRE(kind == "linear");
  const auto layer = mha::linear_init(call.at(1), call.at(2), call.at(3), generator).value();
  std::vector<Tensor> result{layer.weight};
  if (layer.bias) result.push_back(*layer.bias);
  return result;
}

// The largest difference relative to what was wanted.
double largest_difference(const std::vector<float>& got, const std::vector<double>& wanted) {
  double largest = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double size = std::max(std::abs(wanted[i]), 1e-30);
    largest = std::max(largest, std::abs(static_cast<double>(got[i]) - wanted[i]) / size);
  }
  return largest;
}

}  // namespace

TEST_CASE("sequences of random calls give PyTorch's numbers") {
  std::ifstream file(std::string(MHA_GOLDEN_DIR) + "/random.json");
  REQUIRE(file.good());
  const json golden = json::parse(file);
  double largest = 0;
  for (const json& sequence : golden.at("sequences")) {
    Generator generator(sequence.at("seed").get<std::uint64_t>());
    for (const json& step : sequence.at("calls")) {
      const json& call = step.at("call");
      CAPTURE(sequence.at("seed").dump());
      CAPTURE(call.dump());
      const std::vector<Tensor> results = run(call, generator);
      REQUIRE(results.size() == step.at("results").size());
      for (std::size_t i = 0; i < results.size(); ++i) {
        const json& wanted = step.at("results").at(i);
        REQUIRE(results[i].sizes() == wanted.at("sizes").get<Sizes>());
        const auto values = wanted.at("values").get<std::vector<double>>();
        if (results[i].dtype() == mha::DType::int64) {
          CHECK(results[i].ints() == wanted.at("values").get<std::vector<std::int64_t>>());
          continue;
        }
        const double difference = largest_difference(results[i].floats(), values);
        // Only Box-Muller's logarithm, sine and cosine may differ in the last bits.
        const bool normal = call.at(0) == "randn";
        CHECK(difference <= (normal ? 1e-6 : 0.0));
        largest = std::max(largest, difference);
      }
    }
  }
  MESSAGE("largest relative difference: " << largest);
}

TEST_CASE("impossible requests get PyTorch's errors") {
  Generator generator(3);
  const auto text = [](const auto& result) {
    return result.error().type + ": " + result.error().text;
  };
  CHECK(text(mha::rand({-1, 2}, generator)) ==
        "RuntimeError: Trying to create tensor with negative dimension -1: [-1, 2]");
  CHECK(text(mha::randint(7, 5, {2}, generator)) ==
        "RuntimeError: random_ expects 'from' to be less than 'to', but got from=7 >= to=5");
  CHECK(text(mha::bernoulli({2}, 1.5, generator)) ==
        "RuntimeError: bernoulli_ expects p to be in [0, 1], but got p=1.5");
  CHECK(mha::randn({1 << 20, 1 << 20}, generator).error().type == "LimitError");
  CHECK(mha::linear_init(1 << 20, 1 << 20, true, generator).error().type == "LimitError");
  const Tensor ints = Tensor::empty({3}, mha::DType::int64);
  CHECK(text(mha::uniform_(ints, 0, 1, generator)) ==
        "RuntimeError: \"check_uniform_bounds\" not implemented for 'Long'");
  const Tensor floats = Tensor::empty({3}, mha::DType::float32);
  CHECK(text(mha::uniform_(floats, 3, 1, generator)) ==
        "RuntimeError: uniform_ expects to return a [from, to) range, but found from=3 > to=1");
}
