// Elementwise arithmetic on two operands. Not comparison and logic, which are in
// computing_logic.cpp. Both operands are brought to one dtype and to the result's memory order;
// then each op is one xtensor expression for each dtype that it has.
#include <algorithm>
#include <cmath>

#include "tensor/computing.h"
#include "tensor/computing_layout.h"

namespace mha {
namespace {

// --- float32 -----------------------------------------------------------------------------------

float floor_quotient(float a, float b) {
  if (b == 0) return a / b;
  const float remainder = std::fmod(a, b);
  float quotient = (a - remainder) / b;
  if (remainder != 0 && (b < 0) != (remainder < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0F, a / b);
  const float whole = std::floor(quotient);
  return quotient - whole > 0.5F ? whole + 1 : whole;
}

float python_remainder(float a, float b) {
  const float remainder = std::fmod(a, b);
  return remainder != 0 && (b < 0) != (remainder < 0) ? remainder + b : remainder;
}

// nan wins, unlike in std::max.
float larger(float a, float b) { return std::isnan(a) || a > b ? a : b; }
float smaller(float a, float b) { return std::isnan(a) || a < b ? a : b; }

void compute(Arithmetic op, const FlatElements<float>& first, const FlatElements<float>& second,
             const Tensor& result) {
  const auto a = first.expression();
  const auto b = second.expression();
  auto out = xt::noalias(flat_memory<float>(result));
  switch (op) {
    case Arithmetic::add:
      out = a + b;
      break;
    case Arithmetic::subtract:
      out = a - b;
      break;
    case Arithmetic::multiply:
      out = a * b;
      break;
    case Arithmetic::divide:
      out = a / b;
      break;
    case Arithmetic::floor_divide:
      out = xt::make_lambda_xfunction(floor_quotient, a, b);
      break;
    case Arithmetic::remainder:
      out = xt::make_lambda_xfunction(python_remainder, a, b);
      break;
    case Arithmetic::power:
      out = xt::pow(a, b);
      break;
    case Arithmetic::maximum:
      out = xt::make_lambda_xfunction(larger, a, b);
      break;
    case Arithmetic::minimum:
      out = xt::make_lambda_xfunction(smaller, a, b);
      break;
  }
}

// --- int64: wraps around as PyTorch's does, through unsigned arithmetic -------------------------

using Unsigned = std::uint64_t;

std::int64_t add_integers(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
}
std::int64_t subtract_integers(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<Unsigned>(a) - static_cast<Unsigned>(b));
}
std::int64_t multiply_integers(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<Unsigned>(a) * static_cast<Unsigned>(b));
}
// b != 0 in the next two. Division by -1 apart, because the smallest integer has no opposite.
std::int64_t divide_integers(std::int64_t a, std::int64_t b) {
  if (b == -1) return subtract_integers(0, a);
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
std::int64_t remainder_of_integers(std::int64_t a, std::int64_t b) {
  if (b == -1) return 0;
  const std::int64_t remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}
std::int64_t integer_power(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0) {
    if (base == 1) return 1;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    return 0;
  }
  std::int64_t result = 1;
  for (; exponent != 0; exponent /= 2) {
    if (exponent % 2 != 0) result = multiply_integers(result, base);
    base = multiply_integers(base, base);
  }
  return result;
}
std::int64_t larger_integer(std::int64_t a, std::int64_t b) { return std::max(a, b); }
std::int64_t smaller_integer(std::int64_t a, std::int64_t b) { return std::min(a, b); }

using IntegerFunction = std::int64_t (*)(std::int64_t, std::int64_t);

IntegerFunction integer_function(Arithmetic op) {
  switch (op) {
    case Arithmetic::add:
      return add_integers;
    case Arithmetic::subtract:
      return subtract_integers;
    case Arithmetic::multiply:
      return multiply_integers;
    case Arithmetic::floor_divide:
      return divide_integers;
    case Arithmetic::remainder:
      return remainder_of_integers;
    case Arithmetic::power:
      return integer_power;
    case Arithmetic::maximum:
      return larger_integer;
    case Arithmetic::minimum:
      return smaller_integer;
    case Arithmetic::divide:
      break;  // true division is computed in float32
  }
  return nullptr;
}

// One loop for all: integers are rare and short here, so small code is worth more than speed.
void compute(IntegerFunction function, const Operands& operands, const Tensor& result) {
  const FlatElements<std::int64_t> a(operands.a, operands.layout);
  const FlatElements<std::int64_t> b(operands.b, operands.layout);
  xt::noalias(flat_memory<std::int64_t>(result)) =
      xt::make_lambda_xfunction(std::move(function), a.expression(), b.expression());
}

// bool arithmetic is logic, where PyTorch has it.
Logic logic_of(Arithmetic op) {
  return op == Arithmetic::multiply || op == Arithmetic::minimum ? Logic::logical_and
                                                                 : Logic::logical_or;
}

// --- what PyTorch refuses -----------------------------------------------------------------------

DType dtype_of(const Operand& operand) { return as_tensor(operand).dtype(); }

DType result_dtype(Arithmetic op, const Operand& a, const Operand& b) {
  return op == Arithmetic::divide ? DType::float32 : promote(dtype_of(a), dtype_of(b));
}

std::optional<Error> check_subtraction(const Operand& a, const Operand& b) {
  const bool bool_a = dtype_of(a) == DType::boolean;
  const bool bool_b = dtype_of(b) == DType::boolean;
  if (bool_a && bool_b) {
    return runtime_error(
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
        "`logical_xor()` operator instead.");
  }
  if (bool_a || bool_b) {
    return runtime_error(
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to "
        "invert a mask, use the `~` or `logical_not()` operator instead.");
  }
  return std::nullopt;
}

// A negative integer as the exponent is refused; a tensor of them is not.
std::optional<Error> check_power(const Operand& base, const Operand& exponent) {
  const auto* number = std::get_if<Scalar>(&exponent);
  const auto* integer = number != nullptr ? std::get_if<std::int64_t>(number) : nullptr;
  if (integer != nullptr && *integer < 0 && dtype_of(base) != DType::float32) {
    return runtime_error("Integers to negative integer powers are not allowed.");
  }
  return std::nullopt;
}

std::optional<Error> check_operands(Arithmetic op, const Operand& a, const Operand& b) {
  if (op == Arithmetic::subtract) return check_subtraction(a, b);
  if (op == Arithmetic::power) return check_power(a, b);
  return std::nullopt;
}

std::optional<Error> check_bool(Arithmetic op) {
  switch (op) {
    case Arithmetic::floor_divide:
      return not_implemented("div_floor_cpu", DType::boolean);
    case Arithmetic::remainder:
      return not_implemented("remainder_cpu", DType::boolean);
    case Arithmetic::power:
      return not_implemented("pow", DType::boolean);
    default:
      return std::nullopt;
  }
}

bool divides_by_zero(Arithmetic op, const Operands& operands) {
  if (op != Arithmetic::floor_divide && op != Arithmetic::remainder) return false;
  const std::vector<std::int64_t> divisors = operands.b.ints();
  return std::find(divisors.begin(), divisors.end(), 0) != divisors.end();
}

// x ** 0.5 is sqrt(x) in PyTorch, which differs from pow at -inf.
std::optional<Unary> root_of(Arithmetic op, const Operand& exponent) {
  const auto* number = std::get_if<Scalar>(&exponent);
  const auto* value = number != nullptr ? std::get_if<double>(number) : nullptr;
  if (op != Arithmetic::power || value == nullptr) return std::nullopt;
  if (*value == 0.5) return Unary::sqrt;
  if (*value == -0.5) return Unary::rsqrt;
  return std::nullopt;
}

}  // namespace

