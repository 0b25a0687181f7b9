// Integers are 64-bit here: what would grow beyond is a LimitError, as no size of the lab does.
#include "check/python.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace mha {
namespace {

constexpr std::int64_t kMaxRange = 4'096;

Error too_large() { return limit_error("This number is too large for the lab."); }

Error unsupported(std::string_view symbol, const Value& left, const Value& right) {
  return type_error("unsupported operand type(s) for {}: '{}' and '{}'",
                    {symbol, left.type_name(), right.type_name()});
}

Result<Value> integer_power(std::int64_t base, std::int64_t exponent) {
  if (base == 0 || base == 1) return Value(exponent == 0 ? std::int64_t{1} : base);
  if (base == -1) return Value(exponent % 2 == 0 ? std::int64_t{1} : std::int64_t{-1});
  std::int64_t result = 1;
  for (std::int64_t i = 0; i < exponent; ++i) {
    if (__builtin_mul_overflow(result, base, &result)) return too_large();
  }
  return Value(result);
}

// Python rounds quotients down and gives remainders the divisor's sign.
Result<Value> integer_division(bool quotient, std::int64_t a, std::int64_t b) {
  if (b == 0) return Error{"ZeroDivisionError", "integer division or modulo by zero"};
  if (b == -1) {
    if (a == std::numeric_limits<std::int64_t>::min()) return too_large();
    return Value(quotient ? -a : std::int64_t{0});
  }
  const std::int64_t remainder = a % b;
  const bool down = remainder != 0 && (remainder < 0) != (b < 0);
  if (quotient) return Value(a / b - (down ? 1 : 0));
  return Value(down ? remainder + b : remainder);
}

Result<Value> integer_binary(std::string_view symbol, std::int64_t a, std::int64_t b) {
  if (symbol == "**") return integer_power(a, b);
  if (symbol == "//" || symbol == "%") return integer_division(symbol == "//", a, b);
  std::int64_t result = 0;
  const bool overflow = symbol == "+"   ? __builtin_add_overflow(a, b, &result)
                        : symbol == "-" ? __builtin_sub_overflow(a, b, &result)
                                        : __builtin_mul_overflow(a, b, &result);
  if (overflow) return too_large();
  return Value(result);
}

Result<Value> real_binary(std::string_view symbol, double x, double y) {
  if (symbol == "+") return Value(x + y);
  if (symbol == "-") return Value(x - y);
  if (symbol == "*") return Value(x * y);
  if (symbol == "**") return Value(std::pow(x, y));
  if (y == 0) return Error{"ZeroDivisionError", "division by zero"};
  if (symbol == "/") return Value(x / y);
  const double quotient = std::floor(x / y);
  return Value(symbol == "//" ? quotient : x - quotient * y);
}

}  // namespace

const List* items_of(const Value& value) {
  if (const auto* tuple = value.get<Tuple>()) return &tuple->items;
  return value.get<List>();
}

std::optional<double> real_of(const Value& value) {
  if (const auto* integer = value.get<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* real = value.get<double>()) return *real;
  if (const auto* boolean = value.get<bool>()) return *boolean ? 1.0 : 0.0;
  return std::nullopt;
}

Result<Value> python_binary(std::string_view symbol, const Value& left, const Value& right) {
  const auto x = real_of(left);
  const auto y = real_of(right);
  if (x && y && symbol != "@") {
    const auto* a = left.get<std::int64_t>();
    const auto* b = right.get<std::int64_t>();
    const bool integral =
        a != nullptr && b != nullptr && symbol != "/" && !(symbol == "**" && *b < 0);
    return integral ? integer_binary(symbol, *a, *b) : real_binary(symbol, *x, *y);
  }
  const auto* one = left.get<Tuple>();
  const auto* two = right.get<Tuple>();
  if (symbol != "+" || one == nullptr || two == nullptr) return unsupported(symbol, left, right);
  Tuple joined = *one;
  joined.items.insert(joined.items.end(), two->items.begin(), two->items.end());
  return Value(std::move(joined));
}

Result<Value> python_unary(std::string_view symbol, const Value& operand) {
  if (const auto* integer = operand.get<std::int64_t>()) {
    return Value(symbol == "-" ? -*integer : symbol == "~" ? ~*integer : *integer);
  }
  if (const auto* real = operand.get<double>(); real != nullptr && symbol != "~") {
    return Value(symbol == "-" ? -*real : *real);
  }
  return type_error("bad operand type for unary {}: '{}'", {symbol, operand.type_name()});
}

Result<Value> python_index(const Value& sequence, const Value& index) {
  const List* items = items_of(sequence);
  if (items == nullptr) {
    return type_error("'{}' object is not subscriptable", {sequence.type_name()});
  }
  const char* kind = sequence.get<Tuple>() != nullptr ? "tuple" : "list";
  const auto count = static_cast<std::int64_t>(items->size());
  if (const auto* at = index.get<std::int64_t>()) {
    const std::int64_t place = *at < 0 ? *at + count : *at;
    if (place < 0 || place >= count) return index_error("{} index out of range", {kind});
    return (*items)[static_cast<std::size_t>(place)];
  }
  const auto* slice = index.get<Slice>();
  if (slice == nullptr) {
    return type_error("{} indices must be integers or slices, not {}", {kind, index.type_name()});
  }
  const auto bound = [&](std::size_t which, std::int64_t otherwise) {
    const auto* given = slice->bounds[which].get<std::int64_t>();
    return given != nullptr ? *given : otherwise;
  };
  const auto clamp = [&](std::int64_t at) {
    return std::clamp<std::int64_t>(at < 0 ? at + count : at, 0, count);
  };
  const std::int64_t step = bound(2, 1);
  if (step <= 0) return not_in_this_lab("A slice with a step below 1 is not in this lab.");
  List picked;
  const std::int64_t stop = clamp(bound(1, count));
  for (std::int64_t i = clamp(bound(0, 0)); i < stop; i += std::min(step, count)) {
    picked.push_back((*items)[static_cast<std::size_t>(i)]);
  }
  if (sequence.get<Tuple>() != nullptr) return Value(Tuple{std::move(picked)});
  return Value(std::move(picked));
}

Result<Value> python_range(const List& arguments) {
  std::vector<std::int64_t> bounds;
  for (const Value& argument : arguments) {
    const auto* integer = argument.get<std::int64_t>();
    if (integer == nullptr) {
      return type_error("'{}' object cannot be interpreted as an integer", {argument.type_name()});
    }
    bounds.push_back(*integer);
  }
  if (bounds.empty() || bounds.size() > 3) {
    return type_error("range expected 1 to 3 arguments, got {}", {bounds.size()});
  }
  const std::int64_t start = bounds.size() > 1 ? bounds[0] : 0;
  const std::int64_t stop = bounds.size() > 1 ? bounds[1] : bounds[0];
  const std::int64_t step = bounds.size() > 2 ? bounds[2] : 1;
  if (step == 0) return value_error("range() arg 3 must not be zero");
  List items;
  std::int64_t i = start;
  while (step > 0 ? i < stop : i > stop) {
    if (static_cast<std::int64_t>(items.size()) >= kMaxRange) {
      return limit_error("A range in this box may have {} numbers.", {kMaxRange});
    }
    items.emplace_back(i);
    if (__builtin_add_overflow(i, step, &i)) break;
  }
  return Value(std::move(items));
}

}  // namespace mha
