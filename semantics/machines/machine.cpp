// The interleaving machine, step by step: machine.h. Threads' own instructions are in interpreter.cpp, what barriers do
// in barriers.cpp.
#include "semantics/machines/machine.h"

#include "support/invariant.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace lockstep::semantics {

Interleaving::Impl::Impl(const Code &code, const Geometry &geometry, const Inputs &inputs, const RunOptions &options)
    : interpreter(code, geometry, inputs, options) {
  for (cfg::ArrayId a = 0; a < code.kernel->arrays.size(); ++a) {
    first_store_.push_back(stores_);
    stores_ += interpreter.memory.copies(a);
  }
}

void Interleaving::Impl::start(Choices &choices, Mode mode) {
  choices_ = &choices;
  through_accesses_ = mode == Mode::InOrder;
  ready_.clear();
  barriers.start(mode == Mode::Explored);
  interpreter.start(mode == Mode::Explored);
}

bool Interleaving::Impl::guard_holds(ThreadIndex t, std::uint32_t pc) {
  const Code &code = interpreter.code;
  std::uint64_t *r = &interpreter.regs[std::size_t(t) * interpreter.stride];
  for (;; ++pc) {
    pc = interpreter.pure<false>(pc, r, t);
    if (interpreter.threads[t].status == Status::Stuck || code.instrs[pc].code == Do::GuardEnd)
      return true;
    if (r[code.instrs[pc].a] == 0)
      return false;
  }
}

// Goto: one of the targets whose opening assumptions hold. False: the thread stops.
bool Interleaving::Impl::choose_target(ThreadIndex t, std::uint32_t pc, std::uint32_t &to) {
  const Code &code = interpreter.code;
  const GotoCode &g = code.gotos[code.instrs[pc].c];
  std::array<std::uint32_t, 16> few;
  std::vector<std::uint32_t> many(g.targets.size() > few.size() ? g.targets.size() : 0);
  std::uint32_t *open = many.empty() ? few.data() : many.data();
  std::size_t n = 0;
  for (std::size_t i = 0; i < g.targets.size(); ++i) {
    const bool holds = g.guards[i] == no_guard || guard_holds(t, g.guards[i]);
    if (interpreter.threads[t].status == Status::Stuck)
      return false;
    if (holds)
      open[n++] = g.targets[i];
  }
  if (n == 0) {
    interpreter.stop(t, pc, Ending::Infeasible, "no target of a goto has assumptions that hold");
    return false;
  }
  to = open[n == 1 ? 0 : choices_->among(n)];
  return true;
}

