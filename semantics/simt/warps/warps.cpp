// The warps of a launch: see warps.h.
#include "semantics/simt/warps/warps.h"

#include <algorithm>

namespace lockstep::semantics::simt {

Warps::Warps(const Geometry &g, unsigned lanes)
    : warp_size(lanes), block_size(static_cast<std::uint32_t>(g.group_threads())) {
  for (std::uint32_t block = 0; block < g.run_groups(); ++block)
    for (std::uint32_t at = 0; at < block_size; at += warp_size)
      fixed.push_back({block, block * block_size + at, std::min(warp_size, block_size - at)});
}

void Warps::start(Pc entry, bool independent) {
  states.assign(fixed.size(), {});
  for (std::uint32_t w = 0; w < fixed.size(); ++w) {
    states[w].branch = fresh_warp(warp_size, fixed[w].threads, entry);
    if (independent)
      states[w].lanes.assign(warp_size, {entry, {}});
  }
}

std::pair<std::uint32_t, unsigned> Warps::place(ThreadIndex t) const {
  const std::uint32_t block = t / block_size, in_block = t % block_size;
  const std::uint32_t a_block = (block_size + warp_size - 1) / warp_size;
  return {block * a_block + in_block / warp_size, in_block % warp_size};
}

bool Warps::exited(ThreadIndex t) const {
  const auto [w, l] = place(t);
  return (states[w].branch.exited() & lane_bit(l)) != 0;
}

bool Warps::completed() const {
  return std::all_of(states.begin(), states.end(), [](const WarpState &w) { return w.branch.completed; });
}

bool Warps::completed(std::uint32_t block) const {
  for (std::uint32_t w = 0; w < states.size(); ++w)
    if (fixed[w].block == block && !states[w].branch.completed)
      return false;
  return true;
}

void Warps::append_key(std::string &out) const {
  for (const WarpState &w : states) {
    append_number(out, w.branch.completed);
    append_number(out, w.branch.pc);
    append_number(out, w.branch.active);
    for (Mask d : w.branch.disabled)
      append_number(out, d);
    append_number(out, w.branch.stack.size());
    for (const Token &t : w.branch.stack) {
      append_number(out, static_cast<std::uint64_t>(t.kind));
      append_number(out, t.mask);
      append_number(out, t.pc);
    }
    for (const LaneState &l : w.lanes) {
      append_number(out, l.pc);
      append_number(out, l.stack.size());
      for (const auto &[kind, pc] : l.stack) {
        append_number(out, static_cast<std::uint64_t>(kind));
        append_number(out, pc);
      }
    }
  }
}

} // namespace lockstep::semantics::simt
