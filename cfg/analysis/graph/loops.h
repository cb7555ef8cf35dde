// Natural loops, and the refusal of irreducible graphs (Sect. 3.1 of [CDKQ13]: a natural loop has one head,
// its only entry, and back edges to it; its blocks are those that reach a back edge without passing the head).
// Back edges with the same head make one loop. Unreachable blocks belong to no loop.
#pragma once

#include "cfg/analysis/graph/graph.h"
#include "support/result.h"

#include <map>
#include <set>
#include <utility>

namespace lockstep::cfg {

struct Loop {
  BlockId head = 0;
  std::vector<BlockId> blocks;                    // the head first, then by number; those of inner loops included
  std::vector<BlockId> order;                     // the same in reverse post-order
  std::vector<BlockId> entries;                   // blocks outside with an edge to the head, by number
  std::vector<BlockId> latches;                   // sources of the back edges, by number
  std::vector<std::pair<BlockId, BlockId>> exits; // edges that leave the loop: (inside, outside)
  int parent = -1;                                // the smallest loop around this one
  unsigned depth = 1;                             // 1 for an outermost loop
};

struct LoopForest {
  std::vector<Loop> loops;  // outer before inner; siblings in the order of the reverse post-order
  std::vector<int> loop_of; // the innermost loop of each block, or -1

  bool contains(int loop, BlockId b) const; // is b in this loop (or one inside it)?
  int headed_by(BlockId b) const;           // the loop that b is the head of, or -1
  bool is_head(BlockId b) const { return headed_by(b) >= 0; }
  bool is_back_edge(BlockId from, BlockId to) const;
  unsigned depth(BlockId b) const { return loop_of[b] < 0 ? 0 : loops[loop_of[b]].depth; }
};

// By variable: assigned in the loop, inner loops included?
std::vector<bool> modified_in(const Kernel &k, const Loop &loop);

// Fails with `unsupported`, naming the places, if a cycle has more than one entry.
support::Result<LoopForest> loops(const Kernel &k, support::Diagnostics &diags);

// By how much variables that the loop assigns, inner loops included, have moved on every way from its head to statement
// `stmt` of a block inside: 0 if they have the value that they had at the head. Modulo 2^width; those of which it is
// not known are left out.
std::map<VarId, std::int64_t> moved_since_head(const Kernel &k, const Loop &loop, BlockId block, std::size_t stmt);

} // namespace lockstep::cfg
