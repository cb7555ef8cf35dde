// Encoding of expressions as bit-vectors: see encode.h.
#include "emit/encode/encode.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <bit>

namespace lockstep::emit {

namespace b = boogie;
using cfg::Expr;
using cfg::ExprNode;
using cfg::Op;

// The integer launch quantity and its bits are tied over as many bits as its range needs:
// id == bit 0 + 2 * bit 1 + 4 * bit 2 ...
b::Expr Encoder::launch_bits(const ExprNode &n, Thread t) {
  unsigned w = n.type.width;
  b::Expr whole = launch_quantity(n, t);
  if (whole->kind == b::Kind::IntLit)
    return b::bv_lit(w, std::stoull(whole->text));
  unsigned d = static_cast<unsigned>(n.value);
  std::uint64_t size = n.op == Op::LocalId || n.op == Op::LocalSize
                           ? launch_.local_size[d].value_or(launch_.most_local[d])
                           : launch_.num_groups[d].value_or(launch_.most_groups[d]);
  if (n.op == Op::LocalId || n.op == Op::GroupId)
    size -= 1;
  unsigned narrow = std::max(1u, static_cast<unsigned>(std::bit_width(size)));
  b::Expr small = decls_.constant(names::bits_of(whole->text), b::bv(narrow));
  std::vector<b::Expr> parts;
  b::Expr sum = b::int_lit(0);
  for (unsigned i = 0; i < narrow; ++i) {
    b::Expr set = b::eq(b::extract(small, i + 1, i), b::bv_lit(1, 1));
    b::Expr term = b::ite(set, b::int_lit(std::int64_t(1) << i), b::int_lit(0));
    sum = i == 0 ? term : b::binary("+", sum, term);
  }
  decls_.axiom(b::eq(whole, sum));
  return narrow > w ? b::extract(small, w, 0) : decls_.bv_extend(false, small, w);
}

b::Expr Encoder::bit_operation(const char *name, const Expr &e, Thread t) {
  return decls_.bv_binary(name, bits(e->args[0], t), bits(e->args[1], t));
}

b::Expr Encoder::where_specified(b::Expr plain, const Expr &e, Sign sign, Thread t) {
  b::Expr out_of = unspecified(e, sign, t);
  if (support::sound("encode.unspecified", b::is_false(out_of)))
    return plain;
  const bool as_bits = plain->type.kind == b::TypeKind::Bv;
  std::vector<b::Expr> operands;
  for (const Expr &a : e->args)
    operands.push_back(as_bits ? bits(a, t) : integer(a, Sign::Signed, t));
  const std::string name = "unspecified." + std::string(cfg::op_info(e->op).text) + "." + std::to_string(e->type.width);
  b::Expr any = decls_.uninterpreted(name, plain->type, std::move(operands));
  if (!as_bits)
    any = reduce(std::move(any), e->type.width, sign);
  return b::ite(std::move(out_of), std::move(any), std::move(plain));
}

// When the operation's operands leave its result unspecified; false where ranges show that they never do.
b::Expr Encoder::unspecified(const Expr &e, Sign sign, Thread t) {
  const cfg::ExprRange x = ranges_.range_of(e->args[0]), y = ranges_.range_of(e->args[1]);
  const unsigned w = e->type.width;
  const bool as_bits = reps_.is_bv(e);
  auto is = [&](const Expr &a, std::uint64_t value) { // an operand, as the operation reads it
    const Expr c = cfg::constant(a->type, value);
    return as_bits ? b::eq(bits(a, t), bits(c, t)) : b::eq(integer(a, sign, t), integer(c, sign, t));
  };
  if (e->op == Op::Shl || e->op == Op::LShr || e->op == Op::AShr) {
    if (y.as_unsigned.hi < cfg::Wide(w))
      return b::bool_lit(false);
    if (cfg::is_const(e->args[1]))
      return b::bool_lit(true);
    return decls_.bv_compare("bvule", b::bv_lit(w, w), bits(e->args[1], t));
  }
  std::vector<b::Expr> cases;
  if (y.as_unsigned.lo == 0)
    cases.push_back(is(e->args[1], 0));
  const bool is_signed = e->op == Op::SDiv || e->op == Op::SRem;
  const cfg::Bounds all = cfg::signed_bounds(e->type);
  if (is_signed && x.as_signed.lo == all.lo && y.as_signed.lo <= -1 && y.as_signed.hi >= -1)
    cases.push_back(b::conj({is(e->args[0], std::uint64_t(1) << (w - 1)), is(e->args[1], ~std::uint64_t(0))}));
  return b::disj(std::move(cases));
}

b::Expr Encoder::defined(const Expr &e, Thread t) {
  std::vector<b::Expr> out;
  if (support::unsound("encode.selection", e->op == Op::Ite))
    return defined(e->args[0], t);
  for (const Expr &a : e->args)
    out.push_back(defined(a, t));
  bool candidate = options_.trust_flags && (e->op == Op::Add || e->op == Op::Sub || e->op == Op::Mul) && e->nsw &&
                   e->type.is_int() && reps_.is_bv(e);
  if (candidate && ranges_.wrap_of(e).signed_ok == cfg::NoWrap::ByAssumption) {
    assumptions_.insert(cfg::assumption::no_signed_overflow);
    unsigned wide = e->op == Op::Mul ? 2 * e->type.width : e->type.width + 1;
    auto widened = [&](const Expr &x) { return decls_.bv_extend(true, bits(x, t), wide); };
    const char *op = e->op == Op::Add ? "bvadd" : e->op == Op::Sub ? "bvsub" : "bvmul";
    out.push_back(b::eq(widened(e), decls_.bv_binary(op, widened(e->args[0]), widened(e->args[1]))));
  }
  // Of integers, products and what is computed from them: without a bound they come far beyond the type's.
  auto is_product = [](const cfg::ExprNode &n) { return n.op == Op::Mul && n.type.is_int(); };
  const bool product = options_.trust_flags && (e->op == Op::Add || e->op == Op::Sub || e->op == Op::Mul) && e->nsw &&
                       e->type.is_int() && !reps_.is_bv(e) && cfg::any_node(e, is_product);
  if (product && ranges_.wrap_of(e).signed_ok == cfg::NoWrap::ByAssumption) {
    assumptions_.insert(cfg::assumption::no_signed_overflow);
    const cfg::Bounds all = cfg::full_range(e->type).as_signed;
    b::Expr value = integer(e, Sign::Signed, t);
    out.push_back(b::binary("<=", b::int_lit(all.lo), value));
    out.push_back(b::binary("<=", value, b::int_lit(all.hi)));
  }
  return b::conj(out);
}

b::Expr Encoder::bits(const Expr &e, Thread t) {
  LOCKSTEP_INVARIANT(e->type.is_int(), "a bit-vector expression");
  const auto &a = e->args;
  unsigned w = e->type.width;
  switch (e->op) {
  case Op::Const: return b::bv_lit(w, e->value);
  case Op::Var:
    LOCKSTEP_INVARIANT(reps_.var_is_bv(e->var), "a bit-vector term has bit-vector variables");
    return var(e->var, t);
  case OPS_LAUNCH: return launch_bits(*e, t);
  case OPS_MIN_MAX: {
    bool is_signed = e->op == Op::SMin || e->op == Op::SMax, min = e->op == Op::SMin || e->op == Op::UMin;
    b::Expr x = bits(a[0], t), y = bits(a[1], t);
    return b::ite(decls_.bv_compare(is_signed ? "bvsle" : "bvule", x, y), min ? x : y, min ? y : x);
  }
  case Op::Zext: return decls_.bv_extend(false, bits(a[0], t), w);
  case Op::Sext: return decls_.bv_extend(true, bits(a[0], t), w);
  case Op::Trunc: return b::extract(bits(a[0], t), w, 0);
  case Op::Ite:
    if (const Expr arm = ranges_.chosen(e))
      return bits(arm, t);
    return b::ite(boolean(a[0], t), bits(a[1], t), bits(a[2], t));
  case OPS_OPAQUE:
  case OPS_FLOAT_TO_INT:
  case Op::BitCast: {
    if (cfg::is_call_of(*e, cfg::other_name))
      return bits(a[0], other(t));
    if (b::Expr cell = known_cell(e, t))
      return cell;
    std::vector<b::Expr> args;
    for (const Expr &x : a)
      args.push_back(e->op == Op::Read ? offset(e->array, x, t) : argument(*e, x, t));
    std::string name = e->op == Op::Call   ? "call." + e->name
                       : e->op == Op::Read ? names::array(k_, e->array)
                                           : std::string(cfg::op_info(e->op).text);
    return decls_.uninterpreted(name, b::bv(w), std::move(args));
  }
  case Op::Add: return bit_operation("bvadd", e, t);
  case Op::Sub: return bit_operation("bvsub", e, t);
  case Op::Mul: return bit_operation("bvmul", e, t);
  case Op::UDiv: return where_specified(bit_operation("bvudiv", e, t), e, Sign::Signed, t);
  case Op::SDiv: return where_specified(bit_operation("bvsdiv", e, t), e, Sign::Signed, t);
  case Op::URem: return where_specified(bit_operation("bvurem", e, t), e, Sign::Signed, t);
  case Op::SRem: return where_specified(bit_operation("bvsrem", e, t), e, Sign::Signed, t);
  case Op::Shl: return where_specified(bit_operation("bvshl", e, t), e, Sign::Signed, t);
  case Op::LShr: return where_specified(bit_operation("bvlshr", e, t), e, Sign::Signed, t);
  case Op::AShr: return where_specified(bit_operation("bvashr", e, t), e, Sign::Signed, t);
  case Op::BitAnd: return bit_operation("bvand", e, t);
  case Op::BitOr: return bit_operation("bvor", e, t);
  case Op::BitXor: return bit_operation("bvxor", e, t);
  case OPS_TRUTH:
  case OPS_FLOAT_RESULT:
  case OPS_FLOAT_TEST: break;
  }
  LOCKSTEP_UNREACHABLE("every integer operation is encoded");
}

} // namespace lockstep::emit
