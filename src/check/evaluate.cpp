// The evaluator behind run(): one function a kind of node. A failure is kept in error_ and an empty
// optional unwinds to the top.
#include "check/evaluate.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "check/input_errors.h"
#include "check/python.h"
#include "check/rearrange.h"
#include "tensor/call.h"
#include "tensor/moving.h"
#include "tensor/number_text.h"

namespace mha {
namespace {

// What one program may do altogether: enough for any reshape, little enough never to freeze a page.
constexpr std::int64_t kMaxCopied = 2 * kMaxElements;  // elements in new storages
constexpr std::size_t kMaxSteps = 2'000;

using Evaluated = std::optional<Value>;

// PyTorch's names of ops that compute, as far as people try them here.
constexpr std::string_view kComputing[] = {
    "abs",    "add",    "amax",  "arange", "argmax",  "bmm",    "clamp", "cumsum",
    "div",    "einsum", "exp",   "eye",    "full",    "linear", "log",   "masked_fill",
    "matmul", "max",    "mean",  "min",    "mm",      "mul",    "norm",  "ones",
    "pow",    "rand",   "randn", "relu",   "softmax", "sqrt",   "std",   "sub",
    "sum",    "tensor", "tril",  "triu",   "var",     "where",  "zeros"};

Error computes(std::string_view what) {
  return not_in_this_lab("“{}” computes new numbers; a reshape program only moves elements.",
                         {what});
}

// A literal such as 0.5 or 1e-9. Exact for up to 15 digits and exponents up to 22, as all that
// people write are; strtod would add 10 KB to the wasm.
double real_of(std::string_view text) {
  double digits = 0;
  int exponent = 0;
  bool fraction = false;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      fraction = true;
    } else {
      digits = digits * 10 + (text[i] - '0');
      exponent -= fraction ? 1 : 0;
    }
  }
  if (i < text.size()) {
    const std::size_t start = i + (text[i + 1] == '+' ? 2 : 1);
    const std::int64_t written = integer_of(text.substr(start)).value_or(400);
    exponent += static_cast<int>(std::clamp<std::int64_t>(written, -400, 400));
  }
  double power = 1;
  for (int k = 0; k < std::abs(exponent); ++k) power *= 10;
  return exponent < 0 ? digits / power : digits * power;
}

bool is_tensor(const Value& value) { return value.get<Tensor>() != nullptr; }

class Evaluator {
 public:
  Evaluator(const Program& program, const Source& source, RunOptions options)
      : program_(program), source_(source), options_(options) {}

  void define(const std::string& name, Value value) {
    if (Value* held = find(name)) {
      *held = std::move(value);
    } else {
      names_.push_back({name, std::move(value)});
    }
  }

  // The value of the last statement.
  Evaluated run() {
    Evaluated value;
    for (const Statement& statement : program_.statements) {
      value = evaluate(statement.value);
      if (!value) return value;
      if (!statement.targets.empty() && !assign(statement, *value)) return std::nullopt;
    }
    return value;
  }

  void record(std::string op, Span span, Step::Memory memory, std::vector<Tensor> outputs) {
    steps_.push_back({std::move(op), source_.text(span), span, memory, std::move(outputs)});
  }

  std::vector<Step> take_steps() { return std::move(steps_); }
  const ProgramError& error() const { return error_; }

  std::nullopt_t fail(ProgramError error) {
    error_ = std::move(error);
    return std::nullopt;
  }

 private:
  Value* find(std::string_view name) {
    for (std::size_t i = names_.size(); i-- > 0;) {
      if (names_[i].name == name) return &names_[i].value;
    }
    return nullptr;
  }

  std::vector<std::string> known_names() const {
    std::vector<std::string> known;
    for (const Name& one : names_) known.push_back(one.name);
    return known;
  }

  const Node& node(int index) const { return program_.nodes[static_cast<std::size_t>(index)]; }

  std::nullopt_t fail(Error error, Span span, std::string_view op = {}) {
    return fail(explain(error, op, span));
  }

