// See claimed_offset.h.
#include "cost/claims/claimed_offset.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "cfg/ir/text/shown_name.h"
#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::coalescing::claims {

namespace {

std::int64_t bits_of(const support::Wide &n) { return static_cast<std::int64_t>(n.bits()); }

} // namespace

Resolver::Resolver(const c::Kernel &k, const c::Analyses &a, unsigned lanes, Claimed &out)
    : k_(k), a_(a), out_(out), dom_(c::dominators(k)),
      uniform_(c::uniformity(k, a.loops, {.level = c::UniformityLevel::Team, .lanes = lanes, .launch = a.launch})),
      defs_(k.vars.size()) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t s = 0; s < k.blocks[b].stmts.size(); ++s)
      for (VarId v : c::defined_vars(k.blocks[b].stmts[s])) {
        auto *assign = std::get_if<c::Assign>(&k.blocks[b].stmts[s].node);
        defs_[v].push_back({b, s, assign ? assign->value : nullptr});
      }
}

Expr Resolver::resolve(const Expr &e, BlockId block, std::uint32_t stmt, unsigned depth) {
  if (depth > 64)
    throw Refused{"the offset is made in too many steps"};
  return c::replace(e, [&](const Expr &n) -> Expr {
    switch (n->op) {
    case Op::Var: return of_variable(n->var, block, stmt, depth);
    case Op::GroupId: return quantity(n, a_.launch.num_groups[n->value], "group_id");
    case Op::LocalSize: return known(n, a_.launch.local_size[n->value], "local_size");
    case Op::NumGroups: return known(n, a_.launch.num_groups[n->value], "num_groups");
    case Op::GlobalOffset: return c::constant(n->type, a_.launch.global_offset[n->value]);
    case OPS_OPAQUE: throw Refused{"the offset is computed by a function that is known by its name only"};
    case Op::Const:
    case Op::LocalId:
    case OPS_COMPUTED:
      if (n->type.is_float())
        throw Refused{"the offset is computed with floating-point numbers"};
      return nullptr;
    }
    LOCKSTEP_UNREACHABLE("every operation has its case");
  });
}

Expr Resolver::of_variable(VarId v, BlockId block, std::uint32_t stmt, unsigned depth) {
  const c::Var &var = k_.vars[v];
  if (var.type.is_float())
    throw Refused{"the offset is computed with floating-point numbers"};
  if (var.param && defs_[v].empty())
    return parameter(v, {0, 0}, var);
  if (!var.param && defs_[v].size() == 1) {
    const Definition &d = defs_[v].front();
    const bool before = d.block == block ? d.stmt < stmt : dom_.dominates(d.block, block);
    if (d.value && before)
      return resolve(d.value, d.block, d.stmt, depth + 1);
  }
  if (uniform_.var_uniform[v])
    return parameter(v, {block, stmt}, var);
  if (const Expr counted = in_its_loop(v, block, stmt, depth))
    return counted;
  if (!support::left_out("claims.uniform"))
    throw Refused{defs_[v].size() == 1 ? "the offset depends on what memory holds"
                                       : fmt::format("the offset depends on '{}', which threads set at several "
                                                     "places, each to its own value",
                                                     cfg::shown_name(var))};
  return parameter(v, {block, stmt}, var);
}

