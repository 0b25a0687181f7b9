// Judging reshape programs: every order of view and permute, the ways that are right, the mistakes
// by name, and programs that fit some sizes only.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "check/reading.h"
#include "check/reshape_check.h"

using namespace mha;

namespace {

const NamedSizes kShown{{"B", 2}, {"n", 3}, {"H", 2}, {"d_head", 4}};

CheckResult split(const std::string& text) { return *check_reshape(split_ask(), text, kShown); }
CheckResult merge(const std::string& text) { return *check_reshape(merge_ask(), text, kShown); }

std::string code(const CheckResult& result) {
  return result.diagnoses.empty() ? "" : result.diagnoses.front().code;
}

std::string names(const AxisOrder& order, const std::vector<std::string>& axes) {
  std::string text;
  for (const int axis : order) {
    text += (text.empty() ? "" : ", ") + axes[static_cast<std::size_t>(axis)];
  }
  return text;
}

std::string numbers(const AxisOrder& order) {
  std::string text;
  for (const int axis : order) text += (text.empty() ? "" : ", ") + std::to_string(axis);
  return text;
}

const std::vector<std::string> kSplitAxes = {"B", "n", "H", "d_head"};
const std::vector<std::string> kMergeAxes = {"B", "H", "n", "d_head"};

}  // namespace

TEST_CASE("split: each of 24 view orders with each of 24 permutes gets its verdict and its code") {
  int right = 0;
  for (const AxisOrder& cut : all_orders(4)) {
    for (const AxisOrder& moved : all_orders(4)) {
      AxisOrder after;
      for (const int place : moved) after.push_back(cut[static_cast<std::size_t>(place)]);
      const std::string text =
          "q.view(" + names(cut, kSplitAxes) + ").permute(" + numbers(moved) + ")";
      CAPTURE(text);
      const CheckResult result = split(text);
      const std::string order = names(cut, kSplitAxes);
      const std::string final_order = names(after, kSplitAxes);
      std::string expected;
      if (order == "n, B, H, d_head") {
        expected = "split-batch-token-swapped";
      } else if (order == "B, n, d_head, H") {
        expected = "split-heads-interleaved";
      } else if (order != "B, n, H, d_head") {
        expected = "split-wrong-view-order";
      } else if (final_order == "B, n, H, d_head") {
        expected = "split-missing-transpose";
      } else if (final_order != "B, H, n, d_head") {
        expected = "split-wrong-axes";
      }
      CHECK(code(result) == expected);
      CHECK((result.verdict == Verdict::correct) == expected.empty());
      right += result.verdict == Verdict::correct ? 1 : 0;
    }
  }
  CHECK(right == 1);
}

TEST_CASE("split: the 24 view orders without a permute") {
  for (const AxisOrder& cut : all_orders(4)) {
    const std::string order = names(cut, kSplitAxes);
    CAPTURE(order);
    const CheckResult result = split("q.view(" + order + ")");
    CHECK(result.verdict == Verdict::wrong);
    CHECK(code(result) == (order == "B, n, H, d_head"   ? "split-missing-transpose"
                           : order == "n, B, H, d_head" ? "split-batch-token-swapped"
                           : order == "B, n, d_head, H" ? "split-heads-interleaved"
                                                        : "split-wrong-view-order"));
  }
}

TEST_CASE("merge: each of 24 permutes, and each of 24 relabelling views before them") {
  int right = 0;
  for (const AxisOrder& cut : all_orders(4)) {
    for (const AxisOrder& moved : all_orders(4)) {
      AxisOrder after;
      for (const int place : moved) after.push_back(cut[static_cast<std::size_t>(place)]);
      const std::string order = names(cut, kMergeAxes);
      const std::string final_order = names(after, kMergeAxes);
      const std::string text =
          "context.view(" + order + ").permute(" + numbers(moved) + ").reshape(B, n, d_out)";
      CAPTURE(text);
      const CheckResult result = merge(text);
      std::string expected;
      // Moved back to where they lie in memory, the names do not matter: nothing has moved.
      const bool nothing_moved = after == cut;
      if (nothing_moved) {
        expected = "merge-missing-transpose";
      } else if (order == "B, H, n, d_head" && final_order == "B, n, H, d_head") {
        expected = "";
      } else if (order == "B, H, n, d_head") {
        expected = after[0] != 0                      ? "merge-batch-mixed"
                   : final_order == "B, n, d_head, H" ? "merge-heads-interleaved"
                                                      : "merge-wrong-axes";
      } else {
        // Several ways of naming memory can give the same elements; the code is of one of them.
        CHECK(result.verdict == Verdict::wrong);
        CHECK(code(result).rfind("merge-", 0) == 0);
        continue;
      }
      CHECK(code(result) == expected);
      CHECK((result.verdict == Verdict::correct) == expected.empty());
      right += result.verdict == Verdict::correct ? 1 : 0;
    }
  }
  CHECK(right == 1);
}

