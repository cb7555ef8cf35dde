// Questions about places of a kernel that several analyses of order ask: what uses an array, who comes to a place, what
// lies between two, which ways are open to whom, and what is the same for whom.
#pragma once

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/order/ordered.h"
#include "cfg/analysis/sharing/exists.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/launch.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace lockstep::cfg {

struct ArrayUse { // a plain store, or an atomic
  Point place;
  const Store *store = nullptr;
  const Atomic *atomic = nullptr;
  bool changes() const { return store || atomic->op != AtomicOp::Load; }
};
std::vector<ArrayUse> uses_of(const Kernel &k, ArrayId array); // all of them, in textual order
// The values that plain stores put into a cell of one granule, whatever atomics make of it; nothing if one of them may
// go elsewhere.
std::optional<std::vector<CellStore>> stores_to_counter(const Kernel &k, ArrayId array, std::uint64_t cell);
std::vector<SharedAccess> accesses_to_order(const Kernel &k);
bool looks(const Atomic &a);                          // does it leave the cell as it is?
bool group_barrier(const Stmt &s, Space space);       // that orders accesses to the space
Expr with_sizes(const Expr &e, const Launch &launch); // the launch's sizes, where they are given
bool in_one_group(const Launch &launch);              // all threads
bool same_in_group(const Kernel &k, const Expr &e);   // the same for all threads of a group, at any time
bool same_for_all(const Kernel &k, const Expr &e);    // of the launch, likewise

// Is the statement on every way to the other one, and in front of it?
bool precedes(const DominatorTree &dominators, Point first, Point other);
// Can a thread come from behind `from` (nothing: from the entry) to `to` without a statement for which `stop` holds?
bool reaches(const Kernel &k, std::optional<Point> from, Point to,
             const std::function<bool(const Stmt &)> &stop = nullptr);
// Can a thread of a group come to one point, and one to the other, between the same two barriers that order the space?
bool in_one_interval(const Kernel &k, Point p, Point q, Space space);

// That the access is released at each of the atomics, of which there are some.
std::optional<OrderedAt> released_at_all(const Kernel &k, const SharedAccess &access, const std::vector<Point> &atomics,
                                         AtomicScope scope);

// The local ids of the only thread of its group that can come to a point where this is known; of the only group.
// Whether a group has such a thread is another question (exists.h).
using GroupIds = std::array<std::uint64_t, 3>;
std::optional<LocalIds> only_thread(const std::vector<Fact> &known, const Launch &launch);
std::optional<GroupIds> only_group(const std::vector<Fact> &known, const Launch &launch);

// Does `is` hold of the two sides, of one and the other or the other way round?
template <class Is> bool either_way(const Expr &e, Is &&is) {
  return is(e->args[0], e->args[1]) || is(e->args[1], e->args[0]);
}
// Is something known that is false where variables have the values that `value_of` gives them (null: any)? Equations
// for which `follow` holds say what their variables are.
bool contradicts(const std::vector<Fact> &known, const std::function<Expr(const Expr &)> &value_of,
                 const std::function<bool(const Fact &)> &follow);

// What is known on the edges, and which of them are open to one thread of the group.
//
// Sound because a way is closed only where a condition that is known on it is false of the thread's ids. That the
// thread comes to the group's barriers when the others do is barrier divergence's question: where it does not, that is
// found.
class Edges {
public:
  Edges(const Kernel &k, FactReader &facts);
  const std::vector<Fact> &known(BlockId from, BlockId to) const { return known_.at({from, to}); }
  bool open_to(const LocalIds &ids, BlockId from, BlockId to) const;

private:
  std::map<std::pair<BlockId, BlockId>, std::vector<Fact>> known_;
};

} // namespace lockstep::cfg
