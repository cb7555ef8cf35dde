// See moved_since_head.h.
#include "cfg/analysis/graph/moved_since_head.h"

#include "support/budget.h"

#include <algorithm>

namespace lockstep::cfg {

MovedSinceHead::MovedSinceHead(const Kernel &k, const Loop &loop) : k_(k) {
  Moved &start = at_[loop.head];
  for (BlockId b : loop.blocks)
    for (const Stmt &s : k.blocks[b].stmts)
      for (VarId v : defined_vars(s))
        start[v] = 0;
  for (bool changed = true; changed;) {
    support::spend_round();
    changed = false;
    for (BlockId b : loop.blocks) {
      const auto here = at_.find(b);
      if (here == at_.end())
        continue;
      Moved now = here->second;
      pass(now, b, 0, k.blocks[b].stmts.size());
      for (BlockId next : successors(k.blocks[b].end)) {
        if (next == loop.head || std::find(loop.blocks.begin(), loop.blocks.end(), next) == loop.blocks.end())
          continue;
        const auto [there, fresh] = at_.emplace(next, now);
        const std::size_t known = there->second.size();
        if (!fresh)
          std::erase_if(there->second, [&](const auto &x) {
            const auto moved = now.find(x.first);
            return moved == now.end() || moved->second != x.second;
          });
        changed = changed || fresh || there->second.size() != known;
      }
    }
  }
}

void MovedSinceHead::pass(Moved &now, BlockId b, std::size_t from, std::size_t to) const {
  for (std::size_t i = from; i < to; ++i) {
    const Stmt &s = k_.blocks[b].stmts[i];
    auto *a = std::get_if<Assign>(&s.node);
    const bool steps = a && a->value->op == Op::Add && a->value->args[0]->op == Op::Var &&
                       a->value->args[0]->var == a->var && is_const(a->value->args[1]);
    const auto before = steps ? now.find(a->var) : now.end();
    std::int64_t moved = 0;
    if (before != now.end() && !__builtin_add_overflow(before->second, signed_value(*a->value->args[1]), &moved)) {
      before->second = moved;
      continue;
    }
    for (VarId v : defined_vars(s))
      now.erase(v);
  }
}

const Moved &MovedSinceHead::before(BlockId block, std::size_t stmt) {
  const bool on = last_ && last_->block == block && last_->stmt <= stmt;
  if (!on) {
    const auto start = at_.find(block);
    last_ = {block, 0, start == at_.end() ? Moved{} : start->second};
  }
  pass(last_->moved, block, last_->stmt, stmt);
  last_->stmt = stmt;
  return last_->moved;
}

} // namespace lockstep::cfg
