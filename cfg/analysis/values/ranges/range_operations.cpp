// What each operation does to ranges: see range_domain.h.
#include "cfg/analysis/values/ranges/range_domain.h"

#include "cfg/ir/evaluate.h"
#include "cfg/ir/expr_types.h"
#include "cfg/ir/op_groups.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <bit>

namespace lockstep::cfg {

namespace {

// An operation on arguments of which ranges are known.
struct Application {
  const ExprNode &node;
  const std::vector<ExprRange> &args;
  bool trust_flags;

  // An argument under the signed and under the unsigned reading.
  const Bounds &s(std::size_t i) const { return args[i].as_signed; }
  const Bounds &u(std::size_t i) const { return args[i].as_unsigned; }
  Type type() const { return node.type; } // of the result
};

Applied with(ExprRange r, NoWrap w) { return {r, {w, w}}; }

std::optional<ExprRange> constant_result(const Application &x) {
  std::vector<std::uint64_t> bits;
  if (takes_wrap_flags(x.node.op) || op_info(x.node.op).typing == Typing::IntCast)
    return std::nullopt; // these must tell about wrapping
  for (std::size_t i = 0; i < x.args.size(); ++i) {
    if (!is_one_value(x.args[i]))
      return std::nullopt;
    bits.push_back(x.u(i).lo.bits());
  }
  auto v = defined_value(x.node, bits);
  return v ? std::optional(range_from_unsigned({*v, *v}, x.type())) : std::nullopt;
}

// --- sums, products, shifts ----------------------------------------------------------------------------------------

// `m` is the mathematical result, and becomes what the machine's is within.
NoWrap fit(Bounds &m, const Bounds &type, bool flag_counts) {
  if (m.within(type))
    return NoWrap::Proved;
  auto inside = meet(m, type);
  bool assumed = flag_counts && inside;
  m = assumed ? *inside : type;
  return support::sound("ranges.flags", assumed) ? NoWrap::ByAssumption : NoWrap::MayWrap;
}

Applied arithmetic(const Application &x, Bounds sm, Bounds um) {
  Applied out;
  Bounds all_s = signed_bounds(x.type()), all_u = unsigned_bounds(x.type());
  out.wrap.signed_ok = fit(sm, all_s, x.node.nsw && x.trust_flags);
  out.wrap.unsigned_ok = fit(um, all_u, x.node.nuw && x.trust_flags);
  out.range = range_from_both(sm, um, x.type());
  // Sound because where all arguments and the result are the same number under both readings, the two mathematical
  // operations are one: what makes one exact makes the other exact.
  if (support::unsound("ranges.both_readings", x.s(0).lo < 0 || (x.node.op != Op::Shl && x.s(1).lo < 0)))
    return out;
  WrapInfo own = out.wrap;
  if (sm.lo >= 0)
    out.wrap.unsigned_ok = std::min(own.unsigned_ok, own.signed_ok);
  if (um.hi <= all_s.hi)
    out.wrap.signed_ok = std::min(own.signed_ok, own.unsigned_ok);
  return out;
}

bool shift_in_range(const Application &x) { return x.u(1).hi < x.type().width; }
Bounds powers_of_two(const Bounds &k) {
  return {Wide::power_of_two(static_cast<unsigned>(k.lo.bits())),
          Wide::power_of_two(static_cast<unsigned>(k.hi.bits()))};
}

Applied shift_left(const Application &x) {
  if (!shift_in_range(x))
    return with(full_range(x.type()), NoWrap::MayWrap);
  Bounds p = powers_of_two(x.u(1));
  return arithmetic(x, multiply(x.s(0), p), multiply(x.u(0), p));
}

Applied shift_right(const Application &x, bool arithmetic_shift) {
  if (!shift_in_range(x))
    return with(full_range(x.type()), NoWrap::MayWrap);
  const Bounds by = powers_of_two(x.u(1));
  const Bounds &from = arithmetic_shift ? x.s(0) : x.u(0);
  // >> rounds down; more shift moves towards 0 (or -1).
  Bounds r{std::min(floor_div(from.lo, by.lo), floor_div(from.lo, by.hi)),
           std::max(floor_div(from.hi, by.lo), floor_div(from.hi, by.hi))};
  return with(arithmetic_shift ? range_from_signed(r, x.type()) : range_from_unsigned(r, x.type()), NoWrap::Proved);
}

// --- division ------------------------------------------------------------------------------------------------------

ExprRange unsigned_division(const Application &x) {
  if (x.u(1).lo == 0)
    return full_range(x.type());
  return range_from_unsigned({x.u(0).lo / x.u(1).hi, x.u(0).hi / x.u(1).lo}, x.type());
}

ExprRange unsigned_remainder(const Application &x) {
  if (x.u(1).lo == 0)
    return full_range(x.type());
  if (x.u(0).hi < x.u(1).lo)
    return x.args[0];
  return range_from_unsigned({0, std::min(x.u(0).hi, x.u(1).hi - 1)}, x.type());
}

// Rounds towards zero; monotone in the dividend, extremal at the ends of the divisor's range if that has one sign.
Applied signed_division(const Application &x) {
  if (x.s(1).lo <= 0 && x.s(1).hi >= 0) {
    const Wide most = std::max(-x.s(0).lo, x.s(0).hi); // no quotient by a number that is not 0 is larger
    const Bounds m{-most, most};
    if (x.u(1).lo == 0 || !m.within(signed_bounds(x.type())))
      return with(full_range(x.type()), NoWrap::MayWrap);
    return with(range_from_signed(m, x.type()), NoWrap::Proved);
  }
  Wide c[] = {x.s(0).lo / x.s(1).lo, x.s(0).lo / x.s(1).hi, x.s(0).hi / x.s(1).lo, x.s(0).hi / x.s(1).hi};
  Bounds m{*std::min_element(c, c + 4), *std::max_element(c, c + 4)};
  if (!m.within(signed_bounds(x.type()))) // the smallest value divided by -1
    return with(full_range(x.type()), NoWrap::MayWrap);
  return with(range_from_signed(m, x.type()), NoWrap::Proved);
}

ExprRange signed_remainder(const Application &x) {
  if (x.s(1).lo <= 0 && x.s(1).hi >= 0) { // it is no larger than the dividend, and has its sign
    if (x.u(1).lo == 0 || x.s(0).lo == signed_bounds(x.type()).lo)
      return full_range(x.type());
    return range_from_signed({std::min(x.s(0).lo, Wide(0)), std::max(x.s(0).hi, Wide(0))}, x.type());
  }
  Wide largest = std::max(x.s(1).hi < 0 ? -x.s(1).hi : x.s(1).hi, x.s(1).lo < 0 ? -x.s(1).lo : x.s(1).lo);
  Wide smallest = std::min(x.s(1).hi < 0 ? -x.s(1).hi : x.s(1).hi, x.s(1).lo < 0 ? -x.s(1).lo : x.s(1).lo);
  if (x.s(0).hi < smallest && x.s(0).lo > -smallest)
    return x.args[0];
  return range_from_signed(
      {x.s(0).lo < 0 ? std::max(x.s(0).lo, -(largest - 1)) : 0, x.s(0).hi > 0 ? std::min(x.s(0).hi, largest - 1) : 0},
      x.type());
}

// --- bits ----------------------------------------------------------------------------------------------------------

// The smallest 2^k - 1 that is at least v (v within 64 bits, not negative).
Wide low_mask_from(Wide v) { return Wide::power_of_two(static_cast<unsigned>(std::bit_width(v.bits()))) - 1; }

// A mask of high bits, -2^k: rounds down to a multiple of 2^k under both readings.
std::optional<Wide> high_mask_step(const Expr &e) {
  if (!is_const(e) || signed_value(*e) >= 0)
    return std::nullopt;
  const std::uint64_t step = 0 - static_cast<std::uint64_t>(signed_value(*e));
  return std::has_single_bit(step) ? std::optional<Wide>(step) : std::nullopt;
}

ExprRange bit_and(const Application &x) {
  for (std::size_t i : {0, 1})
    if (auto step = high_mask_step(x.node.args[i])) {
      auto lower = [&](Wide v) { return floor_div(v, *step) * *step; };
      return range_from_both({lower(x.s(1 - i).lo), lower(x.s(1 - i).hi)}, {lower(x.u(1 - i).lo), lower(x.u(1 - i).hi)},
                             x.type());
    }
  // The result has a subset of each argument's bits; it is negative only if both arguments are.
  Bounds ub{0, std::min(x.u(0).hi, x.u(1).hi)};
  Bounds sb = signed_bounds(x.type());
  if (x.s(0).lo >= 0 || x.s(1).lo >= 0)
    sb.lo = 0;
  sb.hi = std::max(x.s(0).hi, x.s(1).hi) < 0 ? std::min(x.s(0).hi, x.s(1).hi) : sb.hi;
  return range_from_both(sb, ub, x.type());
}

ExprRange bit_or(const Application &x) {
  Bounds ub{std::max(x.u(0).lo, x.u(1).lo),
            std::min(low_mask_from(std::max(x.u(0).hi, x.u(1).hi)), x.u(0).hi + x.u(1).hi)};
  Bounds sb = signed_bounds(x.type());
  if (x.s(0).hi < 0 || x.s(1).hi < 0)
    sb.hi = -1;
  return range_from_both(sb, ub, x.type());
}

ExprRange bit_xor(const Application &x) {
  for (std::size_t i : {0, 1})
    if (is_const(x.node.args[i], ~std::uint64_t(0))) // x ^ -1 == -1 - x
      return range_from_signed(subtract({-1, -1}, x.s(1 - i)), x.type());
  return range_from_unsigned({0, std::min(low_mask_from(std::max(x.u(0).hi, x.u(1).hi)), x.u(0).hi + x.u(1).hi)},
                             x.type());
}

// --- casts ---------------------------------------------------------------------------------------------------------

// Whether the number is kept, under the signed and under the unsigned reading of argument and result.
NoWrap proved(bool b) { return b ? NoWrap::Proved : NoWrap::MayWrap; }
Applied zero_extended(const Application &x) {
  return {range_from_unsigned(x.u(0), x.type()), {proved(x.s(0).lo >= 0), NoWrap::Proved}};
}
Applied sign_extended(const Application &x) {
  return {range_from_signed(x.s(0), x.type()), {NoWrap::Proved, proved(x.s(0).lo >= 0)}};
}
Applied truncated(const Application &x) {
  Bounds all_s = signed_bounds(x.type()), all_u = unsigned_bounds(x.type());
  bool keeps_s = x.s(0).within(all_s), keeps_u = x.u(0).within(all_u);
  return {range_from_both(keeps_s ? x.s(0) : all_s, keeps_u ? x.u(0) : all_u, x.type()),
          {proved(keeps_s), proved(keeps_u)}};
}

// --- minima and maxima, choices, truth values ----------------------------------------------------------------------

ExprRange extremum(const Application &x) {
  bool is_signed = x.node.op == Op::SMin || x.node.op == Op::SMax,
       is_min = x.node.op == Op::SMin || x.node.op == Op::UMin;
  const Bounds &a = is_signed ? x.s(0) : x.u(0), &b = is_signed ? x.s(1) : x.u(1);
  Bounds m =
      is_min ? Bounds{std::min(a.lo, b.lo), std::min(a.hi, b.hi)} : Bounds{std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  ExprRange either = join(x.args[0], x.args[1]); // it is one of the two
  auto both = meet(either, is_signed ? range_from_signed(m, x.type()) : range_from_unsigned(m, x.type()), x.type());
  return both ? *both : either;
}

ExprRange either_choice(const Application &x) {
  if (is_one_value(x.args[0]))
    return x.args[x.u(0).lo == 1 ? 1 : 2];
  return join(x.args[1], x.args[2]);
}

std::optional<bool> decided_less(const Bounds &a, const Bounds &b, bool or_equal) {
  if (or_equal ? a.hi <= b.lo : a.hi < b.lo)
    return true;
  if (or_equal ? a.lo > b.hi : a.lo >= b.hi)
    return false;
  return std::nullopt;
}

std::optional<bool> decided_truth(const Application &x) {
  auto known = [&](std::size_t i) -> std::optional<bool> {
    return is_one_value(x.args[i]) ? std::optional(x.u(i).lo == 1) : std::nullopt;
  };
  switch (x.node.op) {
  case Op::Ult: return decided_less(x.u(0), x.u(1), false);
  case Op::Ule: return decided_less(x.u(0), x.u(1), true);
  case Op::Slt: return decided_less(x.s(0), x.s(1), false);
  case Op::Sle: return decided_less(x.s(0), x.s(1), true);
  case Op::Eq:
  case Op::Ne:
    if (!x.node.args[0]->type.is_float() && (!meet(x.s(0), x.s(1)) || !meet(x.u(0), x.u(1))))
      return x.node.op == Op::Ne;
    return std::nullopt;
  case Op::And: return known(0) == false || known(1) == false ? std::optional(false) : std::nullopt;
  case Op::Or: return known(0) == true || known(1) == true ? std::optional(true) : std::nullopt;
  case Op::Implies: return known(0) == false || known(1) == true ? std::optional(true) : std::nullopt;
  case Op::Not: // see constant_result
  case OPS_LEAF:
  case OPS_NUMBER:
  case OPS_CAST:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: return std::nullopt;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

ExprRange truth_value(const Application &x) {
  std::optional<bool> v = decided_truth(x);
  return v ? range_from_unsigned({*v, *v}, x.type()) : full_range(x.type());
}

Applied applied(const Application &x) {
  if (auto exact = constant_result(x))
    return with(*exact, NoWrap::Proved);
  switch (x.node.op) {
  case Op::Add: return arithmetic(x, add(x.s(0), x.s(1)), add(x.u(0), x.u(1)));
  case Op::Sub: return arithmetic(x, subtract(x.s(0), x.s(1)), subtract(x.u(0), x.u(1)));
  case Op::Mul: return arithmetic(x, multiply(x.s(0), x.s(1)), multiply(x.u(0), x.u(1)));
  case Op::Shl: return shift_left(x);
  case Op::LShr: return shift_right(x, false);
  case Op::AShr: return shift_right(x, true);
  case Op::UDiv: return with(unsigned_division(x), NoWrap::Proved);
  case Op::URem: return with(unsigned_remainder(x), NoWrap::Proved);
  case Op::SDiv: return signed_division(x);
  case Op::SRem: return with(signed_remainder(x), NoWrap::Proved);
  case Op::BitAnd: return with(bit_and(x), NoWrap::Proved);
  case Op::BitOr: return with(bit_or(x), NoWrap::Proved);
  case Op::BitXor: return with(bit_xor(x), NoWrap::Proved);
  case OPS_MIN_MAX: return with(extremum(x), NoWrap::Proved);
  case Op::Zext: return zero_extended(x);
  case Op::Sext: return sign_extended(x);
  case Op::Trunc: return truncated(x);
  case Op::Ite: return with(either_choice(x), NoWrap::Proved);
  case OPS_TRUTH: return with(truth_value(x), NoWrap::Proved);
  case OPS_FLOAT:
  case OPS_OPAQUE: return with(full_range(x.type()), NoWrap::Proved);
  case OPS_LEAF: break; // no arguments: range_state.h
  }
  LOCKSTEP_UNREACHABLE("an operation on ranges has arguments");
}

} // namespace

Applied apply(const ExprNode &n, const std::vector<ExprRange> &args, bool trust_flags) {
  LOCKSTEP_INVARIANT(args.size() == n.args.size(), "a range for each argument");
  if (n.type.is_float())
    return {full_range(n.type), {NoWrap::Proved, NoWrap::Proved}};
  return applied({n, args, trust_flags});
}

} // namespace lockstep::cfg
