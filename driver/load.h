// From a command's options to what the stages take: front-end options, launch geometry, the kernels asked for. Shared
// by the pipeline and by `lockstep run`.
#pragma once

#include "driver/options.h"
#include "frontend/frontend.h"

#include <fmt/format.h>

namespace lockstep::driver {

// What options beside the sizes say of a launch.
void with_options(const KernelOptions &k, cfg::Launch &launch);
frontend::Options frontend_options(const Options &options, const std::string &file, const cfg::Launch &launch);
support::Result<cfg::Launch> launch_of(const Options &options, support::Diagnostics &diags);

// The kernels asked for, or a diagnostic that says which there are. `asked`: where, if not on the command line.
template <typename Named>
std::vector<Named> select(std::vector<Named> all, const std::string &wanted, const std::string &file,
                          support::Diagnostics &diags, const support::Origin &asked = {}) {
  if (all.empty())
    diags.error(asked,
                fmt::format("'{}' holds no kernel: a kernel is marked __kernel, __global__, or has a kernel calling "
                            "convention",
                            file));
  if (wanted.empty() || all.empty())
    return all;
  std::string names;
  for (Named &k : all) {
    if (k.name == wanted)
      return {std::move(k)};
    names += (names.empty() ? "" : ", ") + k.name;
  }
  diags.error(asked, fmt::format("'{}' has no kernel '{}': it has {}", file, wanted, names));
  return {};
}

} // namespace lockstep::driver
