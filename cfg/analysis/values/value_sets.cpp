// Finite value sets: see value_sets.h. Here the groups of variables are chosen.
#include "cfg/analysis/values/value_sets.h"

#include "cfg/analysis/graph/definitions.h"
#include "cfg/analysis/values/ranges/range_state.h"
#include "cfg/analysis/values/value_explorer.h"
#include "cfg/ir/rewrite.h"
#include "support/budget.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace lockstep::cfg {

struct ValueSets::Data {
  Kernel kernel; // its own copy, to which the explorer refers
  Explorer explorer;
  std::vector<Explored> groups;

  Data(const Kernel &k, const Liveness &live, LaunchRange launch, bool asserts)
      : kernel(k), explorer(kernel, live, std::move(launch), asserts) {}
};

namespace {
constexpr std::size_t all_work = 400000; // block executions, for all groups
constexpr std::size_t max_group = 24;    // variables of a group
constexpr std::size_t max_joined = 64;   // attempts to join two groups

using Vars = std::set<VarId>;

class Chooser {
public:
  Chooser(const Kernel &k, const LoopForest &forest, const Liveness &live, const Explorer &explorer)
      : k_(k), forest_(forest), live_(live), explorer_(explorer), defs_(definitions(k)) {
    for (const Loop &l : forest.loops) {
      Vars decide;
      for (auto [from, to] : l.exits)
        for (const Expr &c : edge_conditions(k.blocks[from], to))
          for (VarId v : variables(c))
            decide.insert(v);
      decides_.push_back(std::move(decide));
    }
  }

  std::vector<Explored> run() {
    find_candidates();
    explore_candidates();
    join_groups();
    return std::move(groups_);
  }

private:
  // The greatest set of variables that are computed from each other and from constants. Parameters are among them where
  // an assumption says which values they have.
  void find_candidates() {
    candidate_.assign(k_.vars.size(), false);
    Vars given = given_parameters();
    for (VarId v = 0; v < k_.vars.size(); ++v)
      candidate_[v] = !k_.vars[v].type.is_float() && (k_.vars[v].param ? given.count(v) != 0 : !defs_[v].empty());
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (VarId v = 0; v < k_.vars.size(); ++v)
        for (Point d : defs_[v])
          if (candidate_[v] && !explorer_.gives_value(statement(k_, d), v, candidate_)) {
            candidate_[v] = false;
            changed = true;
          }
    }
  }

  Vars given_parameters() const {
    Vars out;
    for (const Block &b : k_.blocks)
      for (const Stmt &s : b.stmts)
        if (auto *a = std::get_if<Assume>(&s.node))
          any_node(a->condition, [&](const ExprNode &n) {
            for (std::size_t i = 0; n.op == Op::Eq && i < 2; ++i)
              if (n.args[i]->op == Op::Var && is_const(n.args[1 - i]))
                out.insert(n.args[i]->var);
            return false;
          });
    return out;
  }

  // --- groups: a variable with what it depends on -----------------------------------------------------------
  void add_data(VarId v, Vars &out) const {
    if (!candidate_[v] || !out.insert(v).second)
      return;
    for (Point d : defs_[v])
      for (const Expr &e : used_exprs(statement(k_, d)))
        for (VarId u : variables(e))
          add_data(u, out);
  }

  // The loops that assign v, innermost around each assignment.
  std::set<int> loops_of(VarId v) const {
    std::set<int> out;
    for (Point d : defs_[v])
      if (int l = forest_.loop_of[d.first]; l >= 0)
        out.insert(l);
    return out;
  }

  Vars group_of(VarId v, bool with_control) const {
    Vars out;
    add_data(v, out);
    for (std::size_t before = 0; before != out.size();) {
      before = out.size();
      for (VarId u : Vars(out))
        for (int l : loops_of(u))
          for (VarId c : decides_[static_cast<std::size_t>(l)]) {
            Vars needs;
            add_data(c, needs);
            bool inside = std::ranges::all_of(needs, [&](VarId n) { return n == c || out.count(n); });
            // Without control: only conditions that have a name and speak of the group.
            bool known = std::ranges::none_of(needs, [&](VarId n) { return endless_.count(n) != 0; });
            if (with_control ? known : inside && needs.size() > 1 && k_.vars[c].type.is_bool())
              out.insert(needs.begin(), needs.end());
          }
    }
    return out;
  }

