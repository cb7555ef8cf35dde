// `lockstep run` (command.h): file to kernel, arguments to inputs, executions, report.
#include "driver/run/command.h"

#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/ir/text/print.h"
#include "cfg/ir/text/shown_name.h"
#include "cfg/passes/bounds_checks.h"
#include "cfg/passes/checked_reads.h"
#include "cfg/passes/normalise.h"
#include "driver/commands.h"
#include "driver/process/in_process.h"
#include "driver/report/output.h"
#include "driver/report/text.h"
#include "driver/run/arguments.h"
#include "driver/run/findings.h"
#include "driver/run/load_kernel.h"
#include "driver/run/report.h"
#include "driver/run/requests.h"
#include "driver/run/schedule.h"
#include "driver/run/simt.h"
#include "jobs/input/metric_file.h"
#include "predication/assemble.h"
#include "semantics/costs/request_costs.h"
#include "semantics/costs/trace_costs.h"
#include "semantics/machines/explore.h"
#include "semantics/machines/lockstep_machine.h"
#include "semantics/simt/program/place.h"
#include "support/printable.h"

#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <unistd.h>

namespace lockstep::driver {

namespace {

using semantics::Ending;
using support::Diagnostics;
using support::Result;

constexpr std::uint64_t most_threads = 1 << 20;

Result<semantics::Geometry> concrete_launch(const cfg::Launch &launch, Diagnostics &diags) {
  auto g = semantics::geometry_of(launch);
  if (!g)
    diags.error({}, "an execution needs every size: give --local-size and --num-groups (or --global-size) without *");
  else if (g->group_threads() > most_threads || g->all_groups() > most_threads || g->threads() > most_threads)
    diags.error({}, fmt::format("the launch has more than {} threads, which is the most that the interpreter runs",
                                most_threads));
  else
    return *g;
  return support::failure;
}

// --- observers of this command ----------------------------------------------------------------------------------
class Trace final : public semantics::Observer {
public:
  explicit Trace(std::FILE *to) : to_(to) {}
  bool wants_steps() const override { return true; }
  void on_start(const cfg::Kernel &k, const semantics::Geometry &g) override {
    kernel_ = &k;
    geometry_ = &g;
  }
  void on_step(semantics::ThreadIndex t, semantics::Site s, std::uint64_t step) override {
    const cfg::Block &b = kernel_->blocks[s.block];
    const std::string what =
        s.stmt < b.stmts.size() ? cfg::print(b.stmts[s.stmt], *kernel_) : cfg::print(b.end, *kernel_);
    const support::Origin &o = semantics::origin_of(*kernel_, s);
    const semantics::ThreadId id = geometry_->id(t);
    fmt::print(to_, "{:>8}  thread {} (local {}, group {})  {}  {}: {}\n", step, t, triple(id.local), triple(id.group),
               o.known() ? support::printable(o.str()) : "-", b.name, what);
  }

private:
  static std::string triple(const std::array<std::uint64_t, 3> &v) {
    return v[1] == 0 && v[2] == 0 ? fmt::format("{}", v[0]) : fmt::format("({}, {}, {})", v[0], v[1], v[2]);
  }
  std::FILE *to_;
  const cfg::Kernel *kernel_ = nullptr;
  const semantics::Geometry *geometry_ = nullptr;
};

// Counts how executions end, and in how many ways shared memory looks where they terminate.
class Endings final : public semantics::Observer {
public:
  Endings(RunOutcome &out, const cfg::Kernel &k) : out_(out), kernel_(k) {}
  void watch(const semantics::Memory &m) { memory_ = &m; }
  void on_end(const semantics::Execution &e) override {
    if (e.ending == Ending::Redundant)
      return;
    ++out_.executions;
    out_.steps += e.steps;
    ++out_.endings[semantics::name(e.ending)];
    out_.ending = semantics::name(e.ending);
    if (e.ending != Ending::Terminated) {
      worst_ = e.ending;
      out_.reason = e.reason;
    }
    if (e.ending != Ending::Terminated)
      return;
    std::uint64_t hash = 0;
    for (cfg::ArrayId a = 0; a < kernel_.arrays.size(); ++a)
      for (std::uint32_t c = 0; kernel_.arrays[a].space != cfg::Space::Private && c < memory_->copies(a); ++c)
        for (std::uint64_t v : memory_->contents(a, c))
          hash = semantics::mix(hash, v);
    stores_.insert(hash);
    out_.final_stores = stores_.size();
  }
  std::optional<Ending> worst() const { return worst_; }

private:
  RunOutcome &out_;
  const cfg::Kernel &kernel_;
  const semantics::Memory *memory_ = nullptr;
  std::set<std::uint64_t> stores_;
  std::optional<Ending> worst_;
};

// --- the command ------------------------------------------------------------------------------------------------
class Runner {
public:
  // `supervisor`: of the time that it takes to read the kernel; executions have a limit of steps.
  Runner(Options options, RunOutcome &out, jobs::Supervisor *supervisor = nullptr)
      : options_(std::move(options)), out_(out), supervisor_(supervisor) {}

