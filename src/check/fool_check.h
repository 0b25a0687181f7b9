// "Fool the checks": the learner builds a split and a merge that are wrong, pass the shape, leak
// and batch checks, and names a probe that sees through them.
#pragma once

#include <string>

#include "check/check_result.h"

namespace mha {

struct FoolAnswer {
  std::string split;
  std::string merge;
  std::string probe;  // "reach", "prefix-consistency" or "uniform"; empty: not chosen yet
};

// parts[0] and parts[1] of the result are the split's and the merge's own results.
Result<CheckResult> check_fool(const FoolAnswer& answer, const NamedSizes& shown);

}  // namespace mha
