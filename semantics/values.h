// Operations on concrete bits: every row of cfg/ops.def but leaves, reads and calls; calls by name. Real IEEE
// arithmetic: f32 and f64 by the host's, f16 in double rounded once (exact for + - * / and sqrt: a double has more than
// twice its digits).
#pragma once

#include "cfg/expr.h"

#include <optional>
#include <span>
#include <string_view>

namespace lockstep::semantics {

enum class Undefined : std::uint8_t {
  No,
  SignedWrap,
  UnsignedWrap,
  DivisionByZero,
  DivisionOverflow,
  ShiftAmount,
  FloatToInt
};
const char *describe(Undefined u); // "signed overflow", ...

struct Value {
  std::uint64_t bits = 0; // undefined results: wrapped; a shift by the amount modulo the width; x / 0 = 0; saturated
  Undefined undefined = Undefined::No;
};

// The operation of the node on the values of its arguments. Not for leaves, Call and Read.
Value evaluate(const cfg::ExprNode &node, std::span<const std::uint64_t> args);
bool can_be_undefined(const cfg::ExprNode &node); // the node itself, not its arguments

// --- calls: names of frontend/intrinsics.def with the first argument's type, "sin.f32" ------------------------
// The function of a call, found once; empty if the name means nothing to the interpreter.
using CallFunction = std::uint64_t (*)(const struct CallShape &, std::span<const std::uint64_t> args);
struct CallShape {
  CallFunction function = nullptr;
  cfg::Type result;
  std::vector<cfg::Type> args;
  std::string name;  // without the suffix of types
  unsigned part = 0; // component of a vector result
};
std::optional<CallShape> find_call(const cfg::ExprNode &call);
// Stands in for a function that is not known: the same for the same name and arguments, nothing else.
std::uint64_t hashed_call(const cfg::ExprNode &call, std::span<const std::uint64_t> args);

// --- floats -------------------------------------------------------------------------------------------------
double to_double(std::uint64_t bits, unsigned width); // exact
std::uint64_t from_double(double v, unsigned width);  // to nearest, ties to even
std::int64_t to_signed(std::uint64_t bits, unsigned width);

} // namespace lockstep::semantics
