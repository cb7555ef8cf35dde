// The machine of warps: one instruction at a time, and its states (machine_impl.h).
#include "semantics/simt/machine_impl.h"

#include "support/invariant.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::semantics::simt {

void SimtMachine::Impl::start(Choices &choices) {
  core.start();
  memory.start();
  control.start();
  barriers.start();
  teams.start();
  scheduler.start();
  blocks.start(choices);
}

void SimtMachine::Impl::step(const Unit &u, Choices &choices) {
  if (u.pc >= core.code.steps.size())
    return core.stop(End::Stuck, u, "there is no instruction behind the last one");
  const Step &s = core.code.steps[u.pc];
  const auto lanes = static_cast<std::uint64_t>(std::popcount(u.lanes));
  Outcome &counts = core.counts;
  ++counts.steps;
  counts.lane_steps += lanes;
  core.m.steps += lanes;
  scheduler.stepped(u);
  if (counts.lane_steps > core.options.max_steps)
    return core.stop(End::StepLimit, u, fmt::format("the limit of {} steps is reached", core.options.max_steps));
  if (!core.m.steppers.empty())
    tell_steps(u);
  const Mask by = work.guarded(u, s);
  if (core.over())
    return;
  counts.useful += static_cast<std::uint64_t>(std::popcount(by));
  if (control.step(u, s, by, choices))
    lanes_ended(u.warp, choices);
  if (!issues.empty())
    tell_issue(u, by);
}

void SimtMachine::Impl::tell_steps(const Unit &u) const {
  for (unsigned l : Lanes{u.lanes})
    for (Observer *o : core.m.steppers)
      o->on_step(core.warps.thread(u.warp, l), core.code.program->code[u.pc].site, core.m.steps);
}

void SimtMachine::Impl::tell_issue(const Unit &u, Mask by) const {
  const WarpState &w = core.warps.states[u.warp];
  const bool stack = core.options.scheduling == Scheduling::Stack;
  std::vector<Pc> pcs;
  for (unsigned l = 0; l < core.options.warp_size; ++l)
    pcs.push_back(stack                                    ? control.monitors()[u.warp].pcs()[l]
                  : (w.branch.exited() & lane_bit(l)) != 0 ? no_pc
                                                           : w.lanes[l].pc);
  Issue i{core.counts.steps, core.warps.fixed[u.warp].block, u.warp, u.pc, u.lanes, by};
  i.state = stack ? &w.branch : nullptr;
  i.lane_pcs = pcs;
  i.waiting = scheduler.waiting(u.warp);
  for (IssueObserver *o : issues)
    o->on_issue(i);
}

void SimtMachine::Impl::lanes_ended(std::uint32_t w, Choices &choices) {
  const bool completed = core.warps.states[w].branch.completed;
  if (completed || core.options.scheduling == Scheduling::Independent)
    barriers.warp_ended(w);
  teams.threads_ended();
  if (core.options.limits.limited() && completed && core.warps.completed(core.warps.fixed[w].block))
    blocks.issue(choices);
}

// --- states -----------------------------------------------------------------------------------------------------
SimtMachine::Impl::State SimtMachine::Impl::save() const {
  return {core.warps.states, control.monitors(), barriers.state(),   teams.state(),
          core.m.regs,       memory.save(),      blocks.processors()};
}

void SimtMachine::Impl::restore(const State &s) {
  core.warps.states = s.warps;
  control.restore(s.monitors);
  barriers.restore(s.barriers);
  teams.restore(s.teams);
  core.m.regs = s.regs;
  memory.restore(s.memory);
  blocks.restore(s.processors);
  core.counts = {};
  core.ended = false;
  core.m.steps = 0;
  core.m.over_ = false;
  core.m.ending.reset();
  for (auto &t : core.m.threads)
    t.status = Interpreter::Status::Runs;
}

// Of registers, the kernel's variables: temporaries live for one instruction.
bool SimtMachine::Impl::same(const State &s) const {
  if (core.warps.states != s.warps)
    return false;
  const std::size_t vars = core.code.program->kernel.vars.size();
  for (std::size_t t = 0; t < core.m.threads.size(); ++t) {
    const auto at = static_cast<std::ptrdiff_t>(t * core.m.stride);
    if (!std::equal(core.m.regs.begin() + at, core.m.regs.begin() + at + static_cast<std::ptrdiff_t>(vars),
                    s.regs.begin() + at))
      return false;
  }
  return barriers.state() == s.barriers && teams.state() == s.teams && blocks.processors() == s.processors &&
         memory.same_cells(s.memory);
}

std::string SimtMachine::Impl::key() const {
  std::string out;
  core.warps.append_key(out);
  barriers.append_key(out);
  const std::size_t vars = core.code.program->kernel.vars.size();
  for (std::size_t t = 0; t < core.m.threads.size(); ++t)
    out.append(reinterpret_cast<const char *>(&core.m.regs[t * core.m.stride]), vars * sizeof(std::uint64_t));
  teams.append_key(out);
  blocks.append_key(out);
  memory.append_key(out);
  return out;
}

// --- the public face --------------------------------------------------------------------------------------------
SimtMachine::SimtMachine(const SimtCode &code, const Geometry &geometry, const Inputs &inputs,
                         const SimtOptions &options)
    : impl_(std::make_unique<Impl>(code, geometry, inputs, options)) {}
SimtMachine::~SimtMachine() = default;

void SimtMachine::attach(Observer &o) {
  impl_->core.m.attach(o);
  if (o.wants_requests())
    impl_->accesses.attach(o);
}
void SimtMachine::attach(IssueObserver &o) { impl_->issues.push_back(&o); }
void SimtMachine::use(AsynchronousMemory &memory) {
  impl_->memory.use(memory);
  memory.places(impl_->blocks.processors());
}

Outcome SimtMachine::run(Pick pick, Choices &choices) {
  impl_->start(choices);
  return simt::run(*impl_, pick, choices);
}
const Memory &SimtMachine::memory() const { return impl_->core.m.memory; }
std::uint64_t SimtMachine::variable(ThreadIndex t, cfg::VarId v) const {
  return impl_->core.m.regs[std::size_t(t) * impl_->core.m.stride + v];
}
const BranchState &SimtMachine::state(std::uint32_t warp) const { return impl_->core.warps.states[warp].branch; }
const Monitors &SimtMachine::monitors(std::uint32_t warp) const { return impl_->control.monitors()[warp]; }
std::uint32_t SimtMachine::warps() const { return static_cast<std::uint32_t>(impl_->core.warps.fixed.size()); }

} // namespace lockstep::semantics::simt
