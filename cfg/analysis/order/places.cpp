// Places of a kernel: see places.h.
#include "cfg/analysis/order/places.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

std::vector<ArrayUse> uses_of(const Kernel &k, ArrayId array) {
  std::vector<ArrayUse> out;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const Stmt &s = k.blocks[b].stmts[i];
      if (auto *st = std::get_if<Store>(&s.node); st && st->array == array)
        out.push_back({{b, i}, st, nullptr});
      else if (auto *a = std::get_if<Atomic>(&s.node); a && a->array == array)
        out.push_back({{b, i}, nullptr, a});
    }
  return out;
}

std::optional<std::vector<CellStore>> stores_to_counter(const Kernel &k, ArrayId array, std::uint64_t cell) {
  std::vector<CellStore> out;
  for (const auto &[place, store, atomic] : uses_of(k, array)) {
    if (atomic)
      continue;
    if (!is_const(store->offset) || store->per_value != 1)
      return std::nullopt;
    if (const std::uint64_t part = cell - store->offset->value; part < store->values.size())
      out.push_back({place, store->values[part]});
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

bool precedes(const DominatorTree &dominators, Point first, Point other) {
  return first.first == other.first ? first.second < other.second : dominators.dominates(first.first, other.first);
}

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
      if (stop && stop(stmts[stmt]))
        break;
    }
  }
  return false;
}

bool group_barrier(const Stmt &s, Space space) {
  auto *b = std::get_if<Barrier>(&s.node);
  return b && b->scope != Scope::Warp && (space == Space::Group ? b->fence_group : b->fence_global);
}

bool in_one_interval(const Kernel &k, Point p, Point q, Space space) {
  const auto barrier = [space](const Stmt &s) { return group_barrier(s, space); };
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

std::optional<OrderedAt> released_at_all(const Kernel &k, const SharedAccess &access, const std::vector<Point> &atomics,
                                         AtomicScope scope) {
  std::optional<OrderedAt> out;
  for (Point atomic : atomics) {
    out = OrderedAt::released(k, access, atomic, scope);
    if (!out)
      break;
  }
  return out;
}

Expr with_sizes(const Expr &e, const Launch &launch) {
  return replace(e, [&](const Expr &n) -> Expr {
    if ((n->op == Op::Trunc || n->op == Op::Zext) && n->args[0]->op == Op::NumGroups && n->type.width >= 32)
      return with_sizes(leaf(Op::NumGroups, static_cast<unsigned>(n->args[0]->value), n->type), launch); // below 2^32
    const bool size = n->op == Op::LocalSize, groups = n->op == Op::NumGroups;
    if (!size && !groups)
      return nullptr;
    const Launch::Extent &x = (size ? launch.local_size : launch.num_groups)[n->value];
    return x ? constant(n->type, *x) : nullptr;
  });
}

bool in_one_group(const Launch &launch) {
  return std::all_of(launch.num_groups.begin(), launch.num_groups.end(),
                     [](const Launch::Extent &n) { return n == Launch::Extent(1); });
}

bool same_in_group(const Kernel &k, const Expr &e) {
  return !any_node(e, [&](const ExprNode &n) {
    return n.op == Op::Read || n.op == Op::LocalId || n.op == Op::Call || (n.op == Op::Var && !k.vars[n.var].param);
  });
}
bool same_for_all(const Kernel &k, const Expr &e) {
  return same_in_group(k, e) && !any_node(e, [](const ExprNode &n) { return n.op == Op::GroupId; });
}

namespace {
// The ids in all dimensions of more than one, where whole ids are known to be constants.
std::optional<std::array<std::uint64_t, 3>> only_ids(const std::vector<Fact> &known, Op id,
                                                     const std::array<Launch::Extent, 3> &sizes) {
  std::array<std::uint64_t, 3> out{};
  for (unsigned d = 0; d < 3; ++d) {
    if (sizes[d] == Launch::Extent(1))
      continue;
    Expr found;
    for (const Fact &f : known)
      if (f.kind == Fact::Condition && f.expr->op == Op::Eq)
        for (std::size_t side : {0U, 1U})
          if (const Expr &x = f.expr->args[side], &y = f.expr->args[1 - side];
              x->op == id && x->value == d && x->type.width >= 32 && is_const(y))
            found = y;
    if (!found)
      return std::nullopt;
    out[d] = found->value;
  }
  return out;
}
} // namespace

std::optional<LocalIds> only_thread(const std::vector<Fact> &known, const Launch &launch) {
  return only_ids(known, Op::LocalId, launch.local_size);
}
std::optional<GroupIds> only_group(const std::vector<Fact> &known, const Launch &launch) {
  return only_ids(known, Op::GroupId, launch.num_groups);
}

bool contradicts(const std::vector<Fact> &known, const std::function<Expr(const Expr &)> &value_of,
                 const std::function<bool(const Fact &)> &follow) {
  const auto said = [&](const Expr &n) -> Expr {
    if (n->op != Op::Var)
      return nullptr;
    const auto says = std::find_if(known.begin(), known.end(), [&](const Fact &f) {
      return f.kind == Fact::Equation && f.var == n->var && follow(f);
    });
    return says == known.end() ? nullptr : says->expr;
  };
  const auto valued = [&](const Expr &n) -> Expr { return n->op == Op::Var ? value_of(n) : nullptr; };
  return std::any_of(known.begin(), known.end(), [&](const Fact &f) {
    if (f.kind != Fact::Equation)
      return is_const(replace(replace(f.expr, said), valued), 0);
    const Expr value = is_const(f.expr) ? value_of(variable(f.var, f.expr->type)) : nullptr;
    return value && value->value != f.expr->value;
  });
}

Edges::Edges(const Kernel &k, FactReader &facts) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (BlockId to : successors(k.blocks[b].end))
      known_.emplace(std::pair(b, to), facts.on_edge(b, to));
}

bool Edges::open_to(const LocalIds &ids, BlockId from, BlockId to) const {
  const std::vector<Fact> &all = known(from, to);
  return std::none_of(all.begin(), all.end(), [&](const Fact &f) {
    if (f.kind != Fact::Condition)
      return false;
    const Expr his = replace(f.expr, [&](const Expr &n) -> Expr {
      return n->op == Op::LocalId ? constant(n->type, ids[n->value]) : nullptr;
    });
    return is_const(his, 0) || (support::left_out("edges.ids") && !equal(his, f.expr));
  });
}

} // namespace lockstep::cfg
