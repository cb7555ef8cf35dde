// See stage_options.h.
#include "jobs/input/stage_options.h"

#include "jobs/input/include_dirs.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>

namespace lockstep::jobs {

unsigned milliseconds(double seconds) {
  constexpr double most = 2e9; // engines count in 31 bits
  return static_cast<unsigned>(seconds > 0 ? std::clamp(std::ceil(seconds * 1000), 1.0, most) : most);
}

void take_flags(const SourceFlags &flags, KernelOptions &k) {
  const auto first = [](const std::vector<std::string> &before, std::vector<std::string> &all) {
    all.insert(all.begin(), before.begin(), before.end());
  };
  k.language = flags.language;
  if (k.standard.empty())
    k.standard = flags.standard;
  if (flags.pointer_bits != 64)
    k.pointer_bits = flags.pointer_bits;
  first(flags.clang_options, k.clang_options);
  for (const std::string &name : flags.undefines)
    if (std::ranges::none_of(k.defines,
                             [&](const std::string &d) { return d.substr(0, d.find_first_of("=(")) == name; }))
      k.clang_options.insert(k.clang_options.begin(), "-U" + name);
  first(flags.defines, k.defines);
  k.include_dirs.insert(k.include_dirs.end(), flags.include_dirs.begin(), flags.include_dirs.end());
  k.assumptions = flags.assumptions;
}

namespace {

bool is_hip(std::string file) {
  std::transform(file.begin(), file.end(), file.begin(), [](unsigned char c) { return std::tolower(c); });
  return file.ends_with(".hip") || file.ends_with(".hip.cpp");
}

// AMD's processors run 64 threads in step, those of RDNA (gfx10 and later) 32 if nobody asks for more.
void settle_for_hip(const std::string &file, KernelOptions &k) {
  if (k.warp_size_given || !(k.language.empty() ? is_hip(file) : k.language == "hip"))
    return;
  const auto rdna = [](const std::string &define) {
    return define.starts_with("__gfx10") || define.starts_with("__gfx11") || define.starts_with("__gfx12");
  };
  k.warp_size = std::ranges::any_of(k.defines, rdna) ? 32 : 64;
}

} // namespace

support::Result<cfg::Target> target_of(const std::string &text, support::Diagnostics &diags) {
  if (const auto found = cfg::target(text))
    return *found;
  if (cfg::target(text.substr(0, text.find(','))))
    diags.error({}, fmt::format("--target {}: fields are powers of two, and lines whole sectors, as in "
                                "nvidia,line=64: there are {}",
                                text, fmt::join(cfg::target_fields(), ", ")));
  else
    diags.error({},
                fmt::format("--target {}: no such target: there are {}", text, fmt::join(cfg::target_names(), ", ")));
  return support::failure;
}

bool settle_warp_size(const std::string &file, KernelOptions &k, cfg::Target *counted, support::Diagnostics &diags) {
  if (counted == nullptr) {
    settle_for_hip(file, k);
    return true;
  }
  if (!k.warp_size_given)
    k.warp_size = counted->lanes;
  if (!std::has_single_bit(k.warp_size) || k.warp_size > 64) {
    diags.error({}, fmt::format("--warp-size {}: requests are counted for warps of 1, 2, 4, 8, 16, 32 or 64 threads",
                                k.warp_size));
    return false;
  }
  counted->lanes = k.warp_size;
  return true;
}

frontend::Options frontend_options(const Options &options, const std::string &file, const cfg::Launch &launch) {
  const KernelOptions &k = options.kernel;
  frontend::Options o;
  using frontend::Language;
  o.language = k.language == "cuda"                          ? Language::Cuda
               : k.language == "hip"                         ? Language::Hip
               : k.language == "cl" || k.language == "clcpp" ? Language::OpenCL
                                                             : Language::Auto;
  o.standard = k.standard;
  o.defines = k.defines;
  o.include_dirs = k.include_dirs;
  o.fallback_include_dirs = find_include_dirs(file, options.folder);
  o.other_files = find_other_files(file, options.beside);
  o.clang_options = k.clang_options;
  o.cuda_path = k.cuda_path;
  o.pointer_bits = k.pointer_bits;
  o.no_effect = k.no_effect;
  o.follow_memory = options.follow_memory;
  o.copies_once = options.copies_once;
  o.check_bounds = k.check_bounds;
  o.wraps = k.strict_overflow;
  using frontend::Annotations;
  o.annotations = k.ignore_annotations    ? Annotations::Ignored
                  : k.only_requires       ? Annotations::OnlyRequires
                  : k.invariants_as_hints ? Annotations::NoInvariants
                                          : Annotations::Kept;
  o.plain_forms = k.as_gpuverify;
  if (k.as_gpuverify)
    o.logged_arrays = k.check_arrays;
  o.launch = launch;
  return o;
}

launch::Question launch_question(const Options &options) {
  return {.sizes = options.kernel.sizes,
          .missing = options.free_sizes ? launch::From::Free : launch::From::Options,
          .warp_size = options.kernel.warp_size,
          .many_threads = options.kernel.any_launch};
}

} // namespace lockstep::jobs
