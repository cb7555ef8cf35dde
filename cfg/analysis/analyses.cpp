// All analyses together: see analyses.h.
#include "cfg/analysis/analyses.h"

namespace lockstep::cfg {

support::Result<Analyses> analyse(const Kernel &k, const Launch &launch, const AnalysisOptions &options,
                                  support::Diagnostics &diags) {
  support::Result<LoopForest> forest = loops(k, diags);
  if (!forest)
    return support::failure;
  Analyses a;
  a.launch = launch;
  a.loops = std::move(*forest);
  a.facts = available_facts(k);
  // A uniform load of written memory is the same for all threads of a group unless there is a race, which is reported.
  UniformityOptions group{UniformityLevel::Group, launch, true};
  UniformityOptions grid{UniformityLevel::Grid, launch, false};
  a.group_uniform = uniformity(k, a.loops, group);
  a.grid_uniform = uniformity(k, a.loops, grid);
  a.value_sets = value_sets(k, a.loops, a.facts, launch);
  a.ranges = ranges(k, a.loops, a.facts, launch, {options.assume_no_overflow, &a.value_sets});
  a.induction = induction(k, a.loops, a.facts, a.ranges);
  a.written = written_arrays(k);
  return a;
}

} // namespace lockstep::cfg
