// Induction: what one trip round a loop does to the variables that it assigns.
//
// All statements are about the values at a loop's head. Number the visits of the head since the loop was last entered:
// k = 0, 1, 2, ...; this k is common to all variables of the loop. v@k is the value of v at visit k, v@0 its value on
// entry, signed(x) and unsigned(x) the two readings of a machine value.
//
// Sound because each iteration is executed symbolically over all its paths at once: an effect counts only if every
// path from the head to every back edge has it, a variable that an inner loop assigns counts behind it as unknown, or,
// if that loop's rounds are bounded, as moved by any number of its steps up to there, and memory that the kernel
// writes, havoc and atomics give unknown values. The statements follow by induction on k.
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/analysis/values/trip_count.h"

#include <optional>

namespace lockstep::cfg {

// Each iteration adds an amount to v: v@(k+1) == v@k + amount, modulo 2^width.
struct Recurrence {
  VarId var = 0;
  Expr init; // v@0, over variables and memory that the loop does not change; null if not known so
  Expr step; // the amount, likewise; null: it varies
  // What the amount can be, as mathematics: with signed(v@(k+1)) == signed(v@k) + amount, or for the unsigned reading.
  // Empty: the addition may wrap around in that reading. Of a known step, `wrap` tells the same.
  std::optional<Bounds> as_signed, as_unsigned;
  WrapInfo wrap; // on what that rests

  bool linear() const { return step != nullptr; } // v@k == v@0 + k * step
};

// Readings of an amount that varies; each is empty where it says nothing.
enum class Direction : std::uint8_t { Up, Down };
std::optional<Direction> direction(const std::optional<Bounds> &amount); // never less, or never more, than before
// Narrow enough to be of use:  v@0 + k * lo <= v@k <= v@0 + k * hi. (`if (...) v++`: from 0 to 1.)
std::optional<Bounds> band(const std::optional<Bounds> &amount);
inline constexpr std::int64_t max_band = 1 << 20; // wider ones say next to nothing

// At visit k the variables have the values tuples[k]; where k is beyond the last tuple, those of
// tuples[cycle + (k - cycle) % (tuples.size() - cycle)], or, without a cycle, there is no such visit.
struct Orbit {
  std::vector<VarId> vars;
  std::vector<std::vector<std::uint64_t>> tuples; // bits, one per variable
  std::optional<std::size_t> cycle;
};
inline constexpr std::size_t max_orbit = 66; // enough for the powers of two of a 64-bit variable, and 0

struct LoopInduction {
  std::vector<Recurrence> recurrences; // at most one a variable
  std::vector<Orbit> orbits;           // each variable in at most one
  std::vector<VarId> modified;         // all variables assigned in the loop, inner loops included, by number
  TripCount trips;

  const Recurrence *of(VarId v) const; // null: none is known
};

struct Induction {
  std::vector<LoopInduction> loops; // per loop of the forest

  const Recurrence *linear(std::size_t loop, VarId v) const; // null if it is not linear
};

// Only variables that are live at the loop's head are reported.
Induction induction(const Kernel &k, const LoopForest &forest, const Liveness &live, const Facts &facts,
                    const Ranges &ranges);

} // namespace lockstep::cfg
