// The tiers of verification: see verify_kernel.h.
#include "verify/verify_kernel.h"

#include "cfg/analysis/analyses.h"
#include "cfg/analysis/print_analyses.h"
#include "cfg/analysis/sharing/followed_threads.h"
#include "cfg/ir/assumptions.h"
#include "emit/encode/goal_text.h"
#include "emit/pick/pick.h"
#include "support/budget.h"
#include "support/invariant.h"
#include "verify/annotations/candidate_invariants.h"
#include "verify/asking.h"
#include "verify/axioms.h"
#include "verify/bit_requirements.h"
#include "verify/common_intervals.h"
#include "verify/contents.h"
#include "verify/pick_programs.h"
#include "verify/pick_rounds.h"
#include "verify/trusted_flags.h"
#include "verify/vacuity.h"
#include "verify/watchdog_tier.h"
#include "verify/witness.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace lockstep::verify {

namespace {

constexpr std::uint64_t most_steps = 1'000'000; // that threads are followed for
constexpr unsigned soon_ms = 1000;              // per goal, before the interpreter has its turn
constexpr unsigned products_ms = 5000;          // per goal, of products as integers, once more

bool has_atomics_of_two_widths(const cfg::Kernel &k) { // on one array
  std::map<cfg::ArrayId, std::uint64_t> width;
  for (const cfg::AccessRef &a : cfg::shared_accesses(k))
    if (a.kind != cfg::AccessKind::Read && a.kind != cfg::AccessKind::Write &&
        width.try_emplace(a.array, a.granules).first->second != a.granules)
      return true;
  return false;
}

bool has_free_sizes(const cfg::Launch &l) {
  const auto free = [](const cfg::Launch::Extent &e) { return !e; };
  return std::any_of(l.local_size.begin(), l.local_size.end(), free) ||
         std::any_of(l.num_groups.begin(), l.num_groups.end(), free);
}

// Does the encoder choose bit-vectors because of a product?
bool multiplies_unknowns(const cfg::Kernel &k, const VerifyOptions &options, const cfg::Ranges &ranges) {
  if (options.integers != emit::IntegerMode::Auto)
    return false;
  bool found = false;
  const auto look = [&](const std::vector<cfg::Expr> &used) {
    for (const cfg::Expr &e : used)
      cfg::for_each_node(e, [&](const cfg::ExprNode &n) { found = found || emit::is_wrapping_product(n, ranges); });
  };
  for (const cfg::Block &b : k.blocks) {
    for (const cfg::Stmt &s : b.stmts)
      look(cfg::used_exprs(s));
    look(cfg::used_exprs(b.end));
  }
  return found;
}

// Without the questions that nobody asks.
std::vector<Settled> asked(std::vector<Settled> settled, const VerifyOptions &options) {
  std::erase_if(settled, [&](const Settled &s) {
    const bool wanted = options.races && (!options.race_arrays || options.race_arrays->count(s.goal.array) != 0);
    return (s.goal.kind == emit::GoalKind::Race && !wanted) ||
           ((s.goal.kind == emit::GoalKind::Race || s.goal.pairwise) && !s.goal.same_group && !options.between_groups);
  });
  return settled;
}

// An access that a lock or a counter would order, if it were not for something.
void say_what_is_missing(const cfg::Kernel &k, const cfg::Handovers &handovers, Finding &f) {
  if (f.kind != FindingKind::Race)
    return;
  for (const auto &[point, what] : handovers.missing) {
    const support::Origin &place = k.blocks[point.first].stmts[point.second].origin;
    const std::string note = fmt::format("the access at {}: {}", place.str(), what);
    if (std::any_of(f.accesses.begin(), f.accesses.end(), [&](const Access &a) { return a.origin == place; }) &&
        std::find(f.notes.begin(), f.notes.end(), note) == f.notes.end())
      f.notes.push_back(note);
  }
}

// A refutation that does not say whether the accesses race: a write may store what is there, and only an execution
// shows that it does not.
bool may_change_nothing(const emit::Goal &g, const VerifyOptions &options) {
  return g.kind == emit::GoalKind::Race && !g.exact && cfg::tolerates_reads(options.tolerance);
}

class Tiers {
public:
  Tiers(const cfg::Kernel &k, const VerifyOptions &options, Engine &engine, support::Stages &stages,
        support::Diagnostics &diags)
      : k_(k), options_(options), engine_(engine), stages_(stages), asking_(options, engine, stages),
        trusted_(k, options.launch, options.strict_overflow), programs_(k, stages, trusted_),
        vacuity_(k, options, asking_, programs_, diags) {}

