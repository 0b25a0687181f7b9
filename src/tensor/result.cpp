// The errors of result.h. Out of line and without a second string sum: errors are made at hundreds
// of places, so what one place costs is what the wasm weighs.
#include "tensor/result.h"

namespace mha {

Error runtime_error(std::string text) { return {"RuntimeError", std::move(text)}; }
Error index_error(std::string text) { return {"IndexError", std::move(text)}; }
Error type_error(std::string text) { return {"TypeError", std::move(text)}; }
Error value_error(std::string text) { return {"ValueError", std::move(text)}; }
Error limit_error(std::string text) { return {"LimitError", std::move(text)}; }
Error not_in_this_lab(std::string text) { return {"NotInThisLab", std::move(text)}; }

Error runtime_error(const char* pattern, std::initializer_list<Word> words) {
  return {"RuntimeError", sentence(pattern, words)};
}
Error index_error(const char* pattern, std::initializer_list<Word> words) {
  return {"IndexError", sentence(pattern, words)};
}
Error type_error(const char* pattern, std::initializer_list<Word> words) {
  return {"TypeError", sentence(pattern, words)};
}
Error value_error(const char* pattern, std::initializer_list<Word> words) {
  return {"ValueError", sentence(pattern, words)};
}
Error limit_error(const char* pattern, std::initializer_list<Word> words) {
  return {"LimitError", sentence(pattern, words)};
}
Error not_in_this_lab(const char* pattern, std::initializer_list<Word> words) {
  return {"NotInThisLab", sentence(pattern, words)};
}
Error attribute_error(const char* pattern, std::initializer_list<Word> words) {
  return {"AttributeError", sentence(pattern, words)};
}

}  // namespace mha
