// Trip counts: see trip_count.h.
#include "cfg/analysis/values/trip_count.h"

#include "cfg/analysis/values/induction.h"
#include "cfg/analysis/values/iteration.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

TripCount trip_count(const std::map<VarId, Step> &steps, const std::vector<Orbit> &orbits, const Loop &loop,
                     const Ranges &ranges) {
  TripCount out;
  auto at_most = [&](Wide n) {
    if (n <= max_band) // else what moves in each round says too little
      out.most = out.most ? std::min(*out.most, n) : n;
  };
  for (const auto &[v, step] : steps) {
    const ExprRange at_head = ranges.at_entry(loop.head, v);
    auto moves = [&](const Bounds &by, NoWrap exact, const Bounds &room) {
      const Wide least = std::max(by.lo, -by.hi);
      if (support::sound("trip_count.exact", exact != NoWrap::MayWrap) && least > 0)
        at_most((room.hi - room.lo) / least);
    };
    moves(step.as_signed, step.wrap.signed_ok, at_head.as_signed);
    moves(step.as_unsigned, step.wrap.unsigned_ok, at_head.as_unsigned);
  }
  for (const Orbit &o : orbits)
    if (!o.cycle)
      at_most(Wide(o.tuples.size()) - 1);
  return out;
}

} // namespace lockstep::cfg
