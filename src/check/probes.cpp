// One function a probe: nothing where the layer passes, a sentence of what was seen where it fails.
#include "check/probes.h"

#include <cmath>
#include <optional>
#include <string>

#include "check/reshape_words.h"
#include "tensor/creation.h"
#include "tensor/moving.h"
#include "tensor/random.h"

namespace mha {
namespace {

// Outputs are of the order of 1; rounding moves them by 1e-6, a real dependence by far more than
// this.
constexpr float kMoved = 1e-4F;

using Seen = std::optional<std::string>;

// Numbers of a (B, n, d) tensor.
class Values {
 public:
  explicit Values(const Tensor& tensor)
      : tokens_(tensor.size(1)), width_(tensor.size(2)), values_(tensor.floats()) {}

  // Whether token `token` of sequence `sequence` differs from `other`'s, which may have more
  // tokens.
  bool differs(const Values& other, std::int64_t sequence, std::int64_t token) const {
    for (std::int64_t f = 0; f < width_; ++f) {
      const float difference = at(sequence, token, f) - other.at(sequence, token, f);
      // Not (… >= kMoved): nan differs.
      if (!(std::abs(difference) < kMoved)) return true;
    }
    return false;
  }

 private:
  float at(std::int64_t b, std::int64_t t, std::int64_t f) const {
    return values_[static_cast<std::size_t>((b * tokens_ + t) * width_ + f)];
  }

  std::int64_t tokens_;
  std::int64_t width_;
  std::vector<float> values_;
};

// A probe's view of a layer that runs: no run of it can stop, as the sizes stay the same.
class Subject {
 public:
  Subject(const Pipeline& pipeline, const LayerInputs& inputs, const LayerOutputs& unchanged)
      : pipeline_(pipeline), inputs_(inputs), unchanged_(unchanged.output) {
    for (std::int64_t token = 0; token < tokens(); ++token) {
      with_other_token_.push_back(with_other(std::nullopt, token));
    }
  }

  const LayerInputs& inputs() const { return inputs_; }
  const Values& unchanged() const { return unchanged_; }
  std::int64_t sequences() const { return inputs_.x.size(0); }
  std::int64_t tokens() const { return inputs_.x.size(1); }

  std::variant<LayerOutputs, PipelineStop> run(const LayerInputs& inputs) const {
    return pipeline_.run(inputs);
  }

  // The output with token `token` replaced by another, in all sequences.
  const Values& with_other_token(std::int64_t token) const {
    return with_other_token_[static_cast<std::size_t>(token)];
  }
  // The output with all tokens of one sequence replaced.
  Values with_other_sequence(std::int64_t sequence) const {
    return with_other(sequence, std::nullopt);
  }

  // Whether token `token` differs in any sequence.
  bool moved(const Values& output, std::int64_t token) const {
    for (std::int64_t b = 0; b < sequences(); ++b) {
      if (output.differs(unchanged_, b, token)) return true;
    }
    return false;
  }

 private:
  // Replaces what is in `sequence` and at `token`; nothing stands for every one.
  Values with_other(std::optional<std::int64_t> sequence, std::optional<std::int64_t> token) const {
    LayerInputs changed = inputs_;
    std::vector<float> x = changed.x.floats();
    const auto d_in = static_cast<std::size_t>(changed.x.size(2));
    Generator generator(77);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto row = static_cast<std::int64_t>(i / d_in);
      if (sequence && *sequence != row / tokens()) continue;
      if (token && *token != row % tokens()) continue;
      x[i] += 1.0F + generator.uniform();
    }
    changed.x = Tensor::of(changed.x.sizes(), std::move(x));
    const auto outputs = run(changed);
    return Values(std::get_if<LayerOutputs>(&outputs)->output);
  }

