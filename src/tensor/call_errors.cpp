// The texts of PyTorch's argument errors. Source: torch/csrc/utils/invalid_arguments.cpp and
// python_arg_parser.cpp (1.13), their quirks included. Whether there is an error is
// call_binding.cpp.
#include <algorithm>

#include "tensor/call_binding.h"

namespace mha {
namespace {

// An overload as invalid_arguments.cpp sees it: it splits the printed signature at ", ", so that
// "*" counts as an argument, and "()" has one without a name.
struct Option {
  std::string_view name;
  std::string_view type;
};

std::vector<Option> options_of(const Signature& signature) {
  std::vector<Option> result;
  bool starred = false;
  for (const Parameter& parameter : signature.parameters) {
    if (parameter.keyword_only && !starred) {
      result.push_back({"*", "*"});
      starred = true;
    }
    result.push_back({parameter.name, kind_name(parameter.kind)});
  }
  if (result.empty()) result.push_back({"", ""});
  return result;
}

bool names_type(std::string_view wanted, std::string_view got) {
  return wanted == got || (wanted == "float" && got == "int");
}

// PyTorch keeps keywords in an unordered_map, which libstdc++ walks from the last to the first.
std::string argument_types(const Given& given) {
  std::string result = "(";
  for (const Value& value : given.positional) {
    result += value.type_name();
    result += ", ";
  }
  for (auto keyword = given.keywords.rbegin(); keyword != given.keywords.rend(); ++keyword) {
    result += sentence("{}={}, ", {keyword->first, keyword->second.type_name()});
  }
  // Only positional arguments make PyTorch cut the last comma off.
  if (!given.positional.empty()) result.resize(result.size() - 2);
  result += ')';
  return result;
}

// The types with !…! around those that an option does not take.
std::string marked_types(const std::vector<Option>& options, const Given& given) {
  std::string result = "(";
  for (std::size_t i = 0; i < options.size(); ++i) {
    const bool is_keyword = i >= given.positional.size();
    const Value* value = is_keyword ? nullptr : &given.positional[i];
    for (const auto& [name, held] : given.keywords) {
      if (is_keyword && name == options[i].name) value = &held;
    }
    if (value == nullptr) continue;
    const char* mark = names_type(options[i].type, value->type_name()) ? "" : "!";
    result += mark;
    if (is_keyword) (result += options[i].name) += '=';
    result += value->type_name();
    result += mark;
    result += ", ";
  }
  if (!given.positional.empty()) result.resize(result.size() - 2);
  result += ')';
  return result;
}

// Keywords that an option lacks, or has where a positional argument stands; joined.
std::string unmatched_keywords(const std::vector<Option>& options, const Given& given) {
  const std::size_t first = options.size() - std::min(options.size(), given.keywords.size());
  std::string result;
  for (auto keyword = given.keywords.rbegin(); keyword != given.keywords.rend(); ++keyword) {
    const bool found =
        std::any_of(options.begin() + static_cast<std::ptrdiff_t>(first), options.end(),
                    [&](const Option& option) { return option.name == keyword->first; });
    if (found) continue;
    if (!result.empty()) result += ", ";
    result += keyword->first;
  }
  return result;
}

}  // namespace

std::string invalid_arguments(std::span<const Overload> overloads, const Given& given) {
  std::vector<const Signature*> shown;
  for (const Overload& overload : overloads) {
    if (!overload.signature.hidden) shown.push_back(&overload.signature);
  }
  std::string result(shown.front()->name);
  result += "() received an invalid combination of arguments - got ";
  const std::size_t count = given.positional.size() + given.keywords.size();
  if (shown.size() == 1) {
    const auto options = options_of(*shown.front());
    const std::string unmatched = unmatched_keywords(options, given);
    if (!unmatched.empty())
      return sentence("{}unrecognized keyword arguments: {}", {result, unmatched});
    result += options.size() == count ? marked_types(options, given) : argument_types(given);
    return sentence("{}, but expected {}", {result, describe(*shown.front())});
  }
  result += sentence("{}, but expected one of:\n", {argument_types(given)});
  for (const Signature* signature : shown) {
    result += sentence(" * {}\n", {describe(*signature)});
    const auto options = options_of(*signature);
    if (options.size() != count) continue;
    const std::string unmatched = unmatched_keywords(options, given);
    result += "      didn't match because some of the ";
    result += unmatched.empty()
                  ? sentence("arguments have invalid types: {}", {marked_types(options, given)})
                  : sentence("keywords were incorrect: {}", {unmatched});
    result += "\n";
  }
  return result;
}

Error too_many_arguments(const Signature& signature, std::size_t given) {
  if (signature.required != signature.max_positional) {
    return type_error("{}() takes from {} to {} positional arguments but {} were given",
                      {signature.name, signature.required, signature.max_positional, given});
  }
  return type_error("{}() takes {} positional argument{} but {} {} given",
                    {signature.name, signature.max_positional,
                     signature.max_positional == 1 ? "" : "s", given, given == 1 ? "was" : "were"});
}

Error missing_arguments(const Signature& signature, std::size_t first) {
  std::string names;
  std::size_t missing = 0;
  for (std::size_t i = first; i < signature.parameters.size(); ++i) {
    if (signature.parameters[i].optional) continue;
    if (missing++ > 0) names += ", ";
    ((names += '"') += signature.parameters[i].name) += '"';
  }
  // The plural stands where the singular should: so in PyTorch.
  return type_error("{}() missing {} required positional argument{}: {}",
                    {signature.name, missing, missing == 1 ? "s" : "", names});
}

Error wrong_keywords(const Signature& signature, const Given& given) {
  // Not a structured binding: clang 14 cannot capture one in a lambda.
  for (const Keyword& keyword : given.keywords) {
    const std::string& name = keyword.first;
    const auto& parameters = signature.parameters;
    const auto found =
        std::find_if(parameters.begin(), parameters.end(),
                     [&](const Parameter& parameter) { return parameter.name == name; });
    if (found == parameters.end()) {
      return type_error("{}() got an unexpected keyword argument '{}'", {signature.name, name});
    }
    if (static_cast<std::size_t>(found - parameters.begin()) < given.positional.size()) {
      return type_error("{}() got multiple values for argument '{}'", {signature.name, name});
    }
  }
  return type_error("invalid keyword arguments");
}

}  // namespace mha
