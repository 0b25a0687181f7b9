// Probes: experiments on a layer that tell what kind of wrong it is, and lessons themselves. Each
// runs the layer again with something changed and looks at what moves.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "check/check_result.h"
#include "check/pipeline.h"

namespace mha {

struct ProbeInfo {
  std::string_view id;
  std::string_view title;
  std::string_view question;
};

// The six, in order: shape, causal-leak, batch-isolation (the usual checks), then reach,
// prefix-consistency, uniform (which see more).
const std::vector<ProbeInfo>& probe_infos();

// All six, by default on both judged size sets; a probe fails if it fails on any. Where the
// pipeline stops, shape fails with the reason and the others are not run.
std::vector<Probe> run_probes(const Pipeline& pipeline,
                              std::span<const NamedSizes> size_sets = judged_sizes());

// Whether the pipeline computes the reference layer on both judged size sets.
bool equals_reference(const Pipeline& pipeline);

}  // namespace mha
