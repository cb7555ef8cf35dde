// Exploring tuples of values: see value_explorer.h.
#include "cfg/analysis/values/value_explorer.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/ir/evaluate.h"
#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace lockstep::cfg {

namespace {
constexpr std::size_t max_paths = 16; // tuples at a point of a round; of more only what they agree on is kept

void normalise(std::vector<Tuple> &tuples) {
  std::sort(tuples.begin(), tuples.end());
  tuples.erase(std::unique(tuples.begin(), tuples.end()), tuples.end());
}

// What all of them agree on.
Tuple common(const std::vector<Tuple> &tuples) {
  Tuple out = tuples.front();
  for (const Tuple &t : tuples)
    for (std::size_t i = 0; i < t.size(); ++i)
      if (out[i] != t[i])
        out[i].reset();
  return out;
}

// c == v, or a disjunction of such equations of one variable.
bool equations(const Expr &e, std::optional<VarId> &v, std::vector<std::uint64_t> &values) {
  if (e->op == Op::Or)
    return equations(e->args[0], v, values) && equations(e->args[1], v, values);
  if (e->op != Op::Eq)
    return false;
  const Expr &x = e->args[is_const(e->args[0]) ? 1 : 0], &c = e->args[is_const(e->args[0]) ? 0 : 1];
  if (x->op != Op::Var || !is_const(c) || (v && *v != x->var))
    return false;
  v = x->var;
  values.push_back(c->value);
  return true;
}
} // namespace

Explorer::Explorer(const Kernel &k, Liveness live, LaunchRange launch, bool asserts)
    : k_(k), launch_(std::move(launch)), asserts_(asserts), live_(std::move(live)) {
  std::vector<bool> written = written_arrays(k);
  for (ArrayId a = 0; a < k.arrays.size(); ++a)
    contents_.push_back(!written[a] && !k.arrays[a].initial.empty());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (BlockId t : successors(k.blocks[b].end))
      on_edge_[{b, t}] = edge_conditions(k.blocks[b], t);
}

bool Explorer::known_contents(const Load &l) const {
  if (!contents_[l.array] || l.per_value != 1)
    return false;
  return std::all_of(l.dests.begin(), l.dests.end(), [&](VarId d) {
    return k_.vars[d].type.is_int() && k_.vars[d].type.width == k_.arrays[l.array].granule_bytes * 8;
  });
}

bool Explorer::gives_value(const Stmt &s, VarId v, const std::vector<bool> &known) const {
  if (auto *a = std::get_if<Assign>(&s.node))
    return a->var == v && has_value(a->value, known);
  auto *l = std::get_if<Load>(&s.node);
  return l && known_contents(*l) && has_value(l->offset, known);
}

// --- statements -------------------------------------------------------------------------------------------

void Explorer::assign(VarId v, const Expr &value, std::vector<Tuple> &tuples, const Scope &s) const {
  std::size_t place = static_cast<std::size_t>(s.place[v]);
  std::vector<Tuple> more;
  for (Tuple &t : tuples) {
    Values values = evaluate(value, t, s);
    t[place] = values ? std::optional(values->front()) : std::nullopt;
    for (std::size_t i = 1; values && i < values->size(); ++i) {
      more.push_back(t);
      more.back()[place] = (*values)[i];
    }
  }
  tuples.insert(tuples.end(), more.begin(), more.end());
}

void Explorer::load(const Load &l, std::vector<Tuple> &tuples, const Scope &s) const {
  const std::vector<std::uint64_t> &cells = k_.arrays[l.array].initial;
  std::vector<Tuple> out;
  for (const Tuple &t : tuples) {
    Values offsets = evaluate(l.offset, t, s);
    // Outside the known contents the value is any.
    if (!offsets || offsets->empty() || offsets->back() >= cells.size() ||
        cells.size() - offsets->back() < l.dests.size())
      offsets.reset();
    for (std::size_t i = 0; i < (offsets ? offsets->size() : 1); ++i) {
      out.push_back(t);
      for (std::size_t d = 0; d < l.dests.size(); ++d)
        if (int place = s.place[l.dests[d]]; place >= 0)
          out.back()[static_cast<std::size_t>(place)] =
              offsets ? std::optional(mask_to_width(cells[(*offsets)[i] + d], k_.vars[l.dests[d]].type.width))
                      : std::nullopt;
    }
  }
  tuples = std::move(out);
}

void Explorer::assume(const Expr &condition, std::vector<Tuple> &tuples, const Scope &s) const {
  std::optional<VarId> v;
  std::vector<std::uint64_t> values;
  bool gives = equations(condition, v, values) && s.place[*v] >= 0;
  std::vector<Tuple> out;
  for (Tuple &t : tuples) {
    if (gives && !t[static_cast<std::size_t>(s.place[*v])]) {
      for (std::uint64_t x : values) {
        out.push_back(t);
        out.back()[static_cast<std::size_t>(s.place[*v])] = x;
      }
      continue;
    }
    Values c = evaluate(condition, t, s);
    if (c ? c->back() != 0 : !support::left_out("value_explorer.unknown"))
      out.push_back(std::move(t));
  }
  tuples = std::move(out);
}

