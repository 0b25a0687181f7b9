// call(): argument forms and errors, replayed from what PyTorch said
// (tests/golden/torch_errors.py).
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tensor/call.h"
#include "tensor/creation.h"

namespace {

using mha::Arguments;
using mha::DType;
using mha::Form;
using mha::List;
using mha::Result;
using mha::Tensor;
using mha::Tuple;
using mha::Value;
using Json = nlohmann::json;
using Variables = std::map<std::string, Value>;

DType dtype_of(const std::string& name) {
  if (name == "int64") return DType::int64;
  return name == "bool" ? DType::boolean : DType::float32;
}

Value decode(const Json& json, const Variables& variables);

List decode_all(const Json& json, const Variables& variables) {
  List items;
  for (const Json& item : json) items.push_back(decode(item, variables));
  return items;
}

Value decode(const Json& json, const Variables& variables) {
  if (json.is_null()) return {};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number()) return json.get<std::int64_t>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_array()) return decode_all(json, variables);
  if (json.contains("float")) return std::stod(json["float"].get<std::string>());
  if (json.contains("tuple")) return Tuple{decode_all(json["tuple"], variables)};
  if (json.contains("slice")) return mha::Slice{decode_all(json["slice"], variables)};
  if (json.contains("ellipsis")) return mha::Ellipsis{};
  if (json.contains("dtype")) return dtype_of(json["dtype"].get<std::string>());
  const Value& held = variables.at(json["var"].get<std::string>());
  if (!json.contains("item")) return held;
  return held.get<Tuple>()->items.at(json["item"].get<std::size_t>());
}

// What the golden file says of a result.
Json describe(const Value& value) {
  if (const auto* tensor = value.get<Tensor>()) {
    return {{"sizes", tensor->sizes()}, {"dtype", mha::name_of(tensor->dtype())}};
  }
  const auto* list = value.get<List>();
  if (const auto* tuple = value.get<Tuple>()) list = &tuple->items;
  if (list != nullptr) {
    Json items = Json::array();
    for (const Value& item : *list) items.push_back(describe(item));
    return {{"items", items}};
  }
  if (const auto* dtype = value.get<DType>()) {
    return {{"value", {{"dtype", mha::name_of(*dtype)}}}};
  }
  if (const auto* truth = value.get<bool>()) return {{"value", *truth}};
  if (const auto* integer = value.get<std::int64_t>()) return {{"value", *integer}};
  if (const auto* real = value.get<double>()) {
    std::string text = std::to_string(*real);
    return {{"value", {{"float", text.substr(0, text.find('.') + 2)}}}};
  }
  if (const auto* text = value.get<std::string>()) return {{"value", *text}};
  return {{"value", nullptr}};
}

Json replay(const Json& recorded) {
  Variables variables;
  for (const auto& [name, tensor] : recorded["tensors"].items()) {
    const auto made = mha::full(tensor["sizes"].get<mha::Sizes>(), std::int64_t{0},
                                dtype_of(tensor["dtype"].get<std::string>()));
    variables.emplace(name, *made);
  }
  Json said;
  for (const Json& step : recorded["calls"]) {
    Arguments arguments{decode_all(step["args"], variables), {}};
    for (const Json& pair : step["kwargs"]) {
      arguments.keywords.emplace_back(pair[0].get<std::string>(), decode(pair[1], variables));
    }
    const auto name = step["name"].get<std::string>();
    const auto form = step["form"].get<std::string>();
    const Result<Value> result =
        form == "attribute"
            ? mha::attribute(*arguments.positional.at(0).get<Tensor>(), name)
            : mha::call(mha::all_ops(), form == "method" ? Form::method : Form::function, name,
                        arguments);
    if (!result) return {{"type", result.error().type}, {"text", result.error().text}};
    variables[step["to"].get<std::string>()] = *result;
    said = describe(*result);
  }
  return said;
}

Json golden() {
  std::ifstream file(std::string(MHA_GOLDEN_DIR) + "/torch_errors.json");
  REQUIRE(file.good());
  return Json::parse(file);
}

