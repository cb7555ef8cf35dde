// Executions of the machine of warps: from the first step to the end, and states that return. A part of machine_impl.h.
#include "semantics/simt/machine_impl.h"

#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {

// Brent's search for a state that returns: it is held against one that was saved when the steps were a power of two.
// What is cheap to compare comes first.
class Returning {
public:
  // The step from which the state is the same as now. `w`: the warp that has stepped.
  std::optional<std::uint64_t> see(const SimtMachine::Impl &m, std::uint32_t w) {
    if (saved_ && w == stepped_ && m.core.warps.states[w] == saved_->warps[w] && m.same(*saved_))
      return at_;
    if (m.core.counts.steps >= next_) {
      saved_ = m.save();
      at_ = m.core.counts.steps;
      stepped_ = w;
      next_ = 2 * at_;
    }
    return std::nullopt;
  }

private:
  std::optional<SimtMachine::Impl::State> saved_;
  std::uint64_t at_ = 0, next_ = 8;
  std::uint32_t stepped_ = 0;
};

struct Way { // what happens next; neither: nothing can
  std::optional<Unit> unit;
  bool memory_moved = false;
};

Way in_order(SimtMachine::Impl &m, Choices &choices) {
  const auto unit = m.scheduler.next_in_order();
  const bool moved = m.memory.turn(choices);
  return {unit, moved};
}

Way any(SimtMachine::Impl &m, Choices &choices) {
  const std::vector<Unit> units = m.scheduler.units();
  const std::vector<MemoryMove> moves =
      m.memory.drained() && units.empty() ? std::vector<MemoryMove>() : m.memory.moves();
  const std::size_t ways = units.size() + moves.size();
  const std::size_t way = ways < 2 ? 0 : choices.among(ways);
  if (way < units.size())
    return {units[way], false};
  if (way >= ways)
    return {};
  m.memory.move(moves[way - units.size()], choices);
  return {std::nullopt, true};
}

} // namespace

Outcome run(SimtMachine::Impl &m, Pick pick, Choices &choices) {
  const bool looks = m.core.options.detect_cycles && pick == Pick::InOrder &&
                     m.core.options.scheduling == Scheduling::Stack && !m.memory.asynchronous();
  m.accesses.in_any_order(pick == Pick::Random);
  Returning returning;
  while (!m.core.over()) {
    const Way way = pick == Pick::InOrder ? in_order(m, choices) : any(m, choices);
    if (!way.unit && way.memory_moved)
      continue;
    if (!way.unit) {
      if (!m.core.warps.completed())
        m.core.stop(End::Deadlock, {0, 0, 0}, m.scheduler.waiting_text());
      break;
    }
    m.step(*way.unit, choices);
    if (!looks || m.core.over())
      continue;
    if (const auto from = returning.see(m, way.unit->warp)) {
      const std::uint64_t to = m.core.counts.steps;
      m.core.stop(
          End::Cycle, *way.unit,
          fmt::format("the state after step {} is that after step {}: it goes on like this for ever", to, *from));
      m.core.counts.cycle_from = *from;
      m.core.counts.cycle_to = to;
    }
  }
  if (!m.core.over())
    m.memory.write_all_back();
  return m.core.finish();
}

} // namespace lockstep::semantics::simt
