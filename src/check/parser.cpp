// The recursive-descent parser behind parse(). Every failure says where and what was expected.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "check/lexer.h"
#include "check/program.h"
#include "tensor/sentence.h"

namespace mha {
namespace {

// Both far beyond any real program and well within the stack.
constexpr int kMaxDepth = 60;    // of brackets
constexpr int kMaxHeight = 200;  // of the tree: a chain or a sum grows it without brackets

bool is_statement_word(std::string_view word) {
  static constexpr std::array<std::string_view, 21> kWords = {
      "def",    "class", "import", "from",   "for",   "while",  "if",
      "return", "with",  "try",    "lambda", "pass",  "assert", "del",
      "global", "else",  "elif",   "raise",  "yield", "and",    "or"};
  for (const std::string_view known : kWords) {
    if (word == known) return true;
  }
  return false;
}

class Parser {
 public:
  Parser(const Source& source, std::vector<Token> tokens)
      : source_(source), tokens_(std::move(tokens)) {}

  std::variant<Program, ProgramError> run() {
    while (true) {
      while (here().kind == Token::Kind::newline) ++at_;
      if (here().kind == Token::Kind::end) break;
      if (!statement()) return error_;
    }
    if (program_.statements.empty()) {
      fail("There is nothing to run yet.", {0, source_.size()},
           "Start with the tensor's name and a dot, then a method such as view or transpose.");
      return error_;
    }
    return std::move(program_);
  }

 private:
  using Index = std::optional<int>;  // nothing: failed, error_ says why

  const Token& here() const { return tokens_[at_]; }
  bool is(std::string_view symbol) const {
    return here().kind == Token::Kind::symbol && here().text == symbol;
  }
  bool is_word(std::string_view word) const {
    return here().kind == Token::Kind::name && here().text == word;
  }
  bool accept(std::string_view symbol) {
    if (!is(symbol)) return false;
    ++at_;
    return true;
  }
  int previous_end() const { return at_ > 0 ? tokens_[at_ - 1].span.end : 0; }

  std::nullopt_t fail(std::string message, Span span, std::string help = {}) {
    if (!failed_) error_ = {"SyntaxError", std::move(message), "syntax", std::move(help), span};
    failed_ = true;
    return std::nullopt;
  }

  std::string describe_here() const {
    switch (here().kind) {
      case Token::Kind::end:
        return "the text ends";
      case Token::Kind::newline:
        return here().span.end >= source_.size() ? "the text ends" : "the line ends";
      case Token::Kind::string:
        return "a string stands here";
      default:
        return sentence("“{}” stands here", {here().text});
    }
  }

  std::nullopt_t expected(const std::string& what, std::string help = {}) {
    return fail(sentence("Expected {}, but {}.", {what, describe_here()}), here().span,
                std::move(help));
  }

  Index add(Node::Kind kind, Span span, std::string text, std::vector<int> children) {
    int height = 1;
    for (const int child : children) {
      if (child >= 0) height = std::max(height, heights_[static_cast<std::size_t>(child)] + 1);
    }
    if (height > kMaxHeight) {
      return fail(sentence("This expression is too long: {} steps are the limit.", {kMaxHeight}),
                  span);
    }
    heights_.push_back(height);
    program_.nodes.push_back({kind, span, std::move(text), std::move(children), span.start});
    return static_cast<int>(program_.nodes.size()) - 1;
  }
  Node& node(int index) { return program_.nodes[static_cast<std::size_t>(index)]; }

  bool statement() {
    const int start = here().span.start;
    if (here().kind == Token::Kind::name && is_statement_word(here().text)) {
      error_ = {
          "NotInThisLab", sentence("“{}” is not in this lab.", {here().text}), "not-in-this-lab",
          "This box takes expressions and assignments only: a chain of methods on the tensor.",
          here().span};
      return false;
    }
    const Index first = expression_list();
    if (!first) return false;
    Statement result{{}, false, *first, {start, previous_end()}};
    if (accept("=")) {
      if (!targets(*first, result)) return false;
      const Index value = expression_list();
      if (!value) return false;
      result.value = *value;
      result.span.end = previous_end();
    }
    if (here().kind != Token::Kind::newline) {
      expected("an operator, a dot or the end of the line", unmatched_help());
      return false;
    }
    program_.statements.push_back(std::move(result));
    return true;
  }

  std::string unmatched_help() const {
    if (is(")") || is("]")) return "There is one closing bracket too many.";
    if (is("==")) return "A single = assigns; this box has no comparisons.";
    return {};
  }