template <bool Steps> void Interleaving::Impl::advance_as(ThreadIndex t) {
  const Code &code = interpreter.code;
  Interpreter::Thread &th = interpreter.threads[t];
  std::uint64_t *r = &interpreter.regs[std::size_t(t) * interpreter.stride];
  std::uint32_t pc = th.pc;
  for (;;) {
    pc = interpreter.pure<Steps>(pc, r, t);
    if (th.status != Status::Runs)
      return;
    th.pc = pc;
    const Instr &i = code.instrs[pc];
    switch (i.code) {
    case Do::Havoc: r[i.dst] = mask_to_width(choices_->havoc(code.types[i.c]), code.types[i.c].width); break;
    case Do::Assume:
      if (r[i.a] == 0)
        return interpreter.stop(t, pc, Ending::Infeasible,
                                static_cast<cfg::AssumeKind>(i.c) == cfg::AssumeKind::Requires
                                    ? "a precondition does not hold"
                                    : "an assumption does not hold");
      break;
    case Do::Assert:
      if (r[i.a] == 0) {
        const cfg::Assert *a = code.asserts[i.c];
        for (Observer *o : interpreter.observers)
          o->on_failed({t, interpreter.steps, code.sites[pc], a});
        if (interpreter.options.stop_at_assert)
          return interpreter.stop(t, pc, Ending::Assertion,
                                  a->message.empty() ? "an assertion fails" : "an assertion fails: " + a->message);
      }
      break;
    case DO_ACCESS:
      if (code.accesses[i.c].visible && !through_accesses_) {
        th.status = Status::AtAccess;
        ready_.insert(std::lower_bound(ready_.begin(), ready_.end(), t), t);
        return;
      }
      interpreter.access(t, pc);
      if (th.status != Status::Runs)
        return;
      break;
    case Do::Fence:
      for (Observer *o : interpreter.observers)
        o->on_fence(t, *code.fences[i.c]);
      break;
    case Do::Barrier: return barriers.arrive(t);
    case Do::Point: return barriers.wait_at_point(t, i.c != 0);
    case Do::Numbered:
      if (!barriers.come_to(t, *code.numbered[i.c]))
        return;
      break;
    case Do::Switch: {
      const SwitchCode &s = code.switches[i.c];
      auto it = std::lower_bound(s.cases.begin(), s.cases.end(), std::pair{r[i.a], std::uint32_t(0)});
      pc = it != s.cases.end() && it->first == r[i.a] ? it->second : s.otherwise;
      continue;
    }
    case Do::Goto: {
      std::uint32_t to = 0;
      if (!choose_target(t, pc, to))
        return;
      pc = to;
      if (interpreter.steps > interpreter.options.max_steps)
        return interpreter.stop(t, th.pc, Ending::StepLimit,
                                fmt::format("the limit of {} steps is reached", interpreter.options.max_steps));
      continue;
    }
    case Do::Return: th.status = Status::Done; return barriers.rest(t);
#define OP(Name, text, typing) case Do::Name:
#include "cfg/ir/ops.def"
    case DO_PRIVATE:
    case DO_GUARD: LOCKSTEP_UNREACHABLE("an instruction that a thread cannot execute");
    }
    ++pc;
  }
}

// A thread that was stopped moves no more.
void Interleaving::Impl::rest_if_stuck(ThreadIndex t) {
  if (interpreter.threads[t].status == Status::Stuck && !interpreter.over_)
    barriers.rest(t);
}

void Interleaving::Impl::advance(ThreadIndex t) {
  interpreter.steppers.empty() ? advance_as<false>(t) : advance_as<true>(t);
  rest_if_stuck(t);
}

void Interleaving::Impl::step(ThreadIndex t) {
  Interpreter::Thread &th = interpreter.threads[t];
  ready_.erase(std::lower_bound(ready_.begin(), ready_.end(), t));
  th.status = Status::Runs;
  interpreter.access(t, th.pc);
  rest_if_stuck(t);
  ++th.pc;
  if (th.status == Status::Runs && !interpreter.over_)
    advance(t);
  drain();
}

void Interleaving::Impl::drain() {
  for (std::size_t i = 0; i < barriers.released.size() && !interpreter.over_; ++i)
    advance(barriers.released[i]);
  barriers.released.clear();
}

Pending Interleaving::Impl::pending(ThreadIndex t) const {
  const Code &code = interpreter.code;
  const Interpreter::Thread &th = interpreter.threads[t];
  const Instr &i = code.instrs[th.pc];
  const std::uint64_t *r = &interpreter.regs[std::size_t(t) * interpreter.stride];
  Pending p;
  p.access = &code.accesses[i.c];
  const std::uint32_t copy = code.kernel->arrays[p.access->array].space == cfg::Space::Group ? th.group : 0;
  p.store = first_store_[p.access->array] + copy;
  p.lo = to_signed(r[i.a], p.access->offset_width);
  p.granules = p.access->granules;
  p.writes = p.access->kind == cfg::AccessKind::Write ||
             (p.access->kind == cfg::AccessKind::Atomic && p.access->op != cfg::AtomicOp::Load);
  if (p.access->kind == cfg::AccessKind::Write && p.access->regs.size() == 1)
    p.value = r[p.access->regs[0]];
  return p;
}

} // namespace lockstep::semantics
