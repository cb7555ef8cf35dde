// Does what a kernel leaves in global memory depend on how its launch is cut into blocks?
//
// It does not if the kernel synchronises with no block or warp, and the addresses and values of its stores and atomics
// to global memory, and the conditions on the way to them, are the same for the thread with one global id however large
// the blocks are (block_values.h).
//
// Sound because a thread's two runs, in launches with the same total sizes, go the same way block by block outside the
// regions that a branch of another outcome opens (cfg/analysis/graph/divergence.h); variables set inside have no value
// that is known, and stores inside are reported. So, given that loads give the same, a thread makes the same stores and
// atomics in the same order. A load at the same address gives the same because the kernel is taken to be free of races
// and no barrier orders its threads: nobody else writes the cell with a plain store, and what the thread itself has
// written is the same (no thread waits for another's write: where atomics give something, no loop's end depends on what
// is not the same); what atomics give is not used, and those that update one array commute, so that their order does
// not matter. Of group memory, other threads' memory and the order of threads nothing is known.
//
// Assumed: there is no race, loops end, nothing happens that the source leaves undefined, and what the kernel requires
// of its launch holds in both.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <string>
#include <vector>

namespace lockstep::coalescing {

enum class Dependence : std::uint8_t { Meeting, Waiting, Scope, Order, Address, Value, Condition, Promise };
std::string_view name(Dependence d); // "barrier", "address", ...

struct BlockDependence {
  Dependence kind = Dependence::Address;
  cfg::Origin origin;     // of the statement, or of the condition
  std::string array;      // of the access; may be empty
  std::string expression; // in the user's words; may be empty
  std::string because;    // what in it depends on the block
  std::string str() const;
};

// Empty: the kernel is independent of the size of its blocks. `launch`: its total sizes are used, as far as they are
// known, and no others. The kernel is in normal form.
std::vector<BlockDependence> block_dependences(const cfg::Kernel &k, const cfg::Launch &launch);

} // namespace lockstep::coalescing
