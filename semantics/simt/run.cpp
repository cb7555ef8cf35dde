// Executions of the machine of warps: from the first step to the end, and states that return. A part of machine_impl.h.
#include "semantics/simt/machine_impl.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {

// Brent's search for a state that returns: it is held against one that was saved when the steps were a power of two.
// What is cheap to compare comes first.
class Returning {
public:
  // The step from which the state is the same as now.
  std::optional<std::uint64_t> see(const SimtMachine::Impl &m) {
    if (saved_ && m.cursor == cursor_ && m.warps[m.cursor].branch == saved_->warps[m.cursor].branch && m.same(*saved_))
      return at_;
    if (m.steps >= next_) {
      saved_ = m.save();
      at_ = m.steps;
      cursor_ = m.cursor;
      next_ = 2 * m.steps;
    }
    return std::nullopt;
  }

private:
  std::optional<SimtMachine::Impl::State> saved_;
  std::uint64_t at_ = 0, next_ = 8;
  std::uint32_t cursor_ = 0;
};

} // namespace

Outcome SimtMachine::Impl::run(Pick pick) {
  const bool looks =
      options.detect_cycles && pick == Pick::InOrder && options.scheduling == Scheduling::Stack && !async;
  any_order = pick == Pick::Random;
  Returning returning;
  while (!over()) {
    std::optional<Unit> u;
    if (pick == Pick::InOrder) {
      u = next_in_order();
      const bool moved = async && memory_turn();
      if (!u && moved)
        continue;
    } else {
      const std::vector<Unit> all = units();
      const auto moves =
          async && (!all.empty() || !drained()) ? async->environment().moves() : std::vector<MemoryMove>();
      const std::size_t ways = all.size() + moves.size();
      const std::size_t way = ways < 2 ? 0 : choices->among(ways);
      if (way < all.size()) {
        u = all[way];
        cursor = u->warp;
      } else if (way < ways) {
        move_memory(moves[way - all.size()]);
        continue;
      }
    }
    if (!u) {
      if (!completed())
        stuck(End::Deadlock, {0, 0, 0}, waiting_text());
      break;
    }
    step(*u);
    if (looks && !over())
      if (const auto from = returning.see(*this)) {
        stuck(
            End::Cycle, *u,
            fmt::format("the state after step {} is that after step {}: it goes on like this for ever", steps, *from));
        outcome->cycle_from = *from;
        outcome->cycle_to = steps;
      }
  }
  if (async && !over())
    async->environment().write_all_back();
  return finish();
}

Outcome SimtMachine::Impl::finish() {
  Outcome out = outcome.value_or(Outcome{});
  if (!outcome && m.over_ && m.ending) {
    out.end = End::Stopped;
    out.reason = m.ending->reason;
  } else if (outcome) {
    const Ending told = out.end == End::StepLimit || out.end == End::Cycle ? Ending::StepLimit : Ending::Divergence;
    m.ending = Execution{told, 0, out.reason, 0, {}, {}};
    if (out.pc && *out.pc < code.steps.size())
      m.ending->site = code.program->code[*out.pc].site;
  }
  out.steps = steps;
  out.lane_steps = lane_steps;
  out.useful = useful;
  out.divergent = divergent;
  out.execution = m.finish();
  return out;
}

// --- states -----------------------------------------------------------------------------------------------------
SimtMachine::Impl::State SimtMachine::Impl::save() const {
  return {warps, blocks, monitors, m.regs, met, m.memory.save(), async ? std::optional(async->save()) : std::nullopt,
          on};
}

void SimtMachine::Impl::restore(const State &s) {
  warps = s.warps;
  blocks = s.blocks;
  monitors = s.monitors;
  m.regs = s.regs;
  met = s.met;
  on = s.on;
  m.memory.restore(s.memory);
  if (async)
    async->restore(*s.flying);
  outcome.reset();
  m.over_ = false;
  m.ending.reset();
  for (auto &t : m.threads)
    t.status = Interpreter::Status::Runs;
}

