// Errors of a program's text or ops in the lab's own terms: their stable code and one plain
// sentence of help. The texts of PyTorch's errors stay PyTorch's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/program_error.h"
#include "check/size_sets.h"
#include "tensor/result.h"

namespace mha {

// `op` is the op's name ("view"), or "" where none was called.
ProgramError explain(const Error& error, std::string_view op, Span span);

// "name 'dh' is not defined. Did you mean 'd_head'?"
ProgramError unknown_name(const std::string& name, const std::vector<std::string>& known,
                          Span span);

// The known word nearest to `word` (at most two edits away and not a rewrite of it), or "".
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace mha
