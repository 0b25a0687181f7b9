// Source: the learner's text as Unicode code points, and spans in it. Positions everywhere in the
// lab count code points; only JavaScript turns them into its own UTF-16 offsets.
#pragma once

#include <string>
#include <string_view>

namespace mha {

// Half-open range of code points.
struct Span {
  int start = 0;
  int end = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

struct LineColumn {
  int line = 1;  // both count from 1, as editors do
  int column = 1;
};

class Source {
 public:
  // Bytes that are not UTF-8 become U+FFFD, one each.
  explicit Source(std::string_view utf8);

  int size() const { return static_cast<int>(points_.size()); }
  char32_t at(int position) const {
    return position < size() ? points_[static_cast<std::size_t>(position)] : U'\0';
  }
  std::string text(Span span) const;  // UTF-8
  LineColumn line_column(int position) const;

 private:
  std::u32string points_;
};

std::string to_utf8(char32_t point);

}  // namespace mha
