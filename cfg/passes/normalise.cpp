// Normal form: see normalise.h. Branches are desugared in desugar.cpp.
#include "cfg/passes/normalise.h"

#include "cfg/analysis/graph/sort_order.h"
#include "cfg/analysis/values/thread_jumps.h"
#include "cfg/ir/edit.h"
#include "cfg/passes/barrier_facts.h"
#include "cfg/passes/checked_reads.h"
#include "cfg/passes/desugar.h"
#include "cfg/passes/follow_masks.h"
#include "cfg/passes/join_barriers.h"
#include "cfg/passes/lock_step_barriers.h"
#include "cfg/passes/number_barriers.h"
#include "cfg/passes/own_values.h"
#include "cfg/passes/stride_counters.h"
#include "support/budget.h"
#include "support/invariant.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep::cfg {

namespace {
bool returns(const Block &b) { return std::holds_alternative<Return>(b.end.node); }

void remove_unreachable(Kernel &k) {
  std::vector<BlockId> kept = reverse_postorder(graph_of(k), 0);
  std::ranges::sort(kept);
  reorder_blocks(k, kept);
}

bool opens_with_invariant(const Block &b) {
  auto *a = b.stmts.empty() ? nullptr : std::get_if<Assert>(&b.stmts[0].node);
  return a && a->kind == AssertKind::Invariant; // stands at a block's top, and stays there
}

// Blocks that are always executed one right after the other become one.
void join_chains(Kernel &k) {
  const std::vector<std::vector<BlockId>> before = predecessors(k);
  for (BlockId b : reverse_postorder(graph_of(k), 0))
    for (auto *jump = std::get_if<Goto>(&k.blocks[b].end.node); jump && jump->targets.size() == 1;
         jump = std::get_if<Goto>(&k.blocks[b].end.node)) {
      const BlockId next = jump->targets[0];
      if (next == b || before[next].size() != 1 || opens_with_invariant(k.blocks[next]))
        break;
      Block &joined = k.blocks[next];
      std::move(joined.stmts.begin(), joined.stmts.end(), std::back_inserter(k.blocks[b].stmts));
      joined.stmts.clear();
      k.blocks[b].end = std::exchange(joined.end, {Return{}, joined.origin}); // nothing leads to it any more
    }
  remove_unreachable(k);
}

// Ends because each jump takes an edge further along the graph without its back edges.
void thread_all_jumps(Kernel &k, support::Diagnostics &diags) {
  for (bool more = true, any = false; more; any = true) {
    support::spend_round();
    auto forest = loops(k, diags);
    LOCKSTEP_INVARIANT(forest, "threading jumps adds no irreducible cycle");
    more = thread_jumps(k, *forest);
    remove_unreachable(k);
    if (!more && any)
      join_chains(k);
  }
}

void put_before_entry(Kernel &k, FreshNames &fresh, Terminator end) {
  Block entry;
  entry.name = fresh("entry");
  entry.origin = k.blocks[0].origin;
  entry.end = std::move(end);
  auto entry_id = static_cast<BlockId>(k.blocks.size());
  k.blocks.push_back(std::move(entry));
  std::vector<BlockId> order{entry_id};
  for (BlockId b = 0; b < entry_id; ++b)
    order.push_back(b);
  reorder_blocks(k, order);
}

BlockId add_exit(Kernel &k, FreshNames &fresh) {
  Block exit;
  exit.name = fresh("exit");
  exit.origin = k.origin;
  exit.end = {Return{}, k.origin};
  k.blocks.push_back(std::move(exit));
  return static_cast<BlockId>(k.blocks.size() - 1);
}

void join_exits(Kernel &k, FreshNames &fresh) {
  std::vector<BlockId> ends;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    if (returns(k.blocks[b]))
      ends.push_back(b);
  if (ends.size() == 1)
    return;
  BlockId exit = add_exit(k, fresh);
  for (BlockId b : ends)
    k.blocks[b].end.node = Goto{{exit}};
  if (ends.empty())
    put_before_entry(k, fresh, {Branch{boolean(true), 0, exit}, k.blocks[0].origin});
}

bool has_predecessor(const Kernel &k, BlockId b) { return !predecessors(k)[b].empty(); }

// Of several loop heads that a block goes to, the first stays its successor. The new blocks are no heads themselves.
void separate_heads(Kernel &k, FreshNames &fresh, const LoopForest &forest) {
  auto count = static_cast<BlockId>(k.blocks.size());
  for (BlockId b = 0; b < count; ++b) {
    bool first = true;
    for (BlockId s : successors(k.blocks[b].end)) {
      if (s >= count || !forest.is_head(s))
        continue;
      if (!first)
        split_edge(k, fresh, b, s);
      first = false;
    }
  }
}

bool ends_with_barrier(const Block &b) {
  auto *last = b.stmts.empty() ? nullptr : std::get_if<Barrier>(&b.stmts.back().node);
  return last && last->scope != Scope::Warp;
}

bool ends_with_its_end(const Block &b) {
  auto *last = b.stmts.empty() ? nullptr : std::get_if<Barrier>(&b.stmts.back().node);
  return last && last->end;
}

// Where there are barriers of warps, the thread's end is told from a barrier in front of it
// (cfg/analysis/sharing/warp_teams.h).
void add_final_barrier(Kernel &k) {
  const bool warps = !team_sizes(k).empty();
  for (Block &b : k.blocks)
    if (returns(b) && !(warps ? ends_with_its_end(b) : ends_with_barrier(b)))
      b.stmts.push_back({Barrier{Scope::Group, true, true, 0, {}, warps}, b.end.origin});
}
} // namespace

