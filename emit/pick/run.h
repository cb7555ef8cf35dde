// One thread's run through a barrier interval, as Boogie blocks (the building block of the *pick* programs).
//
// A run begins in any state that the facts at the interval's start allow and goes through the interval's nodes; what
// happens at a site (an access to be picked, a barrier reached, an assertion) is the caller's, through RunHooks.
// Only variables that can influence sites or the way to them are carried (`Cone`).
//
// Sound because dropping statements about other variables only drops assignments nobody reads; a value read from an
// array that the kernel writes, or that nobody has written, is any value of its type, or what memory.h knows of it; a
// fact that cannot be encoded is dropped, never invented. A branch is skipped only if all its ways come together with
// no site, assumption or variable of the cone in between.
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/analysis/graph/intervals.h"
#include "cfg/analysis/order/same_iteration.h"
#include "cfg/analysis/order/tickets.h"
#include "emit/boogie/block_writer.h"
#include "emit/encode/encode.h"
#include "emit/knowledge/knowledge.h"
#include "emit/pick/memory.h"
#include "emit/pick/points.h"

#include <functional>
#include <map>
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
  std::vector<int> skips;  // per node: where its ways meet, if nothing that matters lies between (joins.h); -1: no
  std::set<cfg::VarId> vars;
  std::set<cfg::ArrayId> maps; // arrays whose contents are carried: private ones, and others (memory.h)
  std::string abstraction;     // the first abstraction that the run uses; empty: the run is exact
  bool of_contents = false;    // what shared arrays hold matters, and is any value here
};
// `seeds`: expressions at the targets; `targets`: nodes where something is to happen; `assertions`: is asked about
// them?
Cone cone_of_influence(const Context &c, const cfg::Interval &interval, const std::vector<bool> &targets,
                       const std::vector<cfg::Expr> &seeds, bool assertions = false);

struct RunHooks {
  // Called at a node's start; its loop's arbitrary iteration, if it has one, has been entered.
  std::function<void(BlockWriter &, int node)> at_node;
  bool same_group = false; // a run of two, by threads of one group
  unsigned team = 0;       // of one team of so many threads (0: or not)
  // Called with the writer open in front of statement `stmt` of node `node`.
  std::function<void(BlockWriter &, int node, std::uint32_t stmt)> before_statement;
  // Called at an Assert; returns true if it wrote the assertion itself (otherwise the condition is assumed).
  std::function<bool(BlockWriter &, int node, std::uint32_t stmt, const cfg::Assert &)> on_assert;
  // Called at a node's end when it is at a barrier or a return; must close the block.
  std::function<void(BlockWriter &, int node)> at_end;
  // Called on an edge into a cut loop's head, in front of the arbitrary state; must leave the block open. `from`: the
  // edge, as a word.
  std::function<void(BlockWriter &, cfg::BlockId head, const std::string &from)> on_entry_edge;
  // Called on a dropped back edge to `head`; must close the block. If absent the path just ends.
  std::function<void(BlockWriter &, cfg::BlockId head, const std::string &from)> on_back_edge;
};

class Run {
public:
  Run(const Context &c, const cfg::Interval &interval, const Cone &cone, Thread t, const RunHooks &hooks)
      : c_(c), interval_(interval), cone_(cone), t_(t), hooks_(hooks) {}

