// See moved_since_head.h.
#include "cfg/analysis/graph/moved_since_head.h"

#include <algorithm>

namespace lockstep::cfg {

MovedSinceHead::MovedSinceHead(const Kernel &k, const Loop &loop) : k_(k) {
  Moved start;
  const std::vector<bool> modified = modified_in(k, loop);
  for (VarId v = 0; v < modified.size(); ++v)
    if (modified[v])
      start[v] = 0;
  at_ = solve(
      graph_of(k), loop.head, std::move(start),
      [&](BlockId b, Moved &now) { pass(now, b, 0, k.blocks[b].stmts.size()); },
      [&](BlockId, BlockId to, const Moved &) {
        return to != loop.head && std::ranges::find(loop.blocks, to) != loop.blocks.end();
      },
      [](Moved &into, const Moved &now) {
        return std::erase_if(into, [&](const auto &x) {
                 const auto moved = now.find(x.first);
                 return moved == now.end() || moved->second != x.second;
               }) != 0;
      });
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
    last_ = {block, 0, at_[block].value_or(Moved{})};
  }
  pass(last_->moved, block, last_->stmt, stmt);
  last_->stmt = stmt;
  return last_->moved;
}

} // namespace lockstep::cfg
