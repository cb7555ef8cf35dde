// The assumption that pointer parameters point to different arrays (distinct_parameters.h).
#include "verify/distinct_parameters.h"

#include "cfg/ir/assumptions.h"

#include <set>

namespace lockstep::verify {

bool rests_on_distinct_parameters(const cfg::Kernel &k) {
  std::set<cfg::ArrayId> accessed;
  bool parameter = false, written = false;
  for (const cfg::AccessRef &a : cfg::shared_accesses(k)) {
    const cfg::Array &array = k.arrays[a.array];
    if (array.space != cfg::Space::Global)
      continue;
    accessed.insert(a.array);
    parameter = parameter || array.param;
    written = written || (a.kind != cfg::AccessKind::Read && a.kind != cfg::AccessKind::ReadInGroup);
  }
  return accessed.size() > 1 && parameter && written;
}

emit::GoalProgram on_distinct_parameters(emit::GoalProgram program, const cfg::Kernel &k) {
  if (!program.goals.empty() && rests_on_distinct_parameters(k))
    program.assumptions.insert(cfg::assumption::distinct_parameters);
  return program;
}

} // namespace lockstep::verify
