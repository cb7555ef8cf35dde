// Slices, and what the loops in them do: see slice.h.
#include "emit/watchdog/slice.h"

#include "cfg/analysis/graph/graph.h"
#include "support/invariant.h"

#include <algorithm>

namespace lockstep::emit::watchdog {

namespace {

std::vector<bool> reaching(const lk::Lockstep &p, lk::BlockId target) {
  const cfg::Graph before = cfg::reversed(cfg::graph_of(p));
  return cfg::reachable(before, before[target]);
}

std::vector<LoopInfo> loops_of(const lk::Lockstep &p, const cfg::Analyses &a, const Relevance &relevant,
                               const std::vector<std::vector<bool>> &live) {
  std::vector<LoopInfo> out;
  for (lk::Loop &l : lk::loops(p)) {
    LoopInfo info;
    LOCKSTEP_INVARIANT(p.blocks[l.head].kernel_block.has_value(), "a loop's head executes a block of the kernel");
    info.kernel_head = *p.blocks[l.head].kernel_block;
    int kernel_loop = a.loops.headed_by(info.kernel_head);
    LOCKSTEP_INVARIANT(kernel_loop >= 0, "predication adds no loops");
    info.kernel_loop = static_cast<std::size_t>(kernel_loop);
    auto assign = [&](cfg::VarId v) {
      if (relevant.vars[v])
        info.assigned.insert(v);
    };
    for (lk::BlockId block : l.blocks)
      for (const lk::Lockstep::Stmt &s : p.blocks[block].stmts) {
        if (auto *x = std::get_if<lk::Assign>(&s.node))
          assign(x->var);
        else if (auto *x = std::get_if<lk::SetBlock>(&s.node))
          assign(x->var);
        else if (auto *x = std::get_if<lk::Choose>(&s.node))
          assign(x->var);
        else if (auto *x = std::get_if<lk::Havoc>(&s.node))
          assign(x->var);
        else if (auto *x = std::get_if<lk::Load>(&s.node))
          std::for_each(x->dests.begin(), x->dests.end(), assign);
        else if (auto *x = std::get_if<lk::Atomic>(&s.node); x && x->dest)
          assign(*x->dest);
      }
    info.before = reaching(p, l.head);
    for (cfg::VarId v : info.assigned)
      if (live[l.head][v])
        info.carried.insert(v);
    for (lk::BlockId block = 0; block < p.blocks.size(); ++block) {
      auto targets = lk::successors(p.blocks[block].end);
      if (!l.contains(block) && std::find(targets.begin(), targets.end(), l.head) != targets.end())
        info.entries.push_back(block);
    }
    info.loop = std::move(l);
    out.push_back(std::move(info));
  }
  return out;
}

} // namespace

Slice slice_for(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Question &q,
                const std::vector<std::vector<bool>> &live_at_entry) {
  Slice out;
  out.relevant = relevance(p, k, a, q);
  out.leads = leads_to_question(p, q);
  out.loops = loops_of(p, a, out.relevant, live_at_entry);
  return out;
}

const LoopInfo *Slice::headed_by(lk::BlockId block) const {
  for (const LoopInfo &l : loops)
    if (l.loop.head == block)
      return &l;
  return nullptr;
}

} // namespace lockstep::emit::watchdog
