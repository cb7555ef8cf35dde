// From options to what the stages take: front-end options, the launch, the kernels asked for. Shared by the pipeline
// and by `lockstep run`.
#pragma once

#include "device/targets.h"
#include "frontend/frontend.h"
#include "jobs/input/file_job.h"
#include "jobs/input/options.h"
#include "launch/resolve.h"
#include "support/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::jobs {

// A time limit as engines take it; 0 seconds: none.
unsigned milliseconds(double seconds);

// What a project's build says of a file comes before what the user says.
void take_flags(const SourceFlags &flags, KernelOptions &options);
// --target. `text` must outlive the target.
support::Result<cfg::Target> target_of(const std::string &text, support::Diagnostics &diags);
// How many threads a warp has, where nobody says it: after the flags. `counted`: the target whose requests are counted,
// if any are; its warps and the kernel's are the same.
bool settle_warp_size(const std::string &file, KernelOptions &options, cfg::Target *counted,
                      support::Diagnostics &diags);
frontend::Options frontend_options(const Options &options, const std::string &file, const cfg::Launch &launch);
// What the options say of the launch. Sizes that nobody gives must be given, or are free (Options::free_sizes).
launch::Question launch_question(const Options &options);

// The kernels asked for, or a diagnostic that says which there are. A template's name stands for its instances.
// `asked`: where, if not on the command line.
template <typename Named>
std::vector<Named> select(std::vector<Named> all, const std::string &wanted, const std::string &file,
                          support::Diagnostics &diags, const support::Origin &asked = {}) {
  if (all.empty())
    diags.error(asked,
                fmt::format("'{}' holds no kernel: a kernel is marked __kernel, __global__, or has a kernel calling "
                            "convention; a template needs a launch or an explicit instantiation",
                            file));
  if (wanted.empty() || all.empty())
    return all;
  std::vector<Named> chosen; // overloads have one name
  std::vector<std::string> names;
  for (Named &k : all) {
    names.push_back(k.name);
    if (k.name == wanted || k.name.substr(0, k.name.find('<')) == wanted)
      chosen.push_back(std::move(k));
  }
  if (!chosen.empty())
    return chosen;
  const std::string near = support::nearest(wanted, names);
  diags.error(asked,
              fmt::format("'{}' has no kernel '{}'{}: it has {}", file, wanted,
                          near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), fmt::join(names, ", ")));
  return {};
}

} // namespace lockstep::jobs