  bool try_group(const Vars &vars) {
    if (vars.empty() || vars.size() > max_group || !tried_.insert(vars).second)
      return false;
    auto found = explorer_.explore({vars.begin(), vars.end()}, {}, budget_);
    if (!found)
      return false;
    groups_.push_back(std::move(*found));
    covered_.insert(vars.begin(), vars.end());
    return true;
  }

  void explore_candidates() {
    std::vector<std::tuple<bool, std::size_t, VarId>>
        order; // loops first; small groups first: they show what is endless
    for (VarId v = 0; v < k_.vars.size(); ++v) {
      bool crosses_blocks = std::ranges::any_of(live_.at_entry, [&](const auto &l) { return l[v]; });
      if (candidate_[v] && crosses_blocks)
        order.push_back({loops_of(v).empty(), group_of(v, true).size(), v});
    }
    std::ranges::sort(order);
    for (auto [straight, size, v] : order)
      if (!covered_.count(v) && !try_group(group_of(v, true)) && !try_group(group_of(v, false)) && !covered_.count(v))
        endless_.insert(v);
  }

  // --- joint groups -----------------------------------------------------------------------------------------
  std::set<int> loops_of(const Explored &g) const {
    std::set<int> out;
    for (VarId v : g.vars)
      for (int l : loops_of(v))
        for (; l >= 0; l = forest_.loops[static_cast<std::size_t>(l)].parent)
          out.insert(l);
    return out;
  }

  // What holds of two groups together is more than what holds of each, if they change in the same loop.
  void join_groups() {
    std::size_t attempts = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i)
      for (std::size_t j = i + 1; j < groups_.size();) {
        std::set<int> a = loops_of(groups_[i]), b = loops_of(groups_[j]);
        bool meet = std::ranges::any_of(a, [&](int l) { return b.count(l) != 0; });
        std::optional<Explored> both;
        if (meet && attempts++ < max_joined)
          both = joined(groups_[i], groups_[j]);
        if (both) {
          groups_[i] = std::move(*both);
          groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(j));
          j = i + 1;
        } else {
          ++j;
        }
      }
  }

  std::optional<Explored> joined(const Explored &a, const Explored &b) {
    Vars vars(a.vars.begin(), a.vars.end());
    vars.insert(b.vars.begin(), b.vars.end());
    if (vars.size() > max_group)
      return std::nullopt;
    return explorer_.explore({vars.begin(), vars.end()}, {max_value_set, max_value_set}, budget_);
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const Liveness &live_;
  const Explorer &explorer_;
  std::vector<std::vector<Point>> defs_; // per variable
  std::vector<Vars> decides_;            // per loop: the variables of the conditions on its exits
  std::vector<bool> candidate_;          // per variable
  std::vector<Explored> groups_;
  Vars covered_, endless_;
  std::set<Vars> tried_;
  std::size_t budget_ = all_work;
};

// Without the variables that some tuple leaves unknown.
TupleSet known_part(const std::vector<VarId> &vars, const std::vector<Tuple> &tuples) {
  std::vector<std::size_t> places;
  TupleSet out;
  for (std::size_t i = 0; i < vars.size(); ++i)
    if (std::ranges::all_of(tuples, [&](const Tuple &t) { return t[i].has_value(); })) {
      places.push_back(i);
      out.vars.push_back(vars[i]);
    }
  std::set<std::vector<std::uint64_t>> seen;
  for (const Tuple &t : tuples) {
    std::vector<std::uint64_t> values;
    for (std::size_t p : places)
      values.push_back(*t[p]);
    seen.insert(std::move(values));
  }
  out.tuples.assign(seen.begin(), seen.end());
  return out;
}

