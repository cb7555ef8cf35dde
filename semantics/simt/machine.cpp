// The machine of warps: one instruction at a time (machine_impl.h). Barriers are in barriers.cpp, lanes for themselves
// in independent.cpp.
#include "semantics/simt/machine_impl.h"

#include "support/invariant.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {
RunOptions unlimited(RunOptions o) { // steps are counted here
  o.max_steps = ~std::uint64_t(0);
  return o;
}
Geometry with_warps(Geometry g, unsigned lanes) {
  g.warp_size = lanes;
  return g;
}
} // namespace

const char *name(End e) {
  switch (e) {
  case End::Completed: return "completed";
  case End::Stuck: return "stuck";
  case End::Violation: return "violation";
  case End::Deadlock: return "deadlock";
  case End::Cycle: return "never ends";
  case End::StepLimit: return "step limit";
  case End::Stopped: return "stopped";
  }
  return "?";
}

SimtMachine::Impl::Impl(const SimtCode &c, const Geometry &g, const Inputs &inputs, const SimtOptions &o)
    : code(c), options(o), geometry(with_warps(g, o.warp_size)), m(c.code, geometry, inputs, unlimited(o.run)) {
  LOCKSTEP_INVARIANT(o.warp_size >= 1 && o.warp_size <= most_lanes, "a warp has 1 to 64 lanes");
  const auto in_block = static_cast<std::uint32_t>(geometry.group_threads());
  for (std::uint32_t block = 0; block < geometry.run_groups(); ++block)
    for (std::uint32_t at = 0; at < in_block; at += o.warp_size)
      fixed.push_back({block, block * in_block + at, std::min(o.warp_size, in_block - at)});
}

void SimtMachine::Impl::start(Choices &c) {
  choices = &c;
  m.start(false);
  outcome.reset();
  steps = lane_steps = useful = divergent = memory_moves = 0;
  if (async)
    async->start(m);
  cursor = static_cast<std::uint32_t>(fixed.size()) - 1;
  warps.assign(fixed.size(), {});
  blocks.assign(geometry.run_groups(), {});
  on.assign(blocks.size(), not_issued);
  monitors.assign(fixed.size(), {});
  met.assign(m.threads.size(), no_guard);
  for (std::uint32_t w = 0; w < fixed.size(); ++w) {
    warps[w].branch = fresh_warp(options.warp_size, fixed[w].threads, code.entry);
    if (options.scheduling == Scheduling::Independent)
      warps[w].lanes.assign(options.warp_size, {code.entry, {}, 0});
    monitors[w].start(warps[w].branch, &code.addresses, options.watched);
  }
  issue_blocks();
}

void SimtMachine::Impl::stuck(End end, const Unit &u, std::string why) {
  if (outcome)
    return;
  outcome.emplace();
  outcome->end = end;
  outcome->reason = std::move(why);
  outcome->warp = u.warp;
  outcome->pc = u.pc;
}

bool SimtMachine::Impl::completed() const {
  return std::all_of(warps.begin(), warps.end(), [](const WarpState &w) { return w.branch.completed; });
}

// --- who can go on ----------------------------------------------------------------------------------------------
void SimtMachine::Impl::units_of_warp(std::uint32_t w, std::vector<Unit> &out) const {
  const WarpState &s = warps[w];
  if (s.branch.completed)
    return;
  if (options.scheduling == Scheduling::Independent)
    groups_of_warp(w, out);
  else if (s.waiting() == 0)
    out.push_back({w, s.branch.active, s.branch.pc});
  if (async || options.limits.limited())
    std::erase_if(out, [&](const Unit &u) { return u.warp == w && !may_go(u); });
}

bool SimtMachine::Impl::may_go(const Unit &u) const {
  if (!resident(fixed[u.warp].block))
    return false;
  for (Mask left = async ? u.lanes : 0; left != 0; left &= left - 1)
    if (!async->ready(fixed[u.warp].first + static_cast<unsigned>(std::countr_zero(left)), u.pc))
      return false;
  return true;
}

