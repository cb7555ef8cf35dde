// See touched_units.h.
#include "cost/requests/touched_units.h"

#include "cost/requests/form_arithmetic.h"
#include "support/sound.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <set>

namespace lockstep::coalescing {

namespace {

// What a lane's access begins with: bytes from `first` to `last`.
struct Start {
  Number first, last;
};

// Units that the lanes' accesses touch, of `each` bytes, where all are moved by `residue` and places are known;
// `starts` are in order.
std::uint64_t touched_surely(const std::vector<Start> &starts, std::uint64_t each, Number unit, Number residue) {
  std::uint64_t out = 0;
  std::optional<Number> behind; // those counted
  const auto positive = static_cast<std::uint64_t>(unit);
  const bool power = std::has_single_bit(positive); // as most are: a division of 128 bits is dear
  const int bits = std::countr_zero(positive);
  const auto index = [&](Number byte) { return power ? byte >> bits : floored(byte, unit); };
  for (const Start &s : starts) {
    const Number from = index(s.first + residue), end = index(s.first + residue + static_cast<Number>(each) - 1) + 1;
    const Number begin = behind ? std::max(from, *behind) : from;
    if (begin < end)
      out += static_cast<std::uint64_t>(end - begin);
    behind = end;
  }
  return out;
}

// Units that the lanes' accesses touch, of `each` bytes, where all are moved by `residue`; `starts` are in order.
Interval touched(const std::vector<Start> &starts, std::uint64_t each, Number unit, Number residue, Number granule) {
  if (std::all_of(starts.begin(), starts.end(), [](const Start &s) { return s.first == s.last; })) {
    const std::uint64_t all = touched_surely(starts, each, unit, residue);
    return {all, all};
  }
  std::vector<Number> sure;                            // of lanes whose places are known
  std::vector<std::pair<Number, Number>> first, whole; // of the others: where accesses begin, and lie
  for (const Start &s : starts) {
    const Number from = floored(s.first + residue, unit), to = floored(s.last + residue, unit);
    const Number end = floored(s.last + residue + static_cast<Number>(each) - 1, unit);
    if (s.first == s.last) {
      for (Number u = from; u <= end; ++u)
        sure.push_back(u);
    } else {
      first.push_back({to, from}); // by their ends
      whole.push_back({from, end});
    }
  }
  std::sort(sure.begin(), sure.end());
  sure.erase(std::unique(sure.begin(), sure.end()), sure.end());
  // At least: as many as no two of which begin in one unit.
  std::sort(first.begin(), first.end());
  std::uint64_t apart = 0;
  std::optional<Number> taken;
  for (const auto &[to, from] : first)
    if (!taken || from > *taken) {
      ++apart;
      taken = to;
    }
  // At most: all that a run of overlapping intervals covers, or as many as its lanes can touch.
  const bool straddles = static_cast<Number>(each) != granule || unit % granule != 0 || residue % granule != 0;
  const std::uint64_t of_one =
      straddles ? (each + static_cast<std::uint64_t>(unit) - 2) / static_cast<std::uint64_t>(unit) + 1 : 1;
  std::sort(whole.begin(), whole.end());
  std::uint64_t most = sure.size();
  for (std::size_t i = 0; i < whole.size();) {
    Number end = whole[i].second;
    std::uint64_t lanes = 0;
    const Number begin = whole[i].first;
    for (; i < whole.size() && whole[i].first <= end; ++i, ++lanes)
      end = std::max(end, whole[i].second);
    const auto covered = static_cast<std::uint64_t>(end - begin + 1);
    std::uint64_t known = 0; // counted already
    for (auto at = std::lower_bound(sure.begin(), sure.end(), begin); at != sure.end() && *at <= end; ++at)
      ++known;
    most += std::min(covered - known, lanes * of_one);
  }
  return {std::max<std::uint64_t>(apart, sure.size()), most};
}

// In order.
std::vector<Start> starts_of(const LaneForm &f, const LaneGroup &g, std::uint64_t granule) {
  std::vector<Start> out;
  out.reserve(g.lanes.size());
  for (std::size_t i : g.lanes)
    out.push_back({f.lanes[i] * static_cast<Number>(granule), f.highest(i) * static_cast<Number>(granule)});
  std::sort(out.begin(), out.end(), [](const Start &a, const Start &b) { return a.first < b.first; });
  return out;
}

// Different words that the lanes touch in one bank, of the bank where they are most.
Interval meeting(const std::vector<Start> &starts, std::uint64_t each, Number word, Number banks, Number residue) {
  std::vector<Number> sure;                                             // words
  std::vector<std::uint64_t> lanes(static_cast<std::size_t>(banks), 0); // by bank: whose places are not known
  std::optional<Number> least, most;                                    // words of these lanes
  for (const Start &s : starts) {
    const Number from = floored(s.first + residue, word);
    const Number end = floored(s.last + residue + static_cast<Number>(each) - 1, word);
    if (s.first == s.last) {
      for (Number w = from; w <= end; ++w)
        sure.push_back(w);
      continue;
    }
    for (Number w = from; w <= std::min(end, from + banks - 1); ++w)
      ++lanes[static_cast<std::size_t>(((w % banks) + banks) % banks)];
    least = least ? std::min(*least, from) : from;
    most = most ? std::max(*most, end) : end;
  }
  std::sort(sure.begin(), sure.end());
  sure.erase(std::unique(sure.begin(), sure.end()), sure.end());
  std::vector<std::uint64_t> known(static_cast<std::size_t>(banks), 0); // words by bank
  for (Number w : sure)
    ++known[static_cast<std::size_t>(((w % banks) + banks) % banks)];
  Interval out{std::max<std::uint64_t>(1, *std::max_element(known.begin(), known.end())), 0};
  out.hi = out.lo;
  if (!least)
    return out;
  const auto there = static_cast<std::uint64_t>((*most - *least) / banks + 1);
  const std::uint64_t of_one =
      (each + static_cast<std::uint64_t>(word * banks) - 2) / static_cast<std::uint64_t>(word * banks) + 1;
  for (std::size_t b = 0; b < known.size(); ++b)
    out.hi = std::max(out.hi, known[b] + std::min(there, lanes[b] * of_one));
  return out;
}

// Does it not matter that the form is known up to multiples only? The numbers wrap around where a unit ends; an access
// of several granules must not lie across that place.
bool far_enough(const LaneForm &f, const LaneGroup &g, std::uint64_t granule, std::uint64_t bytes, Number unit) {
  if (f.modulo == LaneForm::exact)
    return true;
  const Number whole = (Number(1) << f.modulo) * static_cast<Number>(granule);
  const std::vector<Start> all = starts_of(f, g, granule);
  Number lo = all[0].first, hi = all[0].last;
  for (const Start &s : all) {
    lo = std::min(lo, s.first);
    hi = std::max(hi, s.last);
  }
  const auto each = static_cast<Number>(bytes);
  const bool apart =
      bytes == granule ||
      (whole % each == 0 && g.step * static_cast<Number>(granule) % each == 0 &&
       std::all_of(all.begin(), all.end(), [&](const Start &s) { return s.first == s.last && s.first % each == 0; }));
  return apart && whole % unit == 0 && hi - lo + each + unit <= whole;
}

// Is half of the numbers' circle a whole number of units?
bool halves(const LaneForm &f, std::uint64_t granule, Number unit) {
  return (Number(1) << (f.modulo - 1)) * static_cast<Number>(granule) % unit == 0;
}

// The most words that the lanes of all groups together touch in one bank, if it is known how far the groups' banks are
// apart. Sound because the places of two lanes are then a known number and a multiple of all banks apart, and words in
// one bank are no more than those of each group.
std::optional<std::uint64_t> meeting_of_groups(const LaneForm &f, const std::vector<LaneGroup> &groups,
                                               std::uint64_t granule, std::uint64_t each, const cfg::Target &target) {
  const auto word = static_cast<Number>(target.bank_bytes), round = word * static_cast<Number>(target.banks);
  const bool wraps_within = f.modulo != LaneForm::exact && (f.shifted || !halves(f, granule, round));
  if (groups.size() < 2 || f.loose() || wraps_within)
    return std::nullopt;
  const std::size_t first = groups[0].lanes[0];
  const auto parted = [&](const LaneGroup &g) {
    return std::any_of(f.terms.begin(), f.terms.end(), [&](const Term &t) {
      return (t.factors[g.lanes[0]] - t.factors[first]) * static_cast<Number>(granule) % round != 0;
    });
  };
  if (!support::left_out("units.groups_apart") && std::any_of(groups.begin(), groups.end(), parted))
    return std::nullopt;
  const Number step = common_factor(groups[0].step * static_cast<Number>(granule), word);
  std::uint64_t out = 0;
  for (Number residue = 0; residue < word; residue += step) {
    std::vector<std::uint64_t> all(target.banks, 0);
    for (const LaneGroup &g : groups) {
      std::set<Number> words;
      for (std::size_t i : g.lanes) {
        const Number at = f.lanes[i] * static_cast<Number>(granule) + residue;
        for (Number w = floored(at, word); w <= floored(at + static_cast<Number>(each) - 1, word); ++w)
          words.insert(w);
      }
      for (Number w : words)
        ++all[static_cast<std::size_t>(w - floored(w, target.banks) * target.banks)];
    }
    out = std::max(out, *std::max_element(all.begin(), all.end()));
  }
  return out;
}

} // namespace

Interval around(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

std::string text(Interval i) { return i.exact() ? fmt::format("{}", i.lo) : fmt::format("{} to {}", i.lo, i.hi); }

std::optional<Interval> units(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                              std::uint64_t bytes, std::uint64_t unit, std::uint64_t align, bool apart) {
  Interval out{0, 0};
  for (const LaneGroup &g : groups_of(f, lanes)) {
    const auto whole = static_cast<Number>(unit);
    if (!far_enough(f, g, granule, bytes, whole))
      return std::nullopt;
    const Number step =
        common_factor(common_factor(g.step * static_cast<Number>(granule), static_cast<Number>(align)), whole);
    const std::vector<Start> at = starts_of(f, g, granule);
    Interval mine{~std::uint64_t(0), 0};
    for (Number residue = 0; residue < whole; residue += step) {
      mine = around(mine, touched(at, bytes, whole, residue, static_cast<Number>(granule)));
      if (support::left_out("units.residues"))
        break;
    }
    // Where the numbers wrap around lanes part, perhaps in the middle of a unit.
    const bool parted = f.modulo < 64 && (f.shifted || align % unit != 0 || !halves(f, granule, whole));
    out = {apart ? out.lo + mine.lo : std::max(out.lo, mine.lo),
           out.hi + mine.hi + (parted && g.lanes.size() > 1 ? 1 : 0)};
  }
  return out;
}

std::optional<Interval> distinct_bytes(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                                       std::uint64_t bytes) {
  Interval out{0, 0};
  for (const LaneGroup &g : groups_of(f, lanes)) {
    if (!far_enough(f, g, granule, bytes, 1))
      return std::nullopt;
    const std::vector<Start> at = starts_of(f, g, granule);
    // In granules: places are multiples of them.
    const Interval mine = touched(at, bytes, static_cast<Number>(granule), 0, static_cast<Number>(granule));
    out = {std::max(out.lo, mine.lo * granule), out.hi + mine.hi * granule};
  }
  return out;
}

Interval on_one_place(const LaneForm &f, const std::vector<bool> &lanes) {
  Interval out{1, 0};
  for (const LaneGroup &g : groups_of(f, lanes)) {
    std::map<Number, std::uint64_t> known;
    std::uint64_t most = 1;
    for (std::size_t i : g.lanes)
      if (f.lanes[i] == f.highest(i))
        most = std::max(most, ++known[f.lanes[i]]);
    out.lo = std::max(out.lo, f.modulo == LaneForm::exact || most > 1 ? most : 1);
    std::uint64_t hi = most; // of the others: those that may begin where one of them does
    for (std::size_t i : g.lanes) {
      const auto meets = [&](std::size_t j) { return f.lanes[j] <= f.lanes[i] && f.lanes[i] <= f.highest(j); };
      hi = std::max<std::uint64_t>(hi, std::count_if(g.lanes.begin(), g.lanes.end(), meets));
    }
    out.hi += f.modulo == LaneForm::exact ? hi : g.lanes.size();
  }
  return {out.lo, std::max<std::uint64_t>(out.hi, out.lo)};
}

std::optional<Number> stride(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule) {
  std::optional<Number> out;
  std::optional<std::size_t> before;
  if (f.loose() || groups_of(f, lanes).size() != 1)
    return std::nullopt;
  for (std::size_t i = 0; i < f.lanes.size(); ++i) {
    if (!lanes[i])
      continue;
    if (before) {
      const Number apart = (f.lanes[i] - f.lanes[*before]) * static_cast<Number>(granule);
      if (out && *out != apart)
        return std::nullopt;
      out = apart;
    }
    before = i;
  }
  return out;
}

std::optional<Banks> banks(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                           std::uint64_t bytes, const cfg::Target &target) {
  const auto count = static_cast<Number>(target.banks);
  const auto word = static_cast<Number>(target.bank_bytes), round = word * count;
  Banks out{.phases = 0};
  const unsigned at_a_time = target.lanes_a_phase(bytes);
  for (std::size_t first = 0; first < lanes.size(); first += at_a_time) {
    std::vector<bool> phase(lanes.size(), false);
    for (std::size_t i = first; i < std::min<std::size_t>(lanes.size(), first + at_a_time); ++i)
      phase[i] = lanes[i];
    Interval degree{0, 0};
    const std::vector<LaneGroup> groups = groups_of(f, phase);
    for (const LaneGroup &g : groups) {
      if (!far_enough(f, g, granule, bytes, round))
        return std::nullopt;
      const Number step = common_factor(g.step * static_cast<Number>(granule), word);
      Interval mine{~std::uint64_t(0), 0};
      for (Number residue = 0; residue < word; residue += step)
        mine = around(mine, meeting(starts_of(f, g, granule), bytes, word, count, residue));
      const bool parted = f.modulo < 64 && (f.shifted || !halves(f, granule, round)) && g.lanes.size() > 1;
      degree = {std::max(degree.lo, mine.lo), degree.hi + mine.hi + (parted ? 1 : 0)};
    }
    if (degree.hi == 0)
      continue;
    if (const auto most = meeting_of_groups(f, groups, granule, bytes, target))
      degree.hi = std::min(degree.hi, *most);
    ++out.phases;
    out.wavefronts = {out.wavefronts.lo + degree.lo, out.wavefronts.hi + degree.hi};
    out.degree = {std::max(out.degree.lo, degree.lo), std::max(out.degree.hi, degree.hi)};
  }
  return out;
}

} // namespace lockstep::coalescing
