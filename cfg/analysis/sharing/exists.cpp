// Threads that each group has: see exists.h.
#include "cfg/analysis/sharing/exists.h"

#include "support/sound.h"

namespace lockstep::cfg {

std::optional<ExistsInEveryBlock> ExistsInEveryBlock::prove(const LocalIds &ids, const Launch &launch) {
  for (std::size_t d = 0; d < ids.size(); ++d)
    if (ids[d] >= launch.local_size[d].value_or(1) && !support::left_out("exists.size"))
      return std::nullopt;
  return ExistsInEveryBlock(ids);
}

} // namespace lockstep::cfg
