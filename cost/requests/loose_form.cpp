// Forms of what is known up to intervals only (lane_form.h): quotients and remainders of sums with unknown parts,
// choices that nothing decides, limits, and any expression whose range is known.
//
// Sound because each function says what it uses of the operands' forms; intervals only grow.
#include "cost/requests/form_arithmetic.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::coalescing {

using cfg::Expr;
using cfg::Op;

namespace {

constexpr Number widest_rest = 64; // as many are tried

// What the terms' sum is a multiple of; 0: it is zero.
Number step_of(const LaneForm &f) {
  Number out = 0;
  for (const Term &t : f.terms)
    for (Number n : t.factors)
      out = common_factor(out, n);
  return out;
}

Expr part_of(const char *name, const Expr &e) { return cfg::call(name, cfg::int_type(64), {e}); }

} // namespace

std::optional<LaneForm> FormReader::loose(const Expr &e) {
  if (e->args.empty() || e->op == Op::Call || e->op == Op::Read)
    return in_range(e);
  std::optional<LaneForm> out;
  switch (e->op) {
  case Op::UDiv:
  case Op::SDiv:
  case Op::LShr:
  case Op::AShr: out = loose_quotient(e); break;
  case Op::BitAnd:
  case Op::BitOr:
  case Op::BitXor:
    out = low_bits(e);
    out = out ? out : by_bits(e);
    break;
  case Op::SMin:
  case Op::SMax: out = loose_least(e); break;
  case Op::Ite: out = loose_choice(e); break;
  default: break;
  }
  if (!out && (e->op == Op::URem || e->op == Op::SRem || e->op == Op::BitAnd))
    out = loose_remainder(e);
  if (!out)
    out = by_classes(e);
  return out ? out : in_range(e);
}

// Numbers that decide the value, by lane.
bool FormReader::operands_of(const Expr &e, std::vector<std::vector<Number>> &out) {
  const auto known = bits(e);
  const auto f = known || !e->type.is_int() ? std::nullopt : read(e);
  if (!known && (!f || f->loose()))
    return parts_of(e, out);
  for (std::size_t i = 0; i < lanes(); ++i) {
    out[i].push_back(known ? static_cast<Number>((*known)[i]) : f->lanes[i]);
    if (f)
      for (const Term &t : f->terms)
        out[i].push_back(t.factors[i]);
  }
  return true;
}

// Those of what the expression is made of.
bool FormReader::parts_of(const Expr &e, std::vector<std::vector<Number>> &out) {
  if (depth_ >= deepest || e->op == Op::Call || e->op == Op::Read)
    return false;
  ++depth_;
  bool all = true;
  if (e->op == Op::Var) {
    const auto fact = std::find_if(point_->facts.begin(), point_->facts.end(), [&](const cfg::Fact &equation) {
      return equation.kind == cfg::Fact::Equation && equation.var == e->var;
    });
    all = fact != point_->facts.end() && operands_of(fact->expr, out);
  } else {
    all = !e->args.empty();
    for (const Expr &a : e->args)
      all = all && operands_of(a, out);
  }
  --depth_;
  return all;
}

// Sound because the value is a function of its operands: lanes where these are equal have one result, whatever it is.
std::optional<LaneForm> FormReader::by_classes(const Expr &e) {
  constexpr std::size_t most = 8;
  std::vector<std::vector<Number>> operands(lanes());
  if (!parts_of(e, operands))
    return std::nullopt;
  std::map<std::vector<Number>, std::vector<Number>> classes; // 1 for the lanes of each
  for (std::size_t i = 0; i < lanes(); ++i) {
    if (support::left_out("loose_form.classes"))
      operands[i].clear();
    std::vector<Number> &members = classes[operands[i]];
    members.resize(lanes(), 0);
    members[i] = 1;
  }
  if (classes.size() > most || 4 * classes.size() > lanes())
    return std::nullopt;
  LaneForm out{std::vector<Number>(lanes(), 0), {}};
  for (const auto &[values, members] : classes) {
    const Expr number = cfg::constant(cfg::int_type(32), out.terms.size());
    out.terms.push_back({cfg::call("class", cfg::int_type(64), {e, number}), members});
  }
  return out;
}

