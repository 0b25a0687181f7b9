// Naming what a reshape program did wrong, from origins alone: first the readings of reading.h,
// then the properties of the rows. No sentences about the learner's cells here: reshape_words.h has
// them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/reshape_attempt.h"

namespace mha {

// What was found. `reading` is the way of reading memory that gives the learner's result, where one
// does.
struct Finding {
  std::string code;
  std::optional<Reading> reading;
};

// `attempts`: runs of the same program that gave a tensor, at least one of them wrong. The finding
// must hold at all of them. Nothing is found where no reading fits all.
std::optional<Finding> find_reading(const ReshapeAsk& ask,
                                    const std::vector<const Attempt*>& attempts);

// What can be said of a result that no reading gives.
Finding find_property(const ReshapeAsk& ask, const Attempt& attempt);

// The step after which the result could no longer become right, or the last step where nothing is
// scrambled and only a move is missing. Index into attempt.trace.steps.
std::size_t wrong_step(const Attempt& attempt, const ReshapeAsk& ask);

// How the axes of an unscrambled tensor of the trace stand; nothing if it is scrambled.
std::optional<AxisOrder> axis_order(const Attempt& attempt, const Tensor& tensor);

}  // namespace mha
