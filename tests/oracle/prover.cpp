// The verifier's side of the oracle (judge.h).
#include "cfg/ir/check.h"
#include "cfg/passes/normalise.h"
#include "jobs/pipeline/engines.h"
#include "jobs/pipeline/replay_finding.h"
#include "support/budget.h"
#include "tests/oracle/judge.h"

#include <algorithm>
#include <exception>
#include <fmt/format.h>

namespace lockstep::oracle {

std::string Variant::name() const {
  return fmt::format("--predication {} --tier {} --integers {}", predication::scheme_words.text(predication),
                     tiers.size() == 2 ? "all" : verify::name(*tiers.begin()),
                     verify::integer_mode_words.text(integers));
}

const std::vector<Variant> &variants() {
  using verify::Tier;
  static const std::vector<Variant> all = {
      {},
      {predication::Scheme::BlockId, {Tier::Pick, Tier::Watchdog}, emit::IntegerMode::Auto},
      {predication::Scheme::Flags, {Tier::Pick}, emit::IntegerMode::Auto},
      {predication::Scheme::Flags, {Tier::Watchdog}, emit::IntegerMode::Auto},
      {predication::Scheme::Flags, {Tier::Pick, Tier::Watchdog}, emit::IntegerMode::Bv},
  };
  return all;
}

namespace {
// jobs/pipeline/pipeline.cpp: what nothing was executed of so far.
void replay_as_the_command(const cfg::Kernel &k, const cfg::Launch &launch, const jobs::ReplayLimits &limits,
                           verify::Result &result) {
  const bool undecided = result.verdict == verify::Verdict::Unknown;
  const bool tried = std::all_of(result.findings.begin(), result.findings.end(), [](const verify::Finding &f) {
    return f.replay.status != verify::Replay::Status::NotTried;
  });
  if (!undecided && (!verify::is_violation(result.verdict) || tried))
    return;
  jobs::replay_findings(k, launch, limits, result);
  if (result.verdict == verify::Verdict::Unknown)
    jobs::hunt(k, launch, limits, result);
}

// Knows nothing.
class NoAnswers final : public verify::Engine {
public:
  verify::EngineResponse run(const verify::EngineRequest &request) override {
    verify::EngineResponse out;
    for (const std::string &id : request.assertion_ids)
      out.assertions.push_back({id, verify::Outcome::Unknown, "not asked", {}});
    return out;
  }
  std::string describe() const override { return "none"; }
  void interrupt() override {}
};
} // namespace

Prover::Prover() : engine_(jobs::start_engine({})) {}

verify::Result Prover::verify(const cfg::Kernel &k, const cfg::Launch &launch, const Variant &variant) {
  return result(k, launch, variant, *engine_, true);
}

verify::Result Prover::sketch(const cfg::Kernel &k, const cfg::Launch &launch) {
  NoAnswers none;
  return result(k, launch, {}, none, false);
}

verify::Result Prover::result(const cfg::Kernel &k, const cfg::Launch &launch, const Variant &variant,
                              verify::Engine &engine, bool executes) {
  constexpr double seconds = 4; // slow kernels are for benchmarks: what counts here is how many are seen
  support::Budget budget({.seconds = seconds, .grace = 1, .megabytes = 2500});
  const support::Budget::InForce in_force(budget);
  verify::Result result;
  try {
    support::Diagnostics diags;
    support::Stages stages;
    const auto normal = stages.run(
        support::Stage::Normalise,
        [&] {
          const cfg::NormaliseOptions how{.desugar_branches = variant.predication == predication::Scheme::BlockId,
                                          .counters = launch}; // as the command does
          return cfg::normalise(k, how, diags);
        },
        cfg::check);
    if (!normal) {
      result.verdict = verify::Verdict::Unsupported;
      result.reason = diags.all().empty() ? "not normalised" : diags.all().front().message;
      return result;
    }
    const jobs::Supervisor::Watch watch(supervisor_, engine, seconds);
    verify::VerifyOptions options;
    options.launch = launch;
    options.integers = variant.integers;
    options.tolerance = k.terms.tolerance;
    options.strict_overflow = k.terms.overflow == cfg::Overflow::Wraps;
    options.allow_vacuous = true;
    options.tiers = variant.tiers;
    options.time_limit_ms = 1500;
    const jobs::ReplayLimits replay{.seconds = 0.3, .at_most = 0.6};
    const auto hunt = [&](verify::Result &found, verify::HuntFor) {
      if (found.findings.empty())
        jobs::hunt(*normal, launch, replay, found);
      else
        jobs::replay_findings(*normal, launch, replay, found);
      return verify::is_violation(found.verdict);
    };
    if (executes)
      options.hunt = hunt;
    result = verify::verify_kernel(*normal, options, engine, stages, diags);
    if (watch.timed_out() && !verify::is_violation(result.verdict) && result.verdict != verify::Verdict::Verified) {
      result.verdict = verify::Verdict::Unknown;
      result.reason = "out of time";
    }
    if (executes)
      replay_as_the_command(*normal, launch, replay, result);
  } catch (const support::OutOfBudget &e) {
    result = {};
    result.verdict = verify::Verdict::Unknown;
    result.reason = e.why;
  } catch (const std::exception &e) {
    result.verdict = verify::Verdict::Error;
    result.reason = e.what();
  }
  return result;
}

bool depends_on_written_memory(const cfg::Kernel &k, bool values) {
  std::vector<bool> written(k.arrays.size()), tainted(k.vars.size());
  for (const cfg::AccessRef &a : cfg::shared_accesses(k))
    written[a.array] = written[a.array] || a.kind != cfg::AccessKind::Read;
  const auto dirty = [&](const cfg::Expr &e) {
    std::vector<cfg::VarId> vars;
    cfg::collect_vars(e, vars);
    for (cfg::VarId v : vars)
      if (tainted[v])
        return true;
    return false;
  };
  bool decides = false;
  for (bool changed = true; changed;) {
    changed = false;
    const auto mark = [&](cfg::VarId v) {
      changed = changed || !tainted[v];
      tainted[v] = true;
    };
    // Private arrays: what is stored there comes out again.
    std::vector<bool> dirty_private(k.arrays.size());
    for (int round = 0; round < 2; ++round)
      for (const cfg::Block &b : k.blocks)
        for (const cfg::Stmt &s : b.stmts) {
          if (const auto *load = std::get_if<cfg::Load>(&s.node)) {
            decides = decides || dirty(load->offset);
            if (written[load->array] || dirty_private[load->array])
              for (cfg::VarId v : load->dests)
                mark(v);
          } else if (const auto *atomic = std::get_if<cfg::Atomic>(&s.node)) {
            decides = decides || dirty(atomic->offset);
            if (atomic->dest)
              mark(*atomic->dest);
          } else if (const auto *store = std::get_if<cfg::Store>(&s.node)) {
            decides = decides || dirty(store->offset);
            for (const cfg::Expr &e : store->values)
              if (dirty(e)) {
                decides = decides || (values && k.arrays[store->array].space != cfg::Space::Private);
                dirty_private[store->array] =
                    dirty_private[store->array] || k.arrays[store->array].space == cfg::Space::Private;
              }
          } else if (const auto *set = std::get_if<cfg::Assign>(&s.node)) {
            if (dirty(set->value))
              mark(set->var);
          } else if (const auto *assume = std::get_if<cfg::Assume>(&s.node)) {
            decides = decides || dirty(assume->condition);
          } else if (const auto *assertion = std::get_if<cfg::Assert>(&s.node)) {
            decides = decides || dirty(assertion->condition);
          }
        }
    for (const cfg::Block &b : k.blocks)
      for (const cfg::Expr &e : cfg::used_exprs(b.end))
        decides = decides || dirty(e);
  }
  return decides;
}

} // namespace lockstep::oracle
