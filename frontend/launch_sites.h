// The launches of kernels in host code: `k<<<grid, block>>>(arguments)`, and what HIP's macros make of theirs. Internal
// to frontend/.
#pragma once

#include "frontend/frontend.h"
#include "frontend/lost_names.h"

#include "clang/AST/ASTContext.h"

#include <map>
#include <vector>

namespace lockstep::frontend {

using LaunchSites = std::map<const clang::FunctionDecl *, std::vector<LaunchSite>>; // by the kernel

// Of the functions declared at the top: by the kernel that is launched, in the order of the source. A kernel that lost
// text names may be launched there as well, in whatever way.
LaunchSites launch_sites(const clang::ASTContext &context, const std::vector<clang::Decl *> &top,
                         const LostNames &lost = {});

} // namespace lockstep::frontend
