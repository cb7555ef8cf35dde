// The machine of warps, step by step: for machine.cpp, barriers.cpp, independent.cpp and explore.cpp. Private to
// semantics/simt/.
#pragma once

#include "semantics/simt/machine.h"

#include <map>

namespace lockstep::semantics::simt {

struct LaneState { // independent scheduling
  Pc pc = 0;
  std::vector<std::pair<TokenKind, Pc>> stack; // break and call tokens
  std::uint64_t last = 0;                      // which of its warp's steps it took last
  bool operator==(const LaneState &o) const { return pc == o.pc && stack == o.stack; }
};

struct WarpState {
  BranchState branch; // independent: `disabled` by exit and `completed` only
  std::vector<LaneState> lanes;
  std::uint64_t issued = 0;                   // steps of this warp
  std::array<Mask, barrier_numbers> at_bar{}; // lanes that wait, by barrier
  Mask meeting = 0;                           // lanes that wait for their team, or for the grid
  Mask waiting() const {
    Mask m = meeting;
    for (Mask b : at_bar)
      m |= b;
    return m;
  }
};

struct Recorded { // what a lane brought to bar.red
  ThreadIndex thread = 0;
  bool holds = false;
  bool operator==(const Recorded &) const = default;
};
struct BarState {
  bool open = false;
  bool counted = false; // with a number of threads of its own
  std::uint64_t expected = 0, come = 0;
  std::optional<RedOp> op;
  cfg::VarId dest = 0;
  std::vector<Recorded> recorded;
  bool operator==(const BarState &) const = default;
};
struct BlockState {
  std::array<BarState, barrier_numbers> bars;
};

struct Unit { // what can be scheduled: a warp, or a group of its lanes
  std::uint32_t warp = 0;
  Mask lanes = 0;
  Pc pc = 0;
};

struct SimtMachine::Impl {
  Impl(const SimtCode &code, const Geometry &geometry, const Inputs &inputs, const SimtOptions &options);

  struct Warp { // what does not change
    std::uint32_t block = 0;
    ThreadIndex first = 0;
    unsigned threads = 0;
  };
  struct State { // all that a step can change
    std::vector<WarpState> warps;
    std::vector<BlockState> blocks;
    std::vector<Monitors> monitors;
    std::vector<std::uint64_t> regs;
    std::vector<std::uint32_t> met; // by thread: where it waits for its team (code), or no_guard
    Memory::Saved memory;
    std::optional<AsynchronousMemory::State> flying;
    std::vector<std::uint32_t> on;
  };

  void start(Choices &choices);
  Outcome run(Pick pick);
  std::vector<Unit> units() const; // that can go on, in order
  void step(const Unit &u);
  bool over() const { return outcome.has_value() || m.over_; }
  bool completed() const;
  Outcome finish();
  State save() const;
  void restore(const State &s);
  std::string key() const; // of the state: equal keys, equal futures
  bool same(const State &s) const;
  std::string waiting_text() const;

  // --- one instruction (machine.cpp)
  void units_of_warp(std::uint32_t w, std::vector<Unit> &out) const;
  std::optional<Unit> next_in_order();
  bool may_go(const Unit &u) const; // its block is resident, its registers are there
  // --- blocks and processors (blocks.cpp)
  bool resident(std::uint32_t block) const { return on[block] != not_issued; }
  bool block_completed(std::uint32_t block) const;
  void add_load(std::vector<Load> &to) const; // of the blocks that are there, by processor
  void issue_blocks();                        // as many as find room
  bool only_for_itself(const Unit &u) const;  // its step changes what no other can tell, and leads on
  // --- memory that works by itself (memory_moves.cpp)
  bool memory_turn(); // in order: one operation goes on, or something is written back; false: none
  void move_memory(const MemoryMove &move, bool *moved = nullptr);
  bool only_thread_of_processor(const Operation &o) const; // that runs there, or ever will
  bool drained() const { return !async || async->environment().idle(); }
  Mask lanes_that_execute(const Unit &u, const Step &s);
  bool segment(std::uint32_t at, ThreadIndex t, std::uint32_t &end); // false: the machine stopped
  void compute(const Unit &u, const Step &s, Mask by);
  bool end_of_segment(ThreadIndex t, std::uint32_t end);
  void access(const Unit &u, const Step &s, Mask by);
  bool conflict(const std::vector<std::pair<ThreadIndex, std::int64_t>> &touched, const AccessCode &a) const;
  void tell_request(const Unit &u, const AccessCode &a, std::uint32_t end);
  void vote(const Unit &u, const Vote &v, const Step &s, Mask by);
  bool targets_of(const Unit &u, const Step &s, Mask by, Targets &out);
  void act_on_stack(const Unit &u, const Step &s, Mask by);
  void act_alone(const Unit &u, const Step &s, Mask by); // independent.cpp
  void groups_of_warp(std::uint32_t w, std::vector<Unit> &out) const;
  void lanes_ended(std::uint32_t w);
  void stuck(End end, const Unit &u, std::string why);
  std::uint64_t value(ThreadIndex t, std::uint32_t end) const {
    return m.regs[std::size_t(t) * m.stride + code.code.instrs[end].a];
  }
  std::uint64_t &reg(ThreadIndex t, Reg r) { return m.regs[std::size_t(t) * m.stride + r]; }

  // --- barriers (barriers.cpp)
  void come_to(const Unit &u, const Bar &b, const Step &s, Mask by);
  void close_if_full(std::uint32_t block, unsigned number);
  void ended_at_barriers(std::uint32_t w);
  std::uint64_t default_count(std::uint32_t block) const;
  void meet(const Unit &u, const Step &s, Mask by);
  bool team_meets(ThreadIndex t, const cfg::Barrier &bar, const cfg::Gather *g);
  bool grid_meets(const cfg::Barrier &bar);
  void others_meet();
  bool exited(ThreadIndex t) const;
  std::pair<std::uint32_t, unsigned> place(ThreadIndex t) const; // warp, lane

  const SimtCode &code;
  SimtOptions options;
  Geometry geometry;
  Interpreter m; // registers, arrays, observers
  IdealMemory ideal;
  MemoryPort *memory = &ideal;
  AsynchronousMemory *async = nullptr; // where it is the memory
  std::vector<IssueObserver *> issues;
  std::vector<Observer *> requesters;

  std::vector<Warp> fixed;
  std::vector<WarpState> warps;
  std::vector<BlockState> blocks;
  std::vector<Monitors> monitors;
  std::vector<std::uint32_t> on;                       // by block: its processor, also when it has completed
  std::function<void(std::vector<Load> &)> add_others; // loads of other grids (device.h), if there are
  std::vector<std::uint32_t> met;
  std::uint32_t cursor = 0; // the warp that stepped last
  std::uint64_t memory_moves = 0;
  std::uint64_t steps = 0, lane_steps = 0, useful = 0, divergent = 0;
  std::optional<Outcome> outcome;
  Choices *choices = nullptr;
  bool any_order = false;          // of lanes that touch the same cells: choices decide
  std::vector<ThreadIndex> lanes_; // of the step that runs
  std::vector<std::pair<ThreadIndex, std::int64_t>> touched_;
  Targets targets_;
};

template <typename F> void each_lane(Mask mask, F &&f) {
  for (; mask != 0; mask &= mask - 1)
    f(static_cast<unsigned>(__builtin_ctzll(mask)));
}

} // namespace lockstep::semantics::simt
