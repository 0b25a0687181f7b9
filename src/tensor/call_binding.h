// Binding Python arguments to PyTorch's signatures, with the errors of its parser. Source of the
// rules: torch/csrc/utils/python_arg_parser.cpp and invalid_arguments.cpp (1.13).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tensor/call_table.h"

namespace mha {

struct Overload {
  Signature signature;
  const Row* row;
};

using Keyword = std::pair<std::string, Value>;

// Arguments without self.
struct Given {
  std::span<const Value> positional;
  std::span<const Keyword> keywords;
};

// The first overload that takes the arguments, its slots filled; else PyTorch's TypeError.
// `first_slot` is 1 for a method (slot 0 is self, which the caller has put there).
Result<const Overload*> bind_arguments(std::span<const Overload> overloads, const Given& given,
                                       std::size_t first_slot, Bound& bound);

// A function written in Python: positions and names are checked, types are not.
std::optional<Error> bind_python(const Signature& signature, const Given& given, Bound& bound);

// "transpose() received an invalid combination of arguments - got (int), but expected one of: …"
std::string invalid_arguments(std::span<const Overload> overloads, const Given& given);

// Single-signature errors, as TypeErrors.
Error too_many_arguments(const Signature& signature, std::size_t given);
Error missing_arguments(const Signature& signature, std::size_t first);
Error wrong_keywords(const Signature& signature, const Given& given);

}  // namespace mha
