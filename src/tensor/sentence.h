// Texts made of a pattern and what goes into its holes: sentence("got {} of {}", {2, "x"}). Not
// std::format, which clang 14 lacks: a hole is "{}" and takes no format. One call instead of a
// chain of string sums, which the page's wasm pays for at every "+".
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mha {

// What fills a hole: a text, an integer, or integers that print as sizes do, "[2, 3]". It refers to
// its text or list, so it lives no longer than the call that it is an argument of.
class Word {
 public:
  Word(std::string_view text) : held_(text) {}                         // NOLINT(*-explicit-*)
  Word(const char* text) : held_(std::string_view(text)) {}            // NOLINT(*-explicit-*)
  Word(const std::string& text) : held_(std::string_view(text)) {}     // NOLINT(*-explicit-*)
  Word(const char& letter) : held_(std::string_view(&letter, 1)) {}    // NOLINT(*-explicit-*)
  Word(const std::vector<std::int64_t>& sizes) : held_(&sizes) {}      // NOLINT(*-explicit-*)
  Word(std::integral auto n) : held_(static_cast<std::int64_t>(n)) {}  // NOLINT(*-explicit-*)
  void append_to(std::string& text) const;

 private:
  std::variant<std::string_view, std::int64_t, const std::vector<std::int64_t>*> held_;
};

// The pattern with its "{}" filled from left to right. A "{}" without a word stays.
std::string sentence(std::string_view pattern, std::initializer_list<Word> words);

}  // namespace mha
