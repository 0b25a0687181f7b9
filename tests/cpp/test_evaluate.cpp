// Python's rules in reshape programs, and rearrange's patterns.
#include <doctest/doctest.h>

#include <string>

#include "check/evaluate.h"
#include "check/rearrange.h"
#include "tensor/creation.h"

using namespace mha;

namespace {

const NamedSizes kSizes{{"B", 2}, {"n", 3}, {"H", 4}};

std::string evaluated(const std::string& text) {
  const Source source(text);
  const auto parsed = parse(source);
  if (const auto* error = std::get_if<ProgramError>(&parsed)) return error->message;
  const auto result = run_integers(std::get<Program>(parsed), source, kSizes);
  if (const auto* error = std::get_if<ProgramError>(&result))
    return error->type + ": " + error->message;
  return to_string(std::get<Sizes>(result));
}

}  // namespace

TEST_CASE("arithmetic is Python's") {
  CHECK(evaluated("2 + 3 * 4 ** 2") == "[50]");
  CHECK(evaluated("-2 ** 2") == "[-4]");
  CHECK(evaluated("2 ** 3 ** 2") == "[512]");
  CHECK(evaluated("-7 // 2, -7 % 3, 7 % -3") == "[-4, 2, -2]");
  CHECK(evaluated("6 / 3") == "[2]");
  CHECK(evaluated("7 / 2") == "TypeError: Whole numbers are wanted here.");
  CHECK(evaluated("int(7 / 2)") == "[3]");
  CHECK(evaluated("(B, n) + (H,)") == "[2, 3, 4]");
  CHECK(evaluated("(B, n, H)[1:]") == "[3, 4]");
  CHECK(evaluated("(B, n, H)[-1]") == "[4]");
  CHECK(evaluated("[i * B for i in range(1, 7, 2)]") == "[2, 6, 10]");
  CHECK(evaluated("len((1, 2, 3)), *range(2)") == "[3, 0, 1]");
  CHECK(evaluated("a, b = B, n\nb * a") == "[6]");
  CHECK(evaluated("a, b = B, n, H") == "ValueError: too many values to unpack (expected 2)");
  CHECK(evaluated("a, b = (B,)") == "ValueError: not enough values to unpack (expected 2, got 1)");
  CHECK(evaluated("2 ** 64") == "LimitError: This number is too large for the lab.");
  CHECK(evaluated("2 ** 10 ** 15") == "LimitError: This number is too large for the lab.");
  CHECK(evaluated("1 % 0") == "ZeroDivisionError: integer division or modulo by zero");
  CHECK(evaluated("(-9223372036854775807 - 1) // -1").find("LimitError") == 0);
  CHECK(evaluated("'a' + 1") == "TypeError: unsupported operand type(s) for +: 'str' and 'int'");
  CHECK(evaluated("-'a'") == "TypeError: bad operand type for unary -: 'str'");
  CHECK(evaluated("B(2)") == "TypeError: 'int' object is not callable");
  CHECK(evaluated("B[0]") == "TypeError: 'int' object is not subscriptable");
}

TEST_CASE("rearrange splits, permutes and joins axes") {
  const Tensor t = *arange(std::int64_t{0}, std::int64_t{2 * 3 * 20}, std::int64_t{1});
  const Tensor q = t.as_strided({2, 3, 20}, {60, 20, 1}, 0);
  const Tensor heads = *rearrange(q, "b n (h d) -> b h n d", {{"h", 4}});
  CHECK(heads.sizes() == Sizes{2, 4, 3, 5});
  CHECK(heads.strides() == Strides{60, 5, 20, 1});
  CHECK(rearrange(heads, "b h n d -> b n (h d)", {})->ints() == q.ints());
  CHECK(rearrange(q, "... (h d) -> h ... d", {{"d", 5}})->sizes() == Sizes{4, 2, 3, 5});
  CHECK(rearrange(q, "b n c -> 1 (b n) c", {})->sizes() == Sizes{1, 6, 20});
}

TEST_CASE("a broken pattern is a sentence") {
  const Tensor q = *zeros({2, 3, 20});
  for (const auto& wrong : {std::pair<const char*, const char*>{"b n c", "arrow"},
                            {"b n (h d) -> b h n d", "can't both be told"},
                            {"b n c -> b n", "one side"},
                            {"b b c -> b c", "twice"},
                            {"b n (c -> b n c", "not closed"},
                            {"b n c) -> b n c", "not open"},
                            {"b n ((c)) -> b n c", "nested"},
                            {"b n c-d -> b n c", "not an axis name"},
                            {"b n -> n b", "left side has 2 dims, the tensor has 3"}}) {
    const char* pattern = wrong.first;
    const char* part = wrong.second;
    CAPTURE(pattern);
    const auto result = rearrange(q, pattern, {});
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().type == "EinopsError");
    CHECK(result.error().text.find(part) != std::string::npos);
  }
  CHECK_FALSE(rearrange(q, "b n (h d) -> b h n d", {{"h", 3}}).ok());
  CHECK_FALSE(rearrange(q, "b n c -> b n c", {{"x", 3}}).ok());
}
