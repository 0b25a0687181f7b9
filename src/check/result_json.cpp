// One writer a struct.
#include "check/result_json.h"

#include "check/codes.h"
#include "check/json.h"

namespace mha {
namespace {

// A grid larger than this is of no use to a reader and only costs time.
constexpr std::size_t kMaxGridCells = 4'096;
constexpr std::size_t kMaxStepsShown = 200;

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

class ResultWriter {
 public:
  void write(const std::string& exercise, const CheckResult& result) {
    const Source source(result.text);
    out_.begin_object();
    out_.member("exercise", exercise);
    out_.member("verdict", name_of(result.verdict));
    out_.member("title", result.title);
    out_.key("diagnoses");
    out_.begin_array();
    for (const Diagnosis& one : result.diagnoses) diagnosis(one, source);
    out_.end_array();
    error(result.error, source);
    out_.key("steps");
    out_.begin_array();
    for (std::size_t i = 0; i < result.steps.size() && i < kMaxStepsShown; ++i) {
      step(result.steps[i], source);
    }
    out_.end_array();
    grids(result.grid);
    if (!result.probes.empty()) probes(result.probes);
    if (result.parts.size() == 2) {
      out_.key("parts");
      out_.begin_object();
      out_.key("split");
      write(exercise, result.parts[0]);
      out_.key("merge");
      write(exercise, result.parts[1]);
      out_.end_object();
    }
    if (!result.fields.empty()) fields(result.fields);
    out_.end_object();
  }

  std::string take() const { return out_.take(); }

 private:
  void sizes(std::string_view key, const NamedSizes& sizes) {
    out_.key(key);
    out_.begin_object();
    for (const auto& [name, value] : sizes) out_.member(name, value);
    out_.end_object();
  }

  void span(const std::optional<Span>& span, const Source& source) {
    out_.key("span");
    if (!span) return out_.null();
    const LineColumn place = source.line_column(span->start);
    out_.begin_object();
    out_.member("start", span->start);
    out_.member("end", span->end);
    out_.member("line", place.line);
    out_.member("column", place.column);
    out_.end_object();
  }

  void element(std::string_view key, const std::optional<SourceElement>& element) {
    out_.key(key);
    if (!element) return out_.null();
    out_.begin_object();
    out_.member("batch", element->batch);
    out_.member("token", element->token);
    out_.member("feature", element->feature);
    out_.member("head", element->head);
    out_.end_object();
  }

  void evidence(const std::optional<Evidence>& evidence) {
    out_.key("evidence");
    if (!evidence) return out_.null();
    out_.begin_object();
    sizes("sizes", evidence->sizes);
    out_.numbers("cell", evidence->cell);
    element("holds", evidence->holds);
    element("wanted", evidence->wanted);
    out_.member("wrong_cells", evidence->wrong_cells);
    out_.member("cells", evidence->cells);
    out_.end_object();
  }

  void diagnosis(const Diagnosis& diagnosis, const Source& source) {
    out_.begin_object();
    out_.member("code", diagnosis.code);
    span(diagnosis.span, source);
    out_.member("title", diagnosis.title);
    out_.member("message", diagnosis.message);
    out_.member("why", diagnosis.why);
    evidence(diagnosis.evidence);
    out_.texts("hints", diagnosis.hints);
    out_.end_object();
  }

  void error(const std::optional<ProgramError>& error, const Source& source) {
    out_.key("error");
    if (!error) return out_.null();
    out_.begin_object();
    out_.member("type", error->type);
    out_.member("message", error->message);
    out_.member("code", error->code);
    out_.member("help", error->help);
    span(error->span, source);
    out_.end_object();
  }

  void step(const Step& step, const Source& source) {
    const Tensor& output = step.outputs.front();
    out_.begin_object();
    out_.member("call", step.call);
    out_.member("op", step.op);
    span(step.span, source);
    out_.numbers("sizes", output.sizes());
    out_.numbers("strides", output.strides());
    out_.flag("contiguous", output.is_contiguous());
    out_.member("storage", memory_name(step.memory));
    out_.member("count", static_cast<std::int64_t>(step.outputs.size()));
    out_.end_object();
  }

