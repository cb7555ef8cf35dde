// Which operations read their operands as signed, and which as unsigned: see signs.h.
#include "emit/encode/signs.h"

#include "cfg/ir/op_groups.h"

namespace lockstep::emit {

using cfg::Expr;
using cfg::Op;

void SignVotes::count(const Expr &e) {
  auto vote = [&](const Expr &a, int by) {
    if (a->op == Op::Var)
      balance_[a->var] += by;
  };
  switch (e->op) {
  case Op::Slt:
  case Op::Sle:
  case Op::SDiv:
  case Op::SRem:
  case Op::Sext:
  case Op::AShr:
  case Op::SMin:
  case Op::SMax:
    for (const Expr &a : e->args)
      vote(a, 2);
    break;
  case Op::Ult:
  case Op::Ule:
  case Op::UDiv:
  case Op::URem:
  case Op::Zext:
  case Op::LShr:
  case Op::UMin:
  case Op::UMax:
    for (const Expr &a : e->args)
      vote(a, -2);
    break;
  case OPS_MAY_WRAP:
    for (const Expr &a : e->args)
      vote(a, e->nsw ? 1 : e->nuw ? -1 : 0);
    break;
  case OPS_LEAF:
  case OPS_BITWISE:
  case Op::Trunc:
  case OPS_EQUALITY:
  case OPS_LOGIC:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
}

} // namespace lockstep::emit
