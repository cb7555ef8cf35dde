// Replay: see replay.h.
#include "semantics/machines/replay.h"

#include "cfg/analysis/order/handover.h"

#include "semantics/machines/replay_inputs.h"
#include "support/sound.h"
#include "support/thread_clock.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace lockstep::semantics {

namespace {

// Arbitrary values: mostly zero, and one number that the kernel mentions. All threads must meet the assumptions.
class FewValues final : public Choices {
public:
  FewValues(const std::vector<std::uint64_t> &numbers, std::uint64_t seed)
      : state_(mix(seed, 7)), other_(numbers[mix(seed, 8) % numbers.size()]) {}
  std::size_t among(std::size_t n) override { return next() % n; }
  std::uint64_t havoc(cfg::Type type) override { return next() % 4 == 0 ? cfg::mask_to_width(other_, type.width) : 0; }

private:
  std::uint64_t next() { return state_ = mix(state_, 1); }
  std::uint64_t state_, other_;
};

// Which barriers of some threads have been passed: their numbers, and a thread that has.
class Passed final : public Observer {
public:
  void on_pass(ThreadIndex last, std::span<const ThreadIndex>, const cfg::Numbered &n) override {
    all_.insert({last, n.number});
  }
  bool by_group_of(ThreadIndex t, unsigned number, std::uint64_t group_threads) const {
    return std::any_of(all_.begin(), all_.end(), [&](const auto &p) {
      return p.second == number && p.first / group_threads == t / group_threads;
    });
  }

private:
  std::set<std::pair<ThreadIndex, unsigned>> all_;
};

class Search {
public:
  Search(const cfg::Kernel &k, const Geometry &geometry, const ReplayTarget &target, const ReplayBudget &budget)
      : k_(k), geometry_(geometry), target_(target), budget_(budget) {
    for (const ThreadId &t : target.threads)
      geometry_.groups.push_back(geometry.linear_group(t.group));
    std::sort(geometry_.groups.begin(), geometry_.groups.end());
    geometry_.groups.erase(std::unique(geometry_.groups.begin(), geometry_.groups.end()), geometry_.groups.end());
    of_target_ = geometry_.groups;
    with_others_ = cfg::may_hand_over(k) && geometry.all_groups() * geometry.group_threads() <= few_threads;
    const cfg::Launch launch{
        .local_size = sizes(geometry.local_size), .num_groups = sizes(geometry.num_groups), .global_size = {}};
    handovers_ = cfg::handovers(k, cfg::available_facts(k), launch);
    decides_ = arrays_that_decide(k);
  }

  Replay run(const Code &code) {
    const double start = support::thread_seconds();
    const auto numbers = telling_numbers(k_, geometry_);
    required_ = required_of_inputs(k_);
    for (std::uint64_t attempt = 0; attempt < budget_.executions; ++attempt) {
      if (support::thread_seconds() - start > budget_.seconds || out_.executed_steps >= budget_.steps) {
        out_.reason = "the search ended at its limit";
        break;
      }
      execute(code, numbers, attempt);
      if (out_.confirmed)
        return std::move(out_);
    }
    if (out_.reason.empty())
      out_.reason = out_.start.empty() ? "no execution that was tried shows it"
                                       : "no execution that was tried shows it from cells of atomics that are zero";
    out_.reason += " (" + std::to_string(out_.executions) + (out_.executions == 1 ? " execution)" : " executions)");
    return std::move(out_);
  }

private:
  static std::array<cfg::Launch::Extent, 3> sizes(const std::array<std::uint64_t, 3> &from) {
    return {from[0], from[1], from[2]};
  }

  // Locks are free: whoever waits for another one waits for ever. Counters of groups that are done start where those
  // that do not run have counted.
  void start_handovers(Inputs &inputs) const {
    for (const auto &[array, free] : handovers_.free)
      if (auto cells = inputs.arrays.find(array); cells != inputs.arrays.end())
        std::fill(cells->second.begin(), cells->second.end(), free);
    for (const cfg::CountedUp &c : handovers_.counters) {
      std::vector<std::uint64_t> &cells = inputs.arrays[c.array];
      const std::uint64_t least = k_.arrays[c.array].extent.value_or(c.offset + 1);
      if (cells.size() < least && c.offset < least && least <= 65536)
        cells.resize(least, 0);
      if (c.offset < cells.size())
        cells[c.offset] = cfg::mask_to_width((geometry_.all_groups() - geometry_.run_groups()) *
                                                 (c.by_threads ? geometry_.group_threads() : 1),
                                             8 * k_.arrays[c.array].granule_bytes);
    }
  }

