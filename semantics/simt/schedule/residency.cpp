// Residency of blocks: see residency.h.
#include "semantics/simt/schedule/residency.h"

#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {
template <typename N> bool room(N limit, N used, N more) {
  return limit == 0 || (more <= limit && used <= limit - more);
}

bool fits(const DeviceLimits &limits, const Load &block, const Load &now) {
  return room(limits.blocks, now.blocks, block.blocks) && room(limits.threads, now.threads, block.threads) &&
         room(limits.shared_bytes, now.shared_bytes, block.shared_bytes);
}
} // namespace

Load &Load::operator+=(const Load &o) {
  blocks += o.blocks;
  threads += o.threads;
  shared_bytes += o.shared_bytes;
  return *this;
}

Load needs_of_block(const cfg::Kernel &k, std::uint64_t threads, unsigned warp_size) {
  Load need{1, static_cast<std::uint32_t>((threads + warp_size - 1) / warp_size * warp_size), 0};
  for (const cfg::Array &a : k.arrays)
    if (a.space == cfg::Space::Group)
      need.shared_bytes += a.extent.value_or(0) * a.granule_bytes;
  return need;
}

std::optional<std::string> never_fits(const DeviceLimits &limits, const Load &block) {
  if (!limits.limited() || fits(limits, block, {}))
    return std::nullopt;
  if (limits.threads != 0 && block.threads > limits.threads)
    return fmt::format("a block needs {} threads, a processor has {}", block.threads, limits.threads);
  return fmt::format("a block needs {} bytes of the group's memory, a processor has {}", block.shared_bytes,
                     limits.shared_bytes);
}

std::optional<std::uint32_t> processor_with_room(const DeviceLimits &limits, const Load &block,
                                                 std::span<const Load> now) {
  std::optional<std::uint32_t> best;
  for (std::uint32_t p = 0; p < now.size(); ++p)
    if (fits(limits, block, now[p]) && (!best || now[p].blocks < now[*best].blocks))
      best = p;
  return best;
}

} // namespace lockstep::semantics::simt
