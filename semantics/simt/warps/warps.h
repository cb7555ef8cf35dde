// The warps of a launch: which threads their lanes are, where each of them is, who has ended.
//
// Warps are numbered block after block. A block's last warp may have more lanes than threads are left; these lanes have
// exited from the start (fresh_warp). Control flow changes `states` (control_flow.h), all others look at them.
#pragma once

#include "semantics/semantics.h"
#include "semantics/simt/warps/branch.h"

namespace lockstep::semantics::simt {

struct LaneState { // independent scheduling
  Pc pc = 0;
  std::vector<std::pair<TokenKind, Pc>> stack; // break and call tokens
  bool operator==(const LaneState &) const = default;
};

struct WarpState {
  BranchState branch; // independent: `disabled` by exit and `completed` only
  std::vector<LaneState> lanes;
  bool operator==(const WarpState &) const = default;
};

struct Unit { // what can be scheduled: a warp, or a group of its lanes
  std::uint32_t warp = 0;
  Mask lanes = 0;
  Pc pc = 0;
};

struct Warps {
  struct Threads { // what does not change
    std::uint32_t block = 0;
    ThreadIndex first = 0;
    unsigned threads = 0;
  };

  Warps(const Geometry &geometry, unsigned warp_size);
  void start(Pc entry, bool independent); // all before their first step

  ThreadIndex thread(std::uint32_t warp, unsigned lane) const { return fixed[warp].first + lane; }
  std::pair<std::uint32_t, unsigned> place(ThreadIndex t) const; // warp, lane
  bool exited(ThreadIndex t) const;
  bool completed() const;
  bool completed(std::uint32_t block) const;
  void append_key(std::string &out) const;

  const unsigned warp_size;
  const std::uint32_t block_size;
  std::vector<Threads> fixed;
  std::vector<WarpState> states;
};

// Keys of states (SimtMachine::Impl::key) consist of numbers.
inline void append_number(std::string &out, std::uint64_t v) {
  out.append(reinterpret_cast<const char *>(&v), sizeof v);
}

} // namespace lockstep::semantics::simt
