// Desugaring branches: see desugar.h.
#include "cfg/passes/desugar.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
// An edge of the graph, and the condition under which control takes it; null: none.
struct Edge {
  BlockId from, to;
  Expr condition;
};

Expr is_case(const Switch &s, const SwitchCase &c) { return binary(Op::Eq, s.value, constant(s.value->type, c.value)); }

// The condition under which a switch goes to `to`: one of the cases that lead there; for the default's target, none of
// the cases that lead elsewhere.
Expr case_condition(const Switch &s, BlockId to) {
  Expr out = boolean(to == s.otherwise);
  for (const SwitchCase &c : s.cases) {
    if (to == s.otherwise && c.target != to)
      out = binary(Op::And, out, negate(is_case(s, c)));
    else if (to != s.otherwise && c.target == to)
      out = binary(Op::Or, out, is_case(s, c));
  }
  return out;
}

Expr edge_condition(const Terminator &t, BlockId to) {
  if (auto *br = std::get_if<Branch>(&t.node)) {
    if (br->if_true == br->if_false)
      return nullptr;
    return br->if_true == to ? br->condition : negate(br->condition);
  }
  if (auto *s = std::get_if<Switch>(&t.node)) {
    Expr e = case_condition(*s, to);
    return is_const(e, 1) ? nullptr : e;
  }
  return nullptr;
}

bool has_invariant(const Block &b) {
  return std::ranges::any_of(b.stmts, [](const Stmt &s) {
    auto *a = std::get_if<Assert>(&s.node);
    return a && a->kind == AssertKind::Invariant;
  });
}

// May the assumption stand at the top of the target? Sound because every way into the target then has this condition,
// and nothing is executed between the edge and the target's top. An invariant must hold before the assumption where
// other threads look at it, so its block stays as it is.
bool same_on_all(const std::vector<Edge> &edges, const Block &target) {
  return !has_invariant(target) && std::ranges::all_of(edges, [&](const Edge &e) {
    return e.condition && support::sound("desugar.same_on_all", equal(e.condition, edges[0].condition));
  });
}

void assume_at_top(Block &b, const Expr &condition, const Origin &origin) {
  b.stmts.insert(b.stmts.begin(), {Assume{condition, AssumeKind::Branch}, origin});
}
} // namespace

void desugar_branches(Kernel &k, FreshNames &fresh) {
  std::vector<std::vector<Edge>> into(k.blocks.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (BlockId s : successors(k.blocks[b].end))
      into[s].push_back({b, s, edge_condition(k.blocks[b].end, s)});
  for (Block &b : k.blocks)
    if (!std::holds_alternative<Return>(b.end.node))
      b.end.node = Goto{successors(b.end)};
  for (const std::vector<Edge> &edges : into) {
    if (edges.empty())
      continue;
    Block &target = k.blocks[edges[0].to];
    if (same_on_all(edges, target)) {
      assume_at_top(target, edges[0].condition, k.blocks[edges[0].from].end.origin);
      continue;
    }
    for (const Edge &e : edges)
      if (e.condition) {
        BlockId middle = split_edge(k, fresh, e.from, e.to);
        assume_at_top(k.blocks[middle], e.condition, k.blocks[e.from].end.origin);
      }
  }
}

namespace {
bool complementary(const Expr &c, const Expr &d) {
  auto swapped = [](const Expr &less, const Expr &not_less) { // a < b, b <= a
    Op opposite = less->op == Op::Slt ? Op::Sle : less->op == Op::Ult ? Op::Ule : Op::Const;
    return opposite != Op::Const && not_less->op == opposite && equal(less->args[0], not_less->args[1]) &&
           equal(less->args[1], not_less->args[0]);
  };
  return equal(d, negate(c)) || equal(c, negate(d)) || swapped(c, d) || swapped(d, c);
}
} // namespace

Kernel sugared(const Kernel &k) {
  auto opening = [&](BlockId b) -> Expr {
    const auto &stmts = k.blocks[b].stmts;
    auto *a = stmts.empty() ? nullptr : std::get_if<Assume>(&stmts.front().node);
    return a && a->kind == AssumeKind::Branch ? a->condition : nullptr;
  };
  Kernel out = k;
  for (Block &b : out.blocks) {
    auto *g = std::get_if<Goto>(&b.end.node);
    if (!g || g->targets.size() != 2 || g->targets[0] == g->targets[1])
      continue;
    Expr c = opening(g->targets[0]), d = opening(g->targets[1]);
    if (c && d && support::sound("desugar.sugared", complementary(c, d)))
      b.end.node = Branch{c, g->targets[0], g->targets[1]};
  }
  return out;
}

} // namespace lockstep::cfg
