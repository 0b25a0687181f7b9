// Rows become runs ("token 0, features 4–7"), runs become sentences.
#include "check/reshape_words.h"

#include <algorithm>

#include "tensor/number_text.h"

namespace mha {
namespace {

constexpr std::size_t kMaxRuns = 3;

// Consecutive elements of one token.
struct RunOfCells {
  SourceElement first;
  std::int64_t count = 1;
  std::int64_t step = 1;  // between features
};

bool continues(const RunOfCells& run, const SourceElement& next) {
  if (next.batch != run.first.batch || next.token != run.first.token) return false;
  if (run.count == 1) return next.feature > run.first.feature;
  return next.feature == run.first.feature + run.count * run.step;
}

std::string features_text(const RunOfCells& run) {
  const std::int64_t first = run.first.feature;
  const std::int64_t last = first + (run.count - 1) * run.step;
  if (run.count == 1) return "feature " + integer_text(first);
  if (run.step == 1) return sentence("features {}–{}", {first, last});
  std::string text = sentence("features {}, {}", {first, first + run.step});
  if (run.count > 3) text += " …";
  if (run.count > 2) text += (run.count > 3 ? " " : ", ") + integer_text(last);
  return text;
}

// `beside`: the sequence that needs no mention.
std::string row_text(const AxisLayout& layout, const std::vector<std::int64_t>& row,
                     std::int64_t beside) {
  std::vector<RunOfCells> runs;
  bool foreign = false;
  for (const std::int64_t element : row) {
    if (element < 0) {
      foreign = true;
      continue;
    }
    const SourceElement next = source_element(layout, element);
    if (runs.empty() || !continues(runs.back(), next)) {
      runs.push_back({next});
    } else {
      if (runs.back().count == 1) runs.back().step = next.feature - runs.back().first.feature;
      ++runs.back().count;
    }
  }
  if (foreign) return "computed values, not elements of the input";
  std::string text;
  for (std::size_t i = 0; i < runs.size() && i < kMaxRuns; ++i) {
    const RunOfCells& run = runs[i];
    const bool new_token = i == 0 || run.first.token != runs[i - 1].first.token ||
                           run.first.batch != runs[i - 1].first.batch;
    if (i > 0) text += i + 1 == runs.size() ? " and " : ", ";
    if (new_token && run.first.batch != beside)
      text += sentence("sequence {}, ", {run.first.batch});
    if (new_token) text += sentence("token {}, ", {run.first.token});
    text += features_text(run);
  }
  if (runs.size() > kMaxRuns) text += ", …";
  return text;
}

// The part of the result's last axis around cell `at` that belongs to one head.
struct RowPart {
  std::int64_t begin = 0;  // position of its first cell in the whole result
  std::int64_t length = 1;
  std::int64_t in_row = 0;  // where it begins within its row
  bool whole_row = true;
};

RowPart row_part(const ReshapeAsk& ask, const Attempt& attempt, std::int64_t at) {
  const std::int64_t row = attempt.wanted_sizes.back();
  const std::int64_t d_head = attempt.sizes.at("d_head");
  const bool joined = ask.want.right.back().size() > 1 && d_head > 0 && row % d_head == 0;
  const std::int64_t length = joined ? d_head : row;
  const std::int64_t begin = at - at % length;
  return {begin, length, begin % row, length == row};
}

std::vector<std::int64_t> part_of(const std::vector<std::int64_t>& all, const RowPart& part) {
  return {all.begin() + part.begin, all.begin() + part.begin + part.length};
}

std::string row_name(const ReshapeAsk& ask, const Attempt& attempt, const RowPart& part) {
  const Sizes cell = cell_at(attempt.wanted_sizes, part.begin);
  std::string name = sentence("`{}[", {result_name(ask)});
  for (std::size_t i = 0; i + 1 < cell.size(); ++i)
    name += (i > 0 ? ", " : "") + integer_text(cell[i]);
  if (!part.whole_row) {
    name += sentence(", {}:{}", {part.in_row, part.in_row + part.length});
  }
  return name + "]`";
}

std::string dims_text(const std::vector<std::string>& names, const Sizes& sizes) {
  return sentence("`{}` = `{}`", {tuple_text(names), tuple_text(sizes)});
}

std::vector<std::string> side_names(const PatternSide& side) {
  std::vector<std::string> names;
  for (const auto& group : side) {
    std::string name = group.empty() ? "1" : "";
    for (const std::string& axis : group) name += (name.empty() ? "" : "·") + axis;
    names.push_back(name == "H·d_head" ? "d_out" : name);
  }
  return names;
}

std::string axis_letter(const std::vector<std::string>& group, std::size_t dim) {
  if (group.size() == 1) {
    if (group[0] == "B") return "b";
    if (group[0] == "n") return "t";
    if (group[0] == "H") return "h";
    if (group[0] == "d_head") return "j";
  }
  if (group.size() == 2 && group[0] == "H" && group[1] == "d_head") return "f";
  return integer_text(static_cast<std::int64_t>(dim));
}

}  // namespace

std::string result_name(const ReshapeAsk& ask) {
  return ask.role == ReshapeAsk::Role::merge ? "merged" : ask.input;
}

std::string tuple_text(const std::vector<std::string>& names) {
  std::string text = "(";
  for (std::size_t i = 0; i < names.size(); ++i) text += (i > 0 ? ", " : "") + names[i];
  return text + (names.size() == 1 ? ",)" : ")");
}

std::string tuple_text(const Sizes& sizes) {
  std::vector<std::string> texts;
  for (const std::int64_t size : sizes) texts.push_back(integer_text(size));
  return tuple_text(texts);
}

std::string cells_sentence(const ReshapeAsk& ask, const Attempt& attempt) {
  const std::int64_t at = attempt.first_wrong();
  const RowPart part = row_part(ask, attempt, at);
  const SourceElement wanted =
      source_element(attempt.layout, attempt.wanted[static_cast<std::size_t>(at)]);
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < attempt.wanted.size(); ++i)
    wrong += attempt.elements[i] != attempt.wanted[i] ? 1 : 0;
  const std::string should = row_text(attempt.layout, part_of(attempt.wanted, part), wanted.batch);
  const std::string holds = row_text(attempt.layout, part_of(attempt.elements, part), wanted.batch);
  const std::string reader =
      ask.role == ReshapeAsk::Role::split
          ? sentence("head {} should read {} there", {wanted.head, should})
      : ask.role == ReshapeAsk::Role::merge
          ? sentence("head {}’s place there should hold {}", {wanted.head, should})
          : sentence("it should hold {}", {should});
  return sentence("{} holds {}; {}. {} of {} elements are in the wrong place.",
                  {row_name(ask, attempt, part), holds, reader, wrong, attempt.wanted.size()});
}

