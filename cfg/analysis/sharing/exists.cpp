// Threads that each group has: see exists.h.
#include "cfg/analysis/sharing/exists.h"

#include "support/sound.h"

namespace lockstep::cfg {

std::optional<ExistsInEveryBlock> ExistsInEveryBlock::prove(const LocalIds &ids, const Launch &launch) {
  for (std::size_t d = 0; d < ids.size(); ++d)
    if (support::unsound("exists.size", ids[d] >= launch.local_size[d].value_or(1)))
      return std::nullopt;
  return ExistsInEveryBlock(ids);
}

} // namespace lockstep::cfg
