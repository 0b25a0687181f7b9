// Elementwise ops on one tensor, and conversions between dtypes. Ops on two operands are in
// computing_arithmetic.cpp.
#include <cmath>

#include "tensor/computing.h"
#include "tensor/computing_layout.h"
#include "tensor/memory_order.h"
#include "tensor/sine.h"

namespace mha {
namespace {

using FloatFunction = float (*)(float);

// Null for the op that floats lack.
FloatFunction float_function(Unary op) {
  switch (op) {
    case Unary::negative:
      return [](float x) { return -x; };
    case Unary::absolute:
      return [](float x) { return std::abs(x); };
    case Unary::exp:
      return [](float x) { return std::exp(x); };
    case Unary::log:
      return [](float x) { return std::log(x); };
    case Unary::sqrt:
      return [](float x) { return std::sqrt(x); };
    case Unary::rsqrt:
      return [](float x) { return 1 / std::sqrt(x); };
    case Unary::reciprocal:
      return [](float x) { return 1 / x; };
    case Unary::tanh:
      return [](float x) { return std::tanh(x); };
    case Unary::sigmoid:
      return [](float x) { return 1 / (1 + std::exp(-x)); };
    case Unary::relu:
      return [](float x) { return x < 0 ? 0 : x; };  // nan stays
    case Unary::erf:
      return [](float x) { return std::erf(x); };
    case Unary::sin:
      return [](float x) { return static_cast<float>(sine(x)); };
    case Unary::cos:
      return [](float x) { return static_cast<float>(cosine(x)); };
    case Unary::invert:
      break;
  }
  return nullptr;
}

std::int64_t opposite(std::int64_t x) {  // the smallest integer is its own, as in PyTorch
  return static_cast<std::int64_t>(std::uint64_t{0} - static_cast<std::uint64_t>(x));
}

using IntegerFunction = std::int64_t (*)(std::int64_t);

// Null: the op is computed in float32.
IntegerFunction integer_function(Unary op) {
  switch (op) {
    case Unary::negative:
      return opposite;
    case Unary::absolute:
      return [](std::int64_t x) { return x < 0 ? opposite(x) : x; };
    case Unary::relu:
      return [](std::int64_t x) { return x < 0 ? 0 : x; };
    case Unary::invert:
      return [](std::int64_t x) { return ~x; };
    default:
      return nullptr;
  }
}

// A plain loop, one for each dtype and not for each op: as xtensor expressions the ops were 14 KB.
template <class T>
void compute(T (*function)(T), const Tensor& x, const Layout& layout, const Tensor& result) {
  const FlatElements<T> elements(x, layout);
  T* const out = data_of<T>(result);
  for (std::size_t i = 0; i < elements.size(); ++i) out[i] = function(elements.data()[i]);
}

std::optional<Error> check_dtype(Unary op, DType dtype) {
  if (op == Unary::invert && dtype == DType::float32) {
    return type_error(
        "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
  }
  if (dtype != DType::boolean) return std::nullopt;
  switch (op) {
    case Unary::negative:
      return runtime_error(
          "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
          "invert a mask, use the `~` or `logical_not()` operator instead.");
    case Unary::absolute:
      return not_implemented("abs_cpu", dtype);
    case Unary::relu:
      return runtime_error("Boolean inputs not supported for relu");
    default:
      return std::nullopt;
  }
}

}  // namespace

Result<Tensor> unary(Unary op, const Tensor& t) {
  if (const auto error = check_dtype(op, t.dtype())) return *error;
  // A view may have more elements than memory: x.expand(…).exp().
  if (const auto count = numel(t.sizes()); !count) return count.error();
  const IntegerFunction on_integers = integer_function(op);
  const bool keeps_dtype = on_integers != nullptr && t.dtype() != DType::float32;
  const Tensor x = keeps_dtype ? t : to(t, DType::float32);
  const Layout layout = elementwise_layout(x.sizes(), {x});
  Tensor result = allocate(layout, x.dtype());
  switch (x.dtype()) {
    case DType::float32:
      compute(float_function(op), x, layout, result);
      break;
    case DType::int64:
      compute(on_integers, x, layout, result);
      break;
    case DType::boolean:  // ~mask
      compute<bool>([](bool truth) { return !truth; }, x, layout, result);
      break;
  }
  return result;
}

Tensor to(const Tensor& t, DType dtype) {
  if (t.dtype() == dtype) return t;
  const Tensor ordered = in_memory_order(t, elementwise_layout(t.sizes(), {t}));
  const Tensor converted = Tensor::empty(t.sizes(), dtype);
  visit(dtype, [&](auto zero) { ordered.read(data_of<decltype(zero)>(converted)); });
  return converted.as_strided(t.sizes(), dense_strides(t), 0);
}

Result<Scalar> item(const Tensor& t) {
  if (t.numel() != 1) {
    return value_error("only one element tensors can be converted to Python scalars");
  }
  switch (t.dtype()) {
    case DType::int64:
      return Scalar(*data_of<std::int64_t>(t));
    case DType::boolean:
      return Scalar(*data_of<bool>(t));
    case DType::float32:
      break;
  }
  return Scalar(static_cast<double>(*data_of<float>(t)));
}

}  // namespace mha
