// What the predicated program (one thread, predicated.h) and the lock-step program (all threads, lockstep.h) share:
// the variable table, guards, guarded statements, blocks and terminators (Sect. 4 of [CDKQ13]).
//
// Expressions are cfg::Expr over `vars`, whose first entries are the kernel's own variables under their own ids;
// the nodes are shared with the kernel, so that results of analyses keyed by expression node stay valid. In a
// lock-step program an expression stands for the vector <phi_t(e)>_t: phi_t is applied where the program is
// printed, executed or emitted, never here.
#pragma once

#include "cfg/ir/kernel.h"
#include "support/words.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::predication {

using cfg::ArrayId;
using cfg::Expr;
using cfg::VarId;
using support::Origin;
using BlockId = std::uint32_t; // index into blocks of a predicated or lock-step program

enum class Scheme : std::uint8_t { BlockId, Flags };
inline constexpr support::Words<Scheme, 2> scheme_words({{Scheme::BlockId, "block-id"}, {Scheme::Flags, "flags"}});

// --- variables --------------------------------------------------------------------------------------------
enum class Role : std::uint8_t {
  Kernel, // a variable of the kernel, same id as there
  Active, // block-id scheme: the block to execute; its values are BlockIds
  Next,   // block-id scheme: the successor chosen at the end of a block; its values are BlockIds
  Havoc,  // an arbitrary value on its way into a variable (v_havoc of Table 1)
  Flag,   // flags scheme: this thread executes the block
  Choice, // flags scheme: which target a non-deterministic goto takes
};
inline constexpr support::Words<Role, 6> role_words({{Role::Kernel, "kernel"},
                                                     {Role::Active, "active"},
                                                     {Role::Next, "next"},
                                                     {Role::Havoc, "havoc"},
                                                     {Role::Flag, "flag"},
                                                     {Role::Choice, "choice"}});
struct Var {
  cfg::Var decl;
  Role role = Role::Kernel;
  // All threads hold the same value whenever they are at the same point: one copy serves them all. Else every
  // thread has a copy.
  bool uniform = false;

  bool holds_block() const { return role == Role::Active || role == Role::Next; }
};
template <typename Program> bool has_role(const Program &p, VarId v, Role role) {
  return v < p.vars.size() && p.vars[v].role == role;
}

// --- guards -----------------------------------------------------------------------------------------------
// When a thread takes part in a statement: always, if its `active` is `block`, or if its flag is set.
struct Guard {
  enum class Kind : std::uint8_t { Always, AtBlock, Flag };
  Kind kind = Kind::Always;
  VarId var = 0;     // AtBlock: the Active variable; Flag: the flag
  BlockId block = 0; // AtBlock

  bool always() const { return kind == Kind::Always; }
  bool operator==(const Guard &) const = default;
};

// --- guarded statements: Table 1 read for one thread, Table 3 for all ----------------------------------------
struct Assign { // v := guard ? value : v
  VarId var;
  Guard guard;
  Expr value;
  bool keeps = true; // else v is dead where a thread waits whose guard is off: it may get any value
};
struct SetBlock { // v := block, for a variable that holds a block
  VarId var;
  BlockId block;
};
struct Choose { // v :in {blocks}, for a variable that holds a block
  VarId var;
  std::vector<BlockId> among;
};
struct Havoc { // unconditional; a guarded havoc goes through a Havoc variable and an Assign
  VarId var;
};
struct Assume { // guard ==> condition
  Guard guard;
  Expr condition;
  cfg::AssumeKind kind = cfg::AssumeKind::Plain;
};
struct Assert { // guard ==> condition, for each thread
  Guard guard;
  Expr condition;
  cfg::AssertKind kind = cfg::AssertKind::User;
  std::string message;
};
struct Skip {};
struct Load { // see cfg::Load; a thread whose guard is off keeps its values
  Guard guard;
  std::vector<VarId> dests;
  ArrayId array;
  Expr offset;
  unsigned per_value = 1;
  bool keeps = true;  // as for Assign
  bool quiet = false; // as in cfg::Load
};
struct Store { // all threads: a psi-assignment, an arbitrary enabled writer of a granule wins
  Guard guard;
  std::vector<Expr> values;
  ArrayId array;
  Expr offset;
  unsigned per_value = 1;
  bool quiet = false;
};
struct Atomic {
  Guard guard;
  cfg::AtomicOp op;
  std::optional<VarId> dest;
  ArrayId array;
  Expr offset;
  unsigned per_value = 1;
  std::vector<Expr> operands;
  cfg::AtomicScope scope = cfg::AtomicScope::Grid;
};
struct AtHead { // in Back and Exit blocks: assume that some thread (some) / no thread (!some) is at the loop's head
  Guard head;
  bool some;
};

// --- terminators: the kernel's, as real control flow, the same for all threads ---------------------------------
using cfg::Branch; // flags scheme: a uniform branch
using cfg::Goto;   // one target; or the pair (Back block, Exit block) at the end of a predicated loop
using cfg::successors;
using cfg::Switch; // flags scheme: a uniform switch
using cfg::SwitchCase;
using cfg::Terminator;
using End = cfg::Return;

// --- blocks -----------------------------------------------------------------------------------------------
enum class BlockKind : std::uint8_t {
  Plain,
  Head, // the head of a loop, predicated or real
  Back, // pseudo block: assume some thread at the head; goto the head
  Exit, // pseudo block: assume no thread at the head; goto what follows the loop
};
inline constexpr support::Words<BlockKind, 4> block_kind_words(
    {{BlockKind::Plain, "block"}, {BlockKind::Head, "head"}, {BlockKind::Back, "back"}, {BlockKind::Exit, "exit"}});
template <typename Node> struct StmtOf {
  Node node;
  Origin origin;
  // The statement of the block's kernel_block that it executes; none for what predication adds.
  std::optional<std::uint32_t> kernel_stmt = std::nullopt;
};
template <typename Node> struct BlockOf {
  std::string name; // unique in the program
  BlockKind kind = BlockKind::Plain;
  std::vector<StmtOf<Node>> stmts;
  Terminator end;
  Origin origin;
  std::optional<cfg::BlockId> kernel_block; // the block of the kernel it executes; none for Back and Exit
};

} // namespace lockstep::predication
