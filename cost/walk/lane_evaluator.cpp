// See lane_evaluator.h.
#include "cost/walk/lane_evaluator.h"

#include "cfg/ir/assumptions.h"
#include "cfg/ir/evaluate.h"
#include "cfg/ir/op_groups.h"
#include "support/invariant.h"

#include <algorithm>

namespace lockstep::cost {

using cfg::Op;

namespace {

bool with_sign(const LaneValue &v) { return v.known && v.as_signed; }
bool without_sign(const LaneValue &v) { return v.known && v.as_unsigned; }

} // namespace

LaneValue LaneEvaluator::any(const cfg::Expr &e) {
  const bool uniform = input_.is_uniform(e);
  if (!uniform || !e->type.is_int())
    return {};
  const cfg::Bounds r = input_.analyses.ranges.range_of(e).as_signed;
  const auto lo = r.lo.exact_as<std::int64_t>(), hi = r.hi.exact_as<std::int64_t>();
  if (!lo || !hi)
    return unknowns_.value(e->type, true);
  return read_as(shared_value(lanes_, unknowns_.symbol(integer(*lo), integer(*hi))), true, *lo >= 0);
}

LaneValue LaneEvaluator::value(const cfg::Expr &e, Mask m) {
  if (!e->type.is_int() || ++depth_ > 200) {
    depth_ -= depth_ > 200;
    return {};
  }
  LaneValue out;
  try {
    out = value_of(e, m);
  } catch (const TooLarge &) { // nothing is known of it
  }
  --depth_;
  if (!out.known)
    return any(e);
  // One reading is the other where the top bit is not set.
  const cfg::ExprRange r = input_.analyses.ranges.range_of(e);
  if (out.as_signed && !out.as_unsigned && r.as_signed.lo >= 0)
    out.as_unsigned = true;
  if (out.as_unsigned && !out.as_signed && r.as_unsigned.hi < cfg::Wide::power_of_two(e->type.width - 1))
    out.as_signed = true;
  return out;
}

LaneValue LaneEvaluator::leaf(const cfg::ExprNode &e) const {
  const auto both = [&](LaneValue v) { return v.known ? read_as(std::move(v), true, true) : LaneValue{}; };
  const auto d = static_cast<std::size_t>(e.value);
  switch (e.op) {
  case Op::LocalId: return both(input_.warp.ids[d]);
  case Op::GroupId: return both(shared_value(lanes_, input_.options.group_ids[d]));
  case Op::NumGroups: return both(shared_value(lanes_, input_.options.groups[d]));
  case Op::LocalSize: return both(shared_value(lanes_, input_.options.local_sizes[d]));
  case Op::GlobalOffset:
    return both(constant_value(lanes_, static_cast<Number>(input_.analyses.launch.global_offset[d])));
  case Op::Const:
  case Op::Var:
  case OPS_COMPUTED:
  case OPS_OPAQUE: return {};
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

LaneValue LaneEvaluator::value_of(const cfg::Expr &e, Mask m) {
  switch (e->op) {
  case Op::Const: {
    const bool small = e->value < (std::uint64_t(1) << (e->type.width - 1));
    return read_as(constant_value(lanes_, cfg::to_signed(e->value, e->type.width)), true, small);
  }
  case Op::Var: return variables_.value(e->var, m);
  case OPS_LAUNCH: // a narrow type cuts them
    return e->type.width >= 32 ? leaf(*e) : LaneValue{};
  case OPS_MAY_WRAP: return arithmetic(e, m);
  case OPS_DIVISION:
  case OPS_RIGHT_SHIFT: return quotient(e, m);
  case OPS_BITWISE: return bitwise(e, m);
  case OPS_MIN_MAX: return extremum(e, m);
  case OPS_CAST: return converted(e, m);
  case Op::Ite: return chosen(e, m);
  case OPS_TRUTH:
  case OPS_FLOAT:
  case OPS_OPAQUE: return {};
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

LaneValue LaneEvaluator::arithmetic(const cfg::Expr &e, Mask m) {
  const LaneValue a = value(e->args[0], m);
  LaneValue b = value(e->args[1], m);
  if (!a.known || !b.known)
    return {};
  if (e->op == Op::Shl) {
    if (!b.concrete() || !b.uniform() || b.lanes[0] < 0 || b.lanes[0] >= static_cast<Number>(e->type.width))
      return {};
    b = read_as(constant_value(lanes_, Number(1) << static_cast<unsigned>(b.lanes[0])), true, true);
  }
  LaneValue out = e->op == Op::Add ? added(a, b, 1) : e->op == Op::Sub ? added(a, b, -1) : scaled(a, b);
  if (!out.known)
    return {};
  const cfg::WrapInfo w = input_.analyses.ranges.wrap_of(e);
  out.modulo = 0;
  const bool s = a.as_signed && b.as_signed && w.signed_ok != cfg::NoWrap::MayWrap;
  const bool u = a.as_unsigned && b.as_unsigned && w.unsigned_ok != cfg::NoWrap::MayWrap;
  if (s && w.signed_ok == cfg::NoWrap::ByAssumption)
    assumptions_.insert(cfg::assumption::no_signed_overflow);
  if (s || u)
    return read_as(std::move(out), s, u);
  // Numbers of 2^width wrap around; where the bounds say they do not, well.
  bool none_lo = false, none_hi = false;
  const Rational lo = least_of(out, none_lo), hi = most_of(out, none_hi);
  if (!none_lo && !none_hi && a.modulo == 0 && b.modulo == 0) {
    const Integer half = two_to(e->type.width - 1);
    const bool fits_s = lo >= Rational(-half) && hi < Rational(half), fits_u = lo >= 0 && hi < Rational(2 * half);
    if (fits_s || fits_u)
      return read_as(std::move(out), fits_s, fits_u);
  }
  const Number all = Number(1) << e->type.width;
  if (out.concrete() && e->type.width < 64) {
    for (Number &n : out.lanes)
      n = (n % all + all) % all;
    return read_as(std::move(out), false, true);
  }
  if (out.uniform())
    return read_as(shared_value(lanes_, mod(out.uniform_expr(), Expr(two_to(e->type.width)))), false, true);
  if ((a.modulo != 0 && a.modulo != e->type.width) || (b.modulo != 0 && b.modulo != e->type.width))
    return {};
  out.modulo = e->type.width;
  return out;
}

LaneValue LaneEvaluator::quotient(const cfg::Expr &e, Mask m) {
  const unsigned width = e->type.width;
  const bool is_signed = e->op == Op::SDiv || e->op == Op::SRem || e->op == Op::AShr;
  const LaneValue a = reading(value(e->args[0], m), width, is_signed);
  LaneValue b = value(e->args[1], m);
  if (!a.known || !b.known)
    return {};
  if (e->op == Op::LShr || e->op == Op::AShr) {
    if (!b.concrete() || !b.uniform() || b.lanes[0] < 0 || b.lanes[0] >= static_cast<Number>(width))
      return {};
    b = constant_value(lanes_, Number(1) << static_cast<unsigned>(b.lanes[0]));
  } else {
    b = reading(b, width, is_signed);
    if (!b.known)
      return {};
    bool none = false;
    if (const Rational lo = least_of(b, none); none || lo <= 0)
      return {};
    if (e->op == Op::SDiv || e->op == Op::SRem) { // towards zero
      const bool positive = input_.analyses.ranges.range_of(e->args[0]).as_signed.lo >= 0;
      if (const Rational lo = least_of(a, none); !positive && (none || lo < 0)) {
        if (!a.uniform() || !b.uniform())
          return {};
        const Expr n = a.uniform_expr(), d = b.uniform_expr();
        const Expr whole = floor_div(n + (d - 1) * at_least_zero(-n - 1), d);
        return read_as(shared_value(lanes_, e->op == Op::SDiv ? whole : n - d * whole), true, false);
      }
    }
  }
  const bool rest = e->op == Op::URem || e->op == Op::SRem;
  std::optional<LaneValue> out;
  if (b.concrete() && b.uniform()) {
    out = rest ? remainder(a, b.lanes[0]) : floored(a, b.lanes[0]);
  } else if (a.uniform() && b.uniform()) {
    const Expr n = a.uniform_expr(), d = b.uniform_expr();
    out = shared_value(lanes_, rest ? mod(n, d) : floor_div(n, d));
  } else if (a.concrete() && b.concrete()) {
    out = a;
    for (std::size_t i = 0; i < lanes_; ++i)
      out->lanes[i] = rest ? a.lanes[i] % b.lanes[i] : a.lanes[i] / b.lanes[i];
  }
  if (!out || !out->known)
    return {};
  const bool negative = e->op == Op::AShr && input_.analyses.ranges.range_of(e->args[0]).as_signed.lo < 0;
  return read_as(std::move(*out), is_signed || a.as_signed, !negative && (!is_signed || !negative));
}

LaneValue LaneEvaluator::bitwise(const cfg::Expr &e, Mask m) {
  const LaneValue a = value(e->args[0], m), b = value(e->args[1], m);
  if (!a.known || !b.known)
    return {};
  if (a.concrete() && b.concrete() && a.modulo == 0 && b.modulo == 0) {
    LaneValue out = a;
    for (std::size_t i = 0; i < lanes_; ++i) {
      const auto x = static_cast<std::uint64_t>(a.lanes[i]), y = static_cast<std::uint64_t>(b.lanes[i]);
      const std::uint64_t bits = e->op == Op::BitAnd ? x & y : e->op == Op::BitOr ? x | y : x ^ y;
      out.lanes[i] = cfg::to_signed(cfg::mask_to_width(bits, e->type.width), e->type.width);
    }
    const bool positive = std::all_of(out.lanes.begin(), out.lanes.end(), [](Number n) { return n >= 0; });
    return read_as(std::move(out), true, positive);
  }
  const LaneValue &mask = b.concrete() ? b : a, &of = b.concrete() ? a : b;
  if (e->op != Op::BitAnd || !mask.concrete() || mask.modulo != 0 || !mask.uniform() || mask.lanes[0] <= 0 ||
      (mask.lanes[0] & (mask.lanes[0] + 1)) != 0)
    return {};
  // Of the low bits either reading is one.
  const auto out = remainder(of, mask.lanes[0] + 1);
  return out && out->known ? read_as(*out, true, true) : LaneValue{};
}

LaneValue LaneEvaluator::extremum(const cfg::Expr &e, Mask m) {
  const bool is_signed = e->op == Op::SMin || e->op == Op::SMax, least_wanted = e->op == Op::SMin || e->op == Op::UMin;
  const LaneValue a = reading(value(e->args[0], m), e->type.width, is_signed);
  const LaneValue b = reading(value(e->args[1], m), e->type.width, is_signed);
  if (!a.known || !b.known)
    return {};
  if (a.uniform() && b.uniform()) {
    const Expr x = a.uniform_expr(), y = b.uniform_expr();
    return read_as(shared_value(lanes_, least_wanted ? minimum(x, y) : maximum(x, y)), is_signed, !is_signed);
  }
  const Mask greater = masks_.positive(added(a, b, -1));
  return read_as(mixed(masks_, greater, least_wanted ? b : a, least_wanted ? a : b), is_signed, !is_signed);
}

LaneValue LaneEvaluator::converted(const cfg::Expr &e, Mask m) {
  const unsigned from = e->args[0]->type.width, to = e->type.width;
  if (e->args[0]->type.is_bool()) {
    const Mask c = truth(e->args[0], m);
    const LaneValue one = read_as(constant_value(lanes_, e->op == Op::Sext ? -1 : 1), true, e->op != Op::Sext);
    return mixed(masks_, c, one, read_as(constant_value(lanes_, 0), true, true));
  }
  const LaneValue v = value(e->args[0], m);
  if (!v.known || (v.modulo != 0 && e->op == Op::Trunc))
    return {};
  if (v.modulo != 0)
    return v;
  if (e->op == Op::Zext) {
    const LaneValue u = reading(v, from, false);
    return u.known ? read_as(u, true, true) : LaneValue{};
  }
  if (e->op == Op::Sext) {
    const LaneValue s = reading(v, from, true);
    return s.known ? read_as(s, true, s.as_unsigned) : LaneValue{};
  }
  bool none_lo = false, none_hi = false;
  const Rational lo = least_of(v, none_lo), hi = most_of(v, none_hi);
  const Integer half = two_to(to - 1);
  const bool s = !none_lo && !none_hi && lo >= Rational(-half) && hi < Rational(half);
  const bool u = !none_lo && !none_hi && lo >= 0 && hi < Rational(2 * half);
  const cfg::WrapInfo w = input_.analyses.ranges.wrap_of(e);
  const bool kept_s = s || (v.as_signed && w.signed_ok == cfg::NoWrap::Proved);
  const bool kept_u = u || (v.as_unsigned && w.unsigned_ok == cfg::NoWrap::Proved);
  if (kept_s || kept_u)
    return read_as(v, kept_s, kept_u);
  const auto rest = to < 64 ? remainder(v, Number(1) << to) : std::nullopt;
  return rest ? read_as(*rest, false, true) : LaneValue{};
}

LaneValue LaneEvaluator::chosen(const cfg::Expr &e, Mask m) {
  const Mask c = truth(e->args[0], m);
  return mixed(masks_, c, value(e->args[1], masks_.both(m, c)), value(e->args[2], masks_.both(m, masks_.other(c))));
}

Mask LaneEvaluator::truth(const cfg::Expr &e, Mask m) {
  switch (e->op) {
  case Op::Const: return e->value != 0 ? everybody : nobody;
  case Op::Not: return masks_.other(truth(e->args[0], m));
  case Op::And: return masks_.both(truth(e->args[0], m), truth(e->args[1], m));
  case Op::Or: return masks_.either(truth(e->args[0], m), truth(e->args[1], m));
  case Op::Implies: return masks_.either(masks_.other(truth(e->args[0], m)), truth(e->args[1], m));
  case Op::Ite: return masks_.choose(truth(e->args[0], m), truth(e->args[1], m), truth(e->args[2], m));
  case Op::Var:
    if (const auto held = variables_.truth(e->var, m))
      return *held;
    break;
  case OPS_EQUALITY:
  case OPS_ORDER:
    if (e->args[0]->type.is_int())
      try {
        return compared(e, m);
      } catch (const TooLarge &) { // nothing is known of it
      }
    break;
  case OPS_LAUNCH:
  case OPS_NUMBER:
  case OPS_CAST:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  return unknowns_.condition(input_.is_uniform(e));
}

Mask LaneEvaluator::compared(const cfg::Expr &e, Mask m) {
  LaneValue a = value(e->args[0], m), b = value(e->args[1], m);
  const unsigned width = e->args[0]->type.width;
  const bool order = e->op != Op::Eq && e->op != Op::Ne;
  const bool is_signed = order ? e->op == Op::Slt || e->op == Op::Sle : with_sign(a) && with_sign(b);
  if (a.known && b.known && (order || is_signed || !without_sign(a) || !without_sign(b))) {
    a = reading(a, width, is_signed);
    b = reading(b, width, is_signed);
  }
  const LaneValue apart = added(b, a, -1); // b - a
  if (!apart.known)
    return unknowns_.condition(input_.is_uniform(e));
  if (!order)
    return e->op == Op::Eq ? masks_.zero(apart) : masks_.other(masks_.zero(apart));
  const bool or_equal = e->op == Op::Sle || e->op == Op::Ule;
  return masks_.positive(or_equal ? added(apart, constant_value(lanes_, 1), 1) : apart);
}

} // namespace lockstep::cost