  void execute(const Code &code, const std::vector<std::uint64_t> &numbers, std::uint64_t attempt) {
    // What atomics hand over may come to one thread by way of a third one: then all groups run, now and then.
    geometry_.groups = with_others_ && attempt % 4 >= 2 ? std::vector<std::uint64_t>{} : of_target_;
    Inputs inputs = inputs_of(k_, geometry_, target_, numbers, required_, attempt);
    if (endless_) // the counterexample's parameters are too large to come anywhere
      for (auto &[v, bits] : inputs.scalars)
        if (const cfg::Type type = k_.vars[v].type;
            type.is_int() && bits > geometry_.all_groups() * geometry_.group_threads())
          bits = cfg::mask_to_width(geometry_.all_groups() * geometry_.group_threads(), type.width);
    inputs.zero_filled = decides_; // beyond the cells that are given, too
    for (auto &[array, cells] : inputs.arrays)
      if (decides_[array] && attempt % 8 != 7)
        std::fill(cells.begin(), cells.end(), 0);
    start_handovers(inputs);
    if (!shows(code, inputs, numbers, attempt))
      return;
    if (!out_.start.empty() && starts_otherwise(inputs)) {
      Inputs zeros = inputs; // what another start shows was told already
      for (auto &[array, cells] : zeros.arrays)
        if (decides_[array])
          std::fill(cells.begin(), cells.end(), 0);
      start_handovers(zeros);
      if (!shows(code, zeros, numbers, attempt))
        return;
      inputs = std::move(zeros);
    }
    out_.start = needed(code, inputs, numbers, attempt);
    out_.confirmed = !starts_otherwise(inputs);
  }

  // Is a cell that atomics decide about not zero?
  bool starts_otherwise(const Inputs &inputs) const {
    return std::any_of(inputs.arrays.begin(), inputs.arrays.end(), [&](const auto &a) {
      for (std::size_t i = 0; decides_[a.first] && i < a.second.size(); ++i)
        if (a.second[i] != 0 && !is_counter_of_others(a.first, i))
          return true;
      return false;
    });
  }

