// Readers of the kernel IR: see kernel.h.
#include "cfg/ir/kernel.h"

#include "support/one_of.h"
#include "support/overloaded.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

namespace {
void push_unique(std::vector<BlockId> &out, BlockId b) {
  if (std::ranges::find(out, b) == out.end())
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

// A kind of statement that is new does not compile until it is said here what it assigns.
std::vector<VarId> defined_vars(const Stmt &s) {
  using Vars = std::vector<VarId>;
  const auto exchanged = [](const Barrier &bar) { return bar.exchange ? Vars{bar.exchange->dest} : Vars{}; };
  return std::visit(
      support::Overloaded{
          [](const Assign &a) { return Vars{a.var}; },
          [](const Havoc &h) { return Vars{h.var}; },
          [](const Load &l) { return l.dests; },
          [](const Atomic &a) { return a.dest ? Vars{*a.dest} : Vars{}; },
          [&](const Barrier &bar) { return exchanged(bar); },
          [&](const Gather &g) { return exchanged(g.meet); },
          [](const support::OneOf<Assume, Assert, Skip, Numbered, Store, Fence> auto &) { return Vars{}; },
      },
      s.node);
}

const Barrier *meeting(const Stmt &s) {
  auto *g = std::get_if<Gather>(&s.node);
  const Barrier *bar = g ? &g->meet : std::get_if<Barrier>(&s.node);
  return bar && bar->exchange ? bar : nullptr;
}

bool has_gathers(const Kernel &k) {
  return std::ranges::any_of(k.blocks, [](const Block &b) {
    return std::ranges::any_of(b.stmts, [](const Stmt &s) { return std::holds_alternative<Gather>(s.node); });
  });
}

const Exchange *gathered(const Stmt &s) {
  auto *g = std::get_if<Gather>(&s.node);
  return g && g->meet.exchange ? &*g->meet.exchange : nullptr;
}

bool has_numbered(const Kernel &k) {
  return std::ranges::any_of(k.blocks, [](const Block &b) {
    return std::ranges::any_of(b.stmts, [](const Stmt &s) { return std::holds_alternative<Numbered>(s.node); });
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
  BlockId block = 0;
  std::uint32_t stmt = 0;
  const auto add = [&](AccessKind kind, const auto &access, std::uint64_t granules) {
    if (k.arrays[access.array].space != Space::Private)
      out.push_back({block, stmt, kind, access.array, access.offset, granules});
  };
  const auto accesses = support::Overloaded{
      [&](const Load &l) { add(AccessKind::Read, l, l.dests.size() * l.per_value); },
      [&](const Store &s) { add(AccessKind::Write, s, s.values.size() * s.per_value); },
      [&](const Atomic &a) { add(access_kind(a, k.arrays[a.array].space), a, a.per_value); },
      [](const support::OneOf<Assign, Havoc, Assume, Assert, Skip, Barrier, Gather, Numbered, Fence> auto &) {},
  };
  for (block = 0; block < k.blocks.size(); ++block)
    for (stmt = 0; stmt < k.blocks[block].stmts.size(); ++stmt)
      std::visit(accesses, k.blocks[block].stmts[stmt].node);
  return out;
}

} // namespace lockstep::cfg
