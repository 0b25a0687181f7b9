// Finding an op by its name and running it. The ops themselves are the tables of call_*.cpp, the
// arguments' rules are call_binding.h.
#include "tensor/call.h"

#include <algorithm>
#include <array>

#include "tensor/call_binding.h"
#include "tensor/call_table.h"

namespace mha {
namespace {

enum class Space : std::uint8_t { method, function, internal };

struct Op {
  Space space;
  std::string_view name;
  bool has_self;  // self is bound apart from the other arguments
  std::vector<Overload> overloads;
};

bool before(const Op& op, Space space, std::string_view name) {
  return op.space != space ? op.space < space : op.name < name;
}

// A Python function's signature says "Tensor.split", the op is "split".
std::string_view plain_name(std::string_view name) { return name.substr(name.find('.') + 1); }

void add(std::vector<Op>& ops, const Row& row, Space space) {
  const bool has_self = (row.forms & kMethod) != 0 && space != Space::function;
  Signature signature = parse_signature(row.signature);
  if (space == Space::method && (row.forms & kBoth) == kBoth) {
    signature = as_method(std::move(signature));
  }
  const std::string_view name = plain_name(signature.name);
  const auto same = std::find_if(
      ops.rbegin(), ops.rend(), [&](const Op& op) { return op.space == space && op.name == name; });
  if (same == ops.rend()) {
    ops.push_back({space, name, has_self, {}});
    ops.back().overloads.push_back({std::move(signature), &row});
  } else {
    same->overloads.push_back({std::move(signature), &row});
  }
}

// All ops, sorted; read from the tables once.
const std::vector<Op>& all_ops() {
  static const std::vector<Op> ops = [] {
    std::vector<Op> result;
    for (const auto rows : {moving_rows(), joining_rows(), arithmetic_rows(), computing_rows(),
                            reducing_rows(), creation_rows(), reading_rows()}) {
      for (const Row& row : rows) {
        const bool internal = (row.forms & kInternal) != 0;
        if (internal) add(result, row, Space::internal);
        if (!internal && (row.forms & kMethod)) add(result, row, Space::method);
        if (!internal && (row.forms & kFunction)) add(result, row, Space::function);
      }
    }
    std::sort(result.begin(), result.end(),
              [](const Op& a, const Op& b) { return before(a, b.space, b.name); });
    return result;
  }();
  return ops;
}

const Op* find_op(Space space, std::string_view name) {
  const auto& ops = all_ops();
  const auto found = std::lower_bound(
      ops.begin(), ops.end(), name,
      [space](const Op& op, std::string_view key) { return before(op, space, key); });
  const bool same = found != ops.end() && found->space == space && found->name == name;
  return same ? &*found : nullptr;
}

Space space_of(Form form) { return form == Form::method ? Space::method : Space::function; }

bool is_operator(std::string_view name) { return name.starts_with("__"); }

// C functions without arguments are refused by CPython before PyTorch sees the call.
std::optional<Error> refuse_arguments(const Op& op, const Given& given) {
  const bool none_taken = op.space == Space::method && op.overloads.size() == 1 &&
                          op.overloads[0].signature.parameters.empty();
  if (!none_taken) return {};
  const std::string start = "_TensorBase." + std::string(op.name) + "() takes no ";
  if (!given.keywords.empty()) return type_error(start + "keyword arguments");
  if (given.positional.empty()) return {};
  return type_error(start + "arguments (" + std::to_string(given.positional.size()) + " given)");
}

Result<Value> run(const Op& op, const Arguments& arguments) {
  Bound bound;
  bound.arguments = &arguments;
  Given given{arguments.positional, arguments.keywords};
  const Row& row = *op.overloads.front().row;
  if (row.forms & kVariadic) return row.run(bound);
  if (row.forms & kPython) {
    if (auto error = bind_python(op.overloads.front().signature, given, bound)) return *error;
    return row.run(bound);
  }
  if (op.has_self) {
    given.positional = given.positional.subspan(1);
    bound.slots.resize(1);
    bound.slots[0].value = &arguments.positional[0];
  }
  if (auto error = refuse_arguments(op, given)) return *error;
  const auto taken = bind_arguments(op.overloads, given, op.has_self ? 1 : 0, bound);
  if (!taken) return taken.error();
  return (*taken)->row->run(bound);
}

Error no_attribute(const std::string& owner, std::string_view name) {
  return {"AttributeError", owner + " has no attribute '" + std::string(name) + "'"};
}

}  // namespace

bool has_op(Form form, std::string_view name) {
  if (form == Form::method && is_operator(name)) return has_operator(name);
  return find_op(space_of(form), name) != nullptr;
}

std::vector<std::string_view> op_names(Form form) {
  std::vector<std::string_view> names;
  for (const Op& op : all_ops()) {
    if (op.space == space_of(form)) names.push_back(op.name);
  }
  return names;
}

Result<Value> call(Form form, std::string_view name, const Arguments& arguments) {
  if (form == Form::method) {
    const bool has_self =
        !arguments.positional.empty() && arguments.positional[0].get<Tensor>() != nullptr;
    if (!has_self) {
      const char* owner =
          arguments.positional.empty() ? "NoneType" : arguments.positional[0].type_name();
      return no_attribute(std::string("'") + owner + "' object", name);
    }
    if (has_op(form, name) && is_operator(name)) return call_operator(name, arguments);
  }
  if (const Op* op = find_op(space_of(form), name)) return run(*op, arguments);
  return no_attribute(form == Form::method ? "'Tensor' object" : "module 'torch'", name);
}

Result<Value> call_internal(std::string_view name, const Arguments& arguments) {
  return run(*find_op(Space::internal, name), arguments);
}

Result<Value> as_value(Result<Tensor> tensor) {
  if (!tensor) return tensor.error();
  return Value(std::move(*tensor));
}

Result<Value> as_value(Result<std::vector<Tensor>> tensors) {
  if (!tensors) return tensors.error();
  return Value(Tuple{List(tensors->begin(), tensors->end())});
}

Value size_value(const Sizes& sizes) { return Tuple{List(sizes.begin(), sizes.end())}; }

Value number_value(const Scalar& scalar) {
  return std::visit([](auto number) { return Value(number); }, scalar);
}

std::optional<Scalar> number_of(const Value& value) {
  if (const auto* truth = value.get<bool>()) return Scalar(*truth);
  if (const auto* integer = value.get<std::int64_t>()) return Scalar(*integer);
  if (const auto* real = value.get<double>()) return Scalar(*real);
  return std::nullopt;
}

Result<Value> run_named(const Bound& bound) {
  const Value none;
  const Value* name = nullptr;
  // PyTorch looks names up from the last one on: its compiler evaluates the arguments so.
  for (const Slot& slot : bound.slots) {
    if (slot.parameter == nullptr || slot.value == nullptr) continue;
    if (slot.parameter->kind == Kind::name) name = slot.value;
    if (slot.parameter->kind != Kind::names) continue;
    name = slot.value;
    if (const auto* list = name->get<List>()) name = list->empty() ? &none : list->data();
    if (const auto* tuple = name->get<Tuple>()) {
      name = tuple->items.empty() ? &none : tuple->items.data();
    }
  }
  const auto* text = name ? name->get<std::string>() : nullptr;
  if (text == nullptr) return runtime_error("Please look up dimensions by name, got: name = None.");
  std::string nones;
  const Tensor* self = bound.given(0) ? bound.value(0).get<Tensor>() : nullptr;
  for (std::int64_t i = 0; self != nullptr && i < self->rank(); ++i) {
    nones += i == 0 ? "None" : ", None";
  }
  return runtime_error("Name '" + *text + "' not found in Tensor[" + nones + "].");
}

Result<Value> run_absent(const Bound& bound) {
  return not_in_this_lab(std::string(bound.name) + "() of this kind is not in this lab");
}

}  // namespace mha
