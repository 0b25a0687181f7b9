// Requests to the checks, results to JSON. The order of keys is fixed: the same input gives the
// same bytes.
#include "check/check.h"

#include "check/codes.h"
#include "check/request.h"
#include "check/reshape_check.h"

namespace mha {
namespace {

// A grid larger than this is of no use to a reader and only costs time.
constexpr std::size_t kMaxGridCells = 4'096;
constexpr std::size_t kMaxStepsShown = 200;

Json sizes_json(const NamedSizes& sizes) {
  Json json = Json::object();
  for (const auto& [name, value] : sizes) json[name] = value;
  return json;
}

Json span_json(const std::optional<Span>& span, const Source& source) {
  if (!span) return nullptr;
  const LineColumn place = source.line_column(span->start);
  return {
      {"start", span->start}, {"end", span->end}, {"line", place.line}, {"column", place.column}};
}

Json source_element_json(const std::optional<SourceElement>& element) {
  if (!element) return nullptr;
  return {{"batch", element->batch},
          {"token", element->token},
          {"feature", element->feature},
          {"head", element->head}};
}

Json evidence_json(const std::optional<Evidence>& evidence) {
  if (!evidence) return nullptr;
  return {{"sizes", sizes_json(evidence->sizes)},
          {"cell", evidence->cell},
          {"holds", source_element_json(evidence->holds)},
          {"wanted", source_element_json(evidence->wanted)},
          {"wrong_cells", evidence->wrong_cells},
          {"cells", evidence->cells}};
}

Json diagnosis_json(const Diagnosis& diagnosis, const Source& source) {
  return {{"code", diagnosis.code},   {"span", span_json(diagnosis.span, source)},
          {"title", diagnosis.title}, {"message", diagnosis.message},
          {"why", diagnosis.why},     {"evidence", evidence_json(diagnosis.evidence)},
          {"hints", diagnosis.hints}};
}

Json error_json(const std::optional<ProgramError>& error, const Source& source) {
  if (!error) return nullptr;
  return {{"type", error->type},
          {"message", error->message},
          {"code", error->code},
          {"help", error->help},
          {"span", span_json(error->span, source)}};
}

const char* memory_name(Step::Memory memory) {
  switch (memory) {
    case Step::Memory::input:
      return "input";
    case Step::Memory::same_storage:
      return "same storage";
    case Step::Memory::new_storage:
      break;
  }
  return "new storage";
}

Json step_json(const Step& step, const Source& source) {
  const Tensor& output = step.outputs.front();
  return {{"call", step.call},
          {"op", step.op},
          {"span", span_json(step.span, source)},
          {"sizes", output.sizes()},
          {"strides", output.strides()},
          {"contiguous", output.is_contiguous()},
          {"storage", memory_name(step.memory)},
          {"count", step.outputs.size()}};
}

Json grid_json(const Grid& grid) {
  Json json = {
      {"name", grid.name}, {"axes", grid.axes}, {"sizes", grid.sizes}, {"origins", grid.origins}};
  if (!grid.wrong.empty()) json["wrong"] = grid.wrong;
  return json;
}

Json grids_json(const std::optional<Grids>& grids) {
  if (!grids || grids->yours.origins.size() > kMaxGridCells ||
      grids->asked.origins.size() > kMaxGridCells)
    return nullptr;
  Json batch = Json::array();
  Json token = Json::array();
  Json feature = Json::array();
  Json head = Json::array();
  for (const SourceElement& element : grids->source.elements) {
    batch.push_back(element.batch);
    token.push_back(element.token);
    feature.push_back(element.feature);
    head.push_back(element.head);
  }
  const SourceGrid& source = grids->source;
  return {{"sizes", sizes_json(grids->sizes)},
          {"judged", grids->judged},
          {"source",
           {{"name", source.name},
            {"axes", source.axes},
            {"sizes", source.sizes},
            {"batch", batch},
            {"token", token},
            {"feature", feature},
            {"head", head}}},
          {"yours", grid_json(grids->yours)},
          {"asked", grid_json(grids->asked)}};
}

const char* outcome_name(Probe::Outcome outcome) {
  switch (outcome) {
    case Probe::Outcome::pass:
      return "pass";
    case Probe::Outcome::fail:
      return "fail";
    case Probe::Outcome::not_run:
      break;
  }
  return "not-run";
}

Json result_json(const std::string& exercise, const CheckResult& result) {
  const Source source(result.text);
  Json json = {
      {"exercise", exercise}, {"verdict", name_of(result.verdict)}, {"title", result.title}};
  json["diagnoses"] = Json::array();
  for (const Diagnosis& one : result.diagnoses)
    json["diagnoses"].push_back(diagnosis_json(one, source));
  json["error"] = error_json(result.error, source);
  json["steps"] = Json::array();
  for (const Step& step : result.steps) {
    if (json["steps"].size() < kMaxStepsShown) json["steps"].push_back(step_json(step, source));
  }
  json["grid"] = grids_json(result.grid);
  for (const Probe& probe : result.probes) {
    json["probes"].push_back({{"id", probe.id},
                              {"title", probe.title},
                              {"question", probe.question},
                              {"outcome", outcome_name(probe.outcome)},
                              {"message", probe.message}});
  }
  if (result.parts.size() == 2) {
    json["parts"] = {{"split", result_json(exercise, result.parts[0])},
                     {"merge", result_json(exercise, result.parts[1])}};
  }
  for (const Field& field : result.fields) {
    json["fields"].push_back(
        {{"verdict", field.verdict}, {"code", field.code}, {"message", field.message}});
  }
  return json;
}

Result<CheckResult> run(const Request& request) {
  if (const auto* reshape = std::get_if<ReshapeRequest>(&request.asked)) {
    return check_reshape(reshape->ask, reshape->answer, request.sizes);
  }
  if (const auto* fool = std::get_if<FoolAnswer>(&request.asked))
    return check_fool(*fool, request.sizes);
  if (const auto* shapes = std::get_if<ShapesRequest>(&request.asked))
    return check_shapes(shapes->fields, shapes->answers);
  const auto& numbers = *std::get_if<NumbersRequest>(&request.asked);
  return check_numbers(numbers.fields, numbers.answers);
}

// Text that is not UTF-8 must not stop the writer.
std::string written(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string check(const std::string& text) {
  const auto request = read_request(text);
  if (!request) return written({{"failed", request.error().text}});
  const auto result = run(*request);
  if (!result) return written({{"failed", result.error().text}});
  return written(result_json(request->exercise, *result));
}

std::string costs_of(const std::string& text) {
  const auto json = parse_json(text);
  if (!json) return written({{"error", "The request is no JSON."}});
  const auto request = read_costs_request(*json);
  if (!request) return written({{"error", request.error().text}});
  const auto c = costs(*request);
  if (!c) return written({{"error", c.error().text}});
  return written({{"error", nullptr},
                  {"d_head", c->d_head},
                  {"qkv_parameters", c->qkv_parameters},
                  {"out_proj_parameters", c->out_proj_parameters},
                  {"parameters", c->parameters},
                  {"parameters_all_layers", c->parameters_all_layers},
                  {"score_shape", c->score_shape},
                  {"score_entries", c->score_entries},
                  {"score_bytes", c->score_bytes},
                  {"kv_cache_bytes", c->kv_cache_bytes}});
}

std::string codes_list() {
  Json list = Json::array();
  for (const Code& code : codes()) {
    Json hints = Json::array();
    if (!code.hint.empty()) hints.push_back(std::string(code.hint));
    list.push_back({{"code", std::string(code.code)},
                    {"kind", kind_name(code.kind)},
                    {"title", std::string(code.title)},
                    {"why", std::string(code.why)},
                    {"hints", hints}});
  }
  return written(list);
}

}  // namespace mha