// With S, what the lanes share, = by * Q + r: floor((v + S) / by) == Q + floor((v + r) / by), and r is one of 0 to
// by - g, where g divides both S and by.
std::optional<LaneForm> FormReader::loose_quotient(const Expr &e) {
  const bool shift = e->op == Op::LShr || e->op == Op::AShr;
  if (!cfg::is_const(e->args[1]) || (shift && e->args[1]->value >= e->type.width - 1))
    return std::nullopt;
  const Number by = shift ? Number(1) << e->args[1]->value : cfg::signed_value(*e->args[1]);
  const auto x = read(e->args[0]);
  if (!x || by <= 0 || x->modulo != LaneForm::exact || !shares(*x) ||
      (e->op != Op::AShr && a_.ranges.range_of(e->args[0]).as_signed.lo < 0))
    return std::nullopt;
  const bool known = x->terms.empty();
  const Number base = known ? 0 : *std::min_element(x->lanes.begin(), x->lanes.end()); // goes to S
  LaneForm out = known ? LaneForm{std::vector<Number>(lanes(), 0), {}} : symbol(part_of("quotient", e));
  const Number most = known ? 0 : by - common_factor(common_factor(step_of(*x), base), by);
  out.spread.assign(lanes(), 0);
  for (std::size_t i = 0; i < lanes(); ++i) {
    out.lanes[i] = floored(x->lanes[i] - base, by);
    out.spread[i] =
        floored(x->highest(i) - base + (support::left_out("loose_form.rest") ? 0 : most), by) - out.lanes[i];
  }
  return out;
}

// Of a number that is not negative: what is left of it lies below the divisor; and within one multiple of it nothing
// changes.
std::optional<LaneForm> FormReader::loose_remainder(const Expr &e) {
  if (!cfg::is_const(e->args[1]))
    return std::nullopt;
  Number by = cfg::signed_value(*e->args[1]);
  const auto x = read(e->args[0]);
  if (e->op == Op::BitAnd && ++by > 0 && (by & (by - 1)) != 0)
    return std::nullopt;
  const bool power = e->op == Op::BitAnd || (by & (by - 1)) == 0;
  if (!x || by <= 0 || !divides(by, *x) || (x->modulo != LaneForm::exact && (!power || by > Number(1) << x->modulo)) ||
      (e->op != Op::BitAnd && a_.ranges.range_of(e->args[0]).as_signed.lo < 0))
    return std::nullopt;
  LaneForm out{std::vector<Number>(lanes(), 0), {}};
  out.spread.assign(lanes(), by - 1);
  for (std::size_t i = 0; i < lanes(); ++i)
    if (floored(x->lanes[i], by) == floored(x->highest(i), by)) {
      out.lanes[i] = x->lanes[i] - floored(x->lanes[i], by) * by;
      out.spread[i] = x->highest(i) - x->lanes[i];
    }
  return out;
}

// Lanes choose one arm together, or the arms share the same numbers.
std::optional<LaneForm> FormReader::loose_choice(const Expr &e) {
  auto yes = read(e->args[1]);
  const auto no = read(e->args[2]);
  if (!yes || !no || yes->narrow(e->type.width) || no->narrow(e->type.width))
    return std::nullopt;
  if (same_terms(*yes, *no))
    return hull(*yes, *no);
  if (!cfg::is_uniform(e->args[0], k_, uniform_, level_) || !shares(*yes) || !shares(*no))
    return std::nullopt;
  const unsigned modulo = std::min(yes->modulo, no->modulo);
  yes->terms.clear();
  LaneForm out = added(hull(*yes, *no), symbol(part_of("choice", e)), 1);
  out.modulo = modulo;
  return out;
}

