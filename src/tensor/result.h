// Result: a value or an Error. The core throws nothing, so that a learner's mistake can cross to
// JavaScript as a plain value. Not a general monad library: test it, then take value() or error().
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <variant>

#include "tensor/sentence.h"

namespace mha {

// What PyTorch would have raised: the exception's type ("RuntimeError", "IndexError", "TypeError",
// "ValueError", "NotImplementedError" …) and its text, letter for letter. The lab's own limits use
// the types "LimitError" (too large for the lab) and "NotInThisLab" (PyTorch has it, the lab has
// not).
struct Error {
  std::string type;
  std::string text;
  friend bool operator==(const Error&, const Error&) = default;
};

// With a text that is ready, or with a pattern and its words (sentence.h).
Error runtime_error(std::string text);
Error index_error(std::string text);
Error type_error(std::string text);
Error value_error(std::string text);
Error limit_error(std::string text);
Error not_in_this_lab(std::string text);
Error runtime_error(const char* pattern, std::initializer_list<Word> words = {});
Error index_error(const char* pattern, std::initializer_list<Word> words = {});
Error type_error(const char* pattern, std::initializer_list<Word> words = {});
Error value_error(const char* pattern, std::initializer_list<Word> words = {});
Error limit_error(const char* pattern, std::initializer_list<Word> words = {});
Error not_in_this_lab(const char* pattern, std::initializer_list<Word> words = {});
Error attribute_error(const char* pattern, std::initializer_list<Word> words);

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(*-explicit-*)
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(*-explicit-*)

  bool ok() const { return held_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Only after ok().
  const T& value() const& { return *std::get_if<0>(&held_); }
  T& value() & { return *std::get_if<0>(&held_); }
  T&& value() && { return std::move(*std::get_if<0>(&held_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return std::get_if<0>(&held_); }
  T* operator->() { return std::get_if<0>(&held_); }

  // Only after !ok().
  const Error& error() const { return *std::get_if<1>(&held_); }

 private:
  std::variant<T, Error> held_;
};

}  // namespace mha
