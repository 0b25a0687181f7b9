// Which overload takes the given arguments, and what its parameters get. Source of the rules:
// torch/csrc/utils/python_arg_parser.cpp (1.13). The errors' texts are in call_errors.cpp.
#include "tensor/call_binding.h"

#include <algorithm>
#include <array>

namespace mha {
namespace {

// NumPy's spellings, which PyTorch takes too.
struct Alias {
  std::string_view ours;
  std::string_view numpy;
};
constexpr std::array<Alias, 6> kAliases = {{{"dim", "axis"},
                                            {"keepdim", "keepdims"},
                                            {"input", "x"},
                                            {"input", "a"},
                                            {"input", "x1"},
                                            {"other", "x2"}}};

const List* items_of(const Value& value) {
  if (const auto* tuple = value.get<Tuple>()) return &tuple->items;
  return value.get<List>();
}

bool is_number(const Value& value) {
  return value.get<bool>() || value.get<std::int64_t>() || value.get<double>();
}

// What Python's __index__ gives: an int, or an integer tensor of one element (a bool where
// `bools`, as in later elements of a list).
std::optional<std::int64_t> index_of(const Value& value, bool bools) {
  if (const auto* integer = value.get<std::int64_t>()) return *integer;
  if (const auto* truth = value.get<bool>(); truth && bools) return *truth ? 1 : 0;
  if (const auto* tensor = value.get<Tensor>()) {
    if (tensor->dtype() != DType::float32 && tensor->numel() == 1) return tensor->ints()[0];
  }
  return std::nullopt;
}

bool is_integer_list(std::span<const Value> items) {
  return items.empty() || index_of(items.front(), false);
}

// FunctionParameter::check. A list with an element that is no tensor ends the whole search: that is
// `fatal`.
bool accepts(const Parameter& parameter, std::size_t position, const Value& value,
             std::optional<Error>& fatal) {
  const auto* tensor = value.get<Tensor>();
  const List* items = items_of(value);
  switch (parameter.kind) {
    case Kind::tensor:
      return tensor != nullptr || (parameter.number_allowed && is_number(value));
    case Kind::scalar:
    case Kind::floating:
      return is_number(value) || (tensor != nullptr && tensor->rank() == 0);
    case Kind::integer:
      return value.get<std::int64_t>() ||
             (tensor != nullptr && tensor->rank() == 0 && tensor->dtype() == DType::int64);
    case Kind::name:
      return value.get<None>() || value.get<std::string>();
    case Kind::tensors:
      if (items == nullptr) return false;
      for (std::size_t i = 0; i < items->size(); ++i) {
        if ((*items)[i].get<Tensor>()) continue;
        fatal = type_error("expected Tensor as element {} in argument {}, but got {}",
                           {i, position, (*items)[i].type_name()});
        return false;
      }
      return true;
    case Kind::integers:
    case Kind::sym_integers:
      if (items != nullptr) return is_integer_list(*items);
      return parameter.size > 0 && value.get<std::int64_t>();
    case Kind::names:
      if (items != nullptr) {
        return std::all_of(items->begin(), items->end(), [](const Value& item) {
          return item.get<None>() || item.get<std::string>();
        });
      }
      return parameter.size == 1 && (value.get<None>() || value.get<std::string>());
    case Kind::boolean:
      return value.get<bool>();
    case Kind::dtype:
      return value.get<DType>();
    case Kind::device:
      return value.get<std::int64_t>() || value.get<std::string>();
    case Kind::string:
      return value.get<std::string>();
    case Kind::layout:
    case Kind::memory_format:
      return false;
    case Kind::object:
      break;
  }
  return true;
}

const Value* find_keyword(const Parameter& parameter, std::span<const Keyword> keywords) {
  for (const auto& [name, value] : keywords) {
    if (name == parameter.name) return &value;
  }
  for (const Alias& alias : kAliases) {
    if (alias.ours != parameter.name) continue;
    for (const auto& [name, value] : keywords) {
      if (name == alias.numpy) return &value;
    }
  }
  return nullptr;
}

enum class Outcome { taken, refused, fatal };

// FunctionSignature::parse. `error` is set where the outcome is fatal, or refused with `explain`.
Outcome parse(const Signature& signature, const Given& given, std::size_t first_slot, bool explain,
              Bound& bound, std::optional<Error>& error) {
  const auto& parameters = signature.parameters;
  const auto refuse = [&](const auto& make) {
    if (explain) error = make();
    return Outcome::refused;
  };
  const bool varargs = signature.max_positional == 1 && (parameters[0].kind == Kind::integers ||
                                                         parameters[0].kind == Kind::sym_integers);
  const std::size_t count = given.positional.size();
  const auto too_many = [&] { return too_many_arguments(signature, count); };
  if (count > signature.max_positional && !varargs) return refuse(too_many);

  bound.packed.reset();
  bound.slots.resize(first_slot);
  bound.slots.resize(first_slot + parameters.size());
  std::size_t position = 0;
  std::size_t keywords_left = given.keywords.size();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    Slot& slot = bound.slots[first_slot + i];
    slot.parameter = &parameter;
    const bool is_keyword = position >= count;
    if (!is_keyword && parameter.keyword_only) return refuse(too_many);
    const Value* value =
        is_keyword ? find_keyword(parameter, given.keywords) : &given.positional[position];
    if (value == nullptr) {
      if (!parameter.optional) return refuse([&] { return missing_arguments(signature, i); });
      continue;
    }
    if (value->get<None>() && parameter.none_allowed) {
      // absent
    } else if (accepts(parameter, i, *value, error)) {
      slot.value = value;
    } else if (error) {
      return Outcome::fatal;
    } else if (varargs && position == 0 && !is_keyword && is_integer_list(given.positional)) {
      bound.packed = Value(Tuple{List(given.positional.begin(), given.positional.end())});
      slot.value = &*bound.packed;
      position = count;
      continue;
    } else {
      return refuse([&] {
        const std::string place = is_keyword ? "" : sentence(" (position {})", {position + 1});
        return type_error(
            "{}(): argument '{}'{} must be {}, not {}",
            {signature.name, parameter.name, place, kind_name(parameter.kind), value->type_name()});
      });
    }
    if (is_keyword) {
      --keywords_left;
    } else {
      ++position;
    }
  }
  if (keywords_left > 0) return refuse([&] { return wrong_keywords(signature, given); });
  return Outcome::taken;
}

// Turns ints and lists of ints into numbers, where PyTorch finds out about a float at position 4.
std::optional<Error> convert(const Signature& signature, Slot& slot) {
  const Parameter& parameter = *slot.parameter;
  if (parameter.kind == Kind::integer) {
    if (slot.value != nullptr) {
      slot.integer = index_of(*slot.value, false).value_or(0);
    } else {
      slot.integer = leading_integer(parameter.fallback);
    }
  }
  if (parameter.kind != Kind::integers && parameter.kind != Kind::sym_integers) return {};
  if (slot.value == nullptr) return {};
  if (const auto* single = slot.value->get<std::int64_t>()) {
    slot.integers.assign(static_cast<std::size_t>(parameter.size), *single);
    return {};
  }
  const List& items = *items_of(*slot.value);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto item = index_of(items[i], true);
    if (!item) {
      return type_error(
          "{}(): argument '{}' must be {}, but found element of type {} at pos {}",
          {signature.name, parameter.name, kind_name(parameter.kind), items[i].type_name(), i + 1});
    }
    slot.integers.push_back(*item);
  }
  return {};
}

}  // namespace

