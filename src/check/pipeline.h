// A whole layer whose split and merge are the learner's reshape programs and whose rest is the
// reference's. What the probes run.
#pragma once

#include <string>
#include <variant>

#include "attention/reference.h"
#include "check/evaluate.h"
#include "check/size_sets.h"

namespace mha {

// A layer's sizes, weights and input, the same for the same sizes: seeded, softmax far from
// saturated, biases not zero, no two values equal.
struct LayerInputs {
  NamedSizes sizes;
  Config config;
  Weights weights;
  xt::xtensor<float, 3> x;  // (B, n, d_in)
};
LayerInputs layer_inputs(const NamedSizes& sizes);

struct LayerOutputs {
  xt::xtensor<float, 3> merged;  // (B, n, d_out), before the output projection
  xt::xtensor<float, 3> output;  // (B, n, d_out)
};

// Why a run gave no output.
struct PipelineStop {
  enum class Where { split, merge };
  Where where = Where::split;
  ProgramError error;
};

class Pipeline {
 public:
  struct Part {
    Source source;
    Program program;
  };
  // Both texts must parse.
  Pipeline(Part split, Part merge);

  // B and n are x's. The error's code is "bad-shape" where a program gives a tensor of the wrong
  // shape.
  std::variant<LayerOutputs, PipelineStop> run(const LayerInputs& inputs) const;

 private:
  std::variant<xt::xtensor<float, 4>, PipelineStop> heads(
      const LayerInputs& inputs, const xt::xtensor<float, 3>& projected) const;
  Part split_;
  Part merge_;
};

// The largest absolute difference of two arrays of the same shape; infinity where the shapes
// differ.
double largest_difference(const xt::xtensor<float, 3>& a, const xt::xtensor<float, 3>& b);

}  // namespace mha
