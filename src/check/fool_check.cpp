// Pass 1 check both programs alone, pass 2 run the layer's probes, pass 3 decide.
#include "check/fool_check.h"

#include <algorithm>

#include "check/codes.h"
#include "check/probes.h"
#include "check/reshape_check.h"

namespace mha {
namespace {

// Shape, causal leak, batch isolation come first among the probes.
constexpr std::size_t kUsualChecks = 3;

void judge(CheckResult& result, const Pipeline& pipeline, const std::string& chosen) {
  const auto add = [&](const char* code, std::string message) {
    result.verdict = Verdict::wrong;
    result.diagnoses.push_back(diagnosis_of(code, std::move(message)));
    result.title = result.diagnoses.front().title;
  };
  result.probes = run_probes(pipeline);
  if (equals_reference(pipeline)) {
    return add("pipeline-is-right",
               "Its output equals the reference's, so every check passes rightly.");
  }
  for (std::size_t usual = 0; usual < kUsualChecks; ++usual) {
    const Probe& probe = result.probes[usual];
    if (probe.outcome != Probe::Outcome::fail) continue;
    return add("pipeline-is-caught", sentence("“{}”: {}", {probe.title, probe.message}));
  }
  const auto sees = [](const Probe& probe) { return probe.outcome == Probe::Outcome::fail; };
  if (std::none_of(result.probes.begin() + kUsualChecks, result.probes.end(), sees)) {
    return add(
        "probe-is-blind",
        "None of the three sees this one: it is a legal attention, of other weights. Only the "
        "comparison with the reference tells. Look for a pipeline that a probe sees.");
  }
  const auto named = std::find_if(result.probes.begin(), result.probes.end(),
                                  [&](const Probe& probe) { return probe.id == chosen; });
  if (named == result.probes.end()) {
    return add("probe-not-named", "The output is wrong all the same.");
  }
  if (!sees(*named)) {
    return add("probe-is-blind", sentence("“{}” passes: {}", {named->title, named->message}));
  }
  const bool both =
      result.parts[0].verdict != Verdict::correct && result.parts[1].verdict != Verdict::correct;
  result.title = both ? std::string(code_entry("split-and-merge-scrambled").title)
                      : "Wrong, and the usual checks pass.";
}

}  // namespace

Result<CheckResult> check_fool(const FoolAnswer& answer, const NamedSizes& shown) {
  CheckResult result;
  for (const auto& [ask, text] :
       {std::pair{&split_ask(), &answer.split}, {&merge_ask(), &answer.merge}}) {
    auto one = check_reshape(*ask, *text, shown);
    if (!one) return one.error();
    result.parts.push_back(std::move(*one));
  }
  const auto broken =
      std::find_if(result.parts.begin(), result.parts.end(),
                   [](const CheckResult& one) { return one.verdict == Verdict::error; });
  if (broken != result.parts.end()) {
    result.verdict = Verdict::error;
    result.title = broken->title;
    result.error = broken->error;
    result.text = broken->text;
    return result;
  }
  auto split = Pipeline::part(answer.split);
  auto merge = Pipeline::part(answer.merge);
  judge(result, Pipeline(std::move(*split), std::move(*merge)), answer.probe);
  return result;
}

}  // namespace mha