  void run(Diagnostics &diags) {
    cfg::Launch launch;
    std::optional<jobs::Supervisor::Work> loading;
    if (supervisor_ != nullptr)
      loading.emplace(*supervisor_, jobs::Supervisor::Unit{.file = options_.inputs.front()},
                      std::chrono::steady_clock::now(), options_.kernel.timeout);
    auto loaded = load_kernel(options_, launch, program_, out_.texts, diags);
    loading.reset();
    if (!loaded)
      return;
    if (program_)
      kernel_ = std::move(*loaded);
    else
      kernel_ = cfg::with_checked_reads(
          loaded->terms.bounds_asked ? cfg::add_bounds_checks(*loaded) : std::move(*loaded), diags);
    out_.kernel = kernel_.name;
    auto geometry = concrete_launch(launch, diags);
    if (!geometry)
      return;
    auto schedule = schedule_of(options_.run.schedule, geometry->threads(), diags);
    auto inputs = run_inputs(kernel_, options_.run.arguments, diags);
    if (!schedule || !inputs || !find_printed(diags))
      return;
    semantics::RunOptions how;
    how.max_steps = options_.run.max_steps;
    how.stop_at_undefined = !options_.run.wrap;
    how.track_uninitialised = options_.run.uninitialised;
    races_ = std::make_unique<semantics::RaceObserver>(semantics::RaceOptions{.tolerance = kernel_.terms.tolerance});
    if (!options_.run.observe.empty() && options_.run.semantics == Semantics::Simt)
      return diags.error({}, "--observe watches the other machines: --semantics simt has --counters");
    if (options_.run.observe == "cost")
      return count_costs(launch, *geometry, *inputs, how, diags);
    if (!options_.run.observe.empty())
      out_.semantics = options_.run.semantics = Semantics::Lockstep;
    out_.semantics = options_.run.semantics;
    if (options_.run.semantics != Semantics::Simt &&
        (options_.run.trace == "html" || options_.run.counters || !options_.run.scheduling.empty() ||
         !options_.run.memory.empty() || options_.run.resident != 0 || options_.run.processors != 0))
      return diags.error({},
                         "--trace=html, --counters, --memory-model, --scheduling, --resident and --processors go with "
                         "--semantics simt");
    if (options_.run.semantics == Semantics::Simt)
      warps(*geometry, *schedule, *inputs, how, diags);
    else if (options_.run.semantics == Semantics::Lockstep)
      lock_step(launch, *geometry, *schedule, *inputs, how, diags);
    else
      interleave(*geometry, *schedule, *inputs, how, diags);
  }

private:
  bool find_printed(Diagnostics &diags) {
    for (const std::string &name : options_.run.print) {
      std::vector<std::string> names;
      std::optional<cfg::ArrayId> found;
      for (cfg::ArrayId a = 0; a < kernel_.arrays.size(); ++a) {
        const cfg::Array &array = kernel_.arrays[a];
        if (array.space == cfg::Space::Private)
          continue;
        names.push_back(cfg::shown_name(array));
        if (!found && (names.back() == name || array.name == name))
          found = a;
      }
      if (!found) {
        diags.error({}, fmt::format("--print {}: kernel '{}' has no such array{}", name, kernel_.name,
                                    names.empty() ? "" : fmt::format(": it has {}", fmt::join(names, ", "))));
        return false;
      }
      printed_.push_back(*found);
    }
    return true;
  }

