// Who can go on, and who goes next: see scheduler.h.
#include "semantics/simt/schedule/scheduler.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::semantics::simt {

void Scheduler::start() {
  cursor_ = static_cast<std::uint32_t>(core_.warps.fixed.size()) - 1;
  const std::size_t lanes = core_.options.scheduling == Scheduling::Independent ? core_.options.warp_size : 0;
  turns_.assign(core_.warps.fixed.size(), {0, std::vector<std::uint64_t>(lanes, 0)});
}

void Scheduler::stepped(const Unit &u) {
  Turns &of = turns_[u.warp];
  ++of.taken;
  if (of.last.empty())
    return;
  if (u.lanes == first_lanes(core_.options.warp_size)) // all of them: the common case
    std::fill(of.last.begin(), of.last.end(), of.taken);
  else
    for (unsigned l : Lanes{u.lanes})
      of.last[l] = of.taken;
}

bool Scheduler::may_go(const Unit &u) const {
  return blocks_.resident(core_.warps.fixed[u.warp].block) && memory_.ready(u);
}

// Lanes at one place with equal stacks go together.
void Scheduler::groups_of_warp(std::uint32_t w, std::vector<Unit> &out) const {
  const WarpState &s = core_.warps.states[w];
  Mask left = s.branch.lanes & ~s.branch.exited() & ~waiting(w);
  while (left != 0) {
    const auto first = static_cast<unsigned>(std::countr_zero(left));
    Mask group = 0;
    for (unsigned l : Lanes{left})
      if (s.lanes[l] == s.lanes[first])
        group |= lane_bit(l);
    out.push_back({w, group, s.lanes[first].pc});
    left &= ~group;
  }
}

void Scheduler::units_of_warp(std::uint32_t w, std::vector<Unit> &out) const {
  const BranchState &b = core_.warps.states[w].branch;
  if (b.completed)
    return;
  if (core_.options.scheduling == Scheduling::Independent)
    groups_of_warp(w, out);
  else if (waiting(w) == 0)
    out.push_back({w, b.active, b.pc});
  if (memory_.asynchronous() || core_.options.limits.limited()) // else all may
    std::erase_if(out, [&](const Unit &u) { return u.warp == w && !may_go(u); });
}

std::vector<Unit> Scheduler::units() const {
  std::vector<Unit> out;
  for (std::uint32_t w = 0; w < core_.warps.states.size(); ++w)
    units_of_warp(w, out);
  return out;
}

// The next warp in turn. Of its groups, if it has several: the one at the lowest address, so that those behind can come
// up with it; but one that has not stepped for long goes first, so that none waits for ever.
std::optional<Unit> Scheduler::next_in_order() {
  constexpr std::uint64_t patience = 256;
  std::vector<Unit> some;
  for (std::uint32_t n = 0; n < core_.warps.states.size(); ++n) {
    cursor_ = cursor_ + 1 == core_.warps.states.size() ? 0 : cursor_ + 1;
    if (core_.options.scheduling == Scheduling::Stack) { // without a list, which takes time
      const BranchState &b = core_.warps.states[cursor_].branch;
      const Unit u{cursor_, b.active, b.pc};
      if (!b.completed && waiting(cursor_) == 0 && may_go(u))
        return u;
      continue;
    }
    some.clear();
    units_of_warp(cursor_, some);
    if (some.empty())
      continue;
    const Turns &turns = turns_[cursor_];
    auto last = [&](const Unit &u) { return turns.last[static_cast<std::size_t>(std::countr_zero(u.lanes))]; };
    const auto oldest =
        std::min_element(some.begin(), some.end(), [&](const Unit &a, const Unit &b) { return last(a) < last(b); });
    if (turns.taken - last(*oldest) > patience)
      return *oldest;
    return *std::min_element(some.begin(), some.end(), [](const Unit &a, const Unit &b) { return a.pc < b.pc; });
  }
  return std::nullopt;
}

std::string Scheduler::waiting_text() const {
  std::vector<std::string> parts;
  for (std::uint32_t w = 0; w < core_.warps.states.size() && parts.size() < 4; ++w) {
    if (core_.warps.states[w].branch.completed)
      continue;
    barriers_.describe_waiting(w, parts);
    if (teams_.waiting(w) != 0)
      parts.push_back(fmt::format("lanes {} of warp {} wait for others of their team that never come",
                                  bits(teams_.waiting(w), core_.options.warp_size), w));
  }
  const auto &on = blocks_.processors();
  const auto outside = std::count(on.begin(), on.end(), not_issued);
  if (outside != 0)
    parts.push_back(fmt::format("{} block{} no room on a processor", outside, outside == 1 ? " finds" : "s find"));
  return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace lockstep::semantics::simt
