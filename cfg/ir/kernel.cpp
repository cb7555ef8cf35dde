// Readers of the kernel IR: see kernel.h.
#include "cfg/ir/kernel.h"

#include "support/overloaded.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

namespace {
void push_unique(std::vector<BlockId> &out, BlockId b) {
  if (std::find(out.begin(), out.end(), b) == out.end())
    out.push_back(b);
}
} // namespace

std::vector<BlockId> successors(const Terminator &t) {
  std::vector<BlockId> out;
  std::visit(support::Overloaded{
                 [&](const Goto &g) {
                   for (BlockId b : g.targets)
                     push_unique(out, b);
                 },
                 [&](const Branch &b) {
                   push_unique(out, b.if_true);
                   push_unique(out, b.if_false);
                 },
                 [&](const Switch &s) {
                   for (const SwitchCase &c : s.cases)
                     push_unique(out, c.target);
                   push_unique(out, s.otherwise);
                 },
                 [](const Return &) {},
             },
             t.node);
  return out;
}

std::vector<VarId> defined_vars(const Stmt &s) {
  if (auto *a = std::get_if<Assign>(&s.node))
    return {a->var};
  if (auto *h = std::get_if<Havoc>(&s.node))
    return {h->var};
  if (auto *l = std::get_if<Load>(&s.node))
    return l->dests;
  if (auto *a = std::get_if<Atomic>(&s.node); a && a->dest)
    return {*a->dest};
  if (auto *bar = std::get_if<Barrier>(&s.node); bar && bar->exchange)
    return {bar->exchange->dest};
  if (const Exchange *x = gathered(s))
    return {x->dest};
  return {};
}

const Barrier *meeting(const Stmt &s) {
  auto *g = std::get_if<Gather>(&s.node);
  const Barrier *bar = g ? &g->meet : std::get_if<Barrier>(&s.node);
  return bar && bar->exchange ? bar : nullptr;
}

bool has_gathers(const Kernel &k) {
  return std::any_of(k.blocks.begin(), k.blocks.end(), [](const Block &b) {
    return std::any_of(b.stmts.begin(), b.stmts.end(),
                       [](const Stmt &s) { return std::holds_alternative<Gather>(s.node); });
  });
}

const Exchange *gathered(const Stmt &s) {
  auto *g = std::get_if<Gather>(&s.node);
  return g && g->meet.exchange ? &*g->meet.exchange : nullptr;
}

bool has_numbered(const Kernel &k) {
  return std::any_of(k.blocks.begin(), k.blocks.end(), [](const Block &b) {
    return std::any_of(b.stmts.begin(), b.stmts.end(),
                       [](const Stmt &s) { return std::holds_alternative<Numbered>(s.node); });
  });
}

const Barrier *warp_barrier(const Stmt &s) {
  auto *bar = std::get_if<Barrier>(&s.node);
  return bar && bar->scope == Scope::Warp ? bar : nullptr;
}

std::vector<unsigned> team_sizes(const Kernel &k) {
  std::set<unsigned> out;
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts)
      if (const Barrier *bar = warp_barrier(s))
        out.insert(bar->lanes);
      else if (auto *g = std::get_if<Gather>(&s.node); g && g->mask && !g->meet.exchange)
        out.insert(g->meet.lanes);
  if (k.terms.lock_step != 0)
    out.insert(k.terms.lock_step);
  return {out.begin(), out.end()};
}

std::vector<Expr> used_exprs(const Stmt &s) {
  std::vector<Expr> out;
  auto exchanged = [&](const Exchange &x) {
    out.push_back(x.value);
    if (x.rank)
      out.push_back(x.rank);
  };
  std::visit(support::Overloaded{
                 [&](const Assign &a) { out.push_back(a.value); },
                 [&](const Assume &a) { out.push_back(a.condition); },
                 [&](const Assert &a) { out.push_back(a.condition); },
                 [&](const Load &l) { out.push_back(l.offset); },
                 [&](const Store &st) {
                   out.push_back(st.offset);
                   out.insert(out.end(), st.values.begin(), st.values.end());
                 },
                 [&](const Atomic &a) {
                   out.push_back(a.offset);
                   out.insert(out.end(), a.operands.begin(), a.operands.end());
                 },
                 [](const Havoc &) {},
                 [](const Skip &) {},
                 [](const Fence &) {},
                 [](const Numbered &) {},
                 [&](const Barrier &b) {
                   if (b.exchange)
                     exchanged(*b.exchange);
                 },
                 [&](const Gather &g) {
                   if (g.mask)
                     out.push_back(g.mask);
                   if (g.meet.exchange)
                     exchanged(*g.meet.exchange);
                 },
             },
             s.node);
  return out;
}

