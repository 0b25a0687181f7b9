// Ops of one tensor, products, masks and einsum under their PyTorch names: exp, matmul, softmax,
// masked_fill … What they compute is in computing.h.
#include "tensor/call_table.h"
#include "tensor/creation.h"
#include "tensor/moving.h"

namespace mha {
namespace {

constexpr std::uint8_t code(Unary op) { return static_cast<std::uint8_t>(op); }

// The in-place form of an op that has none of its own: its result, written over self; the
// elements are computed ones, so each is its own origin.
Result<Tensor> write_over(const Tensor& self, const Result<Tensor>& result) {
  if (!result) return result.error();
  auto written = copy_(self, *result);
  if (!written) return written.error();
  for (const std::int64_t position : self.positions()) self.storage().reset_origin(position);
  return written;
}

Result<Tensor> run_unary(const Bound& b) { return unary(static_cast<Unary>(b.code), b.tensor(0)); }

Result<Tensor> run_unary_(const Bound& b) {
  const Tensor& t = b.tensor(0);
  const auto result = unary(static_cast<Unary>(b.code), t);
  if (result && result->dtype() == DType::float32 && t.dtype() != DType::float32) {
    return runtime_error("result type Float can't be cast to the desired output type {}",
                         {scalar_type_name(t.dtype())});
  }
  return write_over(t, result);
}

Result<Tensor> run_logical_not(const Bound& b) {
  return unary(Unary::invert, to(b.tensor(0), DType::boolean));
}

// ~ and bitwise_not refuse floats in different words; unary's are those of ~.
Result<Tensor> run_bitwise_not(const Bound& b) {
  if (b.tensor(0).dtype() == DType::float32) {
    return runtime_error("\"bitwise_not_cpu\" not implemented for 'Float'");
  }
  return unary(Unary::invert, b.tensor(0));
}

Result<Tensor> run_square(const Bound& b) {
  return arithmetic(Arithmetic::power, b.tensor(0), Scalar(std::int64_t{2}));
}

Result<Tensor> run_matmul(const Bound& b) { return matmul(b.tensor(0), b.tensor(1)); }
Result<Tensor> run_mm(const Bound& b) { return mm(b.tensor(0), b.tensor(1)); }
Result<Tensor> run_bmm(const Bound& b) { return bmm(b.tensor(0), b.tensor(1)); }

// torch.einsum is Python code: def einsum(*args).
Result<Value> run_python_einsum(const Bound& b) {
  const List& given = b.arguments->positional;
  if (!b.arguments->keywords.empty()) {
    return type_error("einsum() got an unexpected keyword argument '{}'",
                      {b.arguments->keywords.front().first});
  }
  if (given.size() < 2) {
    return value_error(
        "einsum(): must specify the equation string and at least one operand, or at least one "
        "operand and its subscripts list");
  }
  if (given[0].get<Tensor>()) {
    return not_in_this_lab("einsum() with lists of subscripts is not in this lab");
  }
  Tuple operands{List(given.begin() + 1, given.end())};
  if (given.size() == 2) {
    if (const auto* list = given[1].get<List>()) operands.items = *list;
    if (const auto* tuple = given[1].get<Tuple>()) operands = Tuple(*tuple);
  }
  return call_internal(computing_rows(), "einsum", {{given[0], std::move(operands)}, {}});
}

Result<Tensor> run_einsum(const Bound& b) { return einsum(b.string(0), b.tensors(1)); }

Result<Tensor> run_softmax(const Bound& b) {
  const auto dtype = b.dtype(2);
  const Tensor& t = b.tensor(0);
  return softmax(dtype ? to(t, *dtype) : t, b.integer(1));
}

Result<Tensor> run_relu(const Bound& b) { return unary(Unary::relu, b.tensor(0)); }

using Fill = Result<Tensor> (*)(const Tensor&, const Tensor&, const Scalar&);

Result<Tensor> fill_mask(const Bound& b, Fill fill) {
  if (const auto* value = b.value(2).get<Tensor>(); value && value->rank() != 0) {
    return runtime_error(
        "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {} "
        "dimension(s).",
        {value->rank()});
  }
  return fill(b.tensor(0), b.tensor(1), b.scalar(2));
}

Result<Tensor> run_masked_fill(const Bound& b) { return fill_mask(b, masked_fill); }
Result<Tensor> run_masked_fill_(const Bound& b) { return fill_mask(b, masked_fill_); }

Result<Tensor> run_where(const Bound& b) { return where(b.tensor(0), b.operand(1), b.operand(2)); }

Result<Tensor> run_where_method(const Bound& b) {
  return where(b.tensor(1), b.operand(0), b.operand(2));
}

Result<Tensor> run_tril(const Bound& b) { return tril(b.tensor(0), b.integer(1)); }
Result<Tensor> run_triu(const Bound& b) { return triu(b.tensor(0), b.integer(1)); }
Result<Tensor> run_tril_(const Bound& b) {
  return write_over(b.tensor(0), tril(b.tensor(0), b.integer(1)));
}
Result<Tensor> run_triu_(const Bound& b) {
  return write_over(b.tensor(0), triu(b.tensor(0), b.integer(1)));
}

Result<Tensor> run_fill_(const Bound& b) {
  if (const auto* value = b.value(1).get<Tensor>(); value && value->rank() != 0) {
    return runtime_error(
        "fill_ only supports 0-dimension value tensor but got tensor with {} dimensions.",
        {value->rank()});
  }
  return write_over(b.tensor(0), scalar_tensor(b.scalar(1)));
}

Result<Tensor> run_zero_(const Bound& b) {
  return write_over(b.tensor(0), scalar_tensor(std::int64_t{0}));
}

Result<Tensor> run_copy_(const Bound& b) {
  const Operand source = b.operand(1);
  if (const auto* number = std::get_if<Scalar>(&source)) {
    return write_over(b.tensor(0), scalar_tensor(*number));
  }
  return copy_(b.tensor(0), std::get<Tensor>(source));
}

#define MHA_UNARY(NAME, OP)                                                  \
  {kBoth, NAME "(Tensor input, *, Tensor out=None)", run_unary, code(OP)}, { \
    kBoth, NAME "_(Tensor input)", run_unary_, code(OP)                      \
  }

constexpr Row kRows[] = {
    MHA_UNARY("neg", Unary::negative),
    MHA_UNARY("negative", Unary::negative),
    MHA_UNARY("abs", Unary::absolute),
    MHA_UNARY("exp", Unary::exp),
    MHA_UNARY("log", Unary::log),
    MHA_UNARY("sqrt", Unary::sqrt),
    MHA_UNARY("rsqrt", Unary::rsqrt),
    MHA_UNARY("reciprocal", Unary::reciprocal),
    MHA_UNARY("tanh", Unary::tanh),
    MHA_UNARY("sigmoid", Unary::sigmoid),
    MHA_UNARY("erf", Unary::erf),
    MHA_UNARY("sin", Unary::sin),
    MHA_UNARY("cos", Unary::cos),
    {kBoth, "absolute(Tensor input, *, Tensor out=None)", run_unary, code(Unary::absolute)},
    {kBoth, "relu(Tensor input)", run_relu},
    {kBoth, "relu_(Tensor input)", run_unary_, code(Unary::relu)},
    {kBoth, "square(Tensor input, *, Tensor out=None)", run_square},
    {kBoth, "logical_not(Tensor input, *, Tensor out=None)", run_logical_not},
    {kBoth, "bitwise_not(Tensor input, *, Tensor out=None)", run_bitwise_not},
    {kBoth, "matmul(Tensor input, Tensor other, *, Tensor out=None)", run_matmul},
    {kBoth, "mm(Tensor input, Tensor mat2, *, Tensor out=None)", run_mm},
    {kBoth, "bmm(Tensor input, Tensor mat2, *, Tensor out=None)", run_bmm},
    {kFunction | kVariadic, "einsum()", run_python_einsum},
    {kInternal, "einsum(c10::string_view equation, TensorList tensors)", run_einsum},
    {kBoth, "softmax(Tensor input, int64_t dim, ScalarType? dtype=None, *, Tensor out=None)",
     run_softmax},
    {kBoth, "softmax(Tensor input, Dimname dim, *, ScalarType? dtype=None)", run_named},
    {kBoth, "masked_fill(Tensor input, Tensor mask, Tensor value)", run_masked_fill},
    {kBoth, "masked_fill(Tensor input, Tensor mask, Scalar value)", run_masked_fill},
    {kMethod, "masked_fill_(Tensor mask, Tensor value)", run_masked_fill_},
    {kMethod, "masked_fill_(Tensor mask, Scalar value)", run_masked_fill_},
    {kMethod, "where(Tensor condition, Tensor other)", run_where_method},
    {kFunction, "where(Tensor condition)", run_absent},
    {kFunction, "where(Tensor condition, Tensor input, Tensor other, *, Tensor out=None)",
     run_where},
    {kFunction, "where(Tensor condition, Scalar self, Tensor other)", run_where},
    {kFunction, "where(Tensor condition, Tensor input, Scalar other)", run_where},
    {kFunction, "where(Tensor condition, Scalar self, Scalar other)", run_where},
    {kBoth, "tril(Tensor input, int64_t diagonal=0, *, Tensor out=None)", run_tril},
    {kBoth, "triu(Tensor input, int64_t diagonal=0, *, Tensor out=None)", run_triu},
    {kMethod, "tril_(int64_t diagonal=0)", run_tril_},
    {kMethod, "triu_(int64_t diagonal=0)", run_triu_},
    {kBoth, "fill_(Tensor input, Tensor value)", run_fill_},
    {kBoth, "fill_(Tensor input, Scalar value)", run_fill_},
    {kBoth, "zero_(Tensor input)", run_zero_},
    {kMethod, "copy_(Tensor other, bool non_blocking=False)", run_copy_},
    {kMethod, "copy_(Tensor other, bool async=False)|deprecated", run_copy_},
};

#undef MHA_UNARY

}  // namespace

std::span<const Row> computing_rows() { return kRows; }

}  // namespace mha
