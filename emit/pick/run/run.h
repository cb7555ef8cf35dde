// One thread's run through a barrier interval, as Boogie blocks (the building block of the *pick* programs).
//
// A run begins in any state that the facts at the interval's start allow and goes through the interval's nodes; what
// happens at a site (an access to be picked, a barrier reached, an assertion) is the caller's, through RunHooks.
// Only variables that can influence sites or the way to them are carried (`Cone`).
//
// Sound because dropping statements about other variables only drops assignments nobody reads; a value read from an
// array that the kernel writes, or that nobody has written, is any value of its type, or what memory.h knows of it; a
// fact that cannot be encoded is dropped, never invented. A branch is skipped only if all its ways come together with
// no site, assumption or variable of the cone in between.
#pragma once

#include "cfg/analysis/order/same_iteration.h"
#include "emit/boogie/block_writer.h"
#include "emit/knowledge/knowledge.h"
#include "emit/pick/run/context.h"
#include "emit/pick/run/thread_memory.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockstep::emit::pick {

struct RunHooks {
  // Called at a node's start; its loop's arbitrary iteration, if it has one, has been entered.
  std::function<void(BlockWriter &, int node)> at_node;
  bool same_group = false; // a run of two, by threads of one group
  unsigned team = 0;       // of one team of so many threads (0: or not)
  // Called with the writer open in front of statement `stmt` of node `node`.
  std::function<void(BlockWriter &, int node, std::uint32_t stmt)> before_statement;
  // Called at an Assert; returns true if it wrote the assertion itself (otherwise the condition is assumed).
  std::function<bool(BlockWriter &, int node, std::uint32_t stmt, const cfg::Assert &)> on_assert;
  // Called at a node's end when it is at a barrier or a return; must close the block.
  std::function<void(BlockWriter &, int node)> at_end;
  // Called on an edge into a cut loop's head, in front of the arbitrary state; must leave the block open. `from`: the
  // edge, as a word.
  std::function<void(BlockWriter &, cfg::BlockId head, const std::string &from)> on_entry_edge;
  // Called on a dropped back edge to `head`; must close the block. If absent the path just ends.
  std::function<void(BlockWriter &, cfg::BlockId head, const std::string &from)> on_back_edge;
};

class Run {
public:
  Run(const Context &c, const cfg::Interval &interval, const Cone &cone, Thread t, const RunHooks &hooks)
      : c_(c), interval_(interval), cone_(cone), t_(t), hooks_(hooks), memory_(c, cone, t) {}

  // Assumes what holds at the start; to be called with a block open.
  void write_start(BlockWriter &w) const;
  // All nodes; the run begins at the returned label.
  std::string write_nodes(BlockWriter &w, const std::string &prefix) const;
  // What the interval's statement does, without the hooks.
  void write_at(BlockWriter &w, int node, std::uint32_t stmt) const;
  // One statement, by itself.
  void write_statement(BlockWriter &w, const cfg::Stmt &s) const;
  const ThreadMemory &memory() const { return memory_; }
  // The variables the run needs, for the procedure's locals.
  void declare(boogie::Procedure &p) const;

private:
  void write_node(BlockWriter &w, int node, const std::string &prefix) const;
  bool write_shared_load(BlockWriter &w, int node, std::uint32_t stmt) const; // shared_loads.cpp; false: it is none
  bool write_exchange(BlockWriter &w, int node, std::uint32_t stmt) const;    // exchanges.cpp; likewise
  void write_before(BlockWriter &w, const cfg::Exchange &x, const cfg::SameIterationOfAllLoops &same,
                    std::uint32_t stmt) const;
  void write_shared(BlockWriter &w, const cfg::Load &l, const cfg::SameIterationOfAllLoops &same,
                    std::uint32_t stmt) const;
  void write_load(BlockWriter &w, const cfg::Load &l) const;
  void enter_cut_loop(BlockWriter &w, int loop, cfg::BlockId head) const;
  knowledge::View view(BlockWriter &w) const; // of what the run carries; what is known is assumed
  void start_inside_loops(BlockWriter &w, const cfg::SameIterationOfAllLoops &same) const;
  std::set<unsigned> counter_widths(std::size_t loop) const;
  bool in_cone(const cfg::Expr &e) const; // all its variables are carried
  void assume_condition(BlockWriter &w, const cfg::Expr &e, bool at_first = false) const;

  const Context &c_;
  const cfg::Interval &interval_;
  const Cone &cone_;
  Thread t_;
  const RunHooks &hooks_;
  const ThreadMemory memory_;
};

} // namespace lockstep::emit::pick
