// The accesses that the race observer keeps: see access_records.h.
#include "semantics/observers/access_records.h"

#include "support/sound.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace lockstep::semantics {

using cfg::AccessKind;

namespace {
constexpr std::uint32_t long_ago = ~std::uint32_t(0);
}

bool conflict(const AccessRecord &a, const AccessRecord &b, cfg::Tolerance tolerance) {
  const bool same_group = a.group == b.group;
  const AccessKind x = cfg::between(a.side.kind, same_group), y = cfg::between(b.side.kind, same_group);
  if (a.side.thread == b.side.thread || (a.reads && b.reads) || (x == y && x != AccessKind::Write))
    return false;
  if (a.epoch.grid != b.epoch.grid || (a.group == b.group && a.epoch.group != b.epoch.group))
    return false; // ordered by a barrier
  for (std::size_t size = 0; same_group && size < a.epoch.teams.size(); ++size)
    if (a.in_group >> size == b.in_group >> size && a.epoch.teams[size] != b.epoch.teams[size])
      return false; // by one of a warp
  const bool same_place = a.lo == b.lo && a.granules == b.granules && !a.loaded && !b.loaded;
  const auto is = [](const AccessRecord &r, AccessKind kind) { return r.side.kind == kind; };
  if (is(a, AccessKind::Write) && is(b, AccessKind::Write)) // whose values are known
    return !(cfg::tolerates_writes(tolerance) && same_place && a.value == b.value);
  if (!cfg::tolerates_reads(tolerance) || !same_place)
    return true;
  if (is(a, AccessKind::Read) && is(b, AccessKind::Write))
    return a.value != b.value;
  return !(is(a, AccessKind::Write) && is(b, AccessKind::Read));
}

void AccessRecords::compact(std::vector<Id> &ids) {
  std::unordered_map<std::uint32_t, std::uint32_t> newest;
  for (Id id : ids) {
    const AccessRecord &r = records_[id];
    if (r.epoch.group != long_ago)
      newest[r.group] = std::max(newest[r.group], r.epoch.group);
  }
  std::vector<Id> kept;
  for (Id id : ids) {
    AccessRecord r = records_[id];
    if (r.epoch.group != newest[r.group])
      r.epoch.group = long_ago;
    if (!covered(r, kept)) {
      if (records_[id].epoch.group != r.epoch.group) // other granules share the record
        id = add(r);
      kept.push_back(id);
    }
  }
  ids = std::move(kept);
}

void AccessRecords::supersede(const AccessRecord &r, std::vector<Id> &ids) const {
  std::erase_if(ids, [&](Id id) {
    const AccessRecord &e = records_[id];
    return e.side.site == r.side.site && e.side.kind == r.side.kind && e.side.thread == r.side.thread &&
           e.epoch == r.epoch && e.lo == r.lo && e.granules == r.granules && e.value == r.value;
  });
}

bool AccessRecords::covered(const AccessRecord &r, const std::vector<Id> &ids) const {
  std::array<const AccessRecord *, 8> alike{};
  std::size_t n = 0, of_value = 0, of_thread = 0;
  const auto same_value = [](const AccessRecord &x, const AccessRecord &y) {
    return x.lo == y.lo && x.granules == y.granules && x.value == y.value;
  };
  for (Id id : ids) {
    const AccessRecord &e = records_[id];
    if (e.side.site != r.side.site || e.side.kind != r.side.kind || e.group != r.group || e.epoch != r.epoch ||
        e.team != r.team)
      continue;
    const bool thread = e.side.thread == r.side.thread, value = same_value(e, r);
    of_thread += thread;
    of_value += value;
    if ((thread && value) || of_thread >= 2 || of_value >= 2)
      return true;
    if (n < alike.size())
      alike[n++] = &e;
  }
  const auto differ = [&](std::size_t i, std::size_t j) {
    return alike[i]->side.thread != alike[j]->side.thread && !same_value(*alike[i], *alike[j]);
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      for (std::size_t k = j + 1; k < n && differ(i, j); ++k)
        if (differ(i, k) && differ(j, k))
          return true;
  return n > 0 && support::left_out("races.covered");
}

} // namespace lockstep::semantics
