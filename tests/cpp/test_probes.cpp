// The probes against the facts of real PyTorch runs: which wrong layer each of them sees, and that
// the right layer passes all. The expected table agrees with chains.json (S1, S2, S6a, M1, S10, M6
// …).
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "check/fool_check.h"
#include "check/probes.h"

using namespace mha;

namespace {

constexpr const char* kRightSplit = "q.view(B, n, H, d_head).transpose(1, 2)";
constexpr const char* kRightMerge = "context.transpose(1, 2).reshape(B, n, d_out)";

Pipeline pipeline(const std::string& split, const std::string& merge) {
  const auto part = [](const std::string& text) {
    Source source(text);
    auto parsed = parse(source);
    REQUIRE(std::holds_alternative<Program>(parsed));
    return Pipeline::Part{source, std::get<Program>(parsed)};
  };
  return Pipeline(part(split), part(merge));
}

// One letter a probe: . passes, x fails, - not run.
std::string outcomes(const std::string& split, const std::string& merge) {
  std::string letters;
  for (const Probe& probe : run_probes(pipeline(split, merge))) {
    letters += probe.outcome == Probe::Outcome::pass   ? '.'
               : probe.outcome == Probe::Outcome::fail ? 'x'
                                                       : '-';
    CHECK_FALSE(probe.message.empty());
  }
  return letters;
}

const NamedSizes kShown{{"B", 2}, {"n", 3}, {"H", 2}, {"d_head", 4}};

std::string fool(const FoolAnswer& answer) {
  const CheckResult result = *check_fool(answer, kShown);
  if (result.error) return result.error->code;
  return result.diagnoses.empty() ? name_of(result.verdict) : result.diagnoses.front().code;
}

}  // namespace

TEST_CASE("the right layer passes every probe and equals the reference") {
  CHECK(outcomes(kRightSplit, kRightMerge) == "......");
  CHECK(equals_reference(pipeline(kRightSplit, kRightMerge)));
  CHECK(equals_reference(
      pipeline("rearrange(q, 'b n (h d) -> b h n d', h=H)", "torch.cat(context.unbind(1), -1)")));
}

TEST_CASE("which probe sees which wrong layer") {
  //                       shape, causal-leak, batch-isolation, reach, prefix-consistency, uniform
  // S1: only the split is scrambled.
  CHECK(outcomes("q.view(B, H, n, d_head)", kRightMerge) == ".x..xx");
  // S2: split and merge are scrambled alike; the usual three see nothing.
  CHECK(outcomes("q.view(B, H, n, d_head)", "context.view(B, n, d_out)") == "...xxx");
  // S6a: heads interleaved in the split alone; only the average is wrong.
  CHECK(outcomes("q.view(B, n, d_head, H).permute(0, 3, 1, 2)", kRightMerge) == ".....x");
  // S6b: interleaved on both sides: a legal attention of other weights, which no probe here sees.
  CHECK(outcomes("q.view(B, n, d_head, H).permute(0, 3, 1, 2)",
                 "context.permute(0, 2, 3, 1).reshape(B, n, d_out)") == "......");
  CHECK_FALSE(equals_reference(pipeline("q.view(B, n, d_head, H).permute(0, 3, 1, 2)",
                                        "context.permute(0, 2, 3, 1).reshape(B, n, d_out)")));
  // S10: sequences and tokens swapped by a view.
  CHECK(outcomes("q.view(n, B, H, d_head).permute(1, 2, 0, 3)", kRightMerge) == ".xxxxx");
  // M1: only the merge is wrong.
  CHECK(outcomes(kRightSplit, "context.view(B, n, d_out)") == ".x.xxx");
  // M5: interleaved in the merge alone.
  CHECK(outcomes(kRightSplit, "context.permute(0, 2, 3, 1).reshape(B, n, d_out)") == ".....x");
  // M6: batch and heads swapped before the join.
  CHECK(outcomes(kRightSplit, "context.transpose(0, 1).reshape(B, n, d_out)") == ".xxxxx");
}

TEST_CASE("a layer that stops is told by the shape probe alone") {
  CHECK(outcomes("q.view(B, n, H, d_head)", kRightMerge) == "x-----");
  CHECK(outcomes("q.view(2, 3, 2, 4)", kRightMerge) == "x-----");
  CHECK(outcomes(kRightSplit, "context") == "x-----");
  CHECK(outcomes("q.view(B, n, H, nonsense)", kRightMerge) == "x-----");
}

TEST_CASE("fool the checks: verdicts") {
  CHECK(fool({"q.view(B, H, n, d_head)", "context.view(B, n, d_out)", "reach"}) == "correct");
  CHECK(fool({"q.view(B, H, n, d_head)", "context.view(B, n, d_out)", "uniform"}) == "correct");
  CHECK(fool({"q.view(B, H, n, d_head)", "context.view(B, n, d_out)", ""}) == "probe-is-blind");
  CHECK(fool({"q.view(B, n, d_head, H).permute(0, 3, 1, 2)", kRightMerge, "reach"}) ==
        "probe-is-blind");
  CHECK(fool({"q.view(B, n, d_head, H).permute(0, 3, 1, 2)", kRightMerge, "uniform"}) == "correct");
  CHECK(fool({kRightSplit, kRightMerge, "reach"}) == "pipeline-is-right");
  CHECK(fool({"q.view(B, H, n, d_head)", kRightMerge, "reach"}) == "pipeline-is-caught");
  CHECK(fool({"q.view(B, n, H, d_head)", kRightMerge, "reach"}) == "pipeline-is-caught");
  CHECK(fool({"q.view(", kRightMerge, "reach"}) == "syntax");
}

TEST_CASE("of all 24 view orders and 24 merge orders only the right pair equals the reference") {
  // The split with and without a transpose back to (B, H, n, d_head), joined by every permute.
  int equal = 0;
  for (const AxisOrder& cut : all_orders(4)) {
    const std::vector<std::string> axes = {"B", "n", "H", "d_head"};
    std::string view;
    std::map<std::string, std::size_t> place;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string& axis = axes[static_cast<std::size_t>(cut[i])];
      view += (i > 0 ? ", " : "") + axis;
      place[axis] = i;
    }
    const std::string moved = ".permute(" + std::to_string(place["B"]) + ", " +
                              std::to_string(place["H"]) + ", " + std::to_string(place["n"]) +
                              ", " + std::to_string(place["d_head"]) + ")";
    for (const AxisOrder& order : all_orders(4)) {
      std::string permute;
      for (const int axis : order) permute += (permute.empty() ? "" : ", ") + std::to_string(axis);
      const std::string merge = "context.permute(" + permute + ").reshape(B, n, d_out)";
      const bool right = view == "B, n, H, d_head" && permute == "0, 2, 1, 3";
      CAPTURE(view);
      CAPTURE(permute);
      const bool same = equals_reference(pipeline("q.view(" + view + ")" + moved, merge));
      CHECK(same == right);
      equal += same ? 1 : 0;
      if (view != "B, H, n, d_head")
        CHECK_FALSE(equals_reference(pipeline("q.view(" + view + ")", merge)));
    }
  }
  CHECK(equal == 1);
}
