// See expression_parser.h.
#include "emit/boogie/expression_parser.h"

#include "emit/boogie/words.h"

#include <utility>

namespace lockstep::emit::boogie {

using support::Token;
using support::TokenKind;

namespace {

constexpr unsigned max_depth = 500; // nesting of parentheses, conditionals and types
constexpr unsigned max_width = 1u << 20;

support::TextSyntax syntax() {
  return {{":=", "==", "!=", "<=", ">=", "&&", "||", "==>", "<==>", "++", "::", "{:"}, "$.#'~^?`"};
}

// One more level of nesting, for as long as it lives.
struct Nested {
  Nested(unsigned &depth, support::TextReader &in) : depth(depth), fine(++depth <= max_depth && !in.failed()) {
    if (!fine && !in.failed())
      in.error("nested too deep");
  }
  ~Nested() { --depth; }
  Nested(const Nested &) = delete;
  Nested &operator=(const Nested &) = delete;
  unsigned &depth;
  bool fine;
};

// A width or a bit number.
unsigned small_number(support::TextReader &in, const std::string &digits) {
  unsigned long v = digits.size() < 8 ? std::stoul(digits) : max_width + 1;
  if (v > max_width)
    in.error("'" + digits + "' is too large here");
  return v > max_width ? 1 : static_cast<unsigned>(v);
}

// After an error any expression, as parsing stops.
Expr wrong(support::TextReader &in, const std::string &what) {
  in.error(what);
  return bool_lit(true);
}

Expr typed_node(Kind kind, Type t, std::string text, std::vector<Expr> args) {
  return std::make_shared<const Node>(Node{kind, std::move(t), std::move(text), std::move(args), 0, 0, {}});
}

Expr operation(const std::string &op, Type result, Expr a, Expr b) {
  return typed_node(Kind::Binary, std::move(result), op, {std::move(a), std::move(b)});
}

// The bits of `e` that are named behind the bracket.
Expr extraction(support::TextReader &in, Expr e) {
  unsigned hi = small_number(in, in.take().text);
  in.expect(":");
  unsigned lo = in.peek().kind == TokenKind::Integer ? small_number(in, in.take().text) : hi;
  in.expect("]");
  if (e->type.kind != TypeKind::Bv || hi <= lo || hi > e->type.width)
    return wrong(in, "no such bits");
  return std::make_shared<const Node>(Node{Kind::Extract, bv(hi - lo), {}, {std::move(e)}, hi, lo, {}});
}

Expr number(support::TextReader &in) {
  std::string digits = in.accept("-") ? "-" : "";
  if (in.peek().kind != TokenKind::Integer || in.peek().text.starts_with("0x"))
    return wrong(in, "a decimal number is missing");
  digits += in.take().text;
  if (const Token &suffix = in.peek(); suffix.glued && suffix.kind == TokenKind::Word && is_bv_type(suffix.text)) {
    unsigned width = small_number(in, suffix.text.substr(2));
    in.take();
    return typed_node(Kind::BvLit, bv(width), std::move(digits), {});
  }
  return int_lit_text(std::move(digits));
}

} // namespace

ExpressionParser::ExpressionParser(std::string_view text, std::string_view file, support::Diagnostics &diags)
    : in_(text, std::string(file), syntax(), diags) {}

std::string ExpressionParser::name() {
  const Token &t = in_.peek();
  if (t.kind != TokenKind::Word || !is_name(t.text)) {
    in_.expected("a name");
    return {};
  }
  return in_.take().text;
}

std::vector<Bound> ExpressionParser::bound(std::string_view end) {
  std::vector<Bound> list;
  if (in_.at(end))
    return list;
  do {
    std::vector<std::string> names{name()};
    while (in_.accept(",") && !in_.failed())
      names.push_back(name());
    in_.expect(":");
    const Type of = type();
    for (std::string &n : names)
      list.push_back({std::move(n), of});
  } while (in_.accept(",") && !in_.failed());
  return list;
}

Type ExpressionParser::type() {
  const Nested nested(depth_, in_);
  if (!nested.fine)
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
    unsigned width = small_number(in_, t.text.substr(2));
    in_.take();
    return bv(width);
  }
  const std::string other = name();
  const auto synonym = synonyms_.find(other);
  return synonym == synonyms_.end() ? named(other) : synonym->second;
}

// Where a Boolean is wanted.
Expr ExpressionParser::condition() {
  Expr e = expression();
  return e->type.kind == TypeKind::Bool ? e : wrong(in_, "a condition is Boolean");
}

Expr ExpressionParser::expression() {
  const Nested nested(depth_, in_);
  if (!nested.fine)
    return bool_lit(true);
  if (in_.at("if"))
    return conditional();
  Expr e = implication();
  while (in_.accept("<==>") && !in_.failed())
    e = operation("<==>", boolean(), std::move(e), implication());
  return e;
}

// if .. then .. else if .. then .. else ..: a chain of any length.
Expr ExpressionParser::conditional() {
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
      return wrong(in_, "the branches of a conditional have one type");
    e = typed_node(Kind::Ite, e->type, {}, {arms.back().first, arms.back().second, e});
  }
  return e;
}

