// The watchdog tier: see watchdog_tier.h.
#include "verify/watchdog_tier.h"

#include "cfg/analysis/values/unwritten.h"
#include "emit/encode/axioms.h"
#include "emit/encode/goal_text.h"
#include "support/sound.h"
#include "verify/distinct_parameters.h"

#include <algorithm>
#include <utility>

namespace lockstep::verify {

namespace {

using support::Stage;

// What pick has refuted already is worth less patience: its finding is at hand.
constexpr unsigned second_opinion_ms = 15000;
// A stage that is not the last is a try.
constexpr unsigned first_try_ms = 500;

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

const predication::Lockstep *WatchdogTier::program(cfg::UniformityLevel level, bool same_values) {
  auto [it, fresh] = programs_.try_emplace({level, same_values});
  if (fresh) {
    support::Diagnostics diags;
    it->second = predication::instrumented(
        k_, a_, {level, options_.predication, same_values, cfg::only_computed(options_.tolerance)}, stages_, diags);
  }
  return it->second ? &*it->second : nullptr;
}

void WatchdogTier::show() {
  using support::Stage;
  if (stages_.wants(Stage::Predicate) || stages_.wants(Stage::Vectorise) || stages_.wants(Stage::Instrument))
    program(cfg::UniformityLevel::Group, false);
}

std::vector<Settled> WatchdogTier::ask(Pair pair, std::optional<std::set<cfg::ArrayId>> arrays, bool divergence,
                                       bool claims, unsigned limit_ms) {
  if (!emit::pair_exists(a_.launch, pair))
    return {};
  emit::watchdog::Options wo;
  wo.pair = pair;
  wo.integers = options_.integers;
  wo.trust_flags = !options_.strict_overflow;
  wo.arrays = std::move(arrays);
  wo.divergence = divergence;
  wo.claims = pair != Pair::Single && claims;
  wo.without_rules = options_.without_rules;
  if (limit_ms == 0)
    limit_ms = options_.time_limit_ms;
  std::vector<Settled> out = in_stages(wo, false, limit_ms);
  if (cfg::tolerates_writes(options_.tolerance) && asking_.failure().empty() && !shown_)
    tolerate_same_values(std::move(wo), limit_ms, out);
  return out;
}

// Races that vanish when writes of one value are tolerated.
void WatchdogTier::tolerate_same_values(emit::watchdog::Options wo, unsigned limit_ms, std::vector<Settled> &answers) {
  wo.arrays = std::set<cfg::ArrayId>{};
  wo.divergence = wo.claims = false;
  for (const Settled &s : answers)
    if (s.goal.kind == emit::GoalKind::Race && s.result.outcome != Outcome::Proved && may_be_of_two_writes(s))
      wo.arrays->insert(s.goal.array);
  if (wo.arrays->empty())
    return;
  const std::vector<Settled> again = in_stages(wo, true, limit_ms);
  for (cfg::ArrayId array : *wo.arrays) {
    auto about = [&](const Settled &s) { return s.goal.kind == emit::GoalKind::Race && s.goal.array == array; };
    const bool asked = std::any_of(again.begin(), again.end(), about);
    const bool settled = asked && std::all_of(again.begin(), again.end(), [&](const Settled &s) {
                           return !about(s) || s.result.outcome == Outcome::Proved;
                         });
    if (!settled)
      continue;
    std::erase_if(answers, about);
    std::copy_if(again.begin(), again.end(), std::back_inserter(answers), about);
  }
}

std::vector<Settled> WatchdogTier::in_stages(emit::watchdog::Options wo, bool same_values, unsigned limit_ms) {
  const predication::Lockstep *p =
      program(wo.pair == Pair::DifferentGroups ? cfg::UniformityLevel::Grid : cfg::UniformityLevel::Group, same_values);
  if (!p)
    return {};
  std::vector<Settled> out;
  std::optional<std::size_t> asked; // candidates of the stage before
  for (wo.stage = 0;; ++wo.stage) {
    emit::GoalProgram program = emit(*p, wo);
    const bool last = program.withheld == 0 || wo.stage == emit::watchdog::last_stage;
    const std::size_t candidates = program.candidates.size();
    if (!last && asked == candidates)
      continue;
    if (last && asked && ask_shown_) // what was asked for a moment is open
      shown_ = std::exchange(ask_shown_, nullptr)();
    asked = candidates;
    if (shown_)
      return out;
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
    wo.claims = wo.claims && open.assertions;
  }
}

emit::GoalProgram WatchdogTier::emit(const predication::Lockstep &p, const emit::watchdog::Options &wo) {
  return stages_.run(
      Stage::Emit,
      [&] {
        return emit::under_axioms(
            on_distinct_parameters(trusted_.noted(emit::watchdog::emit_watchdog(p, k_, a_, wo)), given_), given_);
      },
      [](const emit::GoalProgram &g, support::Diagnostics &d) { return emit::boogie::check(g.program, d); },
      [](const emit::GoalProgram &g) { return emit::boogie::print(emit::with_goals(g, false)); });
}

// This tier knows neither barriers of warps nor what atomics and fences order (cfg/analysis/order/handover.h), nor of
// writes that change nothing.
bool WatchdogTier::is_ignorant_of(const emit::Goal &g) const {
  if (g.incoherent) // of which it says nothing at all
    return false;
  if (g.kind == emit::GoalKind::Race && cfg::tolerates_reads(options_.tolerance))
    return true;
  return !a_.teams.empty() || cfg::has_gathers(k_) ||
         (g.kind == emit::GoalKind::Race && (cfg::may_hand_over(k_) || !a_.handovers.at.empty()));
}

// Where locks, counters or barriers of warps (of masks, too) order accesses, others than the pair may write between two
// barriers of the group, and its memory does not change then: its proofs do not count.
bool WatchdogTier::knows_too_little() const {
  const auto fences = [](const cfg::Stmt &s) {
    const cfg::Barrier *bar = cfg::warp_barrier(s);
    return bar && (bar->fence_group || bar->fence_global);
  };
  const bool ordered_otherwise = !a_.handovers.at.empty() || cfg::has_numbered(k_) || cfg::has_gathers(k_) ||
                                 std::any_of(k_.blocks.begin(), k_.blocks.end(), [&](const cfg::Block &b) {
                                   return std::any_of(b.stmts.begin(), b.stmts.end(), fences);
                                 });
  return support::unsound("watchdog_tier.handovers", ordered_otherwise);
}

std::vector<Settled> WatchdogTier::all() {
  std::vector<Settled> out;
  const std::vector<bool> incoherent = cfg::read_incoherently(k_);
  const bool reads_incoherently = std::find(incoherent.begin(), incoherent.end(), true) != incoherent.end();
  if (!a_.teams.empty() || knows_too_little() ||
      reads_incoherently) { // it would have to ask about the barriers of warps
    Settled open;
    open.goal.id = "warps";
    open.goal.kind = emit::GoalKind::Divergence;
    open.result.outcome = Outcome::Unknown;
    open.result.reason =
        reads_incoherently   ? "the watchdog tier alone does not know what loads through incoherent caches read"
        : knows_too_little() ? "the watchdog tier alone does not know what locks, counters and barriers of warps order"
                             : "the watchdog tier alone does not know what threads of a warp exchange";
    open.tier = Tier::Watchdog;
    return {open};
  }
  for (Pair pair : {Pair::SameGroup, Pair::DifferentGroups, Pair::Single})
    for (Settled &s : ask(pair, std::nullopt, true, true)) {
      s.doubtful = s.doubtful || (is_ignorant_of(s.goal) && s.result.outcome == Outcome::Refuted);
      out.push_back(std::move(s));
    }
  return out;
}

// Sound because a goal counts as proved only if all goals of this tier about the same thing are.
void WatchdogTier::settle(std::vector<Settled> &settled, std::function<bool()> shown) {
  ask_shown_ = std::move(shown);
  if (!asking_.failure().empty())
    return;
  if (knows_too_little()) {
    for (Settled &s : settled)
      s.doubtful = s.doubtful || (is_open(s) && s.result.outcome == Outcome::Refuted);
    return;
  }
  // Its proofs count, its refutations do not where it knows less.
  for (Settled &s : settled)
    s.doubtful = s.doubtful || (is_ignorant_of(s.goal) && is_open(s) && s.result.outcome == Outcome::Refuted);
  // Two goals are about the same if this answers the other: races on one array, divergence, assertions; of one pair.
  auto about = [](const emit::Goal &g, const emit::Goal &other) {
    return g.kind == other.kind && g.same_group == other.same_group && g.incoherent == other.incoherent &&
           g.pairwise == other.pairwise && (g.kind != emit::GoalKind::Divergence || g.team == other.team) &&
           (g.kind != emit::GoalKind::Race || g.array == other.array);
  };
  auto take = [&](const std::vector<Settled> &answers) {
    for (Settled &s : settled) {
      if (!is_open(s) || shown_) // these are not all answers, then
        continue;
      const Settled *worst = nullptr;
      bool any = false, proved = true;
      std::vector<std::string> by;
      for (const Settled &x : answers)
        if (about(s.goal, x.goal)) {
          any = true;
          by.push_back(x.goal.id);
          proved = proved && support::sound("watchdog_tier.all", x.result.outcome == Outcome::Proved);
          if (x.result.outcome == Outcome::Refuted && !worst)
            worst = &x;
        }
      if (any && proved) {
        s.result.outcome = Outcome::Proved;
        s.result.reason.clear();
        s.tier = Tier::Watchdog;
        s.program = answers.front().program;
        s.by = std::move(by);
      } else if (worst && s.result.outcome != Outcome::Refuted && !is_ignorant_of(s.goal)) {
        const auto place = s.goal.place; // which this tier does not know
        s = *worst;
        s.goal.place = place;
      } else if (any && !worst && s.result.outcome == Outcome::Refuted) {
        // That a round does not preserve an invariant is a statement about whatever state it may begin in; this tier
        // has no say where contents are spoken of.
        s.doubtful = !(s.goal.with_contents && s.goal.round == emit::Goal::Round::Next);
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
    bool divergence = false, claims = false;
    auto concerned = [&](const Settled &s) {
      return is_open(s) && s.goal.same_group == (pair == Pair::SameGroup) && !s.goal.incoherent &&
             (s.goal.kind != emit::GoalKind::Assertion || s.goal.pairwise);
    };
    for (const Settled &s : settled)
      if (concerned(s)) {
        divergence = divergence || (s.goal.kind == emit::GoalKind::Divergence && s.goal.team == 0);
        claims = claims || s.goal.kind == emit::GoalKind::Assertion;
        if (s.goal.kind == emit::GoalKind::Race)
          arrays.insert(s.goal.array);
      }
    if (shown_)
      return;
    if (!arrays.empty() || divergence || claims)
      take(ask(pair, arrays, divergence, claims, limit(concerned)));
  }
  auto assertion = [](const Settled &s) {
    return is_open(s) && s.goal.kind == emit::GoalKind::Assertion && !s.goal.pairwise;
  };
  if (!shown_ && std::any_of(settled.begin(), settled.end(), assertion))
    take(ask(Pair::Single, std::set<cfg::ArrayId>{}, false, false, limit(assertion)));
}

} // namespace lockstep::verify
