// A whole layer whose split and merge are the learner's reshape programs and whose rest is right.
// What the probes run. Made of the tensor layer's ops, as a learner's layer is; a test holds it
// against attention/reference.h.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "check/evaluate.h"
#include "check/size_sets.h"

namespace mha {

// A layer's sizes, weights and input, the same for the same sizes: seeded, softmax far from
// saturated, biases not zero, no two values equal. Weights are (out, in), as PyTorch's Linear
// stores them.
struct LayerInputs {
  NamedSizes sizes;
  Tensor x;         // (B, n, d_in)
  Tensor W_q, b_q;  // (d_out, d_in), (d_out)
  Tensor W_k, b_k;
  Tensor W_v, b_v;
  Tensor W_o, b_o;  // (d_out, d_out), (d_out)
};
LayerInputs layer_inputs(const NamedSizes& sizes);

struct LayerOutputs {
  Tensor merged;  // (B, n, d_out), before the output projection
  Tensor output;  // (B, n, d_out)
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
  // Nothing where the text does not parse.
  static std::optional<Part> part(std::string_view text);

  Pipeline(Part split, Part merge);

  // B and n are x's. The error's code is "bad-shape" where a program gives a tensor of the wrong
  // shape.
  std::variant<LayerOutputs, PipelineStop> run(const LayerInputs& inputs) const;

 private:
  using Stopped = std::variant<Tensor, PipelineStop>;
  Stopped run_part(PipelineStop::Where where, const Tensor& input, const NamedSizes& sizes,
                   const Sizes& wanted) const;

  Part split_;
  Part merge_;
};

// The layer as the lesson has it.
const Pipeline& reference_pipeline();

}  // namespace mha
