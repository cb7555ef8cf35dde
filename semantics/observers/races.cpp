// The race observer: see observers.h. A shadow of every written array holds, per granule, who touched it since when
// (shadow_memory.h); few of the accesses are kept (access_records.h).
#include "semantics/observers/observers.h"

#include "cfg/analysis/order/endings.h"
#include "cfg/analysis/order/handover.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/analysis/values/loaded_values.h"
#include "cfg/analysis/values/unwritten.h"
#include "semantics/observers/clocks.h"
#include "semantics/observers/found_races.h"
#include "semantics/observers/joint_steps.h"
#include "semantics/observers/shadow_memory.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lockstep::semantics {

namespace {

using cfg::AccessKind;

constexpr std::size_t many_records = 64;

// Accesses of granules that incoherent loads read: of each site one per granule. An incoherent load races with each
// write of its cell, by whatever thread and at whatever time. Sound because whether it does depends on the two sites'
// having touched the cell alone.
class IncoherentAccesses {
public:
  void clear() { cells_.clear(); }
  // Adds an access of the granule; those that it races with.
  const std::vector<AccessRecord> &meet(const AccessRecord &r, std::uint32_t shadow, std::int64_t granule,
                                        bool incoherent) {
    Cell &cell = cells_[{shadow, granule}];
    std::vector<AccessRecord> &own = incoherent ? cell.loads : cell.writes;
    if (std::none_of(own.begin(), own.end(), [&](const AccessRecord &o) { return o.side.site == r.side.site; }))
      own.push_back(r);
    return incoherent ? cell.writes : cell.loads;
  }

private:
  struct Cell {
    std::vector<AccessRecord> writes, loads;
  };
  std::map<std::pair<std::uint32_t, std::int64_t>, Cell> cells_; // by shadow and granule
};

bool is_read(const Access &a) {
  return a.kind == AccessKind::Read || a.kind == AccessKind::ReadInGroup ||
         (a.atomic && a.atomic->op == cfg::AtomicOp::Load);
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
  std::vector<bool> written, read_incoherently; // per array
  std::optional<cfg::LoadedValues> loaded;      // where these count as different
  bool one_group = false;
  std::uint32_t group_size = 1;
  unsigned lanes = 0; // of the smallest team that meets at barriers; 0: there is none
  ShadowMemory shadows;
  AccessRecords records;
  IncoherentAccesses incoherent;
  FoundRaces races;
  bool clocked = false;
  Clocks clocks;
  JointSteps joint;

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
      if (cfg::only_computed(options.tolerance))
        loaded.emplace(k);
      shadows.shape(k, g);
    }
    shadows.start();
    joint.start(k.terms.lock_step, g.threads(), group_size);
    if (clocked)
      clocks.start(static_cast<std::uint32_t>(g.threads()), group_size);
    records.clear();
    incoherent.clear();
    races.start();
  }

  bool is_loaded(Site s, std::uint64_t value) const {
    const auto *store = std::get_if<cfg::Store>(&kernel->blocks[s.block].stmts[s.stmt].node);
    return !store || loaded->of(store->values[value]);
  }

  void report(const AccessRecord &a, const AccessRecord &b, cfg::ArrayId array) {
    races.add(a, b, array, kernel->arrays[array].granule_bytes, *geometry);
  }

  bool handed_over(const AccessRecord &before, const AccessRecord &r, const Access &a) const {
    const cfg::Space space = kernel->arrays[a.array].space;
    const bool atomic = !before.reads && cfg::between(before.side.kind, before.group == r.group) == AccessKind::Atomic;
    return (atomic && clocks.behind_atomic(before.side.thread, before.side.step, a, space)) ||
           clocks.ordered(before.side.thread, before.side.step, a, space);
  }

  void touch(const AccessRecord &r, std::int64_t granule, const Access &a, ShadowMemory::Shadow &shadow,
             std::optional<AccessRecords::Id> &id) {
    const bool of_one_group = one_group || kernel->arrays[a.array].space == cfg::Space::Group;
    std::vector<AccessRecords::Id> &others = shadows.records_at(shadow, granule, r.epoch, of_one_group);
    for (AccessRecords::Id other : others)
      if (conflict(records[other], r, options.tolerance) && !(clocked && handed_over(records[other], r, a)) &&
          !joint.separate(records[other], r))
        report(records[other], r, a.array);
    const bool all_threads = clocked || joint.any();
    if (all_threads)
      records.supersede(r, others);
    else if (records.covered(r, others))
      return;
    if (!id)
      id = records.add(r);
    others.push_back(*id);
    if (!all_threads && !of_one_group && others.size() >= many_records && others.size() % many_records == 0)
      records.compact(others);
  }

  void access(const Access &a) {
    if (written[a.array])
      record(a);
    if (clocked)
      clocks.access(a, kernel->arrays[a.array].space);
  }

  void record(const Access &a) {
    AccessRecord r;
    r.side = {a.thread, {}, a.site, a.kind, a.step, a.lo, a.granules};
    r.reads = is_read(a);
    r.epoch = a.epoch;
    r.group = a.thread / group_size;
    r.in_group = a.thread % group_size;
    r.lock_step = joint.last_of(a.thread);
    r.team = lanes == 0 ? 0 : r.in_group / lanes;
    const std::uint32_t index = shadows.index_of(a.array, a.copy);
    ShadowMemory::Shadow &shadow = shadows.shadow(index);
    const bool by_value = a.kind == AccessKind::Write ||
                          (a.kind == AccessKind::Read && cfg::tolerates_reads(options.tolerance) && !a.values.empty());
    const std::uint64_t pieces = by_value ? a.values.size() : 1;
    r.granules = a.granules / pieces;
    for (std::uint64_t p = 0; p < pieces; ++p) {
      r.lo = a.lo + static_cast<std::int64_t>(p * r.granules);
      if (by_value)
        r.value = a.values[p];
      r.loaded = a.kind == AccessKind::Write && loaded && is_loaded(a.site, p);
      std::optional<AccessRecords::Id> id;
      for (std::uint64_t g = 0; g < r.granules; ++g) {
        const std::int64_t granule = r.lo + static_cast<std::int64_t>(g);
        if (support::unsound("races.incoherent", read_incoherently[a.array]) && (a.incoherent || !is_read(a)))
          for (const AccessRecord &other : incoherent.meet(r, index, granule, a.incoherent))
            report(other, r, a.array);
        if (!a.incoherent)
          touch(r, granule, a, shadow, id);
      }
    }
  }
};

RaceObserver::RaceObserver(const RaceOptions &options) : impl_(std::make_unique<Impl>()) { impl_->options = options; }
RaceObserver::~RaceObserver() = default;
const std::vector<Race> &RaceObserver::races() const { return impl_->races.kept(); }
void RaceObserver::on_start(const cfg::Kernel &k, const Geometry &g) { impl_->start(k, g); }
void RaceObserver::on_access(const Access &a) { impl_->access(a); }
void RaceObserver::on_lock_step(std::span<const ThreadIndex> all) { impl_->joint.step(all); }
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
void RaceObserver::on_end(const Execution &e) {
  if (e.ending == Ending::Infeasible || e.ending == Ending::Redundant ||
      (e.ending == Ending::Undefined && !impl_->options.before_undefined))
    return;
  impl_->races.keep(e);
}
bool RaceObserver::satisfied() const { return impl_->options.stop_at_first && !impl_->races.kept().empty(); }

} // namespace lockstep::semantics
