// Operations on numbers: see operations.h.
#include "tests/execution/operations.h"

namespace lockstep::emit::execution {

namespace {

constexpr Number largest = Number(1) << 120; // larger ones are not followed

std::optional<Number> in_range(Number n) { return n < largest && -largest < n ? std::optional(n) : std::nullopt; }

// The remainder is not negative, whatever the divisor's sign.
Number euclidean_rest(Number a, Number b) {
  const Number rest = a % b;
  return rest < 0 ? rest + (b < 0 ? -b : b) : rest;
}

// SMT-LIB's bvsdiv and bvsrem, by the magnitudes as it defines them; so division by zero has a result.
Number signed_quotient(Number a, Number b, unsigned w) {
  const Number x = signed_reading(a, w), y = signed_reading(b, w);
  return low_bits(y == 0 ? (x < 0 ? 1 : -1) : x / y, w);
}
Number signed_rest(Number a, Number b, unsigned w) {
  const Number x = signed_reading(a, w), y = signed_reading(b, w);
  return low_bits(y == 0 ? x : x % y, w);
}

} // namespace

Number low_bits(Number n, unsigned width) { return n & ((Number(1) << width) - 1); }

Number signed_reading(Number n, unsigned width) { return (n >> (width - 1)) & 1 ? n - (Number(1) << width) : n; }

std::optional<Number> operate(const Term &t, Number a, Number b, unsigned second_width) {
  const unsigned w = t.width;
  Number r = 0;
  switch (t.op) {
  case Op::Neg: return -a;
  case Op::Add: return in_range(a + b);
  case Op::Sub: return in_range(a - b);
  case Op::Mul: return __builtin_mul_overflow(a, b, &r) ? std::nullopt : in_range(r);
  case Op::Div: return b == 0 ? std::nullopt : std::optional((a - euclidean_rest(a, b)) / b);
  case Op::Mod: return b == 0 ? std::nullopt : std::optional(euclidean_rest(a, b));
  case Op::BvAdd: return low_bits(a + b, w);
  case Op::BvSub: return low_bits(a - b, w);
  case Op::BvMul:
    return low_bits(static_cast<Number>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b)), w);
  case Op::BvUdiv: return b == 0 ? low_bits(-1, w) : a / b;
  case Op::BvUrem: return b == 0 ? a : a % b;
  case Op::BvSdiv: return signed_quotient(a, b, w);
  case Op::BvSrem: return signed_rest(a, b, w);
  case Op::BvShl: return b >= w ? 0 : low_bits(a << static_cast<unsigned>(b), w);
  case Op::BvLshr: return b >= w ? 0 : a >> static_cast<unsigned>(b);
  case Op::BvAshr: return low_bits(signed_reading(a, w) >> (b >= w ? w : static_cast<unsigned>(b)), w);
  case Op::BvAnd: return a & b;
  case Op::BvOr: return a | b;
  case Op::BvXor: return a ^ b;
  case Op::ZeroExtend: return a;
  case Op::SignExtend: return low_bits(signed_reading(a, w), t.type.width);
  case Op::Extract: return low_bits(a >> t.index, t.type.width);
  case Op::Concat: return (a << second_width) | b;
  default: return std::nullopt;
  }
}

} // namespace lockstep::emit::execution
