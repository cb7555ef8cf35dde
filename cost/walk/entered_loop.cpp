// See entered_loop.h.
#include "cost/walk/entered_loop.h"

#include <algorithm>

namespace lockstep::cost {

EnteredLoop::EnteredLoop(const WalkInput &input, std::size_t l, Environment on_entry, Mask entering)
    : number(l), loop(input.loop(l)), env(std::move(on_entry)), lanes(entering) {
  for (const cfg::BlockId b : input.order.order)
    if (input.analyses.loops.contains(static_cast<int>(l), b))
      blocks.push_back(b);
}

std::optional<LoopTest> only_test(const WalkInput &input, const EnteredLoop &l) {
  if (l.loop.exits.size() != 1)
    return std::nullopt;
  LoopTest out;
  out.block = l.loop.exits[0].first;
  const auto *branch = std::get_if<cfg::Branch>(&input.kernel.blocks[out.block].end.node);
  const bool is_head = out.block == l.loop.head;
  const bool is_latch = l.loop.latches.size() == 1 && l.loop.latches[0] == out.block && l.blocks.back() == out.block;
  if (branch == nullptr || branch->if_true == branch->if_false || (!is_head && !is_latch) ||
      input.analyses.loops.loop_of[out.block] != static_cast<int>(l.number))
    return std::nullopt;
  out.stay = branch->if_true == l.loop.exits[0].second ? branch->if_false : branch->if_true;
  out.at = static_cast<std::size_t>(std::find(l.blocks.begin(), l.blocks.end(), out.block) - l.blocks.begin());
  return out;
}

bool has_barriers(const cfg::Kernel &k, const EnteredLoop &l) {
  return std::any_of(l.blocks.begin(), l.blocks.end(), [&](cfg::BlockId b) {
    return std::any_of(k.blocks[b].stmts.begin(), k.blocks[b].stmts.end(), [](const cfg::Stmt &s) {
      const auto *barrier = std::get_if<cfg::Barrier>(&s.node);
      return barrier != nullptr && !barrier->end && barrier->scope != cfg::Scope::Warp;
    });
  });
}

} // namespace lockstep::cost
