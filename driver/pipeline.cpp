// The pipeline (pipeline.h).
#include "driver/pipeline.h"

#include "cfg/parse.h"
#include "cfg/print.h"
#include "driver/engines.h"
#include "driver/file_run.h"
#include "driver/output.h"
#include "frontend/frontend.h"
#include "verify/verify_kernel.h"

#include <fmt/format.h>

namespace lockstep::driver {

namespace {

using support::Diagnostics;
using support::Stages;

frontend::Options frontend_options(const KernelOptions &k, const cfg::Launch &launch) {
  frontend::Options o;
  o.standard = k.standard;
  o.defines = k.defines;
  o.include_dirs = k.include_dirs;
  o.clang_options = k.clang_options;
  o.cuda_path = k.cuda_path;
  o.pointer_bits = k.pointer_bits;
  o.launch = launch;
  return o;
}

support::Result<cfg::Launch> launch_of(const Options &options, Diagnostics &diags) {
  SizeText sizes = options.kernel.sizes;
  if (options.free_sizes && !sizes.local_size)
    sizes.local_size = "*";
  if (options.free_sizes && !sizes.num_groups && !sizes.global_size)
    sizes.num_groups = "*";
  auto launch = resolve_sizes(sizes, diags);
  if (launch)
    launch->warp_size = options.kernel.warp_size;
  return launch;
}

// The kernels asked for, or a diagnostic that says which there are.
template <typename Named> std::vector<Named> select(std::vector<Named> all, const std::string &wanted, const std::string &file,
                                                    Diagnostics &diags) {
  if (all.empty())
    diags.error({}, fmt::format("'{}' holds no kernel: a kernel is marked __kernel, __global__, or has a kernel calling "
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
  diags.error({}, fmt::format("'{}' has no kernel '{}': it has {}", file, wanted, names));
  return {};
}

} // namespace

