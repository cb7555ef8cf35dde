// The race observer: see observers.h. A shadow of every written array holds, per granule, who touched it since when.
//
// Of the accesses of one site, in one interval, by one group (one team, where a kernel has barriers of warps), few are
// kept: two threads for a value, two values for a thread, and none beyond three that differ in both. Sound because
// whether a later access races with one of them depends on nothing else but thread and value: it shares its thread with
// at most one of three such, its value with at most one other, and so races with the third; likewise for the two. Where
// releases and acquires order accesses (clocks.h), all threads are kept, and of a thread's accesses of one site with
// one value the last. Sound because whatever orders it orders those before. Likewise where threads of a warp run in
// lock step, or where not all of a warp meet at its barriers.
#include "semantics/observers/observers.h"

#include "cfg/analysis/order/endings.h"
#include "cfg/analysis/order/handover.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/analysis/values/unwritten.h"
#include "semantics/observers/clocks.h"
#include "support/sound.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace lockstep::semantics {

namespace {

using cfg::AccessKind;

struct Record {
  Side side;           // without id
  bool reads = false;  // and does nothing else, atomically or not
  std::int64_t lo = 0; // the value written, or all of what is read: granules [lo, lo + granules)
  std::uint64_t granules = 0;
  std::uint64_t value = 0;
  Epoch epoch;
  std::uint32_t group = 0, team = 0; // the smallest team that meets at barriers
  std::uint32_t in_group = 0;        // the linear local id
  std::uint64_t lock_step = 0;       // of its warp, in which it was made
};

struct Cell {
  std::uint64_t execution = 0;
  std::uint32_t group_epoch = 0, grid_epoch = 0;
  std::vector<std::uint32_t> records;
};

struct Shadow {
  std::vector<Cell> dense;
  std::unordered_map<std::int64_t, Cell> far;
  Cell &at(std::int64_t granule) {
    if (granule < 0 || granule >= (std::int64_t(1) << 22))
      return far[granule];
    if (static_cast<std::size_t>(granule) >= dense.size())
      dense.resize(std::max<std::size_t>(static_cast<std::size_t>(granule) + 1, dense.size() * 2));
    return dense[static_cast<std::size_t>(granule)];
  }
};

// What has happened to a granule that incoherent loads read: of each site one access.
struct Incoherent {
  std::vector<Record> writes, loads;
};

constexpr std::uint32_t long_ago = ~std::uint32_t(0);
constexpr std::size_t many_records = 64;

bool conflict(const Record &a, const Record &b, bool tolerant) {
  const bool same_group = a.group == b.group;
  const AccessKind x = cfg::between(a.side.kind, same_group), y = cfg::between(b.side.kind, same_group);
  if (a.side.thread == b.side.thread || (a.reads && b.reads) || (x == y && x != AccessKind::Write))
    return false;
  if (a.epoch.grid != b.epoch.grid || (a.group == b.group && a.epoch.group != b.epoch.group))
    return false; // ordered by a barrier
  for (std::size_t size = 0; same_group && size < a.epoch.teams.size(); ++size)
    if (a.in_group >> size == b.in_group >> size && a.epoch.teams[size] != b.epoch.teams[size])
      return false;                                                                         // by one of a warp
  const bool stores = a.side.kind == AccessKind::Write && b.side.kind == AccessKind::Write; // whose values are known
  const bool same_value = stores && a.lo == b.lo && a.granules == b.granules && a.value == b.value;
  return !(tolerant && same_value);
}

// May a barrier that orders threads of a warp be one of some of them only?
bool some_take_no_part(const cfg::Kernel &k) {
  bool orders = false;
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts) {
      if (auto *g = std::get_if<cfg::Gather>(&s.node); g && !g->meet.exchange)
        return true;
      const cfg::Barrier *bar = cfg::warp_barrier(s);
      orders = orders || (bar && (bar->fence_group || bar->fence_global));
    }
  return orders && cfg::some_end_early(k);
}

} // namespace

