// PyTorch's argument signatures as its own parser writes them, "softmax(Tensor input, int64_t dim,
// ScalarType? dtype=None, *, Tensor out=None)", and what they mean. Not the ops: see call_table.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mha {

enum class Kind : std::uint8_t {
  tensor,
  scalar,
  floating,
  integer,
  name,
  tensors,
  integers,
  sym_integers,  // as integers; only the errors call them SymInts
  names,
  boolean,
  dtype,
  layout,
  device,
  memory_format,
  string,
  object,
};

struct Parameter {
  std::string_view name;
  std::string_view fallback;  // the default's text, "" without one
  Kind kind = Kind::object;
  bool optional = false;      // has a default
  bool none_allowed = false;  // "ScalarType?"
  bool keyword_only = false;
  bool number_allowed =
      false;              // a Tensor parameter that takes a Python number as well (add, mul …)
  std::int64_t size = 0;  // of "IntArrayRef[1]": a single int stands for that many
};

struct Signature {
  std::string_view name;
  std::vector<Parameter> parameters;
  bool hidden = false;  // "…|deprecated": accepted, but not printed in errors
  std::size_t required = 0;
  std::size_t max_positional = 0;
};

// `text` must outlive the signature (the tables' string literals do).
Signature parse_signature(std::string_view text);

// Makes a method's signature of its function's: drops the first parameter (self) and `out`.
void drop_self(Signature& function);

// The integer that the text begins with, else 0.
std::int64_t leading_integer(std::string_view text);

const char* kind_name(Kind kind);                  // "tuple of ints", "torch.dtype" …
std::string describe(const Signature& signature);  // "(Tensor input, int dim, *, Tensor out)"

}  // namespace mha
