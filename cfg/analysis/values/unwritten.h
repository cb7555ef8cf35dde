// Memory that nobody has written.
//
// Global and constant arrays come from the host: whatever they hold, it is one map for all threads. The cells of group
// and private arrays hold no value until the kernel writes them: what is read there is any value, for each thread and
// each read.
#pragma once

#include "cfg/analysis/graph/dominators.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace lockstep::cfg {

class Ranges;

// Per array: are its contents one map, for all threads, from the first step to the last? Sound because nothing in the
// kernel writes the array, and it is the host's, or all of its cells are known from the start.
std::vector<bool> fixed_arrays(const Kernel &k);

// Per array: do incoherent loads read it (kernel.h)?
std::vector<bool> read_incoherently(const Kernel &k);

// Loads by their places.
using Places = std::set<Point>;

// The loads of group arrays that may read a cell which no thread of the group has written. A load at a constant offset
// reads its cells, any other may read each cell of the array, or of those that `ranges` (if given) leaves it; of a
// great many cells, and of arrays of which neither says how many they are, nothing is known.
//
// Sound for loads in uniform blocks, because for each cell there is one thread that writes it on every way from the
// entry to the load; being uniform, the load is run by that thread as well, so that the write is done before, and what
// it wrote is the same for all threads up to the first race. A thread's ways are those that its ids leave open:
// conditions of ids, sizes and constants are evaluated, of any other both outcomes are followed; a write at an offset
// that this leaves open writes no cell for sure.
//
// A load for which `matters` (if given) does not hold counts as bare without a look.
using PlaceTest = std::function<bool(Point)>;
Places bare_loads(const Kernel &k, const Launch &launch, const PlaceTest &matters = nullptr,
                  const Ranges *ranges = nullptr);

// The same for loads that not all threads of the group run.
//
// Sound because the thread itself has written the cell on every way, or because the thread that has is at the last
// barrier before the load when the others are: what it wrote before that barrier is there for all of them.
Places bare_loads_of_some(const Kernel &k, const Launch &launch, const Ranges *ranges = nullptr);

// Has some thread of the group written the cell of the group array before it comes to the last barrier that is on every
// way to the place? `dominators`: of k.
bool written_before_a_barrier(const Kernel &k, const Launch &launch, const DominatorTree &dominators, Point place,
                              ArrayId array, std::uint64_t cell);

// The values that are ever put into a cell of a group array, by stores of whole values; nothing if something else may
// change it.
struct CellStore {
  Point place;
  Expr value;
};
std::optional<std::vector<CellStore>> stores_to_cell(const Kernel &k, ArrayId array, std::uint64_t cell,
                                                     unsigned per_value);

// The loads of private arrays that no write to the array can precede: they read any value, each for itself.
Places first_loads(const Kernel &k);

} // namespace lockstep::cfg