struct RaceObserver::Impl {
  RaceOptions options;
  const cfg::Kernel *kernel = nullptr;
  const Geometry *geometry = nullptr;
  std::uint64_t execution = 0;
  std::vector<Shadow> shadows; // array after array, copy after copy
  std::vector<std::uint32_t> first;
  std::vector<bool> written;
  bool one_group = false;
  std::uint32_t group_size = 1;
  unsigned lanes = 0; // of the smallest team that meets at barriers; 0: there is none
  std::vector<Record> records;
  std::vector<bool> read_incoherently;                                     // per array
  std::map<std::pair<std::uint32_t, std::int64_t>, Incoherent> incoherent; // by shadow and granule
  std::vector<Race> found, kept;
  bool clocked = false;
  Clocks clocks;
  unsigned in_lock_step = 0; // threads of a warp that run so
  std::uint64_t lock_step = 0;
  std::vector<std::uint64_t> steps_of;                   // per thread: its last step
  std::vector<std::vector<std::uint64_t>> together_last; // per thread: and by lane, the last one that both made

  void start(const cfg::Kernel &k, const Geometry &g) {
    if (kernel != &k || geometry != &g) {
      kernel = &k;
      geometry = &g;
      written = cfg::written_arrays(k);
      read_incoherently = cfg::read_incoherently(k);
      const std::vector<unsigned> teams = cfg::team_sizes(k);
      lanes = teams.empty() ? 0 : teams.front();
      group_size = static_cast<std::uint32_t>(g.group_threads());
      clocked = cfg::may_hand_over(k) || some_take_no_part(k);
      one_group = g.run_groups() == 1;
      first.clear();
      std::uint32_t n = 0;
      for (const cfg::Array &a : k.arrays) {
        first.push_back(n);
        n += a.space == cfg::Space::Group ? static_cast<std::uint32_t>(g.run_groups()) : 1;
      }
      shadows.assign(n, {});
    }
    ++execution;
    in_lock_step = k.terms.lock_step;
    lock_step = 0;
    steps_of.assign(in_lock_step != 0 ? g.threads() : 0, 0);
    together_last.assign(steps_of.size(), std::vector<std::uint64_t>(in_lock_step, 0));
    if (clocked)
      clocks.start(static_cast<std::uint32_t>(g.threads()), group_size);
    records.clear();
    incoherent.clear();
    found.clear();
  }

  static bool same_pair(const Race &a, const Race &b) {
    auto same = [](const Side &x, const Side &y) { return x.site == y.site && x.kind == y.kind; };
    return (same(a.sides[0], b.sides[0]) && same(a.sides[1], b.sides[1])) ||
           (same(a.sides[0], b.sides[1]) && same(a.sides[1], b.sides[0]));
  }

  void report(const Record &a, const Record &b, cfg::ArrayId array) {
    Race r;
    r.array = array;
    const std::int64_t bytes = kernel->arrays[array].granule_bytes;
    r.first_byte = std::max(a.lo, b.lo) * bytes;
    r.last_byte =
        std::min(a.lo + static_cast<std::int64_t>(a.granules), b.lo + static_cast<std::int64_t>(b.granules)) * bytes -
        1;
    r.sides = {a.side, b.side};
    for (const Race &other : found)
      if (same_pair(r, other))
        return;
    for (Side &s : r.sides)
      s.id = geometry->id(s.thread);
    found.push_back(std::move(r));
  }

  // Stale records of other groups' past intervals count as one.
  void compact(Cell &c) {
    std::unordered_map<std::uint32_t, std::uint32_t> newest;
    for (std::uint32_t id : c.records) {
      const Record &r = records[id];
      if (r.epoch.group != long_ago)
        newest[r.group] = std::max(newest[r.group], r.epoch.group);
    }
    std::vector<std::uint32_t> kept_ids;
    for (std::uint32_t id : c.records) {
      Record r = records[id];
      if (r.epoch.group != newest[r.group])
        r.epoch.group = long_ago;
      if (!covered(r, kept_ids)) {
        if (records[id].epoch.group != r.epoch.group) { // other granules share the record
          records.push_back(r);
          id = static_cast<std::uint32_t>(records.size() - 1);
        }
        kept_ids.push_back(id);
      }
    }
    c.records = std::move(kept_ids);
  }

