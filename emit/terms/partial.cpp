// Undefined and unspecified operations, and what encoding relies on: see partial.h.
#include "emit/terms/partial.h"

#include "cfg/ir/assumptions.h"
#include "cfg/ir/rewrite.h"
#include "emit/terms/arithmetic.h"
#include "support/sound.h"

namespace lockstep::emit {

namespace b = boogie;
using cfg::Expr;
using cfg::Op;

Reliance::Reliance(const cfg::Kernel &k, const cfg::Ranges &ranges, EncodeOptions options)
    : ranges_(ranges), options_(options) {
  // Listed wherever they stand, used or not: every analysis before may have used them.
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      if (auto *a = std::get_if<cfg::Assume>(&s.node)) {
        if (a->kind == cfg::AssumeKind::Promise)
          assumptions_.insert(cfg::assumption::promises);
        else if (a->kind == cfg::AssumeKind::Launch)
          assumptions_.insert(cfg::assumption::launch_attributes);
        else if (a->kind == cfg::AssumeKind::Heap)
          assumptions_.insert(cfg::assumption::heap);
        else if (support::unsound("encode.counters", a->kind == cfg::AssumeKind::Counter))
          assumptions_.insert(cfg::assumption::counters);
      }
}

bool Reliance::no_wrap(const Expr &e, Sign sign) {
  const cfg::WrapInfo w = ranges_.wrap_of(e);
  const cfg::NoWrap n = sign == Sign::Signed ? w.signed_ok : w.unsigned_ok;
  if (n == cfg::NoWrap::MayWrap && options_.assume_no_wrap) {
    assumptions_.insert(cfg::assumption::nothing_wraps);
    return true;
  }
  return support::sound("encode.wrap", on(n, sign));
}

bool Reliance::on(cfg::NoWrap n, Sign sign) {
  if (n == cfg::NoWrap::ByAssumption)
    assumptions_.insert(sign == Sign::Signed ? cfg::assumption::no_signed_overflow
                                             : cfg::assumption::no_unsigned_overflow);
  return n != cfg::NoWrap::MayWrap;
}

b::Expr PartialOperations::where_specified(b::Expr plain, const Expr &e, Sign sign, Thread t) {
  b::Expr out_of = unspecified(e, sign, t);
  if (support::sound("encode.unspecified", b::is_false(out_of)))
    return plain;
  const bool as_bits = plain->type.kind == b::TypeKind::Bv;
  std::vector<b::Expr> operands;
  for (const Expr &a : e->args)
    operands.push_back(as_bits ? of_.bits(a, t) : of_.integer(a, Sign::Signed, t));
  const std::string name = "unspecified." + std::string(cfg::op_info(e->op).text) + "." + std::to_string(e->type.width);
  b::Expr any = decls_.uninterpreted(name, plain->type, std::move(operands));
  if (!as_bits)
    any = reduced(std::move(any), e->type.width, sign);
  return b::ite(std::move(out_of), std::move(any), std::move(plain));
}

// When the operation's operands leave its result unspecified; false where ranges show that they never do.
b::Expr PartialOperations::unspecified(const Expr &e, Sign sign, Thread t) {
  const cfg::ExprRange x = ranges_.range_of(e->args[0]), y = ranges_.range_of(e->args[1]);
  const unsigned w = e->type.width;
  const bool as_bits = reps_.is_bv(e);
  auto is = [&](const Expr &a, std::uint64_t value) { // an operand, as the operation reads it
    const Expr c = cfg::constant(a->type, value);
    return as_bits ? b::eq(of_.bits(a, t), of_.bits(c, t)) : b::eq(of_.integer(a, sign, t), of_.integer(c, sign, t));
  };
  if (e->op == Op::Shl || e->op == Op::LShr || e->op == Op::AShr) {
    if (y.as_unsigned.hi < cfg::Wide(w))
      return b::bool_lit(false);
    if (cfg::is_const(e->args[1]))
      return b::bool_lit(true);
    return decls_.bv_compare("bvule", b::bv_lit(w, w), of_.bits(e->args[1], t));
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

b::Expr PartialOperations::defined(const Expr &e, Thread t) {
  if (support::unsound("encode.selection", e->op == Op::Ite))
    return defined(e->args[0], t);
  std::vector<b::Expr> out;
  for (const Expr &a : e->args)
    out.push_back(defined(a, t));
  if (!relied_.trusts_flags() || (e->op != Op::Add && e->op != Op::Sub && e->op != Op::Mul) || !e->nsw)
    return b::conj(out);
  const bool bits = reps_.is_bv(e);
  // Of integers, products and what is computed from them: without a bound they come far beyond the type's.
  const auto is_product = [](const cfg::ExprNode &n) { return n.op == Op::Mul && n.type.is_int(); };
  if (ranges_.wrap_of(e).signed_ok != cfg::NoWrap::ByAssumption || (!bits && !cfg::any_node(e, is_product)))
    return b::conj(out);
  relied_.on(cfg::NoWrap::ByAssumption, Sign::Signed);
  if (bits) {
    const unsigned wide = e->op == Op::Mul ? 2 * e->type.width : e->type.width + 1;
    auto widened = [&](const Expr &x) { return decls_.bv_extend(true, of_.bits(x, t), wide); };
    const std::string op = "bv" + std::string(cfg::op_info(e->op).text);
    out.push_back(b::eq(widened(e), decls_.bv_binary(op, widened(e->args[0]), widened(e->args[1]))));
  } else {
    const cfg::Bounds all = cfg::full_range(e->type).as_signed;
    const b::Expr value = of_.integer(e, Sign::Signed, t);
    out.push_back(b::binary("<=", b::int_lit(all.lo), value));
    out.push_back(b::binary("<=", value, b::int_lit(all.hi)));
  }
  return b::conj(out);
}

} // namespace lockstep::emit