// Of the least or greatest of a number per lane and one that all share: two lanes' results are no farther apart than
// the numbers themselves, in the same order.
std::optional<LaneForm> FormReader::loose_least(const Expr &e) {
  auto x = read(e->args[0]), y = read(e->args[1]);
  if (!x || !y || x->modulo != LaneForm::exact || y->modulo != LaneForm::exact)
    return std::nullopt;
  const auto apart = difference(e->args[0], e->args[1]);
  if (apart) {
    const bool first_less =
        std::all_of(apart->begin(), apart->end(), [](const Reach &r) { return r.hi && *r.hi <= 0; });
    const bool first_more =
        std::all_of(apart->begin(), apart->end(), [](const Reach &r) { return r.lo && *r.lo >= 0; });
    if (first_less || first_more)
      return first_less == (e->op == Op::SMin) ? x : y;
  }
  if (alike(*x))
    std::swap(x, y);
  if (!alike(*y) || !shares(*x) || lanes() == 0)
    return std::nullopt;
  const Number least = *std::min_element(x->lanes.begin(), x->lanes.end());
  LaneForm out = symbol(part_of("least", e));
  out.spread.assign(lanes(), 0);
  for (std::size_t i = 0; i < lanes(); ++i)
    out.spread[i] = x->highest(i) - least;
  return out;
}

// Where what the lanes share is a multiple of 2^k, operations with a constant below 2^k touch the lanes' own bits only.
std::optional<LaneForm> FormReader::low_bits(const Expr &e) {
  if (!cfg::is_const(e->args[1]))
    return std::nullopt;
  auto x = read(e->args[0]);
  if (!x || x->loose() || !shares(*x) || x->terms.empty())
    return std::nullopt;
  const Number step = step_of(*x), whole = step & -step; // the largest power of two in it
  Number with = cfg::signed_value(*e->args[1]);
  const bool clears = e->op == Op::BitAnd && with < 0; // the bits that are not in it
  with = clears ? -with - 1 : with;
  if (with < 0 || with >= whole || (x->modulo != LaneForm::exact && whole > Number(1) << x->modulo))
    return std::nullopt;
  for (Number &n : x->lanes) {
    const Number low = n - floored(n, whole) * whole;
    n += (clears ? low & ~with : e->op == Op::BitAnd ? low & with : e->op == Op::BitOr ? low | with : low ^ with) - low;
    if (e->op == Op::BitAnd && !clears)
      n = low & with;
  }
  if (e->op == Op::BitAnd && !clears)
    return LaneForm{std::move(x->lanes), {}};
  return x;
}

// Of a number per lane and one that all share, both divided by 2^k: where the lanes have one quotient, so has the
// result; its rest is that of the two rests.
std::optional<LaneForm> FormReader::by_bits(const Expr &e) {
  auto x = read(e->args[0]), y = read(e->args[1]);
  if (x && alike(*x))
    std::swap(x, y);
  if (!x || !y || !alike(*y) || y->loose() || x->loose() || !shares(*x) || x->modulo != LaneForm::exact ||
      y->modulo != LaneForm::exact)
    return std::nullopt;
  const auto [least, most] = std::minmax_element(x->lanes.begin(), x->lanes.end());
  Number whole = 1;
  while (floored(*least, whole) != floored(*most, whole) && whole < widest_rest)
    whole *= 2;
  if (whole == 1 || !divides(whole, *x) ||
      support::unsound("loose_form.by_bits", floored(*least, whole) != floored(*most, whole)))
    return std::nullopt;
  if (!divides(whole, *y)) {
    want(*y, whole);
    return std::nullopt;
  }
  const auto rest = [&](Number n) { return n - floored(n, whole) * whole; };
  const Number with = rest(y->lanes.front());
  LaneForm out = symbol(part_of("high", e), whole);
  for (std::size_t i = 0; i < lanes(); ++i) {
    const Number low = rest(x->lanes[i]);
    out.lanes[i] += e->op == Op::BitAnd ? low & with : e->op == Op::BitOr ? low | with : low ^ with;
  }
  return out;
}

std::optional<LaneForm> FormReader::in_range(const Expr &e) {
  constexpr Number widest = 1 << 20;
  const cfg::Bounds &range = point_->range(e);
  const auto lo = range.lo.exact(), hi = range.hi.exact();
  if (!lo || !hi || *hi - *lo >= widest)
    return std::nullopt;
  LaneForm out{std::vector<Number>(lanes(), *lo), {}};
  out.spread.assign(lanes(), *hi - *lo);
  return out;
}

} // namespace lockstep::coalescing
