// Makes the input, runs the program, reads the origins.
#include "check/reshape_attempt.h"

#include <algorithm>
#include <numeric>

#include "tensor/moving.h"

namespace mha {
namespace {

const ReshapeAsk& lesson_ask(ReshapeAsk::Role role) {
  static const auto kSplit =
      reshape_ask(ReshapeAsk::Role::split, "q", "B n (H d_head) -> B H n d_head");
  static const auto kMerge =
      reshape_ask(ReshapeAsk::Role::merge, "context", "B H n d_head -> B n (H d_head)");
  return role == ReshapeAsk::Role::split ? *kSplit : *kMerge;
}

}  // namespace

Result<ReshapeAsk> reshape_ask(ReshapeAsk::Role role, std::string input, std::string want) {
  auto pattern = parse_pattern(want);
  if (!pattern)
    return Error{"LabError", "The exercise's pattern is broken: " + pattern.error().text};
  for (const std::string& axis : flattened(pattern->left)) {
    if (axis == kPatternEllipsis)
      return Error{"LabError", "An exercise's pattern must name all its axes."};
  }
  if (flattened(pattern->left).size() > 6) {
    return Error{"LabError", "An exercise's pattern may have six axes at most."};
  }
  return ReshapeAsk{role, std::move(input), std::move(want), std::move(*pattern)};
}

const ReshapeAsk& split_ask() { return lesson_ask(ReshapeAsk::Role::split); }
const ReshapeAsk& merge_ask() { return lesson_ask(ReshapeAsk::Role::merge); }

std::vector<std::int64_t> Attempt::elements_of(const Tensor& tensor) const {
  const std::int64_t input = trace.steps.front().outputs.front().storage().number();
  std::vector<std::int64_t> result;
  for (const Origin& origin : tensor.origins()) {
    result.push_back(origin.storage == input ? origin.element : -1);
  }
  return result;
}

std::int64_t Attempt::first_wrong() const {
  const auto place = std::mismatch(elements.begin(), elements.end(), wanted.begin()).first;
  return place - elements.begin();
}

Result<Attempt> attempt(const ReshapeAsk& ask, const Program& program, const Source& source,
                        const NamedSizes& sizes, RunOptions options) {
  const NamedSizes all = completed(sizes);
  NamedSizes lengths;
  for (const std::string& axis : flattened(ask.want.left)) {
    const std::int64_t size = all.at(axis);
    if (size <= 0) return Error{"LabError", sentence("The exercise gives no size for {}.", {axis})};
    lengths.set(axis, size);
  }
  const AxisLayout layout = AxisLayout::of(ask.want.left, all);
  const auto count = numel(layout.dims);
  if (!count) return Error{"LabError", "The exercise's sizes are too large: " + count.error().text};
  std::vector<float> values(static_cast<std::size_t>(*count));
  std::iota(values.begin(), values.end(), 0.0F);
  const Tensor input = Tensor::of(layout.dims, std::move(values));
  const auto wanted = rearrange(input, ask.want_text, lengths);
  if (!wanted) return Error{"LabError", "The exercise's pattern is broken: " + wanted.error().text};

  // Only what the shapes are made of has a name here.
  NamedSizes names;
  for (const auto& [name, value] : all) {
    if (lengths.find(name) || name == "d_out") names.set(name, value);
  }
  Attempt result{
      all, layout, run(program, source, ask.input, input, names, options), wanted->sizes(), {}, {}};
  result.wanted = result.elements_of(*wanted);
  if (const Tensor* tensor = result.trace.result()) result.elements = result.elements_of(*tensor);
  return result;
}

SourceElement source_element(const AxisLayout& layout, std::int64_t element) {
  SourceElement source;
  std::int64_t in_head = 0;
  std::int64_t d_head = 1;
  for (std::size_t i = layout.axes.size(); i-- > 0;) {
    const std::int64_t digit = element % layout.axis_sizes[i];
    element /= layout.axis_sizes[i];
    if (layout.axes[i] == "B") source.batch = digit;
    if (layout.axes[i] == "n") source.token = digit;
    if (layout.axes[i] == "H") source.head = digit;
    if (layout.axes[i] == "d_head") {
      in_head = digit;
      d_head = layout.axis_sizes[i];
    }
  }
  source.feature = source.head * d_head + in_head;
  return source;
}

Sizes cell_at(const Sizes& sizes, std::int64_t at) {
  Sizes cell(sizes.size(), 0);
  for (std::size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 0) continue;
    cell[i] = at % sizes[i];
    at /= sizes[i];
  }
  return cell;
}

}  // namespace mha
