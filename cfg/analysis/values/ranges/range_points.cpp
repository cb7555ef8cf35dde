// Where conditions become known, and what statements do to ranges: see range_solver.h.
#include "cfg/analysis/values/ranges/range_solver.h"

#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
constexpr std::size_t max_equations = 48; // per point

// The equations that matter for the conditions: of their variables, of the variables in those equations, and so on;
// then of the live variables that are computed from any of these.
Equations relevant(const std::vector<Expr> &conditions, const std::vector<Fact> &facts, const std::vector<bool> *live) {
  Equations out;
  std::vector<VarId> reached;
  auto reach = [&](const Expr &e) {
    for (VarId v : variables(e))
      if (std::ranges::find(reached, v) == reached.end())
        reached.push_back(v);
  };
  for (const Expr &c : conditions)
    reach(c);
  auto usable = [](const Fact &f) { return f.kind == Fact::Equation && !f.expr->type.is_float(); };
  for (std::size_t i = 0; i < reached.size() && out.size() < max_equations / 2; ++i)
    for (const Fact &f : facts)
      if (usable(f) && f.var == reached[i]) {
        out.push_back({f.var, f.expr});
        reach(f.expr);
        break;
      }
  std::size_t backwards = out.size();
  for (const Fact &f : facts) {
    if (out.size() >= max_equations)
      break;
    if (!usable(f) || (live && !(*live)[f.var]) || is_const(f.expr))
      continue;
    auto known = std::any_of(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(backwards),
                             [&](const auto &e) { return e.first == f.var; });
    std::vector<VarId> vars = variables(f.expr);
    auto depends = std::ranges::any_of(vars, [&](VarId v) { return std::ranges::find(reached, v) != reached.end(); });
    if (depends && !known) {
      out.push_back({f.var, f.expr});
      if (std::ranges::find(reached, f.var) == reached.end())
        reached.push_back(f.var);
    }
  }
  return out;
}
} // namespace

void RefinementPoint::apply(RangeState &s, const RangeContext &c) const {
  for (int round = 0; round < 2; ++round) // what one condition says may sharpen another
    for (const Expr &e : conditions)
      refine(s, e, true, c, equations);
  refine_by(s, c, equations);
}

RefinementPoints refinement_points(const Kernel &k, const Facts &facts, const Liveness &live) {
  RefinementPoints out;
  FactReader reader(k, facts);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    if (!facts.reachable[b])
      continue;
    const Block &block = k.blocks[b];
    std::vector<std::size_t> stmts;
    std::vector<std::vector<Expr>> conditions;
    for (std::size_t i = 0; i < block.stmts.size(); ++i) {
      if (auto *a = std::get_if<Assume>(&block.stmts[i].node))
        conditions.push_back(conjuncts(a->condition));
      else if (auto *t = std::get_if<Assert>(&block.stmts[i].node);
               t && facts.options.asserts && !is_pairwise(t->condition))
        conditions.push_back(conjuncts(t->condition));
      else
        continue;
      stmts.push_back(i);
    }
    bool branches = successors(block.end).size() > 1;
    if (stmts.empty() && !branches)
      continue;
    stmts.push_back(block.stmts.size());
    auto known = reader.before(b, stmts);
    for (std::size_t i = 0; i + 1 < stmts.size(); ++i)
      out.at_stmt[{b, stmts[i]}] = {conditions[i], relevant(conditions[i], known[i], nullptr)};
    if (branches)
      for (BlockId t : successors(block.end)) {
        std::vector<Expr> on_edge = edge_conditions(block, t);
        if (!on_edge.empty())
          out.on_edge[{b, t}] = {on_edge, relevant(on_edge, known.back(), &live.at_entry[t])};
      }
  }
  return out;
}

namespace {
void load(const Kernel &k, const Load &l, const Bounds *counted, RangeState &s, const RangeContext &c,
          NodeTable *record) {
  ExprRange offset = evaluate(l.offset, s, c, record);
  for (VarId v : l.dests)
    s.forget(v);
  for (std::size_t i = 0; i < l.dests.size(); ++i) {
    Type type = k.vars[l.dests[i]].type;
    if (l.per_value != 1 || type.width != k.arrays[l.array].granule_bytes * 8 || !type.is_int())
      continue;
    Wide index = Wide(i);
    Bounds at = add(offset.as_unsigned, {index, index});
    if (counted)
      s.set(l.dests[i], {*counted, *counted}, type);
    else
      s.set(l.dests[i], c.read(l.array, type, {at, at}), type);
  }
}
} // namespace

void transfer(const Kernel &k, BlockId b, std::size_t stmt, RangeState &s, const RangeContext &c,
              const RefinementPoints &points, NodeTable *record) {
  const Stmt &st = k.blocks[b].stmts[stmt];
  if (auto *a = std::get_if<Assign>(&st.node)) {
    ExprRange r = evaluate(a->value, s, c, record, counted_sum(k.blocks[b], stmt));
    Type type = k.vars[a->var].type;
    if (type.is_float())
      s.forget(a->var);
    else
      s.set(a->var, r, type);
    return;
  }
  if (auto *l = std::get_if<Load>(&st.node)) {
    const auto counted = c.counted.find({b, static_cast<std::uint32_t>(stmt)});
    return load(k, *l, counted == c.counted.end() ? nullptr : &counted->second, s, c, record);
  }
  if (record)
    for (const Expr &e : used_exprs(st))
      evaluate(e, s, c, record, counted_sum(st));
  if (const Barrier *met = meeting(st)) {
    const Exchange &x = *met->exchange;
    const Type type = k.vars[x.dest].type;
    const ExprRange given = exchanged_range(x, met->lanes, evaluate(x.value, s, c, nullptr), type);
    s.forget(x.dest);
    return s.set(x.dest, given, type);
  }
  for (VarId v : defined_vars(st))
    s.forget(v);
  if (auto it = points.at_stmt.find({b, stmt}); it != points.at_stmt.end())
    it->second.apply(s, c);
}

} // namespace lockstep::cfg