  bool assign(const Statement& statement, const Value& value) {
    if (!statement.unpacks) {
      define(statement.targets[0], value);
      return true;
    }
    Evaluated unpacked = value;
    if (const auto* tensor = value.get<Tensor>()) unpacked = unbound(*tensor, statement.span);
    if (!unpacked) return false;
    const List* items = items_of(*unpacked);
    const std::size_t wanted = statement.targets.size();
    if (items == nullptr) {
      fail(type_error("cannot unpack non-iterable {} object", {value.type_name()}), statement.span);
      return false;
    }
    if (items->size() != wanted) {
      fail(items->size() > wanted ? value_error("too many values to unpack (expected {})", {wanted})
                                  : value_error("not enough values to unpack (expected {}, got {})",
                                                {wanted, items->size()}),
           statement.span);
      return false;
    }
    for (std::size_t i = 0; i < wanted; ++i) define(statement.targets[i], (*items)[i]);
    return true;
  }

  Evaluated unbound(const Tensor& tensor, Span span) {
    auto parts = unbind(tensor, 0);
    if (!parts) return fail(parts.error(), span);
    List list;
    for (Tensor& part : *parts) list.emplace_back(std::move(part));
    return Value(Tuple{std::move(list)});
  }

  Evaluated checked(Result<Value> result, Span span) {
    if (!result) return fail(result.error(), span);
    return std::move(*result);
  }

  Evaluated evaluate(int index) {
    const Node& n = node(index);
    switch (n.kind) {
      case Node::Kind::integer:
        return integer(n);
      case Node::Kind::real:
        return Value(real_of(n.text));
      case Node::Kind::string:
        return Value(n.text);
      case Node::Kind::constant:
        return constant(n);
      case Node::Kind::name:
        return name(n);
      case Node::Kind::attribute:
        return attribute(n);
      case Node::Kind::call:
        return call(n);
      case Node::Kind::index:
        return subscript(n);
      case Node::Kind::unary:
        return unary(n);
      case Node::Kind::binary:
        return binary(n);
      case Node::Kind::tuple:
      case Node::Kind::list:
        return sequence(n);
      case Node::Kind::comprehension:
        return comprehension(n);
      case Node::Kind::slice:
        return slice(n);
      default:
        return fail({"SyntaxError", "This can't stand here.", "syntax", "", n.span});
    }
  }

  Evaluated integer(const Node& n) {
    const auto value = integer_of(n.text);
    if (!value) {
      return fail(limit_error("The number {}… is too large for the lab.", {n.text.substr(0, 12)}),
                  n.span);
    }
    return Value(*value);
  }

  static Evaluated constant(const Node& n) {
    if (n.text == "None") return Value(None{});
    if (n.text == "...") return Value(Ellipsis{});
    return Value(n.text == "True");
  }

  Evaluated name(const Node& n) {
    if (const Value* found = find(n.text)) return *found;
    for (const char* reserved :
         {"torch", "einops", "rearrange", "int", "len", "range", "list", "tuple"}) {
      if (n.text == reserved)
        return fail(type_error("'{}' must be called or followed by a dot here", {n.text}), n.span);
    }
    return fail(unknown_name(n.text, known_names(), n.span));
  }

  Evaluated attribute(const Node& n) {
    const Node& object = node(n.children[0]);
    if (is_module(object)) {
      return fail(
          not_in_this_lab("“{}.{}” without a call is not in this lab.", {object.text, n.text}),
          n.span);
    }
    const Evaluated value = evaluate(n.children[0]);
    if (!value) return value;
    const Span span{n.step_start, n.span.end};
    const auto* tensor = value->get<Tensor>();
    if (tensor == nullptr) {
      return fail(
          attribute_error("'{}' object has no attribute '{}'", {value->type_name(), n.text}), span);
    }
    auto result = mha::attribute(*tensor, n.text);
    if (!result) return fail(with_suggestion(result.error(), n.text, Form::method), span);
    return step(n.text, span, tensor, std::move(*result));
  }

  bool is_module(const Node& n) {
    return n.kind == Node::Kind::name && find(n.text) == nullptr &&
           (n.text == "torch" || n.text == "einops");
  }

  // An AttributeError with "Did you mean …", or what an op does that is none of a reshape's.
  static Error with_suggestion(Error error, const std::string& word, Form form) {
    if (error.type != "AttributeError") return error;
    if (std::find(std::begin(kComputing), std::end(kComputing), word) != std::end(kComputing)) {
      return computes(word);
    }
    std::vector<std::string> known;
    for (const std::string_view one : op_names(moving_ops(), form)) known.emplace_back(one);
    const std::string close = nearest(word, known);
    if (!close.empty()) error.text += ". Did you mean: '" + close + "'?";
    return error;
  }

