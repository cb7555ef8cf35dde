// See span.h.
#include "cost/bounds/span.h"

#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <map>

namespace lockstep::cost {

namespace {

constexpr std::size_t most_warps = 32;    // that are told apart, where they differ
constexpr std::size_t most_different = 8; // costs of which a maximum is written

// Sound because of a product of factors of which none is below 0, each is replaced by what it is at the most (or the
// least); what the rest of the product is multiplied with decides which of the two is meant.
std::optional<Expr> extreme_over(const Expr &e, const std::string &name, const Expr &count, bool most) {
  Expr out;
  for (const auto &[product, factor] : e.terms()) {
    Expr rest(factor), high(1), low(1);
    bool varies = false;
    for (const AtomRef &atom : product) {
      if (!mentions(*atom, name)) {
        rest = rest * Expr(atom);
        continue;
      }
      varies = true;
      if (atom->kind == AtomKind::Symbol) {
        high = high * (count - 1);
        low = 0;
      } else if (atom->least && atom->most && *atom->least >= 0) {
        high = high * Expr(*atom->most);
        low = low * Expr(*atom->least);
      } else {
        return std::nullopt;
      }
    }
    if (!varies) {
      out += rest;
      continue;
    }
    const auto least = cost::least(rest), top = cost::most(rest);
    if (support::sound("span.factor", least && *least >= 0))
      out += rest * (most ? high : low);
    else if (top && *top <= 0)
      out += rest * (most ? low : high);
    else
      return std::nullopt;
  }
  return out;
}

bool mentions_any(const Expr &e, const std::vector<Rounds> &names) {
  return std::any_of(names.begin(), names.end(), [&](const Rounds &r) { return mentions(e, r.variable); });
}

std::optional<Expr> extreme_over(Expr e, const std::vector<Rounds> &names, bool most) {
  for (const Rounds &r : names) {
    if (!mentions(e, r.variable))
      continue;
    auto next = extreme_over(e, r.variable, *r.count, most);
    if (!next)
      return std::nullopt;
    e = std::move(*next);
  }
  return e;
}

Bounds at_value(const Bounds &b, const std::string &name, const Expr &value) {
  return {substitute(b.lo, name, value), b.hi ? std::optional(substitute(*b.hi, name, value)) : std::nullopt};
}

} // namespace

std::optional<Expr> most_over(const Expr &e, const std::string &symbol, const Expr &count) {
  return extreme_over(e, symbol, count, true);
}
std::optional<Expr> least_over(const Expr &e, const std::string &symbol, const Expr &count) {
  return extreme_over(e, symbol, count, false);
}

Spans::Spans(std::size_t metrics, bool aligned)
    : aligned_(support::sound("span.aligned", aligned)), variants_(metrics), works_(metrics) {}

// Of the loops around an event those that are inside the stretch, innermost first; none: it is counted over several
// runs of the stretch at once.
std::optional<std::vector<Rounds>> Spans::loops_within(const Event &e, const Stretch &s, const Walked &w) const {
  if (!std::includes(e.loops.begin(), e.loops.end(), s.loops.begin(), s.loops.end()))
    return std::nullopt;
  std::vector<Rounds> out;
  for (auto l = e.loops.rbegin(); l != e.loops.rend(); ++l)
    if (std::find(s.loops.begin(), s.loops.end(), *l) == s.loops.end())
      out.push_back(w.rounds[*l]);
  return out;
}

bool Spans::like_the_first(const Walked &w) const {
  if (w.stretches.size() != stretches_.size())
    return false;
  for (std::size_t i = 0; i < stretches_.size(); ++i) {
    if (w.stretches[i].from_barrier != stretches_[i].from_barrier ||
        w.stretches[i].to_barrier != stretches_[i].to_barrier || w.stretches[i].loops.size() != rounds_[i].size())
      return false;
    for (std::size_t l = 0; l < rounds_[i].size(); ++l) {
      const Rounds &a = w.rounds[w.stretches[i].loops[l]], &b = rounds_[i][l];
      if (a.variable != b.variable || a.head != b.head || a.exact != b.exact || a.bounded != b.bounded ||
          a.count.has_value() != b.count.has_value() || (a.count && !(*a.count == *b.count)))
        return false;
    }
  }
  return true;
}

void Spans::add(const Walked &w, const std::vector<Rounds> &numbers) {
  if (first_) {
    stretches_ = w.stretches;
    for (const Stretch &s : stretches_) {
      rounds_.emplace_back();
      for (const std::size_t l : s.loops) {
        rounds_.back().push_back(w.rounds[l]);
        const Rounds &r = w.rounds[l];
        aligned_ = aligned_ && r.count && !mentions_any(*r.count, numbers);
      }
    }
    for (Variants &v : variants_)
      v.resize(stretches_.size());
    for (Bounds &b : works_)
      b.hi = Expr(0);
    first_ = false;
  }
  aligned_ = aligned_ && like_the_first(w);
  for (std::size_t m = 0; m < variants_.size(); ++m) {
    std::vector<Bounds> sums(w.stretches.size(), Bounds{Expr(0), Expr(0)});
    for (const Event &e : w.events) {
      std::vector<Rounds> all;
      for (auto l = e.loops.rbegin(); l != e.loops.rend(); ++l)
        all.push_back(w.rounds[*l]);
      all.insert(all.end(), numbers.begin(), numbers.end());
      cost::add(works_[m], sums_.summed(e.latency[m], all));
      if (!aligned_)
        continue;
      if (const auto within = loops_within(e, w.stretches[e.stretch], w))
        cost::add(sums[e.stretch], sums_.summed(e.latency[m], *within));
      else
        aligned_ = false;
    }
    if (aligned_)
      for (std::size_t i = 0; i < sums.size(); ++i)
        vary(sums[i], numbers, variants_[m][i]);
  }
}

// Warp by warp, if these are few and differ.
void Spans::vary(const Bounds &b, const std::vector<Rounds> &numbers, std::vector<Bounds> &to) const {
  std::vector<Bounds> all{b};
  for (const Rounds &r : numbers) {
    std::vector<Bounds> next;
    for (const Bounds &one : all) {
      const auto count = r.count->constant();
      if (!mentions(one.lo, r.variable) && !(one.hi && mentions(*one.hi, r.variable))) {
        next.push_back(one);
      } else if (count && *count <= static_cast<long>(most_warps)) {
        for (long n = 0; n < *count; ++n)
          next.push_back(at_value(one, r.variable, n));
      } else {
        Bounds any;
        any.lo = least_over(one.lo, r.variable, *r.count).value_or(Expr(0));
        if (one.hi)
          any.hi = most_over(*one.hi, r.variable, *r.count);
        next.push_back(std::move(any));
      }
    }
    all = std::move(next);
  }
  for (Bounds &one : all)
    if (std::none_of(to.begin(), to.end(), [&](const Bounds &o) { return o.lo == one.lo && o.hi == one.hi; }))
      to.push_back(std::move(one));
}

Bounds dearest(const std::vector<Bounds> &of_warps, bool most_below) {
  Bounds out{Expr(0), Expr(0)};
  if (of_warps.empty())
    return out;
  out = of_warps[0];
  if (of_warps.size() > most_different) { // numbers only
    std::optional<Rational> lo;
    Rational hi = 0;
    bool bounded = true;
    for (const Bounds &b : of_warps) {
      const Rational here = std::max(least(b.lo).value_or(Rational(0)), Rational(0)); // no cost is below 0
      lo = !lo ? here : most_below ? std::max(*lo, here) : std::min(*lo, here);
      const auto top = b.hi ? most(*b.hi) : std::nullopt;
      bounded = bounded && top;
      hi = top ? std::max(hi, *top) : hi;
    }
    return {Expr(*lo), bounded ? std::optional(Expr(hi)) : std::nullopt};
  }
  for (std::size_t i = 1; i < of_warps.size(); ++i) {
    out.lo = most_below ? maximum(out.lo, of_warps[i].lo) : minimum(out.lo, of_warps[i].lo);
    out.hi = out.hi && of_warps[i].hi ? std::optional(maximum(*out.hi, *of_warps[i].hi)) : std::nullopt;
  }
  return out;
}

// Where a run may go on behind the end of a stretch: to the next one, from a loop's last to its first, past a loop.
std::vector<std::set<std::size_t>> Spans::successors() const {
  std::vector<std::set<std::size_t>> out(stretches_.size());
  for (std::size_t i = 0; i + 1 < out.size(); ++i)
    out[i].insert(i + 1);
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> of_loops; // first and last
  for (std::size_t i = 0; i < stretches_.size(); ++i)
    for (const std::size_t l : stretches_[i].loops)
      of_loops.try_emplace(l, i, i).first->second.second = i;
  for (const auto &[loop, ends] : of_loops) {
    out[ends.second].insert(ends.first);
    if (ends.first > 0 && ends.second + 1 < out.size())
      out[ends.first - 1].insert(ends.second + 1);
  }
  return out;
}

// Those that may be run behind stretch `i` in the same interval; itself, if it may be run there twice.
std::set<std::size_t> Spans::behind(std::size_t i, const std::vector<std::set<std::size_t>> &successors) const {
  std::set<std::size_t> out;
  std::vector<std::size_t> open{i};
  while (!open.empty()) {
    support::spend();
    const std::size_t at = open.back();
    open.pop_back();
    if (stretches_[at].to_barrier)
      continue;
    for (const std::size_t next : successors[at])
      if (!stretches_[next].from_barrier && out.insert(next).second)
        open.push_back(next);
  }
  return out;
}

// Where warps differ, those in as many loops as possible first; no two of which may lie in one interval.
std::vector<bool> Spans::chosen(const Variants &of_metric, const std::vector<std::set<std::size_t>> &successors) const {
  std::vector<std::size_t> differ;
  for (std::size_t i = 0; i < stretches_.size(); ++i)
    if (of_metric[i].size() > 1)
      differ.push_back(i);
  std::stable_sort(differ.begin(), differ.end(),
                   [&](std::size_t a, std::size_t b) { return rounds_[a].size() > rounds_[b].size(); });
  std::vector<bool> out(stretches_.size(), false);
  std::set<std::size_t> together; // with one of those that are chosen
  for (const std::size_t i : differ) {
    const std::set<std::size_t> next = behind(i, successors);
    const bool twice = support::unsound("span.twice", next.count(i) != 0);
    const bool with_one = together.count(i) != 0 ||
                          std::any_of(next.begin(), next.end(), [&](std::size_t n) { return n != i && out[n]; });
    if (twice || support::unsound("span.one", with_one))
      continue;
    out[i] = true;
    together.insert(next.begin(), next.end());
  }
  return out;
}

MetricBounds Spans::of_group() {
  MetricBounds out;
  const std::vector<std::set<std::size_t>> order = successors();
  for (std::size_t m = 0; m < variants_.size(); ++m) {
    Bounds sum{Expr(0), Expr(0)};
    if (!aligned_)
      sum.hi.reset();
    const std::vector<bool> most_below = aligned_ ? chosen(variants_[m], order) : std::vector<bool>();
    for (std::size_t i = 0; aligned_ && i < stretches_.size(); ++i) {
      const Bounds once = dearest(variants_[m][i], most_below[i]);
      const std::vector<Rounds> around(rounds_[i].rbegin(), rounds_[i].rend());
      cost::add(sum, sums_.summed({once.lo, once.hi}, around));
    }
    if (!sum.hi)
      sum.hi = works_[m].hi; // no interval of a warp costs more than all of them
    out.push_back(std::move(sum));
  }
  return out;
}

// From below, group 0 will do.
Bounds Spans::longest(const Bounds &of_group, const std::vector<Rounds> &groups) {
  Bounds out = of_group;
  for (const Rounds &g : groups)
    out.lo = substitute(out.lo, g.variable, 0);
  if (out.hi)
    out.hi = extreme_over(*out.hi, groups, true);
  return out;
}

} // namespace lockstep::cost
