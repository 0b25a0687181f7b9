// Elementwise ops of two operands under their PyTorch names: add, mul, eq, logical_and … and their
// in-place forms. What they compute is in computing.h; Python's operators are call_operators.cpp.
#include "tensor/call_table.h"
#include "tensor/creation.h"

namespace mha {
namespace {

constexpr std::uint8_t code(Arithmetic op) { return static_cast<std::uint8_t>(op); }
constexpr std::uint8_t code(Comparison op) { return static_cast<std::uint8_t>(op); }
constexpr std::uint8_t code(Logic op) { return static_cast<std::uint8_t>(op); }

// torch.mul(2, 3) is a tensor too: two numbers make the first one a tensor.
Operand first_operand(const Bound& b) {
  Operand first = b.operand(0);
  const auto* number = std::get_if<Scalar>(&first);
  if (number && !b.value(1).get<Tensor>()) return scalar_tensor(*number);
  return first;
}

Result<Tensor> run_arithmetic(const Bound& b) {
  return arithmetic(static_cast<Arithmetic>(b.code), first_operand(b), b.operand(1));
}

Result<Tensor> run_arithmetic_(const Bound& b) {
  return arithmetic_(static_cast<Arithmetic>(b.code), b.tensor(0), b.operand(1));
}

bool is_float(const Operand& operand) {
  if (const auto* tensor = std::get_if<Tensor>(&operand)) return tensor->dtype() == DType::float32;
  return std::holds_alternative<double>(*std::get_if<Scalar>(&operand));
}

// other · alpha, of add and sub.
Result<Operand> scaled(const Bound& b) {
  Operand other = b.operand(1);
  if (!b.given(2)) return other;
  const bool whole = !is_float(b.operand(0)) && !is_float(other);
  if (whole && std::holds_alternative<double>(b.scalar(2))) {
    return runtime_error(
        "For integral input tensors, argument alpha must not be a floating point number.");
  }
  if (const auto* number = std::get_if<Scalar>(&other)) other = scalar_tensor(*number);
  auto product = arithmetic(Arithmetic::multiply, other, b.scalar(2));
  if (!product) return product.error();
  return Operand(std::move(*product));
}

Result<Tensor> run_sum(const Bound& b) {
  const auto other = scaled(b);
  if (!other) return other.error();
  return arithmetic(static_cast<Arithmetic>(b.code), first_operand(b), *other);
}

Result<Tensor> run_sum_(const Bound& b) {
  const auto other = scaled(b);
  if (!other) return other.error();
  return arithmetic_(static_cast<Arithmetic>(b.code), b.tensor(0), *other);
}

Result<Tensor> run_reversed_subtract(const Bound& b) {
  const auto other = b.operand(1);
  if (b.given(2)) return absent(b);
  return arithmetic(Arithmetic::subtract, other, b.operand(0));
}

// div(…, rounding_mode=…).
Result<Arithmetic> division(const Bound& b) {
  const std::string_view mode = b.string(2);
  if (!b.given(2)) return Arithmetic::divide;
  if (mode == "floor") return Arithmetic::floor_divide;
  if (mode == "trunc") return not_in_this_lab("div(rounding_mode='trunc') is not in this lab");
  return runtime_error(
      "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{}'", {mode});
}

Result<Tensor> run_divide(const Bound& b) {
  const auto op = division(b);
  if (!op) return op.error();
  return arithmetic(*op, first_operand(b), b.operand(1));
}

Result<Tensor> run_divide_(const Bound& b) {
  const auto op = division(b);
  if (!op) return op.error();
  return arithmetic_(*op, b.tensor(0), b.operand(1));
}

Result<Tensor> run_compare(const Bound& b) {
  return compare(static_cast<Comparison>(b.code), b.operand(0), b.operand(1));
}

Result<Tensor> run_bitwise(const Bound& b) {
  return logic(static_cast<Logic>(b.code), b.operand(0), b.operand(1));
}

// logical_and and its like take any dtype and look at truth only.
Result<Tensor> run_logical(const Bound& b) {
  return logic(static_cast<Logic>(b.code), to(b.tensor(0), DType::boolean),
               to(b.tensor(1), DType::boolean));
}

#define MHA_COMPARISON(NAME, OP)                                                             \
  {kBoth, NAME "(Tensor input, Tensor other, *, Tensor out=None)", run_compare, code(OP)}, { \
    kBoth, NAME "(Tensor input, Scalar other, *, Tensor out=None)", run_compare, code(OP)    \
  }
#define MHA_BITWISE(NAME, OP)                                                              \
  {kBoth, NAME "(Tensor input, Tensor other, *, Tensor out=None)", run_bitwise, code(OP)}, \
      {kFunction, NAME "(Scalar self, Tensor other)", run_bitwise, code(OP)}, {            \
    kBoth, NAME "(Tensor input, Scalar other, *, Tensor out=None)", run_bitwise, code(OP)  \
  }

constexpr Row kRows[] = {
    {kBoth, "add(Tensor input, Scalar alpha, Tensor other, *, Tensor out=None)|deprecated",
     run_absent},
    {kBoth, "add(Tensor input, Tensor other, *, Scalar alpha=1, Tensor out=None)", run_sum,
     code(Arithmetic::add)},
    {kMethod, "add_(Scalar alpha, Tensor other)|deprecated", run_absent},
    {kMethod, "add_(Tensor other, *, Scalar alpha=1)", run_sum_, code(Arithmetic::add)},
    {kBoth, "sub(Tensor input, Scalar alpha, Tensor other, *, Tensor out=None)|deprecated",
     run_absent},
    {kBoth, "sub(Tensor input, Tensor other, *, Scalar alpha=1, Tensor out=None)", run_sum,
     code(Arithmetic::subtract)},
    {kMethod, "sub_(Scalar alpha, Tensor other)|deprecated", run_absent},
    {kMethod, "sub_(Tensor other, *, Scalar alpha=1)", run_sum_, code(Arithmetic::subtract)},
    {kBoth, "subtract(Tensor input, Tensor other, *, Scalar alpha=1, Tensor out=None)", run_sum,
     code(Arithmetic::subtract)},
    {kBoth, "subtract(Tensor input, Scalar other, Scalar alpha=1)", run_sum,
     code(Arithmetic::subtract)},
    {kFunction, "rsub(Tensor input, Tensor other, *, Scalar alpha=1)", run_reversed_subtract},
    {kFunction, "rsub(Tensor input, Scalar other, Scalar alpha=1)", run_reversed_subtract},
    {kBoth, "mul(Tensor input, Tensor other, *, Tensor out=None)", run_arithmetic,
     code(Arithmetic::multiply)},
    {kMethod, "mul_(Tensor other)", run_arithmetic_, code(Arithmetic::multiply)},
    {kBoth, "multiply(Tensor input, Tensor other, *, Tensor out=None)", run_arithmetic,
     code(Arithmetic::multiply)},
    {kBoth, "multiply(Tensor input, Scalar other)", run_arithmetic, code(Arithmetic::multiply)},
    {kBoth, "div(Tensor input, Tensor other, *, Tensor out=None)", run_divide},
    {kBoth, "div(Tensor input, Tensor other, *, c10::string_view? rounding_mode, Tensor out=None)",
     run_divide},
    {kBoth, "div(Tensor input, Scalar other, *, c10::string_view? rounding_mode)", run_divide},
    {kMethod, "div_(Tensor other)", run_divide_},
    {kMethod, "div_(Tensor other, *, c10::string_view? rounding_mode)", run_divide_},
    {kMethod, "div_(Scalar other, *, c10::string_view? rounding_mode)", run_divide_},
    {kBoth, "divide(Tensor input, Tensor other, *, Tensor out=None)", run_divide},
    {kBoth,
     "divide(Tensor input, Tensor other, *, c10::string_view? rounding_mode, Tensor out=None)",
     run_divide},
    {kBoth, "divide(Tensor input, Scalar other)", run_divide},
    {kBoth, "divide(Tensor input, Scalar other, *, c10::string_view? rounding_mode)", run_divide},
    {kBoth, "true_divide(Tensor input, Tensor other, *, Tensor out=None)", run_divide},
    {kBoth, "true_divide(Tensor input, Scalar other)", run_divide},
    {kBoth, "floor_divide(Tensor input, Tensor other, *, Tensor out=None)", run_arithmetic,
     code(Arithmetic::floor_divide)},
    {kBoth, "floor_divide(Tensor input, Scalar other)", run_arithmetic,
     code(Arithmetic::floor_divide)},
    {kMethod, "floor_divide_(Tensor other)", run_arithmetic_, code(Arithmetic::floor_divide)},
    {kMethod, "floor_divide_(Scalar other)", run_arithmetic_, code(Arithmetic::floor_divide)},
    {kBoth, "remainder(Tensor input, Tensor other, *, Tensor out=None)", run_arithmetic,
     code(Arithmetic::remainder)},
    {kFunction, "remainder(Scalar self, Tensor other)", run_arithmetic,
     code(Arithmetic::remainder)},
    {kBoth, "remainder(Tensor input, Scalar other, *, Tensor out=None)", run_arithmetic,
     code(Arithmetic::remainder)},
    {kMethod, "remainder_(Tensor other)", run_arithmetic_, code(Arithmetic::remainder)},
    {kMethod, "remainder_(Scalar other)", run_arithmetic_, code(Arithmetic::remainder)},
    {kBoth, "pow(Tensor input, Tensor exponent, *, Tensor out=None)", run_arithmetic,
     code(Arithmetic::power)},
    {kFunction, "pow(Scalar self, Tensor exponent, *, Tensor out=None)", run_arithmetic,
     code(Arithmetic::power)},
    {kBoth, "pow(Tensor input, Scalar exponent, *, Tensor out=None)", run_arithmetic,
     code(Arithmetic::power)},
    {kMethod, "pow_(Tensor exponent)", run_arithmetic_, code(Arithmetic::power)},
    {kMethod, "pow_(Scalar exponent)", run_arithmetic_, code(Arithmetic::power)},
    {kBoth, "maximum(Tensor input, Tensor other, *, Tensor out=None)", run_arithmetic,
     code(Arithmetic::maximum)},
    {kBoth, "minimum(Tensor input, Tensor other, *, Tensor out=None)", run_arithmetic,
     code(Arithmetic::minimum)},
    MHA_COMPARISON("eq", Comparison::equal),
    MHA_COMPARISON("ne", Comparison::not_equal),
    MHA_COMPARISON("not_equal", Comparison::not_equal),
    MHA_COMPARISON("lt", Comparison::less),
    MHA_COMPARISON("less", Comparison::less),
    MHA_COMPARISON("le", Comparison::less_equal),
    MHA_COMPARISON("less_equal", Comparison::less_equal),
    MHA_COMPARISON("gt", Comparison::greater),
    MHA_COMPARISON("greater", Comparison::greater),
    MHA_COMPARISON("ge", Comparison::greater_equal),
    MHA_COMPARISON("greater_equal", Comparison::greater_equal),
    {kBoth, "logical_and(Tensor input, Tensor other, *, Tensor out=None)", run_logical,
     code(Logic::logical_and)},
    {kBoth, "logical_or(Tensor input, Tensor other, *, Tensor out=None)", run_logical,
     code(Logic::logical_or)},
    {kBoth, "logical_xor(Tensor input, Tensor other, *, Tensor out=None)", run_logical,
     code(Logic::logical_xor)},
    MHA_BITWISE("bitwise_and", Logic::logical_and),
    MHA_BITWISE("bitwise_or", Logic::logical_or),
    MHA_BITWISE("bitwise_xor", Logic::logical_xor),
};

#undef MHA_COMPARISON
#undef MHA_BITWISE

}  // namespace

std::span<const Row> arithmetic_rows() { return kRows; }

}  // namespace mha