  // Evaluates the arguments of a call, children[first…].
  std::optional<Arguments> arguments(const Node& n) {
    Arguments result;
    for (std::size_t i = 1; i < n.children.size(); ++i) {
      const Node& argument = node(n.children[i]);
      const bool wrapped =
          argument.kind == Node::Kind::keyword || argument.kind == Node::Kind::star;
      Evaluated value = evaluate(wrapped ? argument.children[0] : n.children[i]);
      if (!value) return std::nullopt;
      if (argument.kind == Node::Kind::keyword) {
        for (const auto& [known, held] : result.keywords) {
          if (known == argument.text) {
            return fail({"SyntaxError", "keyword argument repeated: " + known, "syntax", "",
                         argument.span});
          }
        }
        result.keywords.emplace_back(argument.text, std::move(*value));
      } else if (argument.kind == Node::Kind::star) {
        const List* spread = items_of(*value);
        if (spread == nullptr)
          return fail(type_error("Value after * must be an iterable, not {}", {value->type_name()}),
                      argument.span);
        result.positional.insert(result.positional.end(), spread->begin(), spread->end());
      } else {
        if (!result.keywords.empty()) {
          return fail({"SyntaxError", "positional argument follows keyword argument", "syntax", "",
                       argument.span});
        }
        result.positional.push_back(std::move(*value));
      }
    }
    return result;
  }

  Evaluated call(const Node& n) {
    const Node& callee = node(n.children[0]);
    const Span span{n.step_start, n.span.end};
    if (callee.kind == Node::Kind::name) {
      if (const Value* held = find(callee.text)) {
        const char* type = held->type_name();
        return fail(type_error("'{}' object is not callable", {type}), n.span);
      }
      return function(callee.text, n, span);
    }
    if (callee.kind != Node::Kind::attribute) {
      return fail(type_error("Only names and methods can be called here"), n.span);
    }
    const Node& object = node(callee.children[0]);
    if (is_module(object)) {
      if (callee.text == "rearrange") return function("rearrange", n, n.span);
      if (object.text == "einops")
        return fail(not_in_this_lab("“einops.{}” is not in this lab.", {callee.text}), n.span);
      return torch_function(callee.text, n);
    }
    return method(callee, n, span);
  }

  Evaluated method(const Node& callee, const Node& n, Span span) {
    const Evaluated self = evaluate(callee.children[0]);
    if (!self) return self;
    const auto* tensor = self->get<Tensor>();
    if (tensor == nullptr) {
      return fail(
          attribute_error("'{}' object has no attribute '{}'", {self->type_name(), callee.text}),
          span);
    }
    auto given = arguments(n);
    if (!given) return std::nullopt;
    given->positional.insert(given->positional.begin(), *self);
    auto result = mha::call(moving_ops(), Form::method, callee.text, *given);
    if (!result && options_.views_may_copy && callee.text == "view" &&
        result.error().text.rfind("view size is not compatible", 0) == 0) {
      result = mha::call(moving_ops(), Form::method, "reshape", *given);
    }
    if (!result)
      return fail(with_suggestion(result.error(), callee.text, Form::method), span, callee.text);
    return step(callee.text, span, tensor, std::move(*result));
  }

  Evaluated torch_function(const std::string& name, const Node& n) {
    const auto given = arguments(n);
    if (!given) return std::nullopt;
    auto result = mha::call(moving_ops(), Form::function, name, *given);
    if (!result) return fail(with_suggestion(result.error(), name, Form::function), n.span, name);
    return step(name, n.span, first_tensor(*given), std::move(*result));
  }

  static const Tensor* first_tensor(const Arguments& given) {
    for (const Value& value : given.positional) {
      if (const auto* tensor = value.get<Tensor>()) return tensor;
    }
    for (const auto& [name, value] : given.keywords) {
      if (const auto* tensor = value.get<Tensor>()) return tensor;
    }
    return nullptr;
  }

