// einops-style patterns: "b n (h d) -> b h n d". Parsed into axes, applied as reshape, permute,
// reshape. Only rearrange: no reductions, no repeats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/size_sets.h"
#include "tensor/tensor.h"

namespace mha {

// One side of a pattern: a list of dims, each a list of the axes that it is made of, outermost
// first. A dim of size 1 ("1") is an empty list; "..." is the single axis kPatternEllipsis.
using PatternSide = std::vector<std::vector<std::string>>;

inline constexpr std::string_view kPatternEllipsis = "...";

struct Pattern {
  PatternSide left;
  PatternSide right;
};

// Errors have the type "EinopsError" and one sentence.
Result<Pattern> parse_pattern(std::string_view text);

// `lengths`: sizes of axes that can't be told from the tensor; every one must occur in the pattern.
Result<Tensor> rearrange(const Tensor& t, std::string_view pattern, const NamedSizes& lengths);

std::vector<std::string> flattened(const PatternSide& side);  // all axes in order

}  // namespace mha