  const Pipeline& pipeline_;
  const LayerInputs& inputs_;
  Values unchanged_;
  std::vector<Values> with_other_token_;
};

Seen causal_leak(const Subject& subject) {
  for (std::int64_t later = 1; later < subject.tokens(); ++later) {
    const Values& output = subject.with_other_token(later);
    for (std::int64_t earlier = 0; earlier < later; ++earlier) {
      if (!subject.moved(output, earlier)) continue;
      return sentence("Changing token {} changed the output of token {}, which comes before it.",
                      {later, earlier});
    }
  }
  return std::nullopt;
}

Seen batch_isolation(const Subject& subject) {
  for (std::int64_t changed = 0; changed < subject.sequences(); ++changed) {
    const Values output = subject.with_other_sequence(changed);
    for (std::int64_t other = 0; other < subject.sequences(); ++other) {
      for (std::int64_t at = 0; at < subject.tokens() && other != changed; ++at) {
        if (!output.differs(subject.unchanged(), other, at)) continue;
        return sentence("Changing sequence {} changed the output of sequence {}.",
                        {changed, other});
      }
    }
  }
  return std::nullopt;
}

Seen reach(const Subject& subject) {
  for (std::int64_t past = 0; past < subject.tokens(); ++past) {
    const Values& output = subject.with_other_token(past);
    for (std::int64_t at = past; at < subject.tokens(); ++at) {
      if (subject.moved(output, at)) continue;
      return sentence("Changing token {} did not change the output of token {}{}",
                      {past, at, (past == at ? "." : ", though it lies in its past.")});
    }
  }
  return std::nullopt;
}

// The first token of any sequence at which the two differ.
std::optional<std::int64_t> first_difference(const Values& a, const Values& b,
                                             std::int64_t sequences, std::int64_t tokens) {
  for (std::int64_t sequence = 0; sequence < sequences; ++sequence) {
    for (std::int64_t token = 0; token < tokens; ++token) {
      if (a.differs(b, sequence, token)) return token;
    }
  }
  return std::nullopt;
}

Seen prefix_consistency(const Subject& subject) {
  for (std::int64_t length = 1; length < subject.tokens(); ++length) {
    LayerInputs shorter = subject.inputs();
    shorter.x = *slice(subject.inputs().x, 1, 0, length);
    const auto outputs = subject.run(shorter);
    if (const auto* stop = std::get_if<PipelineStop>(&outputs)) {
      return sentence("With the first {} tokens alone it raises: {}",
                      {length, stop->error.message});
    }
    const Values alone(std::get_if<LayerOutputs>(&outputs)->output);
    if (!first_difference(alone, subject.unchanged(), subject.sequences(), length)) continue;
    if (length == 1) {
      return sentence("The first token alone gives another output than within all {} tokens.",
                      {subject.tokens()});
    }
    return sentence("The first {} tokens alone give another output than within all {} tokens.",
                    {length, subject.tokens()});
  }
  return std::nullopt;
}

Seen uniform(const Subject& subject) {
  LayerInputs changed = subject.inputs();
  changed.W_q = *zeros(changed.W_q.sizes());
  changed.b_q = *zeros(changed.b_q.sizes());
  const auto outputs = subject.run(changed);
  const auto expected = reference_pipeline().run(changed);
  const Values merged(std::get_if<LayerOutputs>(&outputs)->merged);
  const Values mean(std::get_if<LayerOutputs>(&expected)->merged);
  const auto token = first_difference(merged, mean, subject.sequences(), subject.tokens());
  if (!token) return std::nullopt;
  return sentence(
      "With W_q = 0 the context of token {} must be the mean of v over the tokens up to it; it is "
      "not.",
      {*token});
}

struct Experiment {
  Seen (*run)(const Subject&);
  const char* passed;
};

// In the order of probe_infos(), after the shape.
constexpr Experiment kExperiments[] = {
    {causal_leak, "Changing a token left every earlier output as it was."},
    {batch_isolation, "Changing one sequence left the others as they were."},
    {reach, "Changing a token changed its own output and every later one."},
    {prefix_consistency,
     "The first tokens alone give the same outputs as within the whole sequence."},
    {uniform, "With W_q = 0 the context is the running mean of v."},
};

}  // namespace

const std::vector<ProbeInfo>& probe_infos() {
  static const std::vector<ProbeInfo> kInfos = {
      {"shape", "Shapes agree", "Is the output (B, n, d_out)?"},
      {"causal-leak", "No leak from the future",
       "Change a token: do earlier outputs stay as they were?"},
      {"batch-isolation", "Sequences stay apart",
       "Change one sequence: do the others stay as they were?"},
      {"reach", "The past matters", "Change a token: do its own and all later outputs change?"},
      {"prefix-consistency", "A prefix is enough",
       "Run the first tokens alone: are their outputs the same?"},
      {"uniform", "Equal weights average",
       "Set W_q to 0, so that all weights are equal: is the context the running mean of v?"},
  };
  return kInfos;
}

std::vector<Probe> run_probes(const Pipeline& pipeline, std::span<const NamedSizes> size_sets) {
  std::vector<Probe> probes;
  for (const ProbeInfo& info : probe_infos()) {
    probes.push_back({std::string(info.id), std::string(info.title), std::string(info.question),
                      Probe::Outcome::pass, ""});
  }
  for (const NamedSizes& sizes : size_sets) {
    const LayerInputs inputs = layer_inputs(sizes);
    const auto outputs = pipeline.run(inputs);
    if (const auto* stop = std::get_if<PipelineStop>(&outputs)) {
      for (Probe& probe : probes) {
        probe.outcome = Probe::Outcome::not_run;
        probe.message = "Not run: the layer stops before.";
      }
      probes.front().outcome = Probe::Outcome::fail;
      probes.front().message = stop->error.message;
      return probes;
    }
    const LayerOutputs& unchanged = *std::get_if<LayerOutputs>(&outputs);
    const Subject subject(pipeline, inputs, unchanged);
    if (probes.front().message.empty()) {
      probes.front().message =
          sentence("At B = {}, n = {} the output is {}, as it should be.",
                   {sizes.at("B"), sizes.at("n"), tuple_text(unchanged.output.sizes())});
    }
    for (std::size_t i = 0; i < std::size(kExperiments); ++i) {
      Probe& probe = probes[i + 1];
      if (probe.outcome == Probe::Outcome::fail) continue;
      const Seen seen = kExperiments[i].run(subject);
      probe.outcome = seen ? Probe::Outcome::fail : Probe::Outcome::pass;
      probe.message = seen.value_or(kExperiments[i].passed);
    }
  }
  return probes;
}

bool equals_reference(const Pipeline& pipeline) {
  for (const NamedSizes& sizes : judged_sizes()) {
    const LayerInputs inputs = layer_inputs(sizes);
    const auto outputs = pipeline.run(inputs);
    const auto expected = reference_pipeline().run(inputs);
    const auto* worked = std::get_if<LayerOutputs>(&outputs);
    if (worked == nullptr) return false;
    const Values output(worked->output);
    const Values reference(std::get_if<LayerOutputs>(&expected)->output);
    if (first_difference(output, reference, inputs.x.size(0), inputs.x.size(1))) return false;
  }
  return true;
}

}  // namespace mha
