// The executions' side of the oracle (judge.h): every interleaving of a kernel, for several inputs.
//
// What counts: a violation in an execution without undefined behaviour. Buffers behind pointer parameters are as long
// as the kernel needs; an access below a buffer's start, or outside a declared array, makes the execution one that the
// verifier does not speak about (`beyond`), as undefined behaviour does.
#include "semantics/machines/explore.h"
#include "semantics/observers/observers.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/random.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace lockstep::oracle {

namespace {

using semantics::Ending;

class Watcher final : public semantics::Observer {
public:
  Watcher(const cfg::Kernel &k, const Search &search) : k_(k), search_(search) {}

  void on_start(const cfg::Kernel &k, const semantics::Geometry &g) override {
    outside_ = false;
    diverged_.reset();
    failed_.reset();
    if (!races_ || !races_->races().empty()) // it tells a race once: one that did not count must not hide another
      races_.emplace();
    races_->on_start(k, g);
    geometry_ = &g;
  }
  void on_access(const semantics::Access &a) override { races_->on_access(a); }
  void on_fence(semantics::ThreadIndex t, const cfg::Fence &f) override { races_->on_fence(t, f); }
  void on_come(semantics::ThreadIndex t, const cfg::Numbered &n) override { races_->on_come(t, n); }
  void on_pass(semantics::ThreadIndex last, std::span<const semantics::ThreadIndex> threads,
               const cfg::Numbered &n) override {
    races_->on_pass(last, threads, n);
  }
  void on_release(std::span<const semantics::ThreadIndex> threads, semantics::Site at, const cfg::Barrier &b) override {
    races_->on_release(threads, at, b);
  }
  void on_lock_step(std::span<const semantics::ThreadIndex> threads) override { races_->on_lock_step(threads); }
  void on_outside(const semantics::Access &a, std::optional<std::uint64_t>) override {
    outside_ = outside_ || !k_.arrays[a.array].param || a.lo < 0;
  }
  void on_divergence(const semantics::Divergence &d) override { diverged_ = d; }
  void on_failed(const semantics::CheckEvent &e) override { failed_ = e.site; }
  void on_end(const semantics::Execution &e) override {
    const bool infeasible = e.ending == Ending::Infeasible;
    semantics::Execution counted = e;
    if (infeasible) // what happens before an assumption fails does not count, but is worth knowing
      counted.ending = Ending::Terminated;
    races_->on_end(counted);
    if (e.ending == Ending::Redundant || e.ending == Ending::Undefined)
      return;
    if (infeasible) {
      truth.blocked = truth.blocked || !races_->races().empty();
      return;
    }
    ++truth.defined;
    const bool race = !races_->races().empty();
    if (!race && !diverged_ && !failed_)
      return;
    if (outside_) {
      truth.beyond = true;
      return;
    }
    if (!truth.wrong())
      truth.witness = race ? say(races_->races().front()) : diverged_ ? say(*diverged_) : say(*failed_);
    truth.race = truth.race || race;
    truth.divergence = truth.divergence || diverged_;
    truth.assertion = truth.assertion || failed_;
  }
  bool satisfied() const override {
    if (!search_.until)
      return truth.wrong();
    return *search_.until == verify::Verdict::Race         ? truth.race
           : *search_.until == verify::Verdict::Divergence ? truth.divergence
                                                           : truth.assertion;
  }
  Truth truth;

private:
  std::string say(const semantics::Site &s) const {
    const cfg::Block &b = k_.blocks[s.block];
    return fmt::format("block {} statement {}", b.name, s.stmt);
  }
  std::string say(const semantics::Race &r) const {
    const auto side = [&](const semantics::Side &x) {
      static constexpr const char *kinds[] = {"read", "write", "atomic", "atomic", "read", "atomic"};
      return fmt::format("thread {} ({} [{}, {}) at {}, step {})", x.thread, kinds[static_cast<int>(x.kind)], x.lo,
                         x.lo + static_cast<std::int64_t>(x.granules), say(x.site), x.step);
    };
    return fmt::format("race on {}, bytes {} to {}: {} and {}", k_.arrays[r.array].name, r.first_byte, r.last_byte,
                       side(r.sides[0]), side(r.sides[1]));
  }
  std::string say(const semantics::Divergence &d) const {
    return fmt::format("divergence: thread {} at {}, thread {} not", d.at, say(d.barrier), d.other);
  }

  const cfg::Kernel &k_;
  const Search &search_;
  std::optional<semantics::RaceObserver> races_;
  const semantics::Geometry *geometry_ = nullptr;
  bool outside_ = false;
  std::optional<semantics::Divergence> diverged_;
  std::optional<semantics::Site> failed_;
};

std::uint64_t scalar(Random &r, unsigned number, unsigned width) {
  const std::uint64_t v = number == 0       ? 0
                          : number % 4 != 3 ? r.below(5)
                          : r.percent(50)   ? static_cast<std::uint64_t>(r.between(-3, 9))
                                            : r.next() >> r.below(64);
  return cfg::mask_to_width(v, width);
}

// Small numbers most of the time, so that cells used as indices lead to cells that are used.
std::uint64_t element(Random &r, unsigned number, unsigned width) {
  switch (number % 6) {
  case 0: return 0;
  case 1:
  case 2: return r.below(4);
  case 3: return r.below(2);
  case 4: return cfg::mask_to_width(static_cast<std::uint64_t>(r.between(-2, 8)), width);
  default:
    return cfg::mask_to_width(
        r.percent(50) ? r.next() : r.one_of<std::uint64_t>({0, 1, 127, 128, 255, 32768, 0x7fffffff, ~std::uint64_t(0)}),
        width);
  }
}

std::string print(const semantics::Inputs &in, const cfg::Kernel &k) {
  std::string out;
  for (const auto &[v, bits] : in.scalars)
    out += fmt::format(" {}={}", k.vars[v].name, bits);
  for (const auto &[a, cells] : in.arrays) {
    out += fmt::format(" {}=[", k.arrays[a].name);
    for (std::size_t i = 0; i < cells.size() && i < 16; ++i)
      out += fmt::format("{}{}", i ? "," : "", cells[i]);
    out += cells.size() > 16 ? ",...]" : "]";
  }
  return out;
}

} // namespace

