// Text (.kir) -> kernel. The grammar stands in print.h.
//
// The parser reports every mistake with its place and resolves names and types: what it returns has valid ids and
// well-typed expressions, built exactly as written (never folded). All else is check's (check.h). Whatever has no
// origin in the text gets its place in the text as origin, so that kernels written by hand have places too.
#pragma once

#include "cfg/ir/kernel.h"
#include "support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cfg {

using support::Diagnostics;

// Exactly one kernel; any number of kernels. `file` is the name that places carry.
support::Result<Kernel> parse(std::string_view text, const std::string &file, Diagnostics &diags);
support::Result<std::vector<Kernel>> parse_kernels(std::string_view text, const std::string &file, Diagnostics &diags);

// One expression over the variables and arrays of a kernel.
support::Result<Expr> parse_expr(std::string_view text, const Kernel &k, Diagnostics &diags);

} // namespace lockstep::cfg
