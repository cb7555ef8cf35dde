// `oracle simt`: kernels without races and divergence leave the same memory on three machines: interleaving, lock step,
// and warps of 1, 2, 4 and 32 lanes, with a stack and scheduled independently. Over random kernels, or the must-verify
// kernels of a folder.
//
// Left out, and counted: kernels with several executions (atomics that meet), with races, divergence or what the
// language leaves undefined, that do not end within the limit, or that the machine of warps refuses. A kernel with
// atomics or volatile reads may wait for other threads of its own warp: where a machine with a stack never ends, that
// is counted apart.
#include "cfg/analysis/loops.h"
#include "cfg/analysis/uniformity.h"
#include "cfg/normalise.h"
#include "driver/suite.h"
#include "predication/assemble.h"
#include "semantics/explore.h"
#include "semantics/lockstep_machine.h"
#include "semantics/observers.h"
#include "semantics/simt/machine.h"
#include "semantics/simt/place.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/kernel_files.h"
#include "tests/oracle/shrink.h"
#include "tests/oracle/subject.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace lockstep::oracle {

namespace {

namespace simt = semantics::simt;
using semantics::Ending;

constexpr std::uint64_t most_threads = 512, most_steps = 400'000;

struct Counts {
  unsigned machines = 0, waits = 0, lock_steps = 0; // executions compared; that never end on a stack; of lock step
};

bool may_wait(const cfg::Kernel &k) {
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts) {
      const auto *load = std::get_if<cfg::Load>(&s.node);
      if (std::holds_alternative<cfg::Atomic>(s.node) || (load && load->fresh))
        return true;
    }
  return false;
}

// What lock step makes of it; empty where it refuses the kernel, or agrees.
std::string lock_step(const cfg::Kernel &k, const cfg::Launch &launch, const semantics::Geometry &g,
                      const semantics::Inputs &inputs, const semantics::Memory &expected, Counts &counts) {
  support::Diagnostics diags;
  if (cfg::has_numbered(k))
    return {};
  const auto normal = cfg::normalise(k, {}, diags);
  const auto forest = normal ? cfg::loops(*normal, diags) : support::failure;
  if (!forest)
    return {};
  const cfg::Uniformity uniform =
      cfg::uniformity(*normal, *forest, {.level = cfg::UniformityLevel::Grid, .launch = launch});
  support::Stages stages;
  const auto program = predication::lock_step(*normal, *forest, uniform, predication::Scheme::Flags, stages, diags);
  if (!program)
    return {};
  auto machine = semantics::LockstepMachine::make(*program, *normal, g, inputs, {.max_steps = 20 * most_steps}, diags);
  if (!machine)
    return {};
  semantics::ZeroChoices zeros;
  const semantics::Execution e = (*machine)->run(zeros);
  if (e.ending != Ending::Terminated)
    return {}; // judged by `oracle lockstep`
  ++counts.lock_steps;
  return (*machine)->memory().same_shared(expected) ? "" : "lock step leaves another memory";
}

std::string difference(const cfg::Kernel &k, const cfg::Launch &launch, const semantics::Inputs &inputs,
                       Counts &counts) {
  support::Diagnostics diags;
  auto geometry = semantics::geometry_of(launch);
  if (!geometry || geometry->group_threads() > most_threads)
    return {};
  for (std::uint64_t g = 0; geometry->all_groups() * geometry->group_threads() > most_threads &&
                            g < most_threads / geometry->group_threads();
       ++g)
    geometry->groups.push_back(g);
  const auto code = semantics::compile(k, {}, diags);
  const auto program = simt::place_reconvergence(k, simt::Placement::PostDominators, diags);
  if (!code || !program)
    return {};
  if (!simt::check(*program, diags))
    return "the program for warps is not well formed: " + diags.all().front().message;
  const auto warps = simt::compile(*program, {}, diags);
  if (!warps)
    return {};
  semantics::Interleaving machine(*code, *geometry, inputs, {.max_steps = most_steps});
  semantics::RaceObserver races({.stop_at_first = true});
  semantics::ViolationObserver violations;
  machine.attach(races);
  machine.attach(violations);
  // Once round is enough where there is one execution only, up to the order of independent steps.
  const semantics::Exploration seen =
      semantics::explore(machine, {.budget = {.max_traces = 2, .max_steps = 4 * most_steps}});
  if (!seen.complete || seen.traces != 1 || seen.redundant + seen.infeasible != 0 || !races.races().empty() ||
      !violations.violations().empty())
    return {};
  semantics::ZeroChoices zeros;
  semantics::InOrder in_order;
  if (machine.run(in_order, zeros).ending != Ending::Terminated)
    return {};
  const semantics::Memory expected = machine.memory();
  if (std::string what = lock_step(k, launch, *geometry, inputs, expected, counts); !what.empty())
    return what;
  for (unsigned lanes : {1U, 2U, 4U, 32U})
    for (simt::Scheduling scheduling : {simt::Scheduling::Stack, simt::Scheduling::Independent}) {
      const bool stack = scheduling == simt::Scheduling::Stack;
      simt::SimtOptions how{.warp_size = lanes, .scheduling = scheduling};
      how.max_steps = 20 * most_steps;
      simt::SimtMachine m(*warps, *geometry, inputs, how);
      const simt::Outcome out = m.run(simt::Pick::InOrder, zeros);
      ++counts.machines;
      const std::string name = fmt::format("warps of {} lanes, {}", lanes, stack ? "a stack" : "independent");
      if (stack && lanes > 1 && may_wait(k) && (out.end == simt::End::Cycle || out.end == simt::End::StepLimit)) {
        ++counts.waits;
        continue;
      }
      if (out.end != simt::End::Completed)
        return fmt::format("{}: {}: {}", name, simt::name(out.end), out.reason);
      if (!m.memory().same_shared(expected))
        return name + ": another memory";
    }
  return {};
}