std::vector<Unit> SimtMachine::Impl::units() const {
  std::vector<Unit> out;
  for (std::uint32_t w = 0; w < warps.size(); ++w)
    units_of_warp(w, out);
  return out;
}

// The next warp in turn. Of its groups, if it has several: the one at the lowest address, so that those behind can come
// up with it; but one that has not stepped for long goes first, so that none waits for ever.
std::optional<Unit> SimtMachine::Impl::next_in_order() {
  constexpr std::uint64_t patience = 256;
  std::vector<Unit> some;
  for (std::uint32_t n = 0; n < warps.size(); ++n) {
    cursor = cursor + 1 == warps.size() ? 0 : cursor + 1;
    const WarpState &s = warps[cursor];
    if (options.scheduling == Scheduling::Stack) {
      const Unit u{cursor, s.branch.active, s.branch.pc};
      if (!s.branch.completed && s.waiting() == 0 && ((!async && !options.limits.limited()) || may_go(u)))
        return u;
      continue;
    }
    some.clear();
    units_of_warp(cursor, some);
    if (some.empty())
      continue;
    auto last = [&](const Unit &u) { return s.lanes[static_cast<std::size_t>(std::countr_zero(u.lanes))].last; };
    const auto oldest =
        std::min_element(some.begin(), some.end(), [&](const Unit &a, const Unit &b) { return last(a) < last(b); });
    if (s.issued - last(*oldest) > patience)
      return *oldest;
    return *std::min_element(some.begin(), some.end(), [](const Unit &a, const Unit &b) { return a.pc < b.pc; });
  }
  return std::nullopt;
}

// --- one instruction --------------------------------------------------------------------------------------------
bool SimtMachine::Impl::segment(std::uint32_t at, ThreadIndex t, std::uint32_t &end) {
  end = m.pure<false>(at, &m.regs[std::size_t(t) * m.stride], t);
  return !m.over_;
}

Mask SimtMachine::Impl::lanes_that_execute(const Unit &u, const Step &s) {
  Mask by = 0;
  std::uint32_t end = 0;
  for (Mask left = u.lanes; left != 0; left &= left - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(left));
    const ThreadIndex t = fixed[u.warp].first + l;
    if (!segment(s.guard, t, end))
      return 0;
    by |= value(t, end) != 0 ? lane_bit(l) : 0;
  }
  return by;
}

void SimtMachine::Impl::step(const Unit &u) {
  if (u.pc >= code.steps.size())
    return stuck(End::Stuck, u, "there is no instruction behind the last one");
  const Step &s = code.steps[u.pc];
  const auto lanes = static_cast<std::uint64_t>(std::popcount(u.lanes));
  ++steps;
  ++warps[u.warp].issued;
  lane_steps += lanes;
  m.steps += lanes;
  if (lane_steps > options.max_steps)
    return stuck(End::StepLimit, u, fmt::format("the limit of {} steps is reached", options.max_steps));
  const Mask by = s.guard == no_guard ? u.lanes : lanes_that_execute(u, s);
  if (over())
    return;
  useful += static_cast<std::uint64_t>(std::popcount(by));
  if (options.scheduling == Scheduling::Stack)
    act_on_stack(u, s, by);
  else
    act_alone(u, s, by);
  if (issues.empty())
    return;
  std::vector<Pc> pcs;
  const WarpState &w = warps[u.warp];
  for (unsigned l = 0; l < options.warp_size; ++l)
    pcs.push_back(options.scheduling == Scheduling::Stack ? monitors[u.warp].pcs()[l]
                  : (w.branch.exited() >> l & 1) != 0     ? no_pc
                                                          : w.lanes[l].pc);
  Issue i{steps, fixed[u.warp].block, u.warp, u.pc, u.lanes, by};
  i.state = options.scheduling == Scheduling::Stack ? &w.branch : nullptr;
  i.lane_pcs = pcs;
  i.waiting = w.waiting();
  for (IssueObserver *o : issues)
    o->on_issue(i);
}