  // Python's own functions, and einops'.
  Evaluated function(const std::string& name, const Node& n, Span span) {
    if (name == "rearrange") return rearranged(n, span);
    static constexpr std::string_view kBuiltins[] = {"int", "len", "range", "list", "tuple"};
    if (std::find(std::begin(kBuiltins), std::end(kBuiltins), name) == std::end(kBuiltins)) {
      return fail(unknown_name(name, known_names(), node(n.children[0]).span));
    }
    const auto given = arguments(n);
    if (!given) return std::nullopt;
    const auto& args = given->positional;
    if (name == "range") return checked(python_range(args), span);
    if (args.size() != 1 || !given->keywords.empty()) {
      return fail(type_error("{}() takes one argument here", {name}), span);
    }
    if (name == "int") {
      const auto number = real_of(args[0]);
      if (!number || std::abs(*number) > 1e15)
        return fail(type_error("int() argument must be a number here"), span);
      return Value(static_cast<std::int64_t>(std::trunc(*number)));
    }
    Evaluated sequence = args[0];
    if (const auto* tensor = args[0].get<Tensor>()) {
      if (tensor->rank() == 0) return fail(type_error("len() of a 0-d tensor"), span);
      if (name == "len") return Value(tensor->size(0));
      sequence = unbound(*tensor, span);
      if (!sequence) return sequence;
    }
    const List* items = items_of(*sequence);
    if (items == nullptr)
      return fail(type_error("'{}' object is not iterable", {args[0].type_name()}), span);
    if (name == "len") return Value(static_cast<std::int64_t>(items->size()));
    if (name == "list") return Value(*items);
    return Value(Tuple{*items});
  }

  Evaluated rearranged(const Node& n, Span span) {
    const auto given = arguments(n);
    if (!given) return std::nullopt;
    const auto& args = given->positional;
    const auto* tensor = args.empty() ? nullptr : args[0].get<Tensor>();
    const auto* pattern = args.size() < 2 ? nullptr : args[1].get<std::string>();
    if (tensor == nullptr || pattern == nullptr || args.size() > 2) {
      return fail(type_error("rearrange takes a tensor and a pattern string, then sizes as "
                             "keywords: rearrange(t, \"a b -> b a\")"),
                  span, "rearrange");
    }
    NamedSizes lengths;
    for (const auto& [axis, value] : given->keywords) {
      const auto* size = value.get<std::int64_t>();
      if (size == nullptr)
        return fail(type_error("The size of axis “{}” must be an integer.", {axis}), span,
                    "rearrange");
      lengths.set(axis, *size);
    }
    auto result = rearrange(*tensor, *pattern, lengths);
    if (!result) return fail(result.error(), span, "rearrange");
    return step("rearrange", span, tensor, Value(std::move(*result)));
  }

  // Records a step if the op gave tensors, and keeps count of what was made.
  Evaluated step(std::string op, Span span, const Tensor* from, Value result) {
    std::vector<Tensor> outputs;
    if (const auto* tensor = result.get<Tensor>()) outputs.push_back(*tensor);
    if (const List* items = items_of(result)) {
      for (const Value& item : *items) {
        if (const auto* tensor = item.get<Tensor>()) outputs.push_back(*tensor);
      }
    }
    if (outputs.empty()) return result;
    const bool same = from != nullptr && outputs[0].shares_storage(*from);
    if (!same) copied_ += outputs[0].numel();
    if (copied_ > kMaxCopied || steps_.size() >= kMaxSteps) {
      return fail(limit_error("This program makes too many tensors for the lab: the limit is {} "
                              "elements or {} steps.",
                              {kMaxCopied, kMaxSteps}),
                  span);
    }
    record(std::move(op), span, same ? Step::Memory::same_storage : Step::Memory::new_storage,
           std::move(outputs));
    return result;
  }

  Evaluated subscript(const Node& n) {
    const Evaluated object = evaluate(n.children[0]);
    if (!object) return object;
    List indices;
    for (std::size_t i = 1; i < n.children.size(); ++i) {
      const Evaluated index = evaluate(n.children[i]);
      if (!index) return index;
      indices.push_back(*index);
    }
    const Span span{n.step_start, n.span.end};
    if (const auto* tensor = object->get<Tensor>()) {
      const Value index = indices.size() == 1 ? indices[0] : Value(Tuple{indices});
      auto result = get_item(*tensor, index);
      if (!result) return fail(result.error(), span, "select");
      return step("index", span, tensor, std::move(*result));
    }
    const Value index = indices.size() == 1 ? indices[0] : Value(Tuple{indices});
    return checked(python_index(*object, index), span);
  }

  Evaluated slice(const Node& n) {
    Slice result;
    for (const int child : n.children) {
      const Evaluated value = child < 0 ? Evaluated(Value(None{})) : evaluate(child);
      if (!value) return value;
      if (value->get<None>() == nullptr && value->get<std::int64_t>() == nullptr) {
        return fail(
            type_error("slice indices must be integers or None or have an __index__ method"),
            n.span);
      }
      result.bounds.push_back(*value);
    }
    return Value(std::move(result));
  }

