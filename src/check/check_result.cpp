// The few constructors of CheckResult's parts.
#include "check/check_result.h"

#include "check/codes.h"

namespace mha {

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::correct:
      return "correct";
    case Verdict::wrong:
      return "wrong";
    case Verdict::error:
      break;
  }
  return "error";
}

Diagnosis diagnosis_of(std::string_view code, std::string message) {
  const Code& entry = code_entry(code);
  Diagnosis diagnosis;
  diagnosis.code = entry.code;
  diagnosis.title = entry.title;
  diagnosis.message = std::move(message);
  diagnosis.why = entry.why;
  if (!entry.hint.empty()) diagnosis.hints.emplace_back(entry.hint);
  return diagnosis;
}

CheckResult stopped(ProgramError error, std::string text) {
  CheckResult result;
  result.verdict = Verdict::error;
  result.title = code_entry(error.code).title;
  result.error = std::move(error);
  result.text = std::move(text);
  return result;
}

}  // namespace mha
