// What the machine of warps asks of memory. The machine decides who accesses what, and when; behind this interface an
// access takes effect. IdealMemory: at once, lane after lane, for everybody (sequential consistency). Memory that takes
// its time: asynchronous.h.
#pragma once

#include "semantics/machines/interpreter.h"

#include <span>

namespace lockstep::semantics::simt {

class MemoryPort {
public:
  virtual ~MemoryPort() = default;
  // The lanes execute the access in this order. `m` holds registers and arrays, `pc` is the access in its code;
  // operands are in registers. What stops the machine (an access outside its array) is told to `m`.
  virtual void access(Interpreter &m, std::span<const ThreadIndex> lanes, std::uint32_t pc) = 0;
  virtual void fence(Interpreter &m, ThreadIndex lane, std::uint32_t pc) = 0;
};

class IdealMemory final : public MemoryPort {
public:
  void access(Interpreter &m, std::span<const ThreadIndex> lanes, std::uint32_t pc) override {
    for (ThreadIndex t : lanes) {
      m.access(t, pc);
      if (m.over_)
        return;
    }
  }
  void fence(Interpreter &m, ThreadIndex lane, std::uint32_t pc) override {
    for (Observer *o : m.observers)
      o->on_fence(lane, *m.code.fences[m.code.instrs[pc].c]);
  }
};

} // namespace lockstep::semantics::simt
