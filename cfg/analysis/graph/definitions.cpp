// See definitions.h.
#include "cfg/analysis/graph/definitions.h"

namespace lockstep::cfg {

std::vector<std::vector<Point>> definitions(const Kernel &k) {
  std::vector<std::vector<Point>> out(k.vars.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      for (VarId v : defined_vars(k.blocks[b].stmts[i]))
        out[v].push_back({b, i});
  return out;
}

std::vector<std::optional<Point>> only_definitions(const Kernel &k) {
  const std::vector<std::vector<Point>> all = definitions(k);
  std::vector<std::optional<Point>> out(all.size());
  for (VarId v = 0; v < all.size(); ++v)
    if (all[v].size() == 1 && !k.vars[v].param)
      out[v] = all[v].front();
  return out;
}

} // namespace lockstep::cfg