  bool targets(int left, Statement& result) {
    const Node target = node(left);
    if (target.kind == Node::Kind::name) {
      result.targets.push_back(target.text);
      return true;
    }
    if (target.kind == Node::Kind::tuple) {
      result.unpacks = true;
      for (const int child : target.children) {
        if (node(child).kind != Node::Kind::name) break;
        result.targets.push_back(node(child).text);
      }
      if (result.targets.size() == target.children.size()) return true;
    }
    fail("Only names can be assigned here.", target.span);
    return false;
  }

  // expr (',' expr)* [',']: a tuple where there is a comma.
  Index expression_list() {
    const int start = here().span.start;
    const Index first = starred();
    if (!first || !is(",")) return first;
    std::vector<int> items{*first};
    while (accept(",")) {
      if (here().kind == Token::Kind::newline || is("=") || is(")")) break;
      const Index next = starred();
      if (!next) return next;
      items.push_back(*next);
    }
    return add(Node::Kind::tuple, {start, previous_end()}, "", std::move(items));
  }

  Index starred() {
    const int start = here().span.start;
    if (!accept("*")) return expression();
    const Index value = expression();
    if (!value) return value;
    return add(Node::Kind::star, {start, previous_end()}, "", {*value});
  }

  Index expression() {
    if (depth_ >= kMaxDepth) {
      return fail(sentence("Brackets are nested more than {} deep here.", {kMaxDepth}),
                  here().span);
    }
    ++depth_;
    const Index result = binary(0);
    --depth_;
    return result;
  }

  // Binary operators by precedence level: sums, then products.
  Index binary(int level) {
    static constexpr std::array<std::array<std::string_view, 5>, 2> kLevels = {
        {{"+", "-", "", "", ""}, {"*", "/", "//", "%", "@"}}};
    if (level == 2) return unary();
    const int start = here().span.start;
    Index left = binary(level + 1);
    while (left) {
      std::string_view found;
      for (const std::string_view symbol : kLevels[static_cast<std::size_t>(level)]) {
        if (!symbol.empty() && is(symbol)) found = symbol;
      }
      if (found.empty()) break;
      ++at_;
      const Index right = binary(level + 1);
      if (!right) return right;
      left = add(Node::Kind::binary, {start, previous_end()}, std::string(found), {*left, *right});
    }
    return left;
  }

  Index unary() {
    const int start = here().span.start;
    for (const std::string_view symbol : {"-", "+", "~"}) {
      if (!is(symbol)) continue;
      if (++depth_ > kMaxDepth) return fail("Too many signs in a row.", here().span);
      ++at_;
      const Index operand = unary();
      --depth_;
      if (!operand) return operand;
      return add(Node::Kind::unary, {start, previous_end()}, std::string(symbol), {*operand});
    }
    const Index base = postfix();
    if (!base || !accept("**")) return base;
    if (++depth_ > kMaxDepth) return fail("Too many powers in a row.", here().span);
    const Index exponent = unary();
    --depth_;
    if (!exponent) return exponent;
    return add(Node::Kind::binary, {start, previous_end()}, "**", {*base, *exponent});
  }

  Index postfix() {
    const int start = here().span.start;
    Index value = atom();
    while (value) {
      const int dot = here().span.start;
      if (accept(".")) {
        if (here().kind != Token::Kind::name) {
          return expected("a method's name after the dot",
                          "For example .view(…) or .transpose(1, 2).");
        }
        const std::string name = here().text;
        ++at_;
        value = add(Node::Kind::attribute, {start, previous_end()}, name, {*value});
        if (value) node(*value).step_start = dot;
      } else if (is("(")) {
        const int step =
            node(*value).kind == Node::Kind::attribute ? node(*value).step_start : start;
        value = call(*value, start);
        if (value) node(*value).step_start = step;
      } else if (is("[")) {
        value = subscript(*value, start);
        if (value) node(*value).step_start = dot;
      } else {
        break;
      }
    }
    return value;
  }

  // Items up to `close`, separated by commas; `item` parses one.
  template <class Item>
  bool items(std::string_view close, int open, std::vector<int>& into, Item item) {
    while (!is(close)) {
      const Index next = item();
      if (!next) return false;
      into.push_back(*next);
      if (is(close) || accept(",")) continue;
      if (here().kind == Token::Kind::newline || here().kind == Token::Kind::end) {
        const LineColumn place = source_.line_column(open);
        fail(sentence("Expected {} to close the “{}” at line {}, column {}, but {}.",
                      {close, source_.text({open, open + 1}), place.line, place.column,
                       describe_here()}),
             {open, open + 1});
      } else {
        expected("a comma or " + std::string(close));
      }
      return false;
    }
    ++at_;
    return true;
  }

  Index call(int callee, int start) {
    const int open = here().span.start;
    ++at_;
    std::vector<int> children{callee};
    if (!items(")", open, children, [this] { return argument(); })) return std::nullopt;
    return add(Node::Kind::call, {start, previous_end()}, "", std::move(children));
  }

