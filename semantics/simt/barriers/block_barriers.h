// The numbered barriers of blocks: bar.sync, bar.red, bar.arrive ([Hab11] 2.8 and 2.10). Private to semantics/simt/.
//
// Each barrier of a block counts the lanes that have come; who waits goes on as soon as as many have come as it is for.
// A barrier is open from its first lane on until then: while it is open, all who come agree on what it is for, and who
// waits there waits at a barrier that is open.
#pragma once

#include "semantics/simt/core.h"

namespace lockstep::semantics::simt {

class BlockBarriers {
public:
  explicit BlockBarriers(Core &core) : core_(core) {}

  void start();
  void come(const Unit &u, const Bar &b, const Step &s, Mask by);
  void warp_ended(std::uint32_t w);
  Mask waiting(std::uint32_t w) const { // lanes of the warp, at whichever barrier
    Mask m = 0;
    for (Mask lanes : s_.waiting[w])
      m |= lanes;
    return m;
  }
  void describe_waiting(std::uint32_t w, std::vector<std::string> &out) const;

  struct Recorded { // what a lane brought to bar.red
    ThreadIndex thread = 0;
    bool holds = false;
    bool operator==(const Recorded &) const = default;
  };
  struct Barrier {
    bool open = false;
    bool counted = false; // with a number of threads of its own
    std::uint64_t expected = 0, come = 0;
    std::optional<RedOp> op;
    cfg::VarId dest = 0;
    std::vector<Recorded> recorded;
    bool operator==(const Barrier &) const = default;
  };
  struct State {
    std::vector<std::array<Barrier, barrier_numbers>> barriers; // by block
    std::vector<std::array<Mask, barrier_numbers>> waiting;     // by warp
    bool operator==(const State &) const = default;
  };
  const State &state() const { return s_; }
  void restore(const State &s) { s_ = s; }
  void append_key(std::string &out) const;

private:
  struct Coming { // lanes of one warp, to one barrier
    Mask lanes = 0;
    std::optional<std::uint64_t> count;
    std::vector<Recorded> recorded;
  };
  std::uint64_t lanes_to_come(std::uint32_t block) const; // to a barrier without a number of threads
  std::uint64_t weight(Mask lanes) const;                 // as how many lanes of a warp they count
  bool join(const Unit &u, const Bar &b, unsigned number, const Coming &coming);
  void close_if_full(std::uint32_t block, unsigned number);

  Core &core_;
  State s_;
};

} // namespace lockstep::semantics::simt
