// Elementwise comparison, and logic on bool and int64. Arithmetic is in computing_arithmetic.cpp.
#include "tensor/computing.h"
#include "tensor/computing_layout.h"

namespace mha {
namespace {

template <class T>
void compute(Comparison op, const Tensor& first, const Tensor& second, const Layout& layout,
             const Tensor& result) {
  // a > b is b < a: half the kernels.
  const bool swapped = op == Comparison::greater || op == Comparison::greater_equal;
  const FlatElements<T> left(swapped ? second : first, layout);
  const FlatElements<T> right(swapped ? first : second, layout);
  const auto a = left.expression();
  const auto b = right.expression();
  auto out = xt::noalias(flat_memory<bool>(result));
  switch (op) {
    case Comparison::equal:
      out = xt::equal(a, b);
      break;
    case Comparison::not_equal:
      out = xt::not_equal(a, b);
      break;
    case Comparison::less:
    case Comparison::greater:
      out = a < b;
      break;
    case Comparison::less_equal:
    case Comparison::greater_equal:
      out = a <= b;
      break;
  }
}

void compute(Logic op, const FlatElements<bool>& first, const FlatElements<bool>& second,
             const Tensor& result) {
  const auto a = first.expression();
  const auto b = second.expression();
  auto out = xt::noalias(flat_memory<bool>(result));
  switch (op) {
    case Logic::logical_and:
      out = a && b;
      break;
    case Logic::logical_or:
      out = a || b;
      break;
    case Logic::logical_xor:
      out = xt::not_equal(a, b);
      break;
  }
}

std::int64_t and_integers(std::int64_t a, std::int64_t b) { return a & b; }
std::int64_t or_integers(std::int64_t a, std::int64_t b) { return a | b; }
std::int64_t xor_integers(std::int64_t a, std::int64_t b) { return a ^ b; }

using IntegerFunction = std::int64_t (*)(std::int64_t, std::int64_t);

IntegerFunction integer_function(Logic op) {
  switch (op) {
    case Logic::logical_and:
      return and_integers;
    case Logic::logical_or:
      return or_integers;
    case Logic::logical_xor:
      break;
  }
  return xor_integers;
}

}  // namespace

Result<Tensor> compare(Comparison op, const Operand& a, const Operand& b) {
  const auto prepared = prepare(a, b);
  if (!prepared) return prepared.error();
  const Layout& layout = prepared->layout;
  Tensor result = allocate(layout, DType::boolean);
  if (prepared->dtype == DType::float32) {
    compute<float>(op, prepared->a, prepared->b, layout, result);
  } else {
    compute<std::int64_t>(op, to(prepared->a, DType::int64), to(prepared->b, DType::int64), layout,
                          result);
  }
  return result;
}

Result<Tensor> logic(Logic op, const Operand& a, const Operand& b) {
  const auto prepared = prepare(a, b);
  if (!prepared) return prepared.error();
  const Layout& layout = prepared->layout;
  Tensor result = allocate(layout, prepared->dtype);
  switch (prepared->dtype) {
    case DType::float32: {
      constexpr const char* kKernels[] = {"bitwise_and_cpu", "bitwise_or_cpu", "bitwise_xor_cpu"};
      return not_implemented(kKernels[static_cast<std::size_t>(op)], DType::float32);
    }
    case DType::int64: {
      const FlatElements<std::int64_t> x(prepared->a, layout);
      const FlatElements<std::int64_t> y(prepared->b, layout);
      xt::noalias(flat_memory<std::int64_t>(result)) =
          xt::make_lambda_xfunction(integer_function(op), x.expression(), y.expression());
      break;
    }
    case DType::boolean:
      compute(op, FlatElements<bool>(prepared->a, layout), FlatElements<bool>(prepared->b, layout),
              result);
      break;
  }
  return result;
}

}  // namespace mha
