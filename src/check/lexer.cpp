// The scanner behind tokenize(): one pass over the code points.
#include "check/lexer.h"

#include <array>
#include <string_view>

#include "tensor/number_text.h"
#include "tensor/sentence.h"

namespace mha {
namespace {

bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

// Python allows letters of any script in names; every point beyond ASCII that is not punctuation we
// know counts as one, so that the message can be "unknown name" and not "bad character".
bool starts_name(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || c == U'_' ||
         (c >= 0xAA && c < 0x2000 && c != 0xD7 && c != 0xF7 && c != 0xAB && c != 0xBB) ||
         (c >= 0x3040 && c < 0xD800) || (c >= 0xF900 && c < 0xFE00) || (c >= 0xFE70 && c < 0xFFF0);
}

bool is_blank(char32_t c) { return c == U' ' || c == U'\t' || c == U'\r' || c == U'\f'; }

// Characters that word processors and chat programs put in place of Python's.
std::string_view plain_form(char32_t c) {
  switch (c) {
    case 0x00D7:
    case 0x22C5:
      return "*";
    case 0x2212:
    case 0x2013:
    case 0x2014:
      return "-";
    case 0x00F7:
      return "//";
    case 0x2018:
    case 0x2019:
      return "'";
    case 0x201C:
    case 0x201D:
    case 0xAB:
    case 0xBB:
      return "\"";
    case 0xFF08:
      return "(";
    case 0xFF09:
      return ")";
    case 0xFF0C:
      return ",";
    case 0x00A0:
    case 0x2009:
    case 0x202F:
    case 0x3000:
      return "an ordinary space";
    default:
      return {};
  }
}

class Lexer {
 public:
  explicit Lexer(const Source& source) : source_(source) {}

  std::variant<std::vector<Token>, ProgramError> run() {
    if (source_.size() > kMaxProgram) {
      return ProgramError{"LimitError",
                          "This text has " + integer_text(source_.size()) +
                              " characters; a reshape program may have " +
                              integer_text(kMaxProgram) + ".",
                          "too-large", "Keep only the line that moves the axes.",
                          Span{kMaxProgram, source_.size()}};
    }
    while (at_ < source_.size()) {
      if (!step()) return error_;
    }
    push(Token::Kind::newline, "\n", {at_, at_});
    push(Token::Kind::end, "", {at_, at_});
    return std::move(tokens_);
  }

 private:
  bool fail(std::string message, Span span, std::string help = {}) {
    error_ = {"SyntaxError", std::move(message), "syntax", std::move(help), span};
    return false;
  }

  void push(Token::Kind kind, std::string text, Span span) {
    tokens_.push_back({kind, std::move(text), span});
  }

  bool step() {
    const char32_t c = source_.at(at_);
    if (is_blank(c)) {
      ++at_;
    } else if (c == U'#') {
      while (at_ < source_.size() && source_.at(at_) != U'\n') ++at_;
    } else if (c == U'\\' && source_.at(at_ + 1) == U'\n') {
      at_ += 2;
    } else if (c == U'\n' || c == U';') {
      if (depth_ == 0) push(Token::Kind::newline, "\n", {at_, at_ + 1});
      ++at_;
    } else if (is_digit(c) || (c == U'.' && is_digit(source_.at(at_ + 1)))) {
      return number();
    } else if (starts_name(c)) {
      name();
    } else if (c == U'\'' || c == U'"') {
      return string();
    } else {
      return symbol();
    }
    return true;
  }

  bool number() {
    const int start = at_;
    bool real = false;
    while (is_digit(source_.at(at_)) || source_.at(at_) == U'_') ++at_;
    if (source_.at(at_) == U'.' && is_digit(source_.at(at_ + 1))) {
      real = true;
      ++at_;
      while (is_digit(source_.at(at_))) ++at_;
    } else if (source_.at(at_) == U'.' && !starts_name(source_.at(at_ + 1))) {
      real = true;
      ++at_;
    }
    const char32_t exponent = source_.at(at_);
    const char32_t sign = source_.at(at_ + 1);
    if ((exponent == U'e' || exponent == U'E') &&
        (is_digit(sign) || ((sign == U'-' || sign == U'+') && is_digit(source_.at(at_ + 2))))) {
      real = true;
      at_ += 2;
      while (is_digit(source_.at(at_))) ++at_;
    }
    if (starts_name(source_.at(at_))) {
      return fail("A number and a name run together here.", {start, at_ + 1},
                  "Put an operator or a comma between them.");
    }
    std::string text;
    for (const char digit : source_.text({start, at_})) {
      if (digit != '_') text += digit;
    }
    push(real ? Token::Kind::real : Token::Kind::integer, text, {start, at_});
    return true;
  }

  void name() {
    const int start = at_;
    while (starts_name(source_.at(at_)) || is_digit(source_.at(at_))) ++at_;
    push(Token::Kind::name, source_.text({start, at_}), {start, at_});
  }

  bool string() {
    const int start = at_;
    const char32_t quote = source_.at(at_++);
    while (at_ < source_.size() && source_.at(at_) != quote) {
      if (source_.at(at_) == U'\n') break;
      ++at_;
    }
    if (source_.at(at_) != quote) {
      return fail(sentence("This string is not closed: expected {} before the end of the line.",
                           {to_utf8(quote)}),
                  {start, at_});
    }
    push(Token::Kind::string, source_.text({start + 1, at_}), {start, at_ + 1});
    ++at_;
    return true;
  }

  bool symbol() {
    static constexpr std::array<std::string_view, 30> kSymbols = {
        "...", "**", "//", "==", "!=", "<=", ">=", "->", ":=", "(", ")", "[", "]", "{", "}",
        ",",   ".",  ":",  "=",  "+",  "-",  "*",  "/",  "%",  "@", "~", "<", ">", "&", "|"};
    for (const std::string_view symbol : kSymbols) {
      const int length = static_cast<int>(symbol.size());
      if (source_.text({at_, at_ + length}) != symbol) continue;
      if (symbol == "(" || symbol == "[" || symbol == "{") ++depth_;
      if ((symbol == ")" || symbol == "]" || symbol == "}") && depth_ > 0) --depth_;
      push(Token::Kind::symbol, std::string(symbol), {at_, at_ + length});
      at_ += length;
      return true;
    }
    const Span here{at_, at_ + 1};
    const std::string shown = sentence("“{}”", {source_.text(here)});
    const std::string_view plain = plain_form(source_.at(at_));
    if (!plain.empty()) {
      return fail(sentence("The character {} is not Python's.", {shown}), here,
                  "Type " + std::string(plain) + " in its place.");
    }
    return fail(sentence("The character {} has no meaning in Python.", {shown}), here,
                "Delete it.");
  }

  const Source& source_;
  int at_ = 0;
  int depth_ = 0;
  std::vector<Token> tokens_;
  ProgramError error_;
};

}  // namespace

std::variant<std::vector<Token>, ProgramError> tokenize(const Source& source) {
  return Lexer(source).run();
}

}  // namespace mha