  template <typename Machine> void attach(Machine &m, Endings &endings, Trace &trace) {
    m.attach(*races_);
    m.attach(violations_);
    if (!options_.run.trace.empty())
      m.attach(trace);
    endings.watch(m.memory());
    m.attach(endings);
  }

  void interleave(const semantics::Geometry &g, const ScheduleChoice &schedule, const semantics::Inputs &inputs,
                  const semantics::RunOptions &how, Diagnostics &diags) {
    const auto code = semantics::compile(kernel_, {}, diags);
    if (!code)
      return;
    semantics::Interleaving machine(*code, g, inputs, how);
    Endings endings(out_, kernel_);
    Trace trace(options_.format == Format::Json ? stderr : stdout);
    attach(machine, endings, trace);
    if (schedule.kind == ScheduleChoice::Kind::Exhaustive) {
      semantics::ExploreOptions all;
      all.budget.max_steps = options_.run.max_steps;
      const semantics::Exploration seen = semantics::explore(machine, all);
      out_.complete = seen.complete;
      out_.incomplete_because = seen.incomplete_because;
    }
    for (std::uint64_t i = 0; schedule.kind != ScheduleChoice::Kind::Exhaustive && i < schedule.times; ++i) {
      semantics::InOrder in_order;
      semantics::RandomSchedule random(schedule.seed + i);
      semantics::GivenSchedule given(schedule.steps);
      semantics::ZeroChoices zeros;
      semantics::RandomChoices any(schedule.seed + i);
      const bool is_random = schedule.kind == ScheduleChoice::Kind::Random;
      machine.run(is_random                                      ? static_cast<semantics::Schedule &>(random)
                  : schedule.kind == ScheduleChoice::Kind::Given ? static_cast<semantics::Schedule &>(given)
                                                                 : in_order,
                  is_random ? static_cast<semantics::Choices &>(any) : zeros);
    }
    finish(machine.memory(), endings, kernel_);
  }

  void warps(const semantics::Geometry &g, const ScheduleChoice &schedule, const semantics::Inputs &inputs,
             const semantics::RunOptions &how, Diagnostics &diags) {
    if (schedule.kind == ScheduleChoice::Kind::Given)
      return diags.error({}, "--semantics simt: --schedule is in-order, random:SEED[:N] or exhaustive");
    if (!program_) {
      const auto kernel = options_.run.counters ? as_requests(kernel_, options_.run.target, diags) : kernel_;
      using enum semantics::simt::Placement;
      auto placed = kernel ? semantics::simt::place_reconvergence(*kernel, PostDominators, diags) : support::failure;
      if (!placed)
        return;
      program_ = std::move(*placed);
    }
    SimtJob job{options_, *program_, g, inputs, how};
    job.exhaustive = schedule.kind == ScheduleChoice::Kind::Exhaustive;
    job.random = schedule.kind == ScheduleChoice::Kind::Random;
    job.seed = schedule.seed;
    job.times = schedule.times;
    job.printed = printed_;
    run_simt(job, out_, diags);
  }

  static std::optional<predication::Lockstep> lock_step_program(const cfg::Kernel &normal, const cfg::Launch &launch,
                                                                predication::Scheme scheme, Diagnostics &diags) {
    const auto forest = cfg::loops(normal, diags);
    if (!forest)
      return std::nullopt;
    const cfg::Uniformity uniform =
        cfg::uniformity(normal, *forest, {.level = cfg::UniformityLevel::Grid, .launch = launch});
    support::Stages stages;
    return predication::lock_step(normal, *forest, uniform, scheme, stages, diags);
  }

