// See witness.h.
#include "jobs/counts/witness.h"

#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/ir/text/shown_name.h"
#include "predication/assemble.h"
#include "semantics/costs/request_observer.h"
#include "semantics/machines/lockstep_machine.h"

#include <fmt/format.h>

namespace lockstep::jobs {

namespace {

using coalescing::AccessCost;
using coalescing::Interval;

constexpr std::uint64_t most_witness_threads = std::uint64_t(1) << 14, most_steps = 1'000'000;

std::uint64_t number_of(const semantics::RequestCounts &c, cfg::Space space) {
  return space == cfg::Space::Group ? c.wavefronts.most : c.sectors.most;
}
Interval bound_of(const AccessCost &a, cfg::Space space) {
  return space == cfg::Space::Group ? a.wavefronts : a.full_sectors;
}

class Watcher final : public semantics::Observer {
public:
  Watcher(const cfg::Kernel &k, const std::vector<AccessCost> &accesses, const cfg::Target &target)
      : k_(k), accesses_(accesses), target_(target), kept_(accesses.size()) {
    for (std::size_t i = 0; i < accesses.size(); ++i)
      by_site_[{accesses[i].block, static_cast<std::uint32_t>(accesses[i].stmt)}] = i;
  }

  void begin(std::vector<std::pair<std::string, std::uint64_t>> values) {
    values_ = std::move(values);
    seen_ = kept_;
  }
  bool wants_requests() const override { return true; }
  void on_request(const semantics::Request &r) override {
    const auto found = by_site_.find({r.site.block, r.site.stmt});
    if (found == by_site_.end())
      return;
    const AccessCost &a = accesses_[found->second];
    const cfg::Array &array = k_.arrays[r.array];
    AccessWitnesses &to = seen_[found->second];
    if (array.space == cfg::Space::Constant || a.trivial == coalescing::Trivial::Copy || (to.most && to.least))
      return;
    const std::uint64_t n = number_of(semantics::request_counts(r, array, {target_, {}}), array.space);
    const AccessWitness w{n, r.group, r.warp, static_cast<unsigned>(r.lanes.size()), values_};
    const Interval bound = bound_of(a, array.space);
    if (n == bound.hi && !to.most)
      to.most = w;
    if (n == bound.lo && r.lanes.size() >= a.most_lanes && !to.least)
      to.least = w;
  }
  void on_end(const semantics::Execution &e) override {
    if (e.ending == semantics::Ending::Terminated)
      kept_ = seen_;
  }

  bool done() const {
    for (std::size_t i = 0; i < kept_.size(); ++i)
      if (accesses_[i].reached && accesses_[i].trivial != coalescing::Trivial::Copy &&
          !(kept_[i].most && kept_[i].least))
        return false;
    return true;
  }
  std::vector<AccessWitnesses> take() { return std::move(kept_); }

private:
  const cfg::Kernel &k_;
  const std::vector<AccessCost> &accesses_;
  cfg::Target target_;
  std::map<cfg::Point, std::size_t> by_site_;
  std::vector<std::pair<std::string, std::uint64_t>> values_;
  std::vector<AccessWitnesses> kept_, seen_;
};

} // namespace

Witnesses find_witnesses(const cfg::Kernel &k, const std::vector<AccessCost> &accesses, const cfg::Launch &launch,
                         const cfg::Target &target) {
  Witnesses out;
  out.accesses.resize(accesses.size());
  cfg::Launch sizes = launch;
  sizes.warp_size = target.lanes;
  for (std::size_t d = 0; d < 3; ++d)
    if (!sizes.num_groups[d]) // any number will do
      sizes.num_groups[d] = d == 0 ? 2 : 1;
  auto geometry = semantics::geometry_of(sizes);
  if (!geometry) {
    out.problem = "the size of a block is not known";
    return out;
  }
  // Of a large grid a few groups do: the others may as well come later. Where these wait for them, no execution ends.
  if (geometry->threads() > most_witness_threads && geometry->all_groups() > 3)
    geometry->groups = {0, 1, geometry->all_groups() - 1};
  if (geometry->threads() > most_witness_threads) {
    out.problem = fmt::format("the launch has {} threads: no more than {} are executed", geometry->threads(),
                              most_witness_threads);
    return out;
  }
  support::Diagnostics refused;
  const auto forest = cfg::loops(k, refused);
  if (!forest || cfg::has_numbered(k)) {
    out.problem = "the kernel is not executed in lock step";
    return out;
  }
  const cfg::Uniformity uniform = cfg::uniformity(k, *forest, {.level = cfg::UniformityLevel::Grid, .launch = sizes});
  support::Stages stages;
  const auto program = predication::lock_step(k, *forest, uniform, predication::Scheme::Flags, stages, refused);
  if (!program) {
    out.problem = "the kernel is not executed in lock step";
    return out;
  }
  Watcher watcher(k, accesses, target);
  for (std::uint64_t value : {geometry->threads(), std::uint64_t(64), std::uint64_t(1), std::uint64_t(3),
                              std::uint64_t(0), std::uint64_t(1) << 20}) {
    semantics::Inputs inputs;
    std::vector<std::pair<std::string, std::uint64_t>> values;
    for (cfg::VarId v = 0; v < k.vars.size(); ++v)
      if (const cfg::Var &var = k.vars[v]; var.param) {
        const bool counts = var.type.is_int();
        inputs.scalars[v] = counts ? cfg::mask_to_width(value, var.type.width) : 0;
        if (counts)
          values.emplace_back(cfg::shown_name(var), inputs.scalars[v]);
      }
    auto machine = semantics::LockstepMachine::make(*program, k, *geometry, inputs, {.max_steps = most_steps}, refused);
    if (!machine) {
      out.problem = "the interpreter does not know all that the kernel does";
      return out;
    }
    watcher.begin(values);
    (*machine)->attach(watcher);
    semantics::ZeroChoices zeros;
    (*machine)->run(zeros);
    if (values.empty() || watcher.done())
      break;
  }
  out.accesses = watcher.take();
  return out;
}

} // namespace lockstep::jobs
