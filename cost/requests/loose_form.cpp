// Forms of what is known up to intervals only (lane_form.h): quotients and remainders of sums with unknown parts,
// choices that nothing decides, limits, and any expression whose range is known.
//
// Sound because each function says what it uses of the operands' forms; intervals only grow.
#include "cfg/ir/op_groups.h"
#include "cost/requests/form_arithmetic.h"
#include "cost/requests/point_forms.h"
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

bool parts_of(PointForms &at, const Expr &e, std::vector<std::vector<Number>> &out);

// Numbers that decide the value, by lane.
bool operands_of(PointForms &at, const Expr &e, std::vector<std::vector<Number>> &out) {
  const auto known = at.bits(e);
  const auto f = known || !e->type.is_int() ? std::nullopt : at.read(e);
  if (!known && (!f || f->loose()))
    return parts_of(at, e, out);
  for (std::size_t i = 0; i < at.lanes(); ++i) {
    out[i].push_back(known ? static_cast<Number>((*known)[i]) : f->lanes[i]);
    if (f)
      for (const Term &t : f->terms)
        out[i].push_back(t.factors[i]);
  }
  return true;
}

// Those of what the expression is made of.
bool parts_of(PointForms &at, const Expr &e, std::vector<std::vector<Number>> &out) {
  if (at.is_deep() || e->op == Op::Call || e->op == Op::Read)
    return false;
  const PointForms::Deeper deeper(at);
  bool all = true;
  if (e->op == Op::Var) {
    const auto fact = std::find_if(at.point.facts.begin(), at.point.facts.end(), [&](const cfg::Fact &equation) {
      return equation.kind == cfg::Fact::Equation && equation.var == e->var;
    });
    all = fact != at.point.facts.end() && operands_of(at, fact->expr, out);
  } else {
    all = !e->args.empty();
    for (const Expr &a : e->args)
      all = all && operands_of(at, a, out);
  }
  return all;
}

// With S, what the lanes share, = by * Q + r: floor((v + S) / by) == Q + floor((v + r) / by), and r is one of 0 to
// by - g, where g divides both S and by.
std::optional<LaneForm> loose_quotient(PointForms &at, const Expr &e) {
  const bool shift = e->op == Op::LShr || e->op == Op::AShr;
  if (!cfg::is_const(e->args[1]) || (shift && e->args[1]->value >= e->type.width - 1))
    return std::nullopt;
  const Number by = shift ? Number(1) << e->args[1]->value : cfg::signed_value(*e->args[1]);
  const auto x = at.read(e->args[0]);
  if (!x || by <= 0 || x->modulo != LaneForm::exact || !shares(*x) ||
      (e->op != Op::AShr && at.setting.may_be_negative(e->args[0])))
    return std::nullopt;
  const bool known = x->terms.empty();
  const Number base = known ? 0 : *std::min_element(x->lanes.begin(), x->lanes.end()); // goes to S
  LaneForm out = known ? LaneForm{std::vector<Number>(at.lanes(), 0), {}} : at.symbols.form(part_of("quotient", e));
  const Number most = known ? 0 : by - common_factor(common_factor(step_of(*x), base), by);
  out.spread.assign(at.lanes(), 0);
  for (std::size_t i = 0; i < at.lanes(); ++i) {
    out.lanes[i] = floored(x->lanes[i] - base, by);
    out.spread[i] =
        floored(x->highest(i) - base + (support::left_out("loose_form.rest") ? 0 : most), by) - out.lanes[i];
  }
  return out;
}

// Of a number that is not negative: what is left of it lies below the divisor; and within one multiple of it nothing
// changes.
std::optional<LaneForm> loose_remainder(PointForms &at, const Expr &e) {
  if (!cfg::is_const(e->args[1]))
    return std::nullopt;
  Number by = cfg::signed_value(*e->args[1]);
  const auto x = at.read(e->args[0]);
  if (e->op == Op::BitAnd && ++by > 0 && (by & (by - 1)) != 0)
    return std::nullopt;
  const bool power = e->op == Op::BitAnd || (by & (by - 1)) == 0;
  if (!x || by <= 0 || !divides(by, *x) || (x->modulo != LaneForm::exact && (!power || by > Number(1) << x->modulo)) ||
      (e->op != Op::BitAnd && at.setting.may_be_negative(e->args[0])))
    return std::nullopt;
  LaneForm out{std::vector<Number>(at.lanes(), 0), {}};
  out.spread.assign(at.lanes(), by - 1);
  for (std::size_t i = 0; i < at.lanes(); ++i)
    if (floored(x->lanes[i], by) == floored(x->highest(i), by)) {
      out.lanes[i] = x->lanes[i] - floored(x->lanes[i], by) * by;
      out.spread[i] = x->highest(i) - x->lanes[i];
    }
  return out;
}

// Lanes choose one arm together, or the arms share the same numbers.
std::optional<LaneForm> loose_choice(PointForms &at, const Expr &e) {
  auto yes = at.read(e->args[1]);
  const auto no = at.read(e->args[2]);
  if (!yes || !no || yes->narrow(e->type.width) || no->narrow(e->type.width))
    return std::nullopt;
  if (same_terms(*yes, *no))
    return hull(*yes, *no);
  if (!at.setting.is_uniform(e->args[0]) || !shares(*yes) || !shares(*no))
    return std::nullopt;
  const unsigned modulo = std::min(yes->modulo, no->modulo);
  yes->terms.clear();
  LaneForm out = added(hull(*yes, *no), at.symbols.form(part_of("choice", e)), 1);
  out.modulo = modulo;
  return out;
}

