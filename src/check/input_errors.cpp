// One place that maps an error to its code and its help.
#include "check/input_errors.h"

#include <algorithm>
#include <array>
#include <utility>

namespace mha {
namespace {

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

bool is_one_of(std::string_view op, std::initializer_list<std::string_view> ops) {
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

struct CodeAndHelp {
  std::string code;
  std::string help;
};

CodeAndHelp classify(const Error& error, std::string_view op) {
  const std::string& text = error.text;
  if (error.type == "LimitError") {
    return {"too-large", "Use the named sizes; the lab works on small tensors on purpose."};
  }
  if (error.type == "NotInThisLab") return {"not-in-this-lab", ""};
  if (error.type == "NameError" || error.type == "AttributeError") return {"unknown-name", ""};
  if (error.type == "EinopsError") return {"bad-shape", ""};
  if (has(text, "view size is not compatible")) {
    return {"view-not-contiguous",
            "view never copies, and no strides describe this cut of this memory. Ask whether the "
            "cut is "
            "the one you mean; if it is, reshape or contiguous().view copies."};
  }
  if (has(text, "is invalid for input of size")) {
    const bool infers = has(text, "-1");
    return {infers ? "not-divisible" : "bad-shape",
            infers ? "The sizes given do not divide the number of elements, so -1 has no value."
                   : "The sizes multiply to another number of elements than the tensor has."};
  }
  if (has(text, "found element of type float")) {
    return {"bad-shape",
            "In Python / gives a float even where it divides evenly; // gives an integer."};
  }
  if (has(text, "don't multiply up to")) {
    return {"not-divisible",
            "The new sizes must multiply to the size of the dim that they replace."};
  }
  if (has(text, "can be inferred"))
    return {"bad-shape", "Only one size can be left to PyTorch as -1."};
  const bool about_axes =
      error.type == "IndexError" ||
      is_one_of(op, {"transpose", "permute", "movedim", "moveaxis", "swapaxes", "swapdims",
                     "unbind", "select", "squeeze", "unsqueeze", "t"});
  if (about_axes) {
    return {"bad-axis", "Axes count from 0 at the left, or from -1 at the right."};
  }
  return {"bad-shape", ""};
}

std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

// Equal but for upper and lower case.
bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

// What people elsewhere call our sizes.
std::string_view vocabulary_of(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 27> kOtherNames = {{
      {"dh", "d_head"},
      {"head_dim", "d_head"},
      {"hd", "d_head"},
      {"d_k", "d_head"},
      {"d_h", "d_head"},
      {"hs", "d_head"},
      {"head_size", "d_head"},
      {"D", "d_head"},
      {"h", "H"},
      {"heads", "H"},
      {"num_heads", "H"},
      {"n_heads", "H"},
      {"nheads", "H"},
      {"nh", "H"},
      {"n_head", "H"},
      {"T", "n"},
      {"N", "n"},
      {"L", "n"},
      {"seq_len", "n"},
      {"num_tokens", "n"},
      {"b", "B"},
      {"bs", "B"},
      {"batch", "B"},
      {"batch_size", "B"},
      {"d", "d_out"},
      {"C", "d_out"},
      {"d_model", "d_out"},
  }};
  for (const auto& [other, ours] : kOtherNames) {
    if (other == name) return ours;
  }
  return {};
}

}  // namespace

ProgramError explain(const Error& error, std::string_view op, Span span) {
  CodeAndHelp known = classify(error, op);
  return {error.type, error.text, std::move(known.code), std::move(known.help), span};
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  for (const std::string& candidate : known) {
    if (same_letters(word, candidate)) return candidate;
  }
  std::string best;
  std::size_t fewest = std::min<std::size_t>(2, word.size() / 2) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edits(word, candidate);
    if (distance < fewest) {
      fewest = distance;
      best = candidate;
    }
  }
  return best;
}

ProgramError unknown_name(const std::string& name, const std::vector<std::string>& known,
                          Span span) {
  std::string message = "name '" + name + "' is not defined.";
  std::string close(vocabulary_of(name));
  if (std::find(known.begin(), known.end(), close) == known.end()) close = nearest(name, known);
  if (!close.empty()) message += " Did you mean '" + close + "'?";
  std::string help = "Here are: ";
  for (const std::string& one : known) help += (&one == &known.front() ? "" : ", ") + one;
  return {"NameError", std::move(message), "unknown-name", help + ".", span};
}

}  // namespace mha
