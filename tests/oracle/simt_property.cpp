// `oracle simt`: kernels without races and divergence leave the same memory on three machines: interleaving, lock step,
// and warps of 1, 2, 4 and 32 lanes, with a stack and scheduled independently. Over random kernels, or the must-verify
// kernels of a folder.
//
// With --asynchronous N, each also runs N times at each of these sizes on asynchronous memory, on random schedules of
// warps and memory and with caches of few lines and many: nothing in a kernel without races depends on them.
//
// Left out, and counted by reason: kernels with several executions (atomics that meet), with races, divergence or what
// the language leaves undefined, that do not end within the limit, or that the machine of warps refuses. A kernel with
// atomics or volatile reads may wait for other threads of its own warp: where a machine with a stack never ends, that
// is counted apart. So is a warp that comes to a block's barrier in parts and then ends in another memory, or not at
// all: lanes that a branch may send past the barrier have a stack come together behind it, also where none is sent, and
// a barrier counts each part as a whole warp (H, B4 and B5). Warps of one lane and independent scheduling have no such
// excuse.
// A kernel that is right with `--warp-sync=N` only is compared on a stack whose warps have a multiple of N lanes.
#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/passes/normalise.h"
#include "driver/project/find_kernels.h"
#include "predication/assemble.h"
#include "semantics/machines/explore.h"
#include "semantics/machines/lockstep_machine.h"
#include "semantics/observers/observers.h"
#include "semantics/simt/machine.h"
#include "semantics/simt/program/place.h"
#include "tests/oracle/classes.h"
#include "tests/oracle/commands.h"
#include "tests/oracle/judge.h"
#include "tests/oracle/kernel_files.h"
#include "tests/oracle/shrink.h"
#include "tests/oracle/subject.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <map>

namespace lockstep::oracle {

namespace {

namespace simt = semantics::simt;
using semantics::Ending;

constexpr std::uint64_t most_threads = 512, most_steps = 400'000;

struct Counts {
  unsigned machines = 0, waits = 0, lock_steps = 0; // executions compared; that never end on a stack; of lock step
  unsigned in_parts = 0;                            // that a barrier counted twice
  unsigned asynchronous = 0;                        // of `machines`
  std::string why;                                  // of the last input that was not compared
  std::map<std::string, unsigned> skipped;          // kernels, by reason
  std::map<std::string, unsigned> not_asynchronous; // inputs, by reason
};

bool draws(const cfg::Kernel &k) {
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      if (std::holds_alternative<cfg::Havoc>(s.node))
        return true;
  return false;
}

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

const char *kind_name(semantics::ViolationKind k) {
  constexpr std::array names{"divergence at a barrier", "a failed assertion", "outside an array",
                             "a read of what nobody wrote", "undefined in the language"};
  return names[static_cast<std::size_t>(k)];
}

// The first array that differs, with its place.
std::string where(const semantics::Memory &a, const semantics::Memory &b, const cfg::Kernel &k) {
  for (cfg::ArrayId id = 0; id < k.arrays.size(); ++id)
    for (std::uint32_t c = 0; k.arrays[id].space != cfg::Space::Private && c < a.copies(id); ++c) {
      const std::vector<std::uint64_t> x = a.contents(id, c), y = b.contents(id, c);
      for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
        if (x[i] != y[i])
          return fmt::format(": {}[{}] (copy {}) is {}, and not {}", k.arrays[id].name, i, c, x[i], y[i]);
    }
  return "";
}

constexpr std::array<unsigned, 4> warp_sizes{1, 2, 4, 32};
constexpr std::array schedulings{simt::Scheduling::Stack, simt::Scheduling::Independent};

std::string name_of(unsigned lanes, simt::Scheduling s) {
  return fmt::format("warps of {} lanes, {}", lanes, s == simt::Scheduling::Stack ? "a stack" : "independent");
}

// Has a warp come to a block's barrier without some of its lanes that have not ended?
class PartsAtBarriers final : public simt::IssueObserver {
public:
  explicit PartsAtBarriers(const simt::SimtCode &code) : code_(code) {}
  void on_issue(const simt::Issue &i) override {
    if (i.state && code_.steps[i.pc].does == simt::Does::Bar)
      seen |= i.by != (i.state->lanes & ~i.state->exited());
  }
  bool seen = false;

private:
  const simt::SimtCode &code_;
};

// One kernel with one input, on the machines.
class Comparison {
public:
  Comparison(const cfg::Kernel &k, const cfg::Launch &launch, const semantics::Inputs &inputs, unsigned asynchronous,
             Counts &counts)
      : k_(k), launch_(launch), inputs_(inputs), times_(asynchronous), counts_(counts) {}

