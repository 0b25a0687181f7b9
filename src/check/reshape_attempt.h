// An Attempt: one reshape program run at one size set, with what came out beside what was asked
// for, both as elements of the input. No judgement yet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check_result.h"
#include "check/evaluate.h"
#include "check/reading.h"

namespace mha {

// What an exercise asks of a reshape program.
struct ReshapeAsk {
  enum class Role { split, merge, other };  // which family of mistakes to look for
  Role role = Role::other;
  std::string input;      // the variable's name: "q", "context"
  std::string want_text;  // "B n (H d_head) -> B H n d_head"
  Pattern want;
};

// Error (type "LabError"): the exercise's pattern is broken.
Result<ReshapeAsk> reshape_ask(ReshapeAsk::Role role, std::string input, std::string want);

// The two asks of the lesson: q (B, n, H·d_head) → (B, H, n, d_head), context back to (B, n,
// d_out).
const ReshapeAsk& split_ask();
const ReshapeAsk& merge_ask();

struct Attempt {
  NamedSizes sizes;
  AxisLayout layout;
  Trace trace;
  Sizes wanted_sizes;
  std::vector<std::int64_t> wanted;    // elements of the input, row-major
  std::vector<std::int64_t> elements;  // the result's; -1 for what is no element of the input

  bool ran() const { return trace.result() != nullptr; }
  bool right_shape() const { return ran() && trace.result()->sizes() == wanted_sizes; }
  bool right() const { return right_shape() && elements == wanted; }
  // Which elements of the input any tensor of the trace holds.
  std::vector<std::int64_t> elements_of(const Tensor& tensor) const;
  // The first cell of the result that is not what was asked for (the shapes agree).
  std::int64_t first_wrong() const;
};

// Error: the sizes can't make the input (an exercise's fault).
Result<Attempt> attempt(const ReshapeAsk& ask, const Program& program, const Source& source,
                        const NamedSizes& sizes, RunOptions options = {});

SourceElement source_element(const AxisLayout& layout, std::int64_t element);
// The coordinates of the cell at position `at`, row-major.
Sizes cell_at(const Sizes& sizes, std::int64_t at);

}  // namespace mha
