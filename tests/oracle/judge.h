// The two sides that the oracle compares: what the verifier says about a kernel, and what its executions show.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "jobs/process/supervisor.h"
#include "predication/guarded.h"
#include "semantics/semantics.h"
#include "verify/verify_kernel.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::oracle {

struct Variant {                                                // one way of verifying
  predication::Scheme predication = predication::Scheme::Flags; // the form of the kernel that the tiers see
  std::set<verify::Tier> tiers{verify::Tier::Pick, verify::Tier::Watchdog};
  emit::IntegerMode integers = emit::IntegerMode::Auto;
  std::string name() const;
};
const std::vector<Variant> &variants(); // the ordinary one first

// Verifies kernels, one after another, with one engine.
class Prover {
public:
  Prover();
  jobs::Supervisor &supervisor() { return supervisor_; }
  // An exception (a failed invariant) becomes the verdict `error`.
  verify::Result verify(const cfg::Kernel &k, const cfg::Launch &launch, const Variant &variant = {});
  // Makes all that would be asked of the engine, and asks nothing: no verdict, but what is assumed, and what the
  // analyses ask of their conditions (asked.h).
  verify::Result sketch(const cfg::Kernel &k, const cfg::Launch &launch);

private:
  verify::Result result(const cfg::Kernel &k, const cfg::Launch &launch, const Variant &variant, verify::Engine &engine,
                        bool executes);
  jobs::Supervisor supervisor_;
  std::unique_ptr<verify::Engine> engine_;
};

struct Truth { // what executions of a kernel show
  bool race = false, divergence = false, assertion = false;
  bool beyond = false;  // a violation, but only in executions that leave an array's bounds
  bool blocked = false; // a race, but only before an assumption that fails
  bool complete = true; // all interleavings of all inputs were seen
  bool refused = false; // the interpreter does not take the kernel: `witness` says why
  std::string witness;  // the first violation, for a reader
  std::uint64_t inputs = 0, traces = 0, steps = 0;
  std::uint64_t defined = 0; // executions without undefined behaviour that came to their end
  bool wrong() const { return race || divergence || assertion; }
};

struct Search {
  unsigned inputs = 8;
  unsigned later = 0; // the first has zeros; those behind it are the ones from number 1 + `later` on
  std::uint64_t seed = 1;
  std::optional<verify::Verdict> until; // stop at the first violation of this kind; empty: of any kind
  // Parameter values of a counterexample, tried first.
  std::map<std::string, std::string> hint;
  std::vector<std::uint64_t> likely;              // other values that parameters may want: sizes
  std::uint64_t traces = 4000, steps = 3'000'000; // of all inputs together
  std::uint64_t traces_each = 1500, steps_each = 600'000, steps_trace = 20'000;
  std::uint64_t most_threads = 0; // run only so many of the groups; 0: all
  bool zeros = false;             // arrays are zero at the start
  unsigned schedules = 0;         // random ones for each input, beside those that are explored
};

// Exhaustive interleaving over several inputs.
Truth execute(const cfg::Kernel &k, const cfg::Launch &launch, const Search &search);

semantics::Inputs some_inputs(const cfg::Kernel &k, const Search &search, unsigned number);

// Does an offset or a condition depend on what a load returns from an array that the kernel writes? With `values`, a
// stored value, too: same-value writes race or not by it. Where it does, no abstraction of shared memory can be exact.
bool depends_on_written_memory(const cfg::Kernel &k, bool values);

} // namespace lockstep::oracle
