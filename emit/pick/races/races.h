// The race goals of a kernel. Private to emit/pick.
#pragma once

#include "emit/pick/goals/goals.h"
#include "emit/pick/races/ended.h"
#include "emit/pick/races/stored_values.h"

namespace lockstep::emit::pick {

class Races {
public:
  explicit Races(Goals &goals) : goals_(goals), values_(goals.c, goals.options.only_computed) {}

  bool may_be(cfg::Space space) const; // is some array of the space written, and accessed by two threads at all?
  // Of Pair::Any: of writes and incoherent loads; the interval is the whole kernel.
  void of_interval(const cfg::Interval &interval, std::size_t index, cfg::ArrayId array, Pair pair, Teams teams = {});
  // Do two threads of the pair ever touch one cell of the array, one of them writing, whatever lies between?
  void touched_apart(const cfg::Interval &whole, std::size_t index, cfg::ArrayId array, Pair pair);
  void with_ended(cfg::Space space, Teams teams); // ended.h

private:
  Goals &goals_;
  StoredValues values_;
};

} // namespace lockstep::emit::pick
