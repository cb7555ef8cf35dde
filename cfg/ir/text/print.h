// Kernel -> text (.kir). The text reads back (parse.h) as the same kernel: print(parse(print(k))) == print(k).
// An ill-formed kernel prints too; an id out of range shows as `?7`.
//
// Grammar. "x" stands for itself, { } repeats, [ ] is optional, | chooses; comments are // ... and /* ... */.
//
//   file       = { kernel }
//   kernel     = "kernel" name ["pointer_bits" int] [origin] "{" { term } { decl } block { block } "}"
//   term       = "terms" word {"," word} ";"                                      -- terms.h says what they mean
//              | "launch" "local_size" sizes "num_groups" sizes ["global_size" sizes] "global_offset" int int int
//                "dimensions" int "warp_size" int ["any_threads"] ";"                            -- what the kernel was
//                compiled for
//              | "assumes" string ";" | "axioms" string string ";" | "uncalled" string [origin] ";"  -- axioms: file,
//              text
//   word       = "overflow" ("undefined" | "wraps") | "tolerates" ("none" | "computed" | "same" | "computed_unchanged"
//              | "unchanged") | "nothing_wraps" | "bounds_asked" | "vacuous_allowed" | "own_function" | "by_contracts"
//              | "lock_step" int
//   sizes      = size size size                size = int | "*"
//   decl       = ("param" | "var") name ":" type [kind] [string] [origin] ";"   -- string: the source's name
//              | "array" name ":" type "[" [int] "]" space { option } [string] [origin] ";"   -- int: granules
//   kind       = "copy_part" | "copy_meeting" | "copy_choice" | "access_log" | "address"   -- of a parameter
//   space      = "global" | "group" | "constant" | "private"
//   option     = "param" | "granule" int | "elements" int | "initial" "{" int {"," int} "}"
//                -- granule bytes (left out: those of the type), bytes of a source element (left out: the granule's)
//   block      = "block" name [origin] ":" { stmt } end
//   stmt       = name ":=" expr                        | "havoc" name          | "skip"
//              | name {"," name} ":=" cells            -- load                 | cells2 ":=" expr {"," expr} [per]
//              [align] | [name ":="] "atomic" ["group" | "thread"] order ["everywhere"] atomic cells2 "(" [expr {","
//              expr}] ")"
//                [per]                    -- scope; "everywhere": the order is one of accesses to all spaces
//              | "memory_fence" ("thread" | "group" | "grid") order "(" [ ("group" | "global") {"," ...} ] ")" |
//              assume expr | assert expr [string] | "barrier" ("warp" int | "group" | "grid") "fence" "(" [ ("group" |
//              "global") {"," ...} ] ")"
//                [name ":=" exchange "(" expr ["," expr] ")"]                    -- of warps: threads, what they
//                ["end"]                                                         -- of groups: a thread's end
//              | ("sync" | "arrive") int "of" int ["counted" name]
//              | "gather" ["ranked"] int "among" (expr | "active_lanes") (name ":=" exchange "(" expr ["," expr] ")" |
//                "fence" "(" ... ")") exchange each with [origin] ";" at its end; "quiet" may stand before a load or a
//                store, "fresh" behind it, and behind that, before a load, "incoherent"
//   order      = ["acquire"] ["release"] ["failing" "acquire"]   -- of a cmpxchg that does not write
//   cells      = cells2 [per]        cells2 = name "[" expr "]"        per = "per" int   -- granules per value; else 1
//   align      = "align" int           -- bytes that divide the address, where they are fewer than the access has
//   atomic     = "add" "sub" "xchg" "inc" "dec" "cmpxchg" "min" "max" "umin" "umax" "and" "or" "xor" "load" "store"
//                "fadd" "other"
//   exchange   = "shuffle" "shuffle_idx" "shuffle_up" "shuffle_down" "shuffle_xor" "any" "all" "ballot" "match" "add"
//                "min" "max" "umin" "umax" "and" "or" "xor" "fadd" "fmin" "fmax" "before"
//   assume     = "assume" | "requires" | "assume.branch" | "assume.language" | "assume.promise" | "assume.launch"
//              | "assume.heap" | "assume.counter" | "assume.barrier"
//   assert     = "assert" | "invariant" | "assert.bounds" | "assert.division" | "assert.unreachable"
//              | "assert.barrier" | "assert.copies"
//   end        = ("goto" name {"," name} | "br" expr "," name "," name | "return"
//              | "switch" expr "{" { ["-"] int ":" name "," } "default" ":" name "}") [origin] ";"
//   expr       = name | "true" | "false" | ["-"] int ":" type | ["-"] decimal ":" ("f32" | "f64")
//                                                      -- an int of a float type gives its bits
//              | quantity "(" int "," type ")"         -- local_id group_id local_size num_groups global_offset
//              | op[".nsw"][".nuw"] "(" expr {"," expr} ["," type] ")"           -- ops.def; type: of casts
//              | "call" string "(" [expr {"," expr}] ")" ":" type
//              | "read" name "[" expr "]" ":" type
//   type       = "bool" | "i1" .. "i64" | "f16" | "f32" | "f64"
//   origin     = "@" "?" | "@" string ":" int ":" int ["in" string] ["from" origin]   -- function; inlined at
//   name       = word | "`" anything "`"               -- needed for reserved words and odd characters
#pragma once

#include "cfg/ir/kernel.h"

#include <string>

namespace lockstep::cfg {

struct PrintOptions {
  bool origins = false; // with the place of every declaration, statement, terminator and block ("@?" where unknown)
};

std::string print(const Kernel &k, const PrintOptions &options = {});
std::string print(const Terms &t, const PrintOptions &options = {}); // lines, none where all is as it usually is
std::string print(const Expr &e, const Kernel &k);
std::string print(const Stmt &s, const Kernel &k);       // without origin, without ";"
std::string print(const Terminator &t, const Kernel &k); // likewise
std::string print_origin(const Origin &o);               // "@?" where unknown

} // namespace lockstep::cfg