  // Empty: no difference, or counts.why says why nothing was compared.
  std::string run() {
    support::Diagnostics diags;
    auto geometry = semantics::geometry_of(launch_);
    if (!geometry || geometry->group_threads() > most_threads)
      return skip("large groups");
    for (std::uint64_t g = 0; geometry->all_groups() * geometry->group_threads() > most_threads &&
                              g < most_threads / geometry->group_threads();
         ++g)
      geometry->groups.push_back(g);
    const auto code = semantics::compile(k_, {}, diags);
    const auto program = simt::place_reconvergence(k_, simt::Placement::PostDominators, diags);
    if (!code || !program)
      return skip("refused by a machine");
    if (!simt::check(*program, diags))
      return "the program for warps is not well formed: " + diags.all().front().message;
    const auto warps = simt::compile(*program, {}, diags);
    if (!warps)
      return skip("refused by the machine of warps");
    semantics::Interleaving machine(*code, *geometry, inputs_, {.max_steps = most_steps});
    semantics::RaceObserver races({.stop_at_first = true});
    semantics::ViolationObserver violations;
    machine.attach(races);
    machine.attach(violations);
    // Once round is enough where there is one execution only, up to the order of independent steps.
    const semantics::Exploration seen =
        semantics::explore(machine, {.budget = {.max_traces = 2, .max_steps = 4 * most_steps}});
    if (!races.races().empty())
      return skip("a race");
    for (const semantics::Violation &v : violations.violations())
      if (v.kind != semantics::ViolationKind::Bounds) // such cells are kept apart, and are compared as well
        return skip(kind_name(v.kind));
    if (seen.traces != 1 || seen.redundant + seen.infeasible != 0)
      return skip("several executions");
    // Exploration takes small launches only, and runs others once. Where threads are ordered by barriers alone, an
    // execution without races is the only one.
    const bool once = geometry->threads() > semantics::most_explored_threads && !may_wait(k_) && !draws(k_);
    if (!seen.complete && !once)
      return skip(seen.incomplete_because);
    semantics::ZeroChoices zeros;
    semantics::InOrder in_order;
    if (machine.run(in_order, zeros).ending != Ending::Terminated)
      return skip("does not end");
    counts_.why.clear();
    const semantics::Memory expected = machine.memory();
    if (std::string what = lock_step(k_, launch_, *geometry, inputs_, expected, counts_); !what.empty())
      return what;
    for (unsigned lanes : warp_sizes)
      for (simt::Scheduling scheduling : schedulings)
        if (std::string what = !applies(lanes, scheduling) ? "" : ideal(*warps, *geometry, lanes, scheduling, expected);
            !what.empty())
          return what;
    return times_ == 0 ? "" : asynchronous(*warps, *geometry, expected);
  }

private:
  std::string skip(std::string why) {
    counts_.why = std::move(why);
    return {};
  }

  // A kernel whose threads run in lock step by its terms (--warp-sync) is about warps that do, and have as many lanes.
  bool applies(unsigned lanes, simt::Scheduling scheduling) const {
    const unsigned in_step = k_.terms.lock_step;
    return in_step == 0 || (scheduling == simt::Scheduling::Stack && lanes % in_step == 0);
  }

  static simt::SimtOptions options(unsigned lanes, simt::Scheduling scheduling) {
    simt::SimtOptions how{.warp_size = lanes, .scheduling = scheduling};
    how.max_steps = 20 * most_steps;
    return how;
  }

  std::string ideal(const simt::SimtCode &warps, const semantics::Geometry &geometry, unsigned lanes,
                    simt::Scheduling scheduling, const semantics::Memory &expected) {
    simt::SimtMachine m(warps, geometry, inputs_, options(lanes, scheduling));
    PartsAtBarriers parts(warps);
    m.attach(parts);
    semantics::ZeroChoices zeros;
    const simt::Outcome out = m.run(simt::Pick::InOrder, zeros);
    ++counts_.machines;
    const std::string name = name_of(lanes, scheduling);
    if (scheduling == simt::Scheduling::Stack && lanes > 1 && may_wait(k_) &&
        (out.end == simt::End::Cycle || out.end == simt::End::StepLimit)) {
      ++counts_.waits;
      return {};
    }
    if (parts.seen && (out.end == simt::End::Deadlock || !m.memory().same_shared(expected))) {
      ++counts_.in_parts;
      return {};
    }
    if (out.end != simt::End::Completed)
      return fmt::format("{}: {}: {}", name, simt::name(out.end), out.reason);
    if (!m.memory().same_shared(expected))
      return name + ": another memory" + where(m.memory(), expected, k_);
    return {};
  }

