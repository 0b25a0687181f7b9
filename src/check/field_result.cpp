// Fields are judged one by one; the first wrong one names the diagnosis.
#include "check/field_result.h"

#include "check/codes.h"

namespace mha {

std::variant<Sizes, ProgramError> integers_of(const std::string& text, const NamedSizes& names) {
  const Source source(text);
  const auto parsed = parse(source);
  if (const auto* error = std::get_if<ProgramError>(&parsed)) return *error;
  return run_integers(*std::get_if<Program>(&parsed), source, names);
}

Field wrong_field(std::string_view code, std::string message) {
  return {"wrong", std::string(code), std::move(message)};
}

Field stopped_field(const ProgramError& error) {
  return {"error", error.code, error.message + (error.help.empty() ? "" : " " + error.help)};
}

CheckResult fields_result(std::size_t count, const std::vector<std::string>& answers,
                          const std::function<Field(std::size_t, const std::string&)>& judge) {
  CheckResult result;
  std::size_t right = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool empty = i >= answers.size() || is_blank(answers[i]);
    Field field = empty ? Field{"empty", "", ""} : judge(i, answers[i]);
    right += field.verdict == "correct" ? 1U : 0U;
    if (field.verdict == "wrong") {
      result.diagnoses.push_back(
          diagnosis_of(field.code, "Field " + std::to_string(i + 1) + ": " + field.message));
    }
    if (field.verdict == "error" && !result.error) {
      result.error = ProgramError{"ValueError",
                                  "Field " + std::to_string(i + 1) + ": " + field.message,
                                  field.code,
                                  "",
                                  {}};
    }
    result.fields.push_back(std::move(field));
  }
  if (right == count) {
    result.title = "Correct.";
    return result;
  }
  // Fields still empty are no error of the text: the answer is not complete, so not correct.
  const bool only_errors = result.diagnoses.empty() && result.error;
  result.verdict = only_errors ? Verdict::error : Verdict::wrong;
  result.title = std::to_string(right) + " of " + std::to_string(count) + " are right.";
  return result;
}

}  // namespace mha
