// The probes against the facts of real PyTorch runs: which wrong layer each of them sees, and that
// the right layer passes all. The expected table agrees with chains.json (S1, S2, S6a, M1, S10, M6
// …).
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "attention/reference.h"
#include "check/fool_check.h"
#include "check/probes.h"
#include "check/reading.h"

using namespace mha;

namespace {

constexpr const char* kRightSplit = "q.view(B, n, H, d_head).transpose(1, 2)";
constexpr const char* kRightMerge = "context.transpose(1, 2).reshape(B, n, d_out)";

Pipeline pipeline(const std::string& split, const std::string& merge) {
  auto one = Pipeline::part(split);
  auto two = Pipeline::part(merge);
  REQUIRE(one.has_value());
  REQUIRE(two.has_value());
  return Pipeline(std::move(*one), std::move(*two));
}

// One letter a probe: . passes, x fails, - not run.
std::string outcomes(const std::string& split, const std::string& merge,
                     std::span<const NamedSizes> size_sets = judged_sizes()) {
  std::string letters;
  for (const Probe& probe : run_probes(pipeline(split, merge), size_sets)) {
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

TEST_CASE("the pipeline with a right split and merge is the reference layer") {
  for (const NamedSizes& sizes : judged_sizes()) {
    const LayerInputs inputs = layer_inputs(sizes);
    const auto matrix = [](const Tensor& t) {
      xt::xtensor<float, 2> array(std::array<std::size_t, 2>{static_cast<std::size_t>(t.size(0)),
                                                             static_cast<std::size_t>(t.size(1))});
      const std::vector<float> values = t.floats();
      std::copy(values.begin(), values.end(), array.begin());
      return array;
    };
    const auto row = [](const Tensor& t) {
      xt::xtensor<float, 1> array(std::array<std::size_t, 1>{static_cast<std::size_t>(t.size(0))});
      const std::vector<float> values = t.floats();
      std::copy(values.begin(), values.end(), array.begin());
      return array;
    };
    const Config config{.d_in = sizes.at("d_in"),
                        .d_out = sizes.at("d_out"),
                        .H = sizes.at("H"),
                        .context_length = sizes.at("context_length"),
                        .qkv_bias = true};
    const Weights weights{.W_q = matrix(inputs.W_q),
                          .W_k = matrix(inputs.W_k),
                          .W_v = matrix(inputs.W_v),
                          .b_q = row(inputs.b_q),
                          .b_k = row(inputs.b_k),
                          .b_v = row(inputs.b_v),
                          .W_o = matrix(inputs.W_o),
                          .b_o = row(inputs.b_o)};
    xt::xtensor<float, 3> x(std::array<std::size_t, 3>{static_cast<std::size_t>(inputs.x.size(0)),
                                                       static_cast<std::size_t>(inputs.x.size(1)),
                                                       static_cast<std::size_t>(inputs.x.size(2))});
    const std::vector<float> values = inputs.x.floats();
    std::copy(values.begin(), values.end(), x.begin());
    const auto stages = attend(config, weights, x);
    REQUIRE(stages.ok());
    const auto outputs = reference_pipeline().run(inputs);
    REQUIRE(std::holds_alternative<LayerOutputs>(outputs));
    const std::vector<float> ours = std::get<LayerOutputs>(outputs).output.floats();
    REQUIRE(ours.size() == stages->output.size());
    double largest = 0;
    double difference = 0;
    auto theirs = stages->output.begin();
    for (const float value : ours) {
      largest = std::max(largest, std::abs(static_cast<double>(*theirs)));
      difference = std::max(difference,
                            std::abs(static_cast<double>(value) - static_cast<double>(*theirs++)));
    }
    CHECK(difference <= 2e-6 * largest);
  }
}

TEST_CASE("the right layer passes every probe and equals the reference") {
  CHECK(outcomes(kRightSplit, kRightMerge) == "......");
  CHECK(equals_reference(pipeline(kRightSplit, kRightMerge)));
  CHECK(equals_reference(
      pipeline("rearrange(q, 'b n (h d) -> b h n d', h=H)", "torch.cat(context.unbind(1), -1)")));
}

TEST_CASE("which probe sees which wrong layer, as PyTorch's runs in chains.json do") {
  // Its sizes; the letters are its causal_leak, batch_leak, reach_missing, prefix_break,
  // uniform_probe.
  const NamedSizes sizes[] = {{{"B", 2},
                               {"n", 3},
                               {"H", 4},
                               {"d_head", 5},
                               {"d_out", 20},
                               {"d_in", 7},
                               {"context_length", 9}}};
  const auto seen = [&](const char* split, const char* merge) {
    return outcomes(split, merge, sizes);
  };
  //  shape, causal-leak, batch-isolation, reach, prefix-consistency, uniform
  CHECK(seen("q.view(B, H, n, d_head)", kRightMerge) == ".x..xx");                            // S1
  CHECK(seen("q.view(B, H, n, d_head)", "context.view(B, n, H * d_head)") == "...xxx");       // S2
  CHECK(seen("q.view(B, n, d_head, H).permute(0, 3, 1, 2)", kRightMerge) == ".....x");        // S6a
  CHECK(seen("q.transpose(1, 2).reshape(B, H, n, d_head)", kRightMerge) == ".x..xx");         // S8r
  CHECK(seen("q.view(n, B, H, d_head).permute(1, 2, 0, 3)", kRightMerge) == ".xx.xx");        // S10
  CHECK(seen(kRightSplit, "context.reshape(B, n, H * d_head)") == ".x..xx");                  // M1
  CHECK(seen(kRightSplit, "context.transpose(2, 3).reshape(B, n, H * d_head)") == ".x..xx");  // M4
  CHECK(seen(kRightSplit, "context.permute(0, 2, 3, 1).reshape(B, n, H * d_head)") ==
        ".....x");                                                                            // M5
  CHECK(seen(kRightSplit, "context.transpose(0, 1).reshape(B, n, H * d_head)") == ".xx.xx");  // M6
  CHECK(
      seen(kRightSplit, "context.view(H, B, n, d_head).permute(1, 2, 0, 3).reshape(B, n, d_out)") ==
      "..x..x");                                                                              // M9
  CHECK(seen(kRightSplit, "context.transpose(1, 3).reshape(B, n, H * d_head)") == ".x..xx");  // M10
  CHECK(seen(kRightSplit, kRightMerge) == "......");
}

TEST_CASE(
    "heads interleaved on both sides are a legal attention of other weights: no probe sees it") {
  constexpr const char* kSplit = "q.view(B, n, d_head, H).permute(0, 3, 1, 2)";
  constexpr const char* kMerge = "context.permute(0, 2, 3, 1).reshape(B, n, d_out)";
  CHECK(outcomes(kSplit, kMerge) == "......");
  CHECK_FALSE(equals_reference(pipeline(kSplit, kMerge)));
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
  CHECK(fool({"q.view(B, H, n, d_head)", "context.view(B, n, d_out)", ""}) == "probe-not-named");
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
