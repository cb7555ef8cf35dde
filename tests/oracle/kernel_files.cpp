// Kernels of files: see kernel_files.h.
#include "tests/oracle/kernel_files.h"

#include "cfg/ir/assumptions.h"
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/passes/bounds_checks.h"
#include "cfg/passes/checked_reads.h"
#include "driver/project/find_kernels.h"
#include "frontend/frontend.h"
#include "frontend/lower/lock_step.h"
#include "jobs/input/header_options.h"
#include "jobs/input/stage_options.h"
#include "jobs/input/terms.h"
#include "jobs/pipeline/file_run.h"
#include "launch/sizes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace lockstep::oracle {

namespace {

std::vector<cfg::Kernel> kernels(const std::string &path, const std::string &text, const jobs::KernelOptions &o,
                                 const cfg::Launch &launch, support::Diagnostics &diags) {
  if (jobs::entry_stage(path, {}) != support::Stage::Compile) {
    auto all = cfg::parse_kernels(text, path, diags);
    std::vector<cfg::Kernel> good;
    for (std::size_t i = 0; all && i < all->size(); ++i)
      if (cfg::check((*all)[i], diags))
        good.push_back(std::move((*all)[i]));
    return good;
  }
  frontend::Options f;
  f.standard = o.standard;
  f.defines = o.defines;
  f.include_dirs = o.include_dirs;
  f.clang_options = o.clang_options;
  f.cuda_path = o.cuda_path;
  f.pointer_bits = o.pointer_bits;
  f.check_bounds = o.check_bounds;
  f.launch = launch;
  std::vector<cfg::Kernel> all;
  const auto module = frontend::compile(path, f, diags);
  if (module)
    for (const frontend::KernelName &name : frontend::kernels(*module))
      if (auto k = frontend::build_kernel_in_lock_step(*module, name, f, o.warp_sync, diags))
        all.push_back(std::move(*k));
  return all;
}

} // namespace

std::vector<FileKernel> must_verify(const std::string &path, support::Diagnostics &diags,
                                    const std::vector<std::string> &words, Rules rules) {
  std::vector<FileKernel> out;
  std::ifstream in(path);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const jobs::Header header = jobs::read_header(text, path, true, diags);
  if (header.expectations.empty())
    return out;
  std::vector<std::string> command = {"verify", path};
  command.insert(command.end(), words.begin(), words.end());
  const auto own = driver::parse_command_line(command);
  if (!std::holds_alternative<driver::Options>(own))
    return out;
  auto options = jobs::with_header(std::get<driver::Options>(own), header.options, path, diags);
  if (!options || (rules == Rules::Plain && (options->kernel.strict_overflow || options->kernel.check_bounds ||
                                             options->kernel.no_benign_tolerance || options->kernel.tolerance)))
    return out;
  if (!jobs::settle_warp_size(path, options->kernel, nullptr, diags))
    return out;
  const auto resolved = launch::resolve_launch(jobs::launch_question(*options), diags);
  if (!resolved)
    return out;
  const cfg::Launch &launch = resolved->launch;
  for (cfg::Kernel &k : kernels(path, text, options->kernel, launch, diags)) {
    const jobs::Expectation *e = header.expectation(k.name);
    if (jobs::entry_stage(path, {}) != support::Stage::Compile)
      jobs::add_terms_of_text(options->kernel, k);
    else
      jobs::add_terms(options->kernel, k.terms);
    const bool bounds = k.terms.bounds_asked;
    if (bounds)
      k = cfg::add_bounds_checks(k);
    const bool plain = options->kernel.warp_sync == 0 && options->kernel.assumptions.empty();
    if (e && e->verdicts == std::vector{verify::Verdict::Verified})
      out.push_back({cfg::with_checked_reads(std::move(k), diags), launch, plain, bounds});
  }
  return out;
}

cfg::Launch small_launch(const cfg::Launch &launch) {
  cfg::Launch l = launch;
  for (unsigned d = 0; d < 3; ++d) {
    const bool used = d < std::max(1U, launch.dimensions) || !launch.local_size[d] || !launch.num_groups[d];
    if (!l.local_size[d])
      l.local_size[d] = used ? (d == 0 ? 4 : 2) : 1;
    if (!l.num_groups[d])
      l.num_groups[d] = l.global_size[d] ? std::max<std::uint64_t>(1, *l.global_size[d] / *l.local_size[d])
                        : used           ? 2
                                         : 1;
  }
  return l;
}

} // namespace lockstep::oracle