void SimtMachine::Impl::act_on_stack(const Unit &u, const Step &s, Mask by) {
  BranchState &b = warps[u.warp].branch;
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
      if (!targets_of(u, s, by, targets_))
        return;
      a.targets = &targets_;
      divergent += targets_.size() > 1 || (by != u.lanes && !s.call);
    }
  }
  Monitors &monitor = monitors[u.warp];
  if (options.monitors) {
    if (options.consistency)
      if (Violation v = monitor.consistent(b, a))
        return stuck(End::Violation, u, *v);
    monitor.before(b, a);
  }
  Stuck no_rule;
  Mask again = 0;
  if (!flow) {
    next(b);
    const Body &body = code.program->code[u.pc].body;
    if (by != 0)
      switch (s.does) {
      case Does::Compute: compute(u, s, by); break;
      case Does::Access: access(u, s, by); break;
      case Does::Meet: meet(u, s, by); break;
      case Does::Vote: vote(u, std::get<Vote>(body), s, by); break;
      case Does::Bar: come_to(u, std::get<Bar>(body), s, by); break;
      default: LOCKSTEP_UNREACHABLE("control instructions are for the branch machine");
      }
  } else
    switch (s.does) {
    case Does::Push: push(b, s.kind, s.target); break;
    case Does::Sync: no_rule = sync(b); break;
    case Does::Leave: no_rule = leave(b, s.why, by); break;
    default:
      again = jump(b, s.call, targets_, targets_.size() == 1 ? 0 : choices->among(targets_.size()), options.order);
    }
  if (no_rule)
    return stuck(End::Stuck, u, *no_rule);
  if (over())
    return;
  if (options.monitors)
    if (Violation v = monitor.after(b, again))
      return stuck(End::Violation, u, *v);
  if (s.does == Does::Leave && flow && s.why == Disabled::Exit)
    lanes_ended(u.warp);
}

void SimtMachine::Impl::lanes_ended(std::uint32_t w) {
  if (warps[w].branch.completed || options.scheduling == Scheduling::Independent)
    ended_at_barriers(w);
  others_meet();
  if (options.limits.limited() && warps[w].branch.completed && block_completed(fixed[w].block))
    issue_blocks();
}

void SimtMachine::Impl::compute(const Unit &u, const Step &s, Mask by) {
  if (s.nothing)
    return;
  std::uint32_t end = 0;
  for (; by != 0; by &= by - 1) {
    const ThreadIndex t = fixed[u.warp].first + static_cast<unsigned>(std::countr_zero(by));
    if (!segment(s.body, t, end) ||
        (code.code.instrs[end].code != static_cast<std::uint8_t>(Do::GuardEnd) && !end_of_segment(t, end)))
      return;
  }
}

bool SimtMachine::Impl::end_of_segment(ThreadIndex t, std::uint32_t end) {
  const Instr &i = code.code.instrs[end];
  switch (static_cast<Do>(i.code)) {
  case Do::Havoc: {
    const cfg::Type type = code.code.types[i.c];
    reg(t, i.dst) = mask_to_width(choices->havoc(type), type.width);
    return true;
  }
  case Do::Fence: memory->fence(m, t, end); return true;
  case Do::Assume:
    if (reg(t, i.a) == 0)
      m.stop(t, end, Ending::Infeasible, "an assumption does not hold");
    return !m.over_;
  case Do::Assert:
    if (reg(t, i.a) == 0) {
      const cfg::Assert *a = code.code.asserts[i.c];
      for (Observer *o : m.observers)
        o->on_failed({t, m.steps, code.code.sites[end], a});
      if (m.options.stop_at_assert)
        m.stop(t, end, Ending::Assertion,
               a->message.empty() ? "an assertion fails" : "an assertion fails: " + a->message);
    }
    return !m.over_;
  default: LOCKSTEP_UNREACHABLE("a segment that does not end so");
  }
}

