// Executions on the machine of warps: see simt.h.
#include "driver/run/simt.h"

#include "device/targets.h"
#include "driver/run/findings.h"
#include "semantics/observers/observers.h"
#include "semantics/simt/explore.h"
#include "semantics/simt/trace/trace.h"
#include "support/invariant.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace lockstep::driver {

namespace {

namespace simt = semantics::simt;
using simt::End;

constexpr std::size_t most_traced_rows = 20'000; // of a trace

std::string instruction_text(const simt::Program &p, simt::Pc pc) {
  return fmt::format("{}: {}", p.code[pc].address, simt::print_guarded(p.code[pc], p));
}

class Steps final : public simt::IssueObserver { // of a cycle
public:
  Steps(std::uint64_t from, std::uint64_t to) : from_(from), to_(to) {}
  void on_issue(const simt::Issue &i) override {
    if (i.step > from_ && i.step <= to_)
      steps.push_back({i.warp, i.pc});
  }
  std::vector<std::pair<std::uint32_t, simt::Pc>> steps;

private:
  std::uint64_t from_, to_;
};

class SimtRunner {
public:
  SimtRunner(const SimtJob &job, RunOutcome &out) : job_(job), out_(out) {}

  void run(support::Diagnostics &diags) {
    const auto code = simt::compile(job_.program, {}, diags);
    if (!code)
      return;
    out_.warps.emplace();
    out_.warps->warp_size = job_.options.kernel.warp_size;
    out_.warps->scheduling = job_.options.run.scheduling.empty() ? "stack" : job_.options.run.scheduling;
    out_.warps->counters = job_.options.run.counters;
    how_.warp_size = out_.warps->warp_size;
    how_.scheduling = out_.warps->scheduling == "independent" ? simt::Scheduling::Independent : simt::Scheduling::Stack;
    how_.max_steps = job_.options.run.max_steps;
    how_.run = job_.how;
    const RunChoice &asked = job_.options.run;
    if (asked.resident != 0 || asked.processors != 0) {
      how_.limits.processors = std::max(asked.processors, 1U);
      how_.limits.blocks = asked.resident;
    }
    out_.warps->asynchronous = job_.options.run.memory == "asynchronous";
    if (out_.warps->asynchronous)
      if (const auto why = simt::AsynchronousMemory::refuses(*code))
        return diags.error({}, "--memory-model asynchronous: " + *why);
    if (job_.exhaustive)
      explore(*code);
    else
      execute(*code);
  }

private:
  void execute(const simt::SimtCode &code) {
    simt::SimtMachine machine(code, job_.geometry, job_.inputs, how_);
    simt::AsynchronousMemory memory(code, job_.geometry.run_groups(), asynchronous());
    if (out_.warps->asynchronous)
      machine.use(memory);
    semantics::ViolationObserver violations;
    machine.attach(violations);
    semantics::RequestObserver requests({*cfg::target(job_.options.run.target), {}});
    if (out_.warps->counters)
      machine.attach(requests);
    simt::TraceRows rows(job_.program, how_.warp_size, most_traced_rows);
    if (!job_.options.run.trace.empty())
      machine.attach(rows);
    std::set<std::string> finals;
    simt::Outcome last;
    for (std::uint64_t i = 0; i < job_.times; ++i) {
      semantics::ZeroChoices zeros;
      semantics::RandomChoices any(job_.seed + i);
      last = job_.random ? machine.run(simt::Pick::Random, any) : machine.run(simt::Pick::InOrder, zeros);
      note(last);
      if (last.end == End::Completed) {
        std::string key;
        machine.memory().append_key(key);
        finals.insert(std::move(key));
      }
      if (last.end == End::Cycle && out_.warps->cycle.empty())
        show_cycle(code, last);
    }
    out_.final_stores = finals.size();
    for (const semantics::Violation &v : violations.violations())
      out_.findings.push_back(finding_of(v, job_.program.kernel));
    if (!out_.findings.empty())
      worse(verify::exit_violation);
    if (out_.warps->counters) {
      out_.target = job_.options.run.target;
      out_.accesses = observed(requests, job_.program.kernel);
    }
    print_arrays(machine.memory());
    const std::string &asked = job_.options.run.trace;
    if (asked == "text")
      out_.warps->trace = simt::trace_text(rows, job_.program, how_.warp_size);
    else if (asked == "html") {
      out_.warps->page = true;
      out_.warps->trace =
          simt::trace_page(rows, job_.program, how_.warp_size,
                           fmt::format("{}: warps of {} lanes", job_.program.kernel.name, how_.warp_size),
                           std::string(simt::name(last.end)) + (last.reason.empty() ? "" : ": " + last.reason));
    }
  }

