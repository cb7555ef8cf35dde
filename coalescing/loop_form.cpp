// Forms of variables that loops change (lane_form.h).
#include "coalescing/form_arithmetic.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::coalescing {

using cfg::BlockId;
using cfg::Expr;
using cfg::Op;

// v == v@0 + what all lanes have added since.
std::optional<LaneForm> FormReader::drift(const Expr &e) {
  for (int l = a_.loops.loop_of[point_->block]; l >= 0; l = a_.loops.loops[static_cast<std::size_t>(l)].parent) {
    const auto loop = static_cast<std::size_t>(l);
    const cfg::Recurrence *r = a_.induction.loops[loop].of(e->var);
    if (!r || !r->init)
      continue;
    const auto [known, first] = point_->together.try_emplace({loop, e->var}, false);
    if (first)
      known->second = moved_together(loop, e->var);
    const auto init = known->second ? read(r->init) : std::nullopt;
    if (!init)
      return std::nullopt;
    const Expr number = cfg::constant(cfg::int_type(32), loop);
    LaneForm out = added(*init, symbol(cfg::call("moved", cfg::int_type(64), {number, e})), 1);
    out.shifted = out.narrow(e->type.width);
    return wrapped(out, e);
  }
  return std::nullopt;
}

// Is all that is added to the variable the same for the lanes that are at one point of the loop? Sound because they
// have made equally many rounds, each of them through the same blocks that add: these are entered by branches on values
// that lanes share, or that let other lanes leave the loop; and what is added they share, too.
bool FormReader::moved_together(std::size_t loop, cfg::VarId v) const {
  const auto inside = [&](BlockId b) { return a_.loops.contains(static_cast<int>(loop), b); };
  for (BlockId b : a_.loops.loops[loop].blocks)
    for (const cfg::Stmt &s : k_.blocks[b].stmts) {
      const std::vector<cfg::VarId> defined = cfg::defined_vars(s);
      if (std::find(defined.begin(), defined.end(), v) == defined.end())
        continue;
      auto *assigned = std::get_if<cfg::Assign>(&s.node);
      if (!assigned || (assigned->value->op != Op::Add && assigned->value->op != Op::Sub))
        return false;
      const Expr &x = assigned->value->args[0], &y = assigned->value->args[1];
      const bool first = x->op == Op::Var && x->var == v;
      const bool second = assigned->value->op == Op::Add && y->op == Op::Var && y->var == v;
      if ((!first && !second) || !cfg::is_uniform(first ? y : x, k_, uniform_, level_))
        return false;
      for (BlockId d : deciders_[b]) {
        if (!inside(d) || support::left_out("form_reader.together"))
          continue;
        const std::vector<Expr> asked = cfg::used_exprs(k_.blocks[d].end);
        const std::vector<BlockId> ways = cfg::successors(k_.blocks[d].end);
        const bool leaves = std::count_if(ways.begin(), ways.end(), inside) == 1;
        if (!leaves && (asked.empty() || !cfg::is_uniform(asked[0], k_, uniform_, level_)))
          return false;
      }
    }
  return true;
}

// v@k == init + k * step, and k is the same for all lanes of a request.
std::optional<LaneForm> FormReader::round(const Expr &e) {
  for (int l = a_.loops.loop_of[point_->block]; l >= 0; l = a_.loops.loops[static_cast<std::size_t>(l)].parent) {
    const auto loop = static_cast<std::size_t>(l);
    const cfg::Recurrence *r = a_.induction.linear(loop, e->var);
    const auto moved = point_->moved.at(loop).find(e->var);
    if (!r || !r->init || moved == point_->moved.at(loop).end())
      continue;
    auto out = read(r->init);
    const auto step = read(r->step);
    if (!out || !step || !alike(*step))
      return std::nullopt;
    const Expr number = cfg::constant(cfg::int_type(32), loop);
    if (step->concrete()) {
      out = added(*out, symbol(cfg::call("visit", cfg::int_type(64), {number}), step->lanes.front()), 1);
    } else {
      Number common = step->lanes.front();
      for (const Term &t : step->terms)
        common = common_factor(common, t.factors.front());
      out = added(*out, symbol(cfg::call("visit", cfg::int_type(64), {number, r->step}), common), 1);
    }
    for (Number &n : out->lanes)
      n += moved->second;
    out->shifted = out->narrow(e->type.width);
    if (r->wrap.signed_ok == cfg::NoWrap::MayWrap || moved->second != 0)
      out = wrapped(*out, e);
    return out;
  }
  return std::nullopt;
}

} // namespace lockstep::coalescing
