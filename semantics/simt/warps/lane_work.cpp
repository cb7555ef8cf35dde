// What lanes do beside control flow: see lane_work.h.
#include "semantics/simt/warps/lane_work.h"

#include "support/invariant.h"

namespace lockstep::semantics::simt {

std::optional<Mask> LaneWork::holds(const Unit &u, std::uint32_t segment, Mask lanes) {
  Mask out = 0;
  const ThreadIndex first = core_.warps.thread(u.warp, 0);
  for (unsigned l : Lanes{lanes}) {
    const auto value = core_.value(segment, first + l);
    if (!value)
      return std::nullopt;
    out |= *value != 0 ? lane_bit(l) : 0;
  }
  return out;
}

void LaneWork::run(const Unit &u, const Step &s, Mask by, Choices &choices) {
  const Body &body = core_.code.program->code[u.pc].body;
  switch (s.does) {
  case Does::Compute: return compute(u, s, by, choices);
  case Does::Access: return accesses_.access(u, s, by, choices);
  case Does::Meet: return teams_.meet(u, s, by);
  case Does::Vote: return vote(u, std::get<Vote>(body), s, by);
  case Does::Bar: return barriers_.come(u, std::get<Bar>(body), s, by);
  case Does::Push:
  case Does::Sync:
  case Does::Leave:
  case Does::Jump: break;
  }
  LOCKSTEP_UNREACHABLE("control instructions are for the branch machine");
}

void LaneWork::compute(const Unit &u, const Step &s, Mask by, Choices &choices) {
  if (s.nothing)
    return;
  const ThreadIndex first = core_.warps.thread(u.warp, 0);
  for (unsigned l : Lanes{by}) {
    const ThreadIndex t = first + l;
    const auto end = core_.run(s.body, t);
    if (!end || (core_.code.code.instrs[*end].code != Do::GuardEnd && !end_of_segment(t, *end, choices)))
      return;
  }
}

bool LaneWork::end_of_segment(ThreadIndex t, std::uint32_t end, Choices &choices) {
  const Instr &i = core_.code.code.instrs[end];
  switch (i.code) {
  case Do::Havoc: {
    const cfg::Type type = core_.code.code.types[i.c];
    core_.reg(t, i.dst) = mask_to_width(choices.havoc(type), type.width);
    return true;
  }
  case Do::Fence: memory_.fence(t, end); return true;
  case Do::Assume:
    if (core_.operand(t, end) == 0)
      core_.m.stop(t, end, Ending::Infeasible, "an assumption does not hold");
    return !core_.m.over_;
  case Do::Assert:
    if (core_.operand(t, end) == 0) {
      const cfg::Assert *a = core_.code.code.asserts[i.c];
      for (Observer *o : core_.m.observers)
        o->on_failed({t, core_.m.steps, core_.code.code.sites[end], a});
      if (core_.m.options.stop_at_assert)
        core_.m.stop(t, end, Ending::Assertion,
                     a->message.empty() ? "an assertion fails" : "an assertion fails: " + a->message);
    }
    return !core_.m.over_;
#define OP(Name, text, typing) case Do::Name:
#include "cfg/ir/ops.def"
  case DO_PRIVATE:
  case DO_ACCESS:
  case DO_WAIT:
  case DO_BRANCH:
  case DO_GUARD: break;
  }
  LOCKSTEP_UNREACHABLE("a segment that does not end so");
}

void LaneWork::vote(const Unit &u, const Vote &v, const Step &s, Mask by) {
  const auto yes = holds(u, s.body, by);
  if (!yes)
    return;
  const std::uint64_t result = v.op == VoteOp::All   ? *yes == by
                               : v.op == VoteOp::Any ? *yes != 0
                               : v.op == VoteOp::Uni ? *yes == by || *yes == 0
                                                     : *yes;
  for (unsigned l : Lanes{by})
    core_.reg(core_.warps.thread(u.warp, l), v.dest) =
        mask_to_width(result, core_.code.program->kernel.vars[v.dest].type.width);
}

} // namespace lockstep::semantics::simt