  void note(const simt::Outcome &o) {
    ++out_.executions;
    out_.steps += o.steps;
    out_.ending = simt::name(o.end);
    ++out_.endings[out_.ending];
    WarpReport &w = *out_.warps;
    w.issued += o.steps;
    w.lane_steps += o.lane_steps;
    w.useful += o.useful;
    w.divergent += o.divergent;
    if (o.end == End::Completed)
      return;
    out_.reason = o.reason;
    if (o.pc && *o.pc < job_.program.code.size() && o.end != End::Deadlock)
      out_.reason += fmt::format(" (warp {}, at {})", o.warp, instruction_text(job_.program, *o.pc));
    problem(o.end, o.execution.ending);
  }

  void problem(End end, std::optional<semantics::Ending> how) {
    switch (end) {
    case End::Completed: return;
    case End::StepLimit: out_.reason += "; --max-steps sets another"; return worse(verify::exit_undecided);
    case End::Violation: // of a text: its author's; of a kernel: ours
      return worse(job_.program.from_kernel ? verify::exit_internal : verify::exit_violation);
    case End::Stopped: return worse(how == semantics::Ending::Infeasible ? verify::exit_usage : verify::exit_violation);
    case End::Stuck:
    case End::Deadlock:
    case End::Cycle: return worse(verify::exit_violation);
    }
  }
  void worse(int status) {
    if (out_.exit_status == 0 || status == verify::exit_internal || status == verify::exit_violation)
      out_.exit_status = status;
  }

  // Executes once more, for the steps that return.
  void show_cycle(const simt::SimtCode &code, const simt::Outcome &o) {
    simt::SimtMachine machine(code, job_.geometry, job_.inputs, how_);
    Steps steps(o.cycle_from, o.cycle_to);
    machine.attach(steps);
    semantics::ZeroChoices zeros;
    machine.run(simt::Pick::InOrder, zeros);
    set_cycle(steps.steps);
  }
  // Once round: the search for a returning state may see several rounds at once.
  void set_cycle(const std::vector<std::pair<std::uint32_t, simt::Pc>> &steps) {
    std::size_t once = steps.size();
    for (std::size_t n = 1; n < steps.size() && once == steps.size(); ++n)
      if (steps.size() % n == 0 &&
          std::equal(steps.begin() + static_cast<std::ptrdiff_t>(n), steps.end(), steps.begin()))
        once = n;
    const std::size_t warps =
        (job_.geometry.group_threads() + how_.warp_size - 1) / how_.warp_size * job_.geometry.run_groups();
    for (std::size_t i = 0; i < once; ++i)
      out_.warps->cycle.push_back((warps > 1 ? fmt::format("warp {}  ", steps[i].first) : "") +
                                  instruction_text(job_.program, steps[i].second));
  }