support::Result<Kernel> normalise(const Kernel &in, const NormaliseOptions &options, support::Diagnostics &diags) {
  if (!loops(in, diags)) // the edits below add no cycle, so they keep a reducible graph reducible
    return support::failure;
  Kernel k = with_checked_reads(in, diags);
  FreshNames fresh(k);
  remove_unreachable(k);
  thread_all_jumps(k, diags);
  if (options.counters && !options.desugar_branches)
    k = with_joined_barriers(with_followed_masks(std::move(k), *options.counters), *options.counters);
  join_exits(k, fresh);
  if (has_predecessor(k, 0))
    put_before_entry(k, fresh, {Goto{{0}}, k.blocks[0].origin});
  if (options.desugar_branches)
    desugar_branches(k, fresh);
  auto before = loops(k, diags);
  LOCKSTEP_INVARIANT(before, "normalising adds no irreducible cycle");
  separate_heads(k, fresh, *before);
  auto split = loops(k, diags);
  LOCKSTEP_INVARIANT(split, "splitting edges adds no cycle");
  reorder_blocks(k, sort_order(k, *split).order);
  if (k.terms.lock_step == 0) // what a thread has just written another one may have overwritten since, in step
    k = with_own_values(std::move(k));
  else if (options.counters)
    k = with_lock_step_barriers(std::move(k), *options.counters, diags);
  k = with_counted_barriers(std::move(k));
  if (options.counters)
    k = with_counters(std::move(k), *options.counters, diags);
  if (options.final_barrier)
    add_final_barrier(k);
  auto after = loops(k, diags);
  if (!after)
    return support::failure;
  auto with_facts = with_barrier_facts(std::move(k), *after, options.counters, diags);
  if (!with_facts)
    return support::failure;
  k = std::move(*with_facts);
  LOCKSTEP_INVARIANT(after && normal_form_error(k, *after).empty(), "normalising establishes the normal form");
  return k;
}

std::string normal_form_error(const Kernel &k, const LoopForest &forest) {
  SortOrder sorted = sort_order(k, forest);
  if (sorted.order.size() != k.blocks.size())
    return "a block is unreachable";
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    if (sorted.order[b] != b)
      return "block '" + k.blocks[b].name + "' does not stand where the sort order has it";
  if (has_predecessor(k, 0))
    return "the entry has a predecessor";
  if (std::ranges::count_if(k.blocks, returns) != 1)
    return "not exactly one block returns";
  for (const Block &b : k.blocks) {
    std::vector<BlockId> next = successors(b.end);
    if (std::ranges::count_if(next, [&](BlockId s) { return forest.is_head(s); }) > 1)
      return "block '" + b.name + "' goes to two loop heads";
  }
  return "";
}

} // namespace lockstep::cfg
