// What all parts of the machine of warps work on: the program, the registers and program counters of its lanes, how far
// the execution has come, and how it has ended. Private to semantics/simt/.
//
// The first reason stands: what ends an execution twice is told once.
#pragma once

#include "semantics/machines/interpreter.h"
#include "semantics/simt/machine.h"
#include "semantics/simt/warps/warps.h"

namespace lockstep::semantics::simt {

struct Core {
  Core(const SimtCode &code, const Geometry &geometry, const Inputs &inputs, const SimtOptions &options);
  void start();

  void stop(End end, const Unit &at, std::string why);
  bool over() const { return ended || m.over_; }
  Outcome finish(); // tells the observers

  // Executes the segment (code.h), by one thread. The instruction that it ends in; empty: the machine has stopped.
  std::optional<std::uint32_t> run(std::uint32_t segment, ThreadIndex t) {
    const std::uint32_t end = m.pure<false>(segment, &m.regs[std::size_t(t) * m.stride], t);
    return m.over_ ? std::nullopt : std::optional(end);
  }
  // Of one that ends in a value, that value.
  std::optional<std::uint64_t> value(std::uint32_t segment, ThreadIndex t) {
    const auto end = run(segment, t);
    return end ? std::optional(operand(t, *end)) : std::nullopt;
  }
  // What the thread has given the instruction: a value, or an access's offset.
  std::uint64_t operand(ThreadIndex t, std::uint32_t end) { return reg(t, code.code.instrs[end].a); }
  std::uint64_t &reg(ThreadIndex t, Reg r) { return m.regs[std::size_t(t) * m.stride + r]; }

  const SimtCode &code;
  const SimtOptions options;
  Interpreter m; // registers, arrays, observers
  Warps warps;
  Outcome counts;     // so far
  bool ended = false; // of the machine of warps; else the interpreter may have stopped
};

} // namespace lockstep::semantics::simt
