// See idle.h.
#include "driver/idle.h"

#include "cfg/terms.h"

#include <fmt/format.h>

namespace lockstep::driver {

bool does_nothing(const cfg::Kernel &k) {
  for (const cfg::Block &block : k.blocks)
    for (const cfg::Stmt &s : block.stmts)
      if (std::holds_alternative<cfg::Barrier>(s.node) || std::holds_alternative<cfg::Assert>(s.node))
        return false;
  return cfg::shared_accesses(k).empty();
}

void refuse_idle(const std::vector<cfg::Uncalled> &uncalled, verify::Result &result) {
  result.verdict = verify::Verdict::Error;
  result.bad_input = true;
  result.reason = fmt::format(
      "vacuous: the kernel accesses no memory, and '{}'{}, which does, is called by nothing; call "
      "it, or pass --allow-vacuous",
      uncalled.front().name, uncalled.front().origin.known() ? " (" + uncalled.front().origin.str() + ")" : "");
}

} // namespace lockstep::driver
