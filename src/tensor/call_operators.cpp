// Python's operators on tensors, "__add__" to "__len__", as calls of the ops behind them. A
// TypeError of the op becomes Python's own, "unsupported operand type(s) for +: …".
#include <algorithm>
#include <array>

#include "tensor/call_table.h"
#include "tensor/creation.h"
#include "tensor/moving.h"

namespace mha {
namespace {

enum class Side : std::uint8_t {
  left,      // self OP other
  right,     // other OP self, by an op that commutes
  swapped,   // other OP self, by torch.OP(other, self)
  compared,  // self < other
  equality,  // falls back to identity where the op refuses
  alone,     // OP self
};

struct Operator {
  std::string_view name;
  std::string_view op;
  std::string_view symbol;
  Side side;
};

constexpr std::array kOperators = std::to_array<Operator>({
    {"__abs__", "abs", "", Side::alone},
    {"__add__", "add", "+", Side::left},
    {"__and__", "bitwise_and", "&", Side::left},
    {"__eq__", "eq", "==", Side::equality},
    {"__floordiv__", "floor_divide", "//", Side::left},
    {"__ge__", "ge", ">=", Side::compared},
    {"__gt__", "gt", ">", Side::compared},
    {"__iadd__", "add_", "+=", Side::left},
    {"__ifloordiv__", "floor_divide_", "//=", Side::left},
    {"__imod__", "remainder_", "%=", Side::left},
    {"__imul__", "mul_", "*=", Side::left},
    {"__ipow__", "pow_", "** or pow()", Side::left},
    {"__isub__", "sub_", "-=", Side::left},
    {"__itruediv__", "div_", "/=", Side::left},
    {"__le__", "le", "<=", Side::compared},
    {"__lt__", "lt", "<", Side::compared},
    {"__matmul__", "matmul", "@", Side::left},
    {"__mod__", "remainder", "%", Side::left},
    {"__mul__", "mul", "*", Side::left},
    {"__ne__", "ne", "!=", Side::equality},
    {"__neg__", "neg", "", Side::alone},
    {"__or__", "bitwise_or", "|", Side::left},
    {"__pow__", "pow", "** or pow()", Side::left},
    {"__radd__", "add", "+", Side::right},
    {"__rand__", "bitwise_and", "&", Side::right},
    {"__rfloordiv__", "floor_divide", "//", Side::swapped},
    {"__rmatmul__", "matmul", "@", Side::swapped},
    {"__rmod__", "remainder", "%", Side::swapped},
    {"__rmul__", "mul", "*", Side::right},
    {"__ror__", "bitwise_or", "|", Side::right},
    {"__rpow__", "pow", "** or pow()", Side::swapped},
    {"__rsub__", "sub", "-", Side::swapped},
    {"__rtruediv__", "div", "/", Side::swapped},
    {"__rxor__", "bitwise_xor", "^", Side::right},
    {"__sub__", "sub", "-", Side::left},
    {"__truediv__", "div", "/", Side::left},
    {"__xor__", "bitwise_xor", "^", Side::left},
});

const Operator* find_operator(std::string_view name) {
  const auto* found = std::find_if(kOperators.begin(), kOperators.end(),
                                   [name](const Operator& op) { return op.name == name; });
  return found == kOperators.end() ? nullptr : found;
}

Result<Value> run_length(const Tensor& self) {
  if (self.rank() == 0) return type_error("len() of a 0-d tensor");
  return Value(self.size(0));
}

Result<Value> run_iterate(const Tensor& self) {
  if (self.rank() == 0) return type_error("iteration over a 0-d tensor");
  return as_value(unbind(self, 0));
}

Result<Value> run_truth(const Tensor& self) {
  const std::int64_t count = self.numel();
  if (count != 1) {
    return runtime_error("Boolean value of Tensor with {} is ambiguous",
                         {(count == 0 ? "no values" : "more than one value")});
  }
  return Value(*data_of<bool>(to(self, DType::boolean)));
}

Result<Value> run_integer(const Tensor& self) {
  const auto number = item(self);
  if (!number) return number.error();
  return Value(self.ints()[0]);
}

Result<Value> run_real(const Tensor& self) {
  const auto number = item(self);
  if (!number) return number.error();
  if (const auto* real = std::get_if<double>(&*number)) return Value(*real);
  return Value(static_cast<double>(self.ints()[0]));
}

Result<Value> run_index(const Tensor& self) {
  if (self.dtype() == DType::float32 || self.numel() != 1) {
    return type_error("only integer tensors of a single element can be converted to an index");
  }
  return Value(self.ints()[0]);
}

Result<Value> run_invert(const Tensor& self) { return as_value(unary(Unary::invert, self)); }

// Operators of self alone that are no method of PyTorch's own.
struct Conversion {
  std::string_view name;
  Result<Value> (*run)(const Tensor&);
};

constexpr std::array<Conversion, 7> kConversions = {{
    {"__bool__", run_truth},
    {"__float__", run_real},
    {"__index__", run_index},
    {"__int__", run_integer},
    {"__invert__", run_invert},
    {"__iter__", run_iterate},
    {"__len__", run_length},
}};

const Conversion* find_conversion(std::string_view name) {
  const auto* found = std::find_if(kConversions.begin(), kConversions.end(),
                                   [name](const Conversion& each) { return each.name == name; });
  return found == kConversions.end() ? nullptr : found;
}

Error wrong_count(std::size_t expected, std::size_t given) {
  return type_error(
      "expected {}{}{}",
      {expected, (expected == 1 ? " argument, got " : " arguments, got "), given - 1});
}

Result<Value> swapped(const Operator& op, const Value& self, const Value& other) {
  Arguments arguments;
  arguments.positional = {self, other};
  Value& first = arguments.positional[0];
  Value& second = arguments.positional[1];
  if (op.op == "sub") return call(all_ops(), Form::function, "rsub", arguments);
  if (op.op != "div") {
    std::swap(first, second);
    return call(all_ops(), Form::function, op.op, arguments);
  }
  // PyTorch's __rtruediv__: the reciprocal, then a product.
  auto inverse = as_value(unary(Unary::reciprocal, *self.get<Tensor>()));
  if (!inverse) return inverse;
  first = std::move(*inverse);
  return call(all_ops(), Form::method, "mul", arguments);
}

Error refused(const Operator& op, const Value& self, const Value& other) {
  const bool reversed = op.side == Side::right || op.side == Side::swapped;
  const std::string left = (reversed ? other : self).type_name();
  const std::string right = (reversed ? self : other).type_name();
  const std::string symbol(op.symbol);
  if (op.side == Side::compared) {
    return type_error("'{}' not supported between instances of '{}' and '{}'",
                      {symbol, left, right});
  }
  return type_error("unsupported operand type(s) for {}: '{}' and '{}'", {symbol, left, right});
}

}  // namespace

bool has_operator(std::string_view name) {
  return name == "__getitem__" || name == "__setitem__" || find_operator(name) != nullptr ||
         find_conversion(name) != nullptr;
}

Result<Value> call_operator(std::string_view name, const Arguments& arguments) {
  const List& given = arguments.positional;
  const Tensor& self = *given[0].get<Tensor>();
  const Operator* op = find_operator(name);
  std::size_t expected = 2;
  if (name == "__setitem__") expected = 3;
  if (find_conversion(name) || (op && op->side == Side::alone)) expected = 1;
  if (given.size() != expected) return wrong_count(expected - 1, given.size());
  if (name == "__getitem__") return get_item(self, given[1]);
  if (name == "__setitem__") return set_item(self, given[1], given[2]);
  if (const Conversion* conversion = find_conversion(name)) return conversion->run(self);
  if (op->side == Side::alone) return call(all_ops(), Form::method, op->op, arguments);

  const Value& other = given[1];
  auto result = op->side == Side::swapped ? swapped(*op, given[0], other)
                                          : call(all_ops(), Form::method, op->op, arguments);
  if (result || result.error().type != "TypeError") return result;
  if (op->side == Side::equality) return Value(op->symbol == "!=");
  return refused(*op, given[0], other);
}

}  // namespace mha
