// The creation ops of creation.h: sizes and numbers in, fresh tensors out. No random numbers here.
#include "tensor/creation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tensor/number_text.h"

namespace mha {
namespace {

bool is_integral(const Scalar& value) { return !std::holds_alternative<double>(value); }

std::int64_t as_integer(const Scalar& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? 1 : 0;
  return *std::get_if<std::int64_t>(&value);
}

double as_double(const Scalar& value) {
  const auto* real = std::get_if<double>(&value);
  return real != nullptr ? *real : static_cast<double>(as_integer(value));
}

DType dtype_of(const Scalar& value) {
  if (std::holds_alternative<bool>(value)) return DType::boolean;
  return std::holds_alternative<double>(value) ? DType::float32 : DType::int64;
}

// The number as a tensor of rank 0; PyTorch refuses a number that does not fit.
Result<Tensor> as_element(const Scalar& value, DType dtype) {
  const Tensor result = Tensor::empty({}, dtype);
  const double number = as_double(value);
  switch (dtype) {
    case DType::boolean:
      *data_of<bool>(result) = number != 0;
      break;
    case DType::int64:
      if (!is_integral(value) && !(number >= -0x1p63 && number < 0x1p63)) {
        return runtime_error("value cannot be converted to type int64_t without overflow");
      }
      *data_of<std::int64_t>(result) =
          is_integral(value) ? as_integer(value) : static_cast<std::int64_t>(number);
      break;
    case DType::float32: {
      const double largest = std::numeric_limits<float>::max();
      if (std::isfinite(number) && std::abs(number) > largest) {
        return runtime_error("value cannot be converted to type float without overflow");
      }
      *data_of<float>(result) = static_cast<float>(number);
      break;
    }
  }
  return result;
}

// step is not 0 and points from start to end. Unsigned, because end - start may not fit.
Result<Tensor> integer_range(std::int64_t start, std::int64_t end, std::int64_t step) {
  const auto from = static_cast<std::uint64_t>(start);
  const auto to = static_cast<std::uint64_t>(end);
  const auto by = static_cast<std::uint64_t>(step);
  const std::uint64_t distance = step > 0 ? to - from : from - to;
  const std::uint64_t stride = step > 0 ? by : 0 - by;
  const std::uint64_t count = distance / stride + (distance % stride != 0 ? 1 : 0);
  const auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  auto result = zeros({static_cast<std::int64_t>(std::min(count, largest))}, DType::int64);
  if (!result) return result;
  std::int64_t* element = data_of<std::int64_t>(*result);
  for (std::uint64_t i = 0; i < count; ++i) element[i] = static_cast<std::int64_t>(from + i * by);
  return result;
}

}  // namespace

Result<Tensor> zeros(const Sizes& sizes, DType dtype) {
  const auto count = numel(sizes);
  if (!count) return count.error();
  return Tensor::empty(sizes, dtype);
}

Result<Tensor> ones(const Sizes& sizes, DType dtype) {
  return full(sizes, Scalar{std::int64_t{1}}, dtype);
}

Result<Tensor> full(const Sizes& sizes, const Scalar& value) {
  return full(sizes, value, dtype_of(value));
}

Result<Tensor> full(const Sizes& sizes, const Scalar& value, DType dtype) {
  const auto count = numel(sizes);
  if (!count) return count.error();
  const auto element = as_element(value, dtype);
  if (!element) return element.error();
  Tensor result = Tensor::empty(sizes, dtype);
  for (std::int64_t i = 0; i < *count; ++i) {
    result.storage().copy_value(i, element->storage(), 0);
  }
  return result;
}

// Every float32 value is start + i · step in double, rounded once. (PyTorch's vectorised loop
// rounds the start of each vector too, so its last bit depends on the processor.)
Result<Tensor> arange(const Scalar& start, const Scalar& end, const Scalar& step) {
  const double first = as_double(start);
  const double last = as_double(end);
  const double stride = as_double(step);
  if (!(stride > 0 || stride < 0)) return runtime_error("step must be nonzero");
  if (!std::isfinite(first) || !std::isfinite(last)) {
    return runtime_error("unsupported range: {} -> {}", {number_text(first), number_text(last)});
  }
  if ((stride > 0 && last < first) || (stride < 0 && last > first)) {
    return runtime_error("upper bound and larger bound inconsistent with step sign");
  }
  if (is_integral(start) && is_integral(end) && is_integral(step)) {
    return integer_range(as_integer(start), as_integer(end), as_integer(step));
  }
  const double steps = std::ceil((last - first) / stride);
  if (steps >= 0x1p63) return runtime_error("invalid size, possible overflow?");
  const Sizes sizes{static_cast<std::int64_t>(steps)};
  auto result = zeros(sizes, DType::float32);
  if (!result) return result;
  float* element = data_of<float>(*result);
  for (std::int64_t i = 0; i < sizes[0]; ++i) {
    element[i] = static_cast<float>(first + static_cast<double>(i) * stride);
  }
  return result;
}

Result<Tensor> eye(std::int64_t rows, std::int64_t columns) {
  const auto negative = [](const char* name, std::int64_t size) {
    return runtime_error("{} must be greater or equal to 0, got {}", {name, size});
  };
  if (rows < 0) return negative("n", rows);
  if (columns < 0) return negative("m", columns);
  auto result = zeros({rows, columns}, DType::float32);
  if (!result) return result;
  float* element = data_of<float>(*result);
  for (std::int64_t i = 0; i < std::min(rows, columns); ++i) element[i * columns + i] = 1.0F;
  return result;
}

Tensor scalar_tensor(const Scalar& value) {
  auto result = full({}, value);
  if (result) return *result;
  // The one number that does not fit is a float beyond float32: torch.tensor(1e300) is inf.
  const float infinity = std::numeric_limits<float>::infinity();
  return Tensor::of({}, std::vector<float>{as_double(value) > 0 ? infinity : -infinity});
}

}  // namespace mha
