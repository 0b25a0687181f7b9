// From text to tree: positions, what is refused and how it is said. Bad input of every kind.
#include <doctest/doctest.h>

#include <string>

#include "check/program.h"
#include "check/reshape_check.h"

using namespace mha;

namespace {

ProgramError error_of(const std::string& text) {
  const CheckResult result =
      *check_reshape(split_ask(), text, {{"B", 2}, {"n", 3}, {"H", 2}, {"d_head", 4}});
  CAPTURE(text);
  REQUIRE(result.error);
  CHECK(result.verdict == Verdict::error);
  return *result.error;
}

}  // namespace

TEST_CASE("a source counts code points, lines and columns") {
  const Source source("a🙂b\nש");
  CHECK(source.size() == 5);
  CHECK(source.text({1, 2}) == "🙂");
  CHECK(source.line_column(2).column == 3);
  CHECK(source.line_column(4).line == 2);
  CHECK(source.line_column(4).column == 1);
  CHECK(source.text({0, 99}) == "a🙂b\nש");
  // Broken bytes count one each and never merge with what follows.
  CHECK(Source("\xC3(").text({0, 9}) == "\xEF\xBF\xBD(");
  CHECK(Source("\xF0\x9F\x99").size() == 3);
  CHECK(Source("\xED\xA0\x80").size() == 3);
}

TEST_CASE("syntax errors say where and what was expected") {
  struct Wrong {
    const char* text;
    const char* message;
    Span span;
  };
  for (const Wrong& wrong : {
           Wrong{"", "There is nothing to run yet.", {0, 0}},
           Wrong{"   # only a remark", "There is nothing to run yet.", {0, 18}},
           Wrong{"q.view(B, n, H, d_head",
                 "Expected ) to close the “(” at line 1, column 7, but the text ends.",
                 {6, 7}},
           Wrong{"q.view(B, n",
                 "Expected ) to close the “(” at line 1, column 7, but the text ends.",
                 {6, 7}},
           Wrong{"q.view(B n)", "Expected a comma or ), but “n” stands here.", {9, 10}},
           Wrong{"q.view(B, n]", "Expected a comma or ), but “]” stands here.", {11, 12}},
           Wrong{"q.view(B, n))",
                 "Expected an operator, a dot or the end of the line, but “)” stands here.",
                 {12, 13}},
           Wrong{"q.", "Expected a method's name after the dot, but the text ends.", {2, 2}},
           Wrong{"q.2",
                 "Expected an operator, a dot or the end of the line, but “.2” stands here.",
                 {1, 3}},
           Wrong{"q..view(B)",
                 "Expected a method's name after the dot, but “.” stands here.",
                 {2, 3}},
           Wrong{"q.view(B, )x",
                 "Expected an operator, a dot or the end of the line, but “x” stands here.",
                 {11, 12}},
           Wrong{"q.view(B,, n)", "Expected a value, but “,” stands here.", {9, 10}},
           Wrong{"q.view('a)",
                 "This string is not closed: expected ' before the end of the line.",
                 {7, 10}},
           Wrong{"q.view(2B)", "A number and a name run together here.", {7, 9}},
           Wrong{"q🙂", "The character “🙂” has no meaning in Python.", {1, 2}},
           Wrong{"q.view(B × H)", "The character “×” is not Python's.", {9, 10}},
           Wrong{"q.view(“B”)", "The character ““” is not Python's.", {7, 8}},
           Wrong{"q\n.view(B)", "Expected a value, but “.” stands here.", {2, 3}},
           Wrong{"q[]", "Expected an index inside the brackets.", {1, 2}},
           Wrong{"1 = q", "Only names can be assigned here.", {0, 1}},
           Wrong{"q = ", "Expected a value, but the text ends.", {4, 4}},
           Wrong{"q +", "Expected a value, but the text ends.", {3, 3}},
       }) {
    const ProgramError error = error_of(wrong.text);
    CHECK(error.type == "SyntaxError");
    CHECK(error.code == "syntax");
    CHECK(error.message == wrong.message);
    CHECK(error.span == wrong.span);
  }
}

TEST_CASE("statements are told to be beyond this box") {
  for (const char* text : {"def f(x): return x", "import torch", "for i in q: i", "lambda x: x",
                           "if B: q", "return q"}) {
    const ProgramError error = error_of(text);
    CHECK(error.code == "not-in-this-lab");
    CHECK(error.span.start == 0);
  }
}

