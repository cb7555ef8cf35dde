// See load_kernel.h.
#include "driver/run/load_kernel.h"

#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "frontend/lower/lock_step.h"
#include "frontend/texts.h"
#include "jobs/input/header_options.h"
#include "jobs/input/stage_options.h"
#include "jobs/input/terms.h"
#include "jobs/pipeline/file_run.h"
#include "support/text_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::driver {

using support::Diagnostics;
using support::Result;

namespace {

template <typename Named>
bool only_one(std::vector<Named> &all, const std::string &wanted, const std::string &file, Diagnostics &diags) {
  const auto is_other = [&](const Named &n) { return n.name != wanted; }; // an instance of a template of that name
  if (std::ranges::count_if(all, is_other) + 1 == static_cast<std::ptrdiff_t>(all.size()))
    std::erase_if(all, is_other);
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
  auto text = support::read_source(file, diags);
  if (!text)
    return support::failure;
  texts.add(file, *text);
  const jobs::Header header = options.no_header ? jobs::Header() : jobs::read_header(*text, file, false, diags);
  auto whole = jobs::with_header(options, header.options, file, diags);
  if (!whole)
    return support::failure;
  static_cast<jobs::Options &>(options) = std::move(*whole);
  const auto target = jobs::target_of(options.run.target, diags);
  if (!target)
    return support::failure;
  if (!options.run.observe.empty() && !options.kernel.warp_size_given)
    options.kernel.warp_size = target->lanes;
  else
    jobs::settle_warp_size(file, options.kernel, nullptr, diags);
  launch::Question question = jobs::launch_question(options);
  if (is_simt_text(file)) {
    auto parsed = semantics::simt::parse_program(*text, file, diags);
    const auto sizes = parsed ? launch::resolve_launch(question, diags) : support::failure;
    if (!sizes || !semantics::simt::check(*parsed, diags))
      return support::failure;
    launch = sizes->launch;
    options.run.semantics = Semantics::Simt;
    program = std::move(*parsed);
    return program->kernel;
  }
  const support::Stage entry = jobs::entry_stage(file, options.from);
  if (entry == support::Stage::BuildKernel || entry == support::Stage::Normalise) {
    auto all = cfg::parse_kernels(*text, file, diags);
    if (!all)
      return support::failure;
    auto chosen = jobs::select(std::move(*all), options.kernel.kernel, file, diags);
    if (!only_one(chosen, options.kernel.kernel, file, diags) || !cfg::check(chosen[0], diags))
      return support::failure;
    question.compiled_for = chosen[0].terms.launch;
    question.kernel = &chosen[0];
    const auto settled = launch::resolve_launch(question, diags);
    if (!settled)
      return support::failure;
    launch = settled->launch;
    jobs::add_terms_of_text(options.kernel, chosen[0]);
    return std::move(chosen[0]);
  }
  if (entry != support::Stage::Compile) {
    diags.error({}, fmt::format("'{}': `lockstep run` takes a source file, LLVM IR or a .kir file", file));
    return support::failure;
  }
  const auto sizes = launch::resolve_launch(question, diags);
  if (!sizes)
    return support::failure;
  launch = sizes->launch;
  const frontend::Options how = jobs::frontend_options(options, options.inputs.front(), launch);
  auto module = frontend::compile(file, how, diags, texts);
  if (!module)
    return support::failure;
  auto names = jobs::select(frontend::kernels(*module), options.kernel.kernel, file, diags);
  if (!only_one(names, options.kernel.kernel, file, diags))
    return support::failure;
  auto built = frontend::build_kernel_in_lock_step(*module, names[0], how, options.kernel.warp_sync, diags);
  if (built)
    jobs::add_terms(options.kernel, built->terms);
  return built;
}

} // namespace lockstep::driver
