// The vocabulary of conditions on sizes: what can be asked of a kernel's integer parameters and of its launch, as
// expressions of the kernel IR and in C.
//
// Nothing here need be sound: a condition that is told has been assumed in a proof, as `__requires` would be.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "verify/result.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep::verify {

// How conditions are written.
struct SizeWords {
  std::function<std::string(cfg::Op size, unsigned dimension)> size; // "blockDim.x"
  std::string wide;                                                  // a type of 64 bits: "long long"
  // Parameters that the source declares unsigned, by names in the kernel IR; any other is read with a sign.
  std::set<std::string> without_sign;
  // Those that it declares as whole numbers, likewise. A structure of one number is none: its sign is its member's.
  // Empty: the source is not known.
  std::optional<std::set<std::string>> numbers = {};
};

// All that a condition's meaning and text depend on beside the kernel and the options, for keys of caches: the kernel
// IR does not know of signs.
std::string key_text(const SizeWords &words);

struct Clause {
  // It keeps a number, a product of two, or the number of threads from the limits of their types, a factor of a product
  // of 24 bits within these, or a size that numbers of groups are made of from being negative, and no more.
  bool magnitude = false;
  cfg::Expr condition;
  std::string text; // "pitch >= width"
};

// What a violation's parameters and sizes are.
class Sizes {
public:
  explicit Sizes(const Finding &f) : finding_(f) {}
  // Empty: the finding does not say it.
  std::optional<bool> satisfy(const Clause &c) const;

private:
  const Finding &finding_;
};

// Those that keep numbers from limits first, each kind from the weakest to the strongest.
std::vector<Clause> vocabulary(const cfg::Kernel &k, const cfg::Launch &launch, const SizeWords &words);

// Of these the weakest that keep products of two parameters within 32 bits, and sizes of the grid from being negative.
std::vector<Clause> of_products(const cfg::Kernel &k, const cfg::Launch &launch, const SizeWords &words);

// That every parameter and free size lies between `least` (of parameters) or 1 and `most`.
std::vector<Clause> bounded(const cfg::Kernel &k, const cfg::Launch &launch, const SizeWords &words, std::int64_t least,
                            std::int64_t most);

// The kernel for launches that meet the clauses. Sound because they are preconditions, which every thread assumes
// before anything else happens.
cfg::Kernel requiring(cfg::Kernel k, const std::vector<Clause> &clauses);

} // namespace lockstep::verify
