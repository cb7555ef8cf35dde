// Encoding of expressions as integers: see encode.h.
#include "emit/encode/encode.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/pairwise.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <bit>

namespace lockstep::emit {

namespace b = boogie;
using cfg::Expr;
using cfg::ExprNode;
using cfg::Op;

namespace {

std::string dimension_name(Op op, unsigned d, Thread t) {
  switch (op) {
  case Op::LocalId: return names::local_id(d, t);
  case Op::GroupId: return names::group_id(d, t);
  case Op::LocalSize: return names::local_size(d);
  case Op::NumGroups: return names::num_groups(d);
  case Op::GlobalOffset: // a number
  case Op::Const:
  case Op::Var:
  case OPS_COMPUTED:
  case OPS_OPAQUE: break;
  }
  LOCKSTEP_UNREACHABLE("a launch quantity with a name");
}

} // namespace

bool Encoder::readings_agree(const Expr &e) const {
  if (e->op == Op::Const)
    return cfg::signed_value(*e) >= 0;
  return ranges_.range_of(e).as_signed.lo >= 0;
}

b::Expr Encoder::reread(b::Expr value, const Expr &e, Sign from, Sign to) {
  if (support::sound("encode.readings", from == to || readings_agree(e)))
    return value;
  unsigned w = e->type.width;
  if (to == Sign::Unsigned)
    return b::ite(b::binary("<", value, b::int_lit(0)), b::binary("+", value, b::int_lit(cfg::Wide::power_of_two(w))),
                  value);
  return b::ite(b::binary("<", value, b::int_lit(cfg::Wide::power_of_two(w - 1))), value,
                b::binary("-", value, b::int_lit(cfg::Wide::power_of_two(w))));
}

b::Expr Encoder::reduce(b::Expr value, unsigned w, Sign sign) {
  if (sign == Sign::Unsigned)
    return b::binary("mod", std::move(value), b::int_lit(cfg::Wide::power_of_two(w)));
  return b::binary("-",
                   b::binary("mod", b::binary("+", std::move(value), b::int_lit(cfg::Wide::power_of_two(w - 1))),
                             b::int_lit(cfg::Wide::power_of_two(w))),
                   b::int_lit(cfg::Wide::power_of_two(w - 1)));
}

bool Encoder::no_wrap(const Expr &e, Sign sign) {
  cfg::WrapInfo w = ranges_.wrap_of(e);
  cfg::NoWrap n = sign == Sign::Signed ? w.signed_ok : w.unsigned_ok;
  if (n == cfg::NoWrap::MayWrap && options_.assume_no_wrap) {
    assumptions_.insert(cfg::assumption::nothing_wraps);
    return true;
  }
  return support::sound("encode.wrap", relies_on(n, sign));
}

bool Encoder::relies_on(cfg::NoWrap n, Sign sign) {
  if (n == cfg::NoWrap::ByAssumption)
    assumptions_.insert(sign == Sign::Signed ? cfg::assumption::no_signed_overflow
                                             : cfg::assumption::no_unsigned_overflow);
  return n != cfg::NoWrap::MayWrap;
}

b::Expr Encoder::arithmetic(const Expr &e, Sign sign, Thread t) {
  auto apply = [&](Sign s) {
    b::Expr x = integer(e->args[0], s, t);
    if (e->op == Op::Shl)
      return b::binary("*", x, b::int_lit(cfg::Wide::power_of_two(static_cast<unsigned>(e->args[1]->value))));
    b::Expr y = integer(e->args[1], s, t);
    if (e->op == Op::Mul && x->kind != b::Kind::IntLit && y->kind != b::Kind::IntLit) {
      b::Expr product = b::binary("*", x, y);
      products_.push_back({t, {e->args[0], e->args[1]}, {x, y}, product});
      return product;
    }
    return b::binary(e->op == Op::Add ? "+" : e->op == Op::Sub ? "-" : "*", x, y);
  };
  if (e->op == Op::Shl && e->args[1]->value >= e->type.width)
    return where_specified(b::int_lit(0), e, sign, t);
  if (no_wrap(e, sign))
    return apply(sign);
  Sign other = sign == Sign::Signed ? Sign::Unsigned : Sign::Signed;
  if (no_wrap(e, other))
    return reread(apply(other), e, other, sign);
  return reduce(apply(sign), e->type.width, sign);
}

// Division towards zero as C has it; Boogie's div and mod are Euclidean (remainder never negative).
b::Expr Encoder::divide(const Expr &e, Sign sign, Thread t) {
  bool is_signed = e->op == Op::SDiv || e->op == Op::SRem;
  const char *op = e->op == Op::SDiv || e->op == Op::UDiv ? "div" : "mod";
  Sign s = is_signed ? Sign::Signed : Sign::Unsigned;
  b::Expr x = integer(e->args[0], s, t), y = integer(e->args[1], s, t);
  b::Expr plain = b::binary(op, x, y);
  auto note = [&](const b::Expr &value, bool towards_zero) {
    static constexpr std::size_t most = 24; // help, not meaning
    const bool known = std::any_of(quotients_.begin(), quotients_.end(), [&](const Quotient &q) {
      return q.thread == t && cfg::equal(q.e, e) && b::print(q.value) == b::print(value);
    });
    if (y->kind != b::Kind::IntLit && !known && quotients_.size() < most)
      quotients_.push_back({t, e, x, y, value, towards_zero});
  };
  if (!is_signed || readings_agree(e->args[0])) {
    note(plain, false);
    return reread(where_specified(std::move(plain), e, s, t), e, s, sign);
  }
  b::Expr mirrored = b::unary("-", b::binary(op, b::unary("-", x), y));
  b::Expr quotient = b::ite(b::binary("<=", b::int_lit(0), x), std::move(plain), std::move(mirrored));
  note(quotient, true);
  return reread(where_specified(std::move(quotient), e, s, t), e, s, sign);
}

b::Expr Encoder::mask(const Expr &e, Sign sign, Thread t) {
  const Expr &c = cfg::is_const(e->args[1]) ? e->args[1] : e->args[0];
  const Expr &x = cfg::is_const(e->args[1]) ? e->args[0] : e->args[1];
  unsigned w = e->type.width;
  // The result modulo 2^k is the same under both readings, since 2^w is a multiple of 2^k.
  if (std::has_single_bit(c->value + 1)) {
    cfg::Bounds r = ranges_.range_of(x).as_unsigned;
    b::Expr value = integer(x, Sign::Signed, t);
    if (readings_agree(x) && r.hi <= cfg::Wide(c->value))
      return value;
    return reread(b::binary("mod", value, b::int_lit(cfg::Wide(c->value) + 1)), e, Sign::Unsigned, sign);
  }
  std::uint64_t low = cfg::mask_to_width(~c->value, w);
  b::Expr value = integer(x, sign, t);
  return b::binary("-", value, b::binary("mod", value, b::int_lit(cfg::Wide(low) + 1)));
}

b::Expr Encoder::launch_quantity(const ExprNode &n, Thread t) {
  unsigned d = static_cast<unsigned>(n.value);
  if (n.op == Op::GlobalOffset)
    return b::int_lit(launch_.global_offset[d]);
  if (n.op == Op::LocalSize && launch_.local_size[d])
    return b::int_lit(*launch_.local_size[d]);
  if (n.op == Op::NumGroups && launch_.num_groups[d])
    return b::int_lit(*launch_.num_groups[d]);
  if ((n.op == Op::LocalId && launch_.local_size[d] == 1) || (n.op == Op::GroupId && launch_.num_groups[d] == 1))
    return b::int_lit(0);
  return decls_.constant(dimension_name(n.op, d, t), b::integer());
}

b::Expr Encoder::integer(const Expr &e, Sign sign, Thread t) {
  LOCKSTEP_INVARIANT(e->type.is_int(), "an integer expression");
  const auto &a = e->args;
  unsigned w = e->type.width;
  switch (e->op) {
  case Op::Const: return sign == Sign::Signed ? b::int_lit(cfg::signed_value(*e)) : b::int_lit(cfg::Wide(e->value));
  case Op::Var:
    LOCKSTEP_INVARIANT(!reps_.var_is_bv(e->var), "an integer term has integer variables");
    return reread(var(e->var, t), e, reps_.var_sign(e->var), sign);
  case OPS_LAUNCH: {
    b::Expr whole = launch_quantity(*e, t); // the expression is its low bits
    return support::sound("encode.ids", readings_agree(e)) ? whole : reduce(std::move(whole), w, sign);
  }
  case OPS_MAY_WRAP: return arithmetic(e, sign, t);
  case OPS_DIVISION: return divide(e, sign, t);
  case Op::LShr: {
    b::Expr value = integer(a[0], Sign::Unsigned, t); // in any case, for the assumptions that it rests on
    if (a[1]->value >= w)
      return where_specified(b::int_lit(0), e, sign, t);
    if (const cfg::ExprRange r = ranges_.range_of(e); r.as_unsigned.lo == 0 && r.as_unsigned.hi == 0)
      return b::int_lit(0); // the bits above a small value
    return reread(
        b::binary("div", std::move(value), b::int_lit(cfg::Wide::power_of_two(static_cast<unsigned>(a[1]->value)))), e,
        Sign::Unsigned, sign);
  }
  case Op::AShr:
    if (a[1]->value >= w)
      return where_specified(b::int_lit(0), e, sign, t);
    return reread(b::binary("div", integer(a[0], Sign::Signed, t),
                            b::int_lit(cfg::Wide::power_of_two(static_cast<unsigned>(a[1]->value)))),
                  e, Sign::Signed, sign);
  case Op::BitAnd:
    if (cfg::is_const(a[0]) || cfg::is_const(a[1]))
      return mask(e, sign, t);
    break;
  case Op::BitXor:
    if (cfg::is_const(a[1], ~std::uint64_t(0)) || cfg::is_const(a[0], ~std::uint64_t(0))) {
      const Expr &x = cfg::is_const(a[1]) ? a[0] : a[1];
      return reread(b::binary("-", b::int_lit(-1), integer(x, Sign::Signed, t)), e, Sign::Signed, sign);
    }
    break;
  case OPS_MIN_MAX: {
    Sign s = e->op == Op::SMin || e->op == Op::SMax ? Sign::Signed : Sign::Unsigned;
    b::Expr x = integer(a[0], s, t), y = integer(a[1], s, t);
    bool min = e->op == Op::SMin || e->op == Op::UMin;
    return reread(b::ite(b::binary("<=", x, y), min ? x : y, min ? y : x), e, s, sign);
  }
  case Op::Zext: return integer(a[0], Sign::Unsigned, t);
  case Op::Sext: return reread(integer(a[0], Sign::Signed, t), e, Sign::Signed, sign);
  case Op::Trunc: {
    cfg::ExprRange r = ranges_.range_of(a[0]);
    cfg::Wide lo = sign == Sign::Signed ? -cfg::Wide::power_of_two(w - 1) : 0,
              hi = (sign == Sign::Signed ? cfg::Wide::power_of_two(w - 1) : cfg::Wide::power_of_two(w)) - 1;
    if (r.as_signed.lo >= lo && r.as_signed.hi <= hi)
      return integer(a[0], Sign::Signed, t);
    if (r.as_unsigned.lo >= lo && r.as_unsigned.hi <= hi)
      return integer(a[0], Sign::Unsigned, t);
    return reduce(integer(a[0], Sign::Signed, t), w, sign);
  }
  case Op::Ite:
    if (const Expr arm = ranges_.chosen(e))
      return integer(arm, sign, t);
    return b::ite(boolean(a[0], t), integer(a[1], sign, t), integer(a[2], sign, t));
  case Op::BitOr:
  case OPS_TRUTH:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  if (cfg::is_call_of(*e, cfg::other_name))
    return integer(a[0], sign, other(t));
  if (b::Expr cell = known_cell(e, t)) // cells are read signed
    return sign == Sign::Signed
               ? cell
               : b::ite(b::binary("<", cell, b::int_lit(0)), b::binary("+", cell, power_of_two(w)), cell);
  // An uninterpreted operation: same arguments, same result; the result is reduced to the type's values.
  std::vector<b::Expr> args;
  for (const Expr &x : a)
    args.push_back(any(x, t));
  if (e->op == Op::Read) // the same function as content()'s
    return decls_.uninterpreted(names::array(k_, e->array) + "." + std::to_string(w) +
                                    (sign == Sign::Signed ? "" : ".u"),
                                b::integer(), {offset(e->array, a[0], t)});
  std::string name = e->op == Op::Call ? "call." + e->name : std::string(cfg::op_info(e->op).text);
  name += "." + std::to_string(w);
  return reduce(decls_.uninterpreted(name, b::integer(), std::move(args)), w, sign);
}

} // namespace lockstep::emit
