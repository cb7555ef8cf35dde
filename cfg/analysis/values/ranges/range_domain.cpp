// Interval arithmetic: see range_domain.h.
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
Wide power(unsigned exponent) { return Wide::power_of_two(exponent); }
bool singleton(const ExprRange &r) { return r.as_unsigned.lo == r.as_unsigned.hi; }
Wide low_mask_above(Wide v) { // the smallest 2^k - 1 that is at least v (v within 64 bits, not negative)
  return power(static_cast<unsigned>(std::bit_width(v.bits()))) - 1;
}

std::optional<ExprRange> reduced(Bounds s, Bounds u, Type type) {
  if (s.lo > s.hi || u.lo > u.hi)
    return std::nullopt;
  Wide max = signed_bounds(type).hi, modulus = power(type.width);
  if (type.is_bool())
    max = 1;
  for (int round = 0; round < 2; ++round) {
    std::optional<Bounds> both;
    if (u.hi <= max)
      both = meet(s, u);
    else if (u.lo > max)
      both = meet(s, {u.lo - modulus, u.hi - modulus});
    else
      both = s;
    if (!both)
      return std::nullopt;
    s = *both;
    if (s.lo >= 0)
      both = meet(u, s);
    else if (s.hi < 0)
      both = meet(u, {s.lo + modulus, s.hi + modulus});
    else
      both = u;
    if (!both)
      return std::nullopt;
    u = *both;
  }
  return ExprRange{s, u};
}

ExprRange reduced_or_full(Bounds s, Bounds u, Type type) {
  auto r = reduced(s, u, type);
  return r ? *r : full_range(type);
}
} // namespace

Bounds signed_bounds(Type type) {
  if (type.is_bool())
    return {0, 1};
  return {-power(type.width - 1), power(type.width - 1) - 1};
}
Bounds unsigned_bounds(Type type) { return {0, power(type.width) - 1}; }
ExprRange full_range(Type type) { return {signed_bounds(type), unsigned_bounds(type)}; }
ExprRange range_from_signed(Bounds b, Type type) { return reduced_or_full(b, unsigned_bounds(type), type); }
ExprRange range_from_unsigned(Bounds b, Type type) { return reduced_or_full(signed_bounds(type), b, type); }
ExprRange range_of_value(Bounds b, Type type) {
  if (b.within(signed_bounds(type)))
    return range_from_signed(b, type);
  return b.within(unsigned_bounds(type)) ? range_from_unsigned(b, type) : full_range(type);
}

