// build_kernel (frontend.h): finds the function and lowers it.
#include "frontend/frontend.h"

#include "frontend/lower_function.h"
#include "frontend/module.h"
#include "support/invariant.h"

namespace lockstep::frontend {

support::Result<cfg::Kernel> build_kernel(const Module &module, const KernelName &kernel, const Options &options,
                                          support::Diagnostics &diags) {
  const llvm::Function *f = module.impl().module->getFunction(kernel.symbol);
  LOCKSTEP_INVARIANT(f && !f->isDeclaration(), "a KernelName names a function of its module");
  auto built = lower_function(*f, module.impl().dialect, options, diags);
  if (!built)
    return support::failure;
  built->name = kernel.name;
  if (!built->origin.known())
    built->origin = kernel.origin;
  return built;
}

} // namespace lockstep::frontend
