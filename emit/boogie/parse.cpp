// Parser of the subset of Boogie that print.cpp writes (boogie.h): print, parse and print again gives the same
// text. Names are declared before use, as the printer has them, so that every expression gets its type
// (expression_parser.h).
#include "emit/boogie/boogie.h"
#include "emit/boogie/expression_parser.h"

#include <map>

namespace lockstep::emit::boogie {

namespace {

using support::Token;
using support::TokenKind;

// The comments that fill a line, by line.
std::map<unsigned, std::string> comment_lines(std::string_view text) {
  std::map<unsigned, std::string> found;
  for (unsigned number = 1; !text.empty(); ++number) {
    auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    auto first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || !line.substr(first).starts_with("//"))
      continue;
    line = line.substr(first + 2);
    found[number] = std::string(line.starts_with(' ') ? line.substr(1) : line);
  }
  return found;
}

class Parser : ExpressionParser {
public:
  Parser(std::string_view text, std::string_view file, support::Diagnostics &diags)
      : ExpressionParser(text, file, diags), comments_(comment_lines(text)) {}

  support::Result<Program> program() {
    while (!in_.at_end() && !in_.failed())
      declaration();
    if (in_.failed())
      return support::failure;
    return std::move(program_);
  }

private:
  // --- declarations ---
  void declaration() {
    if (in_.accept("type")) {
      program_.types.push_back({name()});
      in_.expect(";");
    } else if (in_.accept("const")) {
      constant();
    } else if (in_.accept("function")) {
      function();
    } else if (in_.accept("axiom")) {
      program_.axioms.push_back({condition()});
      in_.expect(";");
    } else if (in_.accept("procedure")) {
      procedure();
    } else {
      in_.expected("a declaration");
    }
  }

  void constant() {
    ConstDecl c;
    c.attributes = attributes();
    c.unique = in_.accept("unique");
    c.name = name();
    in_.expect(":");
    c.type = type();
    in_.expect(";");
    variables_[c.name] = c.type;
    program_.constants.push_back(std::move(c));
  }

  void function() {
    FunctionDecl f;
    f.attributes = attributes();
    f.name = name();
    in_.expect("(");
    f.params = bound(")");
    in_.expect(")");
    in_.expect("returns");
    in_.expect("(");
    f.result = type();
    in_.expect(")");
    if (in_.accept("{")) {
      auto outer = variables_;
      for (const Bound &b : f.params)
        variables_[b.name] = b.type;
      f.body = expression();
      variables_ = std::move(outer);
      in_.expect("}");
    } else {
      in_.expect(";");
    }
    functions_[f.name] = f.result;
    program_.functions.push_back(std::move(f));
  }

  void procedure() {
    Procedure p;
    p.attributes = attributes();
    p.name = name();
    for (const char *token : {"(", ")", "{"})
      in_.expect(token);
    auto outer = variables_;
    while (in_.accept("var") && !in_.failed()) {
      VarDecl v;
      v.name = name();
      in_.expect(":");
      v.type = type();
      in_.expect(";");
      variables_[v.name] = v.type;
      p.locals.push_back(std::move(v));
    }
    while (!in_.at("}") && !in_.at_end() && !in_.failed())
      p.blocks.push_back(block());
    in_.expect("}");
    variables_ = std::move(outer);
    program_.procedures.push_back(std::move(p));
  }

  Block block() {
    Block b;
    unsigned line = in_.peek().line;
    b.label = name();
    in_.expect(":");
    while (!in_.failed()) {
      comments(b, line);
      line = in_.peek().line;
      if (in_.accept("return"))
        break;
      if (in_.accept("goto")) {
        b.targets = names();
        break;
      }
      b.commands.push_back(command());
    }
    in_.expect(";");
    return b;
  }

  // The comments between a line and the next token become commands.
  void comments(Block &b, unsigned after) {
    for (auto c = comments_.upper_bound(after); c != comments_.end() && c->first < in_.peek().line; ++c)
      b.commands.emplace_back(CommentCmd{c->second});
  }

  Command command() {
    Command result = CommentCmd{};
    if (in_.accept("assume")) {
      auto a = attributes();
      result = AssumeCmd{condition(), std::move(a)};
    } else if (in_.accept("assert")) {
      auto a = attributes();
      result = AssertCmd{condition(), std::move(a)};
    } else if (in_.accept("havoc")) {
      result = HavocCmd{names()};
    } else {
      std::string v = name();
      in_.expect(":=");
      result = AssignCmd{std::move(v), expression()};
    }
    in_.expect(";");
    return result;
  }

  std::vector<Attribute> attributes() {
    std::vector<Attribute> list;
    while (in_.accept("{:") && !in_.failed()) {
      Attribute a;
      a.key = name();
      if (!in_.at("}"))
        do {
          if (in_.peek().kind == TokenKind::String)
            a.values.emplace_back(in_.take().text);
          else
            a.values.emplace_back(expression());
        } while (in_.accept(",") && !in_.failed());
      in_.expect("}");
      list.push_back(std::move(a));
    }
    return list;
  }

  std::vector<std::string> names() {
    std::vector<std::string> list{name()};
    while (in_.accept(",") && !in_.failed())
      list.push_back(name());
    return list;
  }

  std::map<unsigned, std::string> comments_;
  Program program_;
};

} // namespace

support::Result<Program> parse(std::string_view text, std::string_view file, support::Diagnostics &diags) {
  auto program = Parser(text, file, diags).program();
  if (!program || !check(*program, diags))
    return support::failure;
  return program;
}

} // namespace lockstep::emit::boogie