  Result run(const cfg::Analyses &a) {
    trusted_.leave_out_proved(a.ranges);
    WatchdogTier watchdog(k_, a, options_, stages_, asking_, trusted_);
    watchdog.show();
    if (!options_.tiers.count(Tier::Pick))
      return conclude(alone(a, watchdog), a.handovers);
    emit::pick::Options po;
    po.integers = options_.integers;
    po.merge = options_.merge;
    po.trust_flags = !options_.strict_overflow;
    po.vacuity = k_.terms.axioms.empty();
    po.coarse = options_.coarse_first;
    po.benign_values = cfg::tolerates_writes(options_.tolerance) && options_.values_at_once;
    po.only_computed = cfg::only_computed(options_.tolerance);
    po.unchanged = cfg::tolerates_reads(options_.tolerance);
    cfg::Followed followed;
    if (options_.proofs == nullptr) // which hold what Boogie was asked
      followed = cfg::follow_threads(k_, a.live, a.group_uniform, a.launch, most_steps);
    po.followed = std::move(followed.apart);
    const bool products = multiplies_unknowns(k_, options_, a.ranges) && options_.time_limit_ms > soon_ms;
    const bool may_hunt =
        options_.hunt && (has_free_sizes(a.launch) || products || followed.meet) && options_.time_limit_ms > soon_ms;
    const Asking::Manner soon{soon_ms, true};
    if (products)
      po.integers = emit::IntegerMode::Wrap;
    std::vector<Settled> settled = asked(
        asking_.ask(programs_.goals(a, po), Tier::Pick, may_hunt || products ? soon : Asking::Manner{}), options_);
    PickRounds again(a, options_, asking_, programs_);
    if (products && hesitates(settled))
      again.with_bits(po, settled);
    Result found;
    const auto hunted = [&](HuntFor time) {
      if (!options_.hunt(found, time))
        return false;
      list_assumptions(found);
      return true;
    };
    if (may_hunt && products && is_race_of_few_groups(k_, options_.launch, settled) && hunted(HuntFor::Moment))
      return found;
    const bool soon_done = products && again.settled_soon(po, settled, soon);
    const bool hesitant = hesitates(settled) || (products && !soon_done);
    if (products && hesitant && options_.within_limits)
      if (std::optional<Result> verified = options_.within_limits())
        return *std::move(verified);
    if (may_hunt && hesitant && hunted(HuntFor::Second))
      return found;
    emit::pick::Options patient = po;
    if (products && hesitates(settled)) {
      patient.integers = emit::IntegerMode::Wrap;
      again.patiently(patient, settled, {std::min(options_.time_limit_ms, products_ms), true});
    }
    if ((may_hunt || products) && hesitates(settled)) {
      patient.integers = options_.integers;
      again.patiently(patient, settled);
    }
    po.coarse = false;
    if (!soon_done) {
      again.precisely(po, settled);
      again.with_values(po, settled);
    }
    try {
      const bool shown = may_hunt && options_.tiers.count(Tier::Watchdog) && is_confirmed(settled);
      if (!shown) {
        Contents contents(k_, a, options_, asking_, programs_);
        contents.settle(settled, po);
        if (std::optional<Result> verified = contents.verified_with_lasting_cells(settled, engine_, stages_))
          return *std::move(verified);
      }
      vacuity_.look_at(po.vacuity ? settled : vacuity_.reached(a));
      if (options_.tiers.count(Tier::Watchdog) && !shown)
        watchdog.settle(settled, [&] { return options_.hunt && !may_hunt && is_confirmed(settled); }); // once
    } catch (const support::OutOfBudget &) {
      // What is refuted without an abstraction is a violation, and is told, whatever is left open.
      for (Settled &s : settled)
        s.doubtful = s.doubtful || !s.goal.exact;
      if (Result found = conclude(settled, a.handovers); is_violation(found.verdict))
        return found;
      throw;
    }
    Result out = conclude(settled, a.handovers);
    const bool race = out.verdict == Verdict::Race || // or an execution may make it one
                      (cfg::tolerates_reads(options_.tolerance) &&
                       std::any_of(out.findings.begin(), out.findings.end(),
                                   [](const Finding &f) { return f.kind == FindingKind::Race; }));
    if (race && options_.further_races != 0)
      again.further_races(po, settled, k_, out.findings);
    return out;
  }

