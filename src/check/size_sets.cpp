// The two size sets of the design and the little that is needed to look sizes up.
#include "check/size_sets.h"

#include "tensor/number_text.h"

namespace mha {

void NamedSizes::set(const std::string& name, std::int64_t value) {
  for (auto& [known, held] : entries_) {
    if (known == name) {
      held = value;
      return;
    }
  }
  entries_.emplace_back(name, value);
}

std::optional<std::int64_t> NamedSizes::find(std::string_view name) const {
  for (const auto& [known, value] : entries_) {
    if (known == name) return value;
  }
  return std::nullopt;
}

std::string to_string(const NamedSizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) {
    if (!text.empty()) text += ", ";
    text += name + " = " + integer_text(value);
  }
  return text;
}

NamedSizes completed(NamedSizes sizes) {
  const auto heads = sizes.find("H");
  const auto d_head = sizes.find("d_head");
  const auto d_out = sizes.find("d_out");
  if (heads && d_head && !d_out) sizes.set("d_out", *heads * *d_head);
  if (heads && d_out && !d_head && *heads > 0) sizes.set("d_head", *d_out / *heads);
  return sizes;
}

const std::array<NamedSizes, 2>& judged_sizes() {
  static const std::array<NamedSizes, 2> kSets = {NamedSizes{{"B", 3},
                                                             {"n", 5},
                                                             {"H", 4},
                                                             {"d_head", 6},
                                                             {"d_out", 24},
                                                             {"d_in", 7},
                                                             {"context_length", 9}},
                                                  NamedSizes{{"B", 2},
                                                             {"n", 7},
                                                             {"H", 3},
                                                             {"d_head", 5},
                                                             {"d_out", 15},
                                                             {"d_in", 8},
                                                             {"context_length", 11}}};
  return kSets;
}

}  // namespace mha
