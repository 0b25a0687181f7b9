// Elementwise comparison, and logic on bool and int64. Arithmetic is in computing_arithmetic.cpp.
#include "tensor/computing.h"
#include "tensor/computing_layout.h"

namespace mha {
namespace {

template <class T>
bool holds(Comparison op, T a, T b) {
  switch (op) {
    case Comparison::equal:
      return a == b;
    case Comparison::not_equal:
      return a != b;
    case Comparison::less:
      return a < b;
    case Comparison::less_equal:
      return a <= b;
    case Comparison::greater:
      return a > b;
    case Comparison::greater_equal:
      break;
  }
  return a >= b;
}

template <class T>
void compute(Comparison op, const Tensor& first, const Tensor& second, const Layout& layout,
             const Tensor& result) {
  const FlatElements<T> a(first, layout);
  const FlatElements<T> b(second, layout);
  bool* const out = data_of<bool>(result);
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = holds(op, a.data()[i], b.data()[i]);
}

// Of each bit; so of truth values too, which are 0 and 1.
std::int64_t computed(Logic op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Logic::logical_and:
      return a & b;
    case Logic::logical_or:
      return a | b;
    case Logic::logical_xor:
      break;
  }
  return a ^ b;
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
  if (prepared->dtype == DType::float32) {
    constexpr const char* kKernels[] = {"bitwise_and_cpu", "bitwise_or_cpu", "bitwise_xor_cpu"};
    return not_implemented(kKernels[static_cast<std::size_t>(op)], DType::float32);
  }
  const Layout& layout = prepared->layout;
  const Tensor result = allocate(layout, DType::int64);
  const Tensor first = to(prepared->a, DType::int64);
  const Tensor second = to(prepared->b, DType::int64);
  const FlatElements<std::int64_t> x(first, layout);
  const FlatElements<std::int64_t> y(second, layout);
  std::int64_t* const out = data_of<std::int64_t>(result);
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = computed(op, x.data()[i], y.data()[i]);
  return to(result, prepared->dtype);
}

}  // namespace mha
