// Operations on bits: see evaluate.h.
#include "cfg/ir/evaluate.h"

#include "cfg/ir/evaluate_inline.h"
#include "support/invariant.h"

#include <limits>

namespace lockstep::cfg {

const char *describe(Undefined u) {
  switch (u) {
  case Undefined::No: return "nothing undefined";
  case Undefined::SignedWrap: return "signed overflow";
  case Undefined::UnsignedWrap: return "unsigned overflow where none is allowed";
  case Undefined::DivisionByZero: return "division by zero";
  case Undefined::DivisionOverflow: return "overflow in a division";
  case Undefined::ShiftAmount: return "a shift by at least the width";
  case Undefined::FloatToInt: return "a floating-point value out of the integer's range";
  }
  return "?";
}

namespace {
Computed compute(const ExprNode &n, std::span<const std::uint64_t> args, unsigned flags) {
  LOCKSTEP_INVARIANT(!args.empty() && args.size() == n.args.size(), "an operation has arguments");
  Computed out;
  out.bits = evaluate_bits(n.op, n.args[0]->type.width, n.type.width, static_cast<std::uint8_t>(flags), args[0],
                           args.size() > 1 ? args[1] : 0, args.size() > 2 ? args[2] : 0, out.undefined);
  return out;
}
} // namespace

Computed evaluate(const ExprNode &node, std::span<const std::uint64_t> args) {
  return compute(node, args, (node.nsw ? flag_nsw : 0) | (node.nuw ? flag_nuw : 0));
}

std::optional<std::uint64_t> defined_value(const ExprNode &n, std::span<const std::uint64_t> args) {
  if (n.args.empty() || n.op == Op::Call || n.op == Op::Read || n.type.is_float())
    return std::nullopt;
  for (const Expr &a : n.args)
    if (a->type.is_float())
      return std::nullopt;
  const Computed out = compute(n, args, 0);
  return out.undefined == Undefined::No ? std::optional(out.bits) : std::nullopt;
}

bool can_be_undefined(const ExprNode &n) {
  switch (n.op) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul: return n.nsw || n.nuw;
  case Op::Shl:
  case Op::LShr:
  case Op::AShr: return n.nsw || n.nuw || n.args[1]->op != Op::Const || n.args[1]->value >= n.type.width;
  case Op::UDiv:
  case Op::URem: return n.args[1]->op != Op::Const || n.args[1]->value == 0;
  case Op::SDiv:
  case Op::SRem:
    return n.args[1]->op != Op::Const || n.args[1]->value == 0 ||
           n.args[1]->value == mask_to_width(~std::uint64_t(0), n.type.width);
  case OPS_FLOAT_TO_INT: return true;
  case OPS_LEAF:
  case OPS_BITWISE:
  case OPS_MIN_MAX:
  case OPS_CAST:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT_RESULT:
  case OPS_FLOAT_TEST:
  case Op::BitCast:
  case OPS_OPAQUE: return false;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

// --- floats ---------------------------------------------------------------------------------------------------

double half_to_double(std::uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
  double v;
  if (exponent == 31)
    v = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  else
    v = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) ? -v : v;
}

std::uint64_t double_to_half(double v) {
  const std::uint64_t sign = std::signbit(v) ? 0x8000 : 0;
  if (std::isnan(v))
    return sign | 0x7e00;
  double a = std::fabs(v);
  if (a >= 65520) // half-way between the largest half and the next: to infinity
    return sign | 0x7c00;
  if (a < 0x1p-14) // subnormal: multiples of 2^-24
    return sign | static_cast<std::uint64_t>(std::nearbyint(std::ldexp(a, 24)));
  int exponent;
  double m = std::frexp(a, &exponent);                                         // 0.5 <= m < 1
  auto scaled = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(m, 11))); // 1024 .. 2048
  return sign | ((static_cast<std::uint64_t>(exponent + 13) << 10) + scaled);  // a carry goes into the exponent
}

double to_double(std::uint64_t bits, unsigned width) {
  if (width == 32)
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  return width == 64 ? std::bit_cast<double>(bits) : half_to_double(bits);
}

std::uint64_t from_double(double v, unsigned width) {
  if (width == 32)
    return std::bit_cast<std::uint32_t>(static_cast<float>(v));
  return width == 64 ? std::bit_cast<std::uint64_t>(v) : double_to_half(v);
}

std::uint64_t float_to_int(bool is_signed, unsigned from, unsigned to, std::uint64_t a, Undefined &u) {
  const double v = std::trunc(to_double(a, from));
  const double above = std::ldexp(1.0, static_cast<int>(to) - (is_signed ? 1 : 0)); // the first one too large
  if (std::isnan(v)) {
    u = Undefined::FloatToInt;
    return 0;
  }
  if (v >= above) {
    u = Undefined::FloatToInt;
    return mask_to_width(~std::uint64_t(0), to) >> (is_signed ? 1 : 0);
  }
  if (v < (is_signed ? -above : 0)) {
    u = Undefined::FloatToInt;
    return is_signed ? std::uint64_t(1) << (to - 1) : 0;
  }
  return is_signed ? mask_to_width(static_cast<std::uint64_t>(static_cast<std::int64_t>(v)), to)
                   : static_cast<std::uint64_t>(v);
}

// Rounded once: through a 64-bit integer directly to the type. To f16: integers that matter are exact in a double,
// larger ones are infinite anyway.
std::uint64_t int_to_float(bool is_signed, unsigned from, unsigned to, std::uint64_t a) {
  const std::int64_t s = to_signed(a, from);
  if (to == 32)
    return std::bit_cast<std::uint32_t>(is_signed ? static_cast<float>(s) : static_cast<float>(a));
  return from_double(is_signed ? static_cast<double>(s) : static_cast<double>(a), to);
}

} // namespace lockstep::cfg
