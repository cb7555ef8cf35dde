// Boogie's and SMT-LIB's operations on numbers. Private to tests/execution.
#pragma once

#include "tests/execution/code.h"

#include <optional>

namespace lockstep::emit::execution {

Number low_bits(Number n, unsigned width); // the unsigned reading of the last bits
Number signed_reading(Number n, unsigned width);

// Arithmetic of integers and bit-vectors, Extract, Concat and extensions; `t` gives operator and widths, `second_width`
// is that of the second operand. Nothing where the result is not known: too large, or an integer divided by zero.
std::optional<Number> operate(const Term &t, Number a, Number b, unsigned second_width);

} // namespace lockstep::emit::execution
