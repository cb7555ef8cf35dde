// Statements and origins of .kir: see parse_parts.h.
#include "cfg/ir/text/parse_parts.h"

namespace lockstep::cfg::kir {

namespace {
using support::Token;
using support::TokenKind;
using Node = decltype(Stmt::node);

struct Cells {
  ArrayId array;
  Expr offset;
};

Cells parse_cells(Context &c) {
  const ArrayId array = must(parse_array(c));
  must(c.in.expect("["));
  Expr offset = must(parse_expr(c));
  must(c.in.expect("]"));
  return {array, std::move(offset)};
}

unsigned parse_per(Context &c) { return c.in.accept("per") ? must(parse_count(c, "a number of granules")) : 1; }

unsigned parse_align(Context &c) { return c.in.accept("align") ? must(parse_count(c, "a number of bytes")) : 0; }

bool typed(Context &c, const Token &at, const Expr &e, Type wanted, std::string_view what) {
  return e->type == wanted ||
         c.in.error_at(at, std::string(what) + " is " + wanted.str() + ", but this is " + e->type.str());
}

Node parse_load(Context &c, std::vector<VarId> dests) {
  Load l{.dests = std::move(dests)};
  Cells cells = parse_cells(c);
  l.array = cells.array;
  l.offset = std::move(cells.offset);
  l.per_value = parse_per(c);
  l.align = parse_align(c);
  return l;
}

Node parse_store(Context &c) {
  Cells cells = parse_cells(c);
  must(c.in.expect(":="));
  Store s{{}, cells.array, std::move(cells.offset), 1};
  do
    s.values.push_back(must(parse_expr(c)));
  while (c.in.accept(","));
  s.per_value = parse_per(c);
  s.align = parse_align(c);
  return s;
}

Order parse_order(Context &c) {
  const bool acquire = c.in.accept("acquire");
  return {acquire, c.in.accept("release")};
}

Node parse_atomic_to(Context &c, std::optional<VarId> dest) {
  c.in.take();
  const auto scope = value_of<AtomicScope>(c.in.peek().text);
  if (scope)
    c.in.take();
  const Order order = parse_order(c);
  const bool failing = c.in.accept("failing");
  must(!failing || c.in.expect("acquire"));
  const bool all_spaces = c.in.accept("everywhere");
  const auto op = parse_word<AtomicOp>(c, "an atomic operation", "there is no atomic operation");
  Cells cells = parse_cells(c);
  must(c.in.expect("("));
  auto operands = must(parse_expr_list(c, ")"));
  return Atomic{op,
                dest,
                cells.array,
                std::move(cells.offset),
                parse_per(c),
                std::move(operands),
                scope.value_or(AtomicScope::Grid),
                order,
                failing,
                all_spaces};
}

Node parse_atomic(Context &c) { return parse_atomic_to(c, std::nullopt); }

// name := ..., name, name := ..., name[...] := ...
Node parse_named(Context &c) {
  if (c.in.at("[", 1))
    return parse_store(c);
  std::vector<VarId> dests;
  do
    dests.push_back(must(parse_var(c)));
  while (c.in.accept(","));
  must(c.in.expect(":="));
  if (dests.size() > 1 || (at_name(c) && c.in.at("[", 1)))
    return parse_load(c, std::move(dests));
  if (c.in.at("atomic"))
    return parse_atomic_to(c, dests[0]);
  const Token start = c.in.peek();
  Expr value = must(parse_expr(c));
  const Var &v = c.kernel.vars[dests[0]];
  must(typed(c, start, value, v.type, "variable '" + v.name + "'"));
  return Assign{dests[0], std::move(value)};
}

// incoherent x := A[e]
Node parse_incoherent(Context &c) {
  c.in.take();
  const Token start = c.in.peek();
  must(at_name(c) || c.in.expected("a load"));
  Node out = parse_named(c);
  auto *l = std::get_if<Load>(&out);
  must(l || c.in.error_at(start, "only loads can be incoherent"));
  l->incoherent = true;
  return out;
}

void mark(Context &c, const Token &start, Node &access, bool Load::*of_load, bool Store::*of_store, const char *word) {
  if (auto *l = std::get_if<Load>(&access))
    l->*of_load = true;
  else if (auto *s = std::get_if<Store>(&access))
    s->*of_store = true;
  else
    must(c.in.error_at(start, std::string("only loads and stores can be ") + word));
}

// fresh x := A[e], fresh A[e] := x
Node parse_fresh(Context &c) {
  c.in.take();
  const Token start = c.in.peek();
  const bool incoherent = c.in.at("incoherent");
  must(at_name(c) || incoherent || c.in.expected("a load or a store"));
  Node out = incoherent ? parse_incoherent(c) : parse_named(c);
  mark(c, start, out, &Load::fresh, &Store::fresh, "fresh");
  return out;
}

// quiet x := A[e], quiet A[e] := x
Node parse_quiet(Context &c) {
  c.in.take();
  const Token start = c.in.peek();
  const bool fresh = c.in.at("fresh"), incoherent = c.in.at("incoherent");
  must(at_name(c) || fresh || incoherent || c.in.expected("a load or a store"));
  Node out = fresh ? parse_fresh(c) : incoherent ? parse_incoherent(c) : parse_named(c);
  mark(c, start, out, &Load::quiet, &Store::quiet, "quiet");
  return out;
}

// [name := op(value [, rank])]
void parse_exchange(Context &c, Barrier &b) {
  if (!at_name(c))
    return;
  const VarId dest = must(parse_var(c));
  must(c.in.expect(":="));
  const Token word = c.in.peek();
  const auto op = parse_word<ExchangeOp>(c, "an exchange", "threads of a warp do not exchange");
  must(c.in.expect("("));
  const auto operands = must(parse_expr_list(c, ")"));
  must(operands.size() == (is_shuffle(op) ? 2u : 1u) ||
       c.in.error_at(word, "a shuffle takes a value and a rank, other exchanges a value"));
  b.exchange = Exchange{op, dest, operands.front(), operands.size() == 2 ? operands.back() : nullptr};
}

// What is fenced, behind a parenthesis: group, global, both, or nothing.
void parse_spaces(Context &c, bool &fence_group, bool &fence_global) {
  while (!c.in.accept(")")) {
    bool &fence = c.in.at("group") ? fence_group : fence_global;
    must(c.in.at("group") || c.in.at("global") || c.in.expected("'group', 'global' or ')'"));
    must(!fence || c.in.error("this fence is named already"));
    fence = true;
    c.in.take();
    must(c.in.accept(",") || c.in.at(")") || c.in.expected("',' or ')'"));
  }
}

Node parse_fence(Context &c) {
  c.in.take();
  const auto scope = parse_word<AtomicScope>(c, "a fence's scope", "a fence's scope is thread, group or grid, not");
  Fence f{scope, parse_order(c), false, false};
  must(c.in.expect("("));
  parse_spaces(c, f.fence_group, f.fence_global);
  return f;
}

Node parse_gather(Context &c) {
  c.in.take();
  Gather g;
  g.meet.scope = Scope::Warp;
  g.meet.fence_group = g.meet.fence_global = false;
  g.ranked = c.in.accept("ranked");
  g.meet.lanes = must(parse_count(c, "a number of threads"));
  must(c.in.expect("among"));
  if (!c.in.accept("active_lanes"))
    g.mask = must(parse_expr(c));
  if (c.in.accept("fence")) {
    must(c.in.expect("("));
    parse_spaces(c, g.meet.fence_group, g.meet.fence_global);
  } else {
    parse_exchange(c, g.meet);
    must(g.meet.exchange || c.in.expected("what the threads exchange"));
  }
  return g;
}

Node parse_numbered(Context &c) {
  Numbered n;
  n.waits = c.in.take().text == "sync";
  n.number = must(parse_count(c, "a barrier's number"));
  must(c.in.expect("of"));
  n.threads = must(parse_count(c, "a number of threads"));
  if (c.in.accept("counted"))
    n.counter = must(parse_var(c));
  return n;
}

Node parse_barrier(Context &c) {
  c.in.take();
  Barrier b{parse_word<Scope>(c, "a barrier's scope", "a barrier's scope is warp, group or grid, not"), false, false};
  if (b.scope == Scope::Warp)
    b.lanes = must(parse_count(c, "a number of threads"));
  must(c.in.expect("fence") && c.in.expect("("));
  parse_spaces(c, b.fence_group, b.fence_global);
  if (b.scope == Scope::Warp)
    parse_exchange(c, b);
  b.end = b.scope == Scope::Group && c.in.accept("end");
  return b;
}

Node parse_assume(Context &c, AssumeKind kind) {
  c.in.take();
  return Assume{must(parse_condition(c)), kind};
}

Node parse_assert(Context &c, AssertKind kind) {
  c.in.take();
  Expr e = must(parse_condition(c));
  return Assert{std::move(e), kind, c.in.peek().kind == TokenKind::String ? c.in.take().text : std::string()};
}

Node parse_havoc(Context &c) {
  c.in.take();
  return Havoc{must(parse_var(c))};
}

constexpr std::pair<std::string_view, Node (*)(Context &)> statements[] = {
    {"havoc", parse_havoc},     {"barrier", parse_barrier},       {"sync", parse_numbered},
    {"arrive", parse_numbered}, {"gather", parse_gather},         {"quiet", parse_quiet},
    {"fresh", parse_fresh},     {"incoherent", parse_incoherent}, {"memory_fence", parse_fence},
    {"atomic", parse_atomic},
};

Node parse_body(Context &c) {
  const Token &t = c.in.peek();
  if (at_name(c))
    return parse_named(c);
  must(t.kind == TokenKind::Word || c.in.expected("a statement"));
  if (auto kind = value_of<AssumeKind>(t.text))
    return parse_assume(c, *kind);
  if (auto kind = value_of<AssertKind>(t.text))
    return parse_assert(c, *kind);
  for (const auto &[word, parse] : statements)
    if (t.text == word)
      return parse(c);
  must(c.in.accept("skip") || c.in.expected("a statement"));
  return Skip{};
}

Origin origin_or(Context &c, const Origin &otherwise) {
  if (!c.in.accept("@"))
    return otherwise;
  if (c.in.accept("?"))
    return Origin();
  support::SourcePlace place;
  place.file = must(c.in.string("the name of a file"));
  must(c.in.expect(":"));
  place.line = must(parse_count(c, "a line"));
  must(c.in.expect(":"));
  place.column = must(parse_count(c, "a column"));
  std::string function = c.in.accept("in") ? must(c.in.string("the name of a function")) : "";
  Origin inlined_at = c.in.accept("from") ? origin_or(c, Origin()) : Origin();
  return Origin(std::move(place), std::move(inlined_at), std::move(function));
}

} // namespace

Expr parse_condition(Context &c) {
  const Token start = c.in.peek();
  Expr e = parse_expr(c);
  return e && typed(c, start, e, bool_type, "a condition") ? e : nullptr;
}

std::optional<Origin> parse_origin(Context &c, const Origin &otherwise) {
  return attempt([&] { return origin_or(c, otherwise); });
}

std::optional<Stmt> parse_stmt(Context &c) {
  return attempt([&] {
    const Origin here = c.in.here();
    Stmt out{parse_body(c), {}};
    out.origin = origin_or(c, here);
    must(c.in.expect(";"));
    return out;
  });
}

} // namespace lockstep::cfg::kir
