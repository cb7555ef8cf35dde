// What the goals of a kernel are written with (Context), and what of the kernel can influence some of its statements
// (Cone). Private to emit/pick.
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/analysis/graph/intervals.h"
#include "cfg/analysis/order/tickets.h"
#include "emit/pick/run/memory.h"
#include "emit/pick/run/points.h"
#include "emit/terms/encoder.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep::emit::pick {

struct Context {
  const cfg::Kernel &k;
  const cfg::Analyses &a;
  Encoder &encoder;
  Declarations &decls;
  std::vector<cfg::Ticket> tickets;
  std::vector<bool> plain_private;       // per array: private, and every access is of one element of its type
  std::vector<bool> claimed;             // variables that only assertions speak of (emit/knowledge/only_claimed.h)
  std::set<const cfg::Load *> unwritten; // loads of what nobody has written (cfg/analysis/values/unwritten.h)
  Memory memory{};                       // contents of shared arrays; empty: they are any
  std::vector<bool> followable{};        // per array: its contents could be followed
  mutable Points points{k, a};

  // Are the array's contents a map of each thread's?
  bool maps(cfg::ArrayId array) const { return plain_private[array] || memory.maps(array); }
};
std::vector<bool> plain_private_arrays(const cfg::Kernel &k);
std::set<const cfg::Load *> unwritten_loads(const cfg::Kernel &k, const cfg::Analyses &a);

// The barrier intervals, without ways that the analyses show to be closed.
std::vector<cfg::Interval> intervals_of(const Context &c, const cfg::EndsInterval &ends,
                                        const cfg::EndsInterval &starts = {});

// Variables and private arrays that matter, and the nodes from which a target can be reached (without those skipped).
struct Cone {
  std::vector<bool> nodes; // per node of the interval
  std::vector<int> skips; // per node: where its ways meet, if nothing that matters lies between (sites/joins.h); -1: no
  std::set<cfg::VarId> vars;
  std::set<cfg::ArrayId> maps; // arrays whose contents are carried: private ones, and others (memory.h)
  std::string abstraction;     // the first abstraction that the run uses; empty: the run is exact
  bool of_contents = false;    // what shared arrays hold matters, and is any value here
};
// `seeds`: expressions at the targets; `targets`: nodes where something is to happen; `assertions`: is asked about
// them?
Cone cone_of_influence(const Context &c, const cfg::Interval &interval, const std::vector<bool> &targets,
                       const std::vector<cfg::Expr> &seeds, bool assertions = false);

// What to give the encoder where no annotation is read: no array that is followed is one that nobody writes.
Reading::Contents reads_no_map(const Context &c);

// Between the threads of a team of so many.
const cfg::Uniformity &uniform_in_team(const Context &c, unsigned team);

// No Op::Read of an array that the kernel writes, or that nobody has written: such a reading has no single value. Nor
// what speaks of another thread (cfg/ir/pairwise.h): a run is one thread's.
bool reads_only_constants(const Context &c, const cfg::Expr &e);
// The same, but for arrays whose contents are followed (memory.h): Run::claim says what it says.
bool is_readable(const Context &c, const cfg::Expr &e);

} // namespace lockstep::emit::pick