// Of the least or greatest of a number per lane and one that all share: two lanes' results are no farther apart than
// the numbers themselves, in the same order.
std::optional<LaneForm> loose_least(PointForms &at, const Expr &e) {
  auto x = at.read(e->args[0]), y = at.read(e->args[1]);
  if (!x || !y || x->modulo != LaneForm::exact || y->modulo != LaneForm::exact)
    return std::nullopt;
  const auto apart = difference(at, e->args[0], e->args[1]);
  if (apart) {
    const bool first_less =
        std::all_of(apart->begin(), apart->end(), [](const SharedSymbols::Reach &r) { return r.hi && *r.hi <= 0; });
    const bool first_more =
        std::all_of(apart->begin(), apart->end(), [](const SharedSymbols::Reach &r) { return r.lo && *r.lo >= 0; });
    if (first_less || first_more)
      return first_less == (e->op == Op::SMin) ? x : y;
  }
  if (alike(*x))
    std::swap(x, y);
  if (!alike(*y) || !shares(*x) || at.lanes() == 0)
    return std::nullopt;
  const Number least = *std::min_element(x->lanes.begin(), x->lanes.end());
  LaneForm out = at.symbols.form(part_of("least", e));
  out.spread.assign(at.lanes(), 0);
  for (std::size_t i = 0; i < at.lanes(); ++i)
    out.spread[i] = x->highest(i) - least;
  return out;
}

// Where what the lanes share is a multiple of 2^k, operations with a constant below 2^k touch the lanes' own bits only.
std::optional<LaneForm> low_bits(PointForms &at, const Expr &e) {
  if (!cfg::is_const(e->args[1]))
    return std::nullopt;
  auto x = at.read(e->args[0]);
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
std::optional<LaneForm> by_bits(PointForms &at, const Expr &e) {
  auto x = at.read(e->args[0]), y = at.read(e->args[1]);
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
    at.symbols.want(*y, whole);
    return std::nullopt;
  }
  const auto rest = [&](Number n) { return n - floored(n, whole) * whole; };
  const Number with = rest(y->lanes.front());
  LaneForm out = at.symbols.form(part_of("high", e), whole);
  for (std::size_t i = 0; i < at.lanes(); ++i) {
    const Number low = rest(x->lanes[i]);
    out.lanes[i] += e->op == Op::BitAnd ? low & with : e->op == Op::BitOr ? low | with : low ^ with;
  }
  return out;
}

std::optional<LaneForm> in_range(PointForms &at, const Expr &e) {
  constexpr Number widest = 1 << 20;
  const cfg::Bounds &range = at.point.range(e);
  const auto lo = range.lo.exact(), hi = range.hi.exact();
  if (!lo || !hi || *hi - *lo >= widest)
    return std::nullopt;
  LaneForm out{std::vector<Number>(at.lanes(), *lo), {}};
  out.spread.assign(at.lanes(), *hi - *lo);
  return out;
}

} // namespace

// Sound because the value is a function of its operands: lanes where these are equal have one result, whatever it is.
std::optional<LaneForm> form_by_classes(PointForms &at, const Expr &e) {
  constexpr std::size_t most = 8;
  std::vector<std::vector<Number>> operands(at.lanes());
  if (!parts_of(at, e, operands))
    return std::nullopt;
  std::map<std::vector<Number>, std::vector<Number>> classes; // 1 for the lanes of each
  for (std::size_t i = 0; i < at.lanes(); ++i) {
    if (support::left_out("loose_form.classes"))
      operands[i].clear();
    std::vector<Number> &members = classes[operands[i]];
    members.resize(at.lanes(), 0);
    members[i] = 1;
  }
  if (classes.size() > most || 4 * classes.size() > at.lanes())
    return std::nullopt;
  LaneForm out{std::vector<Number>(at.lanes(), 0), {}};
  for (const auto &[values, members] : classes) {
    const Expr number = cfg::constant(cfg::int_type(32), out.terms.size());
    out.terms.push_back({cfg::call("class", cfg::int_type(64), {e, number}), members});
  }
  return out;
}

std::optional<LaneForm> loose_form(PointForms &at, const Expr &e) {
  if (e->args.empty() || e->op == Op::Call || e->op == Op::Read)
    return in_range(at, e);
  std::optional<LaneForm> out;
  switch (e->op) {
  case Op::UDiv:
  case Op::SDiv:
  case OPS_RIGHT_SHIFT: out = loose_quotient(at, e); break;
  case OPS_BITWISE:
    out = low_bits(at, e);
    out = out ? out : by_bits(at, e);
    break;
  case Op::SMin:
  case Op::SMax: out = loose_least(at, e); break;
  case Op::Ite: out = loose_choice(at, e); break;
  case OPS_LEAF:
  case OPS_MAY_WRAP:
  case OPS_REMAINDER:
  case Op::UMin:
  case Op::UMax:
  case OPS_CAST:
  case OPS_TRUTH:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  if (!out && (e->op == Op::URem || e->op == Op::SRem || e->op == Op::BitAnd))
    out = loose_remainder(at, e);
  if (!out)
    out = form_by_classes(at, e);
  return out ? out : in_range(at, e);
}

} // namespace lockstep::coalescing
