// Live variables: see liveness.h.
#include "cfg/analysis/graph/liveness.h"

#include "cfg/analysis/graph/definitions.h"
#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace lockstep::cfg {

namespace {
struct Effect {
  std::vector<VarId> reads; // before any assignment in the block, each once
  std::unordered_set<VarId> sets;
};

Effect effect(const Block &b) {
  Effect e;
  std::unordered_set<VarId> read_already;
  auto read = [&](const std::vector<Expr> &exprs) {
    for (const Expr &x : exprs)
      for (VarId v : variables(x))
        if (!e.sets.count(v) && read_already.insert(v).second)
          e.reads.push_back(v);
  };
  for (std::size_t i = 0; i < b.stmts.size(); ++i) {
    if (!std::holds_alternative<Assert>(b.stmts[i].node) || !support::left_out("liveness.reads"))
      read(used_exprs(b.stmts[i]));
    for (VarId v : defined_vars(b.stmts[i]))
      e.sets.insert(v);
  }
  read(used_exprs(b.end));
  return e;
}
} // namespace

// Each variable by itself, backwards from the blocks that read it: as much work as there are places where it is live.
Liveness liveness(const Kernel &k) {
  Liveness out;
  out.at_entry.assign(k.blocks.size(), std::vector<bool>(k.vars.size(), false));
  const std::vector<std::vector<BlockId>> preds = predecessors(k);
  std::vector<Effect> effects;
  std::vector<std::pair<BlockId, VarId>> work; // live at the block's entry
  auto mark = [&](BlockId b, VarId v) {
    if (!out.at_entry[b][v])
      work.emplace_back(b, v);
    out.at_entry[b][v] = true;
  };
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    effects.push_back(effect(k.blocks[b]));
    for (VarId v : effects.back().reads)
      mark(b, v);
  }
  while (!work.empty()) {
    support::spend();
    const auto [b, v] = work.back();
    work.pop_back();
    for (BlockId p : preds[b])
      if (!effects[p].sets.count(v))
        mark(p, v);
  }
  return out;
}

LiveInBlock::LiveInBlock(const Kernel &k, const Liveness &live, BlockId block) : at_end_(k.vars.size(), false) {
  const Block &b = k.blocks[block];
  const auto read = [&](std::size_t stmt, const std::vector<Expr> &exprs) {
    for (const Expr &x : exprs)
      for (VarId v : variables(x))
        events_[v].emplace_back(stmt, Event::Read);
  };
  for (std::size_t i = 0; i < b.stmts.size(); ++i) {
    if (!std::holds_alternative<Assert>(b.stmts[i].node) || !support::left_out("liveness.reads"))
      read(i, used_exprs(b.stmts[i]));
    for (VarId v : defined_vars(b.stmts[i]))
      events_[v].emplace_back(i, Event::Set);
  }
  read(b.stmts.size(), used_exprs(b.end));
  for (BlockId next : successors(b.end))
    for (VarId v = 0; v < k.vars.size(); ++v)
      at_end_[v] = at_end_[v] || live.at_entry[next][v];
}

bool LiveInBlock::before(std::size_t stmt, VarId v) const {
  const auto of = events_.find(v);
  if (of == events_.end())
    return at_end_[v];
  const auto at = std::ranges::lower_bound(of->second, stmt, {}, [](const auto &event) { return event.first; });
  return at == of->second.end() ? at_end_[v] : at->second == Event::Read;
}

std::vector<bool> live_before(const Kernel &k, const Liveness &live, BlockId block, std::size_t stmt) {
  const LiveInBlock in(k, live, block);
  std::vector<bool> out;
  for (VarId v = 0; v < k.vars.size(); ++v)
    out.push_back(in.before(stmt, v));
  return out;
}

std::vector<bool> assigned_once(const Kernel &k, const LoopForest &forest, const Liveness &live) {
  const std::vector<std::vector<Point>> all = definitions(k);
  std::vector<bool> out;
  for (VarId v = 0; v < k.vars.size(); ++v)
    out.push_back(k.vars[v].param
                      ? all[v].empty()
                      : all[v].size() == 1 && forest.loop_of[all[v].front().first] < 0 && !live.at_entry[0][v]);
  return out;
}

} // namespace lockstep::cfg
