// Sentences about the cells of a reshape program's result: what a row holds, what it should hold,
// how its axes stand. The reader is a learner; every number is theirs.
#pragma once

#include <string>

#include "check/reshape_attempt.h"
#include "check/reshape_diagnosis.h"

namespace mha {

// "`q[0, 0, 1]` holds token 0, features 4–7; head 0 should read token 1, features 0–3 there. 16 of
// 24 elements are in the wrong place." For a result of the right shape.
std::string cells_sentence(const ReshapeAsk& ask, const Attempt& attempt);

// "The result is (B, n, H, d_head) = (2, 3, 2, 4); asked for is (B, H, n, d_head) = (2, 2, 3, 4)."
std::string shapes_sentence(const ReshapeAsk& ask, const Attempt& attempt);

// "(2, 3, 8)", as Python writes it.
std::string tuple_text(const Sizes& sizes);
std::string tuple_text(const std::vector<std::string>& names);

// What a result's axes are called in grids: "b", "h", "t", "j", "f", or their numbers.
std::vector<std::string> grid_axes(const PatternSide& side);
std::vector<std::string> grid_axes(const ReshapeAsk& ask, const Attempt& attempt);

// What the asked result is called: "q" for a split, "merged" for a merge.
std::string result_name(const ReshapeAsk& ask);

}  // namespace mha
