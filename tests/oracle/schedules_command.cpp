// `oracle scopes`, `oracle warps` and `oracle steps`: random kernels that wait for each other, exchange values in
// warps, or run in step. They have no end of interleavings: the verdict is held against executions on random schedules.
//
//   disagreement   verified, and an execution shows a violation: a failure of the build
//   alarm          a violation that is not shown: by no execution of ours, nor the verifier's own
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "semantics/machines/explore.h"
#include "semantics/observers/observers.h"
#include "tests/oracle/classes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/make_scopes.h"
#include "tests/oracle/make_steps.h"
#include "tests/oracle/make_warps.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <map>

namespace lockstep::oracle {

namespace {

struct Made {
  std::string text;
  cfg::Launch launch;
};

Made make(const std::string &family, std::uint64_t seed) {
  Made out;
  const auto number = static_cast<unsigned>(seed);
  const bool warps = family != "scopes";
  out.text = family == "warps"   ? WarpsWriter(number).kernel()
             : family == "steps" ? StepsWriter(number).kernel()
                                 : ScopesWriter(number).kernel();
  const std::uint64_t threads = warps ? 2 * WarpsWriter::warp : seed % 3 == 0 ? 1 : 2;
  const std::uint64_t groups = warps ? 1 + seed % 2 : seed % 3 == 0 ? 3 : 2 + seed % 2;
  out.launch.local_size = {threads, 1, 1};
  out.launch.num_groups = {groups, 1, 1};
  out.launch.warp_size = warps ? WarpsWriter::warp : 32;
  return out;
}

// Are there executions with a race, or with divergence?
struct Shown {
  bool race = false, divergence = false;
  std::string where;
};
Shown execute(const cfg::Kernel &k, const semantics::Geometry &geometry, std::uint64_t seed, unsigned executions) {
  Shown out;
  support::Diagnostics diags;
  const auto code = semantics::compile(k, {}, diags);
  if (!code)
    return out;
  for (unsigned i = 0; i < executions; ++i) {
    semantics::Inputs inputs;
    for (cfg::VarId v = 0; v < k.vars.size(); ++v)
      if (k.vars[v].param)
        inputs.scalars[v] = i % 9;
    semantics::Interleaving machine(*code, geometry, inputs, {.max_steps = 1500});
    semantics::RaceObserver races({.tolerance = cfg::Tolerance::Same});
    semantics::ViolationObserver violations;
    machine.attach(races);
    machine.attach(violations);
    semantics::RandomSchedule schedule(seed * 1000 + i);
    semantics::ZeroChoices choices;
    machine.run(schedule, choices);
    if (!races.races().empty() && !out.race) {
      out.race = true;
      const semantics::Race &r = races.races().front();
      out.where = fmt::format("race on {}, blocks {} and {}, execution {}", k.arrays[r.array].name,
                              k.blocks[r.sides[0].site.block].name, k.blocks[r.sides[1].site.block].name, i);
    }
    if (violations.has(semantics::ViolationKind::Divergence) && !out.divergence) {
      out.divergence = true;
      out.where += fmt::format(" divergence, execution {}", i);
    }
  }
  return out;
}

} // namespace

int schedules_command(const SchedulesOptions &o) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  Prover prover;
  std::map<std::string, std::uint64_t> counts;
  Classes classes;
  std::uint64_t done = 0, failed = 0, right = 0, alarms = 0;
  for (; (o.count == 0 || done < o.count) && (o.seconds == 0 || elapsed() < o.seconds); ++done) {
    const std::uint64_t seed = o.seed + done;
    const Made made = make(o.family, seed);
    if (o.print) {
      fmt::print("{}", made.text);
      return 0;
    }
    support::Diagnostics diags;
    auto kernel = cfg::parse(made.text, "random.kir", diags);
    auto geometry = semantics::geometry_of(made.launch);
    if (!kernel || !cfg::check(*kernel, diags) || !geometry) {
      fmt::print("seed {}: not built: {}\n", seed, diags.all().empty() ? "?" : diags.all().front().message);
      ++failed;
      classes.add_failed();
      continue;
    }
    const verify::Result r = prover.verify(*kernel, made.launch);
    const Shown shown = execute(*kernel, *geometry, seed, o.executions);
    const bool confirmed = is_confirmed(r);
    classes.add(r.verdict, confirmed, shown.race || shown.divergence ? Known::Wrong : Known::Open);
    std::string said;
    if (r.verdict == verify::Verdict::Verified)
      said = shown.race || shown.divergence ? "disagreement" : "verified, none found";
    else if (verify::is_violation(r.verdict))
      said = confirmed || shown.race || shown.divergence ? "violation, shown" : "alarm";
    else if (r.verdict == verify::Verdict::Error)
      said = "error";
    else
      said = fmt::format("{}, {}", verify::name(r.verdict), shown.race || shown.divergence ? "wrong" : "none found");
    ++counts[said];
    right += shown.race || shown.divergence ? 0 : 1;
    alarms += said == "alarm" ? 1 : 0;
    const bool wrong = said == "disagreement" || said == "error";
    failed += wrong ? 1 : 0;
    if (o.list || wrong)
      fmt::print("seed {}: {}: {} {} {}\n", seed, said, verify::name(r.verdict), r.reason, shown.where);
    if (wrong)
      fmt::print("{}", made.text);
    std::fflush(stdout);
  }
  fmt::print("{}: {} passed, {} failed, 0 skipped\n", o.family, done - failed, failed);
  for (const auto &[said, n] : counts)
    fmt::print("{}: {:6} {}\n", o.family, n, said);
  fmt::print("{}: violations that nothing shows: {} of {} without one in any execution; {:.1f} s\n", o.family, alarms,
             right, elapsed());
  classes.print(o.family);
  return failed == 0 ? 0 : 1;
}

} // namespace lockstep::oracle
