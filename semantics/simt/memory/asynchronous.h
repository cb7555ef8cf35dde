// Asynchronous memory of the machine of warps ([Hab11] 2.11, memOp and updMemBar): accesses to global memory and to
// memory of the group become operations in flight (memory_environment.h). A lane goes on until it touches a register
// that an operation is in flight to, or passes a fence, which waits until the lane's own operations have ended, or
// comes to a barrier, which waits likewise.
//
// A thread's own memory, and registers that are computed, take effect at once. Sound because nobody but the thread can
// tell when that happens, and the thread waits for registers that are in flight.
#pragma once

#include "semantics/simt/memory/memory_environment.h"
#include "semantics/simt/memory/memory_port.h"
#include "semantics/simt/program/code.h"

namespace lockstep::semantics::simt {

struct AsynchronousOptions {
  MemorySettings memory;          // its processors: 0, one for each block
  bool same_address_order = true; // one thread's operations on one cell, in order (the text: in any)
  bool volatile_order = true;     // one thread's fresh accesses, to whatever cells, in order (O11 of H)
  // What is stored to arrays that nobody reads is there at once. Right where no cell of them is stored to twice, which
  // stored_twice() says.
  bool results_at_once = false;
  CachePolicy cache;
  AsynchronousOptions() { memory.processors = 0; }
};

class AsynchronousMemory final : public MemoryPort {
public:
  AsynchronousMemory(const SimtCode &code, std::uint32_t blocks, const AsynchronousOptions &options);

  // Why the program cannot run on it; empty: it can.
  static std::optional<std::string> refuses(const SimtCode &code);

  void places(const std::vector<std::uint32_t> &by_block) { places_ = &by_block; } // processors, kept by reference
  void start(Interpreter &m);
  bool ready(ThreadIndex t, Pc pc) const;
  void access(Interpreter &m, std::span<const ThreadIndex> lanes, std::uint32_t pc) override;
  void fence(Interpreter &m, ThreadIndex lane, std::uint32_t pc) override;
  void grid_barrier() { environment_.flush_clean(); }

  struct State {
    MemoryEnvironment::State environment;
    std::vector<bool> fenced; // by thread: has passed a fence since its operations ended last
    std::set<Cell> stored;    // results
  };
  State save() const { return {environment_.state(), fenced_, stored_}; }
  void restore(const State &s);
  void append_key(std::string &out) const;

  MemoryEnvironment &environment() { return environment_; }
  const MemoryEnvironment &environment() const { return environment_; }
  bool stored_twice() const { return stored_twice_; }

private:
  struct Touches {
    std::vector<Reg> regs;
    bool all = false; // waits for all of its thread's operations
  };
  void issue(Interpreter &m, ThreadIndex t, std::uint32_t pc);

  const SimtCode &code_;
  AsynchronousOptions options_;
  std::vector<Touches> touches_;  // by Pc
  std::vector<bool> only_stored_; // by array
  Interpreter *m_ = nullptr;
  const std::vector<std::uint32_t> *places_ = nullptr;
  MemoryEnvironment environment_;
  std::vector<bool> fenced_;
  std::set<Cell> stored_, cells_;
  bool stored_twice_ = false;
};

} // namespace lockstep::semantics::simt
