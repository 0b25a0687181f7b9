// Filling the holes of a pattern (sentence.h). No pattern of an error stands here.
#include "tensor/sentence.h"

#include "tensor/number_text.h"

namespace mha {

void Word::append_to(std::string& text) const {
  if (const auto* part = std::get_if<std::string_view>(&held_)) {
    text += *part;
  } else if (const auto* number = std::get_if<std::int64_t>(&held_)) {
    text += integer_text(*number);
  } else {
    const auto& sizes = **std::get_if<const std::vector<std::int64_t>*>(&held_);
    text += '[';
    for (const std::int64_t size : sizes) {
      if (text.back() != '[') text += ", ";
      text += integer_text(size);
    }
    text += ']';
  }
}

std::string sentence(std::string_view pattern, std::initializer_list<Word> words) {
  std::string text;
  for (const Word& word : words) {
    const std::size_t hole = pattern.find("{}");
    if (hole == std::string_view::npos) break;
    text += pattern.substr(0, hole);
    word.append_to(text);
    pattern.remove_prefix(hole + 2);
  }
  text += pattern;
  return text;
}

}  // namespace mha
