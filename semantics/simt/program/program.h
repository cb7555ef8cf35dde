// Programs for warps: a kernel as a list of instructions with guards, at addresses, with the control instructions of
// the branch machine (branch.h) in place. The list is what place.h makes of a kernel, or a text (.simt).
//
// Grammar; stmt, decl, term, expr and name are those of .kir (cfg/ir/text/print.h):
//
//   file        = "simt" name ["pointer_bits" int] "{" { term } { decl } ["entry" int ";"] { instruction } "}"
//   instruction = int ":" ["@" expr] body ";"                -- its address, ascending; guard: lanes for which it holds
//   body        = ("ssy" | "preBrk" | "preRet") int          -- where the lanes go on when the token is popped
//               | "sync" | "brk" | "ret" | "exit"
//               | ("bra" | "call") (int | "[" expr "]")      -- direct; the address that each lane computes
//               | "vote" ("all" | "any" | "uni" | "ballot") name ":=" expr
//               | "bar.sync" expr ["of" expr]                -- the barrier's number, threads that it is for
//               | "bar.arrive" expr "of" expr
//               | "bar.red" ("and" | "or" | "popc") name ":=" expr "," expr ["of" expr]     -- predicate, number
//               | stmt                                       -- but barriers of groups and those of some threads
//
// The operand of ssy is the address behind the sync that it is for, of preBrk the first one behind the loop, of preRet
// the one behind the call.
#pragma once

#include "cfg/ir/kernel.h"
#include "semantics/semantics.h"
#include "semantics/simt/warps/branch.h"
#include "support/result.h"

#include <string_view>
#include <variant>

namespace lockstep::semantics::simt {

using Address = std::uint64_t;

struct PushToken { // ssy, preBrk, preRet; never Diverge
  TokenKind kind = TokenKind::Sync;
  Address target = 0;
};
struct SyncLanes {};
struct Leave { // brk, ret, exit
  Disabled why = Disabled::Exit;
};
struct Jump { // bra, call
  bool call = false;
  Address to = 0;
  cfg::Expr computed; // instead of `to`, if not null
};
enum class VoteOp : std::uint8_t { All, Any, Uni, Ballot };
struct Vote { // over the lanes that execute it; of the others ballot has zeros
  VoteOp op = VoteOp::All;
  cfg::VarId dest = 0;
  cfg::Expr value; // bool
};
enum class BarKind : std::uint8_t { Sync, Arrive, Red };
enum class RedOp : std::uint8_t { And, Or, Popc };
struct Bar {
  BarKind kind = BarKind::Sync;
  cfg::Expr number;
  cfg::Expr threads;     // null: as many as the block's active warps have lanes
  RedOp op = RedOp::And; // Red
  cfg::VarId dest = 0;   // Red
  cfg::Expr value;       // Red: bool
};
using Body = std::variant<cfg::Stmt, PushToken, SyncLanes, Leave, Jump, Vote, Bar>;

struct Instruction {
  Address address = 0;
  cfg::Expr guard; // bool; null: true
  Body body;
  support::Origin origin;
  Site site; // in Program::kernel: what observers are told
};

struct Program {
  // What declares variables and arrays, and what sites refer to: the kernel that it was made of, or, of a text, one
  // block with a statement (a skip for control instructions) per instruction.
  cfg::Kernel kernel;
  std::vector<Instruction> code;
  Address entry = 0;
  bool from_kernel = false;

  std::optional<Pc> at(Address a) const; // the instruction at the address
  std::vector<std::uint64_t> addresses() const;
};

inline constexpr unsigned barrier_numbers = 16; // a block has barriers 0 .. 15

std::string print(const Program &p);
std::string print(const Instruction &i, const Program &p); // without address, guard and ';'
std::string print_guarded(const Instruction &i, const Program &p);

support::Result<Program> parse_program(std::string_view text, const std::string &file, support::Diagnostics &diags);

// Addresses ascend; targets and the entry are addresses of the program; guards, values of votes and predicates are
// bool, computed targets and barriers' operands integers; destinations fit; statements are well formed
// (cfg/ir/check.h). Reports every violation as an error; true if there is none.
bool check(const Program &p, support::Diagnostics &diags);

} // namespace lockstep::semantics::simt