  // The assertions of one thread that the last run has left open, or refuted.
  const std::set<cfg::Point> &unproved() const { return unproved_; }

private:
  // Does an execution show one of the findings? Then no second opinion on them is asked for.
  // Sound because that violation is real, so that the kernel is not verified, whatever the others are.
  bool is_confirmed(std::vector<Settled> &settled) {
    Result out;
    std::vector<Settled *> refuted;
    for (Settled &s : settled)
      if (s.result.outcome == Outcome::Refuted && s.goal.kind != emit::GoalKind::Vacuity) {
        refuted.push_back(&s);
        out.findings.push_back(make_finding(k_, options_.launch, *s.program, s.goal, s.result.model));
        out.findings.back().doubtful = true;
      }
    if (out.findings.empty() || !options_.hunt(out, HuntFor::Second))
      return false;
    for (std::size_t i = 0; i < refuted.size(); ++i) {
      refuted[i]->doubtful = !refuted[i]->goal.exact;
      if (out.findings[i].replay.status == Replay::Status::Confirmed)
        shown_.push_back(std::move(out.findings[i]));
    }
    return true;
  }

  void list_assumptions(Result &out) const {
    out.assumptions.assign(asking_.assumptions().begin(), asking_.assumptions().end());
    out.assumptions.insert(out.assumptions.end(), k_.terms.assumptions.begin(), k_.terms.assumptions.end());
    if (has_atomics_of_two_widths(k_))
      out.assumptions.emplace_back(cfg::assumption::mixed_atomics);
  }

  // The watchdog tier by itself. That assumptions do not contradict each other is pick's question in any case.
  std::vector<Settled> alone(const cfg::Analyses &a, WatchdogTier &watchdog) {
    std::vector<Settled> settled = watchdog.all();
    vacuity_.look_at(vacuity_.reached(a));
    return settled;
  }

  Result conclude(std::vector<Settled> all, const cfg::Handovers &handovers) {
    const std::vector<Settled> settled = asked(std::move(all), options_);
    Result out;
    out.tier = Tier::Pick;
    list_assumptions(out);
    asking_.claim(settled);
    out.hesitated = asking_.hesitated();
    out.candidates = asking_.proposed();
    out.invariants = asking_.kept();
    out.findings = shown_;
    bool undecided = false;
    std::string why;
    for (const Settled &s : settled) {
      if (s.goal.place && s.result.outcome != Outcome::Proved)
        unproved_.insert(*s.goal.place);
      if (s.tier == Tier::Watchdog)
        out.tier = s.tier;
      if (s.goal.kind == emit::GoalKind::Vacuity)
        continue;
      if (s.result.outcome == Outcome::Refuted) {
        Finding f = make_finding(k_, options_.launch, *s.program, s.goal, s.result.model);
        f.doubtful = s.doubtful || may_change_nothing(s.goal, options_);
        say_what_is_missing(k_, handovers, f);
        if (!repeats(out.findings, f))
          out.findings.push_back(std::move(f));
      } else if (s.result.outcome != Outcome::Proved && !undecided) {
        undecided = true;
        why = (s.goal.origin.known() ? s.goal.origin.str() + ": " : std::string()) +
              (s.result.reason.empty() ? "the solver could not decide " + s.goal.id : s.result.reason);
      }
    }
    if (settle_verdict(out))
      return out;
    if (!out.findings.empty()) {
      out.reason = "not decided: " + out.findings.front().message + ", perhaps a false alarm (" +
                   out.findings.front().abstraction + "), and the watchdog tier has no answer";
      return out;
    }
    if (!asking_.failure().empty()) {
      // An engine that cannot work is at fault, not the question; one that died may have died of this question.
      out.verdict = asking_.crashed() ? Verdict::Unknown : Verdict::Error;
      out.reason = asking_.failure();
    } else if (undecided) {
      out.verdict = Verdict::Unknown;
      out.reason = why;
    } else if (vacuity_.contradictory() && !options_.allow_vacuous) {
      out.verdict = Verdict::Error;
      out.bad_input = true;
      out.reason = "vacuous: the kernel's assumptions contradict each other, no thread can reach the end; "
                   "mend them or pass --allow-vacuous";
    } else {
      out.verdict = Verdict::Verified;
    }
    return out;
  }

