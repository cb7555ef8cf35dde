// The memory of a grid, as its warps use it: ideal memory, or asynchronous memory that goes on beside them. Private to
// semantics/simt/.
//
// Ideal memory has nothing in flight, so it is always drained, and every lane is ready.
#pragma once

#include "semantics/simt/core.h"
#include "semantics/simt/memory/asynchronous.h"

namespace lockstep::semantics::simt {

class GridMemory {
public:
  explicit GridMemory(Core &core) : core_(core) {}

  void use(AsynchronousMemory &memory) { port_ = asynchronous_ = &memory; }
  AsynchronousMemory *asynchronous() const { return asynchronous_; } // null: memory is ideal
  void start();

  void access(std::span<const ThreadIndex> lanes, std::uint32_t pc) { port_->access(core_.m, lanes, pc); }
  void fence(ThreadIndex t, std::uint32_t pc) { port_->fence(core_.m, t, pc); }
  bool ready(const Unit &u) const { return !asynchronous_ || filled(u); } // its lanes' registers
  void grid_barrier();

  std::vector<MemoryMove> moves() const;
  void move(const MemoryMove &move, Choices &choices, bool *moved = nullptr);
  bool turn(Choices &choices); // in order: one operation goes on, or something is written back; false: none
  bool drained() const { return !asynchronous_ || asynchronous_->environment().idle(); }
  void write_all_back();

  struct State {
    Memory::Saved cells;
    std::optional<AsynchronousMemory::State> flying;
  };
  State save() const;
  void restore(const State &s);
  bool same_cells(const State &s) const { return core_.m.memory.same(s.cells); }
  void append_key(std::string &out) const;

private:
  bool filled(const Unit &u) const;

  Core &core_;
  std::uint64_t moves_ = 0;
  IdealMemory ideal_;
  MemoryPort *port_ = &ideal_;
  AsynchronousMemory *asynchronous_ = nullptr;
};

} // namespace lockstep::semantics::simt