// Of registers, the kernel's variables: temporaries live for one instruction.
bool SimtMachine::Impl::same(const State &s) const {
  for (std::size_t w = 0; w < warps.size(); ++w) {
    const WarpState &a = warps[w], &b = s.warps[w];
    if (!(a.branch == b.branch) || a.lanes != b.lanes || a.at_bar != b.at_bar || a.meeting != b.meeting)
      return false;
  }
  const std::size_t vars = code.program->kernel.vars.size();
  for (std::size_t t = 0; t < m.threads.size(); ++t) {
    const auto at = static_cast<std::ptrdiff_t>(t * m.stride);
    if (!std::equal(m.regs.begin() + at, m.regs.begin() + at + static_cast<std::ptrdiff_t>(vars), s.regs.begin() + at))
      return false;
  }
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (unsigned n = 0; n < barrier_numbers; ++n) {
      const BarState &x = blocks[b].bars[n], &y = s.blocks[b].bars[n];
      if (!(x == y))
        return false;
    }
  return met == s.met && on == s.on && m.memory.same(s.memory);
}

std::string SimtMachine::Impl::key() const {
  std::string out;
  auto number = [&](std::uint64_t v) { out.append(reinterpret_cast<const char *>(&v), sizeof v); };
  for (const WarpState &w : warps) {
    number(w.branch.completed);
    number(w.branch.pc);
    number(w.branch.active);
    for (Mask d : w.branch.disabled)
      number(d);
    number(w.branch.stack.size());
    for (const Token &t : w.branch.stack) {
      number(static_cast<std::uint64_t>(t.kind));
      number(t.mask);
      number(t.pc);
    }
    for (const LaneState &l : w.lanes) {
      number(l.pc);
      number(l.stack.size());
      for (const auto &[kind, pc] : l.stack) {
        number(static_cast<std::uint64_t>(kind));
        number(pc);
      }
    }
    for (Mask b : w.at_bar)
      number(b);
    number(w.meeting);
  }
  for (const BlockState &b : blocks)
    for (const BarState &bar : b.bars) {
      number(bar.open);
      if (!bar.open)
        continue;
      number(bar.counted);
      number(bar.expected);
      number(bar.come);
      number(bar.op ? 1 + static_cast<std::uint64_t>(*bar.op) : 0);
      number(bar.recorded.size());
      for (const Recorded &r : bar.recorded)
        number(2 * std::uint64_t(r.thread) + r.holds);
    }
  const std::size_t vars = code.program->kernel.vars.size();
  for (std::size_t t = 0; t < m.threads.size(); ++t)
    out.append(reinterpret_cast<const char *>(&m.regs[t * m.stride]), vars * sizeof(std::uint64_t));
  for (std::uint32_t at : met)
    number(at);
  if (options.limits.limited())
    for (std::uint32_t p : on)
      number(p);
  if (!support::left_out("simt.key"))
    m.memory.append_key(out);
  if (async)
    async->append_key(out);
  return out;
}

// --- the public face --------------------------------------------------------------------------------------------
SimtMachine::SimtMachine(const SimtCode &code, const Geometry &geometry, const Inputs &inputs,
                         const SimtOptions &options)
    : impl_(std::make_unique<Impl>(code, geometry, inputs, options)) {}
SimtMachine::~SimtMachine() = default;

void SimtMachine::attach(Observer &o) {
  impl_->m.observers.push_back(&o);
  if (o.wants_requests())
    impl_->requesters.push_back(&o);
}
void SimtMachine::attach(IssueObserver &o) { impl_->issues.push_back(&o); }
void SimtMachine::use(AsynchronousMemory &memory) {
  impl_->memory = impl_->async = &memory;
  memory.places(impl_->on);
}

Outcome SimtMachine::run(Pick pick, Choices &choices) {
  impl_->start(choices);
  return impl_->run(pick);
}
const Memory &SimtMachine::memory() const { return impl_->m.memory; }
std::uint64_t SimtMachine::variable(ThreadIndex t, cfg::VarId v) const {
  return impl_->m.regs[std::size_t(t) * impl_->m.stride + v];
}
const BranchState &SimtMachine::state(std::uint32_t warp) const { return impl_->warps[warp].branch; }
const Monitors &SimtMachine::monitors(std::uint32_t warp) const { return impl_->monitors[warp]; }
std::uint32_t SimtMachine::warps() const { return static_cast<std::uint32_t>(impl_->fixed.size()); }

} // namespace lockstep::semantics::simt
