// Elementwise ops on one tensor, and conversions between dtypes. Ops on two operands are in
// computing_arithmetic.cpp.
#include <cmath>

#include "tensor/computing.h"
#include "tensor/computing_layout.h"
#include "tensor/memory_order.h"

namespace mha {
namespace {

float relu(float x) { return x < 0 ? 0 : x; }  // nan stays
float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }
float reciprocal_root(float x) { return 1 / std::sqrt(x); }

void compute(Unary op, const FlatElements<float>& elements, const Tensor& result) {
  const auto x = elements.expression();
  auto out = xt::noalias(flat_memory<float>(result));
  switch (op) {
    case Unary::negative:
      out = -x;
      break;
    case Unary::absolute:
      out = xt::abs(x);
      break;
    case Unary::exp:
      out = xt::exp(x);
      break;
    case Unary::log:
      out = xt::log(x);
      break;
    case Unary::sqrt:
      out = xt::sqrt(x);
      break;
    case Unary::rsqrt:
      out = xt::make_lambda_xfunction(reciprocal_root, x);
      break;
    case Unary::reciprocal:
      out = 1.0F / x;
      break;
    case Unary::tanh:
      out = xt::tanh(x);
      break;
    case Unary::sigmoid:
      out = xt::make_lambda_xfunction(sigmoid, x);
      break;
    case Unary::relu:
      out = xt::make_lambda_xfunction(relu, x);
      break;
    case Unary::erf:
      out = xt::erf(x);
      break;
    case Unary::sin:
      out = xt::sin(x);
      break;
    case Unary::cos:
      out = xt::cos(x);
      break;
    case Unary::invert:
      break;  // refused for floats
  }
}

std::int64_t opposite(std::int64_t x) {  // the smallest integer is its own, as in PyTorch
  return static_cast<std::int64_t>(std::uint64_t{0} - static_cast<std::uint64_t>(x));
}
std::int64_t magnitude(std::int64_t x) { return x < 0 ? opposite(x) : x; }
std::int64_t integer_relu(std::int64_t x) { return x < 0 ? 0 : x; }
std::int64_t invert_bits(std::int64_t x) { return ~x; }

using IntegerFunction = std::int64_t (*)(std::int64_t);

// Null: the op is computed in float32.
IntegerFunction integer_function(Unary op) {
  switch (op) {
    case Unary::negative:
      return opposite;
    case Unary::absolute:
      return magnitude;
    case Unary::relu:
      return integer_relu;
    case Unary::invert:
      return invert_bits;
    default:
      return nullptr;
  }
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
  IntegerFunction on_integers = integer_function(op);
  const bool keeps_dtype = on_integers != nullptr && t.dtype() != DType::float32;
  const Tensor x = keeps_dtype ? t : to(t, DType::float32);
  const Layout layout = elementwise_layout(x.sizes(), {x});
  Tensor result = allocate(layout, x.dtype());
  switch (x.dtype()) {
    case DType::float32:
      compute(op, FlatElements<float>(x, layout), result);
      break;
    case DType::int64: {
      const FlatElements<std::int64_t> elements(x, layout);
      xt::noalias(flat_memory<std::int64_t>(result)) =
          xt::make_lambda_xfunction(std::move(on_integers), elements.expression());
      break;
    }
    case DType::boolean: {  // ~mask
      const FlatElements<bool> elements(x, layout);
      xt::noalias(flat_memory<bool>(result)) = !elements.expression();
      break;
    }
  }
  return result;
}

Tensor to(const Tensor& t, DType dtype) {
  if (t.dtype() == dtype) return t;
  const Layout layout = elementwise_layout(t.sizes(), {t});
  Sizes sizes;
  Strides strides;
  for (const std::size_t dim : layout.order) {
    sizes.push_back(t.sizes()[dim]);
    strides.push_back(t.strides()[dim]);
  }
  const Tensor in_memory_order = t.as_strided(sizes, strides, t.offset());
  const Tensor converted = visit(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, float>)
      return Tensor::of(sizes, in_memory_order.floats());
    else if constexpr (std::is_same_v<T, bool>)
      return Tensor::of(sizes, in_memory_order.bools());
    else
      return Tensor::of(sizes, in_memory_order.ints());
  });
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