  // One execution in order, counted from its threads' traces; one in lock step where that is possible, counted from its
  // requests, to compare.
  void count_costs(const cfg::Launch &launch, const semantics::Geometry &g, const semantics::Inputs &inputs,
                   const semantics::RunOptions &how, Diagnostics &diags) {
    std::vector<cfg::Metric> metrics;
    for (const std::string &name : jobs::metric_names(options_.run.metrics)) {
      auto metric = jobs::read_metric(name, diags);
      if (!metric)
        return;
      metrics.push_back(std::move(*metric));
    }
    if (options_.run.schedule != "in-order" || !options_.run.trace.empty())
      return diags.error({}, "--observe cost counts one execution in order: without --schedule and --trace");
    // In the form of which `lockstep cost` counts the operations.
    const auto whole = cfg::normalise(kernel_, {.counters = launch}, diags);
    const auto normal = whole ? as_requests(*whole, options_.run.target, diags) : support::failure;
    if (!normal)
      return;
    const auto code = semantics::compile(*normal, {}, diags);
    if (!code)
      return;
    const semantics::CostOptions costs{*cfg::target(options_.run.target), {}};
    semantics::TraceCosts traces(costs);
    semantics::Interleaving machine(*code, g, inputs, how);
    Endings endings(out_, *normal);
    Trace trace(stdout);
    attach(machine, endings, trace);
    machine.attach(traces);
    semantics::InOrder in_order;
    semantics::ZeroChoices zeros;
    machine.run(in_order, zeros);
    out_.target = options_.run.target;
    out_.costs = observed_costs(traces.counts(), traces.counts_at_post_dominators(), *normal, metrics);
    out_.costs->counters_agree = requests_agree(traces.counts(), *normal, launch, g, inputs, how, costs);
    finish(machine.memory(), endings, *normal);
  }

  // Empty: the lock-step machine does not execute this kernel.
  static std::optional<bool> requests_agree(const semantics::CostCounts &traces, const cfg::Kernel &normal,
                                            const cfg::Launch &launch, const semantics::Geometry &g,
                                            const semantics::Inputs &inputs, const semantics::RunOptions &how,
                                            const semantics::CostOptions &costs) {
    Diagnostics refused; // said of the comparison only
    if (cfg::has_numbered(normal))
      return std::nullopt;
    const auto program = lock_step_program(normal, launch, predication::Scheme::Flags, refused);
    if (!program)
      return std::nullopt;
    auto machine = semantics::LockstepMachine::make(*program, normal, g, inputs, how, refused);
    if (!machine)
      return std::nullopt;
    semantics::RequestCosts requests(costs);
    (*machine)->attach(requests);
    semantics::ZeroChoices zeros;
    if ((*machine)->run(zeros).ending != Ending::Terminated)
      return std::nullopt;
    return same_requests(traces, requests.counts());
  }

  void lock_step(const cfg::Launch &launch, const semantics::Geometry &g, const ScheduleChoice &schedule,
                 const semantics::Inputs &inputs, const semantics::RunOptions &how, Diagnostics &diags) {
    if (schedule.kind == ScheduleChoice::Kind::Exhaustive || schedule.kind == ScheduleChoice::Kind::Given)
      return diags.error(
          {},
          "--semantics lockstep has no schedule: --schedule may be random:SEED[:N], which decides whose write wins");
    if (!options_.run.trace.empty())
      return diags.error({}, "--trace shows the steps of single threads: it goes with --semantics interleaving");
    if (kernel_.terms.lock_step != 0)
      return diags.error({}, "--warp-sync is about the order of warps: it goes with --semantics interleaving");
    if (cfg::has_numbered(kernel_))
      return diags.error({}, "barriers of some threads are run with --semantics interleaving");
    const predication::Scheme scheme = options_.kernel.predication;
    const auto whole = cfg::normalise(kernel_, {.desugar_branches = scheme == predication::Scheme::BlockId}, diags);
    const auto normal =
        !whole || options_.run.observe.empty() ? whole : as_requests(*whole, options_.run.target, diags);
    const auto program = normal ? lock_step_program(*normal, launch, scheme, diags) : std::nullopt;
    if (!program)
      return;
    auto machine = semantics::LockstepMachine::make(*program, *normal, g, inputs, how, diags);
    if (!machine)
      return;
    Endings endings(out_, *normal);
    Trace trace(stdout);
    attach(**machine, endings, trace);
    semantics::RequestObserver requests({*cfg::target(options_.run.target), {}});
    if (!options_.run.observe.empty())
      (*machine)->attach(requests);
    for (std::uint64_t i = 0; i < schedule.times; ++i) {
      semantics::ZeroChoices zeros;
      semantics::RandomChoices any(schedule.seed + i);
      (*machine)->run(schedule.kind == ScheduleChoice::Kind::Random ? static_cast<semantics::Choices &>(any) : zeros);
    }
    if (!options_.run.observe.empty()) {
      out_.target = options_.run.target;
      out_.accesses = observed(requests, *normal);
    }
    finish((*machine)->memory(), endings, *normal);
  }

