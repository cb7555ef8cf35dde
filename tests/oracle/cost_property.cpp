// `oracle costs`: the bounds of cost/ on random kernels, for small warps (four lanes, four banks, sectors of 16 bytes):
// lower <= seen <= upper for each metric, one with weights of its own, and for its span, where "seen" is what the
// counter of traces counts (semantics/costs/trace_costs.h), by the sort order and at immediate post-dominators, in
// executions without a race that end as the language defines.
#include "cfg/ir/text/shown_name.h"
#include "cfg/passes/normalise.h"
#include "cfg/passes/split_accesses.h"
#include "cost/bounds/kernel_cost.h"
#include "driver/run/costs.h"
#include "semantics/costs/trace_costs.h"
#include "semantics/machines/explore.h"
#include "semantics/observers/observers.h"
#include "tests/oracle/classes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/shrink.h"
#include "tests/oracle/subject.h"

#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <random>

namespace lockstep::oracle {

namespace {

using semantics::Ending;

struct Tally {
  struct Of {
    std::uint64_t compared = 0, bounded = 0, exact = 0, ratios = 0;
    double logs = 0; // of upper / seen
  };
  Of work, spans;
};

// Those that have a name, and one with weights drawn from the seed.
cost::Metrics metrics_of(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto some = [&] {
    cfg::Metric::Weights out;
    for (std::size_t i = 0; i < cfg::atom_count; ++i)
      if (random() % 3 == 0)
        out.of[static_cast<cfg::Atom>(i)] = static_cast<std::int64_t>(random() % 8);
    for (const cfg::Op op : {cfg::Op::Add, cfg::Op::Mul, cfg::Op::Slt})
      if (random() % 2 == 0)
        out.operations[op] = static_cast<std::int64_t>(random() % 8);
    return out;
  };
  cost::Metrics out = cost::all_metrics();
  cfg::Metric drawn{"drawn", 1 + static_cast<std::int64_t>(random() % 4), some(), {}};
  drawn.latency = some();
  out.push_back(std::move(drawn));
  return out;
}

// What is wrong; empty if nothing is.
std::string out_of_bounds(const Subject &s, std::uint64_t seed, Tally &tally) {
  constexpr unsigned lanes = 4, inputs_each = 3;
  support::Diagnostics diags;
  auto geometry = semantics::geometry_of(s.launch);
  const auto whole = cfg::normalise(s.kernel, {}, diags);
  const auto normal = whole ? cfg::split_accesses(*whole, cfg::widest_request, diags) : support::failure;
  if (!geometry || !normal)
    return {};
  geometry->warp_size = lanes;
  const auto analyses = cfg::analyse(*normal, s.launch, {}, diags);
  const auto code = semantics::compile(*normal, {}, diags);
  if (!analyses || !code)
    return {};
  coalescing::Options how{*cfg::target("nvidia"), 256, {}};
  how.target.lanes = lanes;
  how.target.sector_bytes = 16;
  how.target.banks = 4;
  const cost::Metrics metrics = metrics_of(seed);
  const cost::KernelBounds bounds =
      cost::kernel_cost(*normal, *analyses, how, {.metrics = metrics, .in_bounds = false, .spans = true});
  if (!bounds.refused.empty())
    return {};
  Search search;
  search.seed = seed;
  if (seed % 2 == 0) // starts of loops: small, negative, beyond half of the type
    for (const std::int64_t n : {0LL, 1LL, 2LL, 3LL, 5LL, 7LL, 8LL, 16LL, 33LL, 100LL, -1LL, -5LL, -156LL, 3000000000LL,
                                 0x7fffffffLL, 0x100000003LL})
      search.likely.push_back(static_cast<std::uint64_t>(n));
  for (unsigned i = 0; i < inputs_each; ++i) {
    const semantics::Inputs inputs = some_inputs(s.kernel, search, i);
    semantics::Interleaving machine(*code, *geometry, inputs, {.max_steps = 20'000});
    semantics::RaceObserver races({.stop_at_first = true});
    semantics::ViolationObserver violations;
    machine.attach(races);
    machine.attach(violations);
    const semantics::Exploration all = semantics::explore(machine, {.budget = {.max_traces = 3}});
    if (!races.races().empty() || violations.has(semantics::ViolationKind::Divergence) || all.traces != 1 ||
        all.redundant + all.infeasible != 0)
      continue;
    semantics::Interleaving again(*code, *geometry, inputs, {.max_steps = 20'000});
    semantics::TraceCosts traces({how.target, {}});
    again.attach(traces);
    semantics::InOrder in_order;
    semantics::ZeroChoices none;
    if (again.run(in_order, none).ending != Ending::Terminated)
      continue;
    const driver::ObservedCosts seen =
        driver::observed_costs(traces.counts(), traces.counts_at_post_dominators(), *normal, metrics);
    std::map<std::string, cost::Integer> values;
    for (cfg::VarId v = 0; v < normal->vars.size(); ++v)
      if (const cfg::Var &var = normal->vars[v]; var.param && var.type.is_int()) {
        const auto given = inputs.scalars.find(v);
        const std::uint64_t bits = given == inputs.scalars.end() ? 0 : given->second;
        values[cfg::shown_name(var)] = static_cast<long>(cfg::to_signed(bits, var.type.width));
      }
    for (unsigned d = 0; d < 3; ++d)
      values[fmt::format("groups.{}", "xyz"[d])] = static_cast<long>(geometry->num_groups[d]);
    const auto over = [](std::int64_t n, std::int64_t denominator) {
      return cost::ratio(cost::Integer(n), cost::Integer(denominator));
    };
    for (const bool span : {false, true})
      for (std::size_t m = 0; m < metrics.size(); ++m) {
        const driver::MetricCost &found = seen.metrics[m];
        const std::string name = (span ? "span of " : "") + metrics[m].name;
        const cost::Rational is = over(span ? found.span : found.total, metrics[m].denominator);
        const cost::Rational late = over(span ? found.late_span : found.late, metrics[m].denominator);
        const cost::Bounds &b = (span ? bounds.longest_span : bounds.grid)[m];
        const cost::Value lo = cost::evaluate(b.lo, values);
        const cost::Value hi = b.hi ? cost::evaluate(*b.hi, values) : cost::Value{};
        if (!lo.number || (b.hi && !hi.number))
          return fmt::format("{}: no value: {}{}", name, lo.problem, hi.problem);
        Tally::Of &to = span ? tally.spans : tally.work;
        ++to.compared;
        to.bounded += b.hi.has_value();
        to.exact += b.hi && *lo.number == *hi.number;
        if (b.hi && is > 0 && *hi.number >= is) {
          ++to.ratios;
          to.logs += std::log(hi.number->get_d() / is.get_d());
        }
        if (*lo.number > std::min(is, late) || (b.hi && *hi.number < std::max(is, late)))
          return fmt::format("{}: {} and {} seen, bounds {}..{} ({}..{}), inputs {}", name, is.get_str(),
                             late.get_str(), lo.number->get_str(), b.hi ? hi.number->get_str() : "none", b.lo.str(),
                             b.hi ? b.hi->str() : "none", i);
      }
  }
  return {};
}

} // namespace

int costs_command(const PropertyOptions &o) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  Builder builder;
  std::uint64_t kernels = 0, failed = 0, with = 0;
  Tally tally;
  for (std::uint64_t i = 0; (o.count == 0 || i < o.count) && (o.seconds == 0 || elapsed() < o.seconds); ++i) {
    const std::uint64_t seed = o.seed + i;
    const Form form = o.form == "cl" || (o.form == "both" && seed % 4 == 3) ? Form::Cl : Form::Kir;
    const Program p = seed % 2 == 0 ? generate_costs(seed, form) : generate(seed, form);
    const auto wrong = [&](const Program &candidate, Tally &to) -> std::string {
      support::Diagnostics diags;
      const auto s = builder.build(candidate, form, diags);
      if (!s)
        return {};
      try {
        return out_of_bounds(*s, seed, to);
      } catch (const std::exception &e) {
        return e.what();
      }
    };
    const std::uint64_t before = tally.work.compared;
    const std::string what = wrong(p, tally);
    ++kernels;
    with += tally.work.compared > before;
    if (what.empty())
      continue;
    ++failed;
    const std::string kind = what.substr(0, 6);
    Tally other;
    const Program small = shrink(p, [&](const Program &c) { return wrong(c, other).substr(0, 6) == kind; }, 10);
    support::Diagnostics diags;
    if (const auto s = builder.build(small, form, diags))
      fmt::print("seed {}{}: {}\n{}\n", seed, suffix(form), what, test_file(small, *s, "", wrong(small, other)));
    std::fflush(stdout);
  }
  fmt::print("costs: {} passed, {} failed, {} skipped\n", with - std::min(with, failed), failed, kernels - with);
  fmt::print("  {} random kernels in {:.1f} s, {} compared\n", kernels, elapsed(), with);
  for (const auto &[what, of] : {std::pair("cost", tally.work), std::pair("span", tally.spans)})
    fmt::print("  {}: {} bounds, {} with an upper one, {} equal; upper / seen {:.3f}\n", what, of.compared, of.bounded,
               of.exact, of.ratios == 0 ? 1.0 : std::exp(of.logs / double(of.ratios)));
  classes_of(kernels, with, failed).print("costs");
  return failed == 0 && with > 0 ? 0 : 1;
}

} // namespace lockstep::oracle
