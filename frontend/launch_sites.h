// The launches of kernels in host code: `k<<<grid, block>>>(arguments)`, and what HIP's macros make of theirs. Internal
// to frontend/.
#pragma once

#include "frontend/frontend.h"

#include "clang/AST/ASTContext.h"

#include <map>
#include <vector>

namespace lockstep::frontend {

// Of the functions declared at the top: by the kernel that is launched, in the order of the source.
std::map<const clang::FunctionDecl *, std::vector<LaunchSite>> launch_sites(const clang::ASTContext &context,
                                                                            const std::vector<clang::Decl *> &top);

} // namespace lockstep::frontend
