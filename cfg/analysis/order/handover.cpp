// Handovers: see handover.h.
#include "cfg/analysis/order/handover/parts.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/text/shown_name.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

const Tokens *Handovers::of(BlockId block, std::uint32_t stmt) const {
  const auto it = at.find({block, stmt});
  return it == at.end() ? nullptr : &it->second;
}

std::size_t Handovers::open(Channel c) {
  channels.push_back(std::move(c));
  return channels.size() - 1;
}

std::vector<bool> Handovers::handed(const Kernel &k) const {
  std::vector<bool> out(k.arrays.size(), false);
  for (const auto &[point, h] : at) {
    const Stmt &s = k.blocks[point.first].stmts[point.second];
    if (auto *st = std::get_if<Store>(&s.node))
      out[st->array] = true;
    else if (auto *a = std::get_if<Atomic>(&s.node); a && a->op != AtomicOp::Load)
      out[a->array] = true;
  }
  return out;
}

std::vector<SharedAccess> accesses_to_order(const Kernel &k) {
  std::vector<SharedAccess> out;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const Stmt &s = k.blocks[b].stmts[i];
      auto add = [&](ArrayId array, bool waits) {
        if (k.arrays[array].space != Space::Private)
          out.push_back({{b, i}, array, k.arrays[array].space, waits});
      };
      if (auto *l = std::get_if<Load>(&s.node))
        add(l->array, l->fresh);
      else if (auto *st = std::get_if<Store>(&s.node))
        add(st->array, true);
      else if (auto *a = std::get_if<Atomic>(&s.node))
        add(a->array, true);
    }
  return out;
}

bool fences(const Fence &f, Space space) { return space == Space::Group ? f.fence_group : f.fence_global; }

bool reaches(const Kernel &k, std::optional<Point> from, Point to, const std::function<bool(const Stmt &)> &stop) {
  std::vector<Point> todo{from ? Point{from->first, from->second + 1} : Point{0, 0}};
  std::set<BlockId> entered;
  while (!todo.empty()) {
    support::spend();
    auto [block, stmt] = todo.back();
    todo.pop_back();
    const std::vector<Stmt> &stmts = k.blocks[block].stmts;
    for (;; ++stmt) {
      if (Point{block, stmt} == to)
        return true;
      if (stmt == stmts.size()) {
        for (BlockId next : successors(k.blocks[block].end))
          if (entered.insert(next).second)
            todo.push_back({next, 0});
        break;
      }
      if (stop(stmts[stmt]))
        break;
    }
  }
  return false;
}

bool in_one_interval(const Kernel &k, Point p, Point q, const std::function<bool(const Stmt &)> &barrier) {
  auto from = [&](std::optional<Point> start) {
    return reaches(k, start, p, barrier) && reaches(k, start, q, barrier);
  };
  if (from(std::nullopt))
    return true;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      if (barrier(k.blocks[b].stmts[i]) && from(Point(b, i)))
        return true;
  return false;
}

bool group_barrier(const Stmt &s) {
  auto *b = std::get_if<Barrier>(&s.node);
  return b && b->scope != Scope::Warp && b->fence_global;
}

bool looks(const Atomic &a) {
  switch (a.op) {
  case AtomicOp::Load: return true;
  case AtomicOp::Add:
  case AtomicOp::Sub:
  case AtomicOp::Or:
  case AtomicOp::Xor: return is_const(a.operands[0], 0);
  case AtomicOp::CmpXchg: return is_const(a.operands[0]) && equal(a.operands[0], a.operands[1]);
  case AtomicOp::Xchg:
  case AtomicOp::Inc:
  case AtomicOp::Dec:
  case ATOMICS_MIN_MAX:
  case AtomicOp::And:
  case AtomicOp::Store:
  case AtomicOp::FAdd:
  case AtomicOp::Other: break;
  }
  return false;
}

std::string name_of(const Kernel &k, ArrayId array) { return shown_name(k.arrays[array]); }

std::optional<LocalIds> only_thread(const std::vector<Fact> &known, const Launch &launch) {
  LocalIds out{};
  for (unsigned d = 0; d < 3; ++d) {
    if (launch.local_size[d] == Launch::Extent(1))
      continue;
    auto is = [&](const Expr &x, const Expr &y) { // the whole id
      return x->op == Op::LocalId && x->value == d && x->type.width >= 32 && is_const(y);
    };
    Expr id;
    for (const Fact &f : known)
      if (f.kind == Fact::Condition && f.expr->op == Op::Eq)
        for (std::size_t side : {0U, 1U})
          if (is(f.expr->args[side], f.expr->args[1 - side]))
            id = f.expr->args[1 - side];
    if (!id)
      return std::nullopt;
    out[d] = id->value;
  }
  return out;
}

bool may_hand_over(const Kernel &k) {
  bool atomics = false, orders = false;
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts) {
      auto *a = std::get_if<Atomic>(&s.node);
      atomics = atomics || a;
      orders = orders || std::holds_alternative<Fence>(s.node) || (a && (a->order.acquire || a->order.release));
    }
  return (atomics && orders) || has_numbered(k);
}

Handovers handovers(const Kernel &k, const Facts &facts, const Launch &launch) {
  Handovers out;
  if (k.terms.lock_step != 0) // then each of them may be; by what, is said of an interval (lock_step.h)
    for (const AccessRef &a : shared_accesses(k))
      out.at[{a.block, a.stmt}];
  const auto is_atomic = [](const Stmt &s) { return std::holds_alternative<Atomic>(s.node); };
  if (std::none_of(k.blocks.begin(), k.blocks.end(),
                   [&](const Block &b) { return std::any_of(b.stmts.begin(), b.stmts.end(), is_atomic); }))
    return out;
  find_locks(k, facts, launch, out);
  find_counters(k, facts, launch, out);
  find_posts(k, facts, launch, out);
  return out;
}

} // namespace lockstep::cfg
