// Pass 1 parse the pattern, pass 2 find every axis's size, pass 3 split, permute, join.
#include "check/rearrange.h"

#include <algorithm>

#include "tensor/moving.h"
#include "tensor/number_text.h"

namespace mha {
namespace {

Error einops_error(std::string text) { return {"EinopsError", std::move(text)}; }

bool is_name(std::string_view word) {
  if (word.empty() || (word[0] >= '0' && word[0] <= '9')) return false;
  return std::all_of(word.begin(), word.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

Result<PatternSide> parse_side(std::string_view text) {
  PatternSide side;
  bool in_group = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n') {
      ++at;
    } else if (c == '(') {
      if (in_group) return einops_error("Brackets in a pattern can't be nested.");
      in_group = true;
      side.emplace_back();
      ++at;
    } else if (c == ')') {
      if (!in_group) return einops_error("The pattern closes a bracket that is not open.");
      in_group = false;
      ++at;
    } else {
      const std::size_t end = std::min(text.find_first_of(" \t\n()", at), text.size());
      const std::string word(text.substr(at, end - at));
      at = end;
      if (word == "1") {
        if (!in_group) side.emplace_back();
        continue;
      }
      if (word != kPatternEllipsis && !is_name(word)) {
        return einops_error(sentence("“{}” is not an axis name.", {word}));
      }
      if (word == kPatternEllipsis && in_group)
        return einops_error("“...” can't stand inside brackets here.");
      if (!in_group) side.emplace_back();
      side.back().push_back(word);
    }
  }
  if (in_group) return einops_error("A bracket in the pattern is not closed.");
  const std::vector<std::string> axes = flattened(side);
  for (auto axis = axes.begin(); axis != axes.end(); ++axis) {
    if (std::find(axes.begin(), axis, *axis) == axis) continue;
    return einops_error(sentence("Axis “{}” stands twice on one side.", {*axis}));
  }
  return side;
}

// The first of `axes` that is not among `others`; null if none.
const std::string* missing(const std::vector<std::string>& axes,
                           const std::vector<std::string>& others) {
  for (const std::string& axis : axes) {
    if (std::find(others.begin(), others.end(), axis) == others.end()) return &axis;
  }
  return nullptr;
}

// Replaces "..." by as many axes as the tensor has beyond the others.
Result<Pattern> expanded(Pattern pattern, std::int64_t rank) {
  const auto find = [](PatternSide& side) {
    return std::find(side.begin(), side.end(),
                     std::vector<std::string>{std::string(kPatternEllipsis)});
  };
  const auto left = find(pattern.left);
  if (left == pattern.left.end()) return pattern;
  const auto others = static_cast<std::int64_t>(pattern.left.size()) - 1;
  if (rank < others) return einops_error("The pattern has more axes than the tensor has dims.");
  PatternSide axes;
  for (std::int64_t i = 0; i < rank - others; ++i) axes.push_back({"..." + integer_text(i)});
  for (PatternSide* side : {&pattern.left, &pattern.right}) {
    const auto place = find(*side);
    if (place == side->end()) continue;
    const auto after = side->erase(place);
    side->insert(after, axes.begin(), axes.end());
  }
  return pattern;
}

// The size of every axis of the left side, in order.
Result<NamedSizes> axis_sizes(const Tensor& t, const PatternSide& left, const NamedSizes& lengths) {
  NamedSizes sizes;
  for (std::size_t dim = 0; dim < left.size(); ++dim) {
    const std::int64_t whole = t.sizes()[dim];
    std::int64_t known = 1;
    const std::string* open = nullptr;
    for (const std::string& axis : left[dim]) {
      const auto given = lengths.find(axis);
      if (given) {
        if (*given <= 0)
          return einops_error(sentence("Axis “{}” must have a positive size.", {axis}));
        known *= *given;
        sizes.set(axis, *given);
      } else if (open != nullptr) {
        return einops_error(sentence(
            "The sizes of “{}” and “{}” can't both be told: give one of them, for example {}=…",
            {*open, axis, axis}));
      } else {
        open = &axis;
        sizes.set(axis, 0);  // keeps the order
      }
    }
    if (open != nullptr && known > 0 && whole % known == 0) {
      sizes.set(*open, whole / known);
    } else if (open != nullptr || known != whole) {
      return einops_error(
          sentence("Dim {} has size {}, which does not fit the axes given for it ({}).",
                   {dim, whole, known}));
    }
  }
  return sizes;
}

Sizes joined(const PatternSide& side, const NamedSizes& axes) {
  Sizes sizes;
  for (const auto& group : side) {
    std::int64_t size = 1;
    for (const std::string& axis : group) size *= axes.at(axis);
    sizes.push_back(size);
  }
  return sizes;
}

}  // namespace

std::vector<std::string> flattened(const PatternSide& side) {
  std::vector<std::string> axes;
  for (const auto& group : side) axes.insert(axes.end(), group.begin(), group.end());
  return axes;
}

Result<Pattern> parse_pattern(std::string_view text) {
  const std::size_t arrow = text.find("->");
  if (arrow == std::string_view::npos) {
    return einops_error("A pattern needs an arrow: what the axes are -> what they become.");
  }
  auto left = parse_side(text.substr(0, arrow));
  if (!left) return left.error();
  auto right = parse_side(text.substr(arrow + 2));
  if (!right) return right.error();
  const std::vector<std::string> before = flattened(*left);
  const std::vector<std::string> after = flattened(*right);
  const std::string* odd = missing(before, after);
  if (odd == nullptr) odd = missing(after, before);
  if (odd != nullptr) {
    return einops_error(sentence("Axis “{}” stands on one side of the pattern only.", {*odd}));
  }
  return Pattern{std::move(*left), std::move(*right)};
}

Result<Tensor> rearrange(const Tensor& t, std::string_view text, const NamedSizes& lengths) {
  const auto parsed = parse_pattern(text);
  if (!parsed) return parsed.error();
  const auto whole = expanded(*parsed, t.rank());
  if (!whole) return whole.error();
  const Pattern& pattern = *whole;
  if (static_cast<std::int64_t>(pattern.left.size()) != t.rank()) {
    return einops_error(sentence("The pattern's left side has {} dims, the tensor has {}.",
                                 {pattern.left.size(), t.rank()}));
  }
  const std::vector<std::string> before = flattened(pattern.left);
  for (const auto& [name, value] : lengths) {
    if (std::find(before.begin(), before.end(), name) == before.end()) {
      return einops_error(sentence("“{}” is given a size but is not in the pattern.", {name}));
    }
  }
  const auto axes = axis_sizes(t, pattern.left, lengths);
  if (!axes) return axes.error();

  Sizes split;
  for (const std::string& axis : before) split.push_back(axes->at(axis));
  auto moved = reshape(t, split);
  if (!moved) return moved;
  std::vector<std::int64_t> order;
  for (const std::string& axis : flattened(pattern.right)) {
    order.push_back(std::find(before.begin(), before.end(), axis) - before.begin());
  }
  moved = permute(*moved, order);
  if (!moved) return moved;
  return reshape(*moved, joined(pattern.right, *axes));
}

}  // namespace mha
