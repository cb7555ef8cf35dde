// The interleaving machine, step by step: for interleaving.cpp and explore.cpp. Private to semantics/.
#pragma once

#include "semantics/machines/interleaving.h"

#include <functional>
#include <map>

namespace lockstep::semantics {

// The visible step that a thread takes next.
struct Pending {
  std::uint32_t store = 0; // array and copy, as one number
  std::int64_t lo = 0;
  std::uint32_t granules = 0;
  const AccessCode *access = nullptr;
  std::uint64_t value = 0; // of a plain write of one value
  bool writes = false;
};

struct Interleaving::Impl {
  enum class Status : std::uint8_t {
    Runs,
    AtAccess,
    AtBarrier,
    AtPoint,    // in lock step (lock_step.cpp)
    AtNumbered, // a barrier of some threads (named_barriers.cpp)
    Done,
    Stuck
  }; // Stuck: what ended it is recorded, others go on
  struct Thread {
    std::uint32_t pc = 0;
    Status status = Status::Runs;
    std::uint32_t group = 0; // position among the groups that run
    std::uint64_t loud = 0;  // for those who wait at which barriers it has not ended quietly: bits of Code::waits
  };
  struct Epochs { // of a group, a team, or all: barriers passed that fence
    std::uint32_t of_group_space = 0, of_global_space = 0;
  };
  struct Ways { // of a thread in lock step, since it came to branches whose ways have not joined yet, outermost first
    struct Way {
      cfg::BlockId join;   // where they join
      std::uint64_t taken; // a digest of the branches taken up to there
      friend bool operator==(const Way &, const Way &) = default;
    };
    std::vector<Way> open;
    cfg::BlockId block = cfg::no_node; // where it is
  };
  struct Coming { // to a barrier of some threads, since it was passed last
    unsigned threads = 0, come = 0;
    std::vector<ThreadIndex> wait;
  };
  struct Group {
    std::uint32_t resting = 0; // at a barrier, done or stuck
  };

  Impl(const Code &code, const Geometry &geometry, const Inputs &inputs, const RunOptions &options);

  // --- one execution: start, then step until nobody is ready
  void start(Choices &choices, bool go_on_after_stop);
  void advance(ThreadIndex t, bool through_accesses); // private steps, up to the next visible one
  void perform(ThreadIndex t);                        // the visible step that waits
  const std::vector<ThreadIndex> &ready() const { return ready_; }
  Pending pending(ThreadIndex t) const;
  std::size_t memory_stores() const { return stores; } // arrays, a copy each
  Execution finish();                                  // tells the observers

  template <bool Steps> std::uint32_t pure(std::uint32_t pc, std::uint64_t *r, ThreadIndex t);
  template <bool Steps> void advance_as(ThreadIndex t, bool through_accesses);
  void access(ThreadIndex t, std::uint32_t pc);
  void tell(ThreadIndex t, std::uint32_t pc, const AccessCode &a, std::int64_t lo, std::uint32_t copy,
            const std::uint64_t *values, bool outside, bool stores);
  Epoch epoch(ThreadIndex t, cfg::Space space) const;
  ThreadIndex first_of_team(ThreadIndex t, unsigned lanes) const;
  bool choose_target(ThreadIndex t, std::uint32_t pc, std::uint32_t &to);
  bool guard_holds(ThreadIndex t, std::uint32_t pc);
  bool undefined(ThreadIndex t, std::uint32_t pc, Undefined what); // false: the thread stops
  void stop(ThreadIndex t, std::uint32_t pc, Ending how, std::string why);

  // --- barriers (barriers.cpp, exchanges.cpp)
  void arrive(ThreadIndex t);
  void rest(ThreadIndex t); // one more of its group is at a barrier, done or stuck
  bool is_at_end(ThreadIndex t) const;
  bool has_ended(ThreadIndex u, ThreadIndex t) const;       // for t, which waits at a barrier of the warp
  const cfg::Barrier *warp_barrier_of(ThreadIndex t) const; // at which it waits; null: at none
  const cfg::Gather *gather_of(ThreadIndex t) const;        // likewise
  ThreadIndex block_of_64(ThreadIndex t) const;             // its first thread
  std::uint64_t names_of(ThreadIndex t) const;
  std::vector<ThreadIndex> named_by(ThreadIndex t) const;
  bool meet_alike(ThreadIndex t, ThreadIndex u) const;
  std::optional<ThreadIndex> missing(ThreadIndex t) const; // where t waits
  bool warp_meets(ThreadIndex t, std::uint32_t uncounted);
  void active_meet(ThreadIndex t);
  bool come_to(ThreadIndex t, const cfg::Numbered &n); // named_barriers.cpp: does the thread go on?
  void no_more_come(std::uint32_t g);                  // to those who wait there
  void enter_block(ThreadIndex t);                     // lock_step.cpp: which way the thread has taken
  bool is_ahead(ThreadIndex t, ThreadIndex u) const;   // t waits for u, which is not so far yet
  void step_together(ThreadIndex t);                   // lets the last of t's warp go on, once none of them moves
  void others_meet(ThreadIndex t);                     // those that t's end may let go on
  void exchange(const std::vector<ThreadIndex> &team, const std::function<unsigned(ThreadIndex)> &rank);
  Epochs &team_epochs(ThreadIndex t, unsigned lanes);
  void settle_group(std::uint32_t g);
  void settle_grid();
  bool same_barrier(ThreadIndex a, ThreadIndex b) const; // both wait, at one barrier, with equal loop counters
  void release(std::vector<ThreadIndex> threads);
  Divergence tell_divergence(ThreadIndex at, ThreadIndex other);
  void diverge(ThreadIndex at, ThreadIndex other);
  void drain(); // runs the threads that were released

  const Code &code;
  Geometry geometry;
  Inputs inputs;
  RunOptions options;
  Memory memory;
  std::vector<Observer *> observers, steppers;

  std::uint32_t stride, group_size;
  std::vector<std::uint64_t> fresh; // the register files at the start
  std::vector<std::uint64_t> regs;
  std::vector<std::uint32_t> counters; // loop counters, thread by thread
  std::vector<Thread> threads;
  std::vector<Ways> ways_;
  std::vector<Group> groups;
  std::vector<Epochs> group_epochs;
  std::vector<std::vector<Epochs>>
      team_epochs_; // by size (Code::teams), then of each thread's team, at its first thread
  Epochs grid_epochs;
  std::map<std::pair<std::uint32_t, unsigned>, Coming> numbered_; // by group and number
  std::vector<ThreadIndex> ready_, released_;
  std::vector<std::uint32_t> first_store; // of an array: the number of its first copy
  std::uint32_t stores = 0;
  Choices *choices = nullptr;
  bool go_on = false, over_ = false, through_ = false;
  bool looking_ahead = false,
       undefined_ahead = false; // evaluating what may not be reached: nothing undefined happens yet
  std::uint64_t steps = 0;
  std::optional<Execution> ending;
  struct Released { // threads that go on together, and whose steps they waited for besides their own
    std::vector<ThreadIndex> all, waited_for;
  };
  std::vector<Released> releases; // of the step taken last, for exploration
};

} // namespace lockstep::semantics