void Explorer::execute(const Stmt &stmt, std::vector<Tuple> &tuples, const Scope &s) const {
  if (auto *a = std::get_if<Assign>(&stmt.node)) {
    if (s.place[a->var] >= 0)
      assign(a->var, a->value, tuples, s);
    return;
  }
  const Expr *condition = nullptr;
  if (auto *a = std::get_if<Assume>(&stmt.node))
    condition = &a->condition;
  else if (auto *t = std::get_if<Assert>(&stmt.node); t && asserts_ && !is_pairwise(t->condition))
    condition = &t->condition;
  if (condition) {
    if (concerns(*condition, s))
      for (const Expr &c : conjuncts(*condition))
        assume(c, tuples, s);
    return;
  }
  std::vector<VarId> defined = defined_vars(stmt);
  std::erase_if(defined, [&](VarId v) { return s.place[v] < 0; });
  if (defined.empty())
    return;
  if (auto *l = std::get_if<Load>(&stmt.node); l && known_contents(*l))
    return load(*l, tuples, s);
  for (Tuple &t : tuples)
    for (VarId v : defined)
      t[static_cast<std::size_t>(s.place[v])].reset();
}

void Explorer::execute(BlockId b, std::size_t stmts, std::vector<Tuple> &tuples, const Scope &s) const {
  for (std::size_t i = 0; i < stmts; ++i) {
    execute(k_.blocks[b].stmts[i], tuples, s);
    normalise(tuples);
  }
}

void Explorer::follow(BlockId from, BlockId to, std::vector<Tuple> &tuples, const Scope &s) const {
  for (const Expr &c : on_edge_.at({from, to}))
    if (concerns(c, s))
      assume(c, tuples, s);
}

// Could evaluating it on a tuple give a value?
bool Explorer::concerns(const Expr &e, const Scope &s) const {
  bool other = false, ours = false;
  for (VarId v : variables(e)) {
    ours = ours || s.place[v] >= 0;
    other = other || s.place[v] < 0;
  }
  return ours || !other;
}

Explorer::Scope Explorer::scope_of(const std::vector<VarId> &vars) const {
  Scope s{std::vector<int>(k_.vars.size(), -1)};
  for (std::size_t i = 0; i < vars.size(); ++i)
    s.place[vars[i]] = static_cast<int>(i);
  return s;
}

// --- exploring --------------------------------------------------------------------------------------------

Explorer::Part Explorer::part(BlockId b, const Scope &s) const {
  Part out;
  for (const Stmt &stmt : k_.blocks[b].stmts) {
    bool ours = std::holds_alternative<Assume>(stmt.node) || std::holds_alternative<Assert>(stmt.node);
    for (VarId v : defined_vars(stmt))
      ours = ours || s.place[v] >= 0;
    if (ours)
      out.stmts.push_back(&stmt);
  }
  for (BlockId t : successors(k_.blocks[b].end)) {
    std::vector<Expr> conditions = on_edge_.at({b, t});
    std::erase_if(conditions, [&](const Expr &c) { return !concerns(c, s); });
    out.edges.push_back({t, std::move(conditions)});
  }
  return out;
}

void Explorer::forget_dead(BlockId b, Tuple &t, const std::vector<VarId> &vars) const {
  for (std::size_t i = 0; i < vars.size(); ++i)
    if (!live_.at_entry[b][vars[i]])
      t[i].reset();
}

