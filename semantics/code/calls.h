// Functions called by name: names of frontend/builtins/intrinsics.def with the first argument's type, "sin.f32".
#pragma once

#include "cfg/ir/expr.h"

#include <optional>
#include <span>

namespace lockstep::semantics {

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

} // namespace lockstep::semantics