Tensor counting(const mha::Sizes& sizes) {
  std::vector<float> values(static_cast<std::size_t>(*mha::numel(sizes)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  return Tensor::of(sizes, std::move(values));
}

Result<Value> method(const char* name, List arguments) {
  return mha::call(mha::all_ops(), Form::method, name, {std::move(arguments), {}});
}

std::vector<float> floats(const Result<Value>& value) {
  REQUIRE(value.ok());
  return value->get<Tensor>()->floats();
}

TEST_CASE("every recorded call says what PyTorch said") {
  const Json file = golden();
  REQUIRE(file["cases"].size() > 400);
  for (const Json& recorded : file["cases"]) {
    CAPTURE(recorded["expression"].get<std::string>());
    const Json said = replay(recorded);
    CHECK(said.dump() == recorded["expect"].dump());
  }
}

TEST_CASE("calls compute what they name") {
  const Tensor t = counting({2, 3});
  CHECK(floats(method("transpose", {t, 0, 1})) == std::vector<float>{0, 3, 1, 4, 2, 5});
  CHECK(floats(method("__rsub__", {t, 10})) == std::vector<float>{10, 9, 8, 7, 6, 5});
  CHECK(floats(method("__rtruediv__", {method("add", {t, 1}).value(), 6.0})) ==
        std::vector<float>{6, 3, 2, 1.5F, 1.2F, 1});
  CHECK(floats(method("sub", {t, t})) == std::vector<float>(6, 0.0F));
  CHECK(floats(mha::call(mha::all_ops(), Form::method, "add", {{t, t}, {{"alpha", 2}}})) ==
        std::vector<float>{0, 3, 6, 9, 12, 15});
  CHECK(floats(mha::call(mha::all_ops(), Form::function, "where",
                         {{*method("gt", {t, 2}), t, -1.0}, {}})) ==
        std::vector<float>{-1, -1, -1, 3, 4, 5});
  CHECK(floats(mha::call(mha::all_ops(), Form::function, "einsum", {{"ab->ba", t}, {}})) ==
        std::vector<float>{0, 3, 1, 4, 2, 5});
}

TEST_CASE("indices pick PyTorch's elements and keep their origins") {
  const Tensor t = counting({2, 3, 4});
  const List rows{0, 2};
  // t[:, [0, 2], 1:3]
  const auto got =
      method("__getitem__", {t, Tuple{{mha::Slice{{{}, {}, {}}}, rows, mha::Slice{{1, 3, {}}}}}});
  CHECK(floats(got) == std::vector<float>{1, 2, 9, 10, 13, 14, 21, 22});
  CHECK(got->get<Tensor>()->sizes() == mha::Sizes{2, 2, 2});
  const auto origins = got->get<Tensor>()->origins();
  CHECK(origins[7] == mha::Origin{t.storage().number(), 22});
  // t[[1, 0], :, [3, 1]]: the indexed dims are not adjacent, so they come first.
  const auto far =
      method("__getitem__", {t, Tuple{{List{1, 0}, mha::Slice{{{}, {}, {}}}, List{3, 1}}}});
  CHECK(floats(far) == std::vector<float>{15, 19, 23, 1, 5, 9});
  const auto mask = method("gt", {t, 20});
  CHECK(floats(method("__getitem__", {t, *mask})) == std::vector<float>{21, 22, 23});
  CHECK(floats(method("__getitem__", {t, Tuple{{-1, mha::Ellipsis{}, 0}}})) ==
        std::vector<float>{12, 16, 20});
}

TEST_CASE("assignment writes through views") {
  const Tensor t = counting({2, 3});
  const auto flipped = method("transpose", {t, 0, 1});
  REQUIRE(flipped.ok());
  CHECK(method("__setitem__", {*flipped, Tuple{{mha::Slice{{1, {}, {}}}, 0}}, 9.0}).ok());
  CHECK(t.floats() == std::vector<float>{0, 9, 9, 3, 4, 5});
  CHECK(method("__setitem__", {t, *method("lt", {t, 5}), -1}).ok());
  CHECK(t.floats() == std::vector<float>{-1, 9, 9, -1, -1, 5});
  CHECK(method("__setitem__", {t, Tuple{{mha::Slice{{{}, {}, {}}}, List{2, 0}}},
                               Tensor::of({2}, std::vector<float>{7, 8})})
            .ok());
  CHECK(t.floats() == std::vector<float>{8, 9, 7, 8, -1, 7});
}

TEST_CASE("names are found, sorted, and unknown ones refused") {
  CHECK(mha::has_op(mha::all_ops(), Form::method, "view"));
  CHECK_FALSE(mha::has_op(mha::all_ops(), Form::function, "view"));
  CHECK(mha::has_op(mha::all_ops(), Form::function, "cat"));
  CHECK_FALSE(mha::has_op(mha::all_ops(), Form::method, "cat"));
  CHECK(mha::has_op(mha::all_ops(), Form::method, "__rsub__"));
  CHECK_FALSE(mha::has_op(mha::all_ops(), Form::function, "split_with_sizes"));
  const auto names = mha::op_names(mha::all_ops(), Form::method);
  CHECK(std::is_sorted(names.begin(), names.end()));
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
  const auto wrong = method("veiw", {counting({2, 3}), 6});
  CHECK(wrong.error() == mha::Error{"AttributeError", "'Tensor' object has no attribute 'veiw'"});
  CHECK(method("view", {std::int64_t{3}}).error().text == "'int' object has no attribute 'view'");
}

}  // namespace
