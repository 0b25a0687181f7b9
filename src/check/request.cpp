// One line a kind of ask.
#include "check/request.h"

#include "check/reshape_check.h"

namespace mha {

Result<CheckResult> check(const Request& request) {
  if (const auto* reshape = std::get_if<ReshapeRequest>(&request.asked)) {
    return check_reshape(reshape->ask, reshape->answer, request.sizes);
  }
  if (const auto* fool = std::get_if<FoolAnswer>(&request.asked))
    return check_fool(*fool, request.sizes);
  if (const auto* shapes = std::get_if<ShapesRequest>(&request.asked)) {
    return check_shapes(shapes->fields, shapes->answers);
  }
  const auto& numbers = *std::get_if<NumbersRequest>(&request.asked);
  return check_numbers(numbers.fields, numbers.answers);
}

ReshapeAsk::Role role_of_name(std::string_view name) {
  if (name == "split") return ReshapeAsk::Role::split;
  return name == "merge" ? ReshapeAsk::Role::merge : ReshapeAsk::Role::other;
}

CostsRequest costs_request(const NamedSizes& counts) {
  CostsRequest request;
  const std::pair<const char*, std::int64_t*> numbers[] = {
      {"d_in", &request.d_in},
      {"d_out", &request.d_out},
      {"H", &request.H},
      {"B", &request.B},
      {"n", &request.n},
      {"layers", &request.layers},
      {"bytes_per_value", &request.bytes_per_value}};
  for (const auto& [name, value] : numbers) *value = counts.find(name).value_or(*value);
  request.G = counts.find("G");
  request.qkv_bias = counts.find("qkv_bias").value_or(request.qkv_bias ? 1 : 0) != 0;
  request.out_bias = counts.find("out_bias").value_or(request.out_bias ? 1 : 0) != 0;
  return request;
}

}  // namespace mha
