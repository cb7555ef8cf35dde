// Front-end options and launch geometry (load.h).
#include "driver/load.h"

#include "driver/include_dirs.h"

namespace lockstep::driver {

frontend::Options frontend_options(const Options &options, const std::string &file, const cfg::Launch &launch) {
  const KernelOptions &k = options.kernel;
  frontend::Options o;
  o.standard = k.standard;
  o.defines = k.defines;
  o.include_dirs = k.include_dirs;
  o.fallback_include_dirs =
      find_include_dirs(file, options.command == Command::Suite ? options.inputs.front() : std::string());
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
