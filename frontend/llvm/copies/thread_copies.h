// Which asynchronous copies of CUDA a thread may have under way where: an analysis of LLVM's code after the pipeline.
//
// A thread's copies (cp.async, pipelines, those of cooperative groups) end in the order of the groups that it has
// committed: a wait ends those of all groups but the last N. Copies of one call (a *site*) are told apart by age, as a
// loop may start the next one before it waits for the last.
#pragma once

#include "frontend/llvm/copies/copy_conditions.h"
#include "frontend/llvm/copies/copy_loops.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace lockstep::frontend {

enum class CopyCall : std::uint8_t { None, Start, Commit, Wait, WaitOldest, PhaseStart, Arrive, PhaseWait, Meet };
CopyCall copy_call(const llvm::Instruction &i);
// The barrier that a copy is waited for with, or that threads arrive at or wait for: a place in a global variable, if
// it is known.
using Phase = std::optional<std::pair<const llvm::Value *, std::int64_t>>;
Phase phase_of(const llvm::CallBase &call);

// A forward analysis. Ways to a point are told apart by which copies are under way, how many groups have been committed
// since, and which outcomes conditions have had that decide about copies, up to a number of ways. Sound because a join
// of ways keeps every copy of either, with the smaller number of groups behind it, and a wait ends only what so many
// groups are behind. A way on which a condition has two outcomes is none: both are asked for in the same round of all
// loops around them, of the same values.
class ThreadCopies {
public:
  static constexpr unsigned ages = 8; // the last one: and all that are older
  struct Held {
    unsigned behind = 0; // groups committed since its start; 0: it is not committed
    bool exactly = true; // so many, else at least
    unsigned rounds = 0; // heads of its innermost loop met since its start
    unsigned fewest = 0; // no fewer
    unsigned in = 0;     // a loop, by number, that it was not started in and whose head was met last; 0: none
    unsigned times = 0;  // heads of that one met since it was entered; `long_ago`: not known
    std::optional<int> gained =
        0; // groups committed since its start, less those that so many rounds of its loop commit
    auto operator<=>(const Held &) const = default;
  };
  static constexpr unsigned many = 12, lost = 13; // rounds: not known; likewise, and a loop around that one has gone on
  static constexpr unsigned long_ago = 6;
  using Key = std::pair<std::size_t, unsigned>; // site, age
  struct Way {
    std::optional<unsigned> ahead = 0;         // groups committed and not waited for; empty: not known, or nobody asks
    std::optional<unsigned> pending = 0;       // no more groups are committed and not ended; empty: not known
    PlacedInstruction arrival;                 // at a barrier of two halves, not waited for; or none
    std::map<PlacedInstruction, bool> decided; // conditions, in the round that is being gone through
    std::map<Key, Held> held;
    auto operator<=>(const Way &) const = default;
  };
  using State = std::set<Way>; // none: not reached

  explicit ThreadCopies(const llvm::Function &f);

  const std::vector<const llvm::CallBase *> &starts() const { return starts_; } // a site is an index into it
  bool any() const { return !at_entry_.empty(); }                               // copies, or barriers of two halves
  State before(const llvm::Instruction &at) const;
  State behind(const llvm::Instruction &at) const;
  State at_head_from_inside(const llvm::Loop &l) const; // what goes round
  const CopyLoops &loops() const { return loops_; }

private:
  State step(const llvm::Instruction &i, const State &s) const;
  bool on_edge(Way &way, const llvm::BasicBlock &from, const llvm::BasicBlock &to) const; // false: not taken
  bool decide(Way &way, const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
  std::size_t site_of(const llvm::Instruction &start) const;

  std::vector<const llvm::CallBase *> starts_;
  CopyLoops loops_;
  CopyConditions conditions_;
  std::map<const llvm::BasicBlock *, State> at_entry_;
};

} // namespace lockstep::frontend
