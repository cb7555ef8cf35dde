// Points to meet at: see meeting.h. Two barriers, one for threads whose values are some unknown ones, the other for all
// others, so that threads which differ do not meet for some such values.
#include "frontend/lower/builtins/meeting.h"

#include "cfg/ir/pairwise.h"
#include "frontend/lower/build_terms.h"

#include <utility>

namespace lockstep::frontend {

using cfg::Expr;

namespace {
// All threads of the group must pass the same arguments: nothing but launch quantities of the group, parameters and
// constants may decide on them.
bool is_group_uniform(const Context &cx, const Expr &e) {
  bool uniform = true;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
    if (n.op == cfg::Op::LocalId)
      uniform = false;
    if (n.op == cfg::Op::Var && !cx.out.kernel.vars[n.var].param) {
      auto it = cx.values.definitions().find(n.var);
      uniform = uniform && it != cx.values.definitions().end() && is_group_uniform(cx, it->second);
    }
  });
  return uniform;
}

void meet_at(Context &cx, const cfg::Barrier &barrier, const std::vector<Expr> &values) {
  Expr agreed = cfg::boolean(true);
  for (const Expr &e : values)
    if (e && !is_group_uniform(cx, e))
      agreed = both(agreed, equal_to(e, any_value(cx.out, cfg::VarKind::CopyMeeting, "async.same", e->type)));
  if (cfg::is_const(agreed))
    return cx.out.emit(barrier);
  cfg::BlockId first = cx.out.new_block("async.same"), second = cx.out.new_block("async.other"),
               join = cx.out.new_block("async.met");
  cx.out.finish_block(cfg::Branch{agreed, first, second});
  for (cfg::BlockId b : {first, second}) {
    cx.out.block = b;
    cx.out.emit(barrier);
    cx.out.finish_block(cfg::Goto{{join}});
  }
  cx.out.block = join;
}
} // namespace

namespace {
// Does nothing stand between the barrier invariants at hand and the end of the block but what computes?
bool stand_in_front(const Builder &out, std::size_t count) {
  const std::vector<cfg::Stmt> &stmts = out.kernel.blocks[out.block].stmts;
  std::size_t met = 0;
  for (auto s = stmts.rbegin(); s != stmts.rend() && met < count; ++s) {
    const auto *a = std::get_if<cfg::Assert>(&s->node);
    if (a && a->kind == cfg::AssertKind::AtBarrier)
      ++met;
    else if (!a && !std::holds_alternative<cfg::Assign>(s->node) && !std::holds_alternative<cfg::Assume>(s->node) &&
             !std::holds_alternative<cfg::Skip>(s->node))
      return false;
  }
  return met == count;
}
} // namespace

void barrier_statement(Builder &out, cfg::Scope scope, bool group, bool global) {
  if (out.annotation)
    return out.refuse("a barrier in an annotation");
  const std::vector<BarrierInvariant> said = std::exchange(out.at_barrier, {});
  if (!said.empty() && (scope == cfg::Scope::Warp || !stand_in_front(out, said.size())))
    return out.refuse("a barrier invariant that does not stand directly in front of a barrier of the group");
  out.emit(cfg::Barrier{scope, group, global});
  for (const BarrierInvariant &b : said) {
    for (const Expr &id : b.threads)
      out.emit(cfg::Assume{cfg::at_thread(b.condition, id), cfg::AssumeKind::Barrier});
    for (const auto &[id, other] : b.pairs)
      out.emit(cfg::Assume{cfg::at_pair(b.condition, id, other), cfg::AssumeKind::Barrier});
  }
}

void meet_with(Context &cx, const std::vector<Expr> &values, bool fences) {
  meet_at(cx, {cfg::Scope::Group, fences, fences}, values);
}

void meet_tile_with(Context &cx, const std::vector<Expr> &values, unsigned lanes) {
  meet_at(cx, {cfg::Scope::Warp, false, false, lanes}, values);
}

} // namespace lockstep::frontend
