// The lab's one entry: a request in, a result out, both JSON as web/src/core.d.ts describes them.
// The page, the command line and the tests all call these.
#pragma once

#include <string>

namespace mha {

// CheckRequest → CheckResult. Where the lab itself fails (a broken request or exercise) the result
// is
// {"failed": "a sentence"}: never an exception, never the learner's fault.
std::string check(const std::string& request);

// CostsRequest → CostsResult. Impossible sizes give {"error": "a sentence", …}.
std::string costs_of(const std::string& request);

// CodeEntry[]: the one list of codes.
std::string codes_list();

}  // namespace mha
