// Blocks and processors of the machine of warps: which blocks are there. A part of machine_impl.h.
#include "semantics/simt/machine_impl.h"

namespace lockstep::semantics::simt {

bool SimtMachine::Impl::block_completed(std::uint32_t block) const {
  for (std::uint32_t w = 0; w < warps.size(); ++w)
    if (fixed[w].block == block && !warps[w].branch.completed)
      return false;
  return true;
}

void SimtMachine::Impl::add_load(std::vector<Load> &to) const {
  const Load a_block = needs_of_block(code.program->kernel, geometry.group_threads(), options.warp_size);
  for (std::uint32_t b = 0; b < on.size(); ++b)
    if (on[b] != not_issued && !block_completed(b))
      to[on[b]] += a_block;
}

void SimtMachine::Impl::issue_blocks() {
  if (!options.limits.limited()) {
    for (std::uint32_t b = 0; b < on.size(); ++b)
      on[b] = b;
    return;
  }
  const Load a_block = needs_of_block(code.program->kernel, geometry.group_threads(), options.warp_size);
  if (auto why = never_fits(options.limits, a_block))
    return stuck(End::Stuck, {}, *why);
  std::vector<Load> now(options.limits.processors);
  add_load(now);
  if (add_others)
    add_others(now);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t b = 0; b < on.size(); ++b)
    if (on[b] == not_issued)
      waiting.push_back(b);
  while (!waiting.empty()) {
    const auto p = processor_with_room(options.limits, a_block, now);
    if (!p)
      return;
    const std::size_t which =
        options.limits.order == BlockOrder::InOrder || waiting.size() == 1 ? 0 : choices->among(waiting.size());
    on[waiting[which]] = *p;
    now[*p] += a_block;
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(which));
  }
}

} // namespace lockstep::semantics::simt
