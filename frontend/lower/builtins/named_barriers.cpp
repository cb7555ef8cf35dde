// Handlers of the table: barriers with a number (bar.sync, bar.arrive), of all threads of the group or of some.
//
// One at which all threads wait wherever the kernel names its number is a barrier of the group, unless it stands on two
// ways that exclude each other, where threads of different roles may meet. Sound because the threads that meet there
// have come to the same statement, with one number, and all of them are counted. The others are cfg::Numbered.
#include "frontend/builtins/spelled.h"
#include "frontend/lower/barriers.h"
#include "frontend/lower/builtins/meeting.h"
#include "frontend/lower/handlers.h"

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/graph.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::frontend {

using cfg::Expr;

// No count, or 0: all threads.
void handlers::numbered_barrier(Context &cx, const Call &c) {
  const auto number = constant_argument(c.inst, 0);
  const bool waits = c.detail == BarrierSync;
  const std::string said = waits ? "'bar.sync'" : "'bar.arrive'";
  if (cx.out.annotation)
    return cx.out.refuse("a barrier in an annotation");
  if (!number || *number > 15)
    return cx.out.refuse(said + " with a number that is not known");
  const Expr threads = c.inst.arg_size() > 1 ? cx.values.scalar(c.inst.getArgOperand(1)) : nullptr;
  const bool all = support::sound("barrier.count", !threads || cfg::is_const(threads, 0) || counts_group(cx, threads));
  if (!all && !cfg::is_const(threads))
    return cx.out.refuse(said + " of a number of threads that is not known");
  if (!all && (threads->value % cx.in.launch.warp_size != 0 || threads->value > 1024))
    return cx.out.refuse(said + " of a number of threads that is no multiple of a warp's");
  if (!all && *number == 0)
    return cx.out.refuse(said + " of barrier 0 for other than all threads of the block");
  if (all && waits && *number == 0)
    return barrier_statement(cx.out, cfg::Scope::Group, true, true);
  cx.out.emit(cfg::Numbered{static_cast<unsigned>(*number), all ? 0 : static_cast<unsigned>(threads->value), waits});
}

namespace {
// Are there two of the blocks such that no way leads from one to the other, but round a loop?
bool exclude_each_other(const cfg::Kernel &k, const std::set<cfg::BlockId> &blocks) {
  cfg::Graph forward = cfg::graph_of(k);
  const cfg::DominatorTree tree = cfg::dominators(k);
  for (cfg::BlockId b = 0; b < forward.size(); ++b)
    std::erase_if(forward[b], [&](cfg::BlockId to) { return tree.dominates(to, b); });
  std::map<cfg::BlockId, std::vector<bool>> behind;
  for (const cfg::BlockId b : blocks)
    behind[b] = cfg::reachable(forward, {b});
  return std::any_of(blocks.begin(), blocks.end(), [&](cfg::BlockId a) {
    return std::any_of(blocks.begin(), blocks.end(), [&](cfg::BlockId b) { return !behind[a][b] && !behind[b][a]; });
  });
}
} // namespace

// Those of all threads become barriers of the group, if nothing else is done with their number; else they are counted
// as the group's size says.
void finish_numbered(Builder &out) {
  std::map<unsigned, bool> of_all;
  std::map<unsigned, std::set<cfg::BlockId>> places;
  auto each = [&](auto &&f) {
    for (cfg::Block &b : out.kernel.blocks)
      for (cfg::Stmt &s : b.stmts)
        if (auto *n = std::get_if<cfg::Numbered>(&s.node))
          f(s, *n);
  };
  each([&](cfg::Stmt &, const cfg::Numbered &n) {
    bool &all = of_all.try_emplace(n.number, true).first->second;
    all = all && n.threads == 0 && n.waits;
  });
  for (cfg::BlockId b = 0; b < out.kernel.blocks.size(); ++b)
    for (const cfg::Stmt &s : out.kernel.blocks[b].stmts)
      if (auto *n = std::get_if<cfg::Numbered>(&s.node))
        places[n->number].insert(b);
  std::uint64_t size = 1;
  for (const auto &extent : out.in.launch.local_size)
    size *= extent.value_or(0);
  for (auto &[number, all] : of_all)
    all = all && (size == 0 || !exclude_each_other(out.kernel, places[number]));
  each([&](cfg::Stmt &s, cfg::Numbered &n) {
    if (of_all[n.number]) {
      s.node = cfg::Barrier{};
    } else if (n.threads == 0) {
      n.threads = static_cast<unsigned>(size);
      out.origin = s.origin;
      if (size == 0)
        out.refuse("a barrier of all threads with a number that is used for some of them, too");
    }
  });
}

} // namespace lockstep::frontend
