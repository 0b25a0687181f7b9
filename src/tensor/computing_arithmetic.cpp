// Elementwise arithmetic on two operands. Not comparison and logic, which are in
// computing_logic.cpp. Both operands are brought to one dtype and to the result's memory order;
// then each dtype is one loop.
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

float computed(Arithmetic op, float a, float b) {
  switch (op) {
    case Arithmetic::add:
      return a + b;
    case Arithmetic::subtract:
      return a - b;
    case Arithmetic::multiply:
      return a * b;
    case Arithmetic::divide:
      return a / b;
    case Arithmetic::floor_divide:
      return floor_quotient(a, b);
    case Arithmetic::remainder:
      return python_remainder(a, b);
    case Arithmetic::power:
      return std::pow(a, b);
    case Arithmetic::maximum:
      return larger(a, b);
    case Arithmetic::minimum:
      break;
  }
  return smaller(a, b);
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

std::int64_t computed(Arithmetic op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Arithmetic::add:
      return add_integers(a, b);
    case Arithmetic::subtract:
      return subtract_integers(a, b);
    case Arithmetic::multiply:
      return multiply_integers(a, b);
    case Arithmetic::divide:  // true division is computed in float32
    case Arithmetic::floor_divide:
      return divide_integers(a, b);
    case Arithmetic::remainder:
      return remainder_of_integers(a, b);
    case Arithmetic::power:
      return integer_power(a, b);
    case Arithmetic::maximum:
      return std::max(a, b);
    case Arithmetic::minimum:
      break;
  }
  return std::min(a, b);
}

// A plain loop with the op inside, one for each dtype: as xtensor expressions, one for each op and
// dtype, the same was several times the wasm.
template <class T>
void compute(Arithmetic op, const Operands& operands, const Tensor& result) {
  const FlatElements<T> a(operands.a, operands.layout);
  const FlatElements<T> b(operands.b, operands.layout);
  T* const out = data_of<T>(result);
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = computed(op, a.data()[i], b.data()[i]);
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
  Tensor result = allocate(operands.layout, operands.dtype);
  switch (operands.dtype) {
    case DType::float32:
      compute<float>(op, operands, result);
      break;
    case DType::int64:
      if (result.numel() > 0 && divides_by_zero(op, operands)) {
        return runtime_error("ZeroDivisionError");
      }
      compute<std::int64_t>(op, operands, result);
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
    return runtime_error("output with shape {} doesn't match the broadcast shape {}",
                         {t.sizes(), *sizes});
  }
  const DType dtype = op == Arithmetic::divide ? DType::float32 : promote(t.dtype(), other.dtype());
  if (dtype != t.dtype()) {
    if (op == Arithmetic::power && std::holds_alternative<Scalar>(b)) {
      return runtime_error("Found dtype {} but expected {}",
                           {scalar_type_name(t.dtype()), scalar_type_name(dtype)});
    }
    return runtime_error("result type {} can't be cast to the desired output type {}",
                         {scalar_type_name(dtype), scalar_type_name(t.dtype())});
  }
  const auto result = arithmetic(op, t, b);
  if (!result) return result.error();
  write_computed(t, *result);
  return t;
}

}  // namespace mha
