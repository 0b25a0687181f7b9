// The one list of codes: every mistake and input error that the lab can name, with its sentences.
// The page, the command line and the notebook read it from here.
#pragma once

#include <span>
#include <string_view>

namespace mha {

struct Code {
  enum class Kind {
    mistake,   // of attention code
    exercise,  // of an answer that is no code: a count, a choice
    input,     // the text or its sizes could not be run
  };
  std::string_view code;  // stable: never renamed
  Kind kind;
  std::string_view title;  // what it is, a short sentence
  std::string_view why;    // why nothing complained; may be empty
  std::string_view hint;   // what to ask yourself; gives no answer away
};

std::span<const Code> codes();
const char* kind_name(Code::Kind kind);  // "mistake", "exercise", "input"

// `code` must be in the list.
const Code& code_entry(std::string_view code);

}  // namespace mha
