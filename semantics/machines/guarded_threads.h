// The threads of a lock-step program: for whom a guard holds, and what an expression's segment gives to each. Private
// to semantics/.
#pragma once

#include "predication/lockstep.h"
#include "semantics/machines/interpreter.h"

namespace lockstep::semantics {

class GuardedThreads {
public:
  explicit GuardedThreads(Interpreter &m) : m_(m) {}

  std::size_t size() const { return m_.threads.size(); }
  std::uint64_t *regs(ThreadIndex t) const { return &m_.regs[std::size_t(t) * m_.stride]; }

  bool enabled(const predication::Guard &g, ThreadIndex t) const {
    switch (g.kind) {
    case predication::Guard::Kind::Always: return true;
    case predication::Guard::Kind::AtBlock: return regs(t)[g.var] == g.block;
    case predication::Guard::Kind::Flag: return regs(t)[g.var] != 0;
    }
    return false;
  }
  bool any_enabled(const predication::Guard &g) const {
    for (ThreadIndex t = 0; t < size(); ++t)
      if (enabled(g, t))
        return true;
    return false;
  }

  // Runs the segment for one thread; the instruction that ends it, at `end`. Null: the thread was stopped.
  const Instr *run_segment(std::uint32_t pc, ThreadIndex t, std::uint32_t &end) const {
    end = m_.pure<false>(pc, regs(t), t);
    return m_.over_ ? nullptr : &m_.code.instrs[end];
  }

private:
  Interpreter &m_;
};

} // namespace lockstep::semantics
