// Slots of logged accesses (logs.h), and the copies that are kept beside them. Private to emit/watchdog.
#pragma once

#include "emit/watchdog/context.h"

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace lockstep::emit::watchdog {

inline constexpr std::int64_t no_site = -1;

struct Kept {
  bool counter = false; // of a loop's visits, else a variable
  cfg::VarId var = 0;
  std::size_t loop = 0; // kernel loop
  unsigned width = 0;
  bool operator<(const Kept &o) const {
    return std::tie(counter, var, loop, width) < std::tie(o.counter, o.var, o.loop, o.width);
  }
};

struct Slot {
  cfg::ArrayId array = 0;
  cfg::AccessKind kind = cfg::AccessKind::Read;
  Thread thread = Thread::First;
  std::string name;
  std::vector<lk::SiteId> sites;
  std::set<Kept> kept;
};

boogie::Expr is_empty(const Slot &s);
boogie::Expr holds(const Slot &s, lk::SiteId site); // the slot holds this site
boogie::Expr kept_copy(const Context &c, const Slot &s, const Kept &what);
// Does the loop pass a barrier that empties it?
bool reset_in(const Context &c, const Slot &s, const LoopInfo &l);

} // namespace lockstep::emit::watchdog
