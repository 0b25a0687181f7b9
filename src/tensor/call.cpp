// Finding an op by its name and running it. The ops themselves are the tables of call_*.cpp, the
// arguments' rules are call_binding.h.
#include "tensor/call.h"

#include <algorithm>

#include "tensor/call_binding.h"
#include "tensor/call_table.h"

namespace mha {
namespace {

// "transpose" of "transpose(Tensor input, …)". A Python function's signature says "Tensor.split",
// the op is "split".
std::string_view name_of(const Row& row) {
  const std::string_view text = row.signature;
  const std::string_view name = text.substr(0, text.find('('));
  return name.substr(name.find('.') + 1);
}

bool is_in(Space space, const Row& row) {
  if (row.forms & kInternal) return space == Space::internal;
  return space == Space::method     ? (row.forms & kMethod) != 0
         : space == Space::function ? (row.forms & kFunction) != 0
                                    : false;
}

// The ops of one table, added to `result`.
void add_ops(std::span<const Row> rows, std::vector<Op>& result) {
  while (!rows.empty()) {
    const std::string_view name = name_of(rows[0]);
    std::size_t count = 1;
    while (count < rows.size() && name_of(rows[count]) == name) ++count;
    const auto same = rows.first(count);
    for (const Space space : {Space::method, Space::function, Space::internal}) {
      const auto inside = [space](const Row& row) { return is_in(space, row); };
      if (std::any_of(same.begin(), same.end(), inside)) result.push_back({space, name, same});
    }
    rows = rows.subspan(count);
  }
}

std::vector<Overload> overloads_of(const Op& op) {
  std::vector<Overload> result;
  for (const Row& row : op.rows) {
    if (!is_in(op.space, row)) continue;
    Signature signature = parse_signature(row.signature);
    if (op.space == Space::method && (row.forms & kBoth) == kBoth) drop_self(signature);
    result.push_back({std::move(signature), &row});
  }
  return result;
}

Space space_of(Form form) { return form == Form::method ? Space::method : Space::function; }

bool is_operator(std::string_view name) { return name.starts_with("__"); }

// C functions without arguments are refused by CPython before PyTorch sees the call.
std::optional<Error> refuse_arguments(std::string_view name, const Given& given) {
  if (!given.keywords.empty()) {
    return type_error("_TensorBase.{}() takes no keyword arguments", {name});
  }
  if (given.positional.empty()) return {};
  return type_error("_TensorBase.{}() takes no arguments ({} given)",
                    {name, given.positional.size()});
}

Result<Value> run(const Op& op, const Arguments& arguments) {
  const std::vector<Overload> overloads = overloads_of(op);
  const Overload& first = overloads.front();
  Bound bound;
  bound.arguments = &arguments;
  Given given{arguments.positional, arguments.keywords};
  if (first.row->forms & kVariadic) return first.row->run(bound);
  if (first.row->forms & kPython) {
    if (auto error = bind_python(first.signature, given, bound)) return *error;
    return first.row->run(bound);
  }
  // self is bound apart from the other arguments
  const bool has_self = (first.row->forms & kMethod) != 0 && op.space != Space::function;
  if (has_self) {
    given.positional = given.positional.subspan(1);
    bound.slots.resize(1);
    bound.slots[0].value = &arguments.positional[0];
  }
  if (op.space == Space::method && overloads.size() == 1 && first.signature.parameters.empty()) {
    if (auto error = refuse_arguments(op.name, given)) return *error;
  }
  const auto taken = bind_arguments(overloads, given, has_self ? 1 : 0, bound);
  if (!taken) return taken.error();
  return (*taken)->row->run(bound);
}

}  // namespace

OpSet::OpSet(std::initializer_list<std::span<const Row>> tables, HasOperator has, RunOperator run)
    : has_(has), run_(run) {
  for (const auto rows : tables) add_ops(rows, ops_);
}

const Op* OpSet::find(Space space, std::string_view name) const {
  for (const Op& op : ops_) {
    if (op.space == space && op.name == name) return &op;
  }
  return nullptr;
}

const OpSet& moving_ops() {
  static const OpSet ops({moving_rows(), joining_rows(), reading_rows()}, nullptr, nullptr);
  return ops;
}

bool has_op(const OpSet& ops, Form form, std::string_view name) {
  if (form == Form::method && is_operator(name)) return ops.has_operator(name);
  return ops.find(space_of(form), name) != nullptr;
}

std::vector<std::string_view> op_names(const OpSet& ops, Form form) {
  std::vector<std::string_view> names;
  for (const Op& op : ops.ops()) {
    if (op.space != space_of(form)) continue;
    names.insert(std::lower_bound(names.begin(), names.end(), op.name), op.name);
  }
  return names;
}

Result<Value> call(const OpSet& ops, Form form, std::string_view name, const Arguments& arguments) {
  if (form == Form::method) {
    const bool has_self =
        !arguments.positional.empty() && arguments.positional[0].get<Tensor>() != nullptr;
    if (!has_self) {
      const char* owner =
          arguments.positional.empty() ? "NoneType" : arguments.positional[0].type_name();
      return attribute_error("'{}' object has no attribute '{}'", {owner, name});
    }
    if (is_operator(name) && ops.has_operator(name)) return ops.run_operator(name, arguments);
  }
  if (const Op* op = ops.find(space_of(form), name)) return run(*op, arguments);
  return attribute_error(form == Form::method ? "'Tensor' object has no attribute '{}'"
                                              : "module 'torch' has no attribute '{}'",
                         {name});
}

Result<Value> call_internal(std::span<const Row> rows, std::string_view name,
                            const Arguments& arguments) {
  std::vector<Op> ops;
  add_ops(rows, ops);
  const auto found = std::find_if(ops.begin(), ops.end(), [name](const Op& op) {
    return op.space == Space::internal && op.name == name;
  });
  return run(*found, arguments);
}

Result<Value> Run::operator()(const Bound& bound) const {
  if (value_ != nullptr) return value_(bound);
  return tensor_ != nullptr ? as_value(tensor_(bound)) : as_value(tensors_(bound));
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
  return runtime_error("Name '{}' not found in Tensor[{}].", {*text, nones});
}

Error absent(const Bound& bound) {
  return not_in_this_lab("{}() of this kind is not in this lab", {bound.name});
}

Result<Value> run_absent(const Bound& bound) { return absent(bound); }

}  // namespace mha
