// Values that come from memory that threads share: what a load or an atomic gives, and what is computed from it. Of
// --tolerate=computed, for proofs and executions alike: it is said of the kernel's text, so that they agree.
//
// A branch that a loaded value decides makes no value a loaded one. As GPUVerify has it, what is loaded from an array
// whose contents may decide a branch, or an assumption or assertion, does not count.
//
// Sound because what is said only makes more pairs of accesses race.
#pragma once

#include "cfg/ir/kernel.h"

#include <vector>

namespace lockstep::cfg {

class LoadedValues {
public:
  explicit LoadedValues(const Kernel &k);
  bool of(const Expr &e) const; // an expression of the kernel

private:
  void follow(const Kernel &k); // what is loaded from `arrays_`, to where it goes
  bool note(const Stmt &s);     // is something new?
  bool decides(const Kernel &k) const;

  bool atomics_ = false;            // do their results count?
  std::vector<bool> vars_, arrays_; // arrays: what a load from them gives
  std::vector<bool> private_;       // per array
};

// The stores of the kernel one of whose values a load gave.
std::vector<Point> stores_of_loaded_values(const Kernel &k);

} // namespace lockstep::cfg
