// Barriers of teams (warps of the kernel IR), and of the grid: threads wait until all of the team, or of the grid, that
// have not ended wait at the same one. Private to semantics/simt/.
//
// A lane is waiting if and only if its thread has met: both change together.
#pragma once

#include "semantics/simt/memory/grid_memory.h"

namespace lockstep::semantics::simt {

class TeamBarriers {
public:
  // The grid's barrier flushes the memory's caches.
  TeamBarriers(Core &core, GridMemory &memory) : core_(core), memory_(memory) {}

  void start();
  void meet(const Unit &u, const Step &s, Mask by);
  void threads_ended(); // others may have waited for them
  Mask waiting(std::uint32_t w) const { return s_.waiting[w]; }

  struct State {
    std::vector<std::uint32_t> met; // by thread: where it waits (code), or no_guard
    std::vector<Mask> waiting;      // by warp: lanes
    bool operator==(const State &) const = default;
  };
  const State &state() const { return s_; }
  void restore(const State &s) { s_ = s; }
  void append_key(std::string &out) const;

private:
  const cfg::Barrier &barrier(std::uint32_t at) const {
    return *core_.code.code.barriers[core_.code.code.instrs[at].c];
  }
  const GatherCode &gather(std::uint32_t at) const { return core_.code.code.gathers[core_.code.code.instrs[at].c]; }
  std::uint64_t mask_of(ThreadIndex t) { return core_.reg(t, gather(s_.met[t]).mask); }
  bool meet_alike(ThreadIndex t, ThreadIndex u); // wherever they stand
  void team_meets(ThreadIndex t);
  void grid_meets();

  Core &core_;
  GridMemory &memory_;
  State s_;
};

} // namespace lockstep::semantics::simt
