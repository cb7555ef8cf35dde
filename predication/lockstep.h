// The lock-step program: all threads in vector form (Sect. 4.2 and Table 3 of [CDKQ13]). The result of stages
// `vectorise` and `instrument`; text form `.lks` (text.h).
//
// The program is parametric in the number of threads: a statement over private variables is a vector statement,
//   Assign{v, g, e}      <v_t>_t := <g_t ? phi_t(e) : v_t>_t        (one plain assignment if v is uniform)
//   Store{g, A, o, e}    A[<o_t>] := psi <g_t, phi_t(e)>            (Fig. 6: any enabled thread's value)
//   Sync{g}              assert (OR_t g_t) ==> (AND_t g_t)
//   AtHead{g, some}      assume OR_t g_t  /  assume AND_t !g_t
// The interpreter runs it with all threads of a launch; verification instantiates an arbitrary pair (docs/design.md 5).
//
// Instrumentation adds, for the pair, the logging of shared accesses and the checks between them. A log statement
// records whether a thread touched the watched offset of an array. Sound because that offset is an unknown constant:
// what is proved holds for every offset.
#pragma once

#include "predication/guarded.h"
#include "support/diagnostic.h"

namespace lockstep::predication {

// A barrier. Of the threads in its scope, either all are enabled or none: barrier divergence otherwise. For a pair
// in scope: enabled1 == enabled2. Passing it changes nothing by itself; EndInterval does.
struct Sync {
  Guard guard;
  cfg::Scope scope = cfg::Scope::Group;
  bool fence_group = true;
  bool fence_global = true;
};

// --- instrumentation (stage `instrument`) -------------------------------------------------------------------
using SiteId = std::uint32_t; // index into Lockstep::sites
struct Site {                 // a shared access of the source, what a verdict points at
  cfg::AccessKind kind;
  ArrayId array;
  cfg::BlockId block; // in the kernel
  std::uint32_t stmt;
  Origin origin;
};

// Each enabled thread records that it accessed granules [lo, lo + granules) of `array`. If the array's watched
// offset is among them, the flag of `kind` is set, with the site. `values` (writes only, when same-value writes are
// benign) holds the value per granule group: granule lo + i*per_value + j receives part j of values[i].
struct Log {
  Guard guard;
  cfg::AccessKind kind;
  ArrayId array;
  Expr lo;
  std::uint64_t granules = 1;
  unsigned per_value = 1;
  std::vector<Expr> values;
  SiteId site = 0;
};
// Assert: no race on `array` among what is logged. A race: one thread has written the watched offset and the other
// has read, written (a different value, where same-value writes are benign) or atomically updated it; or one has
// updated it atomically and the other has read it without. For a group array only threads of one group can race.
struct CheckRaces {
  ArrayId array;
};
// Passing a barrier ends the interval for `arrays` (those it fences): if all threads of the pair are in the barrier's
// scope and enabled, their logs of these arrays become empty.
struct EndInterval {
  Guard guard;
  cfg::Scope scope;
  std::vector<ArrayId> arrays;
};
// The contents of these arrays become arbitrary: other threads' writes become visible. One map for both threads; of a
// group array, threads of different groups have a map each.
struct Refresh {
  std::vector<ArrayId> arrays;
};

// What a load from a shared array may return (docs/design.md 7).
enum class Memory : std::uint8_t {
  Exact,       // not abstracted: the contents are state (programs that are not instrumented; private arrays)
  Constant,    // never written in this launch: one unknown map that both threads read
  Equal,       // one map that stores update, made arbitrary at every barrier; see Refresh
  Adversarial, // every load returns anything
};
inline constexpr support::Words<Memory, 4> memory_words({{Memory::Exact, "exact"},
                                                         {Memory::Constant, "constant"},
                                                         {Memory::Equal, "equal"},
                                                         {Memory::Adversarial, "adversarial"}});
struct ArrayInfo {
  Memory memory = Memory::Exact;
  bool watched = false;    // races on it are checked
  bool log_values = false; // writes log their value: same-value writes are benign
};

struct Lockstep {
  using Node = std::variant<Assign, SetBlock, Choose, Havoc, Assume, Assert, Skip, Load, Store, Atomic, AtHead, Sync,
                            Log, CheckRaces, EndInterval, Refresh>;
  using Stmt = StmtOf<Node>;
  using Block = BlockOf<Node>;

  std::string name;
  Scheme scheme = Scheme::Flags;
  bool instrumented = false;
  std::vector<Var> vars;
  std::vector<cfg::Array> arrays;
  std::vector<ArrayInfo> array_info; // as long as arrays
  std::vector<Site> sites;           // filled by `instrument`
  std::vector<Block> blocks;         // blocks[0] is the entry
  unsigned pointer_bits = 64;
  cfg::Terms terms;
  Origin origin;
};

// The loops of a lock-step program, outermost first where nested; computed from its control flow.
struct Loop {
  BlockId head;
  bool predicated = false;      // ends in Back and Exit blocks
  Guard guard;                  // predicated: a thread is in the loop iff this holds at the head
  std::vector<BlockId> blocks;  // ascending, head included
  std::vector<BlockId> latches; // blocks with an edge to the head
  bool contains(BlockId b) const;
};
std::vector<Loop> loops(const Lockstep &p);

bool check(const Lockstep &p, support::Diagnostics &diags);

} // namespace lockstep::predication
