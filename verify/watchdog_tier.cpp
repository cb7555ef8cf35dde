// The watchdog tier: see watchdog_tier.h.
#include "verify/watchdog_tier.h"

#include "cfg/desugar.h"
#include "emit/goal_text.h"
#include "predication/instrument.h"
#include "predication/predicate.h"
#include "predication/text.h"
#include "predication/vectorise.h"
#include "support/sound.h"
#include "verify/distinct_parameters.h"
#include "verify/refute_candidates.h"

#include <algorithm>

namespace lockstep::verify {

namespace {

using support::Stage;

// What pick has refuted already is worth less patience: its finding is at hand.
constexpr unsigned second_opinion_ms = 15000;
// A stage that is not the last is a try.
constexpr unsigned first_try_ms = 500;
// A program with so many candidates is asked array by array, each with at least this time.
constexpr std::size_t worth_slicing = 24;
constexpr unsigned least_share_ms = 3000;

bool is_open(const Settled &s) {
  if (s.goal.kind == emit::GoalKind::Vacuity || s.result.outcome == Outcome::Proved)
    return false;
  return !(s.result.outcome == Outcome::Refuted && s.goal.exact);
}

// What the goals that a stage did not prove are about; all goals about it are asked again.
struct Open {
  std::set<cfg::ArrayId> arrays;
  bool divergence = false, assertions = false;

