// Functions on the bits of an integer, by their definitions: counts and orders of bits as kernel expressions.
//
// Sound because each is the function's definition over the operations of the IR, for every width; nothing is left
// uninterpreted.
#pragma once

#include "cfg/ir/expr.h"

#include <functional>

namespace lockstep::frontend {

enum class BitFunction { LeadingZeros, TrailingZeros, Ones, Reversed, BytesReversed };

// `keep` gives a value a name: the result mentions its argument once per bit. Both counts of zeros are the width for 0.
using Keep = std::function<cfg::Expr(cfg::Expr)>;
cfg::Expr bit_function(BitFunction function, const cfg::Expr &a, const Keep &keep);

} // namespace lockstep::frontend
