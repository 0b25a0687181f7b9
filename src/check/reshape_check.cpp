// Pass 1 parse, pass 2 run on three size sets, pass 3 decide, pass 4 draw. The shown sizes come
// first in `attempts`; the judged ones follow.
#include "check/reshape_check.h"

#include <algorithm>
#include <array>

#include "check/codes.h"
#include "check/reshape_diagnosis.h"
#include "check/reshape_words.h"

namespace mha {
namespace {

using Role = ReshapeAsk::Role;

class Judge {
 public:
  Judge(const ReshapeAsk& ask, const Program& program, const Source& source)
      : ask_(ask), program_(program), source_(source) {}

  Result<CheckResult> run(const NamedSizes& shown) {
    for (const NamedSizes& sizes : {shown, judged_sizes()[0], judged_sizes()[1]}) {
      auto one = attempt(ask_, program_, source_, sizes);
      if (!one) return one.error();
      attempts_.push_back(std::move(*one));
    }
    result_.steps = this->shown().trace.steps;
    if (std::all_of(attempts_.begin(), attempts_.end(),
                    [](const Attempt& a) { return a.right(); })) {
      result_.verdict = Verdict::correct;
      result_.title = "Correct.";
      draw(this->shown());
    } else if (this->shown().trace.error() != nullptr) {
      judge_error();
    } else {
      judge_wrong();
    }
    return std::move(result_);
  }

 private:
  const Attempt& shown() const { return attempts_.front(); }

  std::vector<const Attempt*> judged() const { return {&attempts_[1], &attempts_[2]}; }

  static bool all_ran(const std::vector<const Attempt*>& attempts) {
    return std::all_of(attempts.begin(), attempts.end(), [](const Attempt* a) { return a->ran(); });
  }

  void judge_error() {
    result_.verdict = Verdict::error;
    result_.error = *shown().trace.error();
    result_.title = code_entry(result_.error->code).title;
    if (result_.error->code == "view-not-contiguous") diagnose_refused_view();
  }

  // What the program meant shows when its views may copy.
  void diagnose_refused_view() {
    std::vector<Attempt> meant;
    for (const NamedSizes& sizes : judged_sizes()) {
      auto one = attempt(ask_, program_, source_, sizes, {true});
      if (!one || !one->ran()) return;
      meant.push_back(std::move(*one));
    }
    const bool right = meant[0].right() && meant[1].right();
    if (right && ask_.role != Role::merge) return;
    std::optional<Finding> finding;
    if (right) {
      finding = Finding{"merge-not-contiguous", std::nullopt};
    } else {
      finding = find_reading(ask_, {&meant[0], &meant[1]});
    }
    if (!finding) return;
    std::string message = "The view raises, because the axes that it joins are apart in memory. ";
    if (!right) {
      const auto here = attempt(ask_, program_, source_, shown().sizes, {true});
      const bool shows = here && here->ran() && !here->right();
      message = "The view raises, and a reshape in its place would only silence it: ";
      message += wrong_sentence(shows ? *here : meant[0]);
    } else {
      message += "The order of the axes is already the one asked for.";
    }
    add(finding->code, message, result_.error->span);
    // A refused view did not stay silent.
    result_.diagnoses.back().why.clear();
  }

  void judge_wrong() {
    result_.verdict = Verdict::wrong;
    if (all_ran(judged())) {
      const auto finding = find_reading(ask_, judged());
      const bool lucky = std::any_of(attempts_.begin(), attempts_.end(),
                                     [](const Attempt& a) { return a.right(); });
      if (finding && finding->code != "unknown") {
        add_finding(*finding, evidence_attempt());
      } else if (lucky) {
        add_only_these_sizes();
      } else {
        add_finding(find_property(ask_, attempts_[1]), evidence_attempt());
      }
    } else if (shown().right()) {
      add_only_these_sizes();
    } else {
      const auto finding = find_reading(ask_, {&shown()});
      add_finding(finding ? *finding : find_property(ask_, shown()), shown());
      add_only_these_sizes();
    }
    result_.title = result_.diagnoses.front().title;
    draw(evidence_attempt());
  }

  // Where the mistake can be seen: the shown sizes if it shows there.
  const Attempt& evidence_attempt() const {
    for (const Attempt& one : attempts_) {
      if (one.ran() && !one.right()) return one;
    }
    return shown();
  }

  void add(const std::string& code, std::string message, std::optional<Span> span) {
    result_.diagnoses.push_back(diagnosis_of(code, std::move(message)));
    result_.diagnoses.back().span = span;
  }

