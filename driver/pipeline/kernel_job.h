// One kernel, as the front end or a text gives it, to its verdict, or to what it costs: the stages from normalise on,
// the cache of results, the executions that show a violation, and what is kept of all that.
#pragma once

#include "driver/pipeline/file_pipeline.h"
#include "emit/boogie/boogie.h"
#include "frontend/frontend.h"
#include "verify/cache/kernel_key.h"
#include "verify/verify_kernel.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep::driver {

class KernelJob {
public:
  KernelJob(FileRun &run, const cfg::Launch &launch, Shared &shared, std::size_t engine);

  // A kernel to its verdict; where kernels are counted or bounded, to its costs.
  void judge(const cfg::Kernel &kernel, support::Stages &stages, support::Diagnostics &diags, verify::Result &result);
  // The question of a text in Boogie.
  void prove(const emit::boogie::Program &program, support::Stages &stages, support::Diagnostics &diags,
             verify::Result &result);
  // --repro: each violation as something to run elsewhere.
  void reproduce(const cfg::Kernel &kernel, const std::vector<frontend::Parameter> &parameters,
                 const verify::Result &result);

  cfg::Launch launch;
  std::set<std::string> without_sign; // KernelCost's
  support::Origin site;               // its place in host code
  std::string launched;               // the same, for names of files

private:
  verify::VerifyOptions asked_of(const cfg::Kernel &kernel) const;
  void count(const std::string &name, const cfg::Kernel &kernel, support::Stages &stages, support::Diagnostics &diags);
  void hand_on(KernelCost cost, const support::Stages &stages);
  bool recall(const verify::KernelKey &key, const verify::VerifyOptions &options, support::Diagnostics &told,
              verify::Result &result);
  bool replay(const cfg::Kernel &k, bool benign_tolerance, support::Stages &stages, verify::Result &result);
  unsigned time_limit() const;
  void mention_timeout(const Supervisor::Watch &watch, verify::Result &result) const;

  Shared &shared_;
  FileRun &run_;
  verify::Engine &engine_;
};

} // namespace lockstep::driver
