// What accesses cost by the width of a block, where two of its sizes or more are not known: `tile[y * width + x]`
// touches 4 sectors for widths of 8, 16 and all multiples of 32. Widths in between part the warps at ever other places;
// of them no more is known than of any block.
#pragma once

#include "cost/requests/requests.h"

namespace lockstep::coalescing {

// What `requests` finds, with `by_width` and `all_widths` of those accesses that are trivial for the sake of the sizes:
// for the powers of two that are less than a warp's lanes, with the sizes that the kernel then demands, and for all
// multiples of these lanes. Widths with which no thread gets to an access are left out, as are those that say nothing.
// `analysis`: as `a` was made.
std::vector<AccessCost> requests_by_width(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options,
                                          const cfg::AnalysisOptions &analysis);

// "16 sectors for a block's width of 2, 8 for 4, 4 for 8, 16, 32, 64, ..."
std::string text(const std::vector<WidthCost> &widths, bool group);

} // namespace lockstep::coalescing
