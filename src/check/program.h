// Program: a reshape program as a tree in an arena, and the parser that makes it. What the learner
// types: PyTorch method chains over named sizes, one or more lines. Nothing is run here.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "check/program_error.h"
#include "check/source.h"

namespace mha {

// One expression. `children` are indices into Program::nodes.
struct Node {
  enum class Kind {
    integer,        // text: digits
    real,           // text
    string,         // text: the contents
    name,           // text
    constant,       // text: "True", "False", "None", "..."
    attribute,      // children: object; text: the name
    call,           // children: callee, then the arguments
    keyword,        // children: value; text: the parameter's name (only in a call)
    star,           // children: value (only in a call, tuple or list)
    index,          // children: object, then one node an index
    slice,          // children: start, stop, step (-1 where left out)
    unary,          // children: operand; text: the operator
    binary,         // children: left, right; text: the operator
    tuple,          // children: items
    list,           // children: items
    comprehension,  // children: item, iterable; text: the loop's name
  };
  Kind kind = Kind::name;
  Span span;
  std::string text;
  std::vector<int> children;
  // Where this step's own text begins: a method call's dot, otherwise the expression's start.
  int step_start = 0;
};

struct Statement {
  std::vector<std::string> targets;  // names assigned; empty for an expression
  bool unpacks = false;              // a, b = …
  int value = 0;                     // index into nodes
  Span span;
};

struct Program {
  std::vector<Node> nodes;
  std::vector<Statement> statements;  // at least one
};

std::variant<Program, ProgramError> parse(const Source& source);

}  // namespace mha
