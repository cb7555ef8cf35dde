// The kernel IR: one thread's control-flow graph (Sect. 3.1 of [CDKQ13], made practical; docs/design.md 4).
//
// Text form `.kir` (print.h, parse.h); well-formedness is `check` (check.h). Data only: analyses are values of
// their own (cfg/analysis/), never cached here.
//
// Granules. An array is a map from offsets to granules of `granule_bytes` bytes: the smallest piece any access
// reads or writes. An access covers `values x per_value` consecutive granules starting at `offset`, so a wide or
// vector access is one ranged access [offset, offset + values * per_value), never split.
#pragma once

#include "cfg/ir/expr.h"
#include "cfg/ir/terms.h"
#include "support/source.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::cfg {

using support::Origin;
using BlockId = std::uint32_t; // index into Kernel::blocks

enum class Space : std::uint8_t { Global, Group, Constant, Private };

// Whose a parameter is: the program's, or one that the front end adds, of any value that is the same for all threads.
// CopyPart: which part of an asynchronous copy a proof looks at; CopyMeeting: a value that all who meet at a copy are
// to agree on; CopyChoice: what an execution chooses of a copy. AccessLog: which access a proof keeps a log of.
// Address: where an object lies.
// Of a variable that is none: Candidate, assigned once, at the top of a loop's head, and never read: its value says
// what may be an invariant of the loop (verify/annotations/candidate_invariants.h).
enum class VarKind : std::uint8_t { Program, CopyPart, CopyMeeting, CopyChoice, AccessLog, Address, Candidate };

struct Var {
  std::string name; // unique in the kernel; printed form
  Type type;
  bool param = false;      // a scalar kernel parameter: set before entry, the same for all threads
  std::string source_name; // as the user wrote it, empty for temporaries
  Origin origin;
  VarKind kind = VarKind::Program;
};

struct Array {
  std::string name; // unique in the kernel
  Space space = Space::Global;
  unsigned granule_bytes = 4;
  Type element;                        // type of a granule's value where one access type prevails, else iN
  std::optional<std::uint64_t> extent; // granules, where known
  bool param = false;                  // a kernel parameter (else a declared array)
  std::string source_name;
  unsigned source_element_bytes = 4; // for reports: element index = granule * granule_bytes / this
  std::vector<std::uint64_t> rows;   // for reports: extents of the source's dimensions but the outermost
  // Known initial contents (constant memory), one value per granule; empty if unknown.
  std::vector<std::uint64_t> initial;
  bool nonzero = false; // a variable that the program declares with contents that are not all zero
  bool aliased = false; // writes that go elsewhere by their names may change it; nothing is known of what it holds
  Origin origin;
};

