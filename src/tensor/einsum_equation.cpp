// Reads einsum equations (einsum.h), with PyTorch's errors. No tensor here.
#include <algorithm>
#include <string>

#include "tensor/einsum.h"

namespace mha {
namespace {

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

Subscript subscript_of(char letter) {
  if (letter <= 'Z') return static_cast<Subscript>(letter - 'A');
  return static_cast<Subscript>(letter - 'a') + 26;
}

// ATen's search: "." at `at` and two more behind it, before the end.
bool is_ellipsis(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at + 1] == '.' && text[at + 2] == '.';
}

Error invalid_subscript(std::size_t index) {
  return runtime_error(
      "einsum(): invalid subscript given at index {} in the equation string, subscripts must be in "
      "[a-zA-Z]",
      {index});
}

}  // namespace

char letter_of(Subscript subscript) {
  return static_cast<char>(subscript < 26 ? 'A' + subscript : 'a' + (subscript - 26));
}

Result<Equation> parse_operands(std::string_view equation, std::size_t operand_count) {
  const std::size_t arrow = equation.find("->");
  const std::string_view text = equation.substr(0, arrow);
  Equation result;
  result.has_output = arrow != std::string_view::npos;
  result.operands.resize(operand_count);
  std::size_t operand = 0;
  bool ellipsis_seen = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ') continue;
    if (c == '.') {
      const std::string where = sentence("einsum(): found '.' for operand {}", {operand});
      if (ellipsis_seen) {
        return runtime_error("{} for which an ellipsis was already found", {where});
      }
      if (!is_ellipsis(text, i)) {
        return runtime_error("{} that is not part of any ellipsis", {where});
      }
      result.operands[operand].push_back(kEllipsis);
      ellipsis_seen = true;
      i += 2;
    } else if (c == ',') {
      ++operand;
      if (operand == operand_count) {
        return runtime_error(
            "einsum(): fewer operands were provided than specified in the equation");
      }
      ellipsis_seen = false;
    } else if (is_letter(c)) {
      result.operands[operand].push_back(subscript_of(c));
    } else {
      return invalid_subscript(i);
    }
  }
  if (operand + 1 != operand_count) {
    return runtime_error("einsum(): more operands were provided than specified in the equation");
  }
  return result;
}

Result<Equation> parse_output(std::string_view text, Equation equation, const Counts& count) {
  std::vector<Subscript>& output = equation.output;
  const auto in_output = [&](Subscript s) {
    return std::find(output.begin(), output.end(), s) != output.end();
  };
  const std::size_t start = text.find("->") + 2;
  for (std::size_t i = start; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ') continue;
    if (c == '.') {
      if (in_output(kEllipsis)) {
        return runtime_error(
            "einsum(): found '.' for output but an ellipsis (...) was already found");
      }
      if (!is_ellipsis(text, i)) {
        return runtime_error(
            "einsum(): found '.' for output that is not part of any ellipsis (...)");
      }
      output.push_back(kEllipsis);
      i += 2;
      continue;
    }
    if (!is_letter(c)) return invalid_subscript(i);
    const Subscript subscript = subscript_of(c);
    const bool repeated = in_output(subscript);
    if (repeated || count[subscript] == 0) {
      return runtime_error(
          "einsum(): output subscript {}{}",
          {c, (repeated ? " appears more than once in the output"
                        : " does not appear in the equation for any input operand")});
    }
    output.push_back(subscript);
  }
  return equation;
}

}  // namespace mha
