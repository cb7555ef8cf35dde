// See perf_witness.h.
#include "driver/perf_witness.h"

#include "cfg/analysis/rewrite.h"
#include "cfg/analysis/uniformity.h"
#include "driver/pipeline.h"
#include "predication/assemble.h"
#include "semantics/lockstep_machine.h"
#include "semantics/observers.h"
#include "semantics/request_observer.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::driver {

namespace {

using coalescing::AccessCost;
using coalescing::Interval;
using semantics::Ending;

constexpr std::uint64_t most_threads = 4096, most_steps = 400'000;
constexpr std::size_t most_groups = 3;

// The numbers of an access that have bounds.
std::map<std::string, Interval> bounds_of(const AccessCost &a, cfg::Space space) {
  if (!a.reached)
    return {};
  if (space == cfg::Space::Group)
    return {{"wavefronts", a.wavefronts}, {"degree", a.degree}};
  if (space == cfg::Space::Constant)
    return a.words ? std::map<std::string, Interval>{{"words", *a.words}} : std::map<std::string, Interval>{};
  return {{"sectors", a.sectors}, {"lines", a.lines}};
}

class WitnessObserver final : public semantics::Observer {
public:
  using Site = semantics::Site;
  explicit WitnessObserver(const coalescing::Options &o) : o_(o) {}
  bool wants_requests() const override { return true; }
  void on_start(const cfg::Kernel &k, const semantics::Geometry &) override {
    kernel_ = &k;
    seen_.clear();
  }
  void on_request(const semantics::Request &r) override {
    const cfg::Array &array = kernel_->arrays[r.array];
    for (const std::uint64_t start : starts(array)) {
      const semantics::RequestCounts c = semantics::request_counts(r, array, {o_.target, {{r.array, start}}});
      auto &here = seen_[{r.site, r.array}];
      const auto add = [&](const char *name, const semantics::Spread &s) {
        const Witness w{0, r.group, r.warp, start};
        const auto [at, first] = here.try_emplace(name, Seen{s.sum, s.sum, w, w});
        if (first)
          return;
        if (s.sum < at->second.least) {
          at->second.least = s.sum;
          at->second.at_least = w;
        }
        if (s.sum > at->second.most) {
          at->second.most = s.sum;
          at->second.at_most = w;
        }
      };
      if (array.space == cfg::Space::Group) {
        add("wavefronts", c.wavefronts);
        add("degree", c.degree);
      } else if (array.space == cfg::Space::Constant) {
        add("words", c.words);
      } else {
        add("sectors", c.sectors);
        add("lines", c.lines);
      }
    }
  }
  const std::map<std::string, Seen> *at(const AccessCost &a) const {
    const auto found = seen_.find({{a.block, static_cast<std::uint32_t>(a.stmt)}, a.array});
    return found == seen_.end() ? nullptr : &found->second;
  }

private:
  // Where the array may start: a few places, as seen from a line.
  std::vector<std::uint64_t> starts(const cfg::Array &array) const {
    const std::uint64_t align = o_.align_of(array), line = o_.target.line_bytes;
    if (array.space == cfg::Space::Group || align >= line)
      return {0};
    std::vector<std::uint64_t> out{0, align, line - align};
    if (align < o_.target.sector_bytes)
      out.push_back(o_.target.sector_bytes - align);
    return out;
  }

  const coalescing::Options &o_;
  const cfg::Kernel *kernel_ = nullptr;
  std::map<std::pair<Site, cfg::ArrayId>, std::map<std::string, Seen>> seen_;
};

// The launch with sizes for those that are free.
cfg::Launch settled(cfg::Launch l) {
  const std::array<std::uint64_t, 3> usual{64, 4, 1};
  for (unsigned d = 0; d < 3; ++d) {
    const bool used = d < l.dimensions;
    if (!l.local_size[d]) {
      std::uint64_t size = used ? std::min(usual[d], l.most_local[d]) : 1;
      while (l.global_size[d] && *l.global_size[d] % size != 0)
        --size;
      l.local_size[d] = size;
    }
    if (!l.num_groups[d])
      l.num_groups[d] = l.global_size[d] ? *l.global_size[d] / *l.local_size[d] : (used && d < 2 ? 2 : 1);
    l.global_size[d].reset();
  }
  return l;
}

// Values that conditions on the launch ask for: `n == 64`.
std::map<cfg::VarId, std::uint64_t> promised(const cfg::Kernel &k) {
  std::map<cfg::VarId, std::uint64_t> out;
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      if (auto *a = std::get_if<cfg::Assume>(&s.node))
        for (const cfg::Expr &e : cfg::conjuncts(a->condition))
          if (e->op == cfg::Op::Eq && e->args[0]->op == cfg::Op::Var && k.vars[e->args[0]->var].param &&
              cfg::is_const(e->args[1]))
            out.emplace(e->args[0]->var, e->args[1]->value);
  return out;
}

} // namespace