  const cfg::Kernel &k_;
  const VerifyOptions &options_;
  Engine &engine_;
  support::Stages &stages_;
  Asking asking_;
  TrustedFlags trusted_;
  PickPrograms programs_;
  Vacuity vacuity_;
  std::vector<Finding> shown_; // by an execution
  std::set<cfg::Point> unproved_;
};

// With those candidates that are invariants, as the trial of each (verify/annotations/candidate_invariants.h) shows.
template <class Ask> Result with_candidates(const cfg::Kernel &k, std::set<cfg::Point> candidates, Ask &&ask) {
  for (;;) {
    std::set<cfg::Point> unproved;
    Result result = ask(with_invariants(k, candidates), unproved);
    if (std::erase_if(candidates, [&](cfg::Point p) { return unproved.count(p) != 0; }) == 0)
      return result;
  }
}

} // namespace

Result verify_kernel(const cfg::Kernel &k, const VerifyOptions &given, Engine &engine, support::Stages &stages,
                     support::Diagnostics &diags) {
  VerifyOptions options = given;
  if (std::optional<Result> mistake = settle_axioms(k, options, diags))
    return *std::move(mistake);
  auto analyses = stages.run(
      support::Stage::Analyse, [&] { return cfg::analyse(k, options.launch, {!options.strict_overflow}, diags); },
      nullptr, [&](const cfg::Analyses &a) { return cfg::print(a, k); });
  if (!analyses) {
    Result r;
    r.verdict = Verdict::Unsupported;
    r.reason = "control flow that cannot be analysed";
    return r;
  }
  const auto ask = [&](const cfg::Kernel &other, const VerifyOptions &how, const cfg::Analyses &of_other,
                       support::Diagnostics &told) { return Tiers(other, how, engine, stages, told).run(of_other); };
  if (std::optional<Result> soon = verified_without_bits(k, options, ask, diags))
    return *std::move(soon);
  std::set<cfg::Point> candidates = candidate_invariants(k);
  if (!options.tiers.count(Tier::Pick)) // which alone tells which of them are proved
    candidates.clear();
  if (!candidates.empty())
    return with_candidates(k, std::move(candidates), [&](const cfg::Kernel &claiming, std::set<cfg::Point> &unproved) {
      const auto its = cfg::analyse(claiming, options.launch, {!options.strict_overflow}, diags);
      LOCKSTEP_INVARIANT(bool(its), "claims change no control flow");
      Tiers tiers(claiming, options, engine, stages, diags);
      Result result = tiers.run(*its);
      unproved = tiers.unproved();
      return result;
    });
  Result result = Tiers(k, options, engine, stages, diags).run(*analyses);
  if (may_be_excluded(k, result)) {
    const cfg::Kernel free = without_axioms(k, options);
    support::Diagnostics told; // the same again
    tell_what_may_be_excluded(ask(free, options, *analyses, told), result);
  }
  result.barrier_intervals = common_intervals(k, *analyses);
  return result;
}

} // namespace lockstep::verify
