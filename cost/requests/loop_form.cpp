// Forms of variables that loops change (lane_form.h).
#include "cfg/analysis/graph/dominators.h"
#include "cfg/ir/op_groups.h"
#include "cost/requests/accesses.h"
#include "cost/requests/form_arithmetic.h"
#include "cost/requests/point_forms.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <functional>
#include <set>

namespace lockstep::coalescing {

using cfg::BlockId;
using cfg::Expr;
using cfg::Op;

namespace {

using Shared = std::function<bool(const Expr &)>; // do all lanes of a warp have the same there?

// The variable that the value is, up to what lanes share and to multiples of 2^width; nothing: it is something else.
std::optional<cfg::VarId> source_of(const Expr &e, unsigned width, const Shared &shared) {
  if (!e->type.is_int() || e->type.width < width)
    return std::nullopt;
  switch (e->op) {
  case Op::Var: return e->var;
  case OPS_CAST: return source_of(e->args[0], width, shared);
  case Op::Add:
    if (shared(e->args[0]))
      return source_of(e->args[1], width, shared);
    [[fallthrough]];
  case Op::Sub: return shared(e->args[1]) ? source_of(e->args[0], width, shared) : std::nullopt;
  case Op::Const:
  case OPS_LAUNCH:
  case Op::Mul:
  case Op::Shl:
  case OPS_NO_FLAGS:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: return std::nullopt;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

using Definition = Groundwork::Definition;

// What a variable was set to once, if everything else that it and those that it is a copy of are set to is one of them,
// moved by what lanes share.
//
// Sound because lanes that are at one point together have gone through the same of these assignments: whether each is
// made is decided by branches on values that lanes share, or by such as lead to the point one way only; what it adds
// they share; and what the variable was set to is made of what has been set once, before that, and in no loop.
class SetOnce {
public:
  SetOnce(const cfg::Kernel &k, const cfg::Analyses &a, const Deciders &deciders, const Point &point,
          const Shared &shared)
      : k_(k), a_(a), deciders_(deciders), point_{point.block, point.stmt}, shared_(shared),
        dominators_(point.work.dominators), defined_(point.work.defined) {}

  // Null: there is none.
  Expr of(cfg::VarId v) const {
    Expr out;
    std::set<cfg::VarId> seen{v};
    std::set<BlockId> blocks;
    for (std::vector<cfg::VarId> todo{v}; !todo.empty();) {
      const cfg::VarId u = todo.back();
      todo.pop_back();
      if (k_.vars[u].param || k_.vars[u].type.width != k_.vars[v].type.width)
        return nullptr;
      for (const Definition &d : defined_[u]) {
        auto *assigned = std::get_if<cfg::Assign>(&k_.blocks[d.block].stmts[d.stmt].node);
        if (!assigned)
          return nullptr;
        blocks.insert(d.block);
        if (const auto from = source_of(assigned->value, k_.vars[v].type.width, shared_)) {
          if (seen.insert(*from).second)
            todo.push_back(*from);
        } else if ((out && !cfg::equal(out, assigned->value)) || a_.loops.loop_of[d.block] >= 0 || !before(d, point_) ||
                   !lasts(assigned->value, d)) {
          return nullptr;
        } else {
          out = assigned->value;
        }
      }
    }
    return out && together(blocks) ? out : nullptr;
  }

private:
  bool before(const Definition &a, const Definition &b) const { // wherever `b` is reached
    return a.block == b.block ? a.stmt < b.stmt : dominators_.strictly_dominates(a.block, b.block);
  }
  bool lasts(const Expr &e, const Definition &at) const {
    bool out = true;
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
      out = out && n.op != Op::Read &&
            (n.op != Op::Var || k_.vars[n.var].param ||
             (defined_[n.var].size() == 1 && a_.loops.loop_of[defined_[n.var][0].block] < 0 &&
              before(defined_[n.var][0], at)));
    });
    return out;
  }
  bool together(const std::set<BlockId> &blocks) const {
    std::vector<bool> leads(k_.blocks.size(), false); // to the point
    leads[point_.block] = true;
    for (bool more = true; more;) {
      more = false;
      for (BlockId b = 0; b < k_.blocks.size(); ++b) {
        const std::vector<BlockId> ways = cfg::successors(k_.blocks[b].end);
        if (!leads[b] && std::any_of(ways.begin(), ways.end(), [&](BlockId w) { return leads[w]; }))
          more = leads[b] = true;
      }
    }
    for (BlockId b : blocks)
      for (BlockId d : deciders_[b]) {
        const std::vector<Expr> asked = cfg::used_exprs(k_.blocks[d].end);
        const std::vector<BlockId> all = cfg::successors(k_.blocks[d].end);
        const std::set<BlockId> ways(all.begin(), all.end());
        const auto leading = std::count_if(ways.begin(), ways.end(), [&](BlockId w) { return leads[w]; });
        if (support::unsound("loop_form.together", leading > 1 && (asked.empty() || !shared_(asked[0]))))
          return false;
      }
    return true;
  }

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const Deciders &deciders_;
  const Definition point_;
  const Shared &shared_;
  const cfg::DominatorTree &dominators_;
  const std::vector<std::vector<Definition>> &defined_; // by variable
};

// Is all that is added to the variable the same for the lanes that are at one point of the loop? Sound because they
// have made equally many rounds, each of them through the same blocks that add: these are entered by branches on values
// that lanes share, or that let other lanes leave the loop; and what is added they share, too.
bool moved_together(const FormSetting &setting, std::size_t loop, cfg::VarId v) {
  const auto inside = [&](BlockId b) { return setting.analyses.loops.contains(static_cast<int>(loop), b); };
  for (BlockId b : setting.analyses.loops.loops[loop].blocks)
    for (const cfg::Stmt &s : setting.kernel.blocks[b].stmts) {
      const std::vector<cfg::VarId> defined = cfg::defined_vars(s);
      if (std::find(defined.begin(), defined.end(), v) == defined.end())
        continue;
      auto *assigned = std::get_if<cfg::Assign>(&s.node);
      if (!assigned || (assigned->value->op != Op::Add && assigned->value->op != Op::Sub))
        return false;
      const Expr &x = assigned->value->args[0], &y = assigned->value->args[1];
      const bool first = x->op == Op::Var && x->var == v;
      const bool second = assigned->value->op == Op::Add && y->op == Op::Var && y->var == v;
      if ((!first && !second) || !setting.is_uniform(first ? y : x))
        return false;
      for (BlockId d : setting.deciders[b]) {
        if (support::sound("form_reader.together", !inside(d)))
          continue;
        const std::vector<Expr> asked = cfg::used_exprs(setting.kernel.blocks[d].end);
        const std::vector<BlockId> ways = cfg::successors(setting.kernel.blocks[d].end);
        const bool leaves = std::count_if(ways.begin(), ways.end(), inside) == 1;
        if (!leaves && (asked.empty() || !setting.is_uniform(asked[0])))
          return false;
      }
    }
  return true;
}

// v == v@0 + what all lanes have added since.
std::optional<LaneForm> drift(PointForms &at, const Expr &e) {
  for (int l = at.setting.analyses.loops.loop_of[at.point.block]; l >= 0;
       l = at.setting.analyses.loops.loops[static_cast<std::size_t>(l)].parent) {
    const auto loop = static_cast<std::size_t>(l);
    const cfg::Recurrence *r = at.setting.analyses.induction.loops[loop].of(e->var);
    if (!r || !r->init)
      continue;
    const auto [known, first] = at.point.together.try_emplace({loop, e->var}, false);
    if (first)
      known->second = moved_together(at.setting, loop, e->var);
    const auto init = known->second ? at.read(r->init) : std::nullopt;
    if (!init)
      break;
    const Expr number = cfg::constant(cfg::int_type(32), loop);
    LaneForm out = added(*init, at.symbols.form(cfg::call("moved", cfg::int_type(64), {number, e})), 1);
    out.shifted = out.narrow(e->type.width);
    return wrapped(out, e);
  }
  const auto [known, first] = at.point.together.try_emplace({~std::size_t(0), e->var}, true); // there is an origin
  if (!known->second || at.setting.is_uniform(e))
    return std::nullopt;
  const Shared shared = [&](const Expr &part) { return at.setting.is_uniform(part); };
  const Expr origin = SetOnce(at.setting.kernel, at.setting.analyses, at.setting.deciders, at.point, shared).of(e->var);
  const auto init = origin ? at.read(origin) : std::nullopt;
  if (!origin)
    known->second = false;
  if (!init)
    return std::nullopt;
  LaneForm out = added(*init, at.symbols.form(cfg::call("moved", cfg::int_type(64), {e})), 1);
  out.shifted = out.narrow(e->type.width);
  return wrapped(out, e);
}

// v@k == init + k * step, and k is the same for all lanes of a request.
std::optional<LaneForm> round(PointForms &at, const Expr &e) {
  for (int l = at.setting.analyses.loops.loop_of[at.point.block]; l >= 0;
       l = at.setting.analyses.loops.loops[static_cast<std::size_t>(l)].parent) {
    const auto loop = static_cast<std::size_t>(l);
    const cfg::Recurrence *r = at.setting.analyses.induction.linear(loop, e->var);
    const auto moved = at.point.moved.at(loop).find(e->var);
    if (!r || !r->init || moved == at.point.moved.at(loop).end())
      continue;
    auto out = at.read(r->init);
    const auto step = at.read(r->step);
    if (!out || !step || !alike(*step))
      return std::nullopt;
    const Expr number = cfg::constant(cfg::int_type(32), loop);
    if (step->concrete()) {
      out = added(*out, at.symbols.form(cfg::call(visit, cfg::int_type(64), {number}), step->lanes.front()), 1);
    } else {
      Number common = step->lanes.front();
      for (const Term &t : step->terms)
        common = common_factor(common, t.factors.front());
      out = added(*out, at.symbols.form(cfg::call(visit, cfg::int_type(64), {number, r->step}), common), 1);
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

} // namespace

std::optional<LaneForm> loop_form(PointForms &at, const Expr &e) {
  auto out = round(at, e);
  return out ? out : drift(at, e);
}

} // namespace lockstep::coalescing