  // Assumes what holds at the start; to be called with a block open.
  void write_start(BlockWriter &w) const;
  // All nodes; the run begins at the returned label.
  std::string write_nodes(BlockWriter &w, const std::string &prefix) const;
  // One statement, without the hooks.
  void write_statement(BlockWriter &w, const cfg::Stmt &s) const;
  // What an annotation says here, whatever the cells hold that it reads and that the thread knows nothing of
  // (memory.h).
  boogie::Expr claim(BlockWriter &w, const cfg::Expr &e) const;
  // The variables the run needs, for the procedure's locals.
  void declare(boogie::Procedure &p) const;

private:
  void write_node(BlockWriter &w, int node, const std::string &prefix) const;
  bool write_shared_load(BlockWriter &w, int node, std::uint32_t stmt) const; // shared_loads.cpp; false: it is none
  bool write_exchange(BlockWriter &w, int node, std::uint32_t stmt) const;    // exchanges.cpp; likewise
  void write_given(BlockWriter &w, const cfg::Exchange &x, const cfg::SameIterationOfAllLoops &same,
                   std::uint32_t stmt) const;
  void write_before(BlockWriter &w, const cfg::Exchange &x, const cfg::SameIterationOfAllLoops &same,
                    std::uint32_t stmt) const;
  void write_shared(BlockWriter &w, const cfg::Load &l, const cfg::SameIterationOfAllLoops &same,
                    std::uint32_t stmt) const;
  void write_load(BlockWriter &w, const cfg::Load &l) const;
  void write_cell(BlockWriter &w, const cfg::Load &l, cfg::VarId dest, const boogie::Expr &at) const;
  void write_store(BlockWriter &w, const cfg::Store &s) const;
  // Contents of shared arrays: run_memory.cpp.
  // What an annotation reads of a cell that it does not know: by its number among the readings of the array, and among
  // all. Null: what the map has.
  using Unknown = std::function<boogie::Expr(cfg::ArrayId, std::size_t number, std::size_t of_all)>;
  void declare_memory(boogie::Procedure &p) const;
  boogie::Expr map_of(cfg::ArrayId a) const;
  boogie::Expr marks_of(cfg::ArrayId a) const;
  void mark(BlockWriter &w, cfg::ArrayId a, const cfg::Expr &offset, std::size_t cells) const;
  void write_pieces(BlockWriter &w, const cfg::Store &s) const;
  void read_pieces(BlockWriter &w, const cfg::Load &l, cfg::VarId dest, const boogie::Expr &at) const;
  void forget(BlockWriter &w, const cfg::Stmt &s) const;
  void know_all(BlockWriter &w, const cfg::Stmt *behind) const;
  std::vector<std::string> forgotten_in(int loop) const;
  boogie::Expr read_with(BlockWriter &w, const cfg::Expr &e, const Unknown &unknown) const;
  boogie::Expr any_cell(BlockWriter &w, cfg::ArrayId a, std::size_t number) const;
  boogie::Expr extreme(BlockWriter &w, cfg::ArrayId a, std::size_t number, bool greatest, bool is_signed) const;
  void assume_claimed(BlockWriter &w, const cfg::Expr &e) const; // what `claim` said, and was proved
  bool is_at_beginning(const cfg::Stmt &s) const; // of the kernel, with nothing in front that may order threads
  bool is_marked(cfg::ArrayId a) const { return c_.memory.marks(a) && cone_.maps.count(a) != 0; }
  void enter_cut_loop(BlockWriter &w, int loop, cfg::BlockId head) const;
  knowledge::View view(BlockWriter &w) const; // of what the run carries; what is known is assumed
  void start_inside_loops(BlockWriter &w, const cfg::SameIterationOfAllLoops &same) const;
  std::set<int> cut_loops() const;
  bool given_at_start(cfg::VarId v) const;
  std::set<unsigned> counter_widths(std::size_t loop) const;
  bool exactly_linear(std::size_t loop, cfg::VarId v) const;
  bool in_cone(const cfg::Expr &e) const; // all its variables are carried
  void havoc(BlockWriter &w, cfg::VarId v) const;
  void assume_condition(BlockWriter &w, const cfg::Expr &e, bool at_first = false) const;

  const Context &c_;
  const cfg::Interval &interval_;
  const Cone &cone_;
  Thread t_;
  const RunHooks &hooks_;
};

// What to give the encoder where no annotation is read: no array that is followed is one that nobody writes.
Encoder::Contents reads_no_map(const Context &c);

// Between the threads of a team of so many.
const cfg::Uniformity &uniform_in_team(const Context &c, unsigned team);

// No Op::Read of an array that the kernel writes, or that nobody has written: such a reading has no single value. Nor
// what speaks of another thread (cfg/ir/pairwise.h): a run is one thread's.
bool reads_only_constants(const Context &c, const cfg::Expr &e);
// The same, but for arrays whose contents are followed (memory.h): Run::claim says what it says.
bool is_readable(const Context &c, const cfg::Expr &e);

} // namespace lockstep::emit::pick
