// Operations on concrete bits: what each row of ops.def that computes means. The only evaluator: folding, the analyses
// that run a kernel on constants and the interpreter ask it; leaves, reads and calls are their own business.
//
// Real IEEE arithmetic: f32 and f64 by the host's, f16 in double rounded once (exact for + - * / and sqrt: a double has
// more than twice its digits).
#pragma once

#include "cfg/ir/expr.h"

#include <optional>
#include <span>

namespace lockstep::cfg {

enum class Undefined : std::uint8_t {
  No,
  SignedWrap,   // of an operation with nsw
  UnsignedWrap, // of an operation with nuw
  DivisionByZero,
  DivisionOverflow,
  ShiftAmount,
  FloatToInt
};
const char *describe(Undefined u); // "signed overflow", ...

struct Computed {
  std::uint64_t bits = 0; // undefined results: wrapped; a shift by the amount modulo the width; x / 0 = 0; saturated
  Undefined undefined = Undefined::No;
};

// The operation of the node on the values of its arguments, which fit their types. Not for leaves, Call and Read.
Computed evaluate(const ExprNode &node, std::span<const std::uint64_t> args);
// The same for the verifier's purposes: wrapped where it wraps, whatever the flags say; empty where the result is
// undefined otherwise, or where a float takes part (floats are uninterpreted), and for leaves, Call and Read.
std::optional<std::uint64_t> defined_value(const ExprNode &node, std::span<const std::uint64_t> args);

bool can_be_undefined(const ExprNode &node); // the node itself, not its arguments

// --- floats -------------------------------------------------------------------------------------------------
double to_double(std::uint64_t bits, unsigned width); // exact
std::uint64_t from_double(double v, unsigned width);  // to nearest, ties to even

} // namespace lockstep::cfg
