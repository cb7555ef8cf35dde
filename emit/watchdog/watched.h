// The watched place of each array, and where writes are told apart by what they write, the watched value there
// (logs.h). Private to emit/watchdog.
#pragma once

#include "emit/watchdog/context.h"

#include <map>

namespace lockstep::emit::watchdog {

cfg::AccessKind kind_of(const Context &c, const lk::Log &l); // for this pair of threads
// A number of granules, as offsets are held.
boogie::Expr length_literal(const boogie::Type &offsets, std::uint64_t v);

class Watched {
public:
  explicit Watched(Context &c);

  boogie::Expr place(cfg::ArrayId a) const;
  boogie::Expr in_range(cfg::ArrayId a, const boogie::Expr &lo, std::uint64_t length) const;
  // Does the thread touch the watched place, where it is `guard`? The first thread writes the watched value, the second
  // any other.
  boogie::Expr touched(const lk::Log &l, Thread t, const boogie::Expr &guard) const;

private:
  Context &c_;
  std::map<cfg::ArrayId, boogie::Type> value_types_; // of arrays whose writes are told apart by value
};

} // namespace lockstep::emit::watchdog