  void explore(const simt::SimtCode &code) {
    const simt::Seen seen = states(code, how_.warp_size);
    out_.complete = seen.complete;
    out_.executions = 1;
    out_.steps = seen.states;
    out_.final_stores = seen.final_memories;
    if (!seen.complete)
      out_.incomplete_because = fmt::format("there are more than {} states", seen.states - 1);
    std::string &said = out_.warps->explored;
    said = fmt::format("{} states, {} of them final, {} doomed: ", seen.states, seen.finals, seen.doomed);
    if (!seen.complete) {
      out_.ending = "step limit";
      said = fmt::format("{} states and more: nothing is known of how executions end", seen.states);
      worse(verify::exit_undecided);
    } else if (seen.always_ends) {
      out_.ending = "completed";
      said += "every fair schedule ends";
    } else {
      out_.ending = seen.never_ends ? "never ends" : "may never end";
      said += seen.never_ends ? "no schedule ends" : "some schedules lead to where none ends";
      if (how_.scheduling == simt::Scheduling::Stack && how_.warp_size > 1) {
        const simt::Seen alone = states(code, 1);
        if (alone.complete)
          said += alone.always_ends  ? "; with warps of one lane every fair one does"
                  : alone.never_ends ? "; with warps of one lane none does either"
                                     : "; with warps of one lane some do not end either";
      }
      worse(verify::exit_violation);
    }
    ++out_.endings[out_.ending];
    for (std::size_t i = 0; i < seen.problems.size(); ++i) {
      out_.reason +=
          (out_.reason.empty() ? "" : "; ") + std::string(simt::name(seen.ends[i])) + ": " + seen.problems[i];
      problem(seen.ends[i], std::nullopt);
    }
    set_cycle(seen.cycle);
    for (const auto &outcome : seen.outcomes) {
      auto &named = out_.warps->outcomes.emplace_back();
      std::size_t at = 0;
      for (cfg::ArrayId a : job_.printed) {
        const cfg::Array &array = job_.program.kernel.arrays[a];
        auto &values = named[array.source_name.empty() ? array.name : array.source_name];
        for (std::uint32_t c = 0; c < (array.space == cfg::Space::Group ? job_.geometry.run_groups() : 1); ++c, ++at)
          values.insert(values.end(), outcome[at].begin(), outcome[at].end());
      }
    }
  }

  simt::Seen states(const simt::SimtCode &code, unsigned warp_size) {
    simt::SimtOptions how = how_;
    how.warp_size = warp_size;
    simt::ExploreLimits limits;
    limits.arrays = job_.printed;
    if (!out_.warps->asynchronous) {
      simt::SimtMachine machine(code, job_.geometry, job_.inputs, how);
      return simt::explore(machine, limits);
    }
    limits.max_states = 1'000'000;
    for (bool at_once : {true, false}) {
      simt::AsynchronousOptions options = asynchronous();
      options.results_at_once = at_once;
      // Sound because caches have a line for every cell: a line of L2 that is written back, or evicted, and filled
      // again holds what it held, and flushing L1 is evicting its lines one after the other.
      options.memory.evict_l2 = options.memory.write_back = options.memory.flush = false;
      simt::AsynchronousMemory memory(code, job_.geometry.run_groups(), options);
      simt::SimtMachine machine(code, job_.geometry, job_.inputs, how);
      machine.use(memory);
      simt::Seen seen = simt::explore(machine, limits);
      if (!memory.stored_twice())
        return seen;
    }
    LOCKSTEP_UNREACHABLE("only results that are there at once are stored twice");
  }

  simt::AsynchronousOptions asynchronous() const {
    simt::AsynchronousOptions options;
    options.memory.processors = how_.limits.processors;
    return options;
  }

  void print_arrays(const semantics::Memory &memory) {
    for (cfg::ArrayId a : job_.printed) {
      const cfg::Array &array = job_.program.kernel.arrays[a];
      PrintedArray p{array.source_name.empty() ? array.name : array.source_name,
                     array.element,
                     array.space == cfg::Space::Group,
                     {}};
      for (std::uint32_t c = 0; c < memory.copies(a); ++c)
        p.copies.push_back(memory.contents(a, c));
      out_.memory.push_back(std::move(p));
    }
  }

  const SimtJob &job_;
  RunOutcome &out_;
  simt::SimtOptions how_;
};

} // namespace

void run_simt(const SimtJob &job, RunOutcome &out, support::Diagnostics &diags) {
  const unsigned lanes = job.options.kernel.warp_size;
  if (lanes > simt::most_lanes)
    return diags.error(
        {}, fmt::format("--warp-size {}: --semantics simt has warps of 1 to {} lanes", lanes, simt::most_lanes));
  if (job.exhaustive && (!job.options.run.trace.empty() || job.options.run.counters))
    return diags.error({}, "--trace and --counters are of one execution: --schedule in-order or random:SEED");
  SimtRunner(job, out).run(diags);
}

} // namespace lockstep::driver
