// See lock_step_barriers.h.
#include "cfg/passes/lock_step_barriers.h"

#include "cfg/analysis/order/lock_step.h"
#include "cfg/analysis/order/same_iteration.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/analysis/values/facts.h"
#include "support/invariant.h"
#include "support/sound.h"
#include <algorithm>

namespace lockstep::cfg {

Kernel with_lock_step_barriers(Kernel k, const Launch &launch, support::Diagnostics &diags) {
  if (copies_by_itself(k))
    return k;
  const auto forest = loops(k, diags);
  LOCKSTEP_INVARIANT(forest, "the kernel is reducible");
  const unsigned lanes = k.terms.lock_step;
  const Uniformity u = uniformity(k, *forest, {UniformityLevel::Team, lanes, launch, false, nullptr, true});
  const std::vector<bool> written = written_arrays(k);
  std::vector<bool> accesses(k.blocks.size(), false);
  for (const AccessRef &a : shared_accesses(k))
    accesses[a.block] = accesses[a.block] || written[a.array];
  for (const Loop &l : forest->loops) {
    if (support::unsound("lock_step.uniform", !u.block_uniform[l.head]) ||
        std::ranges::none_of(l.blocks, [&](BlockId b) { return accesses[b]; }))
      continue;
    std::vector<Stmt> &stmts = k.blocks[l.head].stmts;
    const auto at = std::ranges::find_if(stmts, [](const Stmt &s) {
      auto *a = std::get_if<Assert>(&s.node);
      return !std::holds_alternative<Assume>(s.node) && !(a && a->kind == AssertKind::Invariant);
    });
    if (at != stmts.end())
      if (const Barrier *bar = warp_barrier(*at); bar && bar->lanes >= lanes)
        continue;
    const Origin origin = k.blocks[l.head].origin;
    stmts.insert(at, {Barrier{Scope::Warp, true, true, lanes}, origin});
  }
  return k;
}

} // namespace lockstep::cfg
