// Named sizes (B, n, H, d_head …) and the two size sets on which every answer is judged.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mha {

// In the order in which they are shown. A handful of entries: looked up linearly.
class NamedSizes {
 public:
  NamedSizes() = default;
  NamedSizes(std::initializer_list<std::pair<std::string, std::int64_t>> entries)
      : entries_(entries) {}

  void set(const std::string& name, std::int64_t value);
  std::optional<std::int64_t> find(std::string_view name) const;
  std::int64_t at(std::string_view name) const { return find(name).value_or(0); }

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  friend bool operator==(const NamedSizes&, const NamedSizes&) = default;

 private:
  std::vector<std::pair<std::string, std::int64_t>> entries_;
};

// "B = 3, n = 5, H = 4, d_head = 6"
std::string to_string(const NamedSizes& sizes);

// Adds d_out = H · d_head, or d_head = d_out / H, where one of them is missing.
NamedSizes completed(NamedSizes sizes);

// Sizes decide what can be seen: no two are equal within a set, none is 1, n > 2, and no product of
// two or three of them equals another, so that a tensor's sizes tell its axes.
const std::array<NamedSizes, 2>& judged_sizes();

}  // namespace mha