TEST_CASE("merge: the 24 orders joined by a view raise wherever PyTorch does, and are named") {
  for (const AxisOrder& moved : all_orders(4)) {
    const std::string text = "context.permute(" + numbers(moved) + ").view(B, n, d_out)";
    CAPTURE(text);
    const CheckResult result = merge(text);
    if (moved == AxisOrder{0, 1, 2, 3}) {
      CHECK(code(result) == "merge-missing-transpose");
      continue;
    }
    CHECK(result.verdict == Verdict::error);
    REQUIRE(result.error);
    CHECK(result.error->code == "view-not-contiguous");
    CHECK(code(result) == (moved == AxisOrder{0, 2, 1, 3}   ? "merge-not-contiguous"
                           : moved == AxisOrder{0, 2, 3, 1} ? "merge-heads-interleaved"
                           : moved[0] != 0                  ? "merge-batch-mixed"
                                                            : "merge-wrong-axes"));
  }
}

TEST_CASE("what is right is called right, however it is written") {
  for (const char* text : {
           "q.view(B, n, H, d_head).transpose(1, 2)",
           "q.view(B, n, H, -1).transpose(1, 2)",
           "q.view(B, -1, H, d_out // H).transpose(-3, -2)",
           "q.view((B, n, H, d_head)).permute(0, 2, 1, 3)",
           "q.reshape(B, n, H, d_head).permute((0, 2, 1, 3))",
           "q.reshape([B, n, H, d_head]).movedim(2, 1)",
           "q.unflatten(-1, (H, d_head)).transpose(1, 2)",
           "q.unflatten(2, (H, -1)).swapaxes(1, 2)",
           "q.transpose(1, 2).reshape(B, H, d_head, n).transpose(2, 3)",
           "q.transpose(1, 2).view(B, H, d_head, n).mT",
           "torch.stack(q.chunk(H, -1), 1)",
           "torch.stack(q.split(d_head, dim=-1), dim=1)",
           "torch.stack([q[..., h * d_head:(h + 1) * d_head] for h in range(H)], dim=1)",
           "torch.cat([q[:, None, :, h * d_head:(h + 1) * d_head] for h in range(H)], 1)",
           "rearrange(q, \"b n (h d) -> b h n d\", h=H)",
           "rearrange(q, 'b n (h d) -> b h n d', d=d_head)",
           "einops.rearrange(q, \"... (h d) -> ... h d\", h=H).transpose(1, 2)",
           "q = q.view(B, n, H, d_head)\nq.transpose(1, 2)",
           "q = q.view(B, n, H, d_head); q = q.transpose(1, 2)",
           "b, t, c = q.shape\nq.view(b, t, H, c // H).transpose(1, 2)",
           "q.view(*q.shape[:-1], H, d_head).transpose(1, 2)",
           "q.view(q.size(0), q.size(1), H, d_head).transpose(1, 2)",
           "q.view(q.shape[:2] + (H, d_head)).transpose(1, 2)",
           "(q\n .view(B, n, H, d_head)\n .transpose(1, 2))",
           "torch.transpose(torch.reshape(q, (B, n, H, d_head)), 1, 2)",
           "q.view(B, n, H, d_head).transpose(dim0=1, dim1=2)  # cut, then move",
           "q.view(B, n, H, d_head).transpose(1, 2).contiguous()",
           "q.view(B, n, H, d_head).transpose(2, 1).clone()",
       }) {
    CAPTURE(text);
    const CheckResult result = split(text);
    CHECK(result.verdict == Verdict::correct);
    CHECK(code(result) == "");
    if (result.error) FAIL_CHECK(result.error->message);
  }
  for (const char* text : {
           "context.transpose(1, 2).contiguous().view(B, n, d_out)",
           "context.transpose(1, 2).reshape(B, n, H * d_head)",
           "context.transpose(1, 2).flatten(2)",
           "context.permute(0, 2, 1, 3).reshape(B, n, -1)",
           "torch.cat(context.unbind(1), -1)",
           "torch.cat([context[:, h] for h in range(H)], dim=-1)",
           "rearrange(context, \"b h n d -> b n (h d)\")",
           "context.movedim(1, 2).flatten(start_dim=-2)",
           "context.transpose(1, 2).contiguous().view(B, n, -1)",
       }) {
    CAPTURE(text);
    const CheckResult result = merge(text);
    CHECK(result.verdict == Verdict::correct);
    if (result.error) FAIL_CHECK(result.error->message);
  }
}

