// Small changes of a source text, in the neighbourhood of what rules of the verifier look at: numbers one beyond or one
// less, other comparisons, weaker memory orders and other scopes, another array, narrower types, a call less,
// statements in another order or under another condition, launches with other sizes. What does not compile afterwards
// is no loss.
#pragma once

#include "tests/oracle/random.h"

#include <optional>
#include <string>

namespace lockstep::oracle {

struct Mutation {
  std::string text; // all of the file
  std::string what; // "line 12: 8 -> 9"
};
enum class TextKind { C, Ir }; // CUDA, HIP, OpenCL; LLVM's and ours
// None where the kind of change that was drawn finds nothing to change.
std::optional<Mutation> mutate(const std::string &text, TextKind kind, Random &random);

} // namespace lockstep::oracle