  // Makes cells zero that need not be anything else, and says what is left. Few executions are spent on it.
  std::vector<StartCell> needed(const Code &code, Inputs &inputs, const std::vector<std::uint64_t> &numbers,
                                std::uint64_t attempt) {
    unsigned left = 24;
    const auto try_zero = [&](cfg::ArrayId array, std::size_t from, std::size_t to) {
      Inputs other = inputs;
      std::vector<std::uint64_t> &cells = other.arrays[array];
      const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(from),
                 end = cells.begin() + static_cast<std::ptrdiff_t>(to);
      if (std::all_of(begin, end, [](std::uint64_t v) { return v == 0; }))
        return true;
      if (left == 0)
        return false;
      --left;
      std::fill(begin, end, 0);
      if (!shows(code, other, numbers, attempt))
        return false;
      inputs = std::move(other);
      return true;
    };
    const std::function<void(cfg::ArrayId, std::size_t, std::size_t)> halve = [&](cfg::ArrayId array, std::size_t from,
                                                                                  std::size_t to) {
      if (from == to || try_zero(array, from, to) || to - from == 1)
        return;
      halve(array, from + (to - from) / 2, to);
      halve(array, from, from + (to - from) / 2);
    };
    std::vector<std::pair<cfg::ArrayId, std::size_t>> given;
    for (bool deciding : {true, false}) // first
      for (const auto &[array, cells] : inputs.arrays)
        if (decides_[array] == deciding)
          given.push_back({array, cells.size()});
    for (const auto &[array, size] : given)
      halve(array, 0, size);
    std::vector<StartCell> out;
    for (const auto &[array, cells] : inputs.arrays)
      for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i] != 0 && !is_counter_of_others(array, i))
          out.push_back({array, i, cells[i]});
    return out;
  }
  // Does it start where the groups that do not run have counted to?
  bool is_counter_of_others(cfg::ArrayId array, std::size_t cell) const {
    return std::any_of(handovers_.counters.begin(), handovers_.counters.end(),
                       [&](const cfg::CountedUp &c) { return c.array == array && c.offset == cell; });
  }

  // Does this execution show it?
  bool shows(const Code &code, const Inputs &inputs, const std::vector<std::uint64_t> &numbers, std::uint64_t attempt) {
    RunOptions options;
    options.stop_at_assert = target_.what == Wanted::Assertion;
    options.record_schedule = true;
    // A loop that a counterexample's parameters make very long must not use up the budget.
    // Threads that wait for each other may never end in order, or in these inputs: once one has not, most executions
    // are short ones on fair schedules, of which there are many.
    const bool brief = endless_ && attempt % 4 != 0;
    options.max_steps = std::min(budget_.steps - out_.executed_steps, budget_.steps / 16);
    if (brief)
      options.max_steps = std::min(options.max_steps, std::max<std::uint64_t>(10'000, 200 * geometry_.threads()));
    Interleaving machine(code, geometry_, inputs, options);
    RaceObserver races({.tolerance = target_.tolerance, .stop_at_first = false, .before_undefined = true});
    ViolationObserver violations;
    Passed passed;
    if (target_.what == Wanted::Race)
      machine.attach(races);
    else
      machine.attach(violations);
    if (target_.what == Wanted::Divergence)
      machine.attach(passed);
    FewValues choices(numbers, attempt);
    Execution e;
    if (brief || attempt % 4 == 1 ||
        (with_others_ && attempt % 4 == 3)) { // fair: other threads move while one is in a loop without end
      RandomSchedule schedule(attempt);
      e = machine.run(schedule, choices);
    } else {
      InOrder schedule;
      e = machine.run(schedule, choices);
    }
    ++out_.executions;
    out_.executed_steps += e.steps;
    endless_ = endless_ || e.steps >= options.max_steps;
    if (!(target_.what == Wanted::Race ? find_race(races) : find_violation(violations, passed, e)))
      return false;
    out_.inputs = inputs;
    out_.groups = geometry_.groups;
    out_.schedule.clear();
    for (std::uint64_t g = 0; geometry_.groups.empty() && g < geometry_.all_groups(); ++g)
      out_.groups.push_back(g);
    for (ThreadIndex t : e.schedule)
      if (!out_.schedule.empty() && out_.schedule.back().first == t)
        ++out_.schedule.back().second;
      else
        out_.schedule.push_back({t, 1});
    return true;
  }

  bool at(Site site, const support::Origin &place) const {
    return support::sound("replay.places", target_.anywhere || origin_of(k_, site) == place);
  }

  bool find_race(const RaceObserver &races) {
    for (const Race &r : races.races())
      for (std::size_t first : {0, 1}) {
        const Side &x = r.sides[first], &y = r.sides[1 - first];
        if (!at(x.site, target_.places[0]) || !at(y.site, target_.places[1]))
          continue;
        out_.threads = {x.id, y.id};
        out_.steps = {x.step, y.step};
        out_.sites = {x.site, y.site};
        out_.kinds = {x.kind, y.kind};
        out_.bytes = {r.first_byte, r.last_byte};
        out_.array = r.array;
        return true;
      }
    return false;
  }

  bool find_violation(const ViolationObserver &violations, const Passed &passed, const Execution &e) {
    for (const Violation &v : violations.violations()) {
      const bool kind = target_.what == Wanted::Divergence ? v.kind == ViolationKind::Divergence : v.check.has_value();
      std::optional<Site> elsewhere = v.divergence ? v.divergence->elsewhere : std::nullopt;
      const bool here = at(v.site, target_.places[0]);
      const bool there = elsewhere && at(*elsewhere, target_.places[0]);
      if (!kind || (!here && !there))
        continue;
      out_.threads = {v.id, v.other.value_or(v.id)};
      if (!here)
        std::swap(out_.threads[0], out_.threads[1]);
      out_.steps = {e.steps, e.steps};
      out_.sites = {v.site, elsewhere.value_or(v.site)};
      out_.message = v.message;
      const std::vector<cfg::Stmt> &stmts = k_.blocks[out_.sites[0].block].stmts;
      const auto *n =
          out_.sites[0].stmt < stmts.size() ? std::get_if<cfg::Numbered>(&stmts[out_.sites[0].stmt].node) : nullptr;
      out_.never_passed = n && !passed.by_group_of(v.thread, n->number, geometry_.group_threads());
      out_.other_iteration = v.divergence && v.divergence->other_iteration;
      return true;
    }
    return false;
  }

  const cfg::Kernel &k_;
  Geometry geometry_;
  const ReplayTarget &target_;
  const ReplayBudget &budget_;
  Required required_;
  static constexpr std::uint64_t few_threads = 256;
  std::vector<std::uint64_t> of_target_; // groups
  bool with_others_ = false;             // do other groups matter, and are they few?
  bool endless_ = false;                 // an execution has not come to its end
  cfg::Handovers handovers_;
  std::vector<bool> decides_; // per array
  Replay out_;
};

} // namespace

Replay replay(const cfg::Kernel &k, const Geometry &geometry, const ReplayTarget &target, const ReplayBudget &budget) {
  Replay out;
  support::Diagnostics diags;
  const auto code = compile(k, {}, diags);
  if (!code) {
    out.reason = diags.all().empty() ? "the kernel cannot be executed" : diags.all().front().message;
    return out;
  }
  if (geometry.group_threads() > 4096) {
    out.reason = "groups of more than 4096 threads are not replayed";
    return out;
  }
  return Search(k, geometry, target, budget).run(*code);
}

} // namespace lockstep::semantics
