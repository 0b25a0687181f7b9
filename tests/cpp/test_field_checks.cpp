// Predicted shapes and counts: what is right, and what each slip is called.
#include <doctest/doctest.h>

#include "check/field_checks.h"

using namespace mha;

namespace {

const NamedSizes kLesson{{"B", 2}, {"n", 3}, {"d_in", 8}, {"d_out", 8}, {"H", 2}};
const NamedSizes kQuestion2{{"B", 4}, {"n", 100}, {"H", 6}, {"d_head", 32}};

Field shape(Stage stage, const NamedSizes& sizes, const std::string& answer) {
  return check_shapes({{stage, sizes}}, {answer})->fields.front();
}

Field number(Quantity want, const CostsRequest& config, const std::string& answer) {
  return check_numbers({{want, config}}, {answer})->fields.front();
}

}  // namespace

TEST_CASE("the worked example's shapes and question 2's are right, in any way of writing them") {
  CHECK(shape(Stage::projected, kLesson, "(2, 3, 8)").verdict == "correct");
  CHECK(shape(Stage::viewed, kLesson, "2, 3, 2, 4").verdict == "correct");
  CHECK(shape(Stage::heads, kLesson, "[2,2,3,4]").verdict == "correct");
  CHECK(shape(Stage::scores, kLesson, "(B, H, n, n)").verdict == "correct");
  CHECK(shape(Stage::context, kLesson, "(B, H, n, d_out // H)").verdict == "correct");
  CHECK(shape(Stage::merged, kLesson, "(2, 3, 2 * 4)").verdict == "correct");
  CHECK(shape(Stage::output, kLesson, "(2, 3, 8,)").verdict == "correct");
  CHECK(shape(Stage::heads, kQuestion2, "(4, 6, 100, 32)").verdict == "correct");
  CHECK(shape(Stage::scores, kQuestion2, "(4, 6, 100, 100)").verdict == "correct");
  CHECK(shape(Stage::merged, kQuestion2, "(4, 100, 192)").verdict == "correct");
}

TEST_CASE("a wrong shape is told by where it would be right") {
  CHECK(shape(Stage::heads, kQuestion2, "(4, 100, 6, 32)").code == "split-missing-transpose");
  CHECK(shape(Stage::viewed, kQuestion2, "(4, 6, 100, 32)").code == "split-wrong-view-order");
  CHECK(shape(Stage::merged, kQuestion2, "(4, 100, 6, 32)").code == "merge-wrong-shape");
  CHECK(shape(Stage::merged, kQuestion2, "(4, 100, 32)").code == "width-mismatch");
  CHECK(shape(Stage::scores, kQuestion2, "(4, 100, 100)").message.find("each head") !=
        std::string::npos);
  CHECK(shape(Stage::scores, kQuestion2, "(4, 6, 100, 32)").message.find("split heads") !=
        std::string::npos);
  CHECK(shape(Stage::heads, kQuestion2, "(6, 4, 100, 32)").code == "wrong-shape");
  CHECK(shape(Stage::heads, kQuestion2, "4").code == "wrong-shape");
  CHECK(shape(Stage::heads, kQuestion2, "(4, 6,").verdict == "error");
  CHECK(shape(Stage::heads, kQuestion2, "(a, b)").code == "unknown-name");
  CHECK(shape(Stage::heads, kQuestion2, "  ").verdict == "empty");
  CHECK(check_shapes({{Stage::heads, kQuestion2}}, {})->verdict == Verdict::wrong);
}

TEST_CASE("counts are right as numbers, with separators and as products") {
  const CostsRequest question1{.d_in = 512, .d_out = 512, .H = 8};
  CHECK(number(Quantity::d_head, question1, "64").verdict == "correct");
  CHECK(number(Quantity::qkv_parameters, question1, "786,432").verdict == "correct");
  CHECK(number(Quantity::qkv_parameters, question1, "786 432").verdict == "correct");
  CHECK(number(Quantity::qkv_parameters, question1, "3 * 512 * 512").verdict == "correct");
  CHECK(number(Quantity::qkv_parameters, question1, "3 * d_in * d_out").verdict == "correct");
}

TEST_CASE("a wrong count is told by its slip") {
  const CostsRequest layer{.d_in = 768, .d_out = 768, .H = 12};
  CHECK(number(Quantity::parameters, layer, "2,362,368").code == "count-bias");
  CHECK(number(Quantity::parameters, layer, "1,769,472").code == "count-part");
  CHECK(number(Quantity::parameters, layer, "28,320,768").code == "count-times-heads");
  CHECK(number(Quantity::parameters, layer, "7").code == "count-wrong");
  const CostsRequest scores{.d_in = 768, .d_out = 768, .H = 12, .n = 1024};
  CHECK(number(Quantity::score_entries, scores, "1,048,576").code == "count-one-head");
  CHECK(number(Quantity::score_entries, scores, "12,288").code == "count-not-square");
  CHECK(number(Quantity::score_bytes, scores, "12,582,912").code == "count-bytes");
  CHECK(number(Quantity::kv_cache_bytes, scores, "3,145,728").code == "count-keys-only");
  CHECK(number(Quantity::score_bytes, scores, "about 50 MB").verdict == "error");
  CHECK(number(Quantity::score_bytes, scores, "").verdict == "empty");
}

TEST_CASE("an impossible exercise is the lab's failure, not the learner's") {
  CHECK_FALSE(
      check_numbers({{Quantity::parameters, {.d_in = 8, .d_out = 10, .H = 4}}}, {"1"}).ok());
  CHECK_FALSE(check_shapes({{Stage::heads, {{"B", 2}}}}, {"1"}).ok());
}
