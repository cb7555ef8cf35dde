// One kernel, as the front end or a text gives it, to its verdict, or to what it costs: the stages from normalise on,
// the cache of results, the executions that show a violation, and what is kept of all that.
#pragma once

#include "emit/boogie/boogie.h"
#include "frontend/frontend.h"
#include "jobs/counts/kernel_costs.h"
#include "jobs/pipeline/file_pipeline.h"
#include "verify/cache/kernel_key.h"
#include "verify/conditions/clauses.h"
#include "verify/verify_kernel.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep::jobs {

class KernelJob {
public:
  KernelJob(FileRun &run, Shared &shared, std::size_t engine);

  // A kernel, as the front end or a .kir file gives it, to what is asked for: its verdict, its counts or its bounds.
  void answer(const cfg::Kernel &kernel, support::Stages &stages, support::Diagnostics &diags, verify::Result &result);
  // The question of a text in Boogie.
  void prove(const emit::boogie::Program &program, support::Stages &stages, support::Diagnostics &diags,
             verify::Result &result);
  // Its violations, to who wants to show them elsewhere.
  void reproduce(const cfg::Kernel &kernel, const std::vector<frontend::Parameter> &parameters,
                 const verify::Result &result);

  cfg::Launch launch;
  std::set<std::string> without_sign;           // AnsweredKernel's
  std::optional<std::set<std::string>> numbers; // verify::SizeWords'
  support::Origin site;                         // its place in host code
  std::string launched;                         // the same, for names of files

private:
  void judge(const cfg::Kernel &kernel, const cfg::Kernel &normal, support::Stages &stages, support::Diagnostics &diags,
             verify::Result &result);
  verify::VerifyOptions asked_of(const cfg::Kernel &kernel) const;
  void keep(const cfg::Kernel &kernel, const verify::VerifyOptions &options, verify::ProofLog proofs,
            const verify::Result &result, support::Diagnostics &diags) const;
  void count(const CountRequest &asked, const cfg::Kernel &kernel, const cfg::Analyses &analyses,
             AnsweredKernel answered, support::Stages &stages, support::Diagnostics &diags);
  template <typename Kernel> void hand_on(Kernel kernel, const support::Stages &stages);
  bool recall(const verify::KernelKey &key, const verify::VerifyOptions &options, support::Diagnostics &told,
              verify::Result &result);
  verify::SizeWords size_words(const cfg::Kernel &k) const; // for as long as the kernel lives
  support::Budget::Limits limits_of_sizes(verify::AcceptConditions accept) const;
  void settle_sizes(const cfg::Kernel &k, const verify::VerifyOptions &options, const verify::SizeWords &words,
                    support::Stages &stages, verify::Result &result);
  bool replay(const cfg::Kernel &k, cfg::Tolerance tolerance, support::Stages &stages, verify::Result &result);
  unsigned time_limit() const;
  void mention_timeout(const Supervisor::Watch &watch, verify::Result &result) const;

  Shared &shared_;
  FileRun &run_;
  verify::Engine &engine_;
};

} // namespace lockstep::jobs
