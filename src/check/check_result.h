// CheckResult: the answer to every check, as values. json.h writes it; web/src/core.d.ts describes
// the same shape for JavaScript.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/program_error.h"
#include "check/size_sets.h"
#include "check/source.h"
#include "check/trace.h"
#include "tensor/shape.h"

namespace mha {

enum class Verdict { correct, wrong, error };
const char* name_of(Verdict verdict);

// An element of the tensor that a program starts from, in the lesson's terms.
struct SourceElement {
  std::int64_t batch = 0;
  std::int64_t token = 0;
  std::int64_t feature = 0;  // 0 … d_out-1, counted over all heads
  std::int64_t head = 0;     // the head whose feature it is
};

struct Evidence {
  NamedSizes sizes;  // at which this was seen
  Sizes cell;        // the first wrong cell of the learner's result
  std::optional<SourceElement> holds;
  std::optional<SourceElement> wanted;
  std::int64_t wrong_cells = 0;
  std::int64_t cells = 0;
};

struct Diagnosis {
  std::string code;
  std::optional<Span> span;
  std::string title;
  std::string message;
  std::string why;
  std::optional<Evidence> evidence;
  std::vector<std::string> hints;
};

// Title, why and hints as the list of codes has them.
Diagnosis diagnosis_of(std::string_view code, std::string message);

struct Grid {
  std::string name;
  std::vector<std::string> axes;  // "b", "h", "t", "j", "f"; or "0", "1" … where they are not known
  Sizes sizes;
  std::vector<std::int64_t> origins;  // per cell, row-major: the source's element, -1 for none
  std::vector<char> wrong;            // per cell, 0 or 1; empty for the grid asked for
};

struct SourceGrid {
  std::string name;
  std::vector<std::string> axes;
  Sizes sizes;
  std::vector<SourceElement> elements;  // row-major
};

struct Grids {
  NamedSizes sizes;
  bool judged = false;  // not the sizes asked for: there nothing looks wrong
  SourceGrid source;
  Grid yours;
  Grid asked;
};

struct Probe {
  enum class Outcome { pass, fail, not_run };
  std::string id;
  std::string title;
  std::string question;
  Outcome outcome = Outcome::not_run;
  std::string message;
};

struct Field {
  std::string verdict;  // "correct", "wrong", "error", "empty"
  std::string code;
  std::string message;
};

struct CheckResult {
  Verdict verdict = Verdict::correct;
  std::string title;
  std::vector<Diagnosis> diagnoses;  // the most fundamental first
  std::optional<ProgramError> error;
  std::vector<Step> steps;
  std::optional<Grids> grid;
  std::vector<Probe> probes;
  std::vector<CheckResult> parts;  // "fool the checks": split, merge
  std::vector<Field> fields;
  std::string text;  // the program, for lines and columns of spans
};

// The result for a program that could not run.
CheckResult stopped(ProgramError error, std::string text);

}  // namespace mha
