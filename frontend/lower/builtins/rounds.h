// Values in the rounds of loops, as far as LLVM's loops tell: what an expression was some rounds ago.
#pragma once

#include "frontend/lower/context.h"

#include "llvm/Analysis/LoopInfo.h"

namespace lockstep::frontend {

// The value that an expression had so many rounds ago: variables of the loop's head that move by what does not change
// are moved back. Nothing: not known.
std::optional<cfg::Expr> rounds_ago(const Context &cx, const cfg::Expr &e, const llvm::Loop *l,
                                    const cfg::Expr &rounds);
// The loop's variables have the values that they were entered with, so many rounds ago.
cfg::Expr in_round(const Context &cx, const llvm::Loop &l, unsigned round);
// At a place that the loop's head leads to: the variables of a cycle have the values of one of its rounds.
void say_cycles(const Context &cx, const llvm::Loop &l, const std::function<void(const cfg::Expr &)> &say);

} // namespace lockstep::frontend
