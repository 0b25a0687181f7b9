// Index arithmetic only; a comparison stops at the first element that differs.
#include "check/reading.h"

#include <algorithm>
#include <numeric>

namespace mha {
namespace {

constexpr std::size_t kMaxAxes = 8;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

AxisLayout AxisLayout::of(const PatternSide& side, const NamedSizes& sizes) {
  AxisLayout layout;
  for (const auto& group : side) {
    std::int64_t dim = 1;
    for (const std::string& axis : group) {
      layout.axes.push_back(axis);
      layout.axis_sizes.push_back(sizes.at(axis));
      dim *= sizes.at(axis);
    }
    layout.dims.push_back(dim);
  }
  return layout;
}

std::int64_t element_at(const AxisLayout& layout, const Reading& reading, std::int64_t at) {
  std::int64_t digits[kMaxAxes] = {};
  for (std::size_t i = reading.order.size(); i-- > 0;) {
    const std::size_t axis = index(reading.order[i]);
    digits[axis] = at % layout.axis_sizes[axis];
    at /= layout.axis_sizes[axis];
  }
  std::int64_t place = 0;  // in the memory that is cut
  for (const int axis : reading.cut) place = place * layout.axis_sizes[index(axis)] + digits[axis];
  for (std::size_t i = reading.dims.size(); i-- > 0;) {
    const std::size_t dim = index(reading.dims[i]);
    digits[dim] = place % layout.dims[dim];
    place /= layout.dims[dim];
  }
  std::int64_t element = 0;
  for (std::size_t dim = 0; dim < layout.dims.size(); ++dim) {
    element = element * layout.dims[dim] + digits[dim];
  }
  return element;
}

bool matches(const AxisLayout& layout, const Reading& reading,
             const std::vector<std::int64_t>& elements) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i] != element_at(layout, reading, static_cast<std::int64_t>(i))) return false;
  }
  return true;
}

std::optional<std::vector<int>> grouping(const AxisLayout& layout, const AxisOrder& order,
                                         const Sizes& sizes) {
  std::vector<int> groups;
  std::size_t axis = 0;
  for (const std::int64_t size : sizes) {
    std::int64_t product = 1;
    int count = 0;
    while (product < size && axis < order.size()) {
      product *= layout.axis_sizes[index(order[axis++])];
      ++count;
    }
    if (product != size) return std::nullopt;
    groups.push_back(count);
  }
  if (axis != order.size()) return std::nullopt;
  return groups;
}

AxisOrder natural_order(std::size_t axes) {
  AxisOrder order(axes);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<AxisOrder> all_orders(std::size_t axes) {
  std::vector<AxisOrder> orders;
  AxisOrder order = natural_order(axes);
  do {
    orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

std::vector<std::string> dim_names(const AxisLayout& layout, const AxisOrder& order,
                                   const std::vector<int>& groups) {
  std::vector<std::string> names;
  std::size_t axis = 0;
  for (const int count : groups) {
    std::string name = count == 0 ? "1" : "";
    for (int i = 0; i < count; ++i) {
      name += (i == 0 ? "" : "·") + layout.axes[index(order[axis++])];
    }
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace mha