Expr ExpressionParser::implication() {
  std::vector<Expr> chain{logical()};
  while (in_.accept("==>") && !in_.failed())
    chain.push_back(logical());
  Expr e = std::move(chain.back());
  chain.pop_back();
  for (; !chain.empty(); chain.pop_back())
    e = operation("==>", boolean(), chain.back(), std::move(e));
  return e;
}

Expr ExpressionParser::logical() {
  Expr e = relation();
  for (std::string op = in_.at("&&") ? "&&" : "||"; in_.accept(op) && !in_.failed();)
    e = operation(op, boolean(), std::move(e), relation());
  if (in_.at("&&") || in_.at("||"))
    return wrong(in_, "&& and || need parentheses between them");
  return e;
}

Expr ExpressionParser::relation() {
  Expr e = concatenation();
  for (const char *op : {"==", "!=", "<", "<=", ">", ">="})
    if (in_.accept(op))
      return operation(op, boolean(), std::move(e), concatenation());
  return e;
}

Expr ExpressionParser::concatenation() {
  Expr e = sum();
  while (in_.accept("++") && !in_.failed()) {
    Expr low = sum();
    Type t = bv(e->type.width + low->type.width);
    e = operation("++", std::move(t), std::move(e), std::move(low));
  }
  return e;
}

Expr ExpressionParser::sum() {
  Expr e = product();
  while ((in_.at("+") || in_.at("-")) && !in_.failed()) {
    std::string op = in_.take().text;
    e = operation(op, integer(), std::move(e), product());
  }
  return e;
}

Expr ExpressionParser::product() {
  Expr e = prefix();
  while ((in_.at("*") || in_.at("div") || in_.at("mod")) && !in_.failed()) {
    std::string op = in_.take().text;
    e = operation(op, integer(), std::move(e), prefix());
  }
  return e;
}

Expr ExpressionParser::prefix() {
  std::vector<std::string> signs;
  while (in_.at("!") || in_.at("-")) {
    const Token &number = in_.peek(1);
    if (in_.at("-") && number.kind == TokenKind::Integer && number.glued)
      break;
    signs.push_back(in_.take().text);
  }
  Expr e = postfix();
  for (; !signs.empty(); signs.pop_back())
    e = typed_node(Kind::Unary, signs.back() == "!" ? boolean() : integer(), signs.back(), {std::move(e)});
  return e;
}

Expr ExpressionParser::postfix() {
  Expr e = atom();
  while (in_.accept("[") && !in_.failed())
    e = in_.peek().kind == TokenKind::Integer && in_.at(":", 1) ? extraction(in_, std::move(e)) : indexed(std::move(e));
  return e;
}

Expr ExpressionParser::indexed(Expr map) {
  if (map->type.kind != TypeKind::Map)
    return wrong(in_, "only a map has elements");
  Expr key = expression();
  if (in_.accept(":=")) {
    Expr value = expression();
    in_.expect("]");
    Type t = map->type;
    return typed_node(Kind::Store, std::move(t), {}, {std::move(map), std::move(key), std::move(value)});
  }
  in_.expect("]");
  Type t = map->type.parts.back();
  return typed_node(Kind::Select, std::move(t), {}, {std::move(map), std::move(key)});
}

Expr ExpressionParser::atom() {
  const Token t = in_.peek();
  if (t.kind == TokenKind::Integer || in_.at("-"))
    return number(in_);
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
  return found == variables_.end() ? wrong(in_, "'" + t.text + "' is not declared") : ident(t.text, found->second);
}

Expr ExpressionParser::parenthesis() {
  Expr e = expression();
  in_.expect(")");
  return e;
}

Expr ExpressionParser::quantifier() {
  Kind kind = in_.take().text == "forall" ? Kind::Forall : Kind::Exists;
  std::vector<Bound> list = bound("::");
  in_.expect("::");
  auto outer = variables_;
  for (const Bound &b : list)
    variables_[b.name] = b.type;
  std::vector<std::vector<Expr>> triggers;
  while (in_.accept("{") && !in_.failed()) {
    triggers.emplace_back();
    do
      triggers.back().push_back(expression());
    while (in_.accept(",") && !in_.failed());
    in_.expect("}");
  }
  Expr body = condition();
  variables_ = std::move(outer);
  in_.expect(")");
  return std::make_shared<const Node>(
      Node{kind, boolean(), {}, {std::move(body)}, 0, 0, std::move(list), std::move(triggers)});
}

Expr ExpressionParser::call(const Token &t) {
  auto found = functions_.find(t.text);
  if (found == functions_.end())
    return wrong(in_, "function '" + t.text + "' is not declared");
  std::vector<Expr> args;
  if (!in_.at(")"))
    do
      args.push_back(expression());
    while (in_.accept(",") && !in_.failed());
  in_.expect(")");
  return typed_node(Kind::Apply, found->second, t.text, std::move(args));
}

} // namespace lockstep::emit::boogie