  bool none() const { return arrays.empty() && !divergence && !assertions; }
  bool concerns(const emit::Goal &g) const {
    switch (g.kind) {
    case emit::GoalKind::Race: return arrays.count(g.array) != 0;
    case emit::GoalKind::Divergence: return divergence;
    case emit::GoalKind::Assertion: return assertions;
    case emit::GoalKind::Vacuity: break;
    }
    return false;
  }
};

Open still_open(const std::vector<Settled> &answers) {
  Open open;
  for (const Settled &s : answers) {
    if (s.result.outcome == Outcome::Proved)
      continue;
    if (s.goal.kind == emit::GoalKind::Race)
      open.arrays.insert(s.goal.array);
    open.divergence = open.divergence || s.goal.kind == emit::GoalKind::Divergence;
    open.assertions = open.assertions || s.goal.kind == emit::GoalKind::Assertion;
  }
  return open;
}

} // namespace

const predication::Lockstep *WatchdogTier::program(cfg::UniformityLevel level) {
  auto it = programs_.find(level);
  if (it != programs_.end())
    return it->second ? &*it->second : nullptr;
  auto &slot = programs_[level];
  support::Diagnostics diags;
  const cfg::Uniformity &uniform = level == cfg::UniformityLevel::Group ? a_.group_uniform : a_.grid_uniform;
  auto check = [](const predication::Lockstep &l, support::Diagnostics &d) { return predication::check(l, d); };
  auto print = [](const predication::Lockstep &l) { return predication::print(l); };
  const auto predicated = stages_.run(
      Stage::Predicate, [&] { return predication::predicate(cfg::sugared(k_), a_.loops, uniform, {}, diags); },
      [](const predication::Predicated &p, support::Diagnostics &d) { return predication::check(p, d); },
      [](const predication::Predicated &p) { return predication::print(p); });
  if (!predicated)
    return nullptr;
  const auto lockstep =
      stages_.run(Stage::Vectorise, [&] { return predication::vectorise(*predicated); }, check, print);
  predication::InstrumentOptions style;
  // Same-value writes were tolerated by pick, where that does not rest on what memory holds; here they are not, since
  // the lock-step program would take two threads' copies of equal cells to be one value.
  style.benign_tolerance = false;
  style.written_arrays = predication::Memory::Equal;
  auto bare = [&](const cfg::Places &loads, bool of_uniform_blocks) {
    for (const auto &[block, stmt] : loads)
      if (uniform.block_uniform[block] == of_uniform_blocks)
        style.bare.insert(std::get<cfg::Load>(k_.blocks[block].stmts[stmt].node).array);
  };
  bare(cfg::bare_loads(k_, a_.launch), true); // of any load: a_.bare tells of uniform ones only
  bare(cfg::bare_loads_of_some(k_, a_.launch), false);
  slot = stages_.run(Stage::Instrument, [&] { return predication::instrument(lockstep, style); }, check, print);
  return &*slot;
}

std::vector<Settled> WatchdogTier::ask(Pair pair, std::optional<std::set<cfg::ArrayId>> arrays, bool divergence,
                                       unsigned limit_ms) {
  if (!emit::pair_exists(a_.launch, pair))
    return {};
  const predication::Lockstep *p =
      program(pair == Pair::DifferentGroups ? cfg::UniformityLevel::Grid : cfg::UniformityLevel::Group);
  if (!p)
    return {};
  emit::watchdog::Options wo;
  wo.pair = pair;
  wo.integers = options_.integers;
  wo.trust_flags = !options_.strict_overflow;
  wo.arrays = std::move(arrays);
  wo.divergence = divergence;
  wo.without_rules = options_.without_rules;
  if (limit_ms == 0)
    limit_ms = options_.time_limit_ms;
  std::vector<Settled> out;
  std::optional<std::size_t> asked; // candidates of the stage before
  for (wo.stage = 0;; ++wo.stage) {
    emit::GoalProgram program = emit(*p, wo);
    const bool last = program.withheld == 0 || wo.stage == emit::watchdog::last_stage;
    const std::size_t candidates = program.candidates.size() + program.refuted.size();
    if (!last && asked == candidates)
      continue;
    asked = candidates;
    if (last && candidates >= worth_slicing)
      if (std::vector<Settled> slices = sliced(*p, wo, limit_ms); !slices.empty()) {
        std::move(slices.begin(), slices.end(), std::back_inserter(out));
        return out;
      }
    std::vector<Settled> answers =
        asking_.ask(std::move(program), Tier::Watchdog, {last ? limit_ms : std::min(limit_ms, first_try_ms), !last});
    if (last || !asking_.failure().empty()) {
      std::move(answers.begin(), answers.end(), std::back_inserter(out));
      return out;
    }
    const Open open = still_open(answers);
    for (Settled &s : answers)
      if (!open.concerns(s.goal))
        out.push_back(std::move(s));
    if (open.none())
      return out;
    wo.arrays = open.arrays;
    wo.divergence = open.divergence;
  }
}

// A program for each array, and one for divergence: each has the variables, logs and candidates that it needs.
// Sound because each goal is proved never to be the first that fails, the goals of the other programs being taken to
// hold up to there: if all are proved, none can be the first. Empty if there is one question only.
std::vector<Settled> WatchdogTier::sliced(const predication::Lockstep &p, emit::watchdog::Options wo,
                                          unsigned limit_ms) {
  if (!wo.arrays || wo.arrays->size() + (wo.divergence ? 1U : 0U) < 2)
    return {};
  std::vector<emit::watchdog::Options> slices;
  for (cfg::ArrayId a : *wo.arrays) {
    slices.push_back(wo);
    slices.back().arrays = {a};
    slices.back().divergence = false;
  }
  if (wo.divergence) {
    slices.push_back(wo);
    slices.back().arrays = std::set<cfg::ArrayId>{};
  }
  const unsigned share = std::max(limit_ms / static_cast<unsigned>(slices.size()), std::min(limit_ms, least_share_ms));
  std::vector<Settled> out;
  for (const emit::watchdog::Options &slice : slices)
    for (Settled &s : asking_.ask(emit(p, slice), Tier::Watchdog, {share, false}))
      out.push_back(std::move(s));
  return out;
}

emit::GoalProgram WatchdogTier::emit(const predication::Lockstep &p, const emit::watchdog::Options &wo) {
  return stages_.run(
      Stage::Emit,
      [&] {
        emit::GoalProgram out = on_distinct_parameters(emit::watchdog::emit_watchdog(p, k_, a_, wo), k_);
        if (options_.refutation == Refutation::On)
          drop_refuted(out);
        return out;
      },
      [](const emit::GoalProgram &g, support::Diagnostics &d) { return emit::boogie::check(g.program, d); },
      [](const emit::GoalProgram &g) { return emit::boogie::print(emit::with_goals(g, false)); });
}

std::vector<Settled> WatchdogTier::all() {
  std::vector<Settled> out;
  for (Pair pair : {Pair::SameGroup, Pair::DifferentGroups, Pair::Single})
    for (Settled &s : ask(pair, std::nullopt, true))
      out.push_back(std::move(s));
  return out;
}

void WatchdogTier::settle(std::vector<Settled> &settled) {
  if (!asking_.failure().empty())
    return;
  // Two goals are about the same if this answers the other: races on one array, divergence, assertions; of one pair.
  auto about = [](const emit::Goal &g, const emit::Goal &other) {
    return g.kind == other.kind && g.same_group == other.same_group &&
           (g.kind != emit::GoalKind::Race || g.array == other.array);
  };
  auto take = [&](const std::vector<Settled> &answers) {
    for (Settled &s : settled) {
      if (!is_open(s))
        continue;
      const Settled *worst = nullptr;
      bool any = false, proved = true;
      std::vector<std::string> by;
      for (const Settled &x : answers)
        if (about(s.goal, x.goal)) {
          any = true;
          by.push_back(x.goal.id);
          proved = proved && (x.result.outcome == Outcome::Proved || support::left_out("watchdog_tier.all"));
          if (x.result.outcome == Outcome::Refuted && !worst)
            worst = &x;
        }
      if (any && proved) {
        s.result.outcome = Outcome::Proved;
        s.result.reason.clear();
        s.tier = Tier::Watchdog;
        s.program = answers.front().program;
        s.by = std::move(by);
      } else if (worst && s.result.outcome != Outcome::Refuted) {
        s = *worst;
      } else if (any && !worst && s.result.outcome == Outcome::Refuted) {
        s.doubtful = true;
      }
    }
  };
  auto limit = [&](auto &&concerned) {
    bool refuted = std::any_of(settled.begin(), settled.end(),
                               [&](const Settled &s) { return concerned(s) && s.result.outcome == Outcome::Refuted; });
    return refuted ? std::min(options_.time_limit_ms, second_opinion_ms) : options_.time_limit_ms;
  };
  for (Pair pair : {Pair::SameGroup, Pair::DifferentGroups}) {
    std::set<cfg::ArrayId> arrays;
    bool divergence = false;
    auto concerned = [&](const Settled &s) {
      return is_open(s) && s.goal.same_group == (pair == Pair::SameGroup) && s.goal.kind != emit::GoalKind::Assertion;
    };
    for (const Settled &s : settled)
      if (concerned(s)) {
        divergence = divergence || s.goal.kind == emit::GoalKind::Divergence;
        if (s.goal.kind == emit::GoalKind::Race)
          arrays.insert(s.goal.array);
      }
    if (!arrays.empty() || divergence)
      take(ask(pair, arrays, divergence, limit(concerned)));
  }
  auto assertion = [](const Settled &s) { return is_open(s) && s.goal.kind == emit::GoalKind::Assertion; };
  if (std::any_of(settled.begin(), settled.end(), assertion))
    take(ask(Pair::Single, std::set<cfg::ArrayId>{}, false, limit(assertion)));
}

} // namespace lockstep::verify
