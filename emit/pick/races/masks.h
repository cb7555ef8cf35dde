// Accesses that a barrier under a mask orders: both threads are among those that it names, one makes its access before
// it comes there, which gives a token, the other behind it, which takes one (cfg/analysis/order/tokens.h).
//
// Sound because in the interval a thread comes there at most once, and to the exchange that has given the mask at most
// once, so that the two threads, which begin the interval together, come to the same one; only threads that are named
// run the blocks of the accesses (LanesOf::only); and every way from the first access leads through the barrier, so
// that the thread has not ended before. Private to emit/pick.
#pragma once

#include "emit/pick/goals/goals.h"
#include "emit/pick/sites/sites.h"

#include <vector>

namespace lockstep::emit::pick {

// Is there a mask that may order threads of a team of so many?
bool masks_may_order(Goals &goals, Teams teams);

// Gives the sites their tokens, each barrier's on a channel of its own, which is added.
void give_mask_tokens(Goals &goals, cfg::ArrayId array, const cfg::Interval &interval, Teams teams,
                      std::vector<PlacedSite> &sites, std::vector<cfg::Channel> &channels);

} // namespace lockstep::emit::pick
