// Memory that nobody has written.
//
// Global and constant arrays come from the host: whatever they hold, it is one map for all threads. The cells of group and
// private arrays hold no value until the kernel writes them: what is read there is any value, for each thread and each read.
#pragma once

#include "cfg/kernel.h"
#include "cfg/launch.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace lockstep::cfg {

// Per array: are its contents one map, for all threads, from the first step to the last? Sound because nothing in the kernel
// writes the array, and it is the host's, or all of its cells are known from the start.
std::vector<bool> fixed_arrays(const Kernel &k);

// Loads by their places.
using Places = std::set<std::pair<BlockId, std::uint32_t>>;

// The loads of group arrays that may read a cell which no thread of the group has written. Of a load at a constant offset the
// cells are looked at one by one, of any other the array as a whole.
//
// Sound for loads in uniform blocks, because for each cell there is one thread that writes it (for other offsets: some cell of the
// array) on every way from the entry to the load; being uniform, the load is run by that thread as well, so that the write is
// done before, and what it wrote is the same for all threads up to the first race. A thread's ways are those that its ids leave
// open: conditions of ids, sizes and constants are evaluated, of any other both outcomes are followed.
Places bare_loads(const Kernel &k, const Launch &launch);

// The loads of group arrays that a thread may come to before it has written some cell of the array itself (the cell, of a load
// at a constant offset). For loads that not all threads of the group run, where the argument above says nothing.
Places loads_before_own_write(const Kernel &k, const Launch &launch);

// The loads of private arrays that no write to the array can precede: they read any value, each for itself.
Places first_loads(const Kernel &k);

} // namespace lockstep::cfg
