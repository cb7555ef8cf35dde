// The checker's way through a kernel, block by block (checker.h).
#pragma once

#include "cost/certificate/walk_claims.h"

#include <functional>

namespace lockstep::cost::certificate {

using Flow = std::map<cfg::BlockId, LaneMask>; // who comes to a block

class BlockWalk {
public:
  BlockWalk(const ClaimedKernel &k, LaneState &state, WalkClaims &claims) : about_(k), state_(state), claims_(claims) {}

  // The blocks list[from], ... of a loop (or of none, -1), for the lanes of `in`. `out`: who comes to the loop's head,
  // and to blocks outside.
  void blocks(int loop, const std::vector<cfg::BlockId> &list, std::size_t from, std::size_t to, Flow &in, Flow &out);
  void block(cfg::BlockId b, const LaneMask &m); // but for where it goes
  Flow ways(cfg::BlockId b, const LaneMask &m);
  // For the lanes of `m` a loop inside, and where they go from it.
  std::function<void(std::size_t loop, const LaneMask &m, Flow &out)> at_loop;

  struct Watched { // as long as it is there: do lanes of `entry` part at the loop's exits?
    Watched(BlockWalk &walk, const cfg::Loop &loop, const LaneMask &entry);
    ~Watched() { walk.watched_.pop_back(); }
    Watched(const Watched &) = delete;
    Watched &operator=(const Watched &) = delete;

    BlockWalk &walk;
    const LaneMask &entry;
    std::set<cfg::BlockId> exits;
    std::optional<cfg::BlockId> unsplit = {}; // a test whose splits are counted elsewhere
    bool split = false;
  };
  // Lanes go on from a block; `alike`: those of an entry all the same way?
  void watch(cfg::BlockId from, const std::function<bool(const LaneMask &entry)> &alike);

private:
  void issue(cfg::BlockId b, const LaneMask &m);
  void statement(cfg::BlockId b, std::size_t i, const LaneMask &m);
  bool access(cfg::BlockId b, std::size_t i, const LaneMask &m, cfg::ArrayId array, const cfg::Expr &offset,
              std::uint64_t granules, cfg::AtomCounts work, bool atomic = false);

  const ClaimedKernel &about_;
  LaneState &state_;
  WalkClaims &claims_;
  std::vector<Watched *> watched_; // loops around, outermost first
};

// The parts of the way along one claimed walk.
struct CheckedWalk {
  CheckedWalk(const ClaimedKernel &k, const CertifiedWalk &w, Totals &sums); // which must outlive it
  CheckedWalk(const CheckedWalk &) = delete;                                 // the parts know each other
  CheckedWalk &operator=(const CheckedWalk &) = delete;

  const ClaimedKernel &about;
  const CertifiedWalk &claim;
  Obligations obligations;
  LaneIds ids;
  LaneState state;
  WalkClaims claims;
  BlockWalk blocks;
};

} // namespace lockstep::cost::certificate