Bounds join(const Bounds &a, const Bounds &b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }
ExprRange join(const ExprRange &a, const ExprRange &b) {
  return {join(a.as_signed, b.as_signed), join(a.as_unsigned, b.as_unsigned)};
}
std::optional<Bounds> meet(const Bounds &a, const Bounds &b) {
  Bounds m{std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
  return m.lo <= m.hi ? std::optional(m) : std::nullopt;
}
std::optional<ExprRange> meet(const ExprRange &a, const ExprRange &b, Type type) {
  auto s = meet(a.as_signed, b.as_signed);
  auto u = meet(a.as_unsigned, b.as_unsigned);
  return s && u ? reduced(*s, *u, type) : std::nullopt;
}

Bounds add(const Bounds &a, const Bounds &b) { return {down(a.lo + b.lo), up(a.hi + b.hi)}; }
Bounds subtract(const Bounds &a, const Bounds &b) { return {down(a.lo - b.hi), up(a.hi - b.lo)}; }
Bounds multiply(const Bounds &a, const Bounds &b) {
  Wide c[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  return {down(*std::min_element(c, c + 4)), up(*std::max_element(c, c + 4))};
}

namespace {
// The operation's case distinctions, one function each.
class Operation {
public:
  Operation(const ExprNode &n, const std::vector<ExprRange> &args, bool trust_flags)
      : n_(n), args_(args), trust_(trust_flags) {}

  Applied run() {
    if (auto exact = constant_result())
      return with(*exact, NoWrap::Proved);
    switch (n_.op) {
    case Op::Add: return arithmetic(add(s(0), s(1)), add(u(0), u(1)));
    case Op::Sub: return arithmetic(subtract(s(0), s(1)), subtract(u(0), u(1)));
    case Op::Mul: return arithmetic(multiply(s(0), s(1)), multiply(u(0), u(1)));
    case Op::Shl: return shift_left();
    case Op::LShr: return shift_right(false);
    case Op::AShr: return shift_right(true);
    case Op::UDiv: return with(unsigned_division(), NoWrap::Proved);
    case Op::URem: return with(unsigned_remainder(), NoWrap::Proved);
    case Op::SDiv: return signed_division();
    case Op::SRem: return with(signed_remainder(), NoWrap::Proved);
    case Op::BitAnd: return with(bit_and(), NoWrap::Proved);
    case Op::BitOr: return with(bit_or(), NoWrap::Proved);
    case Op::BitXor: return with(bit_xor(), NoWrap::Proved);
    case OPS_MIN_MAX: return with(extremum(), NoWrap::Proved);
    case Op::Zext: return zero_extended();
    case Op::Sext: return sign_extended();
    case Op::Trunc: return truncated();
    case Op::Ite: return with(choice(), NoWrap::Proved);
    case OPS_TRUTH: return with(truth(), NoWrap::Proved);
    case OPS_FLOAT:
    case OPS_OPAQUE: return with(full(), NoWrap::Proved);
    case OPS_LEAF: break; // no arguments: range_state.h
    }
    LOCKSTEP_UNREACHABLE("an operation on ranges has arguments");
  }

private:
  const Bounds &s(std::size_t i) const { return args_[i].as_signed; }
  const Bounds &u(std::size_t i) const { return args_[i].as_unsigned; }
  ExprRange full() const { return full_range(n_.type); }
  ExprRange from(Bounds sb, Bounds ub) const { return reduced_or_full(sb, ub, n_.type); }
  static Applied with(ExprRange r, NoWrap w) { return {r, {w, w}}; }

  std::optional<ExprRange> constant_result() const {
    std::vector<std::uint64_t> bits;
    if (takes_wrap_flags(n_.op) || op_info(n_.op).typing == Typing::IntCast)
      return std::nullopt; // these must tell about wrapping
    for (std::size_t i = 0; i < args_.size(); ++i) {
      if (!singleton(args_[i]))
        return std::nullopt;
      bits.push_back(u(i).lo.bits());
    }
    auto v = defined_value(n_, bits);
    return v ? std::optional(range_from_unsigned({*v, *v}, n_.type)) : std::nullopt;
  }

  // `m` is the mathematical result; false if it may leave the type.
  NoWrap fit(Bounds &m, const Bounds &type, bool flag) const {
    if (m.within(type))
      return NoWrap::Proved;
    auto inside = meet(m, type);
    bool assumed = flag && trust_ && inside;
    m = assumed ? *inside : type;
    return support::sound("ranges.flags", assumed) ? NoWrap::ByAssumption : NoWrap::MayWrap;
  }

  Applied arithmetic(Bounds sm, Bounds um) const {
    Applied out;
    Bounds all_s = signed_bounds(n_.type), all_u = unsigned_bounds(n_.type);
    out.wrap.signed_ok = fit(sm, all_s, n_.nsw);
    out.wrap.unsigned_ok = fit(um, all_u, n_.nuw);
    out.range = from(sm, um);
    // Sound because where all arguments and the result are the same number under both readings, the two mathematical
    // operations are one: what makes one exact makes the other exact.
    if (support::unsound("ranges.both_readings", s(0).lo < 0 || (n_.op != Op::Shl && s(1).lo < 0)))
      return out;
    WrapInfo own = out.wrap;
    if (sm.lo >= 0)
      out.wrap.unsigned_ok = std::min(own.unsigned_ok, own.signed_ok);
    if (um.hi <= all_s.hi)
      out.wrap.signed_ok = std::min(own.signed_ok, own.unsigned_ok);
    return out;
  }

  bool shift_in_range() const { return u(1).hi < n_.type.width; }
  static Bounds powers(const Bounds &k) {
    return {power(static_cast<unsigned>(k.lo.bits())), power(static_cast<unsigned>(k.hi.bits()))};
  }

  Applied shift_left() const {
    if (!shift_in_range())
      return with(full(), NoWrap::MayWrap);
    Bounds p = powers(u(1));
    return arithmetic(multiply(s(0), p), multiply(u(0), p));
  }

  Applied shift_right(bool arithmetic_shift) const {
    if (!shift_in_range())
      return with(full(), NoWrap::MayWrap);
    const Bounds by = powers(u(1));
    const Bounds &x = arithmetic_shift ? s(0) : u(0);
    // >> rounds down; more shift moves towards 0 (or -1).
    Bounds r{std::min(floor_div(x.lo, by.lo), floor_div(x.lo, by.hi)),
             std::max(floor_div(x.hi, by.lo), floor_div(x.hi, by.hi))};
    return with(arithmetic_shift ? range_from_signed(r, n_.type) : range_from_unsigned(r, n_.type), NoWrap::Proved);
  }

  ExprRange unsigned_division() const {
    if (u(1).lo == 0)
      return full();
    return range_from_unsigned({u(0).lo / u(1).hi, u(0).hi / u(1).lo}, n_.type);
  }

  ExprRange unsigned_remainder() const {
    if (u(1).lo == 0)
      return full();
    if (u(0).hi < u(1).lo)
      return args_[0];
    return range_from_unsigned({0, std::min(u(0).hi, u(1).hi - 1)}, n_.type);
  }

  // Rounds towards zero; monotone in the dividend, extremal at the ends of the divisor's range if that has one sign.
  Applied signed_division() const {
    if (s(1).lo <= 0 && s(1).hi >= 0) {
      const Wide most = std::max(-s(0).lo, s(0).hi); // no quotient by a number that is not 0 is larger
      const Bounds m{-most, most};
      if (u(1).lo == 0 || !m.within(signed_bounds(n_.type)))
        return with(full(), NoWrap::MayWrap);
      return with(range_from_signed(m, n_.type), NoWrap::Proved);
    }
    Wide c[] = {s(0).lo / s(1).lo, s(0).lo / s(1).hi, s(0).hi / s(1).lo, s(0).hi / s(1).hi};
    Bounds m{*std::min_element(c, c + 4), *std::max_element(c, c + 4)};
    if (!m.within(signed_bounds(n_.type))) // the smallest value divided by -1
      return with(full(), NoWrap::MayWrap);
    return with(range_from_signed(m, n_.type), NoWrap::Proved);
  }

  ExprRange signed_remainder() const {
    if (s(1).lo <= 0 && s(1).hi >= 0) { // it is no larger than the dividend, and has its sign
      if (u(1).lo == 0 || s(0).lo == signed_bounds(n_.type).lo)
        return full();
      return range_from_signed({std::min(s(0).lo, Wide(0)), std::max(s(0).hi, Wide(0))}, n_.type);
    }
    Wide largest = std::max(s(1).hi < 0 ? -s(1).hi : s(1).hi, s(1).lo < 0 ? -s(1).lo : s(1).lo);
    Wide smallest = std::min(s(1).hi < 0 ? -s(1).hi : s(1).hi, s(1).lo < 0 ? -s(1).lo : s(1).lo);
    if (s(0).hi < smallest && s(0).lo > -smallest)
      return args_[0];
    return range_from_signed(
        {s(0).lo < 0 ? std::max(s(0).lo, -(largest - 1)) : 0, s(0).hi > 0 ? std::min(s(0).hi, largest - 1) : 0},
        n_.type);
  }

  // A mask of high bits, -2^k: rounds down to a multiple of 2^k under both readings.
  static std::optional<Wide> high_mask_step(const Expr &e) {
    if (!is_const(e) || signed_value(*e) >= 0)
      return std::nullopt;
    const std::uint64_t step = 0 - static_cast<std::uint64_t>(signed_value(*e));
    return std::has_single_bit(step) ? std::optional<Wide>(step) : std::nullopt;
  }

  ExprRange bit_and() const {
    for (std::size_t i : {0, 1})
      if (auto step = high_mask_step(n_.args[i])) {
        auto lower = [&](Wide v) { return floor_div(v, *step) * *step; };
        return from({lower(s(1 - i).lo), lower(s(1 - i).hi)}, {lower(u(1 - i).lo), lower(u(1 - i).hi)});
      }
    // The result has a subset of each argument's bits; it is negative only if both arguments are.
    Bounds ub{0, std::min(u(0).hi, u(1).hi)};
    Bounds sb = signed_bounds(n_.type);
    if (s(0).lo >= 0 || s(1).lo >= 0)
      sb.lo = 0;
    sb.hi = std::max(s(0).hi, s(1).hi) < 0 ? std::min(s(0).hi, s(1).hi) : sb.hi;
    return from(sb, ub);
  }

  ExprRange bit_or() const {
    Bounds ub{std::max(u(0).lo, u(1).lo), std::min(low_mask_above(std::max(u(0).hi, u(1).hi)), u(0).hi + u(1).hi)};
    Bounds sb = signed_bounds(n_.type);
    if (s(0).hi < 0 || s(1).hi < 0)
      sb.hi = -1;
    return from(sb, ub);
  }

  ExprRange bit_xor() const {
    for (std::size_t i : {0, 1})
      if (is_const(n_.args[i], ~std::uint64_t(0))) // x ^ -1 == -1 - x
        return range_from_signed(subtract({-1, -1}, s(1 - i)), n_.type);
    return range_from_unsigned({0, std::min(low_mask_above(std::max(u(0).hi, u(1).hi)), u(0).hi + u(1).hi)}, n_.type);
  }

  ExprRange extremum() const {
    bool is_signed = n_.op == Op::SMin || n_.op == Op::SMax, is_min = n_.op == Op::SMin || n_.op == Op::UMin;
    const Bounds &a = is_signed ? s(0) : u(0), &b = is_signed ? s(1) : u(1);
    Bounds m = is_min ? Bounds{std::min(a.lo, b.lo), std::min(a.hi, b.hi)}
                      : Bounds{std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    ExprRange either = join(args_[0], args_[1]); // it is one of the two
    auto both = meet(either, is_signed ? range_from_signed(m, n_.type) : range_from_unsigned(m, n_.type), n_.type);
    return both ? *both : either;
  }

  // Casts: whether the number is kept, under the signed and under the unsigned reading of argument and result.
  static NoWrap proved(bool b) { return b ? NoWrap::Proved : NoWrap::MayWrap; }
  Applied zero_extended() const { return {range_from_unsigned(u(0), n_.type), {proved(s(0).lo >= 0), NoWrap::Proved}}; }
  Applied sign_extended() const { return {range_from_signed(s(0), n_.type), {NoWrap::Proved, proved(s(0).lo >= 0)}}; }
  Applied truncated() const {
    Bounds all_s = signed_bounds(n_.type), all_u = unsigned_bounds(n_.type);
    bool keeps_s = s(0).within(all_s), keeps_u = u(0).within(all_u);
    return {from(keeps_s ? s(0) : all_s, keeps_u ? u(0) : all_u), {proved(keeps_s), proved(keeps_u)}};
  }

  ExprRange choice() const {
    if (singleton(args_[0]))
      return args_[u(0).lo == 1 ? 1 : 2];
    return join(args_[1], args_[2]);
  }

  ExprRange truth() const {
    std::optional<bool> v = decided();
    return v ? range_from_unsigned({*v, *v}, n_.type) : full();
  }

  static std::optional<bool> less(const Bounds &a, const Bounds &b, bool or_equal) {
    if (or_equal ? a.hi <= b.lo : a.hi < b.lo)
      return true;
    if (or_equal ? a.lo > b.hi : a.lo >= b.hi)
      return false;
    return std::nullopt;
  }

  std::optional<bool> decided() const {
    auto known = [&](std::size_t i) -> std::optional<bool> {
      return singleton(args_[i]) ? std::optional(u(i).lo == 1) : std::nullopt;
    };
    switch (n_.op) {
    case Op::Ult: return less(u(0), u(1), false);
    case Op::Ule: return less(u(0), u(1), true);
    case Op::Slt: return less(s(0), s(1), false);
    case Op::Sle: return less(s(0), s(1), true);
    case Op::Eq:
    case Op::Ne:
      if (!n_.args[0]->type.is_float() && (!meet(s(0), s(1)) || !meet(u(0), u(1))))
        return n_.op == Op::Ne;
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

  const ExprNode &n_;
  const std::vector<ExprRange> &args_;
  bool trust_;
};
} // namespace

Applied apply(const ExprNode &n, const std::vector<ExprRange> &args, bool trust_flags) {
  LOCKSTEP_INVARIANT(args.size() == n.args.size(), "a range for each argument");
  if (n.type.is_float())
    return {full_range(n.type), {NoWrap::Proved, NoWrap::Proved}};
  return Operation(n, args, trust_flags).run();
}

} // namespace lockstep::cfg