TEST_CASE("mistakes have their names, in whatever words") {
  const std::pair<const char*, const char*> kSplits[] = {
      {"q.reshape(B, H, n, d_head)", "split-wrong-view-order"},
      {"q.flatten().view(B, H, n, d_head)", "split-wrong-view-order"},
      {"q.view(B * H, n, d_head)", "split-wrong-view-order"},
      {"q.view(B, H, n, d_head).contiguous()", "split-wrong-view-order"},
      {"q.view(B, H, n, d_head).transpose(1, 2)", "split-wrong-view-order"},
      {"rearrange(q, 'b n (d h) -> b h n d', h=H)", "split-heads-interleaved"},
      {"torch.stack([q[..., h::H] for h in range(H)], 1)", "split-heads-interleaved"},
      {"q.view(B, -1, d_head, H).transpose(1, 2)", "split-heads-interleaved"},
      {"q.unflatten(-1, (H, d_head))", "split-missing-transpose"},
      {"q.view(B, n, H, d_head).transpose(2, 3)", "split-wrong-axes"},
      {"q.view(B, n, H, d_head).transpose(0, 1)", "split-wrong-axes"},
      {"torch.stack(q.chunk(H, -1))", "split-wrong-axes"},
      {"q.transpose(1, 2).reshape(B, H, n, d_head)", "split-transpose-first"},
      {"q.mT.reshape(B, H, n, d_head)", "split-transpose-first"},
      {"q.view(n, B, H, d_head).permute(1, 2, 0, 3)", "split-batch-token-swapped"},
      {"q.view(B, n, H, d_head).transpose(1, 2).flatten(0, 1)", "wrong-shape"},
      {"q", "wrong-shape"},
      {"q.view(B, n, H, d_head).transpose(1, 2).expand(B, H, n, d_head)[:, :1].expand(B, H, n, "
       "d_head)",
       "unknown"},
  };
  for (const auto& known : kSplits) {
    const char* text = known.first;
    const char* expected = known.second;
    CAPTURE(text);
    const CheckResult result = split(text);
    CHECK(result.verdict == Verdict::wrong);
    CHECK(code(result) == expected);
    if (result.error) FAIL_CHECK(result.error->message);
  }
  const std::pair<const char*, const char*> kMerges[] = {
      {"context.reshape(B, n, d_out)", "merge-missing-transpose"},
      {"context.view(B, n, d_out)", "merge-missing-transpose"},
      {"context.transpose(1, 2).transpose(1, 2).reshape(B, n, d_out)", "merge-missing-transpose"},
      {"context.view(B, n, H, d_head).reshape(B, n, d_out)", "merge-missing-transpose"},
      {"context.transpose(2, 3).reshape(B, n, d_out)", "merge-wrong-axes"},
      {"context.transpose(1, 3).reshape(B, n, d_out)", "merge-wrong-axes"},
      {"rearrange(context, 'b h n d -> b n (d h)')", "merge-heads-interleaved"},
      {"torch.stack(context.unbind(1), -1).flatten(2)", "merge-heads-interleaved"},
      {"context.transpose(0, 1).reshape(B, n, d_out)", "merge-batch-mixed"},
      {"context.view(H, B, n, d_head).permute(1, 2, 0, 3).reshape(B, n, d_out)",
       "merge-batch-mixed"},
      {"context.transpose(1, 2)", "merge-wrong-shape"},
      {"context.transpose(1, 2).flatten(1, 2)", "merge-wrong-shape"},
      {"context.transpose(1, 2).contiguous().view(B, n * H, d_head)", "merge-wrong-shape"},
  };
  for (const auto& known : kMerges) {
    const char* text = known.first;
    const char* expected = known.second;
    CAPTURE(text);
    const CheckResult result = merge(text);
    CHECK(result.verdict == Verdict::wrong);
    CHECK(code(result) == expected);
    if (result.error) FAIL_CHECK(result.error->message);
  }
}