  void add_finding(const Finding& finding, const Attempt& seen) {
    const Attempt& traced = attempts_[1].ran() ? attempts_[1] : seen;
    const Span span = traced.trace.steps[wrong_step(traced, ask_)].span;
    std::string message = wrong_sentence(seen);
    add(finding.code, std::move(message), span);
    if (seen.right_shape()) {
      result_.diagnoses.back().evidence = evidence(seen);
    } else {
      result_.diagnoses.back().why.clear();  // another shape is no silence
    }
    const bool other_shape_too = seen.ran() && !seen.right_shape() && finding.reading &&
                                 finding.reading->cut != natural_order(seen.layout.axes.size());
    if (other_shape_too) {
      result_.diagnoses.back().message =
          "The cut is wrong, and the shape is another one too. " + result_.diagnoses.back().message;
    }
  }

  // The program fits some sizes and not others: `fails` is one of the others.
  void add_only_these_sizes() {
    const auto other = std::find_if(attempts_.begin() + 1, attempts_.end(),
                                    [](const Attempt& a) { return !a.right(); });
    const Attempt& fails = other == attempts_.end() ? shown() : *other;
    std::string message =
        shown().right() ? sentence("At {} this is right. ", {to_string(named(shown()))}) : "";
    message += "At " + to_string(named(fails));
    Span span = program_.statements.back().span;
    if (const ProgramError* error = fails.trace.error()) {
      message += sentence(" it raises “{}”.", {error->message});
      span = error->span;
    } else {
      message += " it is not: " + wrong_sentence(fails);
    }
    add("only-these-sizes", std::move(message), span);
  }

  std::string wrong_sentence(const Attempt& seen) const {
    return seen.right_shape() ? cells_sentence(ask_, seen) : shapes_sentence(ask_, seen);
  }

  // The sizes that the program can name.
  NamedSizes named(const Attempt& one) const {
    NamedSizes sizes;
    for (const std::string& axis : flattened(ask_.want.left)) sizes.set(axis, one.sizes.at(axis));
    return sizes;
  }

  Evidence evidence(const Attempt& seen) const {
    Evidence result;
    const std::int64_t at = seen.first_wrong();
    const auto place = static_cast<std::size_t>(at);
    result.sizes = named(seen);
    result.cell = cell_at(seen.wanted_sizes, at);
    if (seen.elements[place] >= 0) result.holds = source_element(seen.layout, seen.elements[place]);
    result.wanted = source_element(seen.layout, seen.wanted[place]);
    result.cells = static_cast<std::int64_t>(seen.wanted.size());
    for (std::size_t i = 0; i < seen.wanted.size(); ++i) {
      result.wrong_cells += seen.elements[i] != seen.wanted[i] ? 1 : 0;
    }
    return result;
  }

  void draw(const Attempt& seen) {
    if (!seen.ran()) return;
    Grids grids;
    grids.sizes = named(seen);
    grids.judged = &seen != &shown();
    grids.source = {ask_.input, grid_axes(ask_.want.left), seen.layout.dims, {}};
    for (std::size_t i = 0; i < seen.wanted.size(); ++i) {
      grids.source.elements.push_back(source_element(seen.layout, static_cast<std::int64_t>(i)));
    }
    grids.asked = {
        result_name(ask_), grid_axes(ask_.want.right), seen.wanted_sizes, seen.wanted, {}};
    const Sizes& sizes = seen.trace.result()->sizes();
    grids.yours = {result_name(ask_), grid_axes(ask_, seen), sizes, seen.elements, {}};
    for (std::size_t i = 0; i < seen.elements.size(); ++i) {
      // Cells of another shape have no counterpart to be compared with.
      const bool wrong =
          seen.right_shape() ? seen.elements[i] != seen.wanted[i] : seen.elements[i] < 0;
      grids.yours.wrong.push_back(wrong ? 1 : 0);
    }
    result_.grid = std::move(grids);
  }

  const ReshapeAsk& ask_;
  const Program& program_;
  const Source& source_;
  std::vector<Attempt> attempts_;
  CheckResult result_;
};

}  // namespace

Result<CheckResult> check_reshape(const ReshapeAsk& ask, const std::string& answer,
                                  const NamedSizes& shown) {
  const Source source(answer);
  const auto parsed = parse(source);
  if (const auto* error = std::get_if<ProgramError>(&parsed)) return stopped(*error, answer);
  auto result = Judge(ask, *std::get_if<Program>(&parsed), source).run(shown);
  if (result) result->text = answer;
  return result;
}

}  // namespace mha
