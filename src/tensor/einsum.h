// The equation of an einsum, read: which subscripts each operand and the output have. No tensor
// here; einsum itself is declared in computing.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tensor/result.h"

namespace mha {

// A letter as its index, A–Z then a–z, or kEllipsis.
using Subscript = std::size_t;
inline constexpr std::size_t kLetters = 52;
inline constexpr Subscript kEllipsis = kLetters;
using Counts = std::vector<std::int64_t>;
char letter_of(Subscript subscript);

struct Equation {
  std::vector<std::vector<Subscript>> operands;
  bool has_output = false;        // "->" was given
  std::vector<Subscript> output;  // unchecked against the operands; at most one ellipsis
};

// What is left of the "->" is checked at once, what is right of it not: PyTorch looks at the
// operands' sizes in between, and the first error counts.
Result<Equation> parse_operands(std::string_view equation, std::size_t operand_count);
// Fills equation.output. `count[s]` tells how often subscript s occurs in the operands.
Result<Equation> parse_output(std::string_view text, Equation equation, const Counts& count);

}  // namespace mha
