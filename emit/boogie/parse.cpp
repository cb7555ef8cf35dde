// Parser of the subset of Boogie that print.cpp writes (boogie.h): print, parse and print again gives the same
// text. Names are declared before use, as the printer has them, so that every expression gets its type here.
#include "emit/boogie/boogie.h"
#include "emit/boogie/words.h"
#include "support/text_reader.h"

#include <map>
#include <unordered_map>

namespace lockstep::emit::boogie {

namespace {

using support::Token;
using support::TokenKind;

support::TextSyntax syntax() {
  return {{":=", "==", "!=", "<=", ">=", "&&", "||", "==>", "<==>", "++", "::", "{:"}, "$.#'~^?`"};
}

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

class Parser {
public:
  Parser(std::string_view text, std::string_view file, support::Diagnostics &diags)
      : in_(text, std::string(file), syntax(), diags), comments_(comment_lines(text)) {}

  support::Result<Program> program() {
    while (!in_.at_end() && !in_.failed())
      declaration();
    if (in_.failed())
      return support::failure;
    return std::move(program_);
  }

private:
  static constexpr unsigned max_depth = 500; // nesting of parentheses, conditionals and types
  static constexpr unsigned max_width = 1u << 20;

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

  std::vector<Bound> bound(std::string_view end) {
    std::vector<Bound> list;
    if (in_.at(end))
      return list;
    do {
      std::string n = name();
      in_.expect(":");
      list.push_back({std::move(n), type()});
    } while (in_.accept(",") && !in_.failed());
    return list;
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

  std::string name() {
    const Token &t = in_.peek();
    if (t.kind != TokenKind::Word || !is_name(t.text)) {
      in_.expected("a name");
      return {};
    }
    return in_.take().text;
  }

  std::vector<std::string> names() {
    std::vector<std::string> list{name()};
    while (in_.accept(",") && !in_.failed())
      list.push_back(name());
    return list;
  }

  // --- types ---
  Type type() {
    Depth depth(*this);
    if (!depth.fine)
      return boolean();
    if (in_.accept("bool"))
      return boolean();
    if (in_.accept("int"))
      return integer();
    if (in_.accept("[")) {
      Type t{TypeKind::Map, 0, {}, {}};
      do
        t.parts.push_back(type());
      while (in_.accept(",") && !in_.failed());
      in_.expect("]");
      t.parts.push_back(type());
      return t;
    }
    if (const Token &t = in_.peek(); t.kind == TokenKind::Word && is_bv_type(t.text)) {
      unsigned width = small(t.text.substr(2));
      in_.take();
      return bv(width);
    }
    return named(name());
  }

  // A width or a bit number.
  unsigned small(const std::string &digits) {
    unsigned long v = digits.size() < 8 ? std::stoul(digits) : max_width + 1;
    if (v > max_width)
      in_.error("'" + digits + "' is too large here");
    return v > max_width ? 1 : static_cast<unsigned>(v);
  }

  // --- expressions; after an error any expression, as parsing stops ---
  Expr wrong(const std::string &what) {
    in_.error(what);
    return bool_lit(true);
  }

  Expr node(Kind kind, Type t, std::string text, std::vector<Expr> args) {
    return std::make_shared<const Node>(Node{kind, std::move(t), std::move(text), std::move(args), 0, 0, {}});
  }

  Expr two(const std::string &op, Type result, Expr a, Expr b) {
    return node(Kind::Binary, std::move(result), op, {std::move(a), std::move(b)});
  }

  // Where a Boolean is wanted.
  Expr condition() {
    Expr e = expression();
    return e->type.kind == TypeKind::Bool ? e : wrong("a condition is Boolean");
  }

  Expr expression() {
    Depth depth(*this);
    if (!depth.fine)
      return bool_lit(true);
    if (in_.at("if"))
      return conditional();
    Expr e = implication();
    while (in_.accept("<==>") && !in_.failed())
      e = two("<==>", boolean(), std::move(e), implication());
    return e;
  }

  // if .. then .. else if .. then .. else ..: a chain of any length.
  Expr conditional() {
    std::vector<std::pair<Expr, Expr>> arms;
    while (in_.accept("if") && !in_.failed()) {
      Expr c = condition();
      in_.expect("then");
      Expr t = expression();
      in_.expect("else");
      arms.emplace_back(std::move(c), std::move(t));
    }
    Expr e = expression();
    for (; !arms.empty(); arms.pop_back()) {
      if (!(arms.back().second->type == e->type))
        return wrong("the branches of a conditional have one type");
      e = node(Kind::Ite, e->type, {}, {arms.back().first, arms.back().second, e});
    }
    return e;
  }

  Expr implication() {
    std::vector<Expr> chain{logical()};
    while (in_.accept("==>") && !in_.failed())
      chain.push_back(logical());
    Expr e = std::move(chain.back());
    chain.pop_back();
    for (; !chain.empty(); chain.pop_back())
      e = two("==>", boolean(), chain.back(), std::move(e));
    return e;
  }

  Expr logical() {
    Expr e = relation();
    for (std::string op = in_.at("&&") ? "&&" : "||"; in_.accept(op) && !in_.failed();)
      e = two(op, boolean(), std::move(e), relation());
    if (in_.at("&&") || in_.at("||"))
      return wrong("&& and || need parentheses between them");
    return e;
  }

  Expr relation() {
    Expr e = concatenation();
    for (const char *op : {"==", "!=", "<", "<=", ">", ">="})
      if (in_.accept(op))
        return two(op, boolean(), std::move(e), concatenation());
    return e;
  }

  Expr concatenation() {
    Expr e = sum();
    while (in_.accept("++") && !in_.failed()) {
      Expr low = sum();
      Type t = bv(e->type.width + low->type.width);
      e = two("++", std::move(t), std::move(e), std::move(low));
    }
    return e;
  }

  Expr sum() {
    Expr e = product();
    while ((in_.at("+") || in_.at("-")) && !in_.failed()) {
      std::string op = in_.take().text;
      e = two(op, integer(), std::move(e), product());
    }
    return e;
  }

  Expr product() {
    Expr e = prefix();
    while ((in_.at("*") || in_.at("div") || in_.at("mod")) && !in_.failed()) {
      std::string op = in_.take().text;
      e = two(op, integer(), std::move(e), prefix());
    }
    return e;
  }

  Expr prefix() {
    std::vector<std::string> signs;
    while (in_.at("!") || in_.at("-")) {
      const Token &number = in_.peek(1);
      if (in_.at("-") && number.kind == TokenKind::Integer && number.glued)
        break;
      signs.push_back(in_.take().text);
    }
    Expr e = postfix();
    for (; !signs.empty(); signs.pop_back())
      e = node(Kind::Unary, signs.back() == "!" ? boolean() : integer(), signs.back(), {std::move(e)});
    return e;
  }

  Expr postfix() {
    Expr e = atom();
    while (in_.accept("[") && !in_.failed())
      e = in_.peek().kind == TokenKind::Integer && in_.at(":", 1) ? extraction(std::move(e)) : indexed(std::move(e));
    return e;
  }

  Expr extraction(Expr e) {
    unsigned hi = small(in_.take().text);
    in_.expect(":");
    unsigned lo = in_.peek().kind == TokenKind::Integer ? small(in_.take().text) : hi;
    in_.expect("]");
    if (e->type.kind != TypeKind::Bv || hi <= lo || hi > e->type.width)
      return wrong("no such bits");
    return std::make_shared<const Node>(Node{Kind::Extract, bv(hi - lo), {}, {std::move(e)}, hi, lo, {}});
  }

  Expr indexed(Expr map) {
    if (map->type.kind != TypeKind::Map)
      return wrong("only a map has elements");
    Expr key = expression();
    if (in_.accept(":=")) {
      Expr value = expression();
      in_.expect("]");
      Type t = map->type;
      return node(Kind::Store, std::move(t), {}, {std::move(map), std::move(key), std::move(value)});
    }
    in_.expect("]");
    Type t = map->type.parts.back();
    return node(Kind::Select, std::move(t), {}, {std::move(map), std::move(key)});
  }

  Expr atom() {
    const Token t = in_.peek();
    if (t.kind == TokenKind::Integer || in_.at("-"))
      return number();
    if (in_.accept("("))
      return in_.at("forall") || in_.at("exists") ? quantifier() : parenthesis();
    if (in_.accept("true") || in_.accept("false"))
      return bool_lit(t.text == "true");
    if (t.kind != TokenKind::Word || !is_name(t.text)) {
      in_.expected("an expression");
      return bool_lit(true);
    }
    in_.take();
    if (in_.accept("("))
      return call(t);
    auto found = variables_.find(t.text);
    return found == variables_.end() ? wrong("'" + t.text + "' is not declared") : ident(t.text, found->second);
  }

  Expr number() {
    std::string digits = in_.accept("-") ? "-" : "";
    if (in_.peek().kind != TokenKind::Integer || in_.peek().text.starts_with("0x"))
      return wrong("a decimal number is missing");
    digits += in_.take().text;
    if (const Token &suffix = in_.peek(); suffix.glued && suffix.kind == TokenKind::Word && is_bv_type(suffix.text)) {
      unsigned width = small(suffix.text.substr(2));
      in_.take();
      return node(Kind::BvLit, bv(width), std::move(digits), {});
    }
    return int_lit_text(std::move(digits));
  }

  Expr parenthesis() {
    Expr e = expression();
    in_.expect(")");
    return e;
  }

  Expr quantifier() {
    Kind kind = in_.take().text == "forall" ? Kind::Forall : Kind::Exists;
    std::vector<Bound> list = bound("::");
    in_.expect("::");
    auto outer = variables_;
    for (const Bound &b : list)
      variables_[b.name] = b.type;
    Expr body = condition();
    variables_ = std::move(outer);
    in_.expect(")");
    return std::make_shared<const Node>(Node{kind, boolean(), {}, {std::move(body)}, 0, 0, std::move(list)});
  }

  Expr call(const Token &t) {
    auto found = functions_.find(t.text);
    if (found == functions_.end())
      return wrong("function '" + t.text + "' is not declared");
    std::vector<Expr> args;
    if (!in_.at(")"))
      do
        args.push_back(expression());
      while (in_.accept(",") && !in_.failed());
    in_.expect(")");
    return node(Kind::Apply, found->second, t.text, std::move(args));
  }

  struct Depth {
    explicit Depth(Parser &p) : parser(p), fine(++p.depth_ <= max_depth && !p.in_.failed()) {
      if (!fine && !p.in_.failed())
        p.in_.error("nested too deep");
    }
    ~Depth() { --parser.depth_; }
    Depth(const Depth &) = delete;
    Depth &operator=(const Depth &) = delete;
    Parser &parser;
    bool fine;
  };

  support::TextReader in_;
  std::map<unsigned, std::string> comments_;
  Program program_;
  std::unordered_map<std::string, Type> variables_, functions_;
  unsigned depth_ = 0;
};

} // namespace

support::Result<Program> parse(std::string_view text, std::string_view file, support::Diagnostics &diags) {
  auto program = Parser(text, file, diags).program();
  if (!program || !check(*program, diags))
    return support::failure;
  return program;
}

} // namespace lockstep::emit::boogie
