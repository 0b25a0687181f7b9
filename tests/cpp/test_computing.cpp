// The computing ops against PyTorch: seeded random calls (tests/golden/computing_parity.py), and
// by hand what a random call does not show: origins, limits, precision of softmax.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tensor/computing.h"
#include "tensor/creation.h"
#include "tensor/moving.h"

namespace {

using mha::DType;
using mha::Error;
using mha::Operand;
using mha::Result;
using mha::Scalar;
using mha::Sizes;
using mha::Strides;
using mha::Tensor;
using nlohmann::json;

// --- computing_parity.json → values --------------------------------------------------------------

double number(const json& value) {  // "inf", "-inf" and "nan" are strings there
  if (!value.is_string()) return value.is_boolean() ? value.get<bool>() : value.get<double>();
  const auto text = value.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  return text == "inf" ? infinity : -infinity;
}

Scalar scalar(const json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  return number(value);
}

DType dtype_named(const std::string& name) {
  if (name == "float32") return DType::float32;
  return name == "int64" ? DType::int64 : DType::boolean;
}

Tensor tensor(const json& value) {
  const json& memory = value.at("memory");
  const Sizes count{static_cast<std::int64_t>(memory.size())};
  const Tensor flat = [&] {
    switch (dtype_named(value.at("dtype"))) {
      case DType::int64:
        return Tensor::of(count, memory.get<std::vector<std::int64_t>>());
      case DType::boolean:
        return Tensor::of(count, memory.get<std::vector<bool>>());
      case DType::float32:
        break;
    }
    std::vector<float> floats;
    for (const json& element : memory) floats.push_back(static_cast<float>(number(element)));
    return Tensor::of(count, floats);
  }();
  return flat.as_strided(value.at("sizes").get<Sizes>(), value.at("strides").get<Strides>(),
                         value.at("offset"));
}

Operand operand(const json& value) {
  if (value.is_object()) return tensor(value);
  return scalar(value);
}

// The place of a name in a list: the enums' values in their order.
template <class Enum>
Enum named(const std::string& name, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  FAIL("unknown kind: " << name);
  return {};
}

mha::Arithmetic arithmetic_named(const std::string& name) {
  return named<mha::Arithmetic>(name, {"add", "subtract", "multiply", "divide", "floor_divide",
                                       "remainder", "power", "maximum", "minimum"});
}
mha::Comparison comparison_named(const std::string& name) {
  return named<mha::Comparison>(
      name, {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"});
}
mha::Logic logic_named(const std::string& name) {
  return named<mha::Logic>(name, {"logical_and", "logical_or", "logical_xor"});
}
mha::Unary unary_named(const std::string& name) {
  return named<mha::Unary>(
      name, {"negative", "absolute", "exp", "log", "sqrt", "rsqrt", "reciprocal", "tanh", "sigmoid",
             "relu", "erf", "sin", "cos", "invert"});
}
mha::Reduction reduction_named(const std::string& name) {
  return named<mha::Reduction>(name, {"sum", "mean", "amax", "amin", "all", "any"});
}

using Outcome = Result<std::vector<Tensor>>;

Outcome outcome(const Result<Tensor>& result) {
  if (!result) return result.error();
  return std::vector<Tensor>{*result};
}

Outcome outcome(const Result<mha::ValuesAndIndices>& result) {
  if (!result) return result.error();
  return std::vector<Tensor>{result->values, result->indices};
}

// Runs a case. `first` is its first argument as a tensor, where it is one.
Outcome run(const json& c, const Tensor& first) {
  const auto op = c.at("op").get<std::string>();
  const auto kind = c.value("kind", std::string());
  const json& arguments = c.at("arguments");
  const auto other = [&] { return tensor(arguments.at(1)); };
  const auto either = [&](std::size_t i) { return operand(arguments.at(i)); };
  const auto wide = [&](const char* key) { return c.at(key).get<std::int64_t>(); };
  if (op == "arithmetic") {
    return outcome(mha::arithmetic(arithmetic_named(kind), either(0), either(1)));
  }
  if (op == "arithmetic_") {
    return outcome(mha::arithmetic_(arithmetic_named(kind), first, either(1)));
  }
  if (op == "compare") return outcome(mha::compare(comparison_named(kind), either(0), either(1)));
  if (op == "logic") return outcome(mha::logic(logic_named(kind), either(0), either(1)));
  if (op == "unary") return outcome(mha::unary(unary_named(kind), first));
  if (op == "matmul") return outcome(mha::matmul(first, other()));
  if (op == "bmm") return outcome(mha::bmm(first, other()));
  if (op == "mm") return outcome(mha::mm(first, other()));
  if (op == "linear") {
    std::optional<Tensor> bias;
    if (arguments.size() == 3) bias = tensor(arguments.at(2));
    return outcome(mha::linear(first, other(), bias));
  }
  if (op == "einsum") {
    std::vector<Tensor> operands;
    for (const json& argument : arguments) operands.push_back(tensor(argument));
    return outcome(mha::einsum(c.at("equation").get<std::string>(), operands));
  }
  if (op == "softmax") return outcome(mha::softmax(first, wide("dim")));
  if (op == "cumsum") return outcome(mha::cumsum(first, wide("dim")));
  if (op == "masked_fill") {
    return outcome(mha::masked_fill(first, other(), scalar(c.at("value"))));
  }
  if (op == "masked_fill_") {
    return outcome(mha::masked_fill_(first, other(), scalar(c.at("value"))));
  }
  if (op == "where") return outcome(mha::where(first, either(1), either(2)));
  if (op == "tril") return outcome(mha::tril(first, wide("diagonal")));
  if (op == "triu") return outcome(mha::triu(first, wide("diagonal")));
  if (op == "reduce") {
    return outcome(mha::reduce(reduction_named(kind), first,
                               c.at("dims").get<std::vector<std::int64_t>>(), c.at("keepdim")));
  }
  if (op == "max") return outcome(mha::max(first, wide("dim"), c.at("keepdim")));
  if (op == "min") return outcome(mha::min(first, wide("dim"), c.at("keepdim")));
  REQUIRE(op == "to");
  return std::vector<Tensor>{mha::to(first, dtype_named(c.at("dtype")))};
}

// --- comparing -----------------------------------------------------------------------------------

bool equal_within(double got, double wanted, double tolerance) {
  if (std::isnan(wanted)) return std::isnan(got);
  if (got == wanted) return true;
  return std::abs(got - wanted) <= tolerance * std::abs(wanted);
}

void check_values(const Tensor& got, const json& wanted, double tolerance) {
  REQUIRE(static_cast<std::size_t>(got.numel()) == wanted.size());
  if (got.dtype() == DType::int64) {
    CHECK(got.ints() == wanted.get<std::vector<std::int64_t>>());
    return;
  }
  const std::vector<float> values = got.floats();
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(i);
    CAPTURE(values[i]);
    CAPTURE(wanted.at(i).dump());
    const double value = static_cast<double>(values[i]);
    CHECK(equal_within(value, number(wanted.at(i)), tolerance));
  }
}

std::string text(const Error& error) { return error.type + ": " + error.text; }

}  // namespace

TEST_CASE("seeded random calls give what PyTorch gives") {
  std::ifstream file(std::string(MHA_GOLDEN_DIR) + "/computing_parity.json");
  REQUIRE(file.good());
  const json golden = json::parse(file);
  std::size_t errors = 0;
  for (const json& c : golden.at("cases")) {
    const std::string shown = c.dump().substr(0, 700);
    CAPTURE(shown);
    const json& argument = c.at("arguments").at(0);
    const Tensor first = argument.is_object() ? tensor(argument) : mha::scalar_tensor(false);
    const Outcome got = run(c, first);
    if (c.contains("error")) {
      ++errors;
      const json& wanted = c.at("error");
      CHECK((got.ok() ? "no error" : text(got.error())) ==
            wanted.at(0).get<std::string>() + ": " + wanted.at(1).get<std::string>());
      continue;
    }
    CHECK((got.ok() ? "" : text(got.error())) == "");
    if (!got.ok()) continue;
    const json& results = c.at("results");
    REQUIRE(got->size() == results.size());
    // Products sum in PyTorch's order, so they may differ less than functions like exp.
    const auto op = c.at("op").get<std::string>();
    const bool product =
        op == "matmul" || op == "bmm" || op == "mm" || op == "linear" || op == "einsum";
    for (std::size_t i = 0; i < results.size(); ++i) {
      const json& wanted = results.at(i);
      const Tensor& result = (*got)[i];
      CHECK(result.sizes() == wanted.at("sizes").get<Sizes>());
      CHECK(result.strides() == wanted.at("strides").get<Strides>());
      CHECK(mha::name_of(result.dtype()) == wanted.at("dtype").get<std::string>());
      check_values(result, wanted.at("values"), product ? 2e-6 : 1e-5);
    }
    if (c.contains("memory_after")) {
      const json& wanted = c.at("memory_after");
      const Tensor memory = first.as_strided({static_cast<std::int64_t>(wanted.size())}, {1}, 0);
      check_values(memory, wanted, 1e-5);
    }
  }
  MESSAGE(golden.at("cases").size() << " calls, " << errors << " of them errors");
}

TEST_CASE("a row of -inf only becomes nan in softmax, other rows stay exact") {
  const float inf = std::numeric_limits<float>::infinity();
  const Tensor t = Tensor::of({3, 2}, std::vector<float>{1, -inf, -inf, -inf, 200, 200});
  const std::vector<float> rows = mha::softmax(t, -1)->floats();
  CHECK(rows[0] == 1.0F);
  CHECK(rows[1] == 0.0F);
  CHECK(std::isnan(rows[2]));
  CHECK(std::isnan(rows[3]));
  CHECK(rows[4] == 0.5F);
  // over rows instead: the columns' entries
  const std::vector<float> columns = mha::softmax(t, 0)->floats();
  CHECK(columns[0] == 0.0F);
  CHECK(columns[4] == 1.0F);
}

TEST_CASE("a float mask of ones masks nothing, as in PyTorch 1.13.1") {
  const Tensor t = Tensor::of({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
  const Tensor mask = mha::ones({2, 3}).value();
  CHECK(mha::masked_fill(t, mask, -1e9)->floats() == t.floats());
  const Tensor integers = mha::ones({3}, DType::int64).value();
  CHECK(mha::masked_fill(t, integers, 7.0)->floats() == std::vector<float>(6, 7.0F));
}

TEST_CASE("results are their own origins") {
  const Tensor x = Tensor::of({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
  const Tensor moved = mha::clone(mha::transpose(x, 0, 1).value());
  REQUIRE(moved.origins()[1].storage == x.storage().number());
  const Tensor y = Tensor::of({3, 5}, std::vector<float>(15, 0.5F));
  const std::vector<Tensor> results{
      mha::arithmetic(mha::Arithmetic::add, moved, moved).value(),
      mha::unary(mha::Unary::exp, moved).value(),
      mha::masked_fill(moved, mha::zeros({2}, DType::boolean).value(), 0.0).value(),
      mha::tril(moved, 9).value(),
      mha::softmax(moved, 0).value(),
      mha::matmul(mha::reshape(x, {1, 2, 3}).value(), y).value(),
      mha::matmul(x, mha::reshape(y, {1, 3, 5}).value()).value(),
      mha::einsum("ij,jk->ki", {x, y}).value(),
  };
  for (std::size_t i = 0; i < results.size(); ++i) {
    CAPTURE(i);
    for (const mha::Origin& origin : results[i].origins()) {
      CHECK(origin.storage == results[i].storage().number());
    }
  }
}

TEST_CASE("in-place ops write through a view and reset the origins of what they wrote") {
  const Tensor x = Tensor::of({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
  const Tensor copy = mha::clone(x);
  const Tensor column = mha::select(copy, 1, 1).value();
  REQUIRE(mha::arithmetic_(mha::Arithmetic::multiply, column, Scalar(10.0)).ok());
  CHECK(copy.floats() == std::vector<float>{1, 20, 3, 4, 50, 6});
  const std::vector<mha::Origin> origins = copy.origins();
  CHECK(origins[0] == mha::Origin{x.storage().number(), 0});
  CHECK(origins[1] == mha::Origin{copy.storage().number(), 1});
  CHECK(origins[4] == mha::Origin{copy.storage().number(), 4});
  CHECK(origins[5] == mha::Origin{x.storage().number(), 5});

  const Tensor other = mha::clone(x);
  const Tensor mask = Tensor::of({3, 1}, std::vector<bool>{false, false, true});
  REQUIRE(mha::masked_fill_(mha::transpose(other, 0, 1).value(), mask, -1.0).ok());
  CHECK(other.floats() == std::vector<float>{1, 2, -1, 4, 5, -1});
  CHECK(other.origins()[1] == mha::Origin{x.storage().number(), 1});
  CHECK(other.origins()[2] == mha::Origin{other.storage().number(), 2});
}

TEST_CASE("in-place ops on overlapping memory get PyTorch's errors") {
  const Tensor square = Tensor::of({3, 3}, std::vector<float>(9, 1.0F));
  const Result<Tensor> transposed =
      mha::arithmetic_(mha::Arithmetic::add, square, mha::transpose(square, 0, 1).value());
  CHECK(text(transposed.error()) ==
        "RuntimeError: unsupported operation: some elements of the input tensor and the "
        "written-to tensor refer to a single memory location. Please clone() the tensor before "
        "performing the operation.");
  const Tensor wide = mha::expand(mha::select(square, 0, 0).value(), {2, 3}).value();
  const Result<Tensor> expanded = mha::arithmetic_(mha::Arithmetic::add, wide, Scalar(1.0));
  CHECK(text(expanded.error()) ==
        "RuntimeError: unsupported operation: more than one element of the written-to tensor "
        "refers to a single memory location. Please clone() the tensor before performing the "
        "operation.");
}

TEST_CASE("results beyond the lab's limit are errors, whatever the op") {
  const Tensor one = Tensor::of({1}, std::vector<float>{1});
  const std::int64_t many = std::int64_t{1} << 40;
  const Tensor row = one.as_strided({1, many}, {0, 0}, 0);
  const Tensor column = one.as_strided({many, 1}, {0, 0}, 0);
  const auto type = [](const auto& result) { return result.error().type; };
  CHECK(type(mha::arithmetic(mha::Arithmetic::add, row, column)) == "LimitError");
  CHECK(type(mha::compare(mha::Comparison::less, row, column)) == "LimitError");
  CHECK(type(mha::logic(mha::Logic::logical_or, row, column)) == "LimitError");
  CHECK(type(mha::unary(mha::Unary::exp, row)) == "LimitError");
  CHECK(type(mha::matmul(column, row)) == "LimitError");
  CHECK(type(mha::einsum("ij,jk->ik", {column, row})) == "LimitError");
  CHECK(type(mha::einsum("ij,kl->ijkl", {column, row})) == "LimitError");
  CHECK(type(mha::softmax(row, 0)) == "LimitError");
  CHECK(type(mha::cumsum(row, 0)) == "LimitError");
  CHECK(type(mha::reduce(mha::Reduction::sum, row, {}, false)) == "LimitError");
  CHECK(type(mha::max(row, 0, false)) == "LimitError");
  CHECK(type(mha::masked_fill(row, mha::zeros({1}, DType::boolean).value(), 0.0)) == "LimitError");
  CHECK(type(mha::tril(row, 0)) == "LimitError");
}

TEST_CASE("integers wrap around and divide as PyTorch's do") {
  const std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
  const Tensor t = Tensor::of({2}, std::vector<std::int64_t>{smallest, -7});
  using Integers = std::vector<std::int64_t>;
  CHECK(mha::unary(mha::Unary::negative, t)->ints() == Integers{smallest, 7});
  CHECK(mha::unary(mha::Unary::absolute, t)->ints() == Integers{smallest, 7});
  const Scalar minus_one = std::int64_t{-1};
  const Scalar two = std::int64_t{2};
  using mha::Arithmetic;
  CHECK(mha::arithmetic(Arithmetic::floor_divide, t, minus_one)->ints() == Integers{smallest, 7});
  CHECK(mha::arithmetic(Arithmetic::remainder, t, minus_one)->ints() == Integers{0, 0});
  CHECK(mha::arithmetic(Arithmetic::floor_divide, t, two)->ints() == Integers{smallest / 2, -4});
  CHECK(mha::arithmetic(Arithmetic::remainder, t, two)->ints() == Integers{0, 1});
  CHECK(mha::arithmetic(Arithmetic::multiply, t, two)->ints() == Integers{0, -14});
  CHECK(mha::reduce(mha::Reduction::sum, t, {}, false)->ints() ==
        Integers{std::numeric_limits<std::int64_t>::max() - 6});
}
