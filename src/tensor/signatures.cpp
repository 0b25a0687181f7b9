// Reading PyTorch's signature texts. Source of the rules: torch/csrc/utils/python_arg_parser.cpp
// (1.13), FunctionParameter, FunctionSignature. No argument is looked at here.
#include "tensor/signatures.h"

#include <algorithm>
#include <array>

namespace mha {
namespace {

struct KindText {
  std::string_view in_signature;
  const char* in_error;
};

// In the order of Kind.
constexpr std::array<KindText, 16> kKinds = {{
    {"Tensor", "Tensor"},
    {"Scalar", "Number"},
    {"double", "float"},
    {"int64_t", "int"},
    {"Dimname", "name"},
    {"TensorList", "tuple of Tensors"},
    {"IntArrayRef", "tuple of ints"},
    {"SymIntArrayRef", "tuple of SymInts"},
    {"DimnameList", "tuple of names"},
    {"bool", "bool"},
    {"ScalarType", "torch.dtype"},
    {"Layout", "torch.layout"},
    {"Device", "torch.device"},
    {"MemoryFormat", "torch.memory_format"},
    {"c10::string_view", "str"},
    {"PyObject*", "object"},
}};

// PyTorch's should_allow_numbers_as_tensors, as far as the lab has the ops.
constexpr std::array<std::string_view, 8> kNumbersAsTensors = {
    "add", "sub", "subtract", "mul", "multiply", "div", "divide", "floor_divide"};

bool takes_numbers_as_tensors(std::string_view op) {
  if (op == "true_divide" || op == "true_divide_" || op == "copy_" || op == "to") return true;
  if (op.ends_with('_')) op.remove_suffix(1);
  return std::find(kNumbersAsTensors.begin(), kNumbersAsTensors.end(), op) !=
         kNumbersAsTensors.end();
}

Parameter parse_parameter(std::string_view text, bool keyword_only) {
  Parameter result;
  result.keyword_only = keyword_only;
  const std::size_t space = text.find(' ');
  std::string_view type = text.substr(0, space);
  std::string_view name = text.substr(space + 1);
  if (type.ends_with('?')) {
    result.none_allowed = true;
    type.remove_suffix(1);
  }
  if (const std::size_t bracket = type.find('['); bracket != std::string_view::npos) {
    result.size = leading_integer(type.substr(bracket + 1));
    type = type.substr(0, bracket);
  }
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i].in_signature == type) result.kind = static_cast<Kind>(i);
  }
  if (const std::size_t equals = name.find('='); equals != std::string_view::npos) {
    result.optional = true;
    result.fallback = name.substr(equals + 1);
    name = name.substr(0, equals);
  }
  if (result.fallback == "None") result.none_allowed = true;
  result.name = name;
  return result;
}

void count(Signature& signature) {
  signature.required = 0;
  signature.max_positional = 0;
  for (const Parameter& parameter : signature.parameters) {
    if (!parameter.optional) ++signature.required;
    if (!parameter.keyword_only) ++signature.max_positional;
  }
}

}  // namespace

Signature parse_signature(std::string_view text) {
  Signature result;
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  result.name = text.substr(0, open);
  result.hidden = text.substr(close + 1) == "|deprecated";
  std::string_view rest = text.substr(open + 1, close - open - 1);
  const bool numbers_allowed = takes_numbers_as_tensors(result.name);
  bool keyword_only = false;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(", ");
    const std::string_view part = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 2);
    if (part == "*") {
      keyword_only = true;
      continue;
    }
    result.parameters.push_back(parse_parameter(part, keyword_only));
    result.parameters.back().number_allowed = numbers_allowed;
  }
  count(result);
  return result;
}

void drop_self(Signature& function) {
  std::vector<Parameter> kept;
  for (std::size_t i = 1; i < function.parameters.size(); ++i) {
    if (function.parameters[i].name != "out") kept.push_back(function.parameters[i]);
  }
  function.parameters = std::move(kept);
  count(function);
}

std::int64_t leading_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  std::int64_t result = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') break;
    result = result * 10 + (c - '0');
  }
  return negative ? -result : result;
}

const char* kind_name(Kind kind) { return kKinds[static_cast<std::size_t>(kind)].in_error; }

std::string describe(const Signature& signature) {
  std::string result = "(";
  bool starred = false;
  for (const Parameter& parameter : signature.parameters) {
    if (result.size() > 1) result += ", ";
    if (parameter.keyword_only && !starred) {
      result += "*, ";
      starred = true;
    }
    result += kind_name(parameter.kind);
    result += ' ';
    result += parameter.name;
  }
  result += ')';
  return result;
}

}  // namespace mha