  bool handed_over(const Record &before, const Record &r, const Access &a) const {
    const bool atomic = cfg::between(before.side.kind, before.group == r.group) == AccessKind::Atomic;
    return (atomic && clocks.behind_atomic(before.side.thread, before.side.step, a)) ||
           clocks.ordered(before.side.thread, before.side.step, a, kernel->arrays[a.array].space);
  }

  // Have the threads of a warp been at one point since the earlier access, that one's included, and is this another
  // step?
  bool stepped(const Record &before, const Record &r) const {
    if (in_lock_step == 0 || before.group != r.group || before.in_group / in_lock_step != r.in_group / in_lock_step)
      return false;
    return before.lock_step != r.lock_step &&
           together_last[r.side.thread][before.in_group % in_lock_step] >= before.lock_step;
  }
  void step_together(std::span<const ThreadIndex> all) {
    ++lock_step;
    for (ThreadIndex t : all) {
      steps_of[t] = lock_step;
      for (ThreadIndex u : all)
        together_last[t][u % group_size % in_lock_step] = lock_step;
    }
  }

  // Leaves out the thread's earlier accesses of the site with the value.
  void supersede(const Record &r, std::vector<std::uint32_t> &ids) const {
    std::erase_if(ids, [&](std::uint32_t id) {
      const Record &e = records[id];
      return e.side.site == r.side.site && e.side.kind == r.side.kind && e.side.thread == r.side.thread &&
             e.epoch == r.epoch && e.lo == r.lo && e.granules == r.granules && e.value == r.value;
    });
  }

