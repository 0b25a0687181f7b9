// PyTorch's CPU generator (mt19937) and the numbers it gives for manual_seed, rand, randn,
// dropout's masks and Linear's initial weights. Source: ATen's CPUGeneratorImpl and
// DistributionTemplates; see tests/golden for what it is checked against.
#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "tensor/tensor.h"

namespace mha {

class Generator {
 public:
  explicit Generator(std::uint64_t seed = 5489);  // manual_seed; PyTorch keeps the low 32 bits

  std::uint32_t bits32();  // the next mt19937 output
  std::uint64_t bits64();  // two outputs, the first in the high half, as ATen's random64

  // One float in [0, 1): low 24 bits × 2⁻²⁴.
  float uniform();
  // The second sample of a double Box-Muller pair, kept between calls of randn with < 16 values.
  std::optional<double> kept_normal;

 private:
  std::mt19937 engine_;
};

Result<Tensor> rand(const Sizes& sizes, Generator& generator);
Result<Tensor> randn(const Sizes& sizes, Generator& generator);
Result<Tensor> randint(std::int64_t low, std::int64_t high, const Sizes& sizes,
                       Generator& generator);
Result<Tensor> randperm(std::int64_t n, Generator& generator);
// In place: U(low, high) for every element in row-major order.
Result<Tensor> uniform_(const Tensor& t, double low, double high, Generator& generator);
// 1 with probability p, else 0, float32: the mask of dropout before scaling.
Result<Tensor> bernoulli(const Sizes& sizes, double p, Generator& generator);

// nn.Linear's initial values: weight (d_out, d_in) ~ U(±1/√d_in), then bias (d_out) ~ U(±1/√d_in).
struct LinearInit {
  Tensor weight;
  std::optional<Tensor> bias;
};
Result<LinearInit> linear_init(std::int64_t d_in, std::int64_t d_out, bool bias,
                               Generator& generator);

}  // namespace mha