Result<const Overload*> bind_arguments(std::span<const Overload> overloads, const Given& given,
                                       std::size_t first_slot, Bound& bound) {
  const Overload* taken = nullptr;
  const bool single = overloads.size() == 1;
  std::optional<Error> error;
  for (const Overload& overload : overloads) {
    const Outcome outcome = parse(overload.signature, given, first_slot, single, bound, error);
    if (error) return *error;
    if (outcome != Outcome::taken) continue;
    taken = &overload;
    break;
  }
  if (taken == nullptr) {
    // PythonArgParser::print_error: where the count leaves one overload, that one explains.
    const std::size_t count = given.positional.size() + given.keywords.size();
    const Overload* plausible = nullptr;
    std::size_t plausible_count = 0;
    for (const Overload& overload : overloads) {
      const Signature& signature = overload.signature;
      if (signature.hidden || count < signature.required || count > signature.parameters.size()) {
        continue;
      }
      plausible = &overload;
      ++plausible_count;
    }
    if (plausible_count == 1) {
      parse(plausible->signature, given, first_slot, true, bound, error);
      if (error) return *error;
    }
    return type_error(invalid_arguments(overloads, given));
  }
  bound.name = taken->signature.name;
  bound.code = taken->row->code;
  for (std::size_t i = first_slot; i < bound.slots.size(); ++i) {
    if (auto wrong = convert(taken->signature, bound.slots[i])) return *wrong;
  }
  return taken;
}