void report(const std::vector<VarId> &vars, const std::vector<Tuple> &tuples, std::vector<TupleSet> &out) {
  if (tuples.empty())
    return;
  TupleSet s = known_part(vars, tuples);
  if (s.vars.empty())
    return;
  if (s.tuples.size() <= max_value_set) {
    out.push_back(std::move(s));
    return;
  }
  for (VarId v : s.vars)
    if (TupleSet one = project(s, {v}); one.tuples.size() <= max_value_set)
      out.push_back(std::move(one));
}

std::optional<std::vector<std::uint64_t>> values_in(const std::vector<TupleSet> &sets, VarId v) {
  std::optional<std::vector<std::uint64_t>> out;
  for (const TupleSet &s : sets) {
    TupleSet one = project(s, {v});
    if (one.vars.empty() || (out && out->size() <= one.tuples.size()))
      continue;
    out.emplace();
    for (const auto &t : one.tuples)
      out->push_back(t.front());
  }
  return out;
}
} // namespace

TupleSet project(const TupleSet &s, const std::vector<VarId> &vars) {
  std::vector<std::size_t> places;
  TupleSet out;
  for (std::size_t i = 0; i < s.vars.size(); ++i)
    if (std::ranges::find(vars, s.vars[i]) != vars.end()) {
      places.push_back(i);
      out.vars.push_back(s.vars[i]);
    }
  std::set<std::vector<std::uint64_t>> seen;
  for (const auto &t : s.tuples) {
    std::vector<std::uint64_t> values;
    for (std::size_t p : places)
      values.push_back(t[p]);
    seen.insert(std::move(values));
  }
  out.tuples.assign(seen.begin(), seen.end());
  return out;
}

bool ValueSets::reachable(BlockId b) const {
  return !data_ || std::ranges::none_of(data_->groups, [&](const Explored &g) { return g.at_entry[b].empty(); });
}

std::vector<TupleSet> ValueSets::joint_at_entry(BlockId b) const {
  std::vector<TupleSet> out;
  if (data_)
    for (const Explored &g : data_->groups)
      report(g.vars, g.at_entry[b], out);
  return out;
}

std::vector<TupleSet> ValueSets::joint_before(BlockId b, std::size_t stmt) const {
  std::vector<TupleSet> out;
  if (data_)
    for (const Explored &g : data_->groups)
      report(g.vars, data_->explorer.before(g, b, stmt), out);
  return out;
}

bool ValueSets::can_go(BlockId from, BlockId through, BlockId to) const {
  return !data_ || std::ranges::all_of(data_->groups,
                                       [&](const Explored &g) { return data_->explorer.can_go(g, from, through, to); });
}

std::optional<std::vector<std::uint64_t>> ValueSets::at_entry(BlockId b, VarId v) const {
  return values_in(joint_at_entry(b), v);
}

std::optional<std::vector<std::uint64_t>> ValueSets::before(BlockId b, std::size_t stmt, VarId v) const {
  return values_in(joint_before(b, stmt), v);
}

std::vector<std::pair<VarId, ExprRange>> ValueSets::ranges_at_entry(BlockId b) const {
  std::vector<std::pair<VarId, ExprRange>> out;
  for (const TupleSet &s : joint_at_entry(b))
    for (std::size_t i = 0; i < s.vars.size(); ++i) {
      Type type = data_->kernel.vars[s.vars[i]].type;
      std::optional<ExprRange> r;
      for (const auto &t : s.tuples) {
        Wide v = Wide(t[i]);
        ExprRange now = range_from_unsigned({v, v}, type);
        r = r ? join(*r, now) : now;
      }
      out.push_back({s.vars[i], *r});
    }
  return out;
}

ValueSets value_sets(const Kernel &k, const LoopForest &forest, const Liveness &live, const Facts &facts,
                     const Launch &launch) {
  const RangeContext sizes{launch, true, {}, {}};
  auto data = std::make_shared<ValueSets::Data>(
      k, live, [sizes](const ExprNode &n) { return sizes.launch_quantity(n); }, facts.options.asserts);
  data->groups = Chooser(k, forest, live, data->explorer).run();
  return ValueSets(std::move(data));
}

} // namespace lockstep::cfg
