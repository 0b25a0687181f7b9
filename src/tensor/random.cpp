// PyTorch's CPU random numbers (random.h), made draw by draw as ATen 1.13 makes them without MKL.
// Not a general random library.
#include "tensor/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tensor/computing_layout.h"
#include "tensor/number_text.h"
#include "tensor/sine.h"

namespace mha {
namespace {

// A double in [0, 1): low 53 bits of 64 × 2⁻⁵³.
double uniform_double(Generator& generator) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << 53) - 1;
  return static_cast<double>(generator.bits64() & kMask) * 0x1p-53;
}

std::optional<Error> check_bounds(double low, double high) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  if (!(low >= -kLargest && low <= kLargest)) {
    return runtime_error("from is out of bounds for float");
  }
  if (!(high >= -kLargest && high <= kLargest)) {
    return runtime_error("to is out of bounds for float");
  }
  if (low > high) {
    return runtime_error("uniform_ expects to return a [from, to) range, but found from={} > to={}",
                         {number_text(low), number_text(high)});
  }
  if (high - low > kLargest) {
    return runtime_error(
        "uniform_ expects to-from <= std::numeric_limits<Float>::max(), but found to={} and "
        "from={} which result in to-from to exceed the limit",
        {number_text(high), number_text(low)});
  }
  return std::nullopt;
}

constexpr std::size_t kBlock = 16;  // randn's Box-Muller works on blocks of 16 uniforms

// 16 uniforms → 16 normals, in place: element i and i + 8 form a pair.
void box_muller(float* block) {
  for (std::size_t i = 0; i < kBlock / 2; ++i) {
    const float u1 = 1.0F - block[i];  // (0, 1]: its logarithm is finite
    const float u2 = block[i + kBlock / 2];
    const float radius = std::sqrt(-2.0F * std::log(u1));
    const float angle = 2.0F * std::numbers::pi_v<float> * u2;
    block[i] = radius * static_cast<float>(cosine(angle));
    block[i + kBlock / 2] = radius * static_cast<float>(sine(angle));
  }
}

double normal(Generator& generator) {
  if (generator.kept_normal) {
    const double kept = *generator.kept_normal;
    generator.kept_normal.reset();
    return kept;
  }
  const double u1 = uniform_double(generator);
  const double u2 = uniform_double(generator);
  // Not log(1 - u2): its table alone is 4 KB.
  const double radius = std::sqrt(-2.0 * std::log1p(-u2));
  const double angle = 2.0 * std::numbers::pi * u1;
  generator.kept_normal = radius * sine(angle);
  return radius * cosine(angle);
}

Result<Tensor> uniform_tensor(const Sizes& sizes, double low, double high, Generator& generator) {
  const auto count = numel(sizes);
  if (!count) return count.error();
  return uniform_(Tensor::empty(sizes, DType::float32), low, high, generator);
}

}  // namespace

// Conversion to 32 bits drops the seed's high half, as PyTorch does.
Generator::Generator(std::uint64_t seed) : engine_(static_cast<std::uint32_t>(seed)) {}

std::uint32_t Generator::bits32() { return static_cast<std::uint32_t>(engine_()); }

std::uint64_t Generator::bits64() {
  const std::uint64_t high = bits32();
  return (high << 32) | bits32();
}

float Generator::uniform() {
  constexpr std::uint32_t kMask = (std::uint32_t{1} << 24) - 1;
  return static_cast<float>(bits32() & kMask) * 0x1p-24F;
}

Result<Tensor> rand(const Sizes& sizes, Generator& generator) {
  return uniform_tensor(sizes, 0.0, 1.0, generator);
}

Result<Tensor> randn(const Sizes& sizes, Generator& generator) {
  const auto count = numel(sizes);
  if (!count) return count.error();
  const auto size = static_cast<std::size_t>(*count);
  Tensor result = Tensor::empty(sizes, DType::float32);
  float* const values = data_of<float>(result);
  if (size < kBlock) {
    for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<float>(normal(generator));
    return result;
  }
  for (std::size_t i = 0; i < size; ++i) values[i] = generator.uniform();
  for (std::size_t i = 0; i + kBlock <= size; i += kBlock) box_muller(values + i);
  if (size % kBlock != 0) {  // the rest: 16 new draws for the last 16, some of them made again
    float* const last = values + size - kBlock;
    for (std::size_t i = 0; i < kBlock; ++i) last[i] = generator.uniform();
    box_muller(last);
  }
  return result;
}