  std::string asynchronous(const simt::SimtCode &warps, const semantics::Geometry &geometry,
                           const semantics::Memory &expected) {
    if (simt::AsynchronousMemory::refuses(warps)) {
      ++counts_.not_asynchronous["reads in expressions"];
      return {};
    }
    unsigned seed = 0;
    for (unsigned lanes : warp_sizes)
      for (simt::Scheduling scheduling : schedulings)
        for (unsigned i = 0; i < times_; ++i, ++seed) {
          if (!applies(lanes, scheduling) || (scheduling == simt::Scheduling::Stack && lanes > 1 && may_wait(k_)))
            continue; // may wait for its own warp for ever
          simt::AsynchronousOptions how;
          how.memory.l1_lines = seed % 3; // 0: as many as there are cells
          how.memory.l2_lines = seed % 5;
          how.memory.processors = seed % 2; // 0: one for each block
          simt::AsynchronousMemory memory(warps, geometry.run_groups(), how);
          simt::SimtOptions options_of = options(lanes, scheduling);
          options_of.limits.processors = std::max(how.memory.processors, 1U);
          simt::SimtMachine m(warps, geometry, inputs_, options_of);
          m.use(memory);
          semantics::RandomChoices any(seed);
          PartsAtBarriers parts(warps);
          m.attach(parts);
          const simt::Outcome out = m.run(simt::Pick::Random, any);
          if (parts.seen)
            continue;
          if (out.end == simt::End::Stopped && out.execution.ending == Ending::Outside) {
            ++counts_.not_asynchronous["cells that overlap in part"];
            return {};
          }
          ++counts_.machines;
          ++counts_.asynchronous;
          const std::string name =
              fmt::format("asynchronous memory, {}, schedule {}", name_of(lanes, scheduling), seed);
          if (out.end != simt::End::Completed)
            return fmt::format("{}: {}: {}", name, simt::name(out.end), out.reason);
          if (!m.memory().same_shared(expected))
            return name + ": another memory" + where(m.memory(), expected, k_);
        }
    return {};
  }

  const cfg::Kernel &k_;
  const cfg::Launch &launch_;
  const semantics::Inputs &inputs_;
  unsigned times_;
  Counts &counts_;
};

class WarpRun {
public:
  explicit WarpRun(const SimtPropertyOptions &o) : o_(o), start_(std::chrono::steady_clock::now()) {}

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
    if (counts_.in_parts != 0)
      fmt::print("  {} executions in which a barrier counted parts of a warp as warps\n", counts_.in_parts);
    for (const auto &[why, n] : counts_.skipped)
      fmt::print("  skipped: {} {}\n", n, why);
    if (o_.asynchronous != 0)
      fmt::print("  asynchronous memory: {} executions\n", counts_.asynchronous);
    for (const auto &[why, n] : counts_.not_asynchronous)
      fmt::print("  not on asynchronous memory: {} inputs, {}\n", n, why);
    classes_of(kernels_, compared_, failed_).print("simt");
    return failed_ == 0 ? 0 : 1;
  }

private:
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  bool over(std::uint64_t i) const {
    return (o_.count != 0 && i >= o_.count) || (o_.compared != 0 && compared_ >= o_.compared) ||
           (o_.seconds > 0 && elapsed() >= o_.seconds);
  }

  std::string judge(const cfg::Kernel &k, const cfg::Launch &launch, std::uint64_t seed) {
    Search search;
    search.seed = seed;
    search.likely = {launch.local_size[0].value_or(4), 16, 3};
    std::string what;
    try {
      counts_.why.clear();
      for (unsigned i = 0; i < (may_wait(k) && counts_.why == "a race" ? 3U : 2U) && what.empty(); ++i) {
        semantics::Inputs inputs = some_inputs(k, search, i);
        inputs.unwritten.clear(); // such reads are drawn in the order in which they happen
        if (i == 2)               // as the verifier assumes of counters, and of cells that are waited for
          for (auto &[array, contents] : inputs.arrays)
            std::fill(contents.begin(), contents.end(), 0);
        what = Comparison(k, launch, inputs, o_.asynchronous, counts_).run();
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
    const bool compared = counts_.machines > before;
    compared_ += compared;
    if (!compared)
      ++counts_.skipped[counts_.why.empty() ? "no machine was reached" : counts_.why];
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
    for (std::size_t i = o_.first; i < files->files.size() && !over(i); i += std::max(1U, o_.every))
      for (const FileKernel &k : must_verify(files->files[i], diags)) {
        const unsigned parts = counts_.in_parts, waits = counts_.waits;
        const std::string what = counted(k.kernel, small_launch(k.launch), 1);
        if (o_.list)
          fmt::print("{:7.1f} s  {}: {}: {}{}{}\n", elapsed(), files->files[i], k.kernel.name,
                     counts_.why.empty() ? "compared" : counts_.why,
                     counts_.in_parts != parts ? ", a barrier counted parts of a warp" : "",
                     counts_.waits != waits ? ", waits for its own warp" : "");
        if (!what.empty())
          fmt::print("{}: {}: {}\n", files->files[i], k.kernel.name, what);
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

int simt_command(const SimtPropertyOptions &o) { return WarpRun(o).go(); }

} // namespace lockstep::oracle
