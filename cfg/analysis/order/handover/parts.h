// The parts of the analysis of handovers: see order/handover.h. Private to this folder.
#pragma once

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/order/handover.h"
#include "cfg/analysis/sharing/exists.h"
#include "cfg/analysis/values/ranges/ranges.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>

namespace lockstep::cfg {

std::vector<SharedAccess> accesses_to_order(const Kernel &k);
bool fences(const Fence &f, Space space);
inline std::size_t index_of(Space space) { return space == Space::Group ? 0 : 1; } // of the two that threads share
// Can a thread come from behind `from` to `to` (nothing: from the entry) without a statement for which `stop` holds?
bool reaches(const Kernel &k, std::optional<Point> from, Point to, const std::function<bool(const Stmt &)> &stop);

// Can a thread of a group come to one point, and one to the other, between the same two of these barriers?
bool in_one_interval(const Kernel &k, Point p, Point q, const std::function<bool(const Stmt &)> &barrier);

// The local ids of the only thread of its group that can come to a point where this is known. Whether a group has such
// a thread is another question (exists.h).
std::optional<LocalIds> only_thread(const std::vector<Fact> &known, const Launch &launch);
bool group_barrier(const Stmt &s);                   // that orders global memory
bool looks(const Atomic &a);                         // does it leave the cell as it is?
std::string name_of(const Kernel &k, ArrayId array); // the user's
bool of_group(const Kernel &k, const Expr &e);       // the same for all threads of a group, at any time

// What is known on the edges, and which of them are open to one thread of the group (edges.cpp).
class Edges {
public:
  Edges(const Kernel &k, FactReader &facts);
  const std::vector<Fact> &known(BlockId from, BlockId to) const { return known_.at({from, to}); }
  bool open_to(const LocalIds &ids, BlockId from, BlockId to) const;

private:
  std::map<std::pair<BlockId, BlockId>, std::vector<Fact>> known_;
};

// Who is named by a number that he has (names.cpp): does another value of it mean another group, or thread?
enum class Names : std::uint8_t { Nobody, Group, Thread };
class Namer {
public:
  Namer(const Kernel &k, const Launch &launch)
      : k_(k), launch_(launch), dominators_(dominators(k)), live_(liveness(k)) {}
  struct Name {
    Names who = Names::Nobody;
    std::optional<ArrayId> counter; // that has given it
  };
  Name operator()(const Expr &number) const { return name(number, 0); }
  std::optional<Point> only_definition(VarId v) const;

private:
  Name name(const Expr &number, unsigned depth) const;
  bool is_linear_id(const Expr &product, const Expr &id) const;
  std::optional<ArrayId> drawn_from(std::optional<Point> definition) const;
  Expr handed_within_group(std::optional<Point> definition, VarId v) const;

  const Kernel &k_;
  const Launch &launch_;
  const DominatorTree dominators_;
  const Liveness live_;
};

struct Found {                // by an atomic that looks at a cell
  Point look;                 // which one
  Expr cell;                  // null: its variables have other values now
  std::vector<VarId> values;  // variables that hold what was found
  std::vector<bool> possible; // per write of the array: may it have been that? At the end: what was there at the start
  Acquired acquired;
  bool by_leader = false; // not the thread itself, but the one that looks for its group has found it
};
// What a thread has surely found in one array, by looks that cover the scope (found.cpp).
class FoundPosts {
public:
  FoundPosts(const Kernel &k, FactReader &facts, const Launch &launch, ArrayId array, AtomicScope scope);
  ~FoundPosts();
  const std::vector<Point> &writes() const;
  bool looked_at() const; // at all
  std::vector<Found> before(Point p) const;

private:
  class Walk;
  std::unique_ptr<Walk> walk_;
};

struct Held { // a cell of an array of locks
  Expr offset;
  Acquired acquired;
  bool handed_on = false; // all that was acquired has been released by a fence since
  Expr turn = nullptr;    // the number that was found there, if the cell says whose turn it is
  bool tickets = false;   // which a counter has given
  bool by_leader = false; // not the thread itself holds it, but one of its group for all
};
// The locks of one array that a thread surely holds, for one scope (held.cpp).
class HeldLocks {
public:
  // `free`: the value of a lock that nobody holds; nothing: cells say whose turn it is.
  HeldLocks(const Kernel &k, FactReader &facts, const Launch &launch, ArrayId array, std::optional<std::uint64_t> free,
            AtomicScope scope);
  ~HeldLocks();
  bool plausible() const;             // has every access to the array a role?
  bool for_ever() const;              // nobody ever puts the free value back
  std::optional<Point> wrong() const; // a release by whom may not hold the lock; the array has none then
  std::vector<Held> before(Point p) const;
  std::optional<OnlyOne> only_one() const;                        // where for_ever
  std::optional<OrderedAt> released(const SharedAccess &a) const; // at each release to which a way leads
  const std::vector<ArrayId> &counters() const;                   // that say whose turn it is

private:
  class Walk;
  std::unique_ptr<Walk> walk_;
};

void find_locks(const Kernel &k, const Facts &facts, const Launch &launch, Handovers &out);
void find_posts(const Kernel &k, const Facts &facts, const Launch &launch, Handovers &out);
void find_counters(const Kernel &k, const Facts &facts, const Launch &launch, Handovers &out);

} // namespace lockstep::cfg
