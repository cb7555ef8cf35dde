// Operations as integers: see operations.h.
#include "emit/terms/operations.h"

#include "cfg/ir/op_groups.h"
#include "emit/encode/representation.h"
#include "emit/terms/arithmetic.h"
#include "support/sound.h"

#include <bit>

namespace lockstep::emit {

namespace b = boogie;
using cfg::Expr;
using cfg::Op;

bool Integers::readings_agree(const Expr &e) const {
  if (e->op == Op::Const)
    return cfg::signed_value(*e) >= 0;
  return ranges_.range_of(e).as_signed.lo >= 0;
}

b::Expr Integers::reread(b::Expr value, const Expr &e, Sign from, Sign to) const {
  if (support::sound("encode.readings", from == to || readings_agree(e)))
    return value;
  return to == Sign::Unsigned ? as_unsigned(value, e->type.width) : as_signed(value, e->type.width);
}

b::Expr Integers::arithmetic(const Expr &e, Sign sign, Thread t) {
  const auto apply = [&](Sign s) {
    b::Expr x = of_.integer(e->args[0], s, t);
    if (e->op == Op::Shl)
      return b::binary("*", x, power_of_two(static_cast<unsigned>(e->args[1]->value)));
    b::Expr y = of_.integer(e->args[1], s, t);
    if (e->op == Op::Mul && x->kind != b::Kind::IntLit && y->kind != b::Kind::IntLit) {
      b::Expr product = b::binary("*", x, y);
      lemmas_.note(Lemmas::Product{t, {e->args[0], e->args[1]}, {x, y}, product});
      return product;
    }
    return b::binary(e->op == Op::Add ? "+" : e->op == Op::Sub ? "-" : "*", x, y);
  };
  if (e->op == Op::Shl && e->args[1]->value >= e->type.width)
    return partial_.where_specified(b::int_lit(0), e, sign, t);
  if (relied_.no_wrap(e, sign))
    return apply(sign);
  Sign other = sign == Sign::Signed ? Sign::Unsigned : Sign::Signed;
  if (relied_.no_wrap(e, other))
    return reread(apply(other), e, other, sign);
  return reduced(apply(sign), e->type.width, sign);
}

// Division towards zero as C has it; Boogie's div and mod are Euclidean (remainder never negative).
b::Expr Integers::divide(const Expr &e, Sign sign, Thread t) {
  bool is_signed = e->op == Op::SDiv || e->op == Op::SRem;
  const char *op = e->op == Op::SDiv || e->op == Op::UDiv ? "div" : "mod";
  Sign s = is_signed ? Sign::Signed : Sign::Unsigned;
  b::Expr x = of_.integer(e->args[0], s, t), y = of_.integer(e->args[1], s, t);
  b::Expr value = b::binary(op, x, y);
  const bool towards_zero = is_signed && !readings_agree(e->args[0]); // for negative dividends as well
  if (towards_zero)
    value = b::ite(b::binary("<=", b::int_lit(0), x), value, b::unary("-", b::binary(op, b::unary("-", x), y)));
  if (y->kind != b::Kind::IntLit)
    lemmas_.note(Lemmas::Quotient{t, e, x, y, value, towards_zero});
  return reread(partial_.where_specified(std::move(value), e, s, t), e, s, sign);
}

b::Expr Integers::mask(const Expr &e, Sign sign, Thread t) {
  const Expr &c = cfg::is_const(e->args[1]) ? e->args[1] : e->args[0];
  const Expr &x = cfg::is_const(e->args[1]) ? e->args[0] : e->args[1];
  unsigned w = e->type.width;
  // The result modulo 2^k is the same under both readings, since 2^w is a multiple of 2^k.
  if (std::has_single_bit(c->value + 1)) {
    cfg::Bounds r = ranges_.range_of(x).as_unsigned;
    b::Expr value = of_.integer(x, Sign::Signed, t);
    if (readings_agree(x) && r.hi <= cfg::Wide(c->value))
      return value;
    return reread(b::binary("mod", value, b::int_lit(cfg::Wide(c->value) + 1)), e, Sign::Unsigned, sign);
  }
  std::uint64_t low = cfg::mask_to_width(~c->value, w);
  b::Expr value = of_.integer(x, sign, t);
  return b::binary("-", value, b::binary("mod", value, b::int_lit(cfg::Wide(low) + 1)));
}

b::Expr Integers::shift_right(const Expr &e, Sign sign, Thread t) {
  const Sign s = e->op == Op::AShr ? Sign::Signed : Sign::Unsigned;
  const std::uint64_t by = e->args[1]->value;
  b::Expr value = of_.integer(e->args[0], s, t); // in any case, for the assumptions that it rests on
  if (by >= e->type.width)
    return partial_.where_specified(b::int_lit(0), e, sign, t);
  if (const cfg::Bounds r = ranges_.range_of(e).as_unsigned; s == Sign::Unsigned && r.lo == 0 && r.hi == 0)
    return b::int_lit(0); // the bits above a small value
  return reread(b::binary("div", std::move(value), power_of_two(static_cast<unsigned>(by))), e, s, sign);
}

b::Expr Integers::complement(const Expr &e, Sign sign, Thread t) {
  for (const int i : {1, 0})
    if (cfg::is_const(e->args[i], ~std::uint64_t(0)))
      return reread(b::binary("-", b::int_lit(-1), of_.integer(e->args[1 - i], Sign::Signed, t)), e, Sign::Signed,
                    sign);
  return nullptr;
}

b::Expr Integers::least_or_greatest(const Expr &e, Sign sign, Thread t) {
  const Sign s = e->op == Op::SMin || e->op == Op::SMax ? Sign::Signed : Sign::Unsigned;
  const bool least = e->op == Op::SMin || e->op == Op::UMin;
  b::Expr x = of_.integer(e->args[0], s, t), y = of_.integer(e->args[1], s, t);
  return reread(b::ite(b::binary("<=", x, y), least ? x : y, least ? y : x), e, s, sign);
}

b::Expr Integers::truncate(const Expr &e, Sign sign, Thread t) {
  const cfg::ExprRange r = ranges_.range_of(e->args[0]), full = cfg::full_range(e->type);
  const cfg::Bounds all = sign == Sign::Signed ? full.as_signed : full.as_unsigned;
  const auto keeps = [&](const cfg::Bounds &x) { return x.lo >= all.lo && x.hi <= all.hi; };
  if (keeps(r.as_signed))
    return of_.integer(e->args[0], Sign::Signed, t);
  if (keeps(r.as_unsigned))
    return of_.integer(e->args[0], Sign::Unsigned, t);
  return reduced(of_.integer(e->args[0], Sign::Signed, t), e->type.width, sign);
}

// null: an unknown function of its operands, as what bits alone have a meaning for is where there are integers only.
b::Expr Integers::operation(const Expr &e, Sign sign, Thread t) {
  if (support::unsound("encode.of_bits", is_of_bits(*e)))
    return nullptr;
  switch (e->op) {
  case Op::Const: return sign == Sign::Signed ? b::int_lit(cfg::signed_value(*e)) : b::int_lit(cfg::Wide(e->value));
  case OPS_LAUNCH: {
    b::Expr whole = launch_.quantity(*e, t); // the expression is its low bits
    return support::sound("encode.ids", readings_agree(e)) ? whole : reduced(std::move(whole), e->type.width, sign);
  }
  case OPS_MAY_WRAP: return arithmetic(e, sign, t);
  case OPS_DIVISION: return divide(e, sign, t);
  case OPS_RIGHT_SHIFT: return shift_right(e, sign, t);
  case Op::BitAnd: return cfg::is_const(e->args[0]) || cfg::is_const(e->args[1]) ? mask(e, sign, t) : nullptr;
  case Op::BitXor: return complement(e, sign, t);
  case OPS_MIN_MAX: return least_or_greatest(e, sign, t);
  case Op::Zext: return of_.integer(e->args[0], Sign::Unsigned, t);
  case Op::Sext: return reread(of_.integer(e->args[0], Sign::Signed, t), e, Sign::Signed, sign);
  case Op::Trunc: return truncate(e, sign, t);
  case Op::Var:
  case Op::Ite:
  case Op::BitOr:
  case OPS_TRUTH:
  case OPS_FLOAT:
  case OPS_OPAQUE: return nullptr;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

} // namespace lockstep::emit
