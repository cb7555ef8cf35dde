// The launches of kernels in host code: `k<<<grid, block>>>(arguments)`, and what HIP's macros make of theirs. Internal
// to frontend/.
#pragma once

#include "frontend/broken/lost_names.h"
#include "frontend/frontend.h"
#include "frontend/host/launches/outside_calls.h"

#include "clang/AST/ASTContext.h"

#include <map>
#include <vector>

namespace lockstep::frontend {

using LaunchSites = std::map<const clang::FunctionDecl *, std::vector<LaunchSite>>; // by the kernel

// Of the functions declared at the top: by the kernel that is launched, in the order of the source. A kernel that lost
// text names may be launched there as well, in whatever way.
// `top` is a copy: Clang hands declarations of precompiled headers on as they are loaded, that is, while bodies are
// walked, and whoever collects them would grow the list under the walk. `ask` says who calls the file's functions from
// elsewhere, where none in the file does.
LaunchSites launch_sites(const clang::ASTContext &context, std::vector<clang::Decl *> top, const LostNames &lost = {},
                         const AskOutside &ask = {});

// How the file calls functions that others define.
OutsideCallers calls_of(const clang::ASTContext &context, std::vector<clang::Decl *> top, const LostNames &lost,
                        const std::vector<OutsideFunction> &functions);

} // namespace lockstep::frontend
