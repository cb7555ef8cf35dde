// See shared_values.h.
#include "cost/requests/shared_values.h"

#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::coalescing {

namespace {

constexpr std::size_t most_values = 128; // combinations that are tried
constexpr int most_of_range = 16;        // numbers in a range

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
    support::spend();
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
    add(set.vars, set.tuples);
  }
  return found_;
}

// Each combination so far, with each of these.
bool SharedValues::add(const std::vector<cfg::VarId> &vars, const std::vector<std::vector<std::uint64_t>> &tuples) {
  if (tuples.size() < 2 || found_.size() * tuples.size() > most_values)
    return false;
  std::vector<Values> next;
  for (const Values &before : found_)
    for (const auto &tuple : tuples) {
      Values now = before;
      for (std::size_t i = 0; i < vars.size(); ++i) {
        const cfg::Var &v = k_.vars[vars[i]];
        now.of[vars[i]] = tuple[i];
        if (!v.source_name.empty())
          now.text += fmt::format("{}{} = {}", now.text.empty() ? "" : ", ", v.source_name,
                                  cfg::to_signed(tuple[i], v.type.width));
      }
      next.push_back(std::move(now));
    }
  found_ = std::move(next);
  return true;
}

bool SharedValues::narrow(const Place &place) {
  at(place);
  bool out = false;
  for (cfg::VarId v : mentioned(place)) {
    const cfg::Type type = k_.vars[v].type;
    if (!k_.vars[v].param || !type.is_int() || found_.front().of.count(v) != 0)
      continue; // what loops count has a form
    const cfg::Bounds range =
        a_.ranges.evaluate_before(cfg::variable(v, type), k_, place.cost.block, place.cost.stmt).as_signed;
    const auto lo = range.lo.exact(), hi = range.hi.exact();
    if (!lo || !hi || *hi - *lo >= most_of_range || found_.size() > most_of_range)
      continue;
    std::vector<std::vector<std::uint64_t>> values;
    for (auto n = *lo; n <= *hi - (support::left_out("shared_values.range") ? 1 : 0); ++n)
      values.push_back({cfg::mask_to_width(static_cast<std::uint64_t>(n), type.width)});
    out = add({v}, values) || out;
  }
  return out;
}

} // namespace lockstep::coalescing
