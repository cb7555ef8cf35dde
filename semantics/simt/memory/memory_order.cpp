// What exploration need not try of memory's moves: see memory_environment.h. Each case says why nothing is lost.
#include "semantics/simt/memory/memory_environment.h"

#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::semantics::simt {

namespace {
using enum Micro;

// What the operation may do up to where it yields or ends next.
template <typename F> void until_yield(MemoryProgram p, std::uint32_t at, F &&f) {
  for (; at < p.size() && p[at].what != Yield; ++at) {
    f(p[at].what);
    if (p[at].what == SkipIfInL1 || p[at].what == SkipIfInL2)
      until_yield(p, at + 1 + p[at].over, f);
  }
}

bool of_l1(Micro m) {
  switch (m) {
  case SkipIfInL1:
  case MICROS_L1: return true;
  case Yield:
  case Micro::Finish:
  case SkipIfInL2:
  case MICROS_L2:
  case MICROS_NO_CACHE: return false;
  }
  LOCKSTEP_UNREACHABLE("every step has its case");
}

bool looks_at_l1(const Operation &o) {
  bool out = false;
  until_yield(program_of(o.access), o.at, [&](Micro m) { out |= of_l1(m); });
  return out;
}

} // namespace

// Sound because such a step writes a register that its thread cannot touch before, or lets it go on: it commutes with
// every other.
std::optional<std::uint32_t> MemoryEnvironment::alone() const {
  for (std::uint32_t i = 0; i < s_.flying.size(); ++i) {
    const Micro next = program_of(s_.flying[i].access)[s_.flying[i].at].what;
    if (next == ToRegisters || next == Release || next == Micro::Finish ||
        (s_.flying[i].access == Access::Store && support::left_out("memory_order.alone")))
      return i;
  }
  return std::nullopt;
}

// Sound because a clean line of an L1 cache is looked at by nothing but the steps of its processor's operations on its
// cell: evicting it commutes with all others, and need be tried only where such a step is next. An eviction that no
// such step follows leads to what memory is without it. (Where lines are few, evicting one makes room for others; a
// policy may look at all of them.)
bool MemoryEnvironment::may_wait(const MemoryMove &m) const {
  if (m.kind != MemoryMove::Kind::EvictL1 || settings_.l1_lines != 0 || functions_.cache.may_evict)
    return false;
  return support::left_out("memory_order.looked_at") ||
         std::none_of(s_.flying.begin(), s_.flying.end(),
                      [&](const Operation &o) { return o.processor == m.which && o.cell == m.cell && looks_at_l1(o); });
}

// Sound because nobody else looks at the line, now or before the step: its processor runs no other thread, no other
// operation on the cell is in flight there, later ones of the thread wait for this one, nothing is flushed, and the
// line is not there to be evicted, or is pinned, or the step itself evicts it. The step cannot defer then, and commutes
// with every other.
std::optional<std::uint32_t>
MemoryEnvironment::first_in_l1(const std::function<bool(const Operation &)> &only_thread) const {
  if (settings_.l1_lines != 0 || settings_.flush || settings_.literal || functions_.cache.may_evict)
    return std::nullopt;
  for (std::uint32_t i = 0; i < s_.flying.size(); ++i) {
    const Operation &o = s_.flying[i];
    const MemoryProgram p = program_of(o.access);
    bool l1_only = true;
    until_yield(p, o.at, [&](Micro m) { l1_only &= of_l1(m); });
    if (!l1_only)
      continue;
    const Line *line = s_.l1[o.processor].find(o.cell);
    const Micro next = p[o.at].what;
    const bool surely = next == SkipIfInL1 || next == ReserveL1 ? !line
                        : next == UpdateL1 ? line && std::ranges::find(line->pins, o.id) != line->pins.end()
                        : next == EvictL1 || next == DiscardL1 ? !line || (line->pins.empty() && !line->dirty)
                                                               : false;
    if (support::unsound("memory_order.surely", !surely))
      continue;
    Operation later = o;
    later.id = ~std::uint32_t(0);
    bool undisturbed = functions_.waits_for(later, o);
    for (std::uint32_t n = 0; n < s_.flying.size(); ++n) {
      const Operation &other = s_.flying[n];
      undisturbed &=
          n == i || ((other.processor != o.processor || !(other.cell == o.cell)) && !functions_.waits_for(o, other));
    }
    if (undisturbed && support::sound("memory_order.only_thread", only_thread(o)))
      return i;
  }
  return std::nullopt;
}

} // namespace lockstep::semantics::simt
