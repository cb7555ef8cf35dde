// The two schemes of stage `predicate` (predicate.h): private to it.
#pragma once

#include "cfg/analysis/graph/sort_order.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "predication/predicated.h"

namespace lockstep::predication {

Predicated predicate_block_id(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order);
Predicated predicate_flags(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order,
                           const cfg::Uniformity &uniform);

} // namespace lockstep::predication
