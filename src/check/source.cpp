// UTF-8 in, code points inside, UTF-8 out. No Unicode properties: the lexer needs none.
#include "check/source.h"

#include <algorithm>
#include <cstdint>

namespace mha {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// The code point that starts at bytes[at], and how many bytes it takes. Overlong forms, surrogates
// and broken sequences count as one replacement byte.
char32_t decode(std::string_view bytes, std::size_t at, std::size_t& length) {
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<std::uint8_t>(bytes[i]) : std::uint8_t{0};
  };
  const std::uint8_t first = byte(at);
  length = 1;
  if (first < 0x80) return first;
  const std::size_t wanted = first >= 0xF0 ? 4U : first >= 0xE0 ? 3U : 2U;
  if (first < 0xC2 || first > 0xF4) return kReplacement;
  char32_t point = first & (0xFFU >> (wanted + 1U));
  for (std::size_t i = 1; i < wanted; ++i) {
    const std::uint8_t next = byte(at + i);
    if ((next & 0xC0U) != 0x80U) return kReplacement;
    point = (point << 6U) | (next & 0x3FU);
  }
  const bool overlong = (wanted == 3 && point < 0x800) || (wanted == 4 && point < 0x10000);
  if (overlong || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return kReplacement;
  length = wanted;
  return point;
}

}  // namespace

Source::Source(std::string_view utf8) {
  points_.reserve(utf8.size());
  for (std::size_t at = 0; at < utf8.size();) {
    std::size_t length = 1;
    points_.push_back(decode(utf8, at, length));
    at += length;
  }
}

std::string Source::text(Span span) const {
  std::string result;
  const int end = std::min(span.end, size());
  for (int i = std::max(span.start, 0); i < end; ++i) result += to_utf8(at(i));
  return result;
}

LineColumn Source::line_column(int position) const {
  LineColumn place;
  for (int i = 0; i < std::min(position, size()); ++i) {
    if (at(i) == U'\n') {
      ++place.line;
      place.column = 1;
    } else {
      ++place.column;
    }
  }
  return place;
}

std::string to_utf8(char32_t point) {
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80U | ((point >> shift) & 0x3FU));
  };
  if (point < 0x80) return {static_cast<char>(point)};
  if (point < 0x800) return {static_cast<char>(0xC0U | (point >> 6U)), tail(0)};
  if (point < 0x10000) return {static_cast<char>(0xE0U | (point >> 12U)), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | (point >> 18U)), tail(12), tail(6), tail(0)};
}

}  // namespace mha
