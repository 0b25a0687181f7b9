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

const std::string* answer_to(const std::vector<std::string>& answers, std::size_t i) {
  if (i >= answers.size()) return nullptr;
  return answers[i].find_first_not_of(" \t\r\n") == std::string::npos ? nullptr : &answers[i];
}

CheckResult fields_result(std::vector<Field> fields) {
  CheckResult result;
  std::size_t right = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    right += field.verdict == "correct" ? 1U : 0U;
    const std::string message = sentence("Field {}: {}", {i + 1, field.message});
    if (field.verdict == "wrong") result.diagnoses.push_back(diagnosis_of(field.code, message));
    if (field.verdict == "error" && !result.error) {
      result.error = ProgramError{"ValueError", message, field.code, "", {}};
    }
  }
  const std::size_t count = fields.size();
  result.fields = std::move(fields);
  if (right == count) {
    result.title = "Correct.";
    return result;
  }
  // Fields still empty are no error of the text: the answer is not complete, so not correct.
  const bool only_errors = result.diagnoses.empty() && result.error;
  result.verdict = only_errors ? Verdict::error : Verdict::wrong;
  result.title = sentence("{} of {} are right.", {right, count});
  return result;
}

}  // namespace mha
