// Counting: a wrong number is compared with what the usual slips would give.
#include <algorithm>

#include "check/codes.h"
#include "check/field_checks.h"
#include "check/field_result.h"

namespace mha {
namespace {

struct Slip {
  const char* code;
  std::int64_t value;
};

// The slips of one quantity, the likeliest first; c are the right costs.
std::vector<Slip> slips(const NumberField& field, const Costs& c) {
  const CostsRequest& r = field.config;
  std::vector<Slip> result;
  const auto with = [&](CostsRequest other) {
    const auto costs_of_other = costs(other);
    return costs_of_other ? value_of(*costs_of_other, field.want) : -1;
  };
  CostsRequest other_bias = r;
  other_bias.qkv_bias = !r.qkv_bias;
  CostsRequest other_out_bias = r;
  other_out_bias.out_bias = !r.out_bias;
  CostsRequest both = other_bias;
  both.out_bias = !r.out_bias;
  const std::int64_t n = r.n;
  const std::int64_t value = value_of(c, field.want);
  switch (field.want) {
    case Quantity::d_head:
      return {{"count-part", r.d_out}, {"count-wrong", r.H}};
    case Quantity::qkv_parameters:
    case Quantity::out_proj_parameters:
    case Quantity::parameters:
    case Quantity::parameters_all_layers:
      result = {{"count-bias", with(other_bias)},
                {"count-bias", with(other_out_bias)},
                {"count-bias", with(both)}};
      result.push_back({"count-part", value / std::max<std::int64_t>(r.layers, 1)});
      for (const std::int64_t part : {c.qkv_parameters, c.out_proj_parameters, c.parameters,
                                      c.qkv_parameters / 3, r.d_in * r.d_out, r.d_out * r.d_out}) {
        result.push_back({"count-part", part});
      }
      result.push_back({"count-times-heads", value * r.H});
      result.push_back({"count-times-heads", c.qkv_parameters * r.H});
      result.push_back({"count-one-head", value / r.H});
      break;
    case Quantity::score_entries:
    case Quantity::score_bytes: {
      const std::int64_t unit = field.want == Quantity::score_bytes ? r.bytes_per_value : 1;
      const std::int64_t other_unit = field.want == Quantity::score_bytes ? 1 : r.bytes_per_value;
      result = {{"count-one-head", r.B * n * n * unit},
                {"count-bytes", c.score_entries * other_unit},
                {"count-not-square", r.B * r.H * n * unit},
                {"count-times-heads", value * r.H},
                {"count-one-head", r.B * n * n * other_unit}};
      break;
    }
    case Quantity::kv_cache_bytes:
      result = {{"count-keys-only", value / 2},
                {"count-bytes", value / r.bytes_per_value},
                {"count-part", value / r.layers},
                {"count-one-head", value / r.G.value_or(r.H)},
                {"count-not-square", value * n}};
      break;
  }
  return result;
}

// "786,432" and "786 432" as people write them; Python would read a tuple.
std::string without_separators(const std::string& text) {
  std::string digits;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      digits += c;
    } else if (c != ',' && c != ' ' && c != '_') {
      return text;
    }
  }
  return digits.empty() ? text : digits;
}

Field judge(const NumberField& field, const std::string& text) {
  const Costs c = *costs(field.config);
  const std::int64_t wanted = value_of(c, field.want);
  const CostsRequest& r = field.config;
  const NamedSizes names{{"d_in", r.d_in},     {"d_out", r.d_out},       {"H", r.H},
                         {"d_head", c.d_head}, {"G", r.G.value_or(r.H)}, {"B", r.B},
                         {"n", r.n},           {"layers", r.layers}};
  const auto given = integers_of(without_separators(text), names);
  if (const auto* error = std::get_if<ProgramError>(&given)) return stopped_field(*error);
  const Sizes& values = *std::get_if<Sizes>(&given);
  if (values.size() != 1) return {"error", "bad-shape", "One number is wanted here."};
  if (values[0] == wanted) return {"correct", "", ""};
  for (const Slip& slip : slips(field, c)) {
    if (slip.value == values[0]) {
      const Code& code = code_entry(slip.code);
      return wrong_field(slip.code, sentence("{} {}", {code.title, code.hint}));
    }
  }
  const Code& code = code_entry("count-wrong");
  return wrong_field(code.code, std::string(values[0] < wanted ? "Too small. " : "Too large. ") +
                                    std::string(code.hint));
}

}  // namespace

std::optional<Quantity> quantity_of_name(std::string_view name) {
  static constexpr std::pair<std::string_view, Quantity> kNames[] = {
      {"d_head", Quantity::d_head},
      {"qkv_parameters", Quantity::qkv_parameters},
      {"out_proj_parameters", Quantity::out_proj_parameters},
      {"parameters", Quantity::parameters},
      {"parameters_all_layers", Quantity::parameters_all_layers},
      {"score_entries", Quantity::score_entries},
      {"score_bytes", Quantity::score_bytes},
      {"kv_cache_bytes", Quantity::kv_cache_bytes},
  };
  for (const auto& [known, quantity] : kNames) {
    if (known == name) return quantity;
  }
  return std::nullopt;
}

std::int64_t value_of(const Costs& c, Quantity quantity) {
  switch (quantity) {
    case Quantity::d_head:
      return c.d_head;
    case Quantity::qkv_parameters:
      return c.qkv_parameters;
    case Quantity::out_proj_parameters:
      return c.out_proj_parameters;
    case Quantity::parameters:
      return c.parameters;
    case Quantity::parameters_all_layers:
      return c.parameters_all_layers;
    case Quantity::score_entries:
      return c.score_entries;
    case Quantity::score_bytes:
      return c.score_bytes;
    case Quantity::kv_cache_bytes:
      break;
  }
  return c.kv_cache_bytes;
}

Result<CheckResult> check_numbers(const std::vector<NumberField>& fields,
                                  const std::vector<std::string>& answers) {
  for (const NumberField& field : fields) {
    const auto c = costs(field.config);
    if (!c) return Error{"LabError", "The exercise's sizes are broken: " + c.error().text};
  }
  std::vector<Field> judged;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string* answer = answer_to(answers, i);
    judged.push_back(answer == nullptr ? empty_field() : judge(fields[i], *answer));
  }
  return fields_result(std::move(judged));
}

}  // namespace mha