// --- statements -------------------------------------------------------------------------------------------
struct Assign {
  VarId var;
  Expr value;
};
struct Havoc {
  VarId var;
};
// Language: what the language leaves undefined otherwise. Promise: what the program says of itself (__builtin_assume,
// __builtin_unreachable). Launch: what it asks of a launch (reqd_work_group_size, __launch_bounds__). Heap: that memory
// from the heap is there where it is accessed. Counter: that a counter does not wrap around (passes/stride_counters.h).
// Barrier: directly behind a barrier, what an assertion AtBarrier in front of it has said for some thread of the group:
// of what memory holds when all have come (passes/barrier_facts.h). Executions do not look at it.
enum class AssumeKind : std::uint8_t { Plain, Requires, Branch, Language, Promise, Launch, Heap, Counter, Barrier };
struct Assume {
  Expr condition;
  AssumeKind kind = AssumeKind::Plain;
};
// AtBarrier: directly in front of a barrier.
// Copies: what an asynchronous copy of the same thread may still be moving is left alone.
enum class AssertKind : std::uint8_t { User, Invariant, Bounds, Division, Unreachable, AtBarrier, Copies };
struct Assert { // Invariant: at a loop head's top; asserted on entry and on every back edge
  Expr condition;
  AssertKind kind = AssertKind::User;
  std::string message; // the annotation's text, for reports
};
struct Skip {};
enum class Scope : std::uint8_t { Warp, Group, Grid };
// What the threads that meet at a barrier of a warp make of the values that they bring: a shuffle, the value of the
// thread with the rank `rank` (its kind decides who meets whom: Shuffle is of a kind that is not known); Any, All,
// Ballot, Match about which of them are not zero (equal to one's own), as one bit each by rank; a sum, an extremum, a
// bitwise combination; FAdd, FMin, FMax: of the floats with these bits; Before: the sum of what the threads of lower
// rank bring.
enum class ExchangeOp : std::uint8_t {
  Shuffle,
  ShuffleIdx,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  Any,
  All,
  Ballot,
  Match,
  Add,
  Min,
  Max,
  UMin,
  UMax,
  And,
  Or,
  Xor,
  FAdd,
  FMin,
  FMax,
  Before
};
constexpr bool is_shuffle(ExchangeOp op) { return op <= ExchangeOp::ShuffleXor; }
struct Exchange {
  ExchangeOp op;
  VarId dest;
  Expr value;
  Expr rank; // shuffles only
};
// Warp: threads of a group whose linear local ids have the same quotient by `lanes` meet, those that have not ended.
struct Barrier {
  Scope scope = Scope::Group;
  bool fence_group = true;
  bool fence_global = true;
  unsigned lanes = 0;                    // Warp only; a power of two
  std::optional<Exchange> exchange = {}; // Warp only
  bool end = false; // Group only: it stands for the thread's end (cfg/analysis/sharing/warp_teams.h)
};
// The threads of a warp that `mask` names meet, those that have not ended: whoever comes is named by its own mask, and
// all whom it names come with the same mask; else it is divergence (cfg/analysis/sharing/named_lanes.h). null: the
// threads that are active there (HIP). `ranked`: they are counted among those that the mask names, else by their ranks
// in the warp. What they give each other is any value to the proofs.
struct Gather {
  Barrier meet; // a Warp's, that fences nothing if it has an exchange
  Expr mask;
  bool ranked = false;
};
// The barrier of the group with this number, of `threads` of its threads: who comes is counted, who waits goes on when
// so many have come (this one included), and the count begins anew. What they have done before they came is ordered
// before what those who wait do behind it. No such barrier is a `Barrier`: it ends no interval, and whom it orders is
// said by cfg/analysis/order/named_barriers.h. `counter`: the variable that counts the thread's own, waited for or not
// (cfg/passes/number_barriers.h).
struct Numbered {
  unsigned number = 0;
  unsigned threads = 0;
  bool waits = true;
  std::optional<VarId> counter = {};
};

// Quiet accesses move contents and are no accesses to the race check: what they stand for is checked by others, which
// the front end puts beside them (frontend/lower/builtins/group_copies.cpp).
// Fresh accesses are volatile in the source. Such a load is not served from what its thread has read before
// (cfg/analysis/order/handover.h), and the machine of warps processes a thread's fresh accesses in the order of issue
// (semantics/simt/memory/asynchronous.h); a proof takes a fresh store for a plain one.
// Incoherent loads go through a cache that no barrier and no fence empties (ld.global.nc, !invariant.load): what they
// read must not be written while the kernel runs. So each write to it conflicts, by whatever thread, the same one
// included, and whatever lies between the two.
// `align`: bytes that surely divide the access's address, where that is less than it is wide (else 0). It says into how
// many requests a device cuts the access (cfg/passes/split_accesses.h), and nothing of what the access does.
struct Load { // dests[i] := granules [offset + i*per_value, offset + (i+1)*per_value)
  std::vector<VarId> dests;
  ArrayId array;
  Expr offset;
  unsigned per_value = 1;
  bool quiet = false;
  bool fresh = false;
  bool incoherent = false;
  unsigned align = 0;
};
struct Store {
  std::vector<Expr> values;
  ArrayId array;
  Expr offset;
  unsigned per_value = 1;
  bool quiet = false;
  bool fresh = false;
  unsigned align = 0;
};
enum class AtomicOp : std::uint8_t {
  Add,
  Sub,
  Xchg,
  Inc,
  Dec,
  CmpXchg,
  Min,
  Max,
  UMin,
  UMax,
  And,
  Or,
  Xor,
  Load,
  Store,
  FAdd,
  Other
};
enum class AtomicScope : std::uint8_t { Thread, Group, Grid }; // for whom it is atomic
// What precedes a release is ordered before what follows an acquire that finds its value.
struct Order {
  bool acquire = false, release = false;
  bool operator==(const Order &) const = default;
};
struct Atomic { // dest (if any) gets the old value
  AtomicOp op;
  std::optional<VarId> dest;
  ArrayId array;
  Expr offset;
  unsigned per_value = 1;
  std::vector<Expr> operands; // CmpXchg: expected, new
  AtomicScope scope = AtomicScope::Grid;
  Order order = {};              // CmpXchg: where it writes
  bool acquires_failing = false; // CmpXchg: where it finds another value than the expected one, and does not write
  bool all_spaces = false; // its orders are of accesses to all spaces, as in C++, CUDA and HIP; else of its own array's
};
// Does the atomic by itself order accesses to the space? `own`: its array's. Of a compare-and-swap: where it writes,
// where it does not, in either case.
bool releases(const Atomic &a, Space own, Space of);
bool acquires(const Atomic &a, Space own, Space of);
bool acquires_failing(const Atomic &a, Space own, Space of);
bool acquires_always(const Atomic &a, Space own, Space of);
// What a compare-and-swap puts where it succeeds. One that puts ite(chance, new, expected) is weak: where it finds what
// it expects, the chance alone says whether it has succeeded, and where not it puts back what is there.
struct Swap {
  Expr put;
  Expr chance; // null: it succeeds wherever it finds what it expects
};
Swap swap_of(const Atomic &a);
// Makes the atomics behind it releases, those in front of it acquires, of accesses to the spaces, for those that the
// scope covers.
struct Fence {
  AtomicScope scope = AtomicScope::Grid;
  Order order = {true, true};
  bool fence_group = true;
  bool fence_global = true;
};

