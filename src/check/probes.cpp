// One function a probe: nothing where the layer passes, a sentence of what was seen where it fails.
#include "check/probes.h"

#include <optional>
#include <string>

#include "check/reshape_words.h"
#include "tensor/random.h"

namespace mha {
namespace {

// Outputs are of the order of 1; rounding moves them by 1e-6, a real dependence by far more than
// this.
constexpr double kMoved = 1e-4;

using Seen = std::optional<std::string>;

std::string number(std::size_t i) { return std::to_string(i); }

// A probe's view of the layer: it counts on the unchanged run having worked.
class Subject {
 public:
  Subject(const Pipeline& pipeline, LayerInputs inputs)
      : pipeline_(pipeline), inputs_(std::move(inputs)), unchanged_(pipeline_.run(inputs_)) {}

  const LayerInputs& inputs() const { return inputs_; }
  const LayerOutputs* unchanged() const { return std::get_if<LayerOutputs>(&unchanged_); }
  const PipelineStop* stop() const { return std::get_if<PipelineStop>(&unchanged_); }
  std::size_t sequences() const { return inputs_.x.shape()[0]; }
  std::size_t tokens() const { return inputs_.x.shape()[1]; }

  std::variant<LayerOutputs, PipelineStop> run(const LayerInputs& inputs) const {
    return pipeline_.run(inputs);
  }

  // The output with token `token` of sequence `sequence` replaced by another.
  xt::xtensor<float, 3> with_other_token(std::size_t sequence, std::size_t token) const {
    LayerInputs changed = inputs_;
    Generator generator(77);
    for (std::size_t f = 0; f < changed.x.shape()[2]; ++f) {
      changed.x(sequence, token, f) += 1.0F + generator.uniform();
    }
    auto outputs = run(changed);
    const auto* worked = std::get_if<LayerOutputs>(&outputs);
    return worked != nullptr ? worked->output : xt::xtensor<float, 3>();
  }

  bool moved(const xt::xtensor<float, 3>& output, std::size_t sequence, std::size_t token) const {
    for (std::size_t f = 0; f < output.shape()[2]; ++f) {
      const double difference = static_cast<double>(output(sequence, token, f)) -
                                static_cast<double>(unchanged()->output(sequence, token, f));
      if (!(difference < kMoved && difference > -kMoved)) return true;
    }
    return false;
  }

 private:
  const Pipeline& pipeline_;
  LayerInputs inputs_;
  std::variant<LayerOutputs, PipelineStop> unchanged_;
};

Seen causal_leak(const Subject& subject) {
  for (std::size_t later = 1; later < subject.tokens(); ++later) {
    const auto output = subject.with_other_token(0, later);
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      if (!subject.moved(output, 0, earlier)) continue;
      return "Changing token " + number(later) + " changed the output of token " + number(earlier) +
             ", which comes before it.";
    }
  }
  return std::nullopt;
}

Seen batch_isolation(const Subject& subject) {
  for (std::size_t changed = 0; changed < subject.sequences(); ++changed) {
    for (std::size_t token = 0; token < subject.tokens(); ++token) {
      const auto output = subject.with_other_token(changed, token);
      for (std::size_t other = 0; other < subject.sequences(); ++other) {
        for (std::size_t at = 0; at < subject.tokens() && other != changed; ++at) {
          if (!subject.moved(output, other, at)) continue;
          return "Changing token " + number(token) + " of sequence " + number(changed) +
                 " changed the output of sequence " + number(other) + ".";
        }
      }
    }
  }
  return std::nullopt;
}

Seen reach(const Subject& subject) {
  for (std::size_t past = 0; past < subject.tokens(); ++past) {
    const auto output = subject.with_other_token(0, past);
    for (std::size_t at = past; at < subject.tokens(); ++at) {
      if (subject.moved(output, 0, at)) continue;
      return "Changing token " + number(past) + " did not change the output of token " +
             number(at) + (past == at ? "." : ", though it lies in its past.");
    }
  }
  return std::nullopt;
}

Seen prefix_consistency(const Subject& subject) {
  for (std::size_t length = 1; length < subject.tokens(); ++length) {
    LayerInputs shorter = subject.inputs();
    shorter.x =
        xt::view(subject.inputs().x, xt::all(), xt::range(std::size_t{0}, length), xt::all());
    const auto outputs = subject.run(shorter);
    if (const auto* stop = std::get_if<PipelineStop>(&outputs)) {
      return "With the first " + number(length) + " tokens alone it raises: " + stop->error.message;
    }
    const xt::xtensor<float, 3> same = xt::view(subject.unchanged()->output, xt::all(),
                                                xt::range(std::size_t{0}, length), xt::all());
    if (largest_difference(std::get_if<LayerOutputs>(&outputs)->output, same) < kMoved) continue;
    return "The first " + number(length) +
           (length == 1 ? " token alone gives" : " tokens alone give") +
           " another output than the same within " + number(subject.tokens()) + " tokens.";
  }
  return std::nullopt;
}

Seen uniform(const Subject& subject) {
  LayerInputs changed = subject.inputs();
  changed.weights.W_q.fill(0.0F);
  changed.weights.b_q->fill(0.0F);
  const auto outputs = subject.run(changed);
  const auto expected = attend(changed.config, changed.weights, changed.x);
  const auto* worked = std::get_if<LayerOutputs>(&outputs);
  if (worked == nullptr || !expected) return "With W_q = 0 it raises.";
  for (std::size_t b = 0; b < subject.sequences(); ++b) {
    for (std::size_t t = 0; t < subject.tokens(); ++t) {
      for (std::size_t f = 0; f < worked->merged.shape()[2]; ++f) {
        const double difference = static_cast<double>(worked->merged(b, t, f)) -
                                  static_cast<double>(expected->merged(b, t, f));
        if (difference < kMoved && difference > -kMoved) continue;
        return "With W_q = 0 token " + number(t) +
               "’s context must be the mean of v over tokens 0–" + number(t) + "; feature " +
               number(f) + " is not.";
      }
    }
  }
  return std::nullopt;
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

std::vector<Probe> run_probes(const Pipeline& pipeline) {
  std::vector<Probe> probes;
  for (const ProbeInfo& info : probe_infos()) {
    probes.push_back({std::string(info.id), std::string(info.title), std::string(info.question),
                      Probe::Outcome::pass, ""});
  }
  for (const NamedSizes& sizes : judged_sizes()) {
    const Subject subject(pipeline, layer_inputs(sizes));
    if (const PipelineStop* stop = subject.stop()) {
      for (Probe& probe : probes) {
        probe.outcome = Probe::Outcome::not_run;
        probe.message = "Not run: the layer stops before.";
      }
      probes.front().outcome = Probe::Outcome::fail;
      probes.front().message = stop->error.message;
      return probes;
    }
    const Sizes shape(subject.unchanged()->output.shape().begin(),
                      subject.unchanged()->output.shape().end());
    if (probes.front().message.empty())
      probes.front().message = "The output is " + tuple_text(shape) + ", as it should be.";
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
    const auto reference = attend(inputs.config, inputs.weights, inputs.x);
    const auto* worked = std::get_if<LayerOutputs>(&outputs);
    if (worked == nullptr || !reference) return false;
    if (largest_difference(worked->output, reference->output) > kMoved) return false;
  }
  return true;
}

}  // namespace mha