std::vector<Expr> used_exprs(const Terminator &t) {
  if (auto *b = std::get_if<Branch>(&t.node))
    return {b->condition};
  if (auto *s = std::get_if<Switch>(&t.node))
    return {s->value};
  return {};
}

void collect_vars(const Expr &e, std::vector<VarId> &out) {
  for_each_node(e, [&](const ExprNode &n) {
    if (n.op == Op::Var)
      out.push_back(n.var);
  });
}

std::vector<std::vector<BlockId>> predecessors(const Kernel &k) {
  std::vector<std::vector<BlockId>> out(k.blocks.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (BlockId s : successors(k.blocks[b].end))
      out[s].push_back(b);
  return out;
}

Swap swap_of(const Atomic &a) {
  const Expr &put = a.operands[1];
  if (put->op == Op::Ite && equal(put->args[2], a.operands[0]))
    return {put->args[1], put->args[0]};
  return {put, nullptr};
}

AccessKind access_kind(const Atomic &a, Space space) {
  const bool load = a.op == AtomicOp::Load;
  switch (a.scope) {
  case AtomicScope::Thread: return load ? AccessKind::Read : AccessKind::AtomicAlone;
  case AtomicScope::Group:
    if (space != Space::Group)
      return load ? AccessKind::ReadInGroup : AccessKind::AtomicInGroup;
    break;
  case AtomicScope::Grid: break;
  }
  return AccessKind::Atomic;
}

bool acquires(const Atomic &a, Space own, Space of) { return a.order.acquire && (a.all_spaces || own == of); }
bool acquires_failing(const Atomic &a, Space own, Space of) {
  return a.acquires_failing && (a.all_spaces || own == of);
}
bool acquires_always(const Atomic &a, Space own, Space of) {
  return acquires(a, own, of) && (a.op != AtomicOp::CmpXchg || acquires_failing(a, own, of));
}
bool releases(const Atomic &a, Space own, Space of) { return a.order.release && (a.all_spaces || own == of); }

AccessKind between(AccessKind kind, bool same_group) {
  switch (kind) {
  case AccessKind::AtomicInGroup:
    return support::sound("scopes.between", same_group) ? AccessKind::Atomic : AccessKind::Write;
  case AccessKind::ReadInGroup: return same_group ? AccessKind::Atomic : AccessKind::Read;
  case AccessKind::AtomicAlone: return AccessKind::Write;
  case AccessKind::Read:
  case AccessKind::Write:
  case AccessKind::Atomic: break;
  }
  return kind;
}

std::vector<AccessRef> shared_accesses(const Kernel &k) {
  std::vector<AccessRef> out;
  auto add = [&](BlockId b, std::size_t i, AccessKind kind, ArrayId array, const Expr &offset, std::uint64_t n) {
    if (k.arrays[array].space != Space::Private)
      out.push_back({b, static_cast<std::uint32_t>(i), kind, array, offset, n});
  };
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::size_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const Stmt &s = k.blocks[b].stmts[i];
      if (auto *l = std::get_if<Load>(&s.node))
        add(b, i, AccessKind::Read, l->array, l->offset, l->dests.size() * l->per_value);
      else if (auto *st = std::get_if<Store>(&s.node))
        add(b, i, AccessKind::Write, st->array, st->offset, st->values.size() * st->per_value);
      else if (auto *a = std::get_if<Atomic>(&s.node))
        add(b, i, access_kind(*a, k.arrays[a->array].space), a->array, a->offset, a->per_value);
    }
  return out;
}

} // namespace lockstep::cfg