  void grid(std::string_view key, const Grid& grid) {
    out_.key(key);
    out_.begin_object();
    out_.member("name", grid.name);
    out_.texts("axes", grid.axes);
    out_.numbers("sizes", grid.sizes);
    out_.numbers("origins", grid.origins);
    if (!grid.wrong.empty()) {
      out_.key("wrong");
      out_.begin_array();
      for (const char wrong : grid.wrong) out_.boolean(wrong != 0);
      out_.end_array();
    }
    out_.end_object();
  }

  // One property of every element of the source.
  void elements(std::string_view key, const std::vector<SourceElement>& elements,
                std::int64_t SourceElement::*property) {
    out_.key(key);
    out_.begin_array();
    for (const SourceElement& element : elements) out_.number(element.*property);
    out_.end_array();
  }

  void grids(const std::optional<Grids>& grids) {
    out_.key("grid");
    const bool fits = grids && grids->yours.origins.size() <= kMaxGridCells &&
                      grids->asked.origins.size() <= kMaxGridCells;
    if (!fits) return out_.null();
    const SourceGrid& source = grids->source;
    out_.begin_object();
    sizes("sizes", grids->sizes);
    out_.flag("judged", grids->judged);
    out_.key("source");
    out_.begin_object();
    out_.member("name", source.name);
    out_.texts("axes", source.axes);
    out_.numbers("sizes", source.sizes);
    elements("batch", source.elements, &SourceElement::batch);
    elements("token", source.elements, &SourceElement::token);
    elements("feature", source.elements, &SourceElement::feature);
    elements("head", source.elements, &SourceElement::head);
    out_.end_object();
    grid("yours", grids->yours);
    grid("asked", grids->asked);
    out_.end_object();
  }

  void probes(const std::vector<Probe>& probes) {
    out_.key("probes");
    out_.begin_array();
    for (const Probe& probe : probes) {
      out_.begin_object();
      out_.member("id", probe.id);
      out_.member("title", probe.title);
      out_.member("question", probe.question);
      out_.member("outcome", outcome_name(probe.outcome));
      out_.member("message", probe.message);
      out_.end_object();
    }
    out_.end_array();
  }

  void fields(const std::vector<Field>& fields) {
    out_.key("fields");
    out_.begin_array();
    for (const Field& field : fields) {
      out_.begin_object();
      out_.member("verdict", field.verdict);
      out_.member("code", field.code);
      out_.member("message", field.message);
      out_.end_object();
    }
    out_.end_array();
  }

  JsonWriter out_;
};

}  // namespace

std::string result_json(const std::string& exercise, const CheckResult& result) {
  ResultWriter writer;
  writer.write(exercise, result);
  return writer.take();
}

std::string costs_json(const Costs& costs) {
  JsonWriter out;
  out.begin_object();
  out.key("error");
  out.null();
  out.member("d_head", costs.d_head);
  out.member("qkv_parameters", costs.qkv_parameters);
  out.member("out_proj_parameters", costs.out_proj_parameters);
  out.member("parameters", costs.parameters);
  out.member("parameters_all_layers", costs.parameters_all_layers);
  out.numbers("score_shape", costs.score_shape);
  out.member("score_entries", costs.score_entries);
  out.member("score_bytes", costs.score_bytes);
  out.member("kv_cache_bytes", costs.kv_cache_bytes);
  out.end_object();
  return out.take();
}

std::string codes_json() {
  JsonWriter out;
  out.begin_array();
  for (const Code& code : codes()) {
    out.begin_object();
    out.member("code", code.code);
    out.member("kind", kind_name(code.kind));
    out.member("title", code.title);
    out.member("why", code.why);
    std::vector<std::string_view> hints;
    if (!code.hint.empty()) hints.push_back(code.hint);
    out.texts("hints", hints);
    out.end_object();
  }
  out.end_array();
  return out.take();
}

std::string sentence_json(const char* key, const std::string& sentence) {
  JsonWriter out;
  out.begin_object();
  out.member(key, sentence);
  out.end_object();
  return out.take();
}

}  // namespace mha
