// See walk_claims.h. Sums over counters are taken one after the other.
//
// Sound because a function that is 0 at 0 and grows by the summand from N to N + 1, for all N below the count, is the
// sum; it speaks of no counter that is used up, of which there may be no value, and nothing is put where a sum that
// stands open binds its name.
#include "cost/certificate/walk_claims.h"

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

std::optional<std::size_t> WalkClaims::take_loop(const std::string &head) {
  const bool is_next = !silent_ && loop_ < walk_.loops.size() && walk_.loops[loop_].head == head;
  return is_next ? std::optional(loop_++) : std::nullopt;
}

void WalkClaims::go_back(const Mark &m) {
  loop_ = m.loop;
  event_ = m.event;
  obligations_.scripts.resize(m.obligations);
  sums_ = m.sums;
}

WalkClaims::Around::Around(WalkClaims &c, std::size_t loop) : claims_(c) {
  c.obligations_.run(c.walk_.loops[loop].counter);
  c.around_.push_back(loop);
}
WalkClaims::Around::~Around() {
  claims_.obligations_.rest(claims_.walk_.loops[claims_.around_.back()].counter);
  claims_.around_.pop_back();
}

void WalkClaims::event(cfg::BlockId b, std::size_t stmt, const Event &e) {
  if (silent_)
    return;
  const CertifiedEvent *claim = event_ < walk_.events.size() ? &walk_.events[event_] : nullptr;
  const std::string where = fmt::format("block '{}', statement {}", about_.kernel.blocks[b].name, stmt);
  const CertifiedEvent none;
  if (claim && (claim->block != about_.kernel.blocks[b].name || claim->stmt != stmt || claim->loops != around_ ||
                claim->issue != e.issue))
    claim = nullptr;
  event_ += claim ? 1 : 0;
  for (const auto &[metric, total] : about_.certificate.totals) {
    const cfg::Metric &weights = about_.metrics.at(metric);
    const auto found = claim ? claim->costs.find(metric) : none.costs.end();
    const bool claimed = claim && found != claim->costs.end();
    const SummedCost nothing{0, {}};
    const SummedCost &lo = claimed ? found->second.first : nothing;
    const SummedCost *hi = !claimed ? &nothing : found->second.second ? &*found->second.second : nullptr;
    if (claimed)
      obligations_.admit(lo.cost, where);
    if (claimed && hi)
      obligations_.admit(hi->cost, where);
    if (e.splits) {
      const auto split = weights.work.of.find(cfg::Atom::Split);
      const Expr most = split == weights.work.of.end()
                            ? Expr(0)
                            : *e.splits * Expr(ratio(Integer(split->second), Integer(weights.denominator)));
      if (!lo.cost.is_zero())
        throw Refused(fmt::format("{}: {}: at least as much is claimed as may be", where, metric));
      if (hi)
        obligations_.prove(Goal::AtLeastZero, hi->cost - most, {}, fmt::format("{}: {}: splits", where, metric));
    } else if (const std::string wrong = compare(conditions_, about_.target, e, weights, obligations_.bounded(lo.cost),
                                                 hi ? std::optional(obligations_.bounded(hi->cost)) : std::nullopt);
               !wrong.empty()) {
      throw Refused(fmt::format("{}: {}: {}", where, metric, wrong));
    }
    auto &sum = sums_.try_emplace(metric, Expr(0), Expr(0)).first->second;
    sum.first += added_up(lo, where + ": " + metric);
    if (hi == nullptr)
      sum.second.reset();
    else if (sum.second)
      *sum.second += added_up(*hi, where + ": " + metric);
  }
}

std::vector<Range> WalkClaims::counters(const std::string &where) const {
  std::vector<Range> out;
  for (std::size_t i = around_.size(); i-- > 0;) {
    const CertifiedLoop &l = walk_.loops[around_[i]];
    if (!l.count)
      throw Refused(where + ": it is in a loop without an end");
    out.push_back({l.counter, *l.count});
  }
  for (const auto &[name, count] : walk_.numbers)
    out.push_back({name, Expr(static_cast<long>(count))});
  return out;
}

Expr WalkClaims::added_up(const SummedCost &s, const std::string &where) {
  if (s.cost.is_zero())
    return 0;
  std::vector<Range> ranges = counters(where);
  const std::size_t joint = ranges.size(); // the first of groups
  ranges.insert(ranges.end(), about_.groups.begin(), about_.groups.end());
  obligations_.admit(s.cost, where);
  for (const Expr &sum : s.sums)
    obligations_.admit(sum, where, true);
  if (s.joined && (walk_.numbers.empty() || joint >= ranges.size()))
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
    const auto prove_zero = [&](const Expr &e, const char *what) {
      obligations_.prove(Goal::Zero, e, {}, where + what, ranges[i].count);
    };
    prove_zero(substitute(sum, summed_so_far, 0), ": a sum of nothing");
    if (!support::left_out("certificate.next"))
      prove_zero(last_term_apart(next) - sum - term, ": a sum's next term");
    now = substitute(sum, summed_so_far, ranges[i].count);
  }
  return now;
}

} // namespace lockstep::cost::certificate
