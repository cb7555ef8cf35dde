// Inputs that a replay tries: internal to semantics/replay*.cpp.
#pragma once

#include "semantics/machines/replay.h"

#include <map>
#include <optional>
#include <utility>

namespace lockstep::semantics {

// Numbers that decide something in the kernel: its constants and their neighbours, the sizes of the launch.
std::vector<std::uint64_t> telling_numbers(const cfg::Kernel &k, const Geometry &geometry);

// What the kernel requires: of single parameters the least and the most, read as signed numbers; and conditions on
// parameters and launch sizes, as that the number of groups is made of a parameter.
struct Required {
  struct OfSizes {
    cfg::Expr condition;
    std::optional<cfg::VarId> last; // of its parameters, in their order; empty: it has none
  };
  std::map<cfg::VarId, std::pair<std::int64_t, std::int64_t>> bounds;
  std::vector<OfSizes> of_sizes;
};
Required required_of_inputs(const cfg::Kernel &k);

// The inputs of the attempt numbered `attempt`. The first has the scalars of the counterexample and memory of zeros;
// later ones vary memory (what nobody has written, read by read), then the scalars, too.
Inputs inputs_of(const cfg::Kernel &k, const Geometry &geometry, const ReplayTarget &target,
                 const std::vector<std::uint64_t> &numbers, const Required &required, std::uint64_t attempt);

// Arrays of global memory with atomics whose results decide which way a thread goes, perhaps by way of memory: locks,
// flags, counters of those that are done. Where they start from is the program's protocol.
std::vector<bool> arrays_that_decide(const cfg::Kernel &k);

} // namespace lockstep::semantics