PerfWitnesses perf_witnesses(const cfg::Kernel &k, const cfg::Launch &given, const coalescing::Options &options,
                             const std::vector<AccessCost> &accesses) {
  PerfWitnesses out;
  out.seen.resize(accesses.size());
  const auto refuse = [&](std::string why) {
    out.why_not = std::move(why);
    return out;
  };
  cfg::Launch launch = settled(given);
  launch.warp_size = options.target.lanes;
  auto geometry = semantics::geometry_of(launch);
  if (!geometry)
    return refuse("the launch has a size that is not known");
  if (geometry->all_groups() > most_groups) {
    geometry->groups = {0, 1, geometry->all_groups() - 1};
  }
  if (geometry->threads() > most_threads)
    return refuse(fmt::format("a run would have more than {} threads", most_threads));
  if (cfg::has_numbered(k))
    return refuse("barriers of some threads are not run in lock step");
  support::Diagnostics diags;
  const auto why = [&] {
    return diags.all().empty() ? std::string("it is not run in lock step") : diags.all()[0].message;
  };
  const auto forest = cfg::loops(k, diags);
  if (!forest)
    return refuse(why());
  const cfg::Uniformity uniform = cfg::uniformity(k, *forest, {.level = cfg::UniformityLevel::Grid, .launch = launch});
  support::Stages stages;
  const auto program = predication::lock_step(k, *forest, uniform, predication::Scheme::Flags, stages, diags);
  if (!program)
    return refuse(why());
  const std::map<cfg::VarId, std::uint64_t> fixed = promised(k);
  const std::uint64_t row = launch.local_size[0].value_or(1) * launch.num_groups[0].value_or(1);
  const std::vector<std::uint64_t> tried{row, 1, 0, 33, 3, row * 4};
  bool scalars = false, finished = false;
  std::string ended;
  for (std::size_t i = 0; i < 2 * tried.size(); ++i) {
    semantics::Inputs inputs;
    PerfRun run{geometry->local_size, geometry->num_groups, {}, i % 2 == 1};
    for (cfg::VarId v = 0; v < k.vars.size(); ++v)
      if (k.vars[v].param) {
        const auto promise = fixed.find(v);
        const std::uint64_t value = promise != fixed.end()    ? promise->second
                                    : k.vars[v].type.is_int() ? cfg::mask_to_width(tried[i / 2], k.vars[v].type.width)
                                                              : 0;
        scalars = scalars || (promise == fixed.end() && k.vars[v].type.is_int());
        inputs.scalars[v] = value;
        run.arguments.emplace_back(k.vars[v].source_name.empty() ? k.vars[v].name : k.vars[v].source_name, value);
      }
    if (run.random) {
      inputs.fill = semantics::Fill::Random;
      inputs.seed = i;
    }
    if (i >= 2 && !scalars)
      break;
    semantics::RunOptions how;
    how.max_steps = most_steps;
    auto machine = semantics::LockstepMachine::make(*program, k, *geometry, inputs, how, diags);
    if (!machine)
      return refuse(why());
    WitnessObserver observer(options);
    semantics::RaceObserver races;
    (*machine)->attach(observer);
    (*machine)->attach(races);
    semantics::ZeroChoices zeros;
    const semantics::Execution e = (*machine)->run(zeros);
    if (e.ending != Ending::Terminated || !races.races().empty()) {
      ended = e.ending != Ending::Terminated ? semantics::name(e.ending) : "race";
      continue;
    }
    finished = true;
    bool said = false, open = false;
    for (std::size_t a = 0; a < accesses.size(); ++a) {
      const auto *found = observer.at(accesses[a]);
      for (const auto &[name, bound] : bounds_of(accesses[a], k.arrays[accesses[a].array].space)) {
        if (found != nullptr && found->count(name) != 0) {
          Seen now = found->at(name);
          now.at_least.run = now.at_most.run = out.runs.size();
          const auto [at, first] = out.seen[a].emplace(name, now);
          if (!first && now.least < at->second.least) {
            at->second.least = now.least;
            at->second.at_least = now.at_least;
            said = true;
          }
          if (!first && now.most > at->second.most) {
            at->second.most = now.most;
            at->second.at_most = now.at_most;
            said = true;
          }
          said = said || first;
        }
        const auto known = out.seen[a].find(name);
        open = open || known == out.seen[a].end() || known->second.least > bound.lo || known->second.most < bound.hi;
      }
    }
    if (said)
      out.runs.push_back(std::move(run));
    if (!open)
      break;
  }
  if (!finished)
    out.why_not = fmt::format("no execution that was tried counts: {}", ended);
  return out;
}

