// Tokens of a reshape program (a subset of Python's). No meaning here: parser.h gives it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "check/program_error.h"
#include "check/source.h"

namespace mha {

struct Token {
  enum class Kind { name, integer, real, string, symbol, newline, end };
  Kind kind = Kind::end;
  std::string text;  // the token's own text; of a string its contents
  Span span;
};

// The program as tokens, ending with Kind::end. Newlines inside brackets, comments and blank space
// are dropped. On failure a ProgramError (code "syntax" or "too-large") with the place.
std::variant<std::vector<Token>, ProgramError> tokenize(const Source& source);

// Longer programs are refused with a sentence.
inline constexpr int kMaxProgram = 20'000;  // code points

}  // namespace mha
