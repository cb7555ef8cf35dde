// See counted_kernel.h.
#include "cost/requests/counted_kernel.h"

#include "cfg/passes/split_accesses.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::coalescing {

using cfg::BlockId;
using cfg::Expr;

namespace {

// Does it hold wherever the reader stands? Not where one way there asks it and another does not.
bool holds(const Expr &e, const FormReader &reader) {
  const std::vector<Expr> &all = reader.conditions();
  return std::any_of(all.begin(), all.end(), [&](const Expr &c) { return cfg::equal(c, e); }) ||
         (e->op == cfg::Op::And && holds(e->args[0], reader) && holds(e->args[1], reader));
}

} // namespace

CountedKernel::CountedKernel(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o)
    : kernel(k), analyses(a), options(o), level{cfg::UniformityLevel::Team, o.target.lanes, a.launch, true, &a.bare},
      uniform(cfg::uniformity(k, a.loops, level)), deciders(coalescing::deciders(k)),
      parts(k, a.loops, uniform, cfg::sort_order(k, a.loops)), once_(assigned_once(k, a.loops)),
      loaded_(from_memory(k, deciders)) {
  LOCKSTEP_INVARIANT(cfg::is_split(k), "each access is one request");
}

// Sound because each branch that parts lanes on the way is asked with the lane's own numbers, and all others are taken
// by the whole warp.
bool CountedKernel::decides(BlockId block, FormReader &reader) const {
  return std::all_of(deciders[block].begin(), deciders[block].end(), [&](BlockId b) {
    const std::vector<Expr> asked = cfg::used_exprs(kernel.blocks[b].end); // none: any way is gone
    if (uniform.block_uniform[b] && !asked.empty() && cfg::is_uniform(asked[0], kernel, uniform, level))
      return true; // threads that end elsewhere have other branches among those asked
    if (support::left_out("requests.decided"))
      return true;
    auto *branch = std::get_if<cfg::Branch>(&kernel.blocks[b].end.node);
    return analyses.loops.loop_of[b] < 0 && branch && lasts(branch->condition) && reader.bits(branch->condition) &&
           (holds(branch->condition, reader) || holds(cfg::negate(branch->condition), reader));
  });
}

// Its value is the same wherever it is asked: it is made of what is assigned once, in no loop.
bool CountedKernel::lasts(const Expr &e) const {
  bool out = true;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
    out = out && n.op != cfg::Op::Read && (n.op != cfg::Op::Var || kernel.vars[n.var].param || once_[n.var]);
  });
  return out;
}

void CountedKernel::count_trivially(const Place &place, Trivial why, AccessCost &out) const {
  const cfg::Bounds range = analyses.ranges.evaluate_before(place.offset, kernel, out.block, out.stmt).as_signed;
  count_trivial(options.target, place, range, why, out);
}

} // namespace lockstep::coalescing
