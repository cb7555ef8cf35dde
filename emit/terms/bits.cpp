// Operations as bit-vectors: see operations.h.
#include "emit/terms/operations.h"

#include "cfg/ir/op_groups.h"
#include "support/invariant.h"

namespace lockstep::emit {

namespace b = boogie;
using cfg::Expr;
using cfg::Op;

b::Expr Bits::operation(const Expr &e, Thread t) {
  const auto &a = e->args;
  const unsigned w = e->type.width;
  const auto of_two = [&] { // our names of the operations are SMT-LIB's
    return decls_.bv_binary("bv" + std::string(cfg::op_info(e->op).text), of_.bits(a[0], t), of_.bits(a[1], t));
  };
  switch (e->op) {
  case Op::Const: return b::bv_lit(w, e->value);
  case OPS_LAUNCH: return launch_.bits(*e, t);
  case OPS_MIN_MAX: {
    const bool is_signed = e->op == Op::SMin || e->op == Op::SMax, min = e->op == Op::SMin || e->op == Op::UMin;
    b::Expr x = of_.bits(a[0], t), y = of_.bits(a[1], t);
    return b::ite(decls_.bv_compare(is_signed ? "bvsle" : "bvule", x, y), min ? x : y, min ? y : x);
  }
  case Op::Zext: return decls_.bv_extend(false, of_.bits(a[0], t), w);
  case Op::Sext: return decls_.bv_extend(true, of_.bits(a[0], t), w);
  case Op::Trunc: return b::extract(of_.bits(a[0], t), w, 0);
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case OPS_BITWISE: return of_two();
  case OPS_DIVISION:
  case Op::Shl:
  case OPS_RIGHT_SHIFT: return partial_.where_specified(of_two(), e, Sign::Signed, t);
  case Op::Var:
  case Op::Ite:
  case OPS_TRUTH:
  case OPS_FLOAT:
  case OPS_OPAQUE: return nullptr;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

} // namespace lockstep::emit
