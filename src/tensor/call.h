// Calling an op by its PyTorch name with Python-like arguments: what reshape programs and the torch
// package do. Argument forms (varargs or a tuple, keywords, defaults) and TypeErrors are PyTorch's.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tensor/tensor.h"

namespace mha {

struct Value;
struct None {
  friend bool operator==(const None&, const None&) = default;
};
using List = std::vector<Value>;  // a Python list
struct Tuple {                    // a Python tuple or torch.Size
  List items;
};
struct Slice {  // a Python slice: start, stop, step, each an int or None
  List bounds;
};
struct Ellipsis {};  // Python's ...

// A Python object, as far as ops take and give them.
struct Value {
  std::variant<None, bool, std::int64_t, double, std::string, DType, Tensor, List, Tuple, Slice,
               Ellipsis>
      held;

  // Out of line, as ops copy and drop Values everywhere: inlined, they were a third of the wasm.
  Value();
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();

  template <class T>
  Value(T value) : held(std::move(value)) {}  // NOLINT(*-explicit-*)

  template <class T>
  const T* get() const {
    return std::get_if<T>(&held);
  }
  const char* type_name()
      const;  // as PyTorch's errors say it: "int", "float", "str", "Tensor", "NoneType" …
};

struct Arguments {
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> keywords;
};

enum class Form {
  method,    // self is arguments.positional[0]: q.view(…)
  function,  // torch.NAME(…)
};

// A set of ops that can be called by name. Which one a program gets is its caller's choice; what no
// caller uses is not linked.
class OpSet;
// Ops that only move elements, and what a tensor says of itself: view, transpose, cat, size …
const OpSet& moving_ops();
// Every op of the lab, Python's operators ("__add__" …) included.
const OpSet& all_ops();

// Whether the set has an op of this name in this form ("view", "softmax" …).
bool has_op(const OpSet& ops, Form form, std::string_view name);
// Names of all ops of the form, sorted: for "did you mean".
std::vector<std::string_view> op_names(const OpSet& ops, Form form);

// Runs the op. Unknown names: AttributeError "'Tensor' object has no attribute 'veiw'" or
// "module 'torch' has no attribute 'veiw'".
Result<Value> call(const OpSet& ops, Form form, std::string_view name, const Arguments& arguments);

// self[index]: ints, slices, None, Ellipsis, masks, int tensors, or a tuple of them.
Result<Value> get_item(const Tensor& self, const Value& index);

// Attributes read without a call: shape, T, mT, ndim, dtype … AttributeError for unknown ones.
bool has_attribute(std::string_view name);
Result<Value> attribute(const Tensor& self, std::string_view name);

}  // namespace mha
