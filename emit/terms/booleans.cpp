// Operations of truth values: see operations.h.
#include "emit/terms/operations.h"

#include "cfg/ir/op_groups.h"
#include "support/invariant.h"

namespace lockstep::emit {

namespace b = boogie;
using cfg::Expr;
using cfg::Op;

b::Expr Booleans::operation(const Expr &e, Thread t) {
  const auto &a = e->args;
  switch (e->op) {
  case Op::Const: return b::bool_lit(e->value != 0);
  case Op::Not: return b::not_(of_.boolean(a[0], t));
  case Op::And: return b::conj({of_.boolean(a[0], t), of_.boolean(a[1], t)});
  case Op::Or: return b::disj({of_.boolean(a[0], t), of_.boolean(a[1], t)});
  case Op::Implies: return b::implies(of_.boolean(a[0], t), of_.boolean(a[1], t));
  case Op::Eq: return equal(a[0], a[1], t);
  case Op::Ne: return b::not_(equal(a[0], a[1], t));
  case OPS_ORDER: return ordered(e, t);
  case Op::Var:
  case OPS_LAUNCH:
  case OPS_NUMBER:
  case OPS_CAST:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: return nullptr;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

b::Expr Booleans::equal(const Expr &x, const Expr &y, Thread t) {
  if (!x->type.is_int())
    return b::eq(of_.term(x, forms_.of(x), t), of_.term(y, forms_.of(y), t));
  const auto is_unsigned = [&](const Expr &e) { return e->op == Op::Var && reps_.var_sign(e->var) == Sign::Unsigned; };
  const Form form = reps_.is_bv(x) || reps_.is_bv(y)   ? Form::Bits
                    : is_unsigned(x) || is_unsigned(y) ? Form::Unsigned
                                                       : Form::Signed;
  b::Expr p = of_.term(x, form, t), q = of_.term(y, form, t);
  return b::eq(std::move(p), std::move(q));
}

b::Expr Booleans::ordered(const Expr &e, Thread t) {
  const Expr &x = e->args[0], &y = e->args[1];
  const bool is_signed = e->op == Op::Slt || e->op == Op::Sle, strict = e->op == Op::Slt || e->op == Op::Ult;
  const bool bits = reps_.is_bv(x) || reps_.is_bv(y);
  const Form form = bits ? Form::Bits : is_signed ? Form::Signed : Form::Unsigned;
  b::Expr p = of_.term(x, form, t), q = of_.term(y, form, t);
  if (bits) // our names of the comparisons are SMT-LIB's
    return decls_.bv_compare("bv" + std::string(cfg::op_info(e->op).text), std::move(p), std::move(q));
  return b::binary(strict ? "<" : "<=", std::move(p), std::move(q));
}

} // namespace lockstep::emit