TEST_CASE("a refused view is told as PyTorch tells it, and what it would have been is named") {
  const CheckResult first = split("q.transpose(1, 2).view(B, H, n, d_head)");
  CHECK(first.verdict == Verdict::error);
  REQUIRE(first.error);
  CHECK(first.error->type == "RuntimeError");
  CHECK(first.error->message.rfind("view size is not compatible", 0) == 0);
  CHECK(first.error->span == Span{17, 39});
  CHECK(code(first) == "split-transpose-first");

  const CheckResult second = merge("context.transpose(1, 2).view(B, n, d_out)");
  CHECK(second.verdict == Verdict::error);
  CHECK(code(second) == "merge-not-contiguous");
  CHECK(second.diagnoses.front().why == "");
}

TEST_CASE("literals that happen to fit are told so") {
  const CheckResult lucky = split("q.view(2, 3, 2, 4).transpose(1, 2)");
  CHECK(lucky.verdict == Verdict::wrong);
  CHECK(code(lucky) == "only-these-sizes");
  CHECK(lucky.diagnoses.front().message.find("this is right") != std::string::npos);

  const CheckResult both = split("q.view(2, 2, 3, 4)");
  REQUIRE(both.diagnoses.size() == 2);
  CHECK(both.diagnoses[0].code == "split-wrong-view-order");
  CHECK(both.diagnoses[1].code == "only-these-sizes");

  // Right only where B = H: a mistake by name, not luck.
  CHECK(code(split("q.view(H, n, B, d_head).transpose(1, 2)")) != "only-these-sizes");
  CHECK(split("q.view(2, -1, H, 4).transpose(1, 2)").verdict == Verdict::wrong);
}

TEST_CASE("the evidence names the first wrong cell, what it holds and what it should") {
  const CheckResult result = split("q.view(B, H, n, d_head)");
  const Diagnosis& first = result.diagnoses.front();
  CHECK(first.message ==
        "`q[0, 0, 1]` holds token 0, features 4–7; head 0 should read token 1, features 0–3 there. "
        "32 of 48 elements are in the wrong place.");
  REQUIRE(first.evidence);
  CHECK(first.evidence->cell == Sizes{0, 0, 1, 0});
  CHECK(first.evidence->holds->token == 0);
  CHECK(first.evidence->holds->feature == 4);
  CHECK(first.evidence->holds->head == 1);
  CHECK(first.evidence->wanted->token == 1);
  CHECK(first.evidence->wanted->feature == 0);
  CHECK(first.evidence->wrong_cells == 32);
  REQUIRE(result.grid);
  CHECK(result.grid->yours.axes == std::vector<std::string>{"b", "h", "t", "j"});
  CHECK(result.grid->yours.origins[4] == 4);
  CHECK(result.grid->asked.origins[4] == 8);
  CHECK(result.grid->yours.wrong[4]);
  CHECK_FALSE(result.grid->judged);
}

TEST_CASE("the span is the step that scrambled, or the one that moved the wrong axes") {
  const auto spanned = [](const std::string& text, const CheckResult& result) {
    return Source(text).text(*result.diagnoses.front().span);
  };
  for (const auto& [text, expected] :
       {std::pair<std::string, std::string>{"q.view(B, H, n, d_head).contiguous()",
                                            ".view(B, H, n, d_head)"},
        {"q.view(B, n, H, d_head).transpose(2, 3).contiguous()", ".transpose(2, 3)"},
        {"q.contiguous().view(B, n, H, d_head)", ".view(B, n, H, d_head)"},
        {"t = q.transpose(1, 2)\nt.reshape(B, H, n, d_head)", ".reshape(B, H, n, d_head)"}}) {
    CHECK(spanned(text, split(text)) == expected);
  }
}

TEST_CASE("the steps carry sizes, strides and storage") {
  const CheckResult result = split("q.view(B, n, H, d_head).transpose(1, 2).contiguous()");
  REQUIRE(result.steps.size() == 4);
  CHECK(result.steps[0].call == "q");
  CHECK(result.steps[1].call == ".view(B, n, H, d_head)");
  CHECK(result.steps[2].outputs[0].strides() == Strides{24, 4, 8, 1});
  CHECK(result.steps[2].memory == Step::Memory::same_storage);
  CHECK_FALSE(result.steps[2].outputs[0].is_contiguous());
  CHECK(result.steps[3].memory == Step::Memory::new_storage);
}