// What a variable that its loop moves by equal steps holds, if it still is what it was at the loop's head: the
// threads of a warp that are in the loop have gone round equally often.
Expr Resolver::in_its_loop(VarId v, BlockId block, std::uint32_t stmt, unsigned depth) {
  for (int l = a_.loops.loop_of[block]; l != -1; l = a_.loops.loops[static_cast<std::size_t>(l)].parent) {
    const auto loop = static_cast<std::size_t>(l);
    const std::vector<VarId> &moved = a_.induction.loops[loop].modified;
    if (std::find(moved.begin(), moved.end(), v) == moved.end())
      continue; // an outer loop's
    const c::Recurrence *r = a_.induction.linear(loop, v);
    if (!r || !r->init || !as_at_head(v, loop, block, stmt))
      return nullptr;
    const BlockId head = a_.loops.loops[loop].head;
    const Expr init = resolve(r->init, head, 0, depth + 1), step = resolve(r->step, head, 0, depth + 1);
    auto [at, fresh] = rounds_.try_emplace({loop, init->type.width});
    if (fresh)
      at->second = add(fmt::format("round.{}", loop), init->type, 0);
    // That neither wraps: what lies between two numbers that are not negative fits the type. Else nothing is said of
    // it, for an operation that wraps would make the claim one of fewer rounds.
    const bool fits = r->as_signed && a_.ranges.evaluate(r->init, head).as_signed.lo >= 0 &&
                      a_.ranges.evaluate(c::variable(v, k_.vars[v].type), head).as_signed.lo >= 0;
    return c::binary(Op::Add, init, c::binary(Op::Mul, at->second, step, fits), fits);
  }
  return nullptr;
}

// Does no way lead from an assignment in the loop to the place, but through the head?
bool Resolver::as_at_head(VarId v, std::size_t loop, BlockId block, std::uint32_t stmt) const {
  if (support::left_out("claims.head"))
    return true;
  std::vector<BlockId> todo;
  std::set<BlockId> seen;
  const auto behind = [&](BlockId b) {
    for (BlockId s : c::successors(k_.blocks[b].end))
      if (s != a_.loops.loops[loop].head && a_.loops.contains(static_cast<int>(loop), s) && seen.insert(s).second)
        todo.push_back(s);
  };
  for (const Definition &d : defs_[v])
    if (a_.loops.contains(static_cast<int>(loop), d.block)) {
      if (d.block == block && d.stmt < stmt)
        return false;
      behind(d.block);
    }
  while (!todo.empty()) {
    support::spend();
    const BlockId b = todo.back();
    todo.pop_back();
    behind(b);
  }
  return seen.count(block) == 0;
}

// What it holds at that place.
Expr Resolver::parameter(VarId v, cfg::Point place, const c::Var &var) {
  auto [at, fresh] = variables_.try_emplace({v, place});
  if (!fresh)
    return at->second;
  at->second = add(cfg::shown_name(var), var.type, 0);
  if (var.param || !var.type.is_int())
    return at->second;
  const c::Bounds range = a_.ranges.evaluate_before(c::variable(v, var.type), k_, place.first, place.second).as_signed;
  const c::Bounds all = c::full_range(var.type).as_signed;
  if (range.lo > all.lo)
    out_.assume(c::binary(Op::Sle, number(bits_of(range.lo), var.type), at->second));
  if (range.hi < all.hi)
    out_.assume(c::binary(Op::Sle, at->second, number(bits_of(range.hi), var.type)));
  if (range.lo > all.lo && range.hi < all.hi && range.hi - range.lo < 4096) {
    free_.back().from = range.lo.bits();
    free_.back().below = (range.hi - range.lo).bits() + 1;
  }
  return at->second;
}

Expr Resolver::known(const Expr &n, const c::Launch::Extent &size, const char *name) {
  return size ? c::constant(n->type, *size) : quantity(n, {}, name);
}
Expr Resolver::quantity(const Expr &n, const c::Launch::Extent &below, const char *name) {
  if (below && *below == 1)
    return c::constant(n->type, 0);
  auto [at, fresh] = quantities_.try_emplace({n->op, n->value});
  if (fresh) {
    const std::uint64_t most = below ? *below : std::uint64_t(1) << 31;
    at->second = add(fmt::format("{}.{}", name, n->value), id, most);
    out_.assume(c::binary(Op::Ult, at->second, number(static_cast<std::int64_t>(most), id)));
  }
  return fitted(at->second, n->type);
}
Expr Resolver::add(const std::string &name, Type type, std::uint64_t below) {
  const Expr p = out_.parameter(name, type);
  free_.push_back({p->var, below});
  return p;
}

} // namespace lockstep::coalescing::claims
