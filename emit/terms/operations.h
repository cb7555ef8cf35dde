// Operations, by the form of what they give.
#pragma once

#include "emit/terms/leaves.h"
#include "emit/terms/lemmas.h"
#include "emit/terms/partial.h"

namespace lockstep::emit {

// Truth values, and comparisons.
class Booleans {
public:
  Booleans(const Representation &reps, const Forms &forms, Operands &operands, Declarations &decls)
      : reps_(reps), forms_(forms), of_(operands), decls_(decls) {}

  boogie::Expr operation(const cfg::Expr &e, Thread t); // null: it has no meaning of its own

private:
  boogie::Expr equal(const cfg::Expr &x, const cfg::Expr &y, Thread t);
  boogie::Expr ordered(const cfg::Expr &e, Thread t);

  const Representation &reps_;
  const Forms &forms_;
  Operands &of_;
  Declarations &decls_;
};

// Bit-vectors, which are the machine values.
class Bits {
public:
  Bits(LaunchTerms &launch, PartialOperations &partial, Operands &operands, Declarations &decls)
      : launch_(launch), partial_(partial), of_(operands), decls_(decls) {}

  boogie::Expr operation(const cfg::Expr &e, Thread t); // null: it has no meaning of its own

private:
  LaunchTerms &launch_;
  PartialOperations &partial_;
  Operands &of_;
  Declarations &decls_;
};

// Integers: of the machine values, read signed or unsigned. The reading is changed only where the ranges do not show
// that both agree, and a result is reduced only where it may wrap around.
class Integers {
public:
  Integers(const cfg::Ranges &ranges, Reliance &relied, Lemmas &lemmas, LaunchTerms &launch, PartialOperations &partial,
           Operands &operands)
      : ranges_(ranges), relied_(relied), lemmas_(lemmas), launch_(launch), partial_(partial), of_(operands) {}

  // Null: it has no meaning in integers, or none of its own.
  boogie::Expr operation(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr reread(boogie::Expr value, const cfg::Expr &e, Sign from, Sign to) const; // e's value

private:
  bool readings_agree(const cfg::Expr &e) const;
  boogie::Expr arithmetic(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr divide(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr shift_right(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr mask(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr complement(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr least_or_greatest(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr truncate(const cfg::Expr &e, Sign sign, Thread t);

  const cfg::Ranges &ranges_;
  Reliance &relied_;
  Lemmas &lemmas_;
  LaunchTerms &launch_;
  PartialOperations &partial_;
  Operands &of_;
};

} // namespace lockstep::emit