  void finish(const semantics::Memory &memory, const Endings &endings, const cfg::Kernel &k) {
    for (const semantics::Race &r : races_->races())
      out_.findings.push_back(finding_of(r, k));
    for (const semantics::Violation &v : violations_.violations())
      out_.findings.push_back(finding_of(v, k));
    for (cfg::ArrayId a : printed_) {
      const cfg::Array &array = k.arrays[a];
      PrintedArray p{cfg::shown_name(array), array.element, array.space == cfg::Space::Group, {}};
      for (std::uint32_t c = 0; c < memory.copies(a); ++c)
        p.copies.push_back(memory.contents(a, c));
      out_.memory.push_back(std::move(p));
    }
    if (!out_.findings.empty() || endings.worst() == Ending::Divergence)
      out_.exit_status = verify::exit_violation;
    else if (endings.worst() == Ending::StepLimit) {
      out_.reason += "; --max-steps sets another";
      out_.exit_status = verify::exit_undecided;
    } else if (out_.endings.count(semantics::name(Ending::Terminated)) == 0) // no execution counts
      out_.exit_status = verify::exit_usage;
  }

  Options options_;
  RunOutcome &out_;
  jobs::Supervisor *supervisor_;
  cfg::Kernel kernel_;
  std::optional<semantics::simt::Program> program_; // for warps
  std::vector<cfg::ArrayId> printed_;
  std::unique_ptr<semantics::RaceObserver> races_;
  semantics::ViolationObserver violations_;
};

} // namespace

std::optional<ObservedCosts> simulated_costs(const Options &options, support::Diagnostics &diags) {
  RunOutcome out;
  Runner(options, out).run(diags);
  return out.ending == semantics::name(Ending::Terminated) ? out.costs : std::nullopt;
}

int run_run(const Options &options) {
  Diagnostics before, diags;
  auto output = Output::open(options.output, before);
  if (!output)
    return complain(before);
  RunOutcome out;
  out.file = options.inputs.front();
  out.semantics = options.run.semantics;
  out.schedule = options.run.schedule;
  try {
    jobs::Supervisor supervisor;
    limit_this_process(supervisor, options);
    const jobs::Supervisor::Work all(supervisor, {.file = out.file}, std::chrono::steady_clock::now(), 0);
    Runner(options, out, &supervisor).run(diags);
  } catch (const std::exception &e) { // a failed invariant, or no memory: ours, not the user's
    diags.error({}, e.what());
    out.exit_status = verify::exit_internal;
  }
  for (const support::Diagnostic &d : diags.all())
    if (d.severity != support::Severity::Note) // notes are about what a proof rests on
      out.diagnostics.push_back(d);
  if (diags.failed()) {
    out.refused = true;
    if (out.exit_status != verify::exit_internal)
      out.exit_status = diags.has(support::Severity::Error) ? verify::exit_usage : verify::exit_undecided;
  }
  const TextStyle style{output->is_terminal(), options.quiet, options.time};
  if (!output->commit(options.format == Format::Json ? run_json(out) : run_text(out, style), before)) {
    complain(before); // what was found is told all the same
    std::fputs(run_text(out, {::isatty(STDERR_FILENO) == 1, true, false}).c_str(), stderr);
    return out.exit_status == verify::exit_violation ? out.exit_status : verify::exit_usage;
  }
  return out.exit_status;
}

} // namespace lockstep::driver