std::optional<Explored> Explorer::explore(const std::vector<VarId> &vars, const ExploreLimits &limits,
                                          std::size_t &budget) const {
  if (budget == 0 || k_.blocks.empty())
    return std::nullopt;
  Scope s = scope_of(vars);
  std::vector<std::set<Tuple>> in(k_.blocks.size());
  std::vector<std::vector<std::set<std::uint64_t>>> values(k_.blocks.size());
  struct Work {
    BlockId block;
    const Tuple *tuple; // in the set, where it stays
  };
  std::vector<Work> work;
  // False if a limit is passed.
  auto reach = [&](BlockId b, Tuple t) {
    forget_dead(b, t, vars);
    if (in[b].size() >= std::min(limits.tuples, limits.values) && support::left_out("value_explorer.limits"))
      return true;
    auto [it, fresh] = in[b].insert(std::move(t));
    if (!fresh)
      return true;
    work.push_back({b, &*it});
    values[b].resize(vars.size());
    for (std::size_t i = 0; i < vars.size(); ++i)
      if ((*it)[i])
        if (values[b][i].insert(*(*it)[i]); values[b][i].size() > limits.values)
          return false;
    return in[b].size() <= limits.tuples;
  };
  std::vector<Part> parts;
  for (BlockId b = 0; b < k_.blocks.size(); ++b)
    parts.push_back(part(b, s));
  if (!reach(0, Tuple(vars.size())))
    return std::nullopt;
  while (!work.empty()) {
    support::spend();
    if (budget == 0)
      return std::nullopt;
    --budget;
    auto [b, tuple] = work.back();
    work.pop_back();
    std::vector<Tuple> tuples{*tuple};
    for (const Stmt *stmt : parts[b].stmts) {
      execute(*stmt, tuples, s);
      normalise(tuples);
      if (tuples.size() > limits.tuples)
        return std::nullopt;
    }
    for (const auto &[target, conditions] : parts[b].edges) {
      std::vector<Tuple> on = tuples;
      for (const Expr &c : conditions)
        assume(c, on, s);
      for (Tuple &t : on)
        if (!reach(target, std::move(t)))
          return std::nullopt;
    }
  }
  Explored out{vars, {}};
  for (const auto &tuples : in)
    out.at_entry.emplace_back(tuples.begin(), tuples.end());
  return out;
}

// --- one round of a loop ------------------------------------------------------------------------------------

struct Explorer::Round {
  struct Step {
    BlockId block;
    std::vector<VarId> unknown; // at the head of an inner loop: what that loop assigns
    Part part;                  // its edges that stay in the loop, inner back edges left out
  };
  std::vector<VarId> vars;
  Scope scope;
  BlockId head;
  std::vector<Step> steps; // before their successors
};

std::shared_ptr<const Explorer::Round> Explorer::round(const std::vector<VarId> &vars, const LoopForest &forest,
                                                       std::size_t loop) const {
  const int index = static_cast<int>(loop);
  auto out = std::make_shared<Round>(Round{vars, scope_of(vars), forest.loops[loop].head, {}});
  for (Node b : reverse_postorder(graph_of(k_), 0)) {
    if (!forest.contains(index, b))
      continue;
    Round::Step step{b, {}, part(b, out->scope)};
    if (int inner = forest.headed_by(b); inner >= 0 && inner != index) {
      const std::vector<bool> assigned = modified_in(k_, forest.loops[static_cast<std::size_t>(inner)]);
      std::copy_if(vars.begin(), vars.end(), std::back_inserter(step.unknown), [&](VarId v) { return assigned[v]; });
    }
    std::erase_if(step.part.edges, [&](const auto &edge) {
      return !forest.contains(index, edge.first) || (edge.first != out->head && forest.is_back_edge(b, edge.first));
    });
    out->steps.push_back(std::move(step));
  }
  return out;
}

std::vector<Tuple> Explorer::next_visit(const Round &round, const Tuple &at_head) const {
  const Scope &s = round.scope;
  std::map<BlockId, std::vector<Tuple>> in{{round.head, {at_head}}};
  std::vector<Tuple> out;
  for (const Round::Step &step : round.steps) {
    auto it = in.find(step.block);
    if (it == in.end())
      continue;
    std::vector<Tuple> tuples = std::move(it->second);
    auto settle = [&] {
      normalise(tuples);
      if (tuples.size() > max_paths)
        tuples = {common(tuples)};
    };
    for (Tuple &t : tuples)
      for (VarId v : step.unknown)
        t[static_cast<std::size_t>(s.place[v])].reset();
    settle();
    for (const Stmt *stmt : step.part.stmts) {
      execute(*stmt, tuples, s);
      settle();
    }
    for (const auto &[target, conditions] : step.part.edges) {
      std::vector<Tuple> on = tuples;
      for (const Expr &c : conditions)
        assume(c, on, s);
      for (Tuple &t : on)
        forget_dead(target, t, round.vars);
      if (on.empty())
        continue;
      std::vector<Tuple> &into = target == round.head ? out : in[target];
      if (target == round.head && support::left_out("orbits.paths"))
        into.clear();
      into.insert(into.end(), on.begin(), on.end());
    }
  }
  normalise(out);
  return out;
}

std::vector<Tuple> Explorer::before(const Explored &e, BlockId block, std::size_t stmt) const {
  std::vector<Tuple> tuples = e.at_entry[block];
  execute(block, stmt, tuples, scope_of(e.vars));
  return tuples;
}

bool Explorer::can_go(const Explored &e, BlockId from, BlockId through, BlockId to) const {
  Scope s = scope_of(e.vars);
  std::vector<Tuple> tuples = e.at_entry[from];
  execute(from, k_.blocks[from].stmts.size(), tuples, s);
  follow(from, through, tuples, s);
  execute(through, k_.blocks[through].stmts.size(), tuples, s);
  follow(through, to, tuples, s);
  return !tuples.empty();
}

} // namespace lockstep::cfg
