// One reader a kind of ask. nlohmann's throwing accessors are not used: types are looked at first.
#include "check/request.h"

namespace mha {
namespace {

constexpr std::int64_t kMaxSize = 4'096;  // of one named size: shown tensors stay small

Error broken(std::string sentence) { return {"LabError", std::move(sentence)}; }

const Json* member(const Json& json, const char* key) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(key);
  return found == json.end() ? nullptr : &*found;
}

std::optional<std::string> text_at(const Json& json, const char* key) {
  const Json* held = member(json, key);
  if (held == nullptr || !held->is_string()) return std::nullopt;
  return *held->get_ptr<const std::string*>();
}

std::optional<std::int64_t> integer_of(const Json& json) {
  if (json.is_number_unsigned() && *json.get_ptr<const std::uint64_t*>() > INT64_MAX)
    return std::nullopt;
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (!json.is_number_float()) return std::nullopt;
  const double value = *json.get_ptr<const double*>();
  // JavaScript has one kind of number: whole ones are integers.
  if (!(value > -9e15 && value < 9e15) ||
      value != static_cast<double>(static_cast<std::int64_t>(value)))
    return std::nullopt;
  return static_cast<std::int64_t>(value);
}

Result<NamedSizes> read_sizes(const Json* json) {
  if (json == nullptr || !json->is_object())
    return broken("“sizes” must be an object of named sizes.");
  NamedSizes sizes;
  for (const auto& [name, value] : json->items()) {
    const auto size = integer_of(value);
    if (!size || *size < 1 || *size > kMaxSize) {
      return broken("The size “" + name + "” must be a whole number from 1 to " +
                    std::to_string(kMaxSize) + ".");
    }
    sizes.set(name, *size);
  }
  return sizes;
}

std::vector<std::string> read_texts(const Json* json) {
  std::vector<std::string> texts;
  if (json == nullptr || !json->is_array()) return texts;
  for (const Json& item : *json)
    texts.push_back(item.is_string() ? *item.get_ptr<const std::string*>() : "");
  return texts;
}

Result<Request> read_reshape(Request request, const Json& ask, const Json* answer) {
  const auto role_name = text_at(ask, "role").value_or("other");
  const auto input = text_at(ask, "input");
  const auto want = text_at(ask, "want");
  if (!input || !want) return broken("A reshape ask needs “input” and “want”.");
  if (answer == nullptr || !answer->is_string())
    return broken("The answer to a reshape ask is a text.");
  const auto role = role_name == "split"   ? ReshapeAsk::Role::split
                    : role_name == "merge" ? ReshapeAsk::Role::merge
                                           : ReshapeAsk::Role::other;
  auto read = reshape_ask(role, *input, *want);
  if (!read) return read.error();
  request.asked = ReshapeRequest{std::move(*read), *answer->get_ptr<const std::string*>()};
  return request;
}

Result<Request> read_shapes(Request request, const Json& ask, const Json* answer) {
  const Json* groups = member(ask, "groups");
  if (groups == nullptr || !groups->is_array()) return broken("A shapes ask needs “groups”.");
  ShapesRequest shapes;
  shapes.answers = read_texts(answer);
  for (const Json& group : *groups) {
    const auto sizes = read_sizes(member(group, "sizes"));
    if (!sizes) return sizes.error();
    const Json* fields = member(group, "fields");
    if (fields == nullptr || !fields->is_array())
      return broken("A group of a shapes ask needs “fields”.");
    for (const Json& field : *fields) {
      const auto stage = stage_of_name(text_at(field, "stage").value_or(""));
      if (!stage) return broken("A field of a shapes ask needs a “stage” of the layer.");
      shapes.fields.push_back({*stage, *sizes});
    }
  }
  request.asked = std::move(shapes);
  return request;
}

Result<Request> read_numbers(Request request, const Json& ask, const Json* answer) {
  const Json* fields = member(ask, "fields");
  if (fields == nullptr || !fields->is_array()) return broken("A numbers ask needs “fields”.");
  NumbersRequest numbers;
  numbers.answers = read_texts(answer);
  for (const Json& field : *fields) {
    const auto want = quantity_of_name(text_at(field, "want").value_or(""));
    const Json* config = member(field, "config");
    if (!want || config == nullptr)
      return broken("A field of a numbers ask needs “want”, a known quantity, and “config”.");
    const auto costs = read_costs_request(*config);
    if (!costs) return costs.error();
    numbers.fields.push_back({*want, *costs});
  }
  request.asked = std::move(numbers);
  return request;
}

}  // namespace

std::optional<Json> parse_json(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

Result<CostsRequest> read_costs_request(const Json& json) {
  if (!json.is_object()) return broken("Costs need an object with d_in, d_out and H.");
  CostsRequest request;
  std::int64_t groups = 0;
  const std::pair<const char*, std::int64_t*> numbers[] = {
      {"d_in", &request.d_in},     {"d_out", &request.d_out},
      {"H", &request.H},           {"G", &groups},
      {"B", &request.B},           {"n", &request.n},
      {"layers", &request.layers}, {"bytes_per_value", &request.bytes_per_value}};
  for (const auto& [name, value] : numbers) {
    const Json* held = member(json, name);
    if (held == nullptr) continue;
    const auto integer = integer_of(*held);
    if (!integer) return Error{"ValueError", std::string(name) + " must be a whole number."};
    *value = *integer;
  }
  if (member(json, "G") != nullptr) request.G = groups;
  const std::pair<const char*, bool*> flags[] = {{"qkv_bias", &request.qkv_bias},
                                                 {"out_bias", &request.out_bias}};
  for (const auto& [name, value] : flags) {
    const Json* held = member(json, name);
    if (held != nullptr && held->is_boolean()) *value = held->get<bool>();
  }
  return request;
}

Result<Request> read_request(const std::string& text) {
  const auto json = parse_json(text);
  if (!json || !json->is_object()) return broken("The request is no JSON object.");
  Request request;
  request.exercise = text_at(*json, "exercise").value_or("");
  const Json* ask = member(*json, "ask");
  const Json* answer = member(*json, "answer");
  const std::string kind = ask == nullptr ? "" : text_at(*ask, "kind").value_or("");
  if (kind == "shapes") return read_shapes(std::move(request), *ask, answer);
  if (kind == "numbers") return read_numbers(std::move(request), *ask, answer);
  auto sizes = read_sizes(member(*json, "sizes"));
  if (!sizes) return sizes.error();
  request.sizes = std::move(*sizes);
  if (kind == "reshape") return read_reshape(std::move(request), *ask, answer);
  if (kind != "pipeline") return broken("“ask.kind” must be reshape, pipeline, shapes or numbers.");
  if (answer == nullptr || !answer->is_object())
    return broken("The answer to a pipeline ask has split, merge and probe.");
  request.asked =
      FoolAnswer{text_at(*answer, "split").value_or(""), text_at(*answer, "merge").value_or(""),
                 text_at(*answer, "probe").value_or("")};
  return request;
}

}  // namespace mha
