// Variables that only assertions speak of, such as the logs of accesses that annotations are about
// (frontend/lower/builtins/access_logs.cpp): nothing but their own next values and assertions is computed from them.
//
// Who asks about races or barriers may leave assertions about them alone. Sound because an assertion that is left out
// is one assumption less.
#pragma once

#include "cfg/ir/kernel.h"

namespace lockstep::emit {

std::vector<bool> only_claimed(const cfg::Kernel &k); // per variable

// Does the condition speak of one of them?
bool speaks_of(const cfg::Expr &condition, const std::vector<bool> &vars);

} // namespace lockstep::emit
