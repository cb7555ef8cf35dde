// What value sets (cfg/analysis/value_sets.h) give to a run: assumptions at an interval's start and at a cut loop's
// head, a disjunction of tuples for the variables of the cone; and ways through the kernel that are closed.
//
// Sound because the values hold whenever the point is reached, of each thread; leaving a set out is harmless.
#include "emit/pick/run.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

// Do the values fill the interval between the smallest and the largest? That much the variable's domain says already.
bool is_interval(const std::vector<std::vector<std::uint64_t>> &values, cfg::Type type, Sign sign) {
  cfg::Wide lo = 0, hi = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint64_t bits = values[i].front();
    cfg::Wide v = sign == Sign::Signed && type.is_int() ? cfg::Wide(cfg::signed_value(*cfg::constant(type, bits)))
                                                        : cfg::Wide(bits);
    lo = i == 0 ? v : std::min(lo, v);
    hi = i == 0 ? v : std::max(hi, v);
  }
  return hi - lo + 1 == cfg::Wide(values.size());
}

} // namespace

std::vector<cfg::Interval> intervals_of(const Context &c, const cfg::EndsInterval &ends) {
  return cfg::barrier_intervals(c.k, c.a.loops, ends, [&](cfg::BlockId from, cfg::BlockId through, cfg::BlockId to) {
    return cfg::can_go(c.k, c.a, from, through, to);
  });
}

void Run::assume_value_sets(BlockWriter &w, const std::vector<cfg::TupleSet> &sets) const {
  const std::vector<cfg::VarId> cone(cone_.vars.begin(), cone_.vars.end());
  for (const cfg::TupleSet &s : sets) {
    cfg::TupleSet left = cfg::project(s, cone);
    // Variables that are independent of the others have a set of their own.
    for (std::size_t i = 0; i < left.vars.size() && left.vars.size() > 1;) {
      std::vector<cfg::VarId> others = left.vars;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      cfg::TupleSet own = cfg::project(left, {left.vars[i]}), rest = cfg::project(left, others);
      if (own.tuples.size() * rest.tuples.size() == left.tuples.size()) {
        assume_one_of(w, own);
        left = std::move(rest);
      } else {
        ++i;
      }
    }
    assume_one_of(w, left);
  }
}

void Run::assume_one_of(BlockWriter &w, const cfg::TupleSet &s) const {
  if (s.vars.empty())
    return;
  if (s.vars.size() == 1 && c_.k.vars[s.vars[0]].type.is_int() &&
      is_interval(s.tuples, c_.k.vars[s.vars[0]].type, c_.encoder.representation().var_sign(s.vars[0])))
    return;
  std::vector<b::Expr> ways;
  for (const auto &t : s.tuples) {
    std::vector<b::Expr> all;
    for (std::size_t i = 0; i < s.vars.size(); ++i)
      all.push_back(b::eq(c_.encoder.var(s.vars[i], t_), c_.encoder.value(s.vars[i], t[i])));
    ways.push_back(b::conj(all));
  }
  w.assume(b::disj(ways));
}

} // namespace lockstep::emit::pick
