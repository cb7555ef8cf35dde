// Sums over counters, one after the other, on the checker's way (checking.h).
//
// Sound because a function that is 0 at 0 and grows by the summand from N to N + 1, for all N below the count, is the
// sum; it speaks of no counter that is used up, of which there may be no value, and nothing is put where a sum that
// stands open binds its name.
#include "cost/certificate/checking.h"

#include "support/sound.h"

#include <fmt/format.h>

namespace lockstep::cost::certificate {

namespace {

// Sums that stand open, over the first N + 1 values, as those over N and the last term.
Expr last_term_apart(const Expr &e) {
  const Expr n = symbol(summed_so_far, Integer(0));
  Expr out;
  for (const auto &[product, factor] : e.terms()) {
    Expr all(factor);
    for (const AtomRef &a : product)
      if (a->kind == AtomKind::Sum && a->args[0] == n + 1 && !mentions(a->args[1], summed_so_far))
        all = all * (open_sum(a->name, n, a->args[1]) + substitute(a->args[1], a->name, n));
      else
        all = all * Expr(a);
    out += all;
  }
  return out;
}

} // namespace

Expr Checking::added_up(const SummedCost &s, const std::string &where) {
  if (s.cost.is_zero())
    return 0;
  std::vector<Range> ranges;
  for (std::size_t i = around_.size(); i-- > 0;) {
    const CertifiedLoop &l = walk_->loops[around_[i]];
    if (!l.count)
      throw Refused(where + ": it is in a loop without an end");
    ranges.push_back({l.counter, *l.count});
  }
  for (const auto &[name, count] : walk_->numbers)
    ranges.push_back({name, Expr(static_cast<long>(count))});
  ranges.insert(ranges.end(), ranges_.begin(), ranges_.end());
  known(s.cost, where);
  for (const Expr &sum : s.sums)
    known(sum, where, true);
  const std::size_t joint = around_.size() + walk_->numbers.size(); // the first of groups
  if (s.joined && (walk_->numbers.empty() || joint >= ranges.size()))
    throw Refused(where + ": there are no counters to join");
  if (s.sums.size() + s.joined != ranges.size())
    throw Refused(where + ": not summed over all counters");
  Expr now = s.cost;
  const Expr n = symbol(summed_so_far, Integer(0));
  std::vector<std::string> used_up;
  for (std::size_t i = 0; i < s.sums.size(); ++i) {
    const Expr &sum = s.sums[i], next = substitute(sum, summed_so_far, n + 1);
    Expr term = substitute(now, ranges[i].symbol, n);
    used_up.push_back(ranges[i].symbol);
    if (s.joined && i + 1 == joint) {
      const auto flat = joined_cost(now, ranges[i].symbol, ranges[i].count, ranges[joint].symbol);
      if (!flat)
        throw Refused(where + ": not a function of the joined counter");
      term = *flat;
      used_up.push_back(ranges[joint].symbol);
      ranges[i].count = ranges[i].count * ranges[joint].count;
      ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(joint));
    }
    for (const std::string &counter : used_up)
      if (support::unsound("certificate.used_up", mentions(sum, counter)))
        throw Refused(where + ": a sum over a counter mentions it");
    bounds_[summed_so_far] = {0, ranges[i].count - 1};
    prove(Goal::Zero, substitute(sum, summed_so_far, 0), {}, where + ": a sum of nothing");
    if (!support::left_out("certificate.next"))
      prove(Goal::Zero, last_term_apart(next) - sum - term, {}, where + ": a sum's next term");
    bounds_.erase(summed_so_far);
    now = substitute(sum, summed_so_far, ranges[i].count);
  }
  return now;
}

} // namespace lockstep::cost::certificate
