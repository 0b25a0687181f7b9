// ProgramError: why a reshape program could not run, with its place. Not a diagnosis: a Diagnosis
// names a mistake in attention; this names what stopped the program.
#pragma once

#include <string>
#include <variant>

#include "check/source.h"

namespace mha {

struct ProgramError {
  std::string type;     // PyTorch's or Python's exception type, "LimitError" or "NotInThisLab"
  std::string message;  // PyTorch's text, or our sentence
  std::string code;     // one of codes.h's input codes
  std::string help;     // one plain sentence: what it means here, what to try; may be empty
  Span span;
};

}  // namespace mha