Result<Tensor> randint(std::int64_t low, std::int64_t high, const Sizes& sizes,
                       Generator& generator) {
  const auto count = numel(sizes);
  if (!count) return count.error();
  if (low >= high) {
    return runtime_error("random_ expects 'from' to be less than 'to', but got from={} >= to={}",
                         {low, high});
  }
  const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const bool wide = range >= std::uint64_t{1} << 32;
  Tensor result = Tensor::empty(sizes, DType::int64);
  std::int64_t* const values = data_of<std::int64_t>(result);
  for (std::int64_t i = 0; i < *count; ++i) {
    const std::uint64_t bits = wide ? generator.bits64() : generator.bits32();
    values[i] = static_cast<std::int64_t>(bits % range + static_cast<std::uint64_t>(low));
  }
  return result;
}

Result<Tensor> randperm(std::int64_t n, Generator& generator) {
  const auto count = numel({n});
  if (!count) return count.error();
  Tensor result = Tensor::empty({n}, DType::int64);
  std::int64_t* const values = data_of<std::int64_t>(result);
  for (std::int64_t i = 0; i < n; ++i) values[i] = i;
  for (std::int64_t i = 0; i + 1 < n; ++i) {
    std::swap(values[i], values[i + std::int64_t{generator.bits32()} % (n - i)]);
  }
  return result;
}

Result<Tensor> uniform_(const Tensor& t, double low, double high, Generator& generator) {
  if (t.dtype() != DType::float32) {
    return runtime_error("\"check_uniform_bounds\" not implemented for '{}'",
                         {scalar_type_name(t.dtype())});
  }
  if (const auto error = check_bounds(low, high)) return *error;
  if (const auto error = check_overlap(t, {})) return *error;
  // Bounds in float32, the sum in double: ATen's accumulation type of float on the CPU.
  const float from = static_cast<float>(low);
  const double width = static_cast<float>(high) - from;
  // ATen walks the tensor in memory order, whatever its dims are called.
  const Tensor ordered = in_memory_order(t, elementwise_layout(t.sizes(), {t}));
  float* const memory = data_of<float>(t) - t.offset();
  for (const std::int64_t position : ordered.positions()) {
    memory[position] = static_cast<float>(generator.uniform() * width + from);
    t.storage().reset_origin(position);
  }
  return t;
}

Result<Tensor> bernoulli(const Sizes& sizes, double p, Generator& generator) {
  const auto count = numel(sizes);
  if (!count) return count.error();
  if (!(p >= 0 && p <= 1)) {
    return runtime_error("bernoulli_ expects p to be in [0, 1], but got p={}", {number_text(p)});
  }
  Tensor result = Tensor::empty(sizes, DType::float32);
  float* const values = data_of<float>(result);
  for (std::int64_t i = 0; i < *count; ++i) values[i] = uniform_double(generator) < p ? 1 : 0;
  return result;
}

Result<LinearInit> linear_init(std::int64_t d_in, std::int64_t d_out, bool bias,
                               Generator& generator) {
  // kaiming_uniform_(a=√5): bound = √3 · gain / √d_in with gain = √(2 / (1 + a²)), in PyTorch's own
  // steps, because the last bit of the bound shows in the weights.
  const double fan_in = static_cast<double>(d_in);
  const double slope = std::sqrt(5.0);
  const double gain = std::sqrt(2.0 / (1.0 + slope * slope));
  const double weight_bound = d_in > 0 ? std::sqrt(3.0) * (gain / std::sqrt(fan_in)) : 0.0;
  const double bias_bound = d_in > 0 ? 1.0 / std::sqrt(fan_in) : 0.0;
  auto weight = uniform_tensor({d_out, d_in}, -weight_bound, weight_bound, generator);
  if (!weight) return weight.error();
  LinearInit result{std::move(weight).value(), std::nullopt};
  if (bias) {
    auto values = uniform_tensor({d_out}, -bias_bound, bias_bound, generator);
    if (!values) return values.error();
    result.bias = std::move(values).value();
  }
  return result;
}

}  // namespace mha