Result<Tensor> arithmetic(Arithmetic op, const Operand& a, const Operand& b) {
  if (const auto error = check_operands(op, a, b)) return *error;
  if (const auto root = root_of(op, b)) return unary(*root, as_tensor(a));
  const auto prepared = prepare(a, b, result_dtype(op, a, b));
  if (!prepared) return prepared.error();
  const Operands& operands = *prepared;
  const Layout& layout = operands.layout;
  Tensor result = allocate(layout, operands.dtype);
  switch (operands.dtype) {
    case DType::float32:
      compute(op, FlatElements<float>(operands.a, layout), FlatElements<float>(operands.b, layout),
              result);
      break;
    case DType::int64:
      if (result.numel() > 0 && divides_by_zero(op, operands)) {
        return runtime_error("ZeroDivisionError");
      }
      compute(integer_function(op), operands, result);
      break;
    case DType::boolean:
      if (const auto error = check_bool(op)) return *error;
      return logic(logic_of(op), operands.a, operands.b);
  }
  return result;
}

Result<Tensor> arithmetic_(Arithmetic op, const Tensor& t, const Operand& b) {
  if (const auto error = check_operands(op, t, b)) return *error;
  const Tensor other = as_tensor(b);
  if (const auto error = check_overlap(t, {other})) return *error;
  const auto sizes = broadcast_sizes(t.sizes(), other.sizes());
  if (!sizes) return sizes.error();
  if (*sizes != t.sizes()) {
    return runtime_error("output with shape " + to_string(t.sizes()) +
                         " doesn't match the broadcast shape " + to_string(*sizes));
  }
  const DType dtype = op == Arithmetic::divide ? DType::float32 : promote(t.dtype(), other.dtype());
  if (dtype != t.dtype()) {
    if (op == Arithmetic::power && std::holds_alternative<Scalar>(b)) {
      return runtime_error(std::string("Found dtype ") + scalar_type_name(t.dtype()) +
                           " but expected " + scalar_type_name(dtype));
    }
    return runtime_error(std::string("result type ") + scalar_type_name(dtype) +
                         " can't be cast to the desired output type " +
                         scalar_type_name(t.dtype()));
  }
  const auto result = arithmetic(op, t, b);
  if (!result) return result.error();
  write_computed(t, *result);
  return t;
}

}  // namespace mha