semantics::Inputs some_inputs(const cfg::Kernel &k, const Search &search, unsigned number) {
  Random r(search.seed * 1000003 + number);
  const auto &hint = search.hint;
  semantics::Inputs in;
  for (std::size_t v = 0; v < k.vars.size(); ++v) {
    if (!k.vars[v].param)
      continue;
    in.scalars[static_cast<cfg::VarId>(v)] = scalar(r, number, k.vars[v].type.width);
    if (!search.likely.empty() && r.percent(70))
      in.scalars[static_cast<cfg::VarId>(v)] = cfg::mask_to_width(r.one_of(search.likely), k.vars[v].type.width);
    const auto at = hint.find(k.vars[v].name);
    if (number % 2 == 1 && at != hint.end())
      in.scalars[static_cast<cfg::VarId>(v)] = cfg::mask_to_width(
          at->second[0] == '-' ? static_cast<std::uint64_t>(std::strtoll(at->second.c_str(), nullptr, 10))
                               : std::strtoull(at->second.c_str(), nullptr, 10),
          k.vars[v].type.width);
  }
  for (std::size_t a = 0; a < k.arrays.size(); ++a) {
    const cfg::Array &array = k.arrays[a];
    if (array.space == cfg::Space::Constant && !array.initial.empty())
      continue; // nobody gives it other contents
    const unsigned per = std::max(1U, array.source_element_bytes / array.granule_bytes);
    std::vector<std::uint64_t> cells(std::min<std::uint64_t>(array.extent.value_or(64), 256));
    for (std::size_t i = 0; i < cells.size(); i += per) {
      std::uint64_t value = 0;
      if (!search.zeros)
        value = element(r, number, array.granule_bytes * 8 * per);
      else if (array.nonzero) // by its declaration, which says more than the host's word
        value = std::max<std::uint64_t>(1, element(r, number, array.granule_bytes * 8 * per));
      for (unsigned part = 0; part < per && i + part < cells.size(); ++part)
        cells[i + part] = part == 0 && per == 1 ? cfg::mask_to_width(value, array.granule_bytes * 8)
                                                : cfg::mask_to_width(value >> (part * array.granule_bytes * 8 % 64),
                                                                     array.granule_bytes * 8);
    }
    in.arrays[static_cast<cfg::ArrayId>(a)] = std::move(cells);
  }
  in.seed = search.seed;
  return in;
}

Truth execute(const cfg::Kernel &k, const cfg::Launch &launch, const Search &search) {
  Watcher watcher(k, search);
  Truth &truth = watcher.truth;
  support::Diagnostics diags;
  const auto code = semantics::compile(k, {}, diags);
  auto geometry = semantics::geometry_of(launch);
  if (!code || !geometry) {
    truth.refused = true;
    truth.witness = diags.all().empty() ? "free sizes" : diags.all().front().message;
    return truth;
  }
  if (search.most_threads != 0 && geometry->threads() > search.most_threads)
    for (std::uint64_t g = 0; g < std::max<std::uint64_t>(1, search.most_threads / geometry->group_threads()); ++g)
      geometry->groups.push_back(g);
  bool any = false;
  for (const cfg::Var &v : k.vars)
    any = any || v.param;
  any = any || !k.arrays.empty();
  const unsigned rounds = any ? search.inputs : 1;
  std::uint64_t traces = search.traces, steps = search.steps;
  for (unsigned i = 0; i < rounds && !watcher.satisfied(); ++i) {
    const bool before = truth.wrong();
    const semantics::Inputs inputs = some_inputs(k, search, i == 0 ? 0 : i + search.later);
    semantics::Interleaving machine(*code, *geometry, inputs, {.max_steps = search.steps_trace});
    machine.attach(watcher);
    semantics::ExploreOptions options;
    options.budget.max_traces = std::min(traces, search.traces_each);
    options.budget.max_steps = std::min(steps, search.steps_each);
    const semantics::Exploration seen = semantics::explore(machine, options);
    ++truth.inputs;
    truth.traces += seen.traces;
    truth.steps += seen.steps;
    truth.complete = truth.complete && seen.complete;
    for (unsigned s = 0; s < search.schedules && !watcher.satisfied(); ++s) {
      semantics::RandomSchedule schedule(search.seed * 1000 + i * search.schedules + s);
      semantics::ZeroChoices choices;
      semantics::Interleaving other(*code, *geometry, inputs, {.max_steps = search.steps_trace});
      other.attach(watcher);
      other.run(schedule, choices);
      ++truth.traces;
    }
    if (!before && truth.wrong())
      truth.witness += "; inputs:" + print(inputs, k);
    const std::uint64_t all = seen.traces + seen.infeasible + seen.redundant;
    traces -= std::min(traces, all);
    steps -= std::min(steps, seen.steps);
    if (traces == 0 || steps == 0) {
      truth.complete = false;
      break;
    }
  }
  return truth;
}

} // namespace lockstep::oracle
