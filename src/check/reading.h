// Readings: the ways in which memory can be cut into axes and its axes moved. A learner's result is
// compared with them by origins, element by element, so that the spelling of the program never
// matters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/rearrange.h"
#include "check/size_sets.h"

namespace mha {

// The input's axes at one size set: its dims, and the axes that make each up, outermost first.
struct AxisLayout {
  std::vector<std::string> axes;  // B, n, H, d_head
  Sizes axis_sizes;
  Sizes dims;  // the input's sizes; a dim may hold several axes

  static AxisLayout of(const PatternSide& side, const NamedSizes& sizes);
};

// Indices into AxisLayout::axes.
using AxisOrder = std::vector<int>;

// Move the input's dims into the order `dims`, read that memory as axes in the order `cut`, then
// move the axes into the order `order`. Identity, natural order and the order asked for make the
// right one.
struct Reading {
  AxisOrder dims;   // of the input's dims
  AxisOrder cut;    // of the axes
  AxisOrder order;  // of the axes
};

// The input's element at position `at` (row-major over the axes in reading.order).
std::int64_t element_at(const AxisLayout& layout, const Reading& reading, std::int64_t at);

// Whether the reading gives exactly `elements`.
bool matches(const AxisLayout& layout, const Reading& reading,
             const std::vector<std::int64_t>& elements);

// How many consecutive axes of `order` make up each dim of `sizes`; nothing where a dim ends inside
// an axis.
std::optional<std::vector<int>> grouping(const AxisLayout& layout, const AxisOrder& order,
                                         const Sizes& sizes);

AxisOrder natural_order(std::size_t axes);            // 0, 1, 2 …
std::vector<AxisOrder> all_orders(std::size_t axes);  // all permutations, the natural order first

// The axes of `order` that make up each dim, for people: {"B", "n", "H·d_head"}.
std::vector<std::string> dim_names(const AxisLayout& layout, const AxisOrder& order,
                                   const std::vector<int>& groups);

}  // namespace mha
