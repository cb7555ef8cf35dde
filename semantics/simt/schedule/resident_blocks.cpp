// Which blocks of a grid are there: see resident_blocks.h.
#include "semantics/simt/schedule/resident_blocks.h"

#include <numeric>

namespace lockstep::semantics::simt {

ResidentBlocks::ResidentBlocks(Core &core)
    : core_(core), a_block_(needs_of_block(core.code.program->kernel, core.warps.block_size, core.warps.warp_size)) {}

void ResidentBlocks::start(Choices &choices) {
  processors_.assign(core_.warps.fixed.empty() ? 0 : core_.warps.fixed.back().block + 1, not_issued);
  issue(choices);
}

void ResidentBlocks::add_load(Loads &to) const {
  for (std::uint32_t b = 0; b < processors_.size(); ++b)
    if (resident(b) && !core_.warps.completed(b))
      to[processors_[b]] += a_block_;
}

void ResidentBlocks::issue(Choices &choices) {
  if (!core_.options.limits.limited()) {
    std::iota(processors_.begin(), processors_.end(), 0U);
    return;
  }
  if (auto why = never_fits(core_.options.limits, a_block_))
    return core_.stop(End::Stuck, {}, *why);
  Loads now(core_.options.limits.processors);
  add_load(now);
  if (add_others_)
    add_others_(now);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t b = 0; b < processors_.size(); ++b)
    if (!resident(b))
      waiting.push_back(b);
  while (!waiting.empty()) {
    const auto p = processor_with_room(core_.options.limits, a_block_, now);
    if (!p)
      return;
    const std::size_t which =
        core_.options.limits.order == BlockOrder::InOrder || waiting.size() == 1 ? 0 : choices.among(waiting.size());
    processors_[waiting[which]] = *p;
    now[*p] += a_block_;
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(which));
  }
}

void ResidentBlocks::append_key(std::string &out) const {
  for (std::uint32_t p : processors_)
    append_number(out, p);
}

} // namespace lockstep::semantics::simt