void SimtMachine::Impl::access(const Unit &u, const Step &s, Mask by) {
  std::uint32_t end = 0;
  lanes_.clear();
  for (; by != 0; by &= by - 1) {
    lanes_.push_back(fixed[u.warp].first + static_cast<unsigned>(std::countr_zero(by)));
    if (!segment(s.body, lanes_.back(), end))
      return;
  }
  const AccessCode &a = code.code.accesses[code.code.instrs[end].c];
  const bool asks = any_order && a.kind != cfg::AccessKind::Read && lanes_.size() > 1;
  if (!requesters.empty() || asks) {
    touched_.clear();
    for (ThreadIndex t : lanes_)
      touched_.push_back({t, to_signed(value(t, end), a.offset_width)});
    if (!requesters.empty())
      tell_request(u, a, end);
    if (asks && conflict(touched_, a))
      for (std::size_t i = 0; i + 1 < lanes_.size(); ++i)
        std::swap(lanes_[i], lanes_[i + choices->among(lanes_.size() - i)]);
  }
  memory->access(m, lanes_, end);
}

// Do two lanes touch one granule?
bool SimtMachine::Impl::conflict(const std::vector<std::pair<ThreadIndex, std::int64_t>> &touched,
                                 const AccessCode &a) const {
  if (!a.shared)
    return false;
  std::vector<std::int64_t> at;
  for (const auto &[t, lo] : touched)
    at.push_back(lo);
  std::sort(at.begin(), at.end());
  for (std::size_t i = 1; i < at.size(); ++i)
    if (at[i] - at[i - 1] < static_cast<std::int64_t>(a.granules))
      return true;
  return false;
}

void SimtMachine::Impl::tell_request(const Unit &u, const AccessCode &a, std::uint32_t end) {
  if (!a.shared || a.quiet)
    return;
  std::vector<Request::Lane> lanes;
  for (const auto &[t, lo] : touched_)
    lanes.push_back({t - fixed[u.warp].first, lo});
  Request r{code.code.sites[end], a.kind, a.array, a.granules};
  r.lanes = lanes;
  r.warp_lanes = fixed[u.warp].threads;
  for (Observer *o : requesters)
    o->on_request(r);
}

void SimtMachine::Impl::vote(const Unit &u, const Vote &v, const Step &s, Mask by) {
  Mask yes = 0;
  std::uint32_t end = 0;
  for (Mask left = by; left != 0; left &= left - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(left));
    if (!segment(s.body, fixed[u.warp].first + l, end))
      return;
    yes |= value(fixed[u.warp].first + l, end) != 0 ? lane_bit(l) : 0;
  }
  const std::uint64_t result = v.op == VoteOp::All   ? yes == by
                               : v.op == VoteOp::Any ? yes != 0
                               : v.op == VoteOp::Uni ? yes == by || yes == 0
                                                     : yes;
  for (; by != 0; by &= by - 1)
    reg(fixed[u.warp].first + static_cast<unsigned>(std::countr_zero(by)), v.dest) =
        mask_to_width(result, code.program->kernel.vars[v.dest].type.width);
}

// The lanes by where they jump to, in ascending order.
bool SimtMachine::Impl::targets_of(const Unit &u, const Step &s, Mask by, Targets &out) {
  out.clear();
  if (!s.computed) {
    out.push_back({s.target, by});
    return true;
  }
  std::uint32_t end = 0;
  for (; by != 0; by &= by - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(by));
    const ThreadIndex t = fixed[u.warp].first + l;
    if (!segment(s.body, t, end))
      return false;
    const auto to = code.program->at(value(t, end));
    if (!to) {
      stuck(End::Stuck, u, fmt::format("lane {} jumps to {}, where there is no instruction", l, value(t, end)));
      return false;
    }
    auto at = std::lower_bound(out.begin(), out.end(), std::pair(*to, Mask(0)));
    if (at == out.end() || at->first != *to)
      at = out.insert(at, {*to, 0});
    at->second |= lane_bit(l);
  }
  return true;
}

} // namespace lockstep::semantics::simt
