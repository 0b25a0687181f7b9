// One reader a kind of ask.
#include "bindings/request_json.h"

#include "tensor/number_text.h"

namespace mha {
namespace {

constexpr std::int64_t kMaxSize = 4'096;  // of one named size: shown tensors stay small

Error broken(std::string sentence) { return {"LabError", std::move(sentence)}; }

// A whole number of at most 18 digits. Numbers stay text in the parsed document.
std::optional<std::int64_t> integer_of(const Json& json) {
  if (!json.IsString()) return std::nullopt;
  return mha::integer_of(std::string_view(json.GetString(), json.GetStringLength()));
}

// False where the text is no JSON.
bool parse_json(std::string_view text, JsonDocument& into) {
  // Iterative, so that ten thousand brackets are no stack overflow.
  constexpr unsigned kFlags = rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseIterativeFlag |
                              rapidjson::kParseValidateEncodingFlag;
  into.Parse<kFlags>(text.data(), text.size());
  return !into.HasParseError();
}

Result<NamedSizes> read_sizes(const Json* json) {
  if (json == nullptr || !json->IsObject())
    return broken("“sizes” must be an object of named sizes.");
  NamedSizes sizes;
  for (const auto& entry : json->GetObject()) {
    const std::string name = entry.name.GetString();
    const auto size = integer_of(entry.value);
    if (!size || *size < 1 || *size > kMaxSize) {
      return broken(
          sentence("The size “{}” must be a whole number from 1 to {}.", {name, kMaxSize}));
    }
    sizes.set(name, *size);
  }
  return sizes;
}

// Counts by name; true and false count as 1 and 0.
Result<NamedSizes> read_counts(const Json& json) {
  if (!json.IsObject()) return broken("“config” must be an object of counts.");
  NamedSizes counts;
  for (const auto& entry : json.GetObject()) {
    const auto count = entry.value.IsBool()
                           ? std::optional<std::int64_t>(entry.value.GetBool() ? 1 : 0)
                           : integer_of(entry.value);
    if (!count) return broken(sentence("“{}” must be a whole number.", {entry.name.GetString()}));
    counts.set(entry.name.GetString(), *count);
  }
  return counts;
}

std::vector<std::string> read_texts(const Json* json) {
  std::vector<std::string> texts;
  if (json == nullptr || !json->IsArray()) return texts;
  for (const Json& item : json->GetArray()) {
    texts.emplace_back(item.IsString() ? item.GetString() : "");
  }
  return texts;
}

Result<Request> read_reshape(Request request, const Json& ask, const Json* answer) {
  const auto role_name = text_at(ask, "role").value_or("other");
  const auto input = text_at(ask, "input");
  const auto want = text_at(ask, "want");
  if (!input || !want) return broken("A reshape ask needs “input” and “want”.");
  if (answer == nullptr || !answer->IsString())
    return broken("The answer to a reshape ask is a text.");
  auto read = reshape_ask(role_of_name(role_name), *input, *want);
  if (!read) return read.error();
  request.asked =
      ReshapeRequest{std::move(*read), std::string(answer->GetString(), answer->GetStringLength())};
  return request;
}

Result<Request> read_shapes(Request request, const Json& ask, const Json* answer) {
  const Json* groups = member(ask, "groups");
  if (groups == nullptr || !groups->IsArray()) return broken("A shapes ask needs “groups”.");
  ShapesRequest shapes;
  shapes.answers = read_texts(answer);
  for (const Json& group : groups->GetArray()) {
    const auto sizes = read_sizes(member(group, "sizes"));
    if (!sizes) return sizes.error();
    const Json* fields = member(group, "fields");
    if (fields == nullptr || !fields->IsArray())
      return broken("A group of a shapes ask needs “fields”.");
    for (const Json& field : fields->GetArray()) {
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
  if (fields == nullptr || !fields->IsArray()) return broken("A numbers ask needs “fields”.");
  NumbersRequest numbers;
  numbers.answers = read_texts(answer);
  for (const Json& field : fields->GetArray()) {
    const auto want = quantity_of_name(text_at(field, "want").value_or(""));
    const Json* config = member(field, "config");
    if (!want || config == nullptr)
      return broken("A field of a numbers ask needs “want”, a known quantity, and “config”.");
    const auto counts = read_counts(*config);
    if (!counts) return counts.error();
    numbers.fields.push_back({*want, costs_request(*counts)});
  }
  request.asked = std::move(numbers);
  return request;
}

}  // namespace

const Json* member(const Json& json, const char* key) {
  if (!json.IsObject()) return nullptr;
  const auto found = json.FindMember(key);
  return found == json.MemberEnd() ? nullptr : &found->value;
}

std::optional<std::string> text_at(const Json& json, const char* key) {
  const Json* held = member(json, key);
  if (held == nullptr || !held->IsString()) return std::nullopt;
  return std::string(held->GetString(), held->GetStringLength());
}

Result<Request> read_request(std::string_view text) {
  JsonDocument json;
  if (!parse_json(text, json) || !json.IsObject()) return broken("The request is no JSON object.");
  Request request;
  request.exercise = text_at(json, "exercise").value_or("");
  const Json* ask = member(json, "ask");
  const Json* answer = member(json, "answer");
  const std::string kind = ask == nullptr ? "" : text_at(*ask, "kind").value_or("");
  if (kind == "shapes") return read_shapes(std::move(request), *ask, answer);
  if (kind == "numbers") return read_numbers(std::move(request), *ask, answer);
  auto sizes = read_sizes(member(json, "sizes"));
  if (!sizes) return sizes.error();
  request.sizes = std::move(*sizes);
  if (kind == "reshape") return read_reshape(std::move(request), *ask, answer);
  if (kind != "pipeline") return broken("“ask.kind” must be reshape, pipeline, shapes or numbers.");
  if (answer == nullptr || !answer->IsObject())
    return broken("The answer to a pipeline ask has split, merge and probe.");
  request.asked =
      FoolAnswer{text_at(*answer, "split").value_or(""), text_at(*answer, "merge").value_or(""),
                 text_at(*answer, "probe").value_or("")};
  return request;
}

}  // namespace mha
