// Live variables: see liveness.h.
#include "cfg/analysis/liveness.h"

#include "cfg/analysis/rewrite.h"

namespace lockstep::cfg {

namespace {
using Bits = std::vector<bool>;

struct Effect {
  Bits reads; // before any assignment in the block
  Bits sets;
};

Effect effect(const Kernel &k, const Block &b) {
  Effect e{Bits(k.vars.size(), false), Bits(k.vars.size(), false)};
  auto read = [&](const std::vector<Expr> &exprs) {
    for (const Expr &x : exprs)
      for (VarId v : variables(x))
        if (!e.sets[v])
          e.reads[v] = true;
  };
  for (const Stmt &s : b.stmts) {
    read(used_exprs(s));
    for (VarId v : defined_vars(s))
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

} // namespace lockstep::cfg
