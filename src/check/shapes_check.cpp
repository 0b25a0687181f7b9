// Predicting shapes: a wrong shape is compared with the layer's other stages, so that the message
// can say where it would be right.
#include <algorithm>

#include "check/codes.h"
#include "check/field_checks.h"
#include "check/field_result.h"
#include "check/reshape_words.h"

namespace mha {
namespace {

constexpr Stage kStages[] = {Stage::x,     Stage::projected, Stage::viewed,
                             Stage::heads, Stage::scores,    Stage::context,
                             Stage::moved, Stage::merged,    Stage::output};

// Where a stage's shape stands, as words.
const char* place_of(Stage stage) {
  switch (stage) {
    case Stage::x:
      return "the input";
    case Stage::projected:
      return "a projection, before the split";
    case Stage::viewed:
      return "the view, before its transpose";
    case Stage::heads:
      return "the split heads";
    case Stage::scores:
      return "the scores";
    case Stage::context:
      return "the context of each head";
    case Stage::moved:
      return "the heads moved back, before they are joined";
    case Stage::merged:
      return "the merged heads";
    case Stage::output:
      break;
  }
  return "the layer's output";
}

// The code of answering with the shape of `given` where `wanted` is asked.
const char* confusion(Stage wanted, Stage given) {
  const bool head_stage = wanted == Stage::heads || wanted == Stage::context;
  if (head_stage && (given == Stage::viewed || given == Stage::moved))
    return "split-missing-transpose";
  const bool token_stage = wanted == Stage::viewed;
  if (token_stage && (given == Stage::heads || given == Stage::context))
    return "split-wrong-view-order";
  if (wanted == Stage::moved && (given == Stage::heads || given == Stage::context))
    return "merge-missing-transpose";
  const bool joined = wanted == Stage::merged || wanted == Stage::output;
  if (joined && given != Stage::x && given != Stage::projected) return "merge-wrong-shape";
  return "wrong-shape";
}

Field judge(const ShapeField& field, const LayerSizes& sizes, const std::string& text) {
  const auto wanted = shape_of(field.stage, sizes);
  const auto given = integers_of(text, completed(field.sizes));
  if (const auto* error = std::get_if<ProgramError>(&given)) return stopped_field(*error);
  const Sizes& shape = *std::get_if<Sizes>(&given);
  if (shape == wanted->sizes) return {"correct", "", ""};
  const std::string yours = sentence("`{}`", {tuple_text(shape)});
  for (const Stage other : kStages) {
    const auto known = shape_of(other, sizes);
    if (known->sizes == shape) {
      return wrong_field(confusion(field.stage, other),
                         yours + " is the shape of " + place_of(other) + ".");
    }
  }
  if (field.stage == Stage::scores && shape.size() == 3) {
    return wrong_field(
        "wrong-shape",
        yours + " has no axis for the heads, and each head has its own score matrix.");
  }
  if (shape.size() != wanted->sizes.size()) {
    return wrong_field("wrong-shape",
                       sentence("{} has {}{}; this tensor has {}.",
                                {yours, shape.size(), (shape.size() == 1 ? " axis" : " axes"),
                                 wanted->sizes.size()}));
  }
  if (std::is_permutation(shape.begin(), shape.end(), wanted->sizes.begin())) {
    return wrong_field("wrong-shape", yours + " has the right sizes in another order.");
  }
  std::size_t differing = 0;
  for (std::size_t i = 0; i < shape.size(); ++i)
    differing += shape[i] != wanted->sizes[i] ? 1U : 0U;
  const auto place =
      std::mismatch(shape.begin(), shape.end(), wanted->sizes.begin()).first - shape.begin();
  const std::string axis =
      sentence("axis {} should be `{}`", {place, wanted->names[static_cast<std::size_t>(place)]});
  const bool width = differing == 1 && place == static_cast<std::ptrdiff_t>(shape.size()) - 1;
  return wrong_field(width ? "width-mismatch" : "wrong-shape",
                     sentence("In {} {}.", {yours, axis}));
}

}  // namespace

Result<CheckResult> check_shapes(const std::vector<ShapeField>& fields,
                                 const std::vector<std::string>& answers) {
  std::vector<LayerSizes> sizes;
  for (const ShapeField& field : fields) {
    const NamedSizes named = completed(field.sizes);
    LayerSizes one{named.at("B"), named.at("n"), named.find("d_in").value_or(named.at("d_out")),
                   named.at("H"), named.at("d_head")};
    const auto shape = shape_of(field.stage, one);
    if (!shape) return Error{"LabError", "The exercise's sizes are broken: " + shape.error().text};
    sizes.push_back(one);
  }
  std::vector<Field> judged;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string* answer = answer_to(answers, i);
    judged.push_back(answer == nullptr ? empty_field() : judge(fields[i], sizes[i], *answer));
  }
  return fields_result(std::move(judged));
}

}  // namespace mha