std::string shapes_sentence(const ReshapeAsk& ask, const Attempt& attempt) {
  const Sizes& sizes = attempt.trace.result()->sizes();
  const auto order = axis_order(attempt, *attempt.trace.result());
  std::string yours = sentence("`{}`", {tuple_text(sizes)});
  if (order) {
    const auto groups = grouping(attempt.layout, *order, sizes);
    yours = dims_text(dim_names(attempt.layout, *order, *groups), sizes);
  }
  return sentence("The result is {}; asked for is {}.",
                  {yours, dims_text(side_names(ask.want.right), attempt.wanted_sizes)});
}

std::vector<std::string> grid_axes(const PatternSide& side) {
  std::vector<std::string> letters;
  for (std::size_t i = 0; i < side.size(); ++i) letters.push_back(axis_letter(side[i], i));
  return letters;
}

std::vector<std::string> grid_axes(const ReshapeAsk& ask, const Attempt& attempt) {
  if (attempt.right_shape()) return grid_axes(ask.want.right);
  const Tensor& result = *attempt.trace.result();
  const auto order = axis_order(attempt, result);
  PatternSide side(result.sizes().size());
  if (order) {
    const auto groups = grouping(attempt.layout, *order, result.sizes());
    std::size_t axis = 0;
    for (std::size_t dim = 0; dim < side.size(); ++dim) {
      for (int i = 0; i < (*groups)[dim]; ++i) {
        side[dim].push_back(attempt.layout.axes[static_cast<std::size_t>((*order)[axis++])]);
      }
    }
  }
  return grid_axes(side);
}

}  // namespace mha
