// The text forms of predicated programs (`.pred`) and lock-step programs (`.lks`): one family, built on the grammar of
// .kir (cfg/ir/text/print.h) for names, types, expressions, declarations and origins. print(parse(print(p))) ==
// print(p).
//
//   program    = ("predicated" | "lockstep") name "scheme" ("block-id" | "flags") ["instrumented"] "pointer_bits" int
//                [origin] "{" { term } { decl } { mark } { site } block { block } "}"
//   term, decl = as in .kir
//   mark       = ("uniform" | "active" | "next" | "havoc" | "flag" | "choice") name {"," name} ";"
//                                                    -- roles of variables; uniform: one copy for all threads
//              | "memory" name ("constant" | "equal" | "adversarial") ["watched" ["values"]] ";"     -- .lks only
//   site       = "site" int ":" kind name "from" int "," int [origin] ";"                                -- .lks only
//                                                    -- number, kind, array, kernel block and statement
//   kind       = "read" | "write" | "atomic" | "group_atomic" | "group_read" | "thread_atomic"
//   block      = ("block" name | "head" name | "back" name | "exit" name) [origin] ":" { stmt [origin] ";" } end
//   guard      = name "=" name                       -- the Active variable and a block: block-id scheme
//              | name                                -- a flag: flags scheme
//   end        = as in .kir: goto, br, switch, return
//
// Statements of .pred (Tables 1 and 2); where a guard is always true, "guard ?" and ": old value" are left out.
//
//   active := B                        next :in {B1, ..., Bn}             havoc v
//   v := e                             v := guard ? e : v              v := guard ? e : *   -- v is dead if not guard
//   v, w := A[e] per n                 v, w := guard ? A[e] per n : v, w
//   A[e] := e1, e2 per n               A[e] := guard ? e1, e2 per n : A[e]
//   [v :=] atomic [group | thread] op A[e](e1, ...) [per n] [if guard]
//   assume [guard ==>] e               likewise the other words for assume and assert; assert e "message"
//   assume active = B                  assume active != B           -- Back and Exit blocks, block-id scheme
//   assume flag                        assume not(flag)             -- Back and Exit blocks, flags scheme
//   barrier [guard] scope fence(...)
//   skip
//
// "quiet" may stand before a load or a store, here and in .lks: as in .kir.
//
// Statements of .lks (Table 3). Vectors stand in angle brackets, <x> for <x_t>_t; a uniform variable stands bare.
//
//   <active> := <B>
//   <next> :in <{B1, ..., Bn}>
//   havoc <v>
//   <v> := <e>                         <v> := <guard ? e : v>             u := e
//   <v>, <w> := <A[e]> per n           <v>, <w> := <guard ? A[e] : v, w> per n
//   A[<e>] := psi <[guard,] e1, e2> per n
//   [<v> :=] atomic [group | thread] op A[<e>](e1, ...) [per n] [if <guard>]
//   assume all <[guard ==>] e>         likewise the other words; assert all <guard ==> e> "message"
//   assume some <guard>                assume none <guard>                -- Back and Exit blocks
//   sync [some <guard> ==> all <guard>] scope fence(...)
//   skip
//   log read A[<e>] for n [if <guard>] [value <e1, e2> per n] site s      -- likewise write, atomic
//   check races A
//   end interval scope A, B [if <guard>]
//   refresh A, B
#pragma once

#include "cfg/ir/text/print.h"
#include "predication/lockstep.h"
#include "predication/predicated.h"
#include "support/result.h"

#include <string>
#include <string_view>

namespace lockstep::predication {

using cfg::PrintOptions;

std::string print(const Predicated &p, const PrintOptions &options = {});
std::string print(const Lockstep &p, const PrintOptions &options = {});
std::string print(const Lockstep::Stmt &s, const Lockstep &p); // without origin, without ";"

// Exactly one program; `file` is the name that places carry. Kernel blocks are not in the text.
support::Result<Predicated> parse_predicated(std::string_view text, const std::string &file,
                                             support::Diagnostics &diags);
support::Result<Lockstep> parse_lockstep(std::string_view text, const std::string &file, support::Diagnostics &diags);

} // namespace lockstep::predication
