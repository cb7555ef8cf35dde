// Barrier intervals of one thread: what can run between one barrier and the next (the unit of the *pick* engine,
// docs/design.md 6.1).
//
// An interval starts at the entry or right behind a barrier and is a directed acyclic graph of *nodes*, each a
// stretch of one block's statements. Every path ends at the next barrier, at the kernel's end, or at a dropped back
// edge. Loops that an execution can go round without meeting a barrier are *cut*: their head is entered in an
// arbitrary state (bound by facts), and their back edges are dropped.
//
// Sound because every execution of the interval that reaches a point P has, for each cut loop around P, a last visit
// of the head before P; the state at that visit is one of the arbitrary states, and the path from there to P uses no
// back edge of the loop. A cut loop that already contains the start is first left or gone round from the start itself:
// such paths are kept, since nodes are keyed by the set of loops around the start whose head has been visited.
//
// A loop that is run at least once whenever it is entered (`for (j = k / 2; j > 0; j /= 2)` where k >= 2) does not let
// an execution pass it without meeting the barrier in its body: a head that is not cut has nodes of its own for the
// edges that enter the loop, without the ways that are not open from there (`CanGo`).
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/ir/kernel.h"

#include <functional>

namespace lockstep::cfg {

// Does this barrier end an interval? (A barrier that does not fence the array's space orders nothing for it.)
using EndsInterval = std::function<bool(const Barrier &)>;

// Can an execution that enters `through` from `from` go on to `to`? Empty: always.
using CanGo = std::function<bool(BlockId from, BlockId through, BlockId to)>;

struct IntervalEdge {
  BlockId target;
  int node; // index into Interval::nodes, or dropped_back_edge
};
inline constexpr int dropped_back_edge = -1;

struct IntervalNode {
  BlockId block = 0;
  std::uint32_t begin = 0, end = 0; // statements [begin, end)
  bool at_barrier = false;          // statement `end` is the barrier that ends the interval
  int cut_loop = -1;                // the loop whose head this is, if it is cut: state is arbitrary on entry
  std::vector<int> heads_met;       // loops around the start, innermost first, whose head every way from there to here
                                    // visits; no way visits the heads of the others
  std::vector<IntervalEdge> edges;  // one per successor of the block that is open; none at a barrier or a return
};

struct Interval {
  bool from_entry = true;
  BlockId barrier_block = 0; // the barrier behind which it starts, if not from_entry
  std::uint32_t barrier_stmt = 0;
  std::vector<IntervalNode> nodes; // in topological order; nodes[0] is the start
};

Graph graph_of(const Interval &interval); // without the edges that are dropped

// All intervals of the kernel: from the entry first, then one per reachable barrier that ends one, in block order. With
// `starts`, one per barrier for which that holds instead.
std::vector<Interval> barrier_intervals(const Kernel &k, const LoopForest &forest, const EndsInterval &ends,
                                        const CanGo &can_go = {}, const EndsInterval &starts = {});

} // namespace lockstep::cfg
