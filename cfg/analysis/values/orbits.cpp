// Orbits of loop variables: see orbits.h.
#include "cfg/analysis/values/orbits.h"

#include "cfg/analysis/values/iteration.h"
#include "cfg/ir/rewrite.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::cfg {

namespace {
using Value = std::optional<std::uint64_t>;

class OrbitFinder {
public:
  OrbitFinder(const Kernel &k, const LoopForest &forest, std::size_t loop, const Facts &facts, const Ranges &ranges,
              const Explorer &explorer)
      : k_(k), forest_(forest), loop_(forest.loops[loop]), index_(static_cast<int>(loop)), facts_(facts),
        ranges_(ranges), explorer_(explorer) {}

  std::vector<Orbit> run(const std::vector<VarId> &candidates) {
    std::vector<VarId> vars;
    std::vector<std::uint64_t> start;
    for (VarId v : candidates)
      if (!k_.vars[v].type.is_float())
        if (Value c = initial(v)) {
          vars.push_back(v);
          start.push_back(*c);
        }
    std::vector<Orbit> out;
    if (vars.empty())
      return out;
    prepare(vars);
    if (auto all = follow(vars, start))
      return {*all};
    for (std::size_t i = 0; i < vars.size(); ++i)
      if (auto one = follow({vars[i]}, {start[i]}))
        out.push_back(*one);
    return out;
  }

private:
  // The variables together with those that decide where the iteration goes.
  std::vector<VarId> deciding(std::vector<VarId> vars) const {
    auto add = [&](const Expr &e) {
      for (VarId v : variables(e))
        vars.push_back(v);
    };
    for (BlockId b : loop_.blocks) {
      for (const Stmt &s : k_.blocks[b].stmts)
        if (auto *a = std::get_if<Assume>(&s.node))
          add(a->condition);
      for (const Expr &e : used_exprs(k_.blocks[b].end))
        add(e);
    }
    return vars;
  }

  // The constant that v holds on every edge into the loop.
  Value initial(VarId v) const {
    Value out;
    Expr e = variable(v, k_.vars[v].type);
    if (loop_.head == 0)
      return std::nullopt; // also entered from outside, with any value
    for (BlockId p : loop_.entries) {
      if (!facts_.reachable[p] || !ranges_.reachable(p))
        continue;
      ExprRange r = ranges_.evaluate_before(e, k_, p, k_.blocks[p].stmts.size());
      if (r.as_unsigned.lo != r.as_unsigned.hi)
        return std::nullopt;
      Value now = r.as_unsigned.lo.bits();
      if (out && out != now)
        return std::nullopt;
      out = now;
    }
    return out;
  }

  // The orbit of as many of the variables as have one; none if it is too long or no variable is left.
  std::optional<Orbit> follow(std::vector<VarId> vars, std::vector<std::uint64_t> start) {
    for (;;) {
      if (vars.empty())
        return std::nullopt;
      Orbit orbit{vars, {start}, std::nullopt};
      std::vector<bool> lost(vars.size(), false);
      bool complete = false;
      while (!complete && orbit.tuples.size() <= max_orbit) {
        std::optional<std::vector<Value>> next = step(vars, orbit.tuples.back());
        if (!next) {
          complete = true;
          break;
        }
        for (std::size_t i = 0; i < vars.size(); ++i)
          lost[i] = !(*next)[i];
        if (std::ranges::find(lost, true) != lost.end())
          break;
        std::vector<std::uint64_t> tuple;
        for (const Value &v : *next)
          tuple.push_back(*v);
        auto seen = std::ranges::find(orbit.tuples, tuple);
        if (seen != orbit.tuples.end()) {
          orbit.cycle = static_cast<std::size_t>(seen - orbit.tuples.begin());
          complete = true;
        } else {
          orbit.tuples.push_back(std::move(tuple));
        }
      }
      if (complete && orbit.tuples.size() <= max_orbit)
        return orbit;
      std::vector<VarId> kept;
      std::vector<std::uint64_t> kept_start;
      for (std::size_t i = 0; i < vars.size(); ++i)
        if (!lost[i]) {
          kept.push_back(vars[i]);
          kept_start.push_back(start[i]);
        }
      if (kept.size() == vars.size()) { // too long: without the variables that never repeat
        kept.clear();
        kept_start.clear();
        for (std::size_t i = 0; i < vars.size(); ++i)
          if (repeats(orbit, i)) {
            kept.push_back(vars[i]);
            kept_start.push_back(start[i]);
          }
        if (kept.size() == vars.size())
          return std::nullopt;
      }
      vars = std::move(kept);
      start = std::move(kept_start);
    }
  }

  static bool repeats(const Orbit &o, std::size_t place) {
    std::set<std::uint64_t> values;
    for (const auto &t : o.tuples)
      values.insert(t[place]);
    return values.size() < o.tuples.size();
  }

  // The values at the next visit of the head, empty where they are not known; none if there is no next visit.
  std::optional<std::vector<Value>> step(const std::vector<VarId> &vars, const std::vector<std::uint64_t> &tuple) {
    Tuple at_head = constants_;
    for (std::size_t i = 0; i < vars.size(); ++i)
      at_head[place_.at(vars[i])] = tuple[i];
    const std::vector<Tuple> next = explorer_.next_visit(*round_, at_head);
    if (next.empty())
      return std::nullopt;
    std::vector<Value> out;
    for (VarId v : vars) {
      const std::size_t p = place_.at(v);
      const bool same = std::ranges::all_of(next, [&](const Tuple &t) { return t[p] == next[0][p]; });
      out.push_back(same ? next[0][p] : Value{});
    }
    return out;
  }

  // What an iteration needs to know: what the loop assigns, and variables that it finds constant.
  void prepare(const std::vector<VarId> &vars) {
    const std::vector<bool> modified = modified_in(k_, loop_), needed = slice(k_, loop_, deciding(vars));
    std::vector<VarId> explored;
    for (VarId v = 0; v < k_.vars.size(); ++v) {
      if (!needed[v] || k_.vars[v].type.is_float())
        continue;
      Value constant;
      if (!modified[v]) {
        const Bounds r = ranges_.at_entry(loop_.head, v).as_unsigned;
        if (r.lo != r.hi)
          continue;
        constant = r.lo.bits();
      }
      place_[v] = explored.size();
      explored.push_back(v);
      constants_.push_back(constant);
    }
    round_ = explorer_.round(explored, forest_, static_cast<std::size_t>(index_));
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const Loop &loop_;
  int index_;
  const Facts &facts_;
  const Ranges &ranges_;
  const Explorer &explorer_;
  std::map<VarId, std::size_t> place_; // in a tuple
  Tuple constants_;                    // what does not change in the loop
  std::shared_ptr<const Explorer::Round> round_;
};
} // namespace

std::vector<Orbit> orbits(const Kernel &k, const LoopForest &forest, std::size_t loop, const Facts &facts,
                          const Ranges &ranges, const Explorer &explorer, const std::vector<VarId> &candidates) {
  return OrbitFinder(k, forest, loop, facts, ranges, explorer).run(candidates);
}

} // namespace lockstep::cfg
