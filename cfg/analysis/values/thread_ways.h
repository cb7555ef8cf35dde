// The ways of one thread of a group, as far as its local ids, sizes and constants say.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <array>
#include <optional>
#include <set>
#include <vector>

namespace lockstep::cfg {

using OpenEdges = std::set<std::pair<BlockId, BlockId>>;

struct ThreadWays {
  using Values = std::vector<std::optional<std::uint64_t>>; // per variable; nothing: any
  OpenEdges open;                                           // edges that the thread may take
  std::vector<std::optional<Values>> at;                    // per block, at its start; nothing: the thread never comes
};

using LocalIds = std::array<std::uint64_t, 3>;

// The threads of a group, in the order of their linear local ids; none: they are not known, or too many to follow each.
// Of a size that is free there are as many as a device has: what holds for each holds for those that are there.
std::vector<LocalIds> threads_of(const Kernel &k, const Launch &launch);

ThreadWays ways_of(const Kernel &k, const Launch &launch, const LocalIds &ids);

// What the expression is worth in front of the statement, where the thread may come; nothing: not known.
std::optional<std::uint64_t> value_before(const Kernel &k, const Launch &launch, const LocalIds &ids,
                                          const ThreadWays &ways, BlockId block, std::uint32_t stmt, const Expr &e);

} // namespace lockstep::cfg
