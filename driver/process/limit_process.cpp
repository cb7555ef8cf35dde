// See limit_process.h.
#include "driver/process/limit_process.h"

#include "support/printable.h"
#include "verify/verdict.h"

#include <cstdio>
#include <fmt/format.h>

namespace lockstep::driver {

void limit_this_process(jobs::Supervisor &supervisor, const Options &options) {
  jobs::tell_of_faults(false);
  supervisor.limit({options.memory_limit(), verify::exit_undecided,
                    [](const std::vector<jobs::Supervisor::Unit> &units, const std::string &why) {
                      for (const jobs::Supervisor::Unit &u : units)
                        fmt::print(stderr, "lockstep: {}: unknown: {}\n",
                                   support::printable(u.kernel.empty() ? u.file : u.file + ": " + u.kernel),
                                   support::printable(why));
                      std::fflush(stderr);
                    }});
}

} // namespace lockstep::driver
