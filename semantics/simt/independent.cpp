// Independent scheduling: every lane has a program counter and a stack of break and call tokens of its own. A part of
// machine_impl.h.
#include "semantics/simt/machine_impl.h"

#include "support/invariant.h"

#include <algorithm>
#include <bit>

namespace lockstep::semantics::simt {

void SimtMachine::Impl::groups_of_warp(std::uint32_t w, std::vector<Unit> &out) const {
  const WarpState &s = warps[w];
  Mask left = s.branch.lanes & ~s.branch.exited() & ~s.waiting();
  while (left != 0) {
    const auto first = static_cast<unsigned>(std::countr_zero(left));
    Mask group = 0;
    for (Mask rest = left; rest != 0; rest &= rest - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(rest));
      if (s.lanes[l] == s.lanes[first])
        group |= lane_bit(l);
    }
    out.push_back({w, group, s.lanes[first].pc});
    left &= ~group;
  }
}

void SimtMachine::Impl::act_alone(const Unit &u, const Step &s, Mask by) {
  WarpState &w = warps[u.warp];
  each_lane(u.lanes, [&](unsigned l) {
    ++w.lanes[l].pc;
    w.lanes[l].last = w.issued;
  });
  if (by == 0)
    return;
  const Body &body = code.program->code[u.pc].body;
  switch (s.does) {
  case Does::Compute: return compute(u, s, by);
  case Does::Access: return access(u, s, by);
  case Does::Meet: return meet(u, s, by);
  case Does::Vote: return vote(u, std::get<Vote>(body), s, by);
  case Does::Bar: return come_to(u, std::get<Bar>(body), s, by);
  case Does::Push:
    if (s.kind != TokenKind::Sync)
      each_lane(by, [&](unsigned l) { w.lanes[l].stack.push_back({s.kind, s.target}); });
    return;
  case Does::Sync: return;
  case Does::Leave:
    if (s.why == Disabled::Exit) {
      w.branch.disabled[static_cast<std::size_t>(Disabled::Exit)] |= by;
      w.branch.completed = (w.branch.lanes & ~w.branch.exited()) == 0;
      return lanes_ended(u.warp);
    }
    for (; by != 0; by &= by - 1) { // up to and with the topmost token of the kind
      LaneState &lane = w.lanes[static_cast<std::size_t>(std::countr_zero(by))];
      const TokenKind wanted = s.why == Disabled::Break ? TokenKind::Break : TokenKind::Call;
      while (!lane.stack.empty() && lane.stack.back().first != wanted)
        lane.stack.pop_back();
      if (lane.stack.empty())
        return stuck(End::Stuck, u,
                     std::string(s.why == Disabled::Break ? "brk" : "ret") + " without a " + name(wanted) +
                         " token on the stack");
      lane.pc = lane.stack.back().second;
      lane.stack.pop_back();
    }
    return;
  case Does::Jump:
    if (!targets_of(u, s, by, targets_))
      return;
    divergent += targets_.size() > 1 || (by != u.lanes && !s.call);
    for (const auto &[to, lanes] : targets_)
      each_lane(lanes, [&, to = to](unsigned l) { w.lanes[l].pc = to; });
    return;
  }
  LOCKSTEP_UNREACHABLE("every step has its case");
}

} // namespace lockstep::semantics::simt