  // Do the records race with everything that `r` races with?
  bool covered(const Record &r, const std::vector<std::uint32_t> &ids) const {
    std::array<const Record *, 8> alike{};
    std::size_t n = 0, of_value = 0, of_thread = 0;
    const auto same_value = [](const Record &x, const Record &y) {
      return x.lo == y.lo && x.granules == y.granules && x.value == y.value;
    };
    for (std::uint32_t id : ids) {
      const Record &e = records[id];
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

  void touch(const Record &r, std::int64_t granule, const Access &a, Shadow &shadow, std::optional<std::uint32_t> &id) {
    Cell &c = shadow.at(granule);
    const bool of_one_group = one_group || kernel->arrays[a.array].space == cfg::Space::Group;
    if (c.execution != execution || c.grid_epoch != r.epoch.grid || (of_one_group && c.group_epoch != r.epoch.group)) {
      c.records.clear(); // ordered before everything from here on
      c.execution = execution;
      c.grid_epoch = r.epoch.grid;
      c.group_epoch = r.epoch.group;
    }
    for (std::uint32_t other : c.records)
      if (conflict(records[other], r, options.benign_tolerance) && !(clocked && handed_over(records[other], r, a)) &&
          !stepped(records[other], r))
        report(records[other], r, a.array);
    if (clocked || in_lock_step != 0)
      supersede(r, c.records);
    else if (covered(r, c.records))
      return;
    if (!id) {
      id = static_cast<std::uint32_t>(records.size());
      records.push_back(r);
    }
    c.records.push_back(*id);
    if (!clocked && in_lock_step == 0 && !of_one_group && c.records.size() >= many_records &&
        c.records.size() % many_records == 0)
      compact(c);
  }

  // An incoherent load races with each write of its cell, by whatever thread and at whatever time. Sound because
  // whether it does depends on the two sites' having touched the cell alone.
  void meet_incoherently(const Record &r, std::int64_t granule, const Access &a) {
    Incoherent &cell = incoherent[{first[a.array] + a.copy, granule}];
    for (const Record &other : a.incoherent ? cell.writes : cell.loads)
      report(other, r, a.array);
    std::vector<Record> &own = a.incoherent ? cell.loads : cell.writes;
    if (std::none_of(own.begin(), own.end(), [&](const Record &o) { return o.side.site == r.side.site; }))
      own.push_back(r);
  }

  static bool is_read(const Access &a) {
    return a.kind == AccessKind::Read || a.kind == AccessKind::ReadInGroup ||
           (a.atomic && a.atomic->op == cfg::AtomicOp::Load);
  }

  void access(const Access &a) {
    if (written[a.array])
      record(a);
    if (clocked)
      clocks.access(a, kernel->arrays[a.array].space);
  }

  void record(const Access &a) {
    Record r;
    r.side = {a.thread, {}, a.site, a.kind, a.step, a.lo, a.granules};
    r.reads = is_read(a);
    r.epoch = a.epoch;
    r.group = a.thread / group_size;
    r.in_group = a.thread % group_size;
    if (in_lock_step != 0)
      r.lock_step = steps_of[a.thread];
    r.team = lanes == 0 ? 0 : r.in_group / lanes;
    Shadow &shadow = shadows[first[a.array] + a.copy];
    const std::uint64_t pieces = a.kind == AccessKind::Write ? a.values.size() : 1;
    r.granules = a.granules / pieces;
    for (std::uint64_t p = 0; p < pieces; ++p) {
      r.lo = a.lo + static_cast<std::int64_t>(p * r.granules);
      if (a.kind == AccessKind::Write)
        r.value = a.values[p];
      std::optional<std::uint32_t> id;
      for (std::uint64_t g = 0; g < r.granules; ++g) {
        const std::int64_t granule = r.lo + static_cast<std::int64_t>(g);
        if (support::unsound("races.incoherent", read_incoherently[a.array]) && (a.incoherent || !is_read(a)))
          meet_incoherently(r, granule, a);
        if (!a.incoherent)
          touch(r, granule, a, shadow, id);
      }
    }
  }

  void end(const Execution &e) {
    if (e.ending == Ending::Infeasible || e.ending == Ending::Redundant ||
        (e.ending == Ending::Undefined && !options.before_undefined))
      return;
    for (Race &r : found) {
      bool known =
          std::any_of(kept.begin(), kept.end(), [&](const Race &k) { return k.array == r.array && same_pair(k, r); });
      if (known)
        continue;
      r.schedule = e.schedule;
      kept.push_back(std::move(r));
    }
  }
};

RaceObserver::RaceObserver(const RaceOptions &options) : impl_(std::make_unique<Impl>()) { impl_->options = options; }
RaceObserver::~RaceObserver() = default;
const std::vector<Race> &RaceObserver::races() const { return impl_->kept; }
void RaceObserver::on_start(const cfg::Kernel &k, const Geometry &g) { impl_->start(k, g); }
void RaceObserver::on_access(const Access &a) { impl_->access(a); }
void RaceObserver::on_lock_step(std::span<const ThreadIndex> all) {
  if (impl_->in_lock_step != 0)
    impl_->step_together(all);
}
void RaceObserver::on_fence(ThreadIndex t, const cfg::Fence &f) {
  if (impl_->clocked)
    impl_->clocks.fence(t, f);
}
void RaceObserver::on_come(ThreadIndex t, const cfg::Numbered &n) {
  if (impl_->clocked)
    impl_->clocks.come(t, n.number);
}
void RaceObserver::on_pass(ThreadIndex last, std::span<const ThreadIndex> all, const cfg::Numbered &n) {
  if (impl_->clocked)
    impl_->clocks.pass(last, all, n.number);
}
void RaceObserver::on_release(std::span<const ThreadIndex> all, Site, const cfg::Barrier &bar) {
  if (impl_->clocked)
    impl_->clocks.meet(all, bar);
}
void RaceObserver::on_end(const Execution &e) { impl_->end(e); }
bool RaceObserver::satisfied() const { return impl_->options.stop_at_first && !impl_->kept.empty(); }

} // namespace lockstep::semantics
