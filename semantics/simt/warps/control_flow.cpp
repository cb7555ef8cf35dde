// Where lanes go: see control_flow.h.
#include "semantics/simt/warps/control_flow.h"

#include "support/invariant.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::semantics::simt {

void ControlFlow::start() {
  monitors_.assign(core_.warps.states.size(), {});
  for (std::uint32_t w = 0; w < monitors_.size(); ++w)
    monitors_[w].start(core_.warps.states[w].branch, &core_.code.addresses, core_.options.watched);
}

bool ControlFlow::step(const Unit &u, const Step &s, Mask by, Choices &choices) {
  return core_.options.scheduling == Scheduling::Stack ? on_stack(u, s, by, choices) : alone(u, s, by, choices);
}

// The lanes by where they jump to, in ascending order.
bool ControlFlow::targets_of(const Unit &u, const Step &s, Mask by) {
  targets_.clear();
  if (!s.computed) {
    targets_.push_back({s.target, by});
  } else
    for (unsigned l : Lanes{by}) {
      const auto address = core_.value(s.body, core_.warps.thread(u.warp, l));
      if (!address)
        return false;
      const auto to = core_.code.program->at(*address);
      if (!to) {
        core_.stop(End::Stuck, u, fmt::format("lane {} jumps to {}, where there is no instruction", l, *address));
        return false;
      }
      auto at = std::lower_bound(targets_.begin(), targets_.end(), std::pair(*to, Mask(0)));
      if (at == targets_.end() || at->first != *to)
        at = targets_.insert(at, {*to, 0});
      at->second |= lane_bit(l);
    }
  core_.counts.divergent += targets_.size() > 1 || (by != u.lanes && !s.call);
  return true;
}

bool ControlFlow::on_stack(const Unit &u, const Step &s, Mask by, Choices &choices) {
  BranchState &b = core_.warps.states[u.warp].branch;
  const bool flow = s.does >= Does::Push && by != 0;
  Acting a;
  a.by = by;
  if (flow) {
    a.act = s.does == Does::Push    ? Act::Push
            : s.does == Does::Sync  ? Act::Sync
            : s.does == Does::Leave ? Act::Leave
                                    : Act::Jump;
    a.kind = s.kind;
    a.why = s.why;
    a.call = s.call;
    if (s.does == Does::Jump) {
      if (!targets_of(u, s, by))
        return false;
      a.targets = &targets_;
    }
  }
  Monitors &monitor = monitors_[u.warp];
  const auto violated = [&](const Violation &v) {
    if (v)
      core_.stop(End::Violation, u, *v);
    return v.has_value();
  };
  if (core_.options.monitors) {
    if (core_.options.consistency && violated(monitor.consistent(b, a)))
      return false;
    monitor.before(b, a);
  }
  Stuck no_rule;
  Mask again = 0;
  if (!flow) {
    next(b);
    if (by != 0)
      work_.run(u, s, by, choices);
  } else
    switch (s.does) {
    case Does::Push: push(b, s.kind, s.target); break;
    case Does::Sync: no_rule = sync(b); break;
    case Does::Leave: no_rule = leave(b, s.why, by); break;
    case Does::Jump:
      again = jump(b, s.call, targets_, targets_.size() == 1 ? 0 : choices.among(targets_.size()), core_.options.order);
      break;
    case Does::Compute:
    case Does::Access:
    case Does::Meet:
    case Does::Vote:
    case Does::Bar: LOCKSTEP_UNREACHABLE("what is no control instruction is no flow");
    }
  if (no_rule)
    core_.stop(End::Stuck, u, *no_rule);
  if (core_.over() || (core_.options.monitors && violated(monitor.after(b, again))))
    return false;
  return flow && s.does == Does::Leave && s.why == Disabled::Exit;
}

bool ControlFlow::alone(const Unit &u, const Step &s, Mask by, Choices &choices) {
  WarpState &w = core_.warps.states[u.warp];
  for (unsigned l : Lanes{u.lanes})
    ++w.lanes[l].pc;
  if (by == 0)
    return false;
  switch (s.does) {
  case Does::Push:
    for (unsigned l : Lanes{s.kind != TokenKind::Sync ? by : 0})
      w.lanes[l].stack.push_back({s.kind, s.target});
    return false;
  case Does::Sync: return false;
  case Does::Leave: return leave_alone(u, s, by);
  case Does::Jump:
    if (targets_of(u, s, by))
      for (const auto &[to, lanes] : targets_)
        for (unsigned l : Lanes{lanes})
          w.lanes[l].pc = to;
    return false;
  case Does::Compute:
  case Does::Access:
  case Does::Meet:
  case Does::Vote:
  case Does::Bar: work_.run(u, s, by, choices); return false;
  }
  LOCKSTEP_UNREACHABLE("every step has its case");
}

bool ControlFlow::leave_alone(const Unit &u, const Step &s, Mask by) {
  WarpState &w = core_.warps.states[u.warp];
  if (s.why == Disabled::Exit) {
    w.branch.disabled[static_cast<std::size_t>(Disabled::Exit)] |= by;
    w.branch.completed = (w.branch.lanes & ~w.branch.exited()) == 0;
    return true;
  }
  for (unsigned l : Lanes{by}) { // up to and with the topmost token of the kind
    LaneState &lane = w.lanes[l];
    const TokenKind wanted = s.why == Disabled::Break ? TokenKind::Break : TokenKind::Call;
    while (!lane.stack.empty() && lane.stack.back().first != wanted)
      lane.stack.pop_back();
    if (lane.stack.empty()) {
      core_.stop(End::Stuck, u,
                 std::string(s.why == Disabled::Break ? "brk" : "ret") + " without a " + name(wanted) +
                     " token on the stack");
      return false;
    }
    lane.pc = lane.stack.back().second;
    lane.stack.pop_back();
  }
  return false;
}

} // namespace lockstep::semantics::simt
