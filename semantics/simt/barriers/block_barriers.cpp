// Numbered barriers of blocks: see block_barriers.h.
#include "semantics/simt/barriers/block_barriers.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace lockstep::semantics::simt {

void BlockBarriers::start() {
  s_.waiting.assign(core_.warps.states.size(), {});
  s_.barriers.assign(core_.warps.fixed.empty() ? 0 : core_.warps.fixed.back().block + 1, {});
}

// A warp comes as a whole; of lanes that are scheduled for themselves, those come that do.
std::uint64_t BlockBarriers::weight(Mask lanes) const {
  return core_.options.scheduling == Scheduling::Stack ? core_.options.warp_size
                                                       : static_cast<unsigned>(std::popcount(lanes));
}

std::uint64_t BlockBarriers::lanes_to_come(std::uint32_t block) const {
  std::uint64_t n = 0;
  for (std::uint32_t w = 0; w < core_.warps.states.size(); ++w)
    if (const BranchState &b = core_.warps.states[w].branch; core_.warps.fixed[w].block == block && !b.completed)
      n += weight(b.lanes & ~b.exited());
  return n;
}

void BlockBarriers::come(const Unit &u, const Bar &b, const Step &s, Mask by) {
  std::map<std::uint64_t, Coming> coming; // by number
  for (unsigned l : Lanes{by}) {
    const ThreadIndex t = core_.warps.thread(u.warp, l);
    const auto number = core_.value(s.body, t);
    if (!number)
      return;
    Coming &c = coming[*number];
    if (*number >= barrier_numbers)
      return core_.stop(End::Stuck, u, fmt::format("there is no barrier {}: a block has {}", *number, barrier_numbers));
    if (s.count != no_guard) {
      const auto count = core_.value(s.count, t);
      if (!count)
        return;
      if (c.lanes != 0 && c.count != count)
        return core_.stop(End::Stuck, u, "lanes of a warp give one barrier different numbers of threads");
      if (*count == 0 || (core_.options.scheduling == Scheduling::Stack && *count % core_.options.warp_size != 0))
        return core_.stop(End::Stuck, u,
                          fmt::format("a barrier for {} threads, which is no multiple of a warp's {} lanes", *count,
                                      core_.options.warp_size));
      c.count = count;
    }
    c.lanes |= lane_bit(l);
    if (s.value != no_guard) {
      const auto holds = core_.value(s.value, t);
      if (!holds)
        return;
      c.recorded.push_back({t, *holds != 0});
    }
  }
  for (const auto &[number, c] : coming)
    if (!join(u, b, static_cast<unsigned>(number), c))
      return;
  for (const auto &[number, c] : coming)
    close_if_full(core_.warps.fixed[u.warp].block, static_cast<unsigned>(number));
}

// False: no rule lets them.
bool BlockBarriers::join(const Unit &u, const Bar &b, unsigned number, const Coming &c) {
  const std::uint32_t block = core_.warps.fixed[u.warp].block;
  Barrier &bar = s_.barriers[block][number];
  const std::optional<RedOp> op = b.kind == BarKind::Red ? std::optional(b.op) : std::nullopt;
  const bool alike = bar.op == op && (!op || bar.dest == b.dest);
  if (!bar.open)
    bar = {true, c.count.has_value(), c.count.value_or(lanes_to_come(block)), 0, op, b.dest, {}};
  else if (!alike || (c.count && *c.count != bar.expected)) {
    core_.stop(End::Stuck, u,
               !alike
                   ? fmt::format("barrier {} is used in two ways at a time", number)
                   : fmt::format("barrier {} is for {} threads, and for {} at a time", number, bar.expected, *c.count));
    return false;
  }
  bar.come += weight(c.lanes);
  bar.recorded.insert(bar.recorded.end(), c.recorded.begin(), c.recorded.end());
  if (b.kind != BarKind::Arrive)
    s_.waiting[u.warp][number] |= c.lanes;
  return true;
}

void BlockBarriers::close_if_full(std::uint32_t block, unsigned number) {
  Barrier &bar = s_.barriers[block][number];
  if (!bar.open || bar.come < bar.expected)
    return;
  if (bar.op) {
    std::uint64_t yes = 0;
    for (const Recorded &r : bar.recorded)
      yes += r.holds;
    const std::uint64_t all = *bar.op == RedOp::Popc  ? yes
                              : *bar.op == RedOp::And ? yes == bar.recorded.size()
                                                      : yes != 0;
    for (const Recorded &r : bar.recorded)
      core_.reg(r.thread, bar.dest) = mask_to_width(all, core_.code.program->kernel.vars[bar.dest].type.width);
  }
  bar = {};
  for (std::uint32_t w = 0; w < s_.waiting.size(); ++w)
    if (core_.warps.fixed[w].block == block)
      s_.waiting[w][number] = 0;
}

void BlockBarriers::warp_ended(std::uint32_t w) {
  if (!core_.options.exited_arrive)
    return;
  const std::uint32_t block = core_.warps.fixed[w].block;
  for (unsigned n = 0; n < barrier_numbers; ++n) {
    Barrier &bar = s_.barriers[block][n];
    if (!bar.open || bar.counted)
      continue;
    bar.expected = std::min(bar.expected, lanes_to_come(block));
    close_if_full(block, n);
  }
}

void BlockBarriers::describe_waiting(std::uint32_t w, std::vector<std::string> &out) const {
  for (unsigned n = 0; n < barrier_numbers; ++n)
    if (s_.waiting[w][n] != 0) {
      const Barrier &bar = s_.barriers[core_.warps.fixed[w].block][n];
      out.push_back(
          fmt::format("warp {} waits at barrier {}, to which {} of {} lanes have come", w, n, bar.come, bar.expected));
    }
}

void BlockBarriers::append_key(std::string &out) const {
  for (const auto &of_warp : s_.waiting)
    for (Mask lanes : of_warp)
      append_number(out, lanes);
  for (const auto &of_block : s_.barriers)
    for (const Barrier &bar : of_block) {
      append_number(out, bar.open);
      if (!bar.open)
        continue;
      append_number(out, bar.counted);
      append_number(out, bar.expected);
      append_number(out, bar.come);
      append_number(out, bar.op ? 1 + static_cast<std::uint64_t>(*bar.op) : 0);
      append_number(out, bar.recorded.size());
      for (const Recorded &r : bar.recorded)
        append_number(out, 2 * std::uint64_t(r.thread) + r.holds);
    }
}

} // namespace lockstep::semantics::simt