  Index argument() {
    const int start = here().span.start;
    const bool keyword = here().kind == Token::Kind::name && at_ + 1 < tokens_.size() &&
                         tokens_[at_ + 1].kind == Token::Kind::symbol &&
                         tokens_[at_ + 1].text == "=";
    if (!keyword) {
      const Index item = starred();
      return item && is_word("for") ? comprehension(*item, start) : item;
    }
    const std::string name = here().text;
    at_ += 2;
    const Index value = expression();
    if (!value) return value;
    return add(Node::Kind::keyword, {start, previous_end()}, name, {*value});
  }

  Index subscript(int object, int start) {
    const int open = here().span.start;
    ++at_;
    std::vector<int> children{object};
    if (!items("]", open, children, [this] { return slice_or_index(); })) return std::nullopt;
    if (children.size() == 1)
      return fail("Expected an index inside the brackets.", {open, open + 1});
    return add(Node::Kind::index, {start, previous_end()}, "", std::move(children));
  }

  Index slice_or_index() {
    const int start = here().span.start;
    std::array<int, 3> parts = {-1, -1, -1};
    std::size_t part = 0;
    bool slice = false;
    while (true) {
      if (!is(":") && !is(",") && !is("]")) {
        const Index value = expression();
        if (!value) return value;
        parts[part] = *value;
      }
      if (part == 2 || !accept(":")) break;
      slice = true;
      ++part;
    }
    if (!slice) return parts[0] >= 0 ? Index(parts[0]) : expected("an index");
    return add(Node::Kind::slice, {start, previous_end()}, "", {parts[0], parts[1], parts[2]});
  }

  Index atom() {
    const Token token = here();
    switch (token.kind) {
      case Token::Kind::integer:
        ++at_;
        return add(Node::Kind::integer, token.span, token.text, {});
      case Token::Kind::real:
        ++at_;
        return add(Node::Kind::real, token.span, token.text, {});
      case Token::Kind::string:
        ++at_;
        return add(Node::Kind::string, token.span, token.text, {});
      case Token::Kind::name:
        return name(token);
      case Token::Kind::symbol:
        return bracketed(token);
      default:
        return expected("a value");
    }
  }

  Index name(const Token& token) {
    if (is_statement_word(token.text)) return expected("a value");
    ++at_;
    const bool constant = token.text == "True" || token.text == "False" || token.text == "None";
    return add(constant ? Node::Kind::constant : Node::Kind::name, token.span, token.text, {});
  }

  Index bracketed(const Token& token) {
    const int start = token.span.start;
    if (accept("...")) return add(Node::Kind::constant, token.span, "...", {});
    if (accept("(")) {
      if (accept(")")) return add(Node::Kind::tuple, {start, previous_end()}, "", {});
      const Index inner = starred();
      if (!inner) return inner;
      if (!is(",")) return close_parenthesis(*inner, start);
      ++at_;
      std::vector<int> children{*inner};
      if (!items(")", start, children, [this] { return starred(); })) return std::nullopt;
      return add(Node::Kind::tuple, {start, previous_end()}, "", std::move(children));
    }
    if (accept("[")) {
      std::vector<int> children;
      if (!items("]", start, children, [this] {
            const int item_start = here().span.start;
            const Index item = starred();
            return item && is_word("for") ? comprehension(*item, item_start) : item;
          })) {
        return std::nullopt;
      }
      const bool loop = children.size() == 1 && node(children[0]).kind == Node::Kind::comprehension;
      if (loop) return children[0];
      return add(Node::Kind::list, {start, previous_end()}, "", std::move(children));
    }
    if (is("."))
      return expected("a value", "A chain goes on over several lines only inside parentheses.");
    return expected("a value");
  }

  Index close_parenthesis(int inner, int start) {
    std::vector<int> more;
    if (!items(")", start, more, [this] { return expected("a closing )"); })) return std::nullopt;
    return inner;
  }

  // item "for" name "in" iterable, inside brackets.
  Index comprehension(int item, int start) {
    ++at_;
    if (here().kind != Token::Kind::name) return expected("a name after “for”");
    const std::string name = here().text;
    ++at_;
    if (!is_word("in")) return expected("“in”");
    ++at_;
    const Index iterable = expression();
    if (!iterable) return iterable;
    return add(Node::Kind::comprehension, {start, previous_end()}, name, {item, *iterable});
  }

  const Source& source_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  Program program_;
  std::vector<int> heights_;  // of each node of program_
  ProgramError error_;
};

}  // namespace

std::variant<Program, ProgramError> parse(const Source& source) {
  auto tokens = tokenize(source);
  if (auto* error = std::get_if<ProgramError>(&tokens)) return *error;
  return Parser(source, std::move(*std::get_if<std::vector<Token>>(&tokens))).run();
}

}  // namespace mha
