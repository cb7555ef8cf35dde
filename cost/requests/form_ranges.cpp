// What numbers of lanes can be, and which lanes conditions admit together (lane_form.h).
#include "cost/requests/form_arithmetic.h"
#include "cost/requests/point_forms.h"

#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::coalescing {

using cfg::Expr;
using cfg::Op;

std::optional<std::vector<SharedSymbols::Reach>> compared_by(PointForms &at, const Expr &e) {
  const bool is_unsigned = e->op == Op::Ult || e->op == Op::Ule;
  if ((!is_unsigned && e->op != Op::Slt && e->op != Op::Sle && e->op != Op::Eq && e->op != Op::Ne) ||
      !e->args[0]->type.is_int())
    return std::nullopt;
  const auto negative = [&](const Expr &side) { return at.setting.may_be_negative(side); };
  if (is_unsigned && (negative(e->args[0]) || negative(e->args[1])))
    return std::nullopt;
  return difference(at, e->args[0], e->args[1]);
}

std::optional<std::vector<SharedSymbols::Reach>> difference(PointForms &at, const Expr &a, const Expr &b) {
  const auto x = at.read(a), y = at.read(b);
  if (!x || !y)
    return std::nullopt;
  const LaneForm apart = added(*x, *y, -1);
  if (apart.modulo != LaneForm::exact)
    return std::nullopt;
  return at.symbols.reach(apart);
}

namespace {

using LaneSet = std::vector<bool>;

constexpr std::size_t most_sets = 64;

// `lane's number + sign * shared`, compared with 0; where `modulo` is not 0: what it leaves of that, with `below`.
struct Threshold {
  Op op = Op::Eq;
  bool negated = false;
  std::vector<Number> lanes;
  Number sign = 1, modulo = 0, below = 0;
  bool admits(std::size_t lane, Number shared) const {
    const Number n = lanes[lane] + sign * shared;
    if (modulo != 0)
      return (n - floored(n, modulo) * modulo < below) != negated;
    const bool holds = op == Op::Eq || op == Op::Ne     ? (n == 0) == (op == Op::Eq)
                       : op == Op::Slt || op == Op::Ult ? n < 0
                                                        : n <= 0;
    return holds != negated;
  }
};
struct SharedRange { // what some thresholds have in common
  std::vector<Term> terms;
  SharedSymbols::Reach reach;
  std::vector<Threshold> all;
};

void atoms_of(const Expr &e, bool negated, std::vector<std::pair<Expr, bool>> &out) {
  if (e->op == Op::Not)
    return atoms_of(e->args[0], !negated, out);
  if (e->op == (negated ? Op::Or : Op::And)) {
    for (const Expr &part : e->args)
      atoms_of(part, negated, out);
    return;
  }
  out.emplace_back(e, negated);
}

bool within(const LaneSet &a, const LaneSet &b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] && !b[i])
      return false;
  return true;
}

std::vector<LaneSet> largest(std::set<LaneSet> all) {
  std::vector<LaneSet> out;
  for (const LaneSet &s : all)
    if (std::none_of(all.begin(), all.end(), [&](const LaneSet &other) { return other != s && within(s, other); }))
      out.push_back(s);
  return out;
}

// Those that some number admits that the lanes share.
std::set<LaneSet> sets_of(const SharedRange &shared, const LaneSet &may) {
  std::set<Number> at;
  const auto &[lo, hi] = shared.reach;
  const auto try_at = [&](Number n) {
    if ((!lo || n >= *lo) && (!hi || n <= *hi))
      at.insert(n);
  };
  for (const Threshold &t : shared.all)
    for (const Number n : t.lanes)
      for (const Number beside : {-1, 0, 1})
        for (const Number end : {Number(0), t.below})
          try_at(t.sign * (end - n) + beside);
  if (lo)
    at.insert(*lo);
  if (hi)
    at.insert(*hi);
  std::set<LaneSet> out;
  for (const Number n : at) {
    LaneSet here = may;
    for (std::size_t i = 0; i < may.size(); ++i)
      for (const Threshold &t : shared.all)
        here[i] = here[i] && t.admits(i, n);
    out.insert(std::move(here));
  }
  return out;
}