struct Stmt {
  std::variant<Assign, Havoc, Assume, Assert, Skip, Barrier, Gather, Numbered, Load, Store, Atomic, Fence> node;
  Origin origin;
};

// --- terminators ------------------------------------------------------------------------------------------
struct Goto {
  std::vector<BlockId> targets;
}; // non-deterministic choice, as in the paper
struct Branch {
  Expr condition;
  BlockId if_true;
  BlockId if_false;
};
struct SwitchCase {
  std::uint64_t value;
  BlockId target;
};
struct Switch {
  Expr value;
  std::vector<SwitchCase> cases;
  BlockId otherwise;
};
struct Return {};
struct Terminator {
  std::variant<Goto, Branch, Switch, Return> node;
  Origin origin;
};
std::vector<BlockId> successors(const Terminator &t); // each target once, in textual order

struct Block {
  std::string name; // unique in the kernel
  std::vector<Stmt> stmts;
  Terminator end;
  Origin origin;
};

struct Kernel {
  std::string name;
  std::vector<Var> vars;
  std::vector<Array> arrays;
  std::vector<Block> blocks; // blocks[0] is the entry
  unsigned pointer_bits = 64;
  Terms terms;
  Origin origin;
};

using Point = std::pair<BlockId, std::uint32_t>; // of a statement: its block, and its number there
inline const Stmt &statement(const Kernel &k, Point p) { return k.blocks[p.first].stmts[p.second]; }

// --- helpers that every reader of the IR needs ------------------------------------------------------------
std::vector<VarId> defined_vars(const Stmt &s);
const Barrier *warp_barrier(const Stmt &s); // nullptr: it is none
const Exchange *gathered(const Stmt &s);    // likewise
bool has_gathers(const Kernel &k);
bool has_numbered(const Kernel &k);                // barriers of some threads
const Barrier *meeting(const Stmt &s);             // likewise: where threads exchange something
std::vector<unsigned> team_sizes(const Kernel &k); // the `lanes` of barriers of warps, ascending
std::vector<Expr> used_exprs(const Stmt &s);       // operands, in textual order
std::vector<Expr> used_exprs(const Terminator &t);
void collect_vars(const Expr &e, std::vector<VarId> &out); // appends, with duplicates
std::vector<std::vector<BlockId>> predecessors(const Kernel &k);

// AtomicInGroup, ReadInGroup (an atomic load): atomic for the threads of one group only. AtomicAlone: for no two
// threads.
enum class AccessKind : std::uint8_t { Read, Write, Atomic, AtomicInGroup, ReadInGroup, AtomicAlone };
AccessKind access_kind(const Atomic &a, Space space); // of its array
// What an access is for a pair of threads: Read, Write or Atomic. Sound because an atomic whose scope does not cover
// the other thread is to it an access like any other: a write, or, of an atomic load, a read.
AccessKind between(AccessKind kind, bool same_group);
struct AccessRef { // a shared access, wherever it stands
  BlockId block;
  std::uint32_t stmt;
  AccessKind kind;
  ArrayId array;
  Expr offset;
  std::uint64_t granules; // length of the range
};
std::vector<AccessRef> shared_accesses(const Kernel &k); // Global, Group and Constant arrays, textual order

} // namespace lockstep::cfg