TEST_CASE("what computes is told to be beyond a reshape") {
  for (const char* text : {"q * 2", "2 * q", "-q", "q @ q.mT", "context.mean(1)", "q.softmax(-1)",
                           "torch.zeros(10**9)", "torch.einsum('bnd->bdn', q)", "q.sum(-1)"}) {
    const ProgramError error = error_of(text);
    CHECK(
        (error.code == "not-in-this-lab" || error.message.find("'context'") != std::string::npos));
  }
}

TEST_CASE("names: what is near is offered") {
  CHECK(error_of("q.view(B, n, H, dh)").message ==
        "name 'dh' is not defined. Did you mean 'd_head'?");
  CHECK(error_of("q.view(B, n, h, d_head)").message ==
        "name 'h' is not defined. Did you mean 'H'?");
  CHECK(error_of("Q.view(B)").message == "name 'Q' is not defined. Did you mean 'q'?");
  CHECK(error_of("שלום.view(B)").code == "unknown-name");
  CHECK(error_of("q.veiw(B, n, H, d_head)").message.find("'view'") != std::string::npos);
  CHECK(error_of("q.veiw(B)").span == Span{1, 9});
  CHECK(error_of("q.shap").code == "unknown-name");
  CHECK(error_of("torch.nonsense(q)").code == "unknown-name");
  CHECK(error_of("self.h").code == "unknown-name");
}

TEST_CASE("sizes that can't be") {
  CHECK(error_of("q.view(0, n, H, d_head)").code == "bad-shape");
  CHECK(error_of("q.view(0, -1, H, d_head)").type == "RuntimeError");
  CHECK(error_of("q.view(-1, -1, H, d_head)").message == "only one dimension can be inferred");
  CHECK(error_of("q.view(B, n, -2, d_head)").message == "invalid shape dimension -2");
  CHECK(error_of("q.view(B, n, H, d_out / H)").help.find("//") != std::string::npos);
  CHECK(error_of("q.view(B, n, 5, -1)").code == "not-divisible");
  CHECK(error_of("q.view(B, n, H, H)").code == "bad-shape");
  CHECK(error_of("q.view(B // 0, n)").type == "ZeroDivisionError");
  CHECK(error_of("q.transpose(1, 3)").code == "bad-axis");
  CHECK(error_of("q.permute(0, 1)").code == "bad-axis");
  CHECK(error_of("q.view(B, n, H, d_head)[0, 9]").type == "IndexError");
  CHECK(error_of("q.shape[5]").message == "tuple index out of range");
  CHECK(error_of("B").code == "bad-shape");
  CHECK(error_of("q.chunk(H, -1)").code == "bad-shape");
  CHECK(error_of("rearrange(q, 'b n (h d) -> b h n d')").type == "EinopsError");
  CHECK(error_of("rearrange(q, 'b n c -> b n')").type == "EinopsError");
}

TEST_CASE("a thousand million elements, and programs that never end, are refused at once") {
  for (const char* text : {
           "q.repeat(1000, 1000, 1000)",
           "q.expand(10**9, B, n, d_out).contiguous()",
           "q.view(10**30)",
           "q.view(9999999999999999999999)",
           "q.view(2**62 * 2**62)",
           "[q.repeat(100, 10, 10) for i in range(4000)]",
           "range(10**12)",
           "[[i for i in range(4000)] for j in range(4000)]",
           "q.repeat_interleave(10**8, 1)",
           "torch.cat([q.repeat(1000, 1, 1)] * 1000)",
       }) {
    const ProgramError error = error_of(text);
    CAPTURE(error.message);
    CHECK((error.code == "too-large" || error.code == "bad-shape"));
  }
}

TEST_CASE("long and deep text is refused with a sentence") {
  CHECK(error_of(std::string(100'000, 'q')).code == "too-large");
  CHECK(error_of(std::string(10'000, '(')).code == "syntax");
  CHECK(error_of(std::string(10'000, '-') + "1").code == "syntax");
  CHECK(error_of(std::string(10'000, '[')).code == "syntax");
  std::string powers = "2";
  for (int i = 0; i < 5'000; ++i) powers += "**2";
  CHECK(error_of(powers).code == "syntax");
  std::string sum = "1";
  for (int i = 0; i < 9'000; ++i) sum += "+1";
  CHECK(error_of(sum).code == "syntax");
  std::string chain = "q";
  for (int i = 0; i < 4'000; ++i) chain += ".T";
  CHECK((error_of(chain).code == "too-large" || error_of(chain).code == "syntax"));
}
