// The ops that can be called by name: rows of (forms, PyTorch's signature, what runs it), one table
// a file call_*.cpp, and the arguments as a row's function gets them. Binding is call_binding.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tensor/call.h"
#include "tensor/computing.h"
#include "tensor/signatures.h"

namespace mha {

// One parameter's argument after binding.
struct Slot {
  const Value* value = nullptr;  // null: absent, or None where None is allowed
  std::int64_t integer = 0;      // Kind::integer: the argument or its default
  Sizes integers;                // Kind::integers and sym_integers
  const Parameter* parameter = nullptr;
};

// The bound arguments. Slot 0 is self in a method, so that a method and its function share a row.
class Bound {
 public:
  std::vector<Slot> slots;
  std::optional<Value> packed;           // view(2, 3): the positional arguments as one tuple
  const Arguments* arguments = nullptr;  // as they were given
  std::string_view name;                 // as errors say it
  std::uint8_t code = 0;                 // the row's code

  bool given(std::size_t i) const { return i < slots.size() && slots[i].value != nullptr; }
  const Value& value(std::size_t i) const { return *slots[i].value; }
  const Tensor& tensor(std::size_t i) const { return *slots[i].value->get<Tensor>(); }
  std::int64_t integer(std::size_t i) const { return slots[i].integer; }
  const Sizes& integers(std::size_t i) const { return slots[i].integers; }
  bool boolean(std::size_t i) const;                // absent: false
  Scalar scalar(std::size_t i) const;               // absent: its integer default
  Operand operand(std::size_t i) const;             // a Tensor, or a number
  std::optional<DType> dtype(std::size_t i) const;  // absent: nothing
  std::optional<std::int64_t> maybe_integer(std::size_t i) const;
  std::vector<Tensor> tensors(std::size_t i) const;
  std::string_view string(std::size_t i) const;  // absent: ""
};

using Run = Result<Value> (*)(const Bound&);

// How an op can be called, and who complains about its arguments.
inline constexpr std::uint8_t kMethod = 1;
inline constexpr std::uint8_t kFunction = 2;
inline constexpr std::uint8_t kBoth = kMethod | kFunction;  // the method lacks input and out
inline constexpr std::uint8_t kInternal = 4;   // not the learner's: what a Python-level op calls
inline constexpr std::uint8_t kPython = 8;     // a Python function: CPython's errors, self included
inline constexpr std::uint8_t kVariadic = 16;  // def f(*args): `run` reads Bound::arguments

// Overloads are consecutive rows of one name, in PyTorch's order.
struct Row {
  std::uint8_t forms;
  const char* signature;
  Run run;
  std::uint8_t code = 0;  // which of several alike: an Arithmetic, a Unary, …
};

std::span<const Row> moving_rows();
std::span<const Row> joining_rows();
std::span<const Row> arithmetic_rows();
std::span<const Row> computing_rows();
std::span<const Row> reducing_rows();
std::span<const Row> creation_rows();
std::span<const Row> reading_rows();

// Wraps what ops give.
Result<Value> as_value(Result<Tensor> tensor);
Result<Value> as_value(Result<std::vector<Tensor>> tensors);  // a Python tuple of them
Value size_value(const Sizes& sizes);                         // torch.Size
Value number_value(const Scalar& scalar);
std::optional<Scalar> number_of(const Value& value);  // of a bool, an int or a float

// Overloads over named dimensions: no tensor of the lab has names, so they raise as PyTorch does.
Result<Value> run_named(const Bound& bound);
// What PyTorch has and the lab has not.
Result<Value> run_absent(const Bound& bound);

// A nested list, tuple or number as a tensor: torch.tensor(data).
Result<Tensor> tensor_from(const Value& data);

// Python's operators: "__add__", "__rsub__", "__getitem__" …
bool has_operator(std::string_view name);
Result<Value> call_operator(std::string_view name, const Arguments& arguments);
Result<Value> get_item(const Tensor& self, const Value& index);
Result<Value> set_item(const Tensor& self, const Value& index, const Value& value);

// A row marked kInternal.
Result<Value> call_internal(std::string_view name, const Arguments& arguments);

}  // namespace mha
