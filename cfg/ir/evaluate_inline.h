// One operation on bits, inline for the interpreter's inner loops (evaluate.h is the interface for everybody else).
#pragma once

#include "cfg/ir/evaluate.h"
#include "cfg/ir/op_groups.h"
#include "support/invariant.h"

#include <bit>
#include <cmath>

namespace lockstep::cfg {

inline constexpr std::uint8_t flag_nsw = 1, flag_nuw = 2; // which overflows are undefined

double half_to_double(std::uint64_t bits);
std::uint64_t double_to_half(double v);

template <typename F> inline std::uint64_t with_floats(unsigned width, std::uint64_t a, std::uint64_t b, F &&f) {
  if (width == 32)
    return std::bit_cast<std::uint32_t>(static_cast<float>(
        f(std::bit_cast<float>(static_cast<std::uint32_t>(a)), std::bit_cast<float>(static_cast<std::uint32_t>(b)))));
  if (width == 64)
    return std::bit_cast<std::uint64_t>(static_cast<double>(f(std::bit_cast<double>(a), std::bit_cast<double>(b))));
  return double_to_half(static_cast<double>(f(half_to_double(a), half_to_double(b))));
}
template <typename F> inline bool compare_floats(unsigned width, std::uint64_t a, std::uint64_t b, F &&f) {
  return f(to_double(a, width), to_double(b, width));
}

// Arithmetic with wrap-around checks: `exact` in 128 bits.
inline std::uint64_t add_sub(bool subtract, unsigned w, std::uint8_t flags, std::uint64_t a, std::uint64_t b,
                             Undefined &u) {
  std::uint64_t r = mask_to_width(subtract ? a - b : a + b, w);
  if (flags & (flag_nsw | flag_nuw)) {
    if ((flags & flag_nsw)) {
      __int128 x = to_signed(a, w), y = to_signed(b, w), exact = subtract ? x - y : x + y;
      if (exact != to_signed(r, w))
        u = Undefined::SignedWrap;
    }
    if ((flags & flag_nuw) && (subtract ? b > a : r < a))
      u = Undefined::UnsignedWrap;
  }
  return r;
}
inline std::uint64_t multiply(unsigned w, std::uint8_t flags, std::uint64_t a, std::uint64_t b, Undefined &u) {
  std::uint64_t r = mask_to_width(a * b, w);
  if ((flags & flag_nsw) && static_cast<__int128>(to_signed(a, w)) * to_signed(b, w) != to_signed(r, w))
    u = Undefined::SignedWrap;
  if ((flags & flag_nuw) && static_cast<unsigned __int128>(a) * b != r)
    u = Undefined::UnsignedWrap;
  return r;
}
inline std::uint64_t shift_left(unsigned w, std::uint8_t flags, std::uint64_t a, std::uint64_t b, Undefined &u) {
  if (b >= w) {
    u = Undefined::ShiftAmount;
    b %= w;
  }
  std::uint64_t r = mask_to_width(a << b, w);
  if ((flags & flag_nsw) && (to_signed(r, w) >> b) != to_signed(a, w))
    u = Undefined::SignedWrap;
  if ((flags & flag_nuw) && (r >> b) != a)
    u = Undefined::UnsignedWrap;
  return r;
}
inline std::uint64_t shift_right(bool arithmetic, unsigned w, std::uint64_t a, std::uint64_t b, Undefined &u) {
  if (b >= w) {
    u = Undefined::ShiftAmount;
    b %= w;
  }
  return arithmetic ? mask_to_width(static_cast<std::uint64_t>(to_signed(a, w) >> b), w) : a >> b;
}
inline std::uint64_t divide(bool is_signed, bool remainder, unsigned w, std::uint64_t a, std::uint64_t b,
                            Undefined &u) {
  if (b == 0) {
    u = Undefined::DivisionByZero;
    return 0;
  }
  if (!is_signed)
    return remainder ? a % b : a / b;
  std::int64_t x = to_signed(a, w), y = to_signed(b, w);
  if (y == -1) { // the quotient of the smallest number does not fit
    if (a == std::uint64_t(1) << (w - 1))
      u = Undefined::DivisionOverflow;
    return remainder ? 0 : mask_to_width(std::uint64_t(0) - a, w);
  }
  return mask_to_width(static_cast<std::uint64_t>(remainder ? x % y : x / y), w);
}
std::uint64_t float_to_int(bool is_signed, unsigned from, unsigned to, std::uint64_t a, Undefined &u);
std::uint64_t int_to_float(bool is_signed, unsigned from, unsigned to, std::uint64_t a);

// `w`: width of the first argument; `to`: of the result. Eq and Ne compare the bits of floats, too: they are equality
// of values in the logic, not IEEE's.
inline std::uint64_t evaluate_bits(Op op, unsigned w, unsigned to, std::uint8_t flags, std::uint64_t a, std::uint64_t b,
                                   std::uint64_t c, Undefined &u) {
  switch (op) {
  case Op::Add: return add_sub(false, w, flags, a, b, u);
  case Op::Sub: return add_sub(true, w, flags, a, b, u);
  case Op::Mul: return multiply(w, flags, a, b, u);
  case Op::UDiv: return divide(false, false, w, a, b, u);
  case Op::SDiv: return divide(true, false, w, a, b, u);
  case Op::URem: return divide(false, true, w, a, b, u);
  case Op::SRem: return divide(true, true, w, a, b, u);
  case Op::Shl: return shift_left(w, flags, a, b, u);
  case Op::LShr: return shift_right(false, w, a, b, u);
  case Op::AShr: return shift_right(true, w, a, b, u);
  case Op::BitAnd: return a & b;
  case Op::BitOr: return a | b;
  case Op::BitXor: return a ^ b;
  case Op::SMin: return to_signed(a, w) < to_signed(b, w) ? a : b;
  case Op::SMax: return to_signed(a, w) > to_signed(b, w) ? a : b;
  case Op::UMin: return a < b ? a : b;
  case Op::UMax: return a > b ? a : b;
  case Op::Ult: return a < b;
  case Op::Ule: return a <= b;
  case Op::Slt: return to_signed(a, w) < to_signed(b, w);
  case Op::Sle: return to_signed(a, w) <= to_signed(b, w);
  case Op::Zext:
  case Op::Trunc:
  case Op::BitCast: return mask_to_width(a, to);
  case Op::Sext: return mask_to_width(static_cast<std::uint64_t>(to_signed(a, w)), to);
  case Op::Eq: return a == b;
  case Op::Ne: return a != b;
  case Op::Ite: return a != 0 ? b : c;
  case Op::Not: return a == 0;
  case Op::And: return a & b;
  case Op::Or: return a | b;
  case Op::Implies: return a == 0 || b != 0;
  case Op::FAdd: return with_floats(w, a, b, [](auto x, auto y) { return x + y; });
  case Op::FSub: return with_floats(w, a, b, [](auto x, auto y) { return x - y; });
  case Op::FMul: return with_floats(w, a, b, [](auto x, auto y) { return x * y; });
  case Op::FDiv: return with_floats(w, a, b, [](auto x, auto y) { return x / y; });
  case Op::FRem: return with_floats(w, a, b, [](auto x, auto y) { return std::fmod(x, y); });
  case Op::FMin: return with_floats(w, a, b, [](auto x, auto y) { return std::fmin(x, y); });
  case Op::FMax: return with_floats(w, a, b, [](auto x, auto y) { return std::fmax(x, y); });
  case Op::FNeg: return a ^ (std::uint64_t(1) << (w - 1));
  case Op::FAbs: return a & ~(std::uint64_t(1) << (w - 1));
  case Op::FSqrt: return with_floats(w, a, a, [](auto x, auto) { return std::sqrt(x); });
  case Op::FOeq: return compare_floats(w, a, b, [](double x, double y) { return x == y; });
  case Op::FOlt: return compare_floats(w, a, b, [](double x, double y) { return x < y; });
  case Op::FOle: return compare_floats(w, a, b, [](double x, double y) { return x <= y; });
  case Op::FUno: return compare_floats(w, a, b, [](double x, double y) { return std::isnan(x) || std::isnan(y); });
  case Op::FToS: return float_to_int(true, w, to, a, u);
  case Op::FToU: return float_to_int(false, w, to, a, u);
  case Op::SToF: return int_to_float(true, w, to, a);
  case Op::UToF: return int_to_float(false, w, to, a);
  case Op::FToF: return w == to ? a : from_double(to_double(a, w), to);
  case Op::Const:
  case Op::Var:
  case OPS_LAUNCH:
  case OPS_OPAQUE: break; // each reader's own business
  }
  LOCKSTEP_UNREACHABLE("an operation with arguments has its meaning above");
}

} // namespace lockstep::cfg
