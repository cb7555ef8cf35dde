// Builders of Boogie expressions (boogie.h): they fold Boolean and integer constants and build every other node as
// asked. Long conjunctions and disjunctions become balanced trees, so that nobody who walks them by recursion (we,
// Boogie, the solver) needs a deep stack.
#include "emit/boogie/boogie.h"

#include "support/budget.h"

#include <charconv>
#include <optional>

namespace lockstep::emit::boogie {

namespace {

Expr make(Kind kind, Type type, std::string text, std::vector<Expr> args = {}) {
  support::spend();
  return std::make_shared<const Node>(Node{kind, std::move(type), std::move(text), std::move(args), 0, 0, {}});
}

// The value of an integer literal that fits 64 bits.
std::optional<std::int64_t> literal(const Expr &e) {
  if (e->kind != Kind::IntLit)
    return std::nullopt;
  std::int64_t v = 0;
  const char *end = e->text.data() + e->text.size();
  auto [at, error] = std::from_chars(e->text.data(), end, v);
  if (error != std::errc() || at != end)
    return std::nullopt;
  return v;
}

bool is_literal(const Expr &e) { return e->kind == Kind::BoolLit || e->kind == Kind::IntLit || e->kind == Kind::BvLit; }

bool same_literal(const Expr &a, const Expr &b) { return is_literal(a) && a->kind == b->kind && a->text == b->text; }

void want(const Expr &e) { LOCKSTEP_INVARIANT(e != nullptr, "an operand is an expression"); }

void want_bool(const Expr &e) {
  want(e);
  LOCKSTEP_INVARIANT(e->type.kind == TypeKind::Bool, "a Boolean connective takes Boolean operands");
}

void want_same(const Expr &a, const Expr &b) {
  want(a);
  want(b);
  LOCKSTEP_INVARIANT(a->type == b->type, "both operands have the same type");
}

void want_int(const Expr &a) {
  want(a);
  LOCKSTEP_INVARIANT(a->type.kind == TypeKind::Int, "integer arithmetic takes integers");
}

Expr both(Expr a, Expr b) {
  if (is_false(a) || is_false(b))
    return bool_lit(false);
  if (is_true(a) || a == b)
    return b;
  if (is_true(b))
    return a;
  return make(Kind::Binary, boolean(), "&&", {std::move(a), std::move(b)});
}

Expr either(Expr a, Expr b) {
  if (is_true(a) || is_true(b))
    return bool_lit(true);
  if (is_false(a) || a == b)
    return b;
  if (is_false(b))
    return a;
  return make(Kind::Binary, boolean(), "||", {std::move(a), std::move(b)});
}

// Few operands: a chain as people write it; many: halves.
Expr join(const std::vector<Expr> &es, std::size_t from, std::size_t to, bool conjunction) {
  auto two = [&](Expr a, Expr b) {
    return conjunction ? both(std::move(a), std::move(b)) : either(std::move(a), std::move(b));
  };
  if (to - from <= 8) {
    Expr all = es[from];
    for (std::size_t i = from + 1; i < to; ++i)
      all = two(all, es[i]);
    return all;
  }
  std::size_t middle = from + (to - from) / 2;
  return two(join(es, from, middle, conjunction), join(es, middle, to, conjunction));
}

// Keeps what is not the neutral element; null when the absorbing element occurs.
Expr join_all(std::vector<Expr> es, bool conjunction) {
  std::vector<Expr> kept;
  kept.reserve(es.size());
  for (Expr &e : es) {
    want_bool(e);
    if (conjunction ? is_false(e) : is_true(e))
      return bool_lit(!conjunction);
    if (!(conjunction ? is_true(e) : is_false(e)))
      kept.push_back(std::move(e));
  }
  return kept.empty() ? bool_lit(conjunction) : join(kept, 0, kept.size(), conjunction);
}

// Boogie's div and mod are SMT-LIB's (Euclidean); folded for a positive divisor only.
std::optional<std::int64_t> fold(const std::string &op, std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (op == "+")
    return __builtin_add_overflow(a, b, &r) ? std::nullopt : std::optional(r);
  if (op == "-")
    return __builtin_sub_overflow(a, b, &r) ? std::nullopt : std::optional(r);
  if (op == "*")
    return __builtin_mul_overflow(a, b, &r) ? std::nullopt : std::optional(r);
  if ((op == "div" || op == "mod") && b > 0) {
    std::int64_t m = a % b;
    if (m < 0)
      m += b;
    return op == "mod" ? m : (a % b < 0 ? a / b - 1 : a / b);
  }
  return std::nullopt;
}

Expr arithmetic(const std::string &op, Expr a, Expr b) {
  want_int(a);
  want_int(b);
  auto x = literal(a), y = literal(b);
  if (x && y)
    if (auto folded = fold(op, *x, *y))
      return int_lit(*folded);
  // (e + c) mod y, where only c mod y counts: one form for all c.
  if (op == "mod" && y && *y > 0 && a->kind == Kind::Binary && a->text == "+")
    if (auto c = literal(a->args[1]); c && (*c < 0 || *c >= *y))
      return arithmetic(op, arithmetic("+", a->args[0], int_lit(*fold("mod", *c, *y))), b);
  if (op == "+" && x == 0)
    return b;
  if ((op == "+" || op == "-") && y == 0)
    return a;
  if (op == "*" && (x == 0 || y == 0))
    return int_lit(0);
  if (op == "*" && x == 1)
    return b;
  if ((op == "*" || op == "div") && y == 1)
    return a;
  return make(Kind::Binary, integer(), op, {std::move(a), std::move(b)});
}

Expr comparison(const std::string &op, Expr a, Expr b) {
  want_int(a);
  want_int(b);
  auto x = literal(a), y = literal(b);
  if (x && y)
    return bool_lit(op == "<" ? *x < *y : op == "<=" ? *x <= *y : op == ">" ? *x > *y : *x >= *y);
  return make(Kind::Binary, boolean(), op, {std::move(a), std::move(b)});
}

Expr different(Expr a, Expr b) {
  want_same(a, b);
  if (a == b || same_literal(a, b))
    return bool_lit(false);
  if (is_literal(a) && is_literal(b))
    return bool_lit(true);
  return make(Kind::Binary, boolean(), "!=", {std::move(a), std::move(b)});
}

Expr iff(Expr a, Expr b) {
  want_bool(a);
  want_bool(b);
  if (a == b)
    return bool_lit(true);
  if (is_true(a) || is_false(a))
    return is_true(a) ? b : not_(b);
  if (is_true(b) || is_false(b))
    return is_true(b) ? a : not_(a);
  return make(Kind::Binary, boolean(), "<==>", {std::move(a), std::move(b)});
}

Expr quantify(Kind kind, std::vector<Bound> bound, Expr body) {
  want_bool(body);
  if (bound.empty() || is_literal(body)) // Boogie's types are not empty
    return body;
  Node n{kind, boolean(), {}, {std::move(body)}, 0, 0, std::move(bound)};
  return std::make_shared<const Node>(std::move(n));
}

} // namespace

Expr bool_lit(bool b) { return make(Kind::BoolLit, boolean(), b ? "true" : "false"); }
Expr int_lit(support::Wide v) {
  LOCKSTEP_INVARIANT(v.is_exact(), "a literal is a number");
  return make(Kind::IntLit, integer(), support::text(v));
}

Expr int_lit_text(std::string digits) {
  std::size_t first = digits.starts_with('-') ? 1 : 0;
  LOCKSTEP_INVARIANT(digits.size() > first && digits.find_first_not_of("0123456789", first) == std::string::npos,
                     "an integer literal is decimal digits, maybe with a sign");
  return make(Kind::IntLit, integer(), std::move(digits));
}

Expr bv_lit(unsigned width, std::uint64_t bits) {
  LOCKSTEP_INVARIANT(width > 0, "a bit-vector has a bit");
  if (width < 64)
    bits &= (std::uint64_t(1) << width) - 1;
  return make(Kind::BvLit, bv(width), std::to_string(bits));
}

Expr ident(std::string name, Type t) { return make(Kind::Ident, std::move(t), std::move(name)); }

Expr unary(std::string op, Expr a) {
  if (op == "!")
    return not_(std::move(a));
  LOCKSTEP_INVARIANT(op == "-", "Boogie's unary operators are ! and -");
  want_int(a);
  if (auto x = literal(a); x && *x != INT64_MIN)
    return int_lit(-*x);
  return make(Kind::Unary, integer(), std::move(op), {std::move(a)});
}

Expr binary(std::string op, Expr a, Expr b) {
  if (op == "&&" || op == "||") {
    want_bool(a);
    want_bool(b);
    return op == "&&" ? both(std::move(a), std::move(b)) : either(std::move(a), std::move(b));
  }
  if (op == "==>")
    return implies(std::move(a), std::move(b));
  if (op == "<==>")
    return iff(std::move(a), std::move(b));
  if (op == "==")
    return eq(std::move(a), std::move(b));
  if (op == "!=")
    return different(std::move(a), std::move(b));
  if (op == "<" || op == "<=" || op == ">" || op == ">=")
    return comparison(op, std::move(a), std::move(b));
  if (op == "++")
    return concat(std::move(a), std::move(b));
  LOCKSTEP_INVARIANT(op == "+" || op == "-" || op == "*" || op == "div" || op == "mod", "a binary operator of Boogie");
  return arithmetic(op, std::move(a), std::move(b));
}

Expr conj(std::vector<Expr> es) { return join_all(std::move(es), true); }
Expr disj(std::vector<Expr> es) { return join_all(std::move(es), false); }

Expr implies(Expr a, Expr b) {
  want_bool(a);
  want_bool(b);
  if (is_true(a))
    return b;
  if (is_false(a) || is_true(b) || a == b)
    return bool_lit(true);
  if (is_false(b))
    return not_(std::move(a));
  return make(Kind::Binary, boolean(), "==>", {std::move(a), std::move(b)});
}

Expr not_(Expr a) {
  want_bool(a);
  if (a->kind == Kind::BoolLit)
    return bool_lit(is_false(a));
  if (a->kind == Kind::Unary && a->text == "!")
    return a->args[0];
  return make(Kind::Unary, boolean(), "!", {std::move(a)});
}

Expr eq(Expr a, Expr b) {
  want_same(a, b);
  if (a == b || same_literal(a, b))
    return bool_lit(true);
  if (is_literal(a) && is_literal(b) && a->kind != Kind::IntLit)
    return bool_lit(false);
  if (auto x = literal(a), y = literal(b); x && y)
    return bool_lit(*x == *y);
  if (a->kind == Kind::BoolLit)
    return is_true(a) ? b : not_(std::move(b));
  if (b->kind == Kind::BoolLit)
    return is_true(b) ? a : not_(std::move(a));
  return make(Kind::Binary, boolean(), "==", {std::move(a), std::move(b)});
}

Expr ite(Expr c, Expr t, Expr f) {
  want_bool(c);
  want_same(t, f);
  if (is_true(c) || t == f || same_literal(t, f))
    return t;
  if (is_false(c))
    return f;
  if (is_true(t) && is_false(f))
    return c;
  if (is_false(t) && is_true(f))
    return not_(std::move(c));
  Type type = t->type;
  return make(Kind::Ite, std::move(type), {}, {std::move(c), std::move(t), std::move(f)});
}

Expr apply(std::string function, Type result, std::vector<Expr> args) {
  for (const Expr &a : args)
    want(a);
  return make(Kind::Apply, std::move(result), std::move(function), std::move(args));
}

Expr select(Expr map, Expr key) {
  want(map);
  want(key);
  LOCKSTEP_INVARIANT(map->type.kind == TypeKind::Map && map->type.parts.size() == 2, "one key is selected from a map");
  Type type = map->type.parts.back();
  return make(Kind::Select, std::move(type), {}, {std::move(map), std::move(key)});
}

Expr store(Expr map, Expr key, Expr value) {
  want(map);
  want(key);
  want(value);
  LOCKSTEP_INVARIANT(map->type.kind == TypeKind::Map && map->type.parts.size() == 2, "one key is stored into a map");
  Type type = map->type;
  return make(Kind::Store, std::move(type), {}, {std::move(map), std::move(key), std::move(value)});
}

Expr extract(Expr a, unsigned hi, unsigned lo) {
  want(a);
  LOCKSTEP_INVARIANT(a->type.kind == TypeKind::Bv && lo < hi && hi <= a->type.width, "bits of a bit-vector");
  if (lo == 0 && hi == a->type.width)
    return a;
  return std::make_shared<const Node>(Node{Kind::Extract, bv(hi - lo), {}, {std::move(a)}, hi, lo, {}});
}

Expr concat(Expr hi, Expr lo) {
  want(hi);
  want(lo);
  LOCKSTEP_INVARIANT(hi->type.kind == TypeKind::Bv && lo->type.kind == TypeKind::Bv, "bit-vectors are concatenated");
  unsigned width = hi->type.width + lo->type.width;
  return make(Kind::Binary, bv(width), "++", {std::move(hi), std::move(lo)});
}

Expr forall(std::vector<Bound> bound, Expr body) { return quantify(Kind::Forall, std::move(bound), std::move(body)); }
Expr exists(std::vector<Bound> bound, Expr body) { return quantify(Kind::Exists, std::move(bound), std::move(body)); }

bool is_true(const Expr &e) { return e->kind == Kind::BoolLit && e->text == "true"; }
bool is_false(const Expr &e) { return e->kind == Kind::BoolLit && e->text == "false"; }

Attribute id_attribute(std::string id) { return {"id", {std::move(id)}}; }

} // namespace lockstep::emit::boogie
