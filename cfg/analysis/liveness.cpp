// Live variables: see liveness.h.
#include "cfg/analysis/liveness.h"

#include "cfg/analysis/rewrite.h"
#include "support/sound.h"

namespace lockstep::cfg {

namespace {
using Bits = std::vector<bool>;

struct Effect {
  Bits reads; // before any assignment in the block
  Bits sets;
};

Effect effect(const Kernel &k, const Block &b, std::size_t from = 0) {
  Effect e{Bits(k.vars.size(), false), Bits(k.vars.size(), false)};
  auto read = [&](const std::vector<Expr> &exprs) {
    for (const Expr &x : exprs)
      for (VarId v : variables(x))
        if (!e.sets[v])
          e.reads[v] = true;
  };
  for (std::size_t i = from; i < b.stmts.size(); ++i) {
    if (!std::holds_alternative<Assert>(b.stmts[i].node) || !support::left_out("liveness.reads"))
      read(used_exprs(b.stmts[i]));
    for (VarId v : defined_vars(b.stmts[i]))
      e.sets[v] = true;
  }
  read(used_exprs(b.end));
  return e;
}
} // namespace

Liveness liveness(const Kernel &k) {
  std::vector<Effect> effects;
  for (const Block &b : k.blocks)
    effects.push_back(effect(k, b));
  Liveness out;
  for (const Effect &e : effects)
    out.at_entry.push_back(e.reads);
  std::vector<std::vector<BlockId>> preds = predecessors(k);
  std::vector<BlockId> work;
  std::vector<bool> queued(k.blocks.size(), true);
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    work.push_back(b);
  while (!work.empty()) {
    BlockId b = work.back();
    work.pop_back();
    queued[b] = false;
    for (BlockId p : preds[b]) {
      bool changed = false;
      for (VarId v = 0; v < k.vars.size(); ++v)
        if (out.at_entry[b][v] && !effects[p].sets[v] && !out.at_entry[p][v]) {
          out.at_entry[p][v] = true;
          changed = true;
        }
      if (changed && !queued[p]) {
        queued[p] = true;
        work.push_back(p);
      }
    }
  }
  return out;
}

std::vector<bool> live_before(const Kernel &k, const Liveness &live, BlockId block, std::size_t stmt) {
  Effect e = effect(k, k.blocks[block], stmt);
  for (BlockId next : successors(k.blocks[block].end))
    for (VarId v = 0; v < k.vars.size(); ++v)
      if (live.at_entry[next][v] && !e.sets[v])
        e.reads[v] = true;
  return e.reads;
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
