// What happens in memory beside the warps, and which steps of warps need not be tried in every order. A part of
// machine_impl.h.
#include "semantics/simt/machine_impl.h"

#include <fmt/format.h>

namespace lockstep::semantics::simt {

void SimtMachine::Impl::move_memory(const MemoryMove &move, bool *moved) {
  if (++memory_moves > options.max_steps)
    return stuck(End::StepLimit, {}, fmt::format("the limit of {} steps of memory is reached", options.max_steps));
  if (const auto why = async->environment().apply(move, *choices, moved))
    stuck(End::Stuck, {}, *why);
}

bool SimtMachine::Impl::memory_turn() {
  if (drained())
    return false;
  for (const MemoryMove &move : async->environment().moves()) {
    bool moved = false;
    move_memory(move, &moved);
    if (moved || over())
      return true;
  }
  return false;
}

bool SimtMachine::Impl::only_thread_of_processor(const Operation &o) const {
  if (options.limits.limited()) // blocks that have no room yet
    return false;
  for (const cfg::Barrier *b : code.code.barriers)
    if (b && b->scope == cfg::Scope::Grid) // flushes the caches
      return false;
  const auto processors = static_cast<std::uint32_t>(async->environment().state().l1.size());
  for (ThreadIndex t = 0; t < m.threads.size(); ++t)
    if (t != o.thread && !exited(t) && on[t / m.group_size] % processors == o.processor)
      return false;
  return true;
}

// Sound because such a step reads and writes registers of its own warp that no operation is in flight to, and what the
// warp does next, no more: it commutes with all that others do. It leads to a higher address, so no round consists of
// such steps alone, and none of the others is left out for ever.
bool SimtMachine::Impl::only_for_itself(const Unit &u) const {
  if (u.pc >= code.steps.size())
    return false;
  const Step &s = code.steps[u.pc];
  const WarpState &w = warps[u.warp];
  switch (s.does) {
  case Does::Compute: {
    const auto *stmt = std::get_if<cfg::Stmt>(&code.program->code[u.pc].body);
    return stmt && (std::holds_alternative<cfg::Assign>(stmt->node) || std::holds_alternative<cfg::Skip>(stmt->node));
  }
  case Does::Vote: return options.scheduling == Scheduling::Stack;
  case Does::Push: return true;
  case Does::Sync:
    return options.scheduling == Scheduling::Independent ||
           (!w.branch.stack.empty() && w.branch.stack.back().pc > u.pc);
  case Does::Jump: return !s.computed && s.target > u.pc;
  default: return false;
  }
}

} // namespace lockstep::semantics::simt
