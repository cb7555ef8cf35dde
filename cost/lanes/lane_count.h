// What one request, or one branch, costs as a function: of how far conditions are from their thresholds, of the phase
// that the lanes share within a sector, of an unknown stride (docs/design.md 13).
//
// Sound because a table has an entry for each combination of what its indices can be, and an entry is counted lane by
// lane with plain sets, once with the lanes that surely come along and once with those that may: both counts grow with
// the set of lanes. Indices that nobody can evaluate are left out, the least and the greatest entry standing for all.
#pragma once

#include "cost/lanes/lane_sets.h"
#include "device/targets.h"

#include <functional>

namespace lockstep::cost {

struct CostBounds { // per request; `hi` empty: none is known
  Expr lo;
  std::optional<Expr> hi;
};
CostBounds times(const CostBounds &c, const Rational &n); // n >= 0
CostBounds plus(const CostBounds &a, const CostBounds &b);

using LaneSet = std::uint64_t; // bit i: lane i
struct Lanes {                 // those that surely come along, those that may
  LaneSet must = 0, may = 0;
  auto operator<=>(const Lanes &) const = default;
};
inline bool has(LaneSet set, std::size_t lane) { return (set >> lane & 1) != 0; }

// A symbol that stands for something that nobody knows: its name begins with a question mark.
bool is_unknown(const Expr &e);

class LaneCounter {
public:
  LaneCounter(const Masks &masks, std::size_t lanes) : masks_(masks), lanes_(lanes) {}

  // 1 if some lane comes along.
  CostBounds issued(Mask m);
  // How many lanes come along.
  CostBounds number(Mask m);
  // How many ways are taken, less 1.
  CostBounds splits(const std::vector<Mask> &ways);
  struct Place {
    LaneValue offset;                    // in granules
    std::int64_t granule = 4;            // bytes
    std::int64_t bytes = 4;              // of a lane
    std::int64_t align = 256;            // bytes, of the array's start
    std::optional<std::uint64_t> extent; // granules
  };
  // Distinct units of so many bytes: sectors, lines, words, granules.
  CostBounds pieces(Mask m, const Place &p, const cfg::Target &t, std::uint64_t bytes) const;
  // Lanes on the address that most lanes have, less 1.
  CostBounds same(Mask m, const Place &p) const;
  CostBounds conflicts(Mask m, const Place &p, const cfg::Target &t) const;
  // Phases of lanes that are served together, of which some lane comes along.
  CostBounds phases(Mask m, const Place &p, const cfg::Target &t) const;

private:
  struct Offset;
  struct Counted {
    Rational lo, hi;
  };
  // `more`: index dimensions beside those of the masks; `count`: for their values.
  using Count = std::function<Counted(const std::vector<Lanes> &, const std::vector<long> &)>;
  struct Extra {
    Expr index; // counted from 0
    std::size_t size;
  };
  std::optional<CostBounds> tabulate(const std::vector<Mask> &ms, const std::vector<Extra> &more, const Count &count,
                                     std::size_t limit = 12'000) const;
  std::optional<CostBounds> tabulated(const std::vector<Mask> &ms, const std::vector<Extra> &more, const Count &count,
                                      std::size_t limit) const;
  struct Rows { // offset == lane's + factor * stride
    Expr stride;
    std::vector<Number> factors;
    long far; // rows with other factors are apart from this stride on
  };
  CostBounds in_rows(Mask m, const Place &p, std::int64_t unit, const Rows &rows, const cfg::Target &t) const;
  CostBounds units(Mask m, const Place &p, std::int64_t unit, bool banks, const cfg::Target &t) const;

  const Masks &masks_;
  std::size_t lanes_;
  std::map<Mask, CostBounds> issued_; // what was asked before: sets keep their numbers
  std::map<std::vector<Mask>, CostBounds> splits_;
};

} // namespace lockstep::cost
