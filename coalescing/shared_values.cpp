// See shared_values.h.
#include "coalescing/shared_values.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::coalescing {

namespace {

constexpr std::size_t most_values = 128; // combinations that are tried

} // namespace

SharedValues::SharedValues(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform)
    : k_(k), a_(a), uniform_(uniform), facts_(k, a.facts) {}

std::set<cfg::VarId> SharedValues::mentioned(const Place &place) {
  std::set<cfg::VarId> out;
  std::vector<cfg::VarId> todo;
  cfg::collect_vars(place.offset, todo);
  const std::vector<cfg::Fact> facts = facts_.before(place.cost.block, place.cost.stmt);
  for (const cfg::Fact &f : facts)
    if (f.kind == cfg::Fact::Condition)
      cfg::collect_vars(f.expr, todo);
  while (!todo.empty()) {
    const cfg::VarId v = todo.back();
    todo.pop_back();
    if (!out.insert(v).second)
      continue;
    for (const cfg::Fact &f : facts)
      if (f.kind == cfg::Fact::Equation && f.var == v)
        cfg::collect_vars(f.expr, todo);
  }
  return out;
}

const std::vector<Values> &SharedValues::at(const Place &place) {
  if (asked_ == std::pair(place.cost.block, place.cost.stmt))
    return found_;
  asked_ = {place.cost.block, place.cost.stmt};
  found_ = {{}};
  const std::set<cfg::VarId> of_interest = mentioned(place);
  for (const cfg::TupleSet &all : a_.value_sets.joint_before(place.cost.block, place.cost.stmt)) {
    std::vector<cfg::VarId> vars;
    for (cfg::VarId v : all.vars)
      if (uniform_.var_uniform[v] && of_interest.count(v) != 0)
        vars.push_back(v);
    if (vars.empty())
      continue;
    const cfg::TupleSet set = cfg::project(all, vars);
    if (set.tuples.size() < 2 || found_.size() * set.tuples.size() > most_values)
      continue;
    std::vector<Values> next;
    for (const Values &before : found_)
      for (const auto &tuple : set.tuples) {
        Values now = before;
        for (std::size_t i = 0; i < set.vars.size(); ++i) {
          const cfg::Var &v = k_.vars[set.vars[i]];
          now.of[set.vars[i]] = tuple[i];
          if (!v.source_name.empty())
            now.text += fmt::format("{}{} = {}", now.text.empty() ? "" : ", ", v.source_name,
                                    cfg::to_signed(tuple[i], v.type.width));
        }
        next.push_back(std::move(now));
      }
    found_ = std::move(next);
  }
  return found_;
}

} // namespace lockstep::coalescing
