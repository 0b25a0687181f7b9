// Running a reshape program on a tensor. The ops, their argument forms and errors are
// tensor/call.h's; here are only Python's own rules: names, integers, tuples, slices,
// comprehensions.
#pragma once

#include <string>

#include "check/program.h"
#include "check/size_sets.h"
#include "check/trace.h"

namespace mha {

struct RunOptions {
  // What would come out if `view` copied where it has to, as reshape does: tells what a program
  // meant whose view was refused.
  bool views_may_copy = false;
};

// The trace's first step is the input itself.
Trace run(const Program& program, const Source& source, const std::string& input_name,
          const Tensor& input, const NamedSizes& sizes, RunOptions options = {});

// Evaluates a program with names for sizes only, no tensor: an integer, or a tuple of integers.
std::variant<Sizes, ProgramError> run_integers(const Program& program, const Source& source,
                                               const NamedSizes& sizes);

}  // namespace mha
