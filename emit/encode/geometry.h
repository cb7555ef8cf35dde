// The pair of threads and the launch geometry, the same for every encoding.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "emit/encode/declarations.h"
#include "emit/encode/names.h"

#include <set>

namespace lockstep::emit {

enum class Pair : std::uint8_t {
  SameGroup,       // two threads of one group: races, divergence
  DifferentGroups, // races on global arrays, divergence of grid barriers
  Single,          // one thread, with another of its group beside it that may be itself: assertions
  Any              // any two threads of the launch, or one and itself: writes of what incoherent loads read
};
// Where two threads of a group stand among those that meet at barriers of warps: both in one team of `within` threads
// (0: wherever), and in different teams of `apart` threads (0: or not).
struct Teams {
  unsigned within = 0, apart = 0;
};
bool pair_exists(const cfg::Launch &launch, Pair pair, Teams teams = {}); // in the launch
boogie::Expr linear_local_id(const cfg::Launch &launch, Declarations &decls, Thread t);
boogie::Expr pair_of_threads(const cfg::Launch &launch, Declarations &decls, Pair pair,
                             Teams teams = {}); // that they are such

// Does the barrier order the accesses of threads of one group, of one team of so many threads (0: none), to arrays in
// the space?
bool fences(const cfg::Barrier &bar, cfg::Space space, unsigned team = 0);

// Axioms: ids lie below their sizes; free sizes lie in the bounds that `assumptions` then states.
void declare_geometry(const cfg::Launch &launch, Declarations &decls, std::set<std::string> &assumptions);

} // namespace lockstep::emit
