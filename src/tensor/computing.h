// Ops that compute: each result element is new (its own Origin). Errors carry PyTorch's type and
// text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tensor/tensor.h"

namespace mha {

enum class Arithmetic {
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  remainder,
  power,
  maximum,
  minimum
};
enum class Comparison { equal, not_equal, less, less_equal, greater, greater_equal };
enum class Logic { logical_and, logical_or, logical_xor };  // &, |, ^
enum class Unary {
  negative,
  absolute,
  exp,
  log,
  sqrt,
  rsqrt,
  reciprocal,
  tanh,
  sigmoid,
  relu,
  erf,
  sin,
  cos,
  invert
};

using Operand = std::variant<Tensor, Scalar>;  // a Python number does not take part in type
                                               // promotion of its kind

// Broadcasting, with PyTorch's type promotion among float32, int64, bool. True division of integers
// gives float32. At least one operand is a Tensor.
Result<Tensor> arithmetic(Arithmetic op, const Operand& a, const Operand& b);
Result<Tensor> compare(Comparison op, const Operand& a, const Operand& b);
Result<Tensor> logic(Logic op, const Operand& a, const Operand& b);
Result<Tensor> unary(Unary op, const Tensor& t);
// The in-place forms (add_, mul_ …): writes through t's strides; the result must have t's sizes
// and a dtype that fits t's.
Result<Tensor> arithmetic_(Arithmetic op, const Tensor& t, const Operand& b);

// Any ranks >= 1, batch dims broadcast: (…, n, k) @ (…, k, m) → (…, n, m).
Result<Tensor> matmul(const Tensor& a, const Tensor& b);
Result<Tensor> bmm(const Tensor& a, const Tensor& b);  // (B, n, k) @ (B, k, m)
Result<Tensor> mm(const Tensor& a, const Tensor& b);   // (n, k) @ (k, m)
// x (…, d_in), weight (d_out, d_in) as PyTorch's Linear stores it, bias (d_out) → (…, d_out).
Result<Tensor> linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias);
Result<Tensor> einsum(std::string_view equation, const std::vector<Tensor>& operands);

Result<Tensor> softmax(const Tensor& t, std::int64_t dim);
Result<Tensor> masked_fill(const Tensor& t, const Tensor& mask, const Scalar& value);
Result<Tensor> masked_fill_(const Tensor& t, const Tensor& mask, const Scalar& value);
Result<Tensor> where(const Tensor& condition, const Operand& a, const Operand& b);
Result<Tensor> tril(const Tensor& t, std::int64_t diagonal);
Result<Tensor> triu(const Tensor& t, std::int64_t diagonal);

// Reductions. No dims: over all elements.
enum class Reduction { sum, mean, amax, amin, all, any };
Result<Tensor> reduce(Reduction op, const Tensor& t, const std::vector<std::int64_t>& dims,
                      bool keepdim);
struct ValuesAndIndices {
  Tensor values;
  Tensor indices;  // int64
};
Result<ValuesAndIndices> max(const Tensor& t, std::int64_t dim, bool keepdim);
Result<ValuesAndIndices> min(const Tensor& t, std::int64_t dim, bool keepdim);
Result<Tensor> cumsum(const Tensor& t, std::int64_t dim);

Tensor to(const Tensor& t, DType dtype);  // the same tensor if it has the dtype already
Result<Scalar> item(const Tensor& t);     // of a tensor with one element

}  // namespace mha
