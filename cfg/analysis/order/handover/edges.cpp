// Which ways are open to one thread of the group: see handover.h.
//
// Sound because a way is closed only where a condition that is known on it is false of the thread's ids. That the
// thread comes to the group's barriers when the others do is barrier divergence's question: where it does not, that is
// found.
#include "cfg/analysis/order/handover/parts.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

bool of_group(const Kernel &k, const Expr &e) {
  return !any_node(e, [&](const ExprNode &n) {
    return n.op == Op::Read || n.op == Op::LocalId || n.op == Op::Call || (n.op == Op::Var && !k.vars[n.var].param);
  });
}

Edges::Edges(const Kernel &k, FactReader &facts) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (BlockId to : successors(k.blocks[b].end))
      known_.emplace(std::pair(b, to), facts.on_edge(b, to));
}

bool Edges::open_to(const LocalIds &ids, BlockId from, BlockId to) const {
  const std::vector<Fact> &all = known(from, to);
  return std::none_of(all.begin(), all.end(), [&](const Fact &f) {
    if (f.kind != Fact::Condition)
      return false;
    const Expr his = replace(f.expr, [&](const Expr &n) -> Expr {
      return n->op == Op::LocalId ? constant(n->type, ids[n->value]) : nullptr;
    });
    return is_const(his, 0) || (support::left_out("edges.ids") && !equal(his, f.expr));
  });
}

} // namespace lockstep::cfg