std::optional<Error> bind_python(const Signature& signature, const Given& given, Bound& bound) {
  const auto& parameters = signature.parameters;
  const std::size_t count = given.positional.size();
  bound.name = signature.name;
  bound.slots.assign(parameters.size(), {});
  for (std::size_t i = 0; i < std::min(count, parameters.size()); ++i) {
    bound.slots[i].value = &given.positional[i];
  }
  for (const auto& [name, value] : given.keywords) {
    const Value* held = nullptr;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].name != name || bound.slots[i].value != nullptr) continue;
      held = bound.slots[i].value = &value;
    }
    if (held == nullptr) return wrong_keywords(signature, given);
  }
  if (count > parameters.size()) return too_many_arguments(signature, count);
  std::vector<std::string_view> missing;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (bound.slots[i].value != nullptr || parameters[i].optional) continue;
    missing.push_back(parameters[i].name);
  }
  if (missing.empty()) return {};
  std::string names;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const bool last = i + 1 == missing.size();
    if (i > 0 && missing.size() > 2) names += ',';
    if (i > 0) names += last ? " and " : " ";
    names += sentence("'{}'", {missing[i]});
  }
  return type_error("{}() missing {} required positional argument{}: {}",
                    {signature.name, missing.size(), missing.size() == 1 ? "" : "s", names});
}

bool Bound::given(std::size_t i) const { return i < slots.size() && slots[i].value != nullptr; }
const Value& Bound::value(std::size_t i) const { return *slots[i].value; }
const Tensor& Bound::tensor(std::size_t i) const { return *slots[i].value->get<Tensor>(); }
std::int64_t Bound::integer(std::size_t i) const { return slots[i].integer; }
const Sizes& Bound::integers(std::size_t i) const { return slots[i].integers; }

bool Bound::boolean(std::size_t i) const {
  const auto* truth = given(i) ? value(i).get<bool>() : nullptr;
  return truth != nullptr && *truth;
}

Scalar Bound::scalar(std::size_t i) const {
  if (given(i)) {
    if (const auto number = number_of(value(i))) return *number;
    if (const auto number = item(tensor(i))) return *number;
  }
  const bool has_fallback = i < slots.size() && slots[i].parameter != nullptr;
  return has_fallback ? leading_integer(slots[i].parameter->fallback) : std::int64_t{0};
}

Operand Bound::operand(std::size_t i) const {
  if (const auto* held = value(i).get<Tensor>()) return *held;
  return scalar(i);
}

std::optional<DType> Bound::dtype(std::size_t i) const {
  if (!given(i)) return std::nullopt;
  return *value(i).get<DType>();
}

std::optional<std::int64_t> Bound::maybe_integer(std::size_t i) const {
  if (!given(i)) return std::nullopt;
  return integer(i);
}

std::vector<Tensor> Bound::tensors(std::size_t i) const {
  std::vector<Tensor> result;
  for (const Value& item : *items_of(value(i))) result.push_back(*item.get<Tensor>());
  return result;
}

std::string_view Bound::string(std::size_t i) const {
  return given(i) ? std::string_view(*value(i).get<std::string>()) : std::string_view();
}

}  // namespace mha
