// Live variables: see liveness.h.
#include "cfg/analysis/graph/liveness.h"

#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/sound.h"

#include <unordered_set>
#include <utility>

namespace lockstep::cfg {

namespace {
struct Effect {
  std::vector<VarId> reads; // before any assignment in the block, each once
  std::unordered_set<VarId> sets;
};

Effect effect(const Block &b, std::size_t from = 0) {
  Effect e;
  std::unordered_set<VarId> read_already;
  auto read = [&](const std::vector<Expr> &exprs) {
    for (const Expr &x : exprs)
      for (VarId v : variables(x))
        if (!e.sets.count(v) && read_already.insert(v).second)
          e.reads.push_back(v);
  };
  for (std::size_t i = from; i < b.stmts.size(); ++i) {
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

std::vector<bool> live_before(const Kernel &k, const Liveness &live, BlockId block, std::size_t stmt) {
  const Effect e = effect(k.blocks[block], stmt);
  std::vector<bool> out(k.vars.size(), false);
  for (BlockId next : successors(k.blocks[block].end))
    for (VarId v = 0; v < k.vars.size(); ++v)
      out[v] = out[v] || (live.at_entry[next][v] && !e.sets.count(v));
  for (VarId v : e.reads)
    out[v] = true;
  return out;
}

std::vector<bool> assigned_once(const Kernel &k, const LoopForest &forest, const Liveness &live) {
  std::vector<unsigned> places(k.vars.size(), 0); // those in loops count twice
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (const Stmt &s : k.blocks[b].stmts)
      for (VarId v : defined_vars(s))
        places[v] += forest.loop_of[b] >= 0 ? 2 : 1;
  std::vector<bool> out;
  for (VarId v = 0; v < k.vars.size(); ++v)
    out.push_back(k.vars[v].param ? places[v] == 0 : places[v] == 1 && !live.at_entry[0][v]);
  return out;
}

} // namespace lockstep::cfg
