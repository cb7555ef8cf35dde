// Which of a group's copies is the watched one (group_copies.cpp), as conditions.
#pragma once

#include "frontend/lower/build_terms.h"
#include "frontend/lower/memory/copies.h"

#include <array>
#include <utility>
#include <vector>

namespace lockstep::frontend {

inline const cfg::Type event_number = cfg::int_type(64);

inline cfg::Expr either(const cfg::Expr &a, const cfg::Expr &b) { return cfg::binary(cfg::Op::Or, a, b); }
// Is the watched copy, if it has started, of one of the ages that `of` names? Turns count from 1.
cfg::Expr has_age(const CopySite &site, const CopyWatch &w, const std::array<bool, ages> &of);
cfg::Expr all_equal(const std::vector<std::pair<cfg::Expr, cfg::Expr>> &pairs);
// Is the copy of this site, in this thread's group, the watched one, up to its turn?
cfg::Expr is_watched(const CopySite &site, const CopyWatch &w);
cfg::Expr is_countable(const CopySite &site);
// The event of a site's copy.
cfg::Expr number_of(const CopySite &site, const cfg::Expr &turn, std::size_t sites);

} // namespace lockstep::frontend