class Run {
public:
  explicit Run(const SimtPropertyOptions &o) : o_(o), start_(std::chrono::steady_clock::now()) {}

  int go() {
    if (o_.folder.empty())
      random();
    else if (!folder())
      return 2;
    fmt::print("simt: {} passed, {} failed, {} skipped\n", compared_ - std::min(compared_, failed_), failed_,
               kernels_ - compared_);
    fmt::print("  warps: {} kernels in {:.1f} s, {} compared with interleaving, {} executions; lock step {} times; {} "
               "that wait for their own warp for ever\n",
               kernels_, elapsed(), compared_, counts_.machines, counts_.lock_steps, counts_.waits);
    return failed_ == 0 ? 0 : 1;
  }

private:
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  bool over(std::uint64_t i) const {
    return (o_.count != 0 && i >= o_.count) || (o_.seconds > 0 && elapsed() >= o_.seconds);
  }

  std::string judge(const cfg::Kernel &k, const cfg::Launch &launch, std::uint64_t seed) {
    Search search;
    search.seed = seed;
    search.likely = {launch.local_size[0].value_or(4), 16, 3};
    std::string what;
    try {
      for (unsigned i = 0; i < 2 && what.empty(); ++i) {
        semantics::Inputs inputs = some_inputs(k, search, i);
        inputs.unwritten.clear(); // such reads are drawn in the order in which they happen
        what = difference(k, launch, inputs, counts_);
      }
    } catch (const std::exception &e) {
      what = e.what();
    }
    return what;
  }
  std::string counted(const cfg::Kernel &k, const cfg::Launch &launch, std::uint64_t seed) {
    const unsigned before = counts_.machines;
    std::string what = judge(k, launch, seed);
    ++kernels_;
    compared_ += counts_.machines > before;
    failed_ += !what.empty();
    return what;
  }

  void random() {
    Builder builder;
    for (std::uint64_t i = 0; !over(i); ++i) {
      const std::uint64_t seed = o_.seed + i;
      const Form form = seed % 4 == 3 ? Form::Cl : Form::Kir;
      support::Diagnostics diags;
      const Program p = generate(seed, form);
      const auto s = builder.build(p, form, diags);
      if (!s)
        continue;
      const std::string what = counted(s->kernel, s->launch, seed);
      if (what.empty())
        continue;
      fmt::print("seed {}{}: {}\n{}\n", seed, suffix(form), what, test_file(p, *s, "", what));
      std::fflush(stdout);
    }
  }

  bool folder() {
    support::Diagnostics diags;
    const auto files = driver::find_kernels(o_.folder, diags);
    if (!files) {
      fmt::print("{}\n", format(diags.all().front()));
      return false;
    }
    for (std::size_t i = 0; i < files->size() && !over(i); i += std::max(1U, o_.every))
      for (const FileKernel &k : must_verify((*files)[i], diags)) {
        const std::string what = counted(k.kernel, small_launch(k.launch), 1);
        if (!what.empty())
          fmt::print("{}: {}: {}\n", (*files)[i], k.kernel.name, what);
        std::fflush(stdout);
      }
    return true;
  }

  const SimtPropertyOptions &o_;
  std::chrono::steady_clock::time_point start_;
  Counts counts_;
  std::uint64_t kernels_ = 0, compared_ = 0, failed_ = 0;
};

} // namespace

int simt_command(const SimtPropertyOptions &o) { return Run(o).go(); }

} // namespace lockstep::oracle
