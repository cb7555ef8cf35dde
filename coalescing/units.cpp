// See units.h.
#include "coalescing/units.h"

#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::coalescing {

namespace {

Number floored(Number a, Number b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

std::size_t touched(const std::vector<Number> &bytes, std::uint64_t each, Number unit, Number residue) {
  std::set<Number> seen;
  for (Number b : bytes)
    for (Number u = floored(b + residue, unit); u <= floored(b + residue + each - 1, unit); ++u)
      seen.insert(u);
  return seen.size();
}

std::vector<Number> bytes_of(const LaneForm &f, const LaneGroup &g, std::uint64_t granule) {
  std::vector<Number> out;
  for (std::size_t i : g.lanes)
    out.push_back(f.lanes[i] * static_cast<Number>(granule));
  return out;
}

// Does it not matter that the form is known up to multiples only? The numbers wrap around where a unit ends; an access
// of several granules must not lie across that place.
bool far_enough(const LaneForm &f, const LaneGroup &g, std::uint64_t granule, std::uint64_t bytes, Number unit) {
  if (f.modulo == LaneForm::exact)
    return true;
  const Number whole = (Number(1) << f.modulo) * static_cast<Number>(granule);
  const std::vector<Number> all = bytes_of(f, g, granule);
  const auto [lo, hi] = std::minmax_element(all.begin(), all.end());
  const auto each = static_cast<Number>(bytes);
  const bool apart = bytes == granule || (whole % each == 0 && g.step * static_cast<Number>(granule) % each == 0 &&
                                          std::all_of(all.begin(), all.end(), [&](Number b) { return b % each == 0; }));
  return apart && whole % unit == 0 && *hi - *lo + static_cast<Number>(bytes) + unit <= whole;
}

} // namespace

Interval around(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

std::optional<Interval> units(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                              std::uint64_t bytes, std::uint64_t unit, std::uint64_t align) {
  Interval out{0, 0};
  for (const LaneGroup &g : groups_of(f, lanes)) {
    const auto whole = static_cast<Number>(unit);
    if (!far_enough(f, g, granule, bytes, whole))
      return std::nullopt;
    const Number step =
        common_factor(common_factor(g.step * static_cast<Number>(granule), static_cast<Number>(align)), whole);
    const std::vector<Number> at = bytes_of(f, g, granule);
    Interval mine{~std::uint64_t(0), 0};
    for (Number residue = 0; residue < whole; residue += step) {
      const std::uint64_t n = touched(at, bytes, whole, residue);
      mine = around(mine, {n, n});
      if (support::left_out("units.residues"))
        break;
    }
    out = {std::max(out.lo, mine.lo), out.hi + mine.hi};
  }
  return out;
}

std::optional<std::uint64_t> distinct_bytes(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                                            std::uint64_t bytes) {
  const std::vector<LaneGroup> groups = groups_of(f, lanes);
  if (groups.size() != 1 || !far_enough(f, groups[0], granule, bytes, 1))
    return std::nullopt;
  return touched(bytes_of(f, groups[0], granule), bytes, 1, 0);
}

std::optional<Banks> banks(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                           std::uint64_t bytes, const cfg::Target &target) {
  const auto count = static_cast<Number>(target.banks);
  const unsigned at_a_time = target.lanes_a_phase(bytes);
  Banks out{.phases = 0};
  for (std::size_t first = 0; first < lanes.size(); first += at_a_time) {
    std::vector<bool> phase(lanes.size(), false);
    for (std::size_t i = first; i < std::min<std::size_t>(lanes.size(), first + at_a_time); ++i)
      phase[i] = lanes[i];
    Interval degree{0, 0};
    for (const LaneGroup &g : groups_of(f, phase)) {
      const auto word = static_cast<Number>(target.bank_bytes), round = word * static_cast<Number>(target.banks);
      if (!far_enough(f, g, granule, bytes, round))
        return std::nullopt;
      const Number step = common_factor(g.step * static_cast<Number>(granule), word);
      Interval mine{~std::uint64_t(0), 0};
      for (Number residue = 0; residue < word; residue += step) {
        std::map<Number, std::set<Number>> words; // by bank
        for (Number b : bytes_of(f, g, granule))
          for (Number w = floored(b + residue, word); w <= floored(b + residue + bytes - 1, word); ++w)
            words[((w % count) + count) % count].insert(w);
        std::uint64_t most = 0;
        for (const auto &[bank, of] : words)
          most = std::max<std::uint64_t>(most, of.size());
        mine = around(mine, {most, most});
      }
      degree = {std::max(degree.lo, mine.lo), degree.hi + mine.hi};
    }
    if (degree.hi == 0)
      continue;
    ++out.phases;
    out.wavefronts = {out.wavefronts.lo + degree.lo, out.wavefronts.hi + degree.hi};
    out.degree = {std::max(out.degree.lo, degree.lo), std::max(out.degree.hi, degree.hi)};
  }
  return out;
}

} // namespace lockstep::coalescing
