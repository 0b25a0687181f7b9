// The ops that can be called by name: rows of (forms, PyTorch's signature, what runs it), one table
// a file call_*.cpp, and the arguments as a row's function gets them. Binding is call_binding.h.
#pragma once

#include <cstdint>
#include <initializer_list>
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

  // Out of line for the wasm's size: every op reads its arguments with them.
  bool given(std::size_t i) const;
  const Value& value(std::size_t i) const;
  const Tensor& tensor(std::size_t i) const;
  std::int64_t integer(std::size_t i) const;
  const Sizes& integers(std::size_t i) const;
  bool boolean(std::size_t i) const;                // absent: false
  Scalar scalar(std::size_t i) const;               // absent: its integer default
  Operand operand(std::size_t i) const;             // a Tensor, or a number
  std::optional<DType> dtype(std::size_t i) const;  // absent: nothing
  std::optional<std::int64_t> maybe_integer(std::size_t i) const;
  std::vector<Tensor> tensors(std::size_t i) const;
  std::string_view string(std::size_t i) const;  // absent: ""
};

// What runs a row: a function that gives a Value, or one tensor, or several (a Python tuple of
// them).
class Run {
 public:
  using GiveValue = Result<Value> (*)(const Bound&);
  using GiveTensor = Result<Tensor> (*)(const Bound&);
  using GiveTensors = Result<std::vector<Tensor>> (*)(const Bound&);

  constexpr Run(GiveValue run) : value_(run) {}      // NOLINT(*-explicit-*)
  constexpr Run(GiveTensor run) : tensor_(run) {}    // NOLINT(*-explicit-*)
  constexpr Run(GiveTensors run) : tensors_(run) {}  // NOLINT(*-explicit-*)

  Result<Value> operator()(const Bound& bound) const;

 private:
  GiveValue value_ = nullptr;
  GiveTensor tensor_ = nullptr;
  GiveTensors tensors_ = nullptr;
};

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
std::span<const Row> converting_rows();

// Wraps what ops give.
Result<Value> as_value(Result<Tensor> tensor);
Result<Value> as_value(Result<std::vector<Tensor>> tensors);  // a Python tuple of them
Value size_value(const Sizes& sizes);                         // torch.Size
Value number_value(const Scalar& scalar);
std::optional<Scalar> number_of(const Value& value);  // of a bool, an int or a float

// Overloads over named dimensions: no tensor of the lab has names, so they raise as PyTorch does.
Result<Value> run_named(const Bound& bound);
// What PyTorch has and the lab has not.
Error absent(const Bound& bound);
Result<Value> run_absent(const Bound& bound);

// A nested list, tuple or number as a tensor: torch.tensor(data).
Result<Tensor> tensor_from(const Value& data);

// Python's operators: "__add__", "__rsub__", "__getitem__" …
bool has_operator(std::string_view name);
Result<Value> call_operator(std::string_view name, const Arguments& arguments);
Result<Value> set_item(const Tensor& self, const Value& index, const Value& value);

// A row marked kInternal, of one of the tables.
Result<Value> call_internal(std::span<const Row> rows, std::string_view name,
                            const Arguments& arguments);

enum class Space : std::uint8_t { method, function, internal };

// An op: its rows, which stand one behind the other in a table; those of another space among them
// are passed over. Their signatures are parsed when the op is called.
struct Op {
  Space space;
  std::string_view name;
  std::span<const Row> rows;
};

class OpSet {
 public:
  // Python's operators on tensors, or none: whether there is one of a name, and what runs it.
  using HasOperator = bool (*)(std::string_view);
  using RunOperator = Result<Value> (*)(std::string_view, const Arguments&);

  OpSet(std::initializer_list<std::span<const Row>> tables, HasOperator has, RunOperator run);

  const std::vector<Op>& ops() const { return ops_; }
  const Op* find(Space space, std::string_view name) const;
  bool has_operator(std::string_view name) const { return has_ != nullptr && has_(name); }
  Result<Value> run_operator(std::string_view name, const Arguments& a) const {
    return run_(name, a);
  }

 private:
  std::vector<Op> ops_;
  HasOperator has_;
  RunOperator run_;
};

}  // namespace mha
