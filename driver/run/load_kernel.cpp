// See load_kernel.h.
#include "driver/run/load_kernel.h"

#include "cfg/ir/check.h"
#include "cfg/ir/parse.h"
#include "driver/launch/header_options.h"
#include "driver/launch/terms.h"
#include "driver/pipeline/file_run.h"
#include "driver/pipeline/load.h"
#include "driver/report/output.h"
#include "frontend/lower/lock_step.h"
#include "frontend/texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::driver {

using support::Diagnostics;
using support::Result;

namespace {

template <typename Named> bool only_one(const std::vector<Named> &all, const std::string &file, Diagnostics &diags) {
  if (all.size() > 1) {
    std::vector<std::string> names;
    for (const Named &n : all)
      names.push_back(n.name);
    diags.error(
        {}, fmt::format("'{}' has {} kernels: add --kernel with one of {}", file, all.size(), fmt::join(names, ", ")));
  }
  return all.size() == 1;
}

bool is_simt_text(const std::string &file) { return file.ends_with(".simt"); }

} // namespace

Result<cfg::Kernel> load_kernel(Options &options, cfg::Launch &launch, std::optional<semantics::simt::Program> &program,
                                support::SourceTexts &texts, Diagnostics &diags) {
  const std::string file = options.inputs.front();
  auto text = read_source(file, diags);
  if (!text)
    return support::failure;
  texts.add(file, *text);
  const Header header = options.no_header ? Header() : read_header(*text, file, false, diags);
  auto whole = with_header(options, header.options, file, diags);
  if (!whole)
    return support::failure;
  options = std::move(*whole);
  const auto target = target_of(options.run.target, diags);
  if (!target)
    return support::failure;
  if (!options.run.observe.empty() && !options.kernel.warp_size_given)
    options.kernel.warp_size = target->lanes;
  else
    settle_warp_size(file, options.kernel, nullptr, diags);
  if (is_simt_text(file)) {
    auto parsed = semantics::simt::parse_program(*text, file, diags);
    auto sizes = parsed ? launch_of(options, diags) : support::failure;
    if (!sizes || !semantics::simt::check(*parsed, diags))
      return support::failure;
    launch = *sizes;
    options.run.semantics = Semantics::Simt;
    program = std::move(*parsed);
    return program->kernel;
  }
  const support::Stage entry = entry_stage(file, options.from);
  if (entry == support::Stage::BuildKernel || entry == support::Stage::Normalise) {
    auto all = cfg::parse_kernels(*text, file, diags);
    if (!all)
      return support::failure;
    auto chosen = select(std::move(*all), options.kernel.kernel, file, diags);
    if (!only_one(chosen, file, diags) || !cfg::check(chosen[0], diags))
      return support::failure;
    auto settled = settle_launch(options, chosen[0], diags);
    if (!settled)
      return support::failure;
    launch = *settled;
    add_terms_of_text(options.kernel, chosen[0]);
    return std::move(chosen[0]);
  }
  if (entry != support::Stage::Compile) {
    diags.error({}, fmt::format("'{}': `lockstep run` takes a source file, LLVM IR or a .kir file", file));
    return support::failure;
  }
  auto sizes = launch_of(options, diags);
  if (!sizes)
    return support::failure;
  launch = *sizes;
  const frontend::Options how = frontend_options(options, options.inputs.front(), launch);
  auto module = frontend::compile(file, how, diags, texts);
  if (!module)
    return support::failure;
  auto names = select(frontend::kernels(*module), options.kernel.kernel, file, diags);
  if (!only_one(names, file, diags))
    return support::failure;
  auto built = frontend::build_kernel_in_lock_step(*module, names[0], how, options.kernel.warp_sync, diags);
  if (built)
    add_terms(options.kernel, built->terms);
  return built;
}

} // namespace lockstep::driver
