// Front-end options and launch geometry (load.h).
#include "driver/load.h"

namespace lockstep::driver {

frontend::Options frontend_options(const KernelOptions &k, const cfg::Launch &launch) {
  frontend::Options o;
  o.standard = k.standard;
  o.defines = k.defines;
  o.include_dirs = k.include_dirs;
  o.clang_options = k.clang_options;
  o.cuda_path = k.cuda_path;
  o.pointer_bits = k.pointer_bits;
  o.no_effect = k.no_effect;
  o.launch = launch;
  return o;
}

void with_options(const KernelOptions &k, cfg::Launch &launch) {
  launch.warp_size = k.warp_size;
  if (k.any_launch)
    launch.most_threads.reset();
}

support::Result<cfg::Launch> launch_of(const Options &options, support::Diagnostics &diags) {
  SizeText sizes = options.kernel.sizes;
  if (options.free_sizes && !sizes.local_size)
    sizes.local_size = "*";
  if (options.free_sizes && !sizes.num_groups && !sizes.global_size)
    sizes.num_groups = "*";
  auto launch = resolve_sizes(sizes, diags);
  if (launch)
    with_options(options.kernel, *launch);
  return launch;
}

} // namespace lockstep::driver
