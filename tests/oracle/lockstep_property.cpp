// `oracle lockstep`: Theorem 5.2 of [CDKQ13] on random kernels. Where the interleaving machine shows no race
// and no divergence, the lock-step machine running the predicated program, in both schemes, ends as it does, with the
// same shared stores; and the two counters of costs (semantics/costs/cost_counts.h), the one of traces and the one of
// requests, count the same for warps of four.
//
// Only kernels with one trace (no atomics that meet, no non-deterministic choice): others have several final stores.
#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/ir/check.h"
#include "cfg/passes/normalise.h"
#include "driver/run/costs.h"
#include "predication/predicate.h"
#include "predication/vectorise.h"
#include "semantics/costs/request_costs.h"
#include "semantics/costs/trace_costs.h"
#include "semantics/machines/explore.h"
#include "semantics/machines/lockstep_machine.h"
#include "semantics/observers/observers.h"
#include "tests/oracle/classes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/shrink.h"
#include "tests/oracle/subject.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace lockstep::oracle {

namespace {

using semantics::Ending;

constexpr unsigned inputs_each = 3;

bool chooses(const cfg::Kernel &k) {
  return std::any_of(k.blocks.begin(), k.blocks.end(), [](const cfg::Block &b) {
    const auto *g = std::get_if<cfg::Goto>(&b.end.node);
    return g && g->targets.size() > 1;
  });
}

constexpr unsigned lanes = 4;

// Of an execution in order; empty where the kernel is not executed.
std::optional<semantics::CostCounts> costs_of_traces(const cfg::Kernel &normal, const semantics::Geometry &geometry,
                                                     const semantics::Inputs &inputs,
                                                     const semantics::CostOptions &costs) {
  support::Diagnostics diags;
  const auto code = semantics::compile(normal, {}, diags);
  if (!code)
    return std::nullopt;
  semantics::Interleaving machine(*code, geometry, inputs, {.max_steps = 20'000});
  semantics::TraceCosts traces(costs);
  machine.attach(traces);
  semantics::InOrder in_order;
  semantics::ZeroChoices none;
  if (machine.run(in_order, none).ending != Ending::Terminated)
    return std::nullopt;
  return traces.counts();
}

// Does a thread go on for ever, whatever assertions fail? Theorem 5.2 is about kernels that end.
bool never_ends(const semantics::Code &code, const semantics::Geometry &geometry, const semantics::Inputs &inputs) {
  semantics::Interleaving machine(code, geometry, inputs, {.max_steps = 200'000, .stop_at_assert = false});
  semantics::InOrder in_order;
  semantics::ZeroChoices none;
  return machine.run(in_order, none).ending == Ending::StepLimit;
}

// What differs; empty if nothing does. `ran`: counts the comparisons.
std::string difference(const cfg::Kernel &k, const cfg::Launch &launch, predication::Scheme scheme, std::uint64_t seed,
                       unsigned &ran) {
  const std::string name = scheme == predication::Scheme::BlockId ? "block-id" : "flags";
  support::Diagnostics diags;
  const auto code = semantics::compile(k, {}, diags);
  auto geometry = semantics::geometry_of(launch);
  const auto normal = cfg::normalise(k, {.desugar_branches = scheme == predication::Scheme::BlockId}, diags);
  if (!code || !geometry || !normal)
    return {};
  geometry->warp_size = lanes;
  const auto forest = cfg::loops(*normal, diags);
  if (!forest)
    return {};
  const cfg::Uniformity uniform =
      cfg::uniformity(*normal, *forest, {.level = cfg::UniformityLevel::Grid, .launch = launch});
  const auto predicated = predication::predicate(*normal, *forest, uniform, {scheme}, diags);
  if (!predicated)
    return {};
  if (!predication::check(*predicated, diags))
    return name + ": the predicated program is not well formed: " + diags.all().front().message;
  const predication::Lockstep program = predication::vectorise(*predicated);
  if (!predication::check(program, diags))
    return name + ": the lock-step program is not well formed: " + diags.all().front().message;
  semantics::CostOptions costs{*cfg::target("nvidia"), {}};
  costs.target.sector_bytes = 16;
  costs.target.banks = 4;
  Search search;
  search.seed = seed;
  const semantics::RunOptions options{.max_steps = 20'000};
  for (unsigned i = 0; i < inputs_each; ++i) {
    const semantics::Inputs inputs = some_inputs(k, search, i);
    semantics::Interleaving machine(*code, *geometry, inputs, options);
    semantics::RaceObserver races({.stop_at_first = true});
    semantics::ViolationObserver violations;
    machine.attach(races);
    machine.attach(violations);
    const semantics::Exploration seen = semantics::explore(machine, {.budget = {.max_traces = 3}});
    if (!races.races().empty() || violations.has(semantics::ViolationKind::Divergence) || seen.traces != 1 ||
        seen.redundant + seen.infeasible != 0)
      continue; // several executions, not all alike
    semantics::InOrder in_order;
    semantics::ZeroChoices none;
    const semantics::Execution one = machine.run(in_order, none);
    if (one.ending != Ending::Terminated && one.ending != Ending::Assertion)
      continue;
    auto all = semantics::LockstepMachine::make(program, *normal, *geometry, inputs, {.max_steps = 2'000'000}, diags);
    if (!all)
      return name + ": refused: " + diags.all().front().message;
    semantics::RequestCosts requests(costs);
    (*all)->attach(requests);
    for (std::uint64_t round = 0; round < 2; ++round) {
      semantics::RandomChoices choices(seed + round);
      const semantics::Execution together = (*all)->run(choices);
      if (together.ending == Ending::Infeasible && chooses(k)) // a way that the interleaving machine sees to be closed
        continue;
      if (one.ending == Ending::Assertion && together.ending == Ending::Undefined && together.thread != one.thread)
        continue; // both happen, to two threads; in lock step the other one comes first
      if (one.ending == Ending::Assertion && together.ending == Ending::StepLimit &&
          never_ends(*code, *geometry, inputs))
        continue; // the same, of a thread that is in a loop for ever
      ++ran;
      if (together.ending != one.ending)
        return fmt::format("{}: interleaving ends '{}' ({}), lock step '{}' ({}), inputs {}", name,
                           semantics::name(one.ending), one.reason, semantics::name(together.ending), together.reason,
                           i);
      if (one.ending == Ending::Terminated && !machine.memory().same_shared((*all)->memory()))
        return fmt::format("{}: the final stores differ, inputs {}", name, i);
      const auto traces = one.ending == Ending::Terminated && scheme == predication::Scheme::Flags
                              ? costs_of_traces(*normal, *geometry, inputs, costs)
                              : std::nullopt;
      if (traces && !driver::same_requests(*traces, requests.counts()))
        return fmt::format("{}: the counters of costs differ, inputs {}", name, i);
    }
  }
  return {};
}

} // namespace

int lockstep_command(const PropertyOptions &o) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  Builder builder;
  std::uint64_t kernels = 0, compared = 0, failed = 0;
  unsigned ran = 0;
  for (std::uint64_t i = 0; (o.count == 0 || i < o.count) && (o.seconds == 0 || elapsed() < o.seconds); ++i) {
    const std::uint64_t seed = o.seed + i;
    // Through Clang now and then only: the shapes of its graphs are plain.
    const Form form = o.form == "cl" || (o.form == "both" && seed % 4 == 3) ? Form::Cl : Form::Kir;
    const Program p = generate(seed, form);
    const auto differs = [&](const Program &candidate) -> std::string {
      support::Diagnostics diags;
      const auto s = builder.build(candidate, form, diags);
      if (!s)
        return {};
      std::string what;
      try {
        for (auto scheme : {predication::Scheme::Flags, predication::Scheme::BlockId})
          if (what.empty())
            what = difference(s->kernel, s->launch, scheme, seed, ran);
      } catch (const std::exception &e) {
        what = e.what();
      }
      return what;
    };
    const unsigned before = ran;
    const std::string what = differs(p);
    ++kernels;
    compared += ran > before ? 1 : 0;
    if (what.empty())
      continue;
    ++failed;
    const std::string kind = what.substr(0, 24);
    const Program small = shrink(p, [&](const Program &c) { return differs(c).substr(0, 24) == kind; }, 20);
    support::Diagnostics diags;
    if (const auto s = builder.build(small, form, diags))
      fmt::print("seed {}{}: {}\n{}\n", seed, suffix(form), what, test_file(small, *s, "", differs(small)));
    std::fflush(stdout);
  }
  fmt::print("theorem52: {} passed, {} failed, {} skipped\n", compared - std::min(compared, failed), failed,
             kernels - compared);
  fmt::print("  Theorem 5.2: {} random kernels in {:.1f} s, {} of them with an execution to compare, {} comparisons\n",
             kernels, elapsed(), compared, ran);
  classes_of(kernels, compared, failed).print("lockstep");
  return failed == 0 ? 0 : 1;
}

} // namespace lockstep::oracle
