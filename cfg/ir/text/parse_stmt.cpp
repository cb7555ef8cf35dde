// Statements and origins of .kir: see parse_parts.h.
#include "cfg/ir/text/kir_words.h"
#include "cfg/ir/text/parse_parts.h"

namespace lockstep::cfg::kir {

namespace {
using support::Token;
using support::TokenKind;

struct Cells {
  ArrayId array;
  Expr offset;
};

std::optional<Cells> parse_cells(Context &c) {
  auto array = parse_array(c);
  if (!array || !c.in.expect("["))
    return std::nullopt;
  Expr offset = parse_expr(c);
  if (!offset || !c.in.expect("]"))
    return std::nullopt;
  return Cells{*array, offset};
}

std::optional<unsigned> parse_per(Context &c) {
  return c.in.accept("per") ? parse_count(c, "a number of granules") : 1u;
}

std::optional<unsigned> parse_align(Context &c) {
  return c.in.accept("align") ? parse_count(c, "a number of bytes") : 0u;
}

bool typed(Context &c, const Token &at, const Expr &e, Type wanted, std::string_view what) {
  return e->type == wanted ||
         c.in.error_at(at, std::string(what) + " is " + wanted.str() + ", but this is " + e->type.str());
}

bool parse_load(Context &c, std::vector<VarId> dests, Stmt &out) {
  auto cells = parse_cells(c);
  auto per = cells ? parse_per(c) : std::nullopt;
  auto align = per ? parse_align(c) : std::nullopt;
  if (align)
    out.node = Load{
        .dests = std::move(dests), .array = cells->array, .offset = cells->offset, .per_value = *per, .align = *align};
  return align.has_value();
}

bool parse_store(Context &c, Stmt &out) {
  auto cells = parse_cells(c);
  if (!cells || !c.in.expect(":="))
    return false;
  Store s{{}, cells->array, cells->offset, 1};
  do {
    Expr e = parse_expr(c);
    if (!e)
      return false;
    s.values.push_back(std::move(e));
  } while (c.in.accept(","));
  auto per = parse_per(c);
  auto align = per ? parse_align(c) : std::nullopt;
  if (!align)
    return false;
  s.per_value = *per;
  s.align = *align;
  out.node = std::move(s);
  return true;
}

Order parse_order(Context &c) {
  const bool acquire = c.in.accept("acquire");
  return {acquire, c.in.accept("release")};
}

bool parse_atomic(Context &c, std::optional<VarId> dest, Stmt &out) {
  c.in.take();
  const auto scope = value_of<AtomicScope>(c.in.peek().text);
  if (scope)
    c.in.take();
  const Order order = parse_order(c);
  const bool failing = c.in.accept("failing");
  if (failing && !c.in.expect("acquire"))
    return false;
  const bool all_spaces = c.in.accept("everywhere");
  const Token word = c.in.peek();
  auto text = c.in.word("an atomic operation");
  if (!text)
    return false;
  auto op = value_of<AtomicOp>(*text);
  if (!op)
    return c.in.error_at(word, "there is no atomic operation '" + *text + "'");
  auto cells = parse_cells(c);
  if (!cells || !c.in.expect("("))
    return false;
  auto operands = parse_expr_list(c, ")");
  auto per = operands ? parse_per(c) : std::nullopt;
  if (per)
    out.node = Atomic{
        *op,   dest,    cells->array, cells->offset, *per, std::move(*operands), scope.value_or(AtomicScope::Grid),
        order, failing, all_spaces};
  return per.has_value();
}

// name := ..., name, name := ..., name[...] := ...
bool parse_named(Context &c, Stmt &out) {
  if (c.in.at("[", 1))
    return parse_store(c, out);
  std::vector<VarId> dests;
  do {
    auto var = parse_var(c);
    if (!var)
      return false;
    dests.push_back(*var);
  } while (c.in.accept(","));
  if (!c.in.expect(":="))
    return false;
  if (dests.size() > 1 || (at_name(c) && c.in.at("[", 1)))
    return parse_load(c, std::move(dests), out);
  if (c.in.at("atomic"))
    return parse_atomic(c, dests[0], out);
  const Token start = c.in.peek();
  Expr value = parse_expr(c);
  const Var &v = c.kernel.vars[dests[0]];
  if (!value || !typed(c, start, value, v.type, "variable '" + v.name + "'"))
    return false;
  out.node = Assign{dests[0], std::move(value)};
  return true;
}

// incoherent x := A[e]
bool parse_incoherent(Context &c, Stmt &out) {
  c.in.take();
  const Token start = c.in.peek();
  if (!at_name(c))
    return c.in.expected("a load");
  if (!parse_named(c, out))
    return false;
  if (auto *l = std::get_if<Load>(&out.node))
    return l->incoherent = true;
  return c.in.error_at(start, "only loads can be incoherent");
}

// fresh x := A[e], fresh A[e] := x
bool parse_fresh(Context &c, Stmt &out) {
  c.in.take();
  const Token start = c.in.peek();
  if (!at_name(c) && !c.in.at("incoherent"))
    return c.in.expected("a load or a store");
  if (!(c.in.at("incoherent") ? parse_incoherent(c, out) : parse_named(c, out)))
    return false;
  if (auto *l = std::get_if<Load>(&out.node))
    return l->fresh = true;
  if (auto *s = std::get_if<Store>(&out.node))
    return s->fresh = true;
  return c.in.error_at(start, "only loads and stores can be fresh");
}

// quiet x := A[e], quiet A[e] := x
bool parse_quiet(Context &c, Stmt &out) {
  c.in.take();
  const Token start = c.in.peek();
  const bool fresh = c.in.at("fresh"), incoherent = c.in.at("incoherent");
  if (!at_name(c) && !fresh && !incoherent)
    return c.in.expected("a load or a store");
  if (!(fresh ? parse_fresh(c, out) : incoherent ? parse_incoherent(c, out) : parse_named(c, out)))
    return false;
  if (auto *l = std::get_if<Load>(&out.node))
    return l->quiet = true;
  if (auto *s = std::get_if<Store>(&out.node))
    return s->quiet = true;
  return c.in.error_at(start, "only loads and stores can be quiet");
}

// [name := op(value [, rank])]
bool parse_exchange(Context &c, Barrier &b) {
  if (!at_name(c))
    return true;
  auto dest = parse_var(c);
  if (!dest || !c.in.expect(":="))
    return false;
  const Token word = c.in.peek();
  auto text = c.in.word("an exchange");
  if (!text)
    return false;
  auto op = value_of<ExchangeOp>(*text);
  if (!op)
    return c.in.error_at(word, "threads of a warp do not exchange '" + *text + "'");
  if (!c.in.expect("("))
    return false;
  auto operands = parse_expr_list(c, ")");
  if (!operands)
    return false;
  if (operands->size() != (is_shuffle(*op) ? 2u : 1u))
    return c.in.error_at(word, "a shuffle takes a value and a rank, other exchanges a value");
  b.exchange = Exchange{*op, *dest, operands->front(), operands->size() == 2 ? operands->back() : nullptr};
  return true;
}

// What is fenced, behind a parenthesis: group, global, both, or nothing.
bool parse_spaces(Context &c, bool &fence_group, bool &fence_global) {
  while (!c.in.accept(")")) {
    bool &fence = c.in.at("group") ? fence_group : fence_global;
    if (!c.in.at("group") && !c.in.at("global"))
      return c.in.expected("'group', 'global' or ')'");
    if (fence)
      return c.in.error("this fence is named already");
    fence = true;
    c.in.take();
    if (!c.in.accept(",") && !c.in.at(")"))
      return c.in.expected("',' or ')'");
  }
  return true;
}

bool parse_fence(Context &c, Stmt &out) {
  c.in.take();
  const Token word = c.in.peek();
  auto text = c.in.word("a fence's scope");
  if (!text)
    return false;
  auto scope = value_of<AtomicScope>(*text);
  if (!scope)
    return c.in.error_at(word, "a fence's scope is thread, group or grid, not '" + *text + "'");
  Fence f{*scope, parse_order(c), false, false};
  const bool spaces = c.in.expect("(") && parse_spaces(c, f.fence_group, f.fence_global);
  out.node = f;
  return spaces;
}

bool parse_gather(Context &c, Stmt &out) {
  c.in.take();
  Gather g;
  g.meet.scope = Scope::Warp;
  g.meet.fence_group = g.meet.fence_global = false;
  g.ranked = c.in.accept("ranked");
  auto lanes = parse_count(c, "a number of threads");
  if (!lanes || !c.in.expect("among"))
    return false;
  g.meet.lanes = static_cast<unsigned>(*lanes);
  if (!c.in.accept("active_lanes")) {
    g.mask = parse_expr(c);
    if (!g.mask)
      return false;
  }
  if (c.in.accept("fence")) {
    if (!c.in.expect("(") || !parse_spaces(c, g.meet.fence_group, g.meet.fence_global))
      return false;
  } else if (!parse_exchange(c, g.meet)) {
    return false;
  } else if (!g.meet.exchange) {
    return c.in.expected("what the threads exchange");
  }
  out.node = g;
  return true;
}

bool parse_numbered(Context &c, Stmt &out) {
  Numbered n;
  n.waits = c.in.take().text == "sync";
  auto number = parse_count(c, "a barrier's number");
  if (!number || !c.in.expect("of"))
    return false;
  auto threads = parse_count(c, "a number of threads");
  if (!threads)
    return false;
  n.number = static_cast<unsigned>(*number);
  n.threads = static_cast<unsigned>(*threads);
  if (c.in.accept("counted")) {
    n.counter = parse_var(c);
    if (!n.counter)
      return false;
  }
  out.node = n;
  return true;
}

bool parse_barrier(Context &c, Stmt &out) {
  c.in.take();
  const Token word = c.in.peek();
  auto scope = c.in.word("a barrier's scope");
  if (!scope)
    return false;
  auto value = value_of<Scope>(*scope);
  if (!value)
    return c.in.error_at(word, "a barrier's scope is warp, group or grid, not '" + *scope + "'");
  Barrier b{*value, false, false};
  if (b.scope == Scope::Warp) {
    auto lanes = parse_count(c, "a number of threads");
    if (!lanes)
      return false;
    b.lanes = static_cast<unsigned>(*lanes);
  }
  if (!c.in.expect("fence") || !c.in.expect("("))
    return false;
  if (!parse_spaces(c, b.fence_group, b.fence_global))
    return false;
  if (b.scope == Scope::Warp && !parse_exchange(c, b))
    return false;
  b.end = b.scope == Scope::Group && c.in.accept("end");
  out.node = b;
  return true;
}

bool parse_assume(Context &c, AssumeKind kind, Stmt &out) {
  c.in.take();
  Expr e = parse_condition(c);
  out.node = Assume{e, kind};
  return e != nullptr;
}

bool parse_assert(Context &c, AssertKind kind, Stmt &out) {
  c.in.take();
  Expr e = parse_condition(c);
  std::string message;
  if (e && c.in.peek().kind == TokenKind::String)
    message = c.in.take().text;
  out.node = Assert{e, kind, std::move(message)};
  return e != nullptr;
}

bool parse_havoc(Context &c, Stmt &out) {
  c.in.take();
  auto var = parse_var(c);
  out.node = Havoc{var.value_or(0)};
  return var.has_value();
}

bool parse_body(Context &c, Stmt &out) {
  const Token &t = c.in.peek();
  if (at_name(c))
    return parse_named(c, out);
  if (t.kind != TokenKind::Word)
    return c.in.expected("a statement");
  if (auto kind = value_of<AssumeKind>(t.text))
    return parse_assume(c, *kind, out);
  if (auto kind = value_of<AssertKind>(t.text))
    return parse_assert(c, *kind, out);
  if (t.text == "havoc")
    return parse_havoc(c, out);
  if (t.text == "barrier")
    return parse_barrier(c, out);
  if (t.text == "sync" || t.text == "arrive")
    return parse_numbered(c, out);
  if (t.text == "gather")
    return parse_gather(c, out);
  if (t.text == "quiet")
    return parse_quiet(c, out);
  if (t.text == "fresh")
    return parse_fresh(c, out);
  if (t.text == "incoherent")
    return parse_incoherent(c, out);
  if (t.text == "memory_fence")
    return parse_fence(c, out);
  if (t.text == "atomic")
    return parse_atomic(c, std::nullopt, out);
  out.node = Skip{};
  return c.in.accept("skip") || c.in.expected("a statement");
}

} // namespace

Expr parse_condition(Context &c) {
  const Token start = c.in.peek();
  Expr e = parse_expr(c);
  return e && typed(c, start, e, bool_type, "a condition") ? e : nullptr;
}

std::optional<Origin> parse_origin(Context &c, const Origin &otherwise) {
  if (!c.in.accept("@"))
    return otherwise;
  if (c.in.accept("?"))
    return Origin();
  support::SourcePlace place;
  auto file = c.in.string("the name of a file");
  if (!file || !c.in.expect(":"))
    return std::nullopt;
  auto line = parse_count(c, "a line");
  if (!line || !c.in.expect(":"))
    return std::nullopt;
  auto column = parse_count(c, "a column");
  if (!column)
    return std::nullopt;
  std::optional<std::string> function("");
  if (c.in.accept("in"))
    function = c.in.string("the name of a function");
  if (!function)
    return std::nullopt;
  std::optional<Origin> inlined_at{Origin()};
  if (c.in.accept("from"))
    inlined_at = parse_origin(c, Origin());
  if (!inlined_at)
    return std::nullopt;
  return Origin({*file, *line, *column}, *inlined_at, *function);
}

std::optional<Stmt> parse_stmt(Context &c) {
  Stmt out;
  Origin here = c.in.here();
  if (!parse_body(c, out))
    return std::nullopt;
  auto origin = parse_origin(c, here);
  if (!origin || !c.in.expect(";"))
    return std::nullopt;
  out.origin = *origin;
  return out;
}

} // namespace lockstep::cfg::kir
