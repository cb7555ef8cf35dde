// See perf_command.h.
#include "driver/perf_command.h"

#include "driver/output.h"
#include "driver/perf_report.h"
#include "driver/pipeline.h"
#include "driver/spelling.h"
#include "driver/suite.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace lockstep::driver {

namespace {

int complain(const support::Diagnostics &diags) {
  for (const support::Diagnostic &d : diags.all())
    fmt::print(stderr, "lockstep: {}\n", support::format(d));
  return verify::exit_usage;
}

support::Result<coalescing::Options> cost_options(const Options &o, support::Diagnostics &diags) {
  coalescing::Options out{};
  const auto target = cfg::target(o.perf.target);
  if (!target) {
    diags.error({}, fmt::format("--target {}: no such target: there are {}", o.perf.target,
                                fmt::join(cfg::target_names(), ", ")));
    return support::failure;
  }
  out.target = *target;
  if (o.kernel.warp_size != 32)
    out.target.lanes = o.kernel.warp_size;
  out.base_align = 0;
  const std::string &text = o.perf.base_align;
  if (text != "element") {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.base_align);
    if (error != std::errc() || end != text.data() + text.size() || out.base_align == 0 ||
        (out.base_align & (out.base_align - 1)) != 0) {
      diags.error({}, fmt::format("--base-align {}: a power of two, in bytes, or `element`", text));
      return support::failure;
    }
  }
  return out;
}

support::Result<std::vector<std::string>> files_of(const Options &o, support::Diagnostics &diags) {
  std::vector<std::string> out;
  for (const std::string &input : o.inputs) {
    std::error_code error;
    if (!std::filesystem::is_directory(input, error)) {
      out.push_back(input);
      continue;
    }
    const auto below = find_kernels(input, diags);
    if (!below)
      return support::failure;
    out.insert(out.end(), below->begin(), below->end());
  }
  return out;
}

} // namespace

int run_perf(const Options &options) {
  support::Diagnostics diags;
  auto output = Output::open(options.output, diags);
  const auto how = cost_options(options, diags);
  const auto files = how && output ? files_of(options, diags) : support::failure;
  if (!files)
    return complain(diags);
  PerfReport report{
      .target = how->target, .all = options.perf.all, .paper = options.perf.paper, .kernels = {}, .refused = {}};
  Supervisor supervisor;
  Worker worker(options, supervisor);
  worker.count({*how, options.perf.paper, options.perf.shapes,
                [&](KernelCost k) { report.kernels.push_back(std::move(k)); }});
  VerifyReport refused;
  for (const std::string &file : *files) {
    for (KernelReport &r : worker.run({file}))
      if (r.result.verdict != verify::Verdict::Verified)
        refused.kernels.push_back(std::move(r));
    if (supervisor.interrupted())
      return verify::exit_interrupted;
  }
  report.refused = refused.kernels;
  const TextStyle style{output->is_terminal(), options.quiet, options.time};
  if (!report.refused.empty())
    std::fputs(text_report(refused, {::isatty(STDERR_FILENO) == 1, true, false}).c_str(), stderr);
  if (!output->commit(options.format == Format::Json ? perf_json(report) : perf_text(report, style), diags))
    return complain(diags);
  return report.refused.empty() ? 0 : exit_status(refused);
}

} // namespace lockstep::driver
