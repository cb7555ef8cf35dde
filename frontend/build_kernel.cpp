// build_kernel (frontend.h): finds the function and lowers it.
#include "frontend/frontend.h"

#include "cfg/ir/rewrite.h"
#include "frontend/lower/apply_launch.h"
#include "frontend/lower/function.h"
#include "frontend/lower/lock_step.h"
#include "frontend/module.h"
#include "support/invariant.h"

namespace lockstep::frontend {

namespace {

// A node of the kernel IR stands for all of its occurrences (cfg/analysis/values/ranges/ranges.h). Preconditions have
// nodes of their own, so that what they say is known of the operands behind them.
void give_preconditions_their_own_nodes(cfg::Kernel &k) {
  for (cfg::Stmt &s : k.blocks.front().stmts)
    if (auto *a = std::get_if<cfg::Assume>(&s.node); a && a->kind == cfg::AssumeKind::Requires)
      a->condition = cfg::fresh_copy(a->condition);
}

} // namespace

support::Result<cfg::Kernel> build_kernel(const Module &module, const KernelName &kernel, const Options &options,
                                          support::Diagnostics &diags, const LaunchSite *site) {
  return build_kernel_in_lock_step(module, kernel, options, 0, diags, site);
}

support::Result<cfg::Kernel> build_kernel_in_lock_step(const Module &module, const KernelName &kernel,
                                                       const Options &options, unsigned lanes,
                                                       support::Diagnostics &diags, const LaunchSite *site) {
  if (kernel.broken) {
    diags.add(module.impl().parts.broken[*kernel.broken].cause);
    return support::failure;
  }
  const llvm::Function *f = module.impl().module->getFunction(kernel.symbol);
  LOCKSTEP_INVARIANT(f && !f->isDeclaration(), "a KernelName names a function of its module");
  PassedBuffers passed;
  if (site) {
    if (!check_launch(*site, diags))
      return support::failure;
    auto found = passed_buffers(*site, kernel.origin, diags);
    if (!found)
      return support::failure;
    passed = std::move(*found);
  }
  auto built = lower_function(*f, module.impl().dialect, options, passed, lanes, diags);
  if (!built)
    return support::failure;
  built->name = kernel.name;
  if (!built->terms.own_function) // of which nothing is asked but its contract
    built->terms.uncalled = module.impl().uncalled;
  const std::vector<std::string> &assumptions = module.impl().parts.assumptions;
  built->terms.assumptions.insert(built->terms.assumptions.end(), assumptions.begin(), assumptions.end());
  if (!built->origin.known())
    built->origin = kernel.origin;
  const auto limits = module.impl().limits.find(kernel.symbol);
  std::vector<cfg::Stmt> entry;
  if (limits != module.impl().limits.end() &&
      !apply_limits(limits->second, options.launch, built->origin, entry, diags))
    return support::failure;
  auto &stmts = built->blocks[0].stmts;
  stmts.insert(stmts.begin(), entry.begin(), entry.end());
  if (site) {
    apply_launch(*site, *built);
    apply_buffers(*site, *built);
  }
  give_preconditions_their_own_nodes(*built);
  return built;
}

} // namespace lockstep::frontend
