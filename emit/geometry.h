// The pair of threads and the launch geometry, the same for every encoding.
#pragma once

#include "cfg/launch.h"
#include "emit/declarations.h"
#include "emit/names.h"

#include <set>

namespace lockstep::emit {

// Two threads of one group (`distinct`: with different local ids), or threads of different groups.
boogie::Expr same_group_pair(const cfg::Launch &launch, Declarations &decls, bool distinct);
boogie::Expr different_groups_pair(const cfg::Launch &launch, Declarations &decls);

// Axioms: ids lie below their sizes; free sizes lie in the bounds that `assumptions` then states.
void declare_geometry(const cfg::Launch &launch, Declarations &decls, std::set<std::string> &assumptions);

} // namespace lockstep::emit
