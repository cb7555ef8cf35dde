// Counts of barriers of some threads: see number_barriers.h.
#include "cfg/passes/number_barriers.h"

#include "cfg/ir/edit.h"
#include "support/sound.h"

#include <map>

namespace lockstep::cfg {

Kernel with_counted_barriers(Kernel k) {
  FreshNames fresh(k);
  std::map<std::pair<unsigned, bool>, VarId> counters; // by number; of those that are waited for, or not
  for (Block &b : k.blocks)
    for (Stmt &s : b.stmts)
      if (auto *n = std::get_if<Numbered>(&s.node)) {
        if (n->counter)
          return k; // counted already
        const auto [at, added] = counters.try_emplace({n->number, n->waits}, static_cast<VarId>(k.vars.size()));
        if (added) {
          Var v;
          v.name = fresh("bar." + std::to_string(n->number) + (n->waits ? ".waited" : ".arrived"));
          v.type = int_type(64);
          v.origin = s.origin;
          k.vars.push_back(std::move(v));
        }
        n->counter = at->second;
      }
  if (counters.empty())
    return k;
  const Expr one = constant(int_type(64), 1), zero = constant(int_type(64), 0);
  for (BlockId id = 0; id < k.blocks.size(); ++id) {
    std::vector<Stmt> stmts;
    auto restart = [&](const Origin &origin) {
      for (const auto &[key, v] : counters)
        stmts.push_back({Assign{v, zero}, origin});
    };
    if (id == 0)
      restart(k.blocks[id].origin);
    for (Stmt &s : k.blocks[id].stmts) {
      if (auto *bar = std::get_if<Barrier>(&s.node);
          bar && bar->scope != Scope::Warp && support::sound("numbered.fences", bar->fence_group && bar->fence_global))
        restart(s.origin);
      stmts.push_back(s);
      if (auto *n = std::get_if<Numbered>(&s.node))
        stmts.push_back(
            {Assign{*n->counter, binary(Op::Add, variable(*n->counter, int_type(64)), one, true, true)}, s.origin});
    }
    k.blocks[id].stmts = std::move(stmts);
  }
  return k;
}

} // namespace lockstep::cfg
