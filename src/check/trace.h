// Trace: what a program did, step by step: op, learner's text, output with sizes and strides.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "check/program_error.h"
#include "check/source.h"
#include "tensor/tensor.h"

namespace mha {

struct Step {
  enum class Memory { input, same_storage, new_storage };
  std::string op;    // "view"; the input's own step is "input"
  std::string call;  // the learner's text of this step: ".view(B, H, n, d_head)"
  Span span;
  Memory memory = Memory::new_storage;  // against the tensor that the op was called on
  std::vector<Tensor> outputs;          // one, or several for chunk, split, unbind
};

struct Trace {
  std::vector<Step> steps;
  std::variant<Tensor, ProgramError> outcome;

  const Tensor* result() const { return std::get_if<Tensor>(&outcome); }
  const ProgramError* error() const { return std::get_if<ProgramError>(&outcome); }
};

}  // namespace mha
