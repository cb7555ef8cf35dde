// The races that an observer has found: see found_races.h.
#include "semantics/observers/found_races.h"

#include <algorithm>

namespace lockstep::semantics {

namespace {
bool same_pair(const Race &a, const Race &b) {
  auto same = [](const Side &x, const Side &y) { return x.site == y.site && x.kind == y.kind; };
  return (same(a.sides[0], b.sides[0]) && same(a.sides[1], b.sides[1])) ||
         (same(a.sides[0], b.sides[1]) && same(a.sides[1], b.sides[0]));
}
} // namespace

void FoundRaces::add(const AccessRecord &a, const AccessRecord &b, cfg::ArrayId array, unsigned granule_bytes,
                     const Geometry &geometry) {
  Race r;
  r.array = array;
  const std::int64_t bytes = granule_bytes;
  r.first_byte = std::max(a.lo, b.lo) * bytes;
  r.last_byte =
      std::min(a.lo + static_cast<std::int64_t>(a.granules), b.lo + static_cast<std::int64_t>(b.granules)) * bytes - 1;
  r.sides = {a.side, b.side};
  for (const Race &other : found_)
    if (same_pair(r, other))
      return;
  for (Side &s : r.sides)
    s.id = geometry.id(s.thread);
  found_.push_back(std::move(r));
}

void FoundRaces::keep(const Execution &e) {
  for (Race &r : found_) {
    bool known =
        std::any_of(kept_.begin(), kept_.end(), [&](const Race &k) { return k.array == r.array && same_pair(k, r); });
    if (known)
      continue;
    r.schedule = e.schedule;
    kept_.push_back(std::move(r));
  }
}

} // namespace lockstep::semantics
