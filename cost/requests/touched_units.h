// How many units (sectors, lines) a request touches, and how many phases a request of group memory takes.
#pragma once

#include "cost/requests/lane_form.h"
#include "device/targets.h"

namespace lockstep::coalescing {

// At least `lo` and at most `hi`.
struct Interval {
  std::uint64_t lo = 0, hi = 0;
  bool exact() const { return lo == hi; }
  bool operator==(const Interval &) const = default;
};
Interval around(Interval a, Interval b);
std::string text(Interval i); // "4", "4 to 5"

// Of the lanes that are of interest: each accesses `bytes` bytes at its value times `granule`, from an array's start
// that is a multiple of `align`. Sound because what lanes with the same factors share is one of finitely many residues
// modulo the unit, all of which are tried; lanes with other factors may meet them or not; of a lane that is known up to
// an interval, every unit there counts once at most, and some unit there at least. Empty: the form is known up to
// multiples of too small a number only. `apart`: lanes with other factors meet in no unit.
std::optional<Interval> units(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                              std::uint64_t bytes, std::uint64_t unit, std::uint64_t align, bool apart = false);

// Different bytes.
std::optional<Interval> distinct_bytes(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                                       std::uint64_t bytes);

// The most lanes whose accesses begin at one place.
Interval on_one_place(const LaneForm &f, const std::vector<bool> &lanes);

// Bytes from each lane to the next, where these are the same number for all that are of interest.
std::optional<Number> stride(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule);

// Of at most 16 bytes a lane (cfg/passes/split_accesses.h).
struct Banks {
  Interval wavefronts; // all phases together
  Interval degree;     // of the worst phase: different words of one bank
  std::uint64_t phases = 1;
};
std::optional<Banks> banks(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                           std::uint64_t bytes, const cfg::Target &target);

} // namespace lockstep::coalescing