  Evaluated unary(const Node& n) {
    const Evaluated value = evaluate(n.children[0]);
    if (!value) return value;
    if (is_tensor(*value)) return fail(computes(n.text), n.span);
    return checked(python_unary(n.text, *value), n.span);
  }

  Evaluated binary(const Node& n) {
    const Evaluated left = evaluate(n.children[0]);
    if (!left) return left;
    const Evaluated right = evaluate(n.children[1]);
    if (!right) return right;
    if (is_tensor(*left) || is_tensor(*right)) return fail(computes(n.text), n.span);
    return checked(python_binary(n.text, *left, *right), n.span);
  }

  Evaluated sequence(const Node& n) {
    List items;
    for (const int child : n.children) {
      const bool star = node(child).kind == Node::Kind::star;
      Evaluated value = evaluate(star ? node(child).children[0] : child);
      if (!value) return value;
      if (!star) {
        items.push_back(std::move(*value));
        continue;
      }
      const List* spread = items_of(*value);
      if (spread == nullptr)
        return fail(type_error("Value after * must be an iterable, not {}", {value->type_name()}),
                    node(child).span);
      items.insert(items.end(), spread->begin(), spread->end());
    }
    return n.kind == Node::Kind::tuple ? Value(Tuple{std::move(items)}) : Value(std::move(items));
  }

  Evaluated comprehension(const Node& n) {
    Evaluated iterable = evaluate(n.children[1]);
    if (!iterable) return iterable;
    if (const auto* tensor = iterable->get<Tensor>()) iterable = unbound(*tensor, n.span);
    if (!iterable) return iterable;
    const List* items = items_of(*iterable);
    if (items == nullptr)
      return fail(type_error("'{}' object is not iterable", {iterable->type_name()}), n.span);
    // The loop's name is its own: an outer one of the same name comes back.
    const std::size_t outer = names_.size();
    names_.push_back({n.text, None{}});
    List results;
    for (const Value& item : *items) {
      names_[outer].value = item;
      Evaluated value = evaluate(n.children[0]);
      if (!value) return value;
      results.push_back(std::move(*value));
    }
    names_.pop_back();
    return Value(std::move(results));
  }

  const Program& program_;
  const Source& source_;
  RunOptions options_;
  struct Name {
    std::string name;
    Value value;
  };
  std::vector<Name> names_;  // in the order of definition; the last of a name counts
  std::vector<Step> steps_;
  std::int64_t copied_ = 0;
  ProgramError error_;
};

}  // namespace

Trace run(const Program& program, const Source& source, const std::string& input_name,
          const Tensor& input, const NamedSizes& sizes, RunOptions options) {
  Evaluator evaluator(program, source, options);
  evaluator.define(input_name, input);
  for (const auto& [name, value] : sizes) evaluator.define(name, value);
  evaluator.record("input", {0, 0}, Step::Memory::input, {input});
  const Evaluated value = evaluator.run();
  Trace trace{evaluator.take_steps(), evaluator.error()};
  trace.steps.front().call = input_name;
  if (!value) return trace;
  const Span whole = program.statements.back().span;
  if (const auto* tensor = value->get<Tensor>()) {
    trace.outcome = *tensor;
  } else {
    trace.outcome = ProgramError{
        "TypeError", sentence("The last line gives a {}, not a tensor.", {value->type_name()}),
        "bad-shape", "End with the one tensor that is asked for.", whole};
  }
  return trace;
}

std::variant<Sizes, ProgramError> run_integers(const Program& program, const Source& source,
                                               const NamedSizes& sizes) {
  Evaluator evaluator(program, source, {});
  for (const auto& [name, value] : sizes) evaluator.define(name, value);
  const Evaluated value = evaluator.run();
  if (!value) return evaluator.error();
  Sizes result;
  const List* items = items_of(*value);
  const List single{*value};
  for (const Value& item : items != nullptr ? *items : single) {
    const auto number = real_of(item);
    if (!number || std::floor(*number) != *number || std::abs(*number) > 1e15) {
      return ProgramError{"TypeError", "Whole numbers are wanted here.", "bad-shape", "",
                          program.statements.back().span};
    }
    const auto* integer = item.get<std::int64_t>();
    result.push_back(integer != nullptr ? *integer : static_cast<std::int64_t>(*number));
  }
  return result;
}

}  // namespace mha
