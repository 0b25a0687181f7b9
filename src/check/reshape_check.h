// Judging a reshape program: right on all size sets, or wrong by name, or stopped by an error.
#pragma once

#include <string>

#include "check/check_result.h"
#include "check/reshape_attempt.h"

namespace mha {

// `shown`: the sizes that the page shows; judging adds the two judged size sets.
// Error (type "LabError"): the ask or the sizes are broken.
Result<CheckResult> check_reshape(const ReshapeAsk& ask, const std::string& answer,
                                  const NamedSizes& shown);

}  // namespace mha
