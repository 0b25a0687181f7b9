// Texts to requests, results to JSON.
#include "check/check.h"

#include "check/request.h"
#include "check/result_json.h"
#include "tensor/number_text.h"

namespace mha {
namespace {

constexpr std::int64_t kMaxSize = 4'096;  // of one named size: shown tensors stay small

// The parts of `text` between `separator`s.
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// "B=2,n=3". A value above `largest` or none is an error.
Result<NamedSizes> read_sizes(std::string_view text, std::int64_t smallest, std::int64_t largest) {
  NamedSizes sizes;
  for (const std::string_view part : parts_of(text, ',')) {
    const std::size_t sign = part.find('=');
    const auto value =
        sign == std::string_view::npos ? std::nullopt : integer_of(part.substr(sign + 1));
    if (!value || *value < smallest || *value > largest) {
      return value_error("“{}” is no whole number from {} to {}.", {part, smallest, largest});
    }
    sizes.set(std::string(part.substr(0, sign)), *value);
  }
  return sizes;
}

Result<NamedSizes> read_counts(std::string_view text) {
  return read_sizes(text, -kMaxCount, kMaxCount);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string_view line : parts_of(text, '\n')) lines.emplace_back(line);
  return lines;
}

std::string answered(const Result<Request>& request) {
  if (!request) return sentence_json("failed", request.error().text);
  const auto result = check(*request);
  if (!result) return sentence_json("failed", result.error().text);
  return result_json(request->exercise, *result);
}

// "heads B=2,n=3" as its name and its sizes.
struct NamedField {
  std::string_view name;
  std::string_view sizes;
};

NamedField field_of(std::string_view line) {
  const std::size_t space = std::min(line.find(' '), line.size());
  return {line.substr(0, space), line.substr(std::min(space + 1, line.size()))};
}

Result<Request> shapes_request(const std::string& exercise, std::string_view fields,
                               std::string_view answers) {
  ShapesRequest shapes{{}, lines_of(answers)};
  for (const std::string_view line : parts_of(fields, '\n')) {
    const NamedField field = field_of(line);
    const auto stage = stage_of_name(field.name);
    if (!stage) return value_error("“{}” is no stage of the layer.", {field.name});
    const auto sizes = read_sizes(field.sizes, 1, kMaxSize);
    if (!sizes) return sizes.error();
    shapes.fields.push_back({*stage, *sizes});
  }
  return Request{exercise, {}, std::move(shapes)};
}

Result<Request> numbers_request(const std::string& exercise, std::string_view fields,
                                std::string_view answers) {
  NumbersRequest numbers{{}, lines_of(answers)};
  for (const std::string_view line : parts_of(fields, '\n')) {
    const NamedField field = field_of(line);
    const auto want = quantity_of_name(field.name);
    if (!want) return value_error("“{}” is no quantity that the lab can count.", {field.name});
    const auto counts = read_counts(field.sizes);
    if (!counts) return counts.error();
    numbers.fields.push_back({*want, costs_request(*counts)});
  }
  return Request{exercise, {}, std::move(numbers)};
}

}  // namespace

std::string check_reshape(const std::string& exercise, const std::string& role,
                          const std::string& input, const std::string& want,
                          const std::string& answer, const std::string& sizes) {
  const auto named = read_sizes(sizes, 1, kMaxSize);
  if (!named) return sentence_json("failed", named.error().text);
  auto ask = reshape_ask(role_of_name(role), input, want);
  if (!ask) return sentence_json("failed", ask.error().text);
  return answered(Request{exercise, *named, ReshapeRequest{std::move(*ask), answer}});
}

std::string check_fool(const std::string& exercise, const std::string& split,
                       const std::string& merge, const std::string& probe,
                       const std::string& sizes) {
  const auto named = read_sizes(sizes, 1, kMaxSize);
  if (!named) return sentence_json("failed", named.error().text);
  return answered(Request{exercise, *named, FoolAnswer{split, merge, probe}});
}

std::string check_shapes(const std::string& exercise, const std::string& fields,
                         const std::string& answers) {
  return answered(shapes_request(exercise, fields, answers));
}

std::string check_numbers(const std::string& exercise, const std::string& fields,
                          const std::string& answers) {
  return answered(numbers_request(exercise, fields, answers));
}

std::string costs_of(const std::string& text) {
  const auto counts = read_counts(text);
  if (!counts) return sentence_json("error", counts.error().text);
  const auto c = costs(costs_request(*counts));
  return c ? costs_json(*c) : sentence_json("error", c.error().text);
}

std::string codes_list() { return codes_json(); }

}  // namespace mha
