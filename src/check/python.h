// Python's own rules for the values of a reshape program that are not tensors: numbers, tuples,
// lists, slices, range. Errors carry CPython's type and text. No tensors, no names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tensor/call.h"

namespace mha {

// The items of a tuple or list; null for other values.
const List* items_of(const Value& value);
// The value of a bool, int or float.
std::optional<double> real_of(const Value& value);

// left op right for +, -, *, /, //, %, ** on numbers, and + on two tuples.
Result<Value> python_binary(std::string_view symbol, const Value& left, const Value& right);
// -, + or ~ on a number.
Result<Value> python_unary(std::string_view symbol, const Value& operand);
// sequence[index], index an int or a Slice.
Result<Value> python_index(const Value& sequence, const Value& index);
// range(stop), range(start, stop), range(start, stop, step), as a list.
Result<Value> python_range(const List& arguments);

}  // namespace mha
