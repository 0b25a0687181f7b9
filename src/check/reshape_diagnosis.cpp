// Pass 1: the readings, from the least changed to the most. Pass 2: rows. Pass 3: the step.
#include "check/reshape_diagnosis.h"

#include <algorithm>

namespace mha {
namespace {

using Role = ReshapeAsk::Role;

// The axes of the wanted result in order, as indices into layout.axes.
AxisOrder wanted_order(const ReshapeAsk& ask, const AxisLayout& layout) {
  AxisOrder order;
  for (const std::string& axis : flattened(ask.want.right)) {
    order.push_back(static_cast<int>(std::find(layout.axes.begin(), layout.axes.end(), axis) -
                                     layout.axes.begin()));
  }
  return order;
}

// All orders, `first` before the others.
std::vector<AxisOrder> orders_from(const AxisOrder& first) {
  std::vector<AxisOrder> orders{first};
  for (const AxisOrder& order : all_orders(first.size())) {
    if (order != first) orders.push_back(order);
  }
  return orders;
}

// Whether every attempt's result can be the reading's: its sizes may end dims only between axes,
// unless the axes were joined regardless of them (a merge).
bool fits(const ReshapeAsk& ask, const std::vector<const Attempt*>& attempts,
          const Reading& reading) {
  return std::all_of(attempts.begin(), attempts.end(), [&](const Attempt* a) {
    if (a->elements.size() != a->wanted.size()) return false;
    // The comparison first: it ends at the first element that differs.
    return matches(a->layout, reading, a->elements) &&
           (ask.role == Role::merge ||
            grouping(a->layout, reading.order, a->trace.result()->sizes()));
  });
}

bool is(const AxisLayout& layout, const AxisOrder& order, std::initializer_list<const char*> axes) {
  return std::equal(order.begin(), order.end(), axes.begin(), axes.end(),
                    [&](int axis, const char* name) {
                      return layout.axes[static_cast<std::size_t>(axis)] == name;
                    });
}

std::string split_code(const AxisLayout& layout, const Reading& reading, const AxisOrder& wanted,
                       std::size_t rank) {
  const AxisOrder natural = natural_order(layout.axes.size());
  if (reading.dims != natural_order(layout.dims.size())) {
    return reading.dims.front() == 0 ? "split-transpose-first" : "split-batch-token-swapped";
  }
  if (reading.cut != natural) {
    if (is(layout, reading.cut, {"n", "B", "H", "d_head"})) return "split-batch-token-swapped";
    if (is(layout, reading.cut, {"B", "n", "d_head", "H"})) return "split-heads-interleaved";
    return "split-wrong-view-order";
  }
  // Unscrambled, but some axes are still joined.
  if (rank != layout.axes.size()) return "wrong-shape";
  if (reading.order == natural) return "split-missing-transpose";
  if (reading.order != wanted) return "split-wrong-axes";
  return "unknown";
}

std::string merge_code(const AxisLayout& layout, const Reading& reading, const AxisOrder& wanted,
                       bool unscrambled) {
  const AxisOrder natural = natural_order(layout.axes.size());
  if (unscrambled || (reading.cut == natural && reading.order == wanted))
    return "merge-wrong-shape";
  const auto batch_first = [&](const AxisOrder& order) { return order.front() == 0; };
  if (!batch_first(reading.cut) || !batch_first(reading.order)) return "merge-batch-mixed";
  if (reading.cut != natural) return "merge-wrong-axes";
  if (reading.order == natural) return "merge-missing-transpose";
  if (is(layout, reading.order, {"B", "n", "d_head", "H"})) return "merge-heads-interleaved";
  return "merge-wrong-axes";
}

std::string code_of(const ReshapeAsk& ask, const std::vector<const Attempt*>& attempts,
                    const Reading& reading) {
  const Attempt& first = *attempts.front();
  const AxisOrder wanted = wanted_order(ask, first.layout);
  if (ask.role == Role::split)
    return split_code(first.layout, reading, wanted, first.trace.result()->sizes().size());
  const bool unscrambled =
      !first.right_shape() && reading.cut == natural_order(first.layout.axes.size()) &&
      grouping(first.layout, reading.order, first.trace.result()->sizes()).has_value();
  return merge_code(first.layout, reading, wanted, unscrambled);
}

}  // namespace

std::optional<Finding> find_reading(const ReshapeAsk& ask,
                                    const std::vector<const Attempt*>& attempts) {
  const AxisLayout& layout = attempts.front()->layout;
  if (ask.role == Role::other || layout.axes.size() != 4) return std::nullopt;
  const std::vector<AxisOrder> cuts = all_orders(layout.axes.size());
  const std::vector<AxisOrder> orders = orders_from(wanted_order(ask, layout));
  // Dims moved before the cut are a mistake of splits; a merge moves all its axes anyway.
  std::vector<AxisOrder> dims = all_orders(layout.dims.size());
  if (ask.role == Role::merge) dims.resize(1);
  for (const AxisOrder& moved : dims) {
    for (const AxisOrder& cut : cuts) {
      for (const AxisOrder& order : orders) {
        const Reading reading{moved, cut, order};
        if (fits(ask, attempts, reading)) return Finding{code_of(ask, attempts, reading), reading};
      }
    }
  }
  return std::nullopt;
}

Finding find_property(const ReshapeAsk& ask, const Attempt& attempt) {
  const bool merge = ask.role == Role::merge;
  if (!attempt.right_shape()) return {merge ? "merge-wrong-shape" : "wrong-shape", std::nullopt};
  if (ask.role == Role::other) return {"unknown", std::nullopt};
  bool batch_mixed = false;
  bool token_mixed = false;
  bool foreign = false;
  for (std::size_t i = 0; i < attempt.elements.size(); ++i) {
    if (attempt.elements[i] < 0) {
      foreign = true;
      continue;
    }
    const SourceElement holds = source_element(attempt.layout, attempt.elements[i]);
    const SourceElement wanted = source_element(attempt.layout, attempt.wanted[i]);
    batch_mixed = batch_mixed || holds.batch != wanted.batch;
    token_mixed = token_mixed || holds.token != wanted.token;
  }
  if (foreign) return {"unknown", std::nullopt};
  if (batch_mixed) return {merge ? "merge-batch-mixed" : "split-batch-token-swapped", std::nullopt};
  if (token_mixed) return {merge ? "merge-wrong-axes" : "split-wrong-view-order", std::nullopt};
  return {"unknown", std::nullopt};
}

std::optional<AxisOrder> axis_order(const Attempt& attempt, const Tensor& tensor) {
  const std::size_t axes = attempt.layout.axes.size();
  if (tensor.numel() != static_cast<std::int64_t>(attempt.wanted.size())) return std::nullopt;
  const std::vector<std::int64_t> elements = attempt.elements_of(tensor);
  for (const AxisOrder& order : all_orders(axes)) {
    const Reading reading{natural_order(attempt.layout.dims.size()), natural_order(axes), order};
    if (grouping(attempt.layout, order, tensor.sizes()) &&
        matches(attempt.layout, reading, elements)) {
      return order;
    }
  }
  return std::nullopt;
}

std::size_t wrong_step(const Attempt& attempt, const ReshapeAsk& ask) {
  const std::vector<Step>& steps = attempt.trace.steps;
  const std::size_t last = steps.size() - 1;
  std::size_t moved = last;
  AxisOrder before = natural_order(attempt.layout.axes.size());
  for (std::size_t i = 1; i <= last; ++i) {
    if (steps[i].outputs.size() != 1) continue;
    const auto order = axis_order(attempt, steps[i].outputs[0]);
    if (!order) return i;
    if (*order != before) moved = i;
    before = *order;
  }
  return before == wanted_order(ask, attempt.layout) ? last : moved;
}

}  // namespace mha
