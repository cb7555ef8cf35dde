// Operations of LLVM on single scalars (instructions.cpp).
#pragma once

#include "frontend/lower/builder.h"

#include "llvm/IR/InstrTypes.h"

namespace lockstep::frontend {

cfg::Expr compare_scalars(llvm::CmpInst::Predicate p, cfg::Expr a, cfg::Expr b);
cfg::Expr cast_scalar(Builder &out, unsigned opcode, cfg::Expr a, cfg::Type to);

} // namespace lockstep::frontend