std::vector<std::string> beyond_bounds(const std::vector<KernelCost> &kernels) {
  std::vector<std::string> out;
  for (const KernelCost &k : kernels)
    for (std::size_t i = 0; k.witnesses && i < k.accesses.size(); ++i)
      for (const auto &[name, bound] : bounds_of(k.accesses[i], k.normal.arrays[k.accesses[i].array].space))
        if (const auto seen = k.witnesses->seen[i].find(name);
            seen != k.witnesses->seen[i].end() && (seen->second.least < bound.lo || seen->second.most > bound.hi))
          out.push_back(
              fmt::format("{}: error: a run made requests of {} to {} {}, outside the bounds {} to {}: this is a "
                          "mistake in lockstep",
                          k.accesses[i].origin.str(), seen->second.least, seen->second.most, name, bound.lo, bound.hi));
  return out;
}

std::string witness_text(const KernelCost &k, std::size_t access) {
  if (!k.witnesses || !k.accesses[access].reached)
    return "";
  const AccessCost &a = k.accesses[access];
  std::string out;
  for (const auto &[name, bound] : bounds_of(a, k.normal.arrays[a.array].space)) {
    if (name != "sectors" && name != "wavefronts" && name != "words")
      continue;
    const auto found = k.witnesses->seen[access].find(name);
    if (found == k.witnesses->seen[access].end() || found->second.most != bound.hi) {
      out += fmt::format("{}: note: {} {} were not seen: {}\n", a.origin.str(), bound.hi, name,
                         !k.witnesses->why_not.empty()              ? k.witnesses->why_not
                         : found == k.witnesses->seen[access].end() ? "no run made a request here"
                                                                    : fmt::format("{} at most", found->second.most));
      continue;
    }
    const Witness &w = found->second.at_most;
    std::string arguments;
    for (const auto &[argument, value] : k.witnesses->runs[w.run].arguments)
      arguments += fmt::format("{} {} = {}", arguments.empty() ? ", with" : ",", argument, value);
    out +=
        fmt::format("{}: note: {} {} seen: group {}, warp {}{}{}{}\n", a.origin.str(), bound.hi, name, w.group, w.warp,
                    arguments, w.start != 0 ? fmt::format(", the array {} bytes behind a line's start", w.start) : "",
                    k.witnesses->runs[w.run].random ? ", random memory" : "");
  }
  return out;
}

void add_witnesses(const KernelCost &k, std::size_t access, nlohmann::ordered_json &to) {
  if (!k.witnesses)
    return;
  const AccessCost &a = k.accesses[access];
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  const auto json = [](const Witness &w) {
    return nlohmann::ordered_json{{"run", w.run}, {"group", w.group}, {"warp", w.warp}, {"start", w.start}};
  };
  for (const auto &[name, bound] : bounds_of(a, k.normal.arrays[a.array].space))
    if (const auto found = k.witnesses->seen[access].find(name); found != k.witnesses->seen[access].end()) {
      nlohmann::ordered_json one = nlohmann::ordered_json::object();
      if (found->second.least == bound.lo)
        one["least"] = json(found->second.at_least);
      if (found->second.most == bound.hi)
        one["most"] = json(found->second.at_most);
      if (!one.empty())
        all[name] = std::move(one);
    }
  to["attained"] = std::move(all);
}

void add_runs(const KernelCost &k, nlohmann::ordered_json &kernel) {
  if (!k.witnesses)
    return;
  auto runs = nlohmann::ordered_json::array();
  for (const PerfRun &r : k.witnesses->runs) {
    nlohmann::ordered_json arguments = nlohmann::ordered_json::object();
    for (const auto &[name, value] : r.arguments)
      arguments[name] = value;
    runs.push_back({{"local_size", r.local_size},
                    {"num_groups", r.num_groups},
                    {"arguments", arguments},
                    {"memory", r.random ? "random" : "zeros"}});
  }
  kernel["runs"] = std::move(runs);
  if (!k.witnesses->why_not.empty())
    kernel["not_run"] = k.witnesses->why_not;
}

} // namespace lockstep::driver
