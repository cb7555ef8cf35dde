// A kernel as register code: compiled once, executed many times. Every thread has a file of 64-bit registers: the
// kernel's variables under their own ids, ids and sizes of the launch, constants, temporaries.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "semantics/code/calls.h"
#include "semantics/semantics.h"
#include "support/result.h"

namespace lockstep::semantics {

using Reg = std::uint32_t;

// First the operations of ops.def under their own numbers, then these. A switch over all of them has no `default`.
enum class Do : std::uint8_t {
#define OP(Name, text, typing) Name,
#include "cfg/ir/ops.def"
  Copy,      // dst := a
  Jump,      // to c
  JumpIf,    // a != 0: to c
  JumpIfNot, // a == 0: to c
  Nothing,   // skip
  Havoc,     // dst of type types[c]
  Assume,    // a; c: the kind
  Assert,    // a; asserts[c]
  Barrier,   // barriers[c]
  Load,      // accesses[c]; a: the offset
  Store,     //
  Atomic,    //
  Fence,     // fences[c]
  Numbered,  // numbered[c]
  Switch,    // a; switches[c]
  Goto,      // gotos[c]
  Return,
  LoopHead,  // counter c plus one
  LoopLeft,  // counter c to zero
  CallNamed, // dst := calls[c]
  ReadCell,  // dst := reads[c] at a
  GuardTest, // a goto target's opening assumption a
  GuardEnd,  // all of them hold
  Point, // who runs in lock step with others waits here until it is the turn of those who are here; c: a block starts
};
// Groups of them as case labels (as in cfg/ir/op_groups.h). What a thread does for itself, beside the operations:
// Interpreter::pure executes these and stops at all others.
// clang-format off
#define DO_PRIVATE Do::Copy: case Do::Jump: case Do::JumpIf: case Do::JumpIfNot: case Do::Nothing: \
  case Do::LoopHead: case Do::LoopLeft: case Do::CallNamed: case Do::ReadCell
#define DO_ACCESS Do::Load: case Do::Store: case Do::Atomic
#define DO_WAIT Do::Barrier: case Do::Numbered: case Do::Point // for other threads, if need be
#define DO_BRANCH Do::Switch: case Do::Goto: case Do::Return
#define DO_GUARD Do::GuardTest: case Do::GuardEnd
// clang-format on

inline constexpr std::uint8_t flag_first = 4; // the first instruction of a statement

struct Instr {
  Do code = Do::Nothing;
  std::uint8_t width = 64;  // of the (first) argument, in bits
  std::uint8_t flags = 0;   // cfg/ir/evaluate_inline.h, and flag_first
  std::uint8_t result = 64; // width of the result
  Reg dst = 0, a = 0, b = 0;
  std::uint32_t c = 0; // third register, target or index of a table
};
struct AccessCode {
  cfg::ArrayId array = 0;
  cfg::AccessKind kind = cfg::AccessKind::Read;
  unsigned per_value = 1;
  unsigned offset_width = 64;
  std::uint32_t granules = 1;
  std::vector<Reg> regs;   // destinations, or values, or an atomic's operands
  std::optional<Reg> dest; // atomic
  cfg::AtomicOp op = cfg::AtomicOp::Add;
  cfg::AccessKind meets = cfg::AccessKind::Read; // what it is where it meets others: an atomic's scope
  unsigned bits = 64;                            // of a value
  bool visible = true;                           // a switch point: other threads can tell when it happens
  bool shared = true;                            // not private
  bool quiet = false;                            // as in cfg::Load: observers of accesses are not told
  bool fresh = false;                            // likewise
  bool incoherent = false;                       // likewise
  const cfg::Atomic *atomic = nullptr;           // if it is one, of a kernel
};
struct GotoCode {
  std::vector<std::uint32_t> targets; // pc
  std::vector<std::uint32_t> guards;  // pc of the code that tests the target's opening assumptions, or none
};
inline constexpr std::uint32_t no_guard = ~std::uint32_t(0);
struct SwitchCode {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> cases; // sorted
  std::uint32_t otherwise = 0;
};
struct CallCode {
  std::optional<CallShape> shape; // empty: hashed
  cfg::Expr node;
  std::vector<Reg> args;
};
struct ReadCode {
  cfg::ArrayId array = 0;
  unsigned granules = 1, offset_width = 64;
};
struct GatherCode {
  const cfg::Gather *gather = nullptr; // null: the barrier is no such
  Reg mask = 0;
};
struct LeafCode {
  Reg reg = 0;
  cfg::Op op = cfg::Op::LocalId;
  unsigned dimension = 0, width = 64;
};

struct Code {
  const cfg::Kernel *kernel = nullptr;
  std::vector<Instr> instrs;
  std::vector<Site> sites;            // per instruction
  std::vector<std::uint64_t> initial; // a fresh register file
  std::vector<LeafCode> leaves;
  std::vector<AccessCode> accesses;
  std::vector<GotoCode> gotos;
  std::vector<SwitchCode> switches;
  std::vector<CallCode> calls;
  std::vector<ReadCode> reads;
  std::vector<cfg::Type> types;
  std::vector<const cfg::Assert *> asserts;
  std::vector<const cfg::Barrier *> barriers;
  std::vector<const cfg::Fence *> fences;
  std::vector<const cfg::Numbered *> numbered;
  std::vector<GatherCode> gathers; // per barrier
  bool has_gathers = false;
  std::vector<bool> ends;           // is it the one at a thread's end (cfg/analysis/sharing/warp_teams.h)?
  std::vector<std::uint64_t> loud;  // per block: who accesses memory here has not ended quietly for those who wait at
                                    // the barriers of these `waits` (cfg/analysis/order/endings.h)
  std::vector<std::uint64_t> waits; // per block with barriers of warps: its bit (some may share the last)
  std::vector<unsigned> teams;      // sizes of the teams that meet at barriers of warps
  std::uint32_t loop_counters = 0;  // of the loops that hold a barrier; in lock step, of all
  // Per block, in lock step: where it stands in the sort order, its loops' counters, outermost first, and where the
  // ways of its branch join (the immediate post-dominator; cfg::no_node: it has one way only).
  std::vector<std::uint32_t> position;
  std::vector<std::vector<std::uint32_t>> around;
  std::vector<std::uint32_t> joins;
};

struct CodeOptions {
  bool hash_unknown_calls = false; // else a function that the interpreter does not know is refused
};

// `k` is kept by reference and is well formed (cfg/ir/check.h). Fails with `unsupported` on irreducible graphs
// (barriers have no loop counters there), unknown functions and unknown atomics.
support::Result<Code> compile(const cfg::Kernel &k, const CodeOptions &options, support::Diagnostics &diags);

} // namespace lockstep::semantics
