// Operations that the source language leaves undefined or unspecified for some operands, and what encoding relies on:
// that they do not wrap around, and the assumptions that this rests on.
#pragma once

#include "cfg/analysis/values/ranges/ranges.h"
#include "emit/terms/forms.h"

#include <set>
#include <string>

namespace lockstep::emit {

struct EncodeOptions {
  bool trust_flags = true;     // nsw and nuw promise that nothing wraps (else --strict-overflow)
  bool assume_no_wrap = false; // --integers int: every operation is taken not to wrap (a stated assumption)
};

class Reliance {
public:
  // What the kernel's own statements assume is listed from the beginning.
  Reliance(const cfg::Kernel &k, const cfg::Ranges &ranges, EncodeOptions options);

  bool trusts_flags() const { return options_.trust_flags; }
  // Is the operation's reading exact? If so by an assumption, that is noted.
  bool no_wrap(const cfg::Expr &e, Sign sign);
  // Notes the assumption that `n` rests on, if it does; false: it may wrap.
  bool on(cfg::NoWrap n, Sign sign);
  // Assumptions that encoding so far relied on ("signed integer arithmetic does not overflow (nsw)").
  const std::set<std::string> &assumptions() const { return assumptions_; }

private:
  const cfg::Ranges &ranges_;
  EncodeOptions options_;
  std::set<std::string> assumptions_;
};

class PartialOperations {
public:
  PartialOperations(const cfg::Ranges &ranges, const Representation &reps, Reliance &relied, Operands &operands,
                    Declarations &decls)
      : ranges_(ranges), reps_(reps), relied_(relied), of_(operands), decls_(decls) {}

  // What the source language leaves undefined does not happen while `e` is evaluated: the signed operations marked nsw
  // that are encoded as bit-vectors do not overflow. Integers are exact and need no such condition; but products of two
  // unknowns, and what is computed from them, get their type's bounds, which solvers are glad of.
  // Sound because an execution in which `e` is evaluated and overflows is undefined; operations inside a selection are
  // left out, since the selection may not use them.
  boogie::Expr defined(const cfg::Expr &e, Thread t);
  // The same where `e` may be one that cannot be encoded: true then.
  boogie::Expr defined_when_assigned(const cfg::Expr &e, Thread t) {
    return reps_.consistent(e) ? defined(e, t) : boogie::bool_lit(true);
  }
  // What the operation gives, as `plain` says, but where its operands leave it unspecified (a division by zero or out
  // of range, a shift by at least the width): there, a value of which is only known that the operation gives it for
  // these operands. Sound because the front end leaves it at that (docs/design.md 8.1), and executions take some such
  // value.
  boogie::Expr where_specified(boogie::Expr plain, const cfg::Expr &e, Sign sign, Thread t);

private:
  boogie::Expr unspecified(const cfg::Expr &e, Sign sign, Thread t);

  const cfg::Ranges &ranges_;
  const Representation &reps_;
  Reliance &relied_;
  Operands &of_;
  Declarations &decls_;
};

} // namespace lockstep::emit