// Lanes with numbers that are equal up to multiples.
std::set<LaneSet> classes_of(const Threshold &t, const LaneSet &may) {
  std::map<Number, LaneSet> out;
  for (std::size_t i = 0; i < may.size(); ++i)
    if (may[i])
      out.try_emplace(t.lanes[i] - floored(t.lanes[i], t.modulo) * t.modulo, may.size(), false).first->second[i] = true;
  std::set<LaneSet> sets;
  for (const auto &[rest, lanes] : out)
    sets.insert(lanes);
  return sets;
}

} // namespace

// Sound because each condition holds for each of the lanes that are at the point together, and what they share is one
// number: an equality admits lanes whose own numbers are equal, and of orders every number is tried at which a lane
// comes or goes, and those beside it.
std::vector<std::vector<bool>> admitted_sets(PointForms &at) {
  LaneSet may(at.lanes(), true);
  std::vector<std::pair<Expr, bool>> atoms;
  for (const Expr &c : at.conditions()) {
    const LaneSet here = at.may_hold(c);
    for (std::size_t i = 0; i < at.lanes(); ++i)
      may[i] = may[i] && here[i];
    atoms_of(c, false, atoms);
  }
  std::vector<std::set<LaneSet>> choices;
  std::vector<SharedRange> shared;
  for (const auto &[e, negated] : atoms) {
    const bool equality = e->op == (negated ? Op::Ne : Op::Eq);
    if (support::sound("form_reader.admitted", e->args.size() != 2 || !e->args[0]->type.is_int()))
      continue;
    const auto x = at.read(e->args[0]), y = at.read(e->args[1]);
    if (!x || !y || x->loose() || y->loose())
      continue;
    LaneForm apart = added(*x, *y, -1);
    if (apart.loose() || apart.terms.empty() || !shares(apart))
      continue;
    const unsigned width = e->args[0]->type.width;
    if (equality && (apart.modulo != LaneForm::exact || !compared_by(at, e))) {
      choices.push_back(classes_of({Op::Eq, false, apart.lanes, 1, Number(1) << std::min(apart.modulo, width)}, may));
      continue;
    }
    const bool is_unsigned = e->op == Op::Ult || e->op == Op::Ule;
    if (is_unsigned && (apart.modulo != LaneForm::exact || !compared_by(at, e))) {
      const bool below_it = cfg::is_const(e->args[0]); // which is not below: "c <= x" is not "x < c"
      const cfg::Expr &limit = e->args[below_it ? 0 : 1];
      const LaneForm &form = below_it ? *y : *x;
      if (cfg::is_const(limit) && form.modulo >= width) { // "l <= x && x < h" as one comparison
        const bool beyond = (e->op == Op::Ule) != below_it;
        const Number below = static_cast<Number>(limit->value) + (beyond ? 1 : 0);
        const Threshold t{e->op, negated != below_it, form.lanes, 1, Number(1) << width, below};
        choices.push_back(sets_of({form.terms, {}, {t}}, may));
      }
      continue;
    }
    if (apart.modulo != LaneForm::exact || !compared_by(at, e))
      continue;
    Threshold t{e->op, negated, apart.lanes};
    if (apart.terms[0].factors[0] < 0) {
      t.sign = -1;
      for (Term &term : apart.terms)
        for (Number &n : term.factors)
          n = -n;
    }
    const auto same = std::find_if(shared.begin(), shared.end(), [&](const SharedRange &s) {
      return same_terms({apart.lanes, s.terms}, {apart.lanes, apart.terms});
    });
    if (same != shared.end()) {
      same->all.push_back(std::move(t));
      continue;
    }
    const LaneForm rest{std::vector<Number>(at.lanes(), 0), apart.terms};
    shared.push_back({apart.terms, at.symbols.reach(rest)[0], {std::move(t)}});
  }
  for (const SharedRange &s : shared)
    choices.push_back(sets_of(s, may));
  std::vector<LaneSet> out{may};
  for (std::set<LaneSet> &some : choices) {
    std::set<LaneSet> next;
    const std::vector<LaneSet> these = largest(std::move(some));
    for (const LaneSet &a : out)
      for (const LaneSet &b : these) {
        LaneSet both = a;
        for (std::size_t i = 0; i < both.size(); ++i)
          both[i] = both[i] && b[i];
        next.insert(std::move(both));
      }
    if (next.size() <= most_sets)
      out = largest(std::move(next));
  }
  std::erase_if(out, [](const LaneSet &s) { return std::none_of(s.begin(), s.end(), [](bool b) { return b; }); });
  return out;
}

} // namespace lockstep::coalescing
