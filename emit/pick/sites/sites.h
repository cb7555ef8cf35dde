// Sites: the accesses of an interval to one array, merged where they differ by constants only (docs/design.md 6.1,
// "ranged and merged accesses").
//
// Accesses of one stretch of statements with the same kind and the same linear part (cfg/analysis/values/linear.h)
// become one site with a union of offset ranges, placed where the first of them stands. Sound because no variable of
// the linear part, nor of what a token of the access speaks of, is assigned and no assumption stands between them, so
// each member touches exactly the site's offset plus its delta and has the same tokens, and the site may be picked
// whenever a member may be executed (placing it first only adds picks).
//
// Where there are many accesses, a stretch goes on in the next node of its chain (chains.h): sound for the same reason,
// since whatever may assign a variable between the two nodes makes it another one.
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/analysis/graph/intervals.h"
#include "cfg/analysis/order/same_iteration.h"
#include "cfg/analysis/values/linear.h"
#include "emit/encode/goal.h"
#include "emit/knowledge/digits.h"

#include <optional>
#include <vector>

namespace lockstep::emit::pick {

struct PlacedSite {
  int node = 0;
  std::uint32_t stmt = 0; // statement of the node's block in front of which the site stands
  cfg::Expr offset;       // of member delta 0
  Site site;
  std::vector<cfg::Expr> values; // of a single store, in order; empty for merged sites and other accesses
  cfg::Linear form;              // the offset taken apart with all equations known at the site
  knowledge::Offset polynomial;  // the same, products multiplied out
  bool changes = true;           // not a load, atomic or plain
  std::optional<cfg::SameIterationOfAllLoops> same = {}; // run by all threads together, and once in the interval
  cfg::Tokens tokens = {};                               // what orders it (cfg/analysis/order/tokens.h)
};

inline constexpr std::size_t many_accesses = 64; // to one array in one interval

// Which loads count: those that barriers order, or the others. Writes count for both.
enum class Loads : std::uint8_t { Coherent, Incoherent };

// All sites of `array` in the interval, for two threads of one group or of different ones. `merge`: false keeps every
// access apart.
std::vector<PlacedSite> sites_of(const cfg::Kernel &k, const cfg::Analyses &a, cfg::FactReader &facts,
                                 const cfg::Interval &interval, cfg::ArrayId array, bool same_group, Loads loads,
                                 bool merge);

// The union of the members' ranges as maximal runs [first, second), ascending.
std::vector<std::pair<std::int64_t, std::int64_t>> ranges_of(const Site &site);

// What a site's ranges have in common: they start at from, from + stride, ..., at most at `to`.
struct Hull {
  std::int64_t from = 0, to = 0, stride = 0;
  std::int64_t shortest = 0, longest = 0;
  bool exact = false; // every such place is one of the ranges
};
Hull hull_of(const std::vector<std::pair<std::int64_t, std::int64_t>> &ranges); // at least two

inline constexpr std::size_t many_ranges = 8; // from more than these on, the hull is what a program has of them
bool is_coarse(const Site &site);             // more than that, and the hull has places that are none of the ranges

} // namespace lockstep::emit::pick
