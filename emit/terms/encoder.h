// Kernel expressions to Boogie expressions, for one thread of the pair (docs/design.md 8).
//
// An integer-represented value is the machine value read as a signed or an unsigned number; a bit-vector-represented
// one is the machine value. What the operations of one form have to themselves is in operations.h; floats are opaque.
#pragma once

#include "cfg/analysis/values/induction.h"
#include "emit/terms/operations.h"

namespace lockstep::emit {

class Encoder : public Operands {
public:
  Encoder(const cfg::Kernel &k, const cfg::Ranges &ranges, const Representation &reps, const cfg::Launch &launch,
          EncodeOptions options, Declarations &decls);

  const Representation &representation;
  Reading reading;
  Forms forms;
  Variables variables;
  Reliance relied;
  Lemmas lemmas;
  PartialOperations partial;

  boogie::Expr term(const cfg::Expr &e, Form form, Thread t) override;
  // Any value, in its own representation; what fits in no representation as Unknowns has it.
  boogie::Expr stored(const cfg::Expr &e, Thread t);
  boogie::Expr assigned_to(cfg::VarId v, const cfg::Expr &e, Thread t); // the value as v holds it
  boogie::Expr equation(cfg::VarId v, const cfg::Expr &e, Thread t);    // v == e
  boogie::Expr offset(cfg::ArrayId a, const cfg::Expr &e, Thread t);    // signed integer, or bits
  boogie::Expr cell(cfg::ArrayId a, const cfg::Expr &e, Thread t);      // as a cell of the array's map holds it
  // x moved by k times `step`, as v holds it, or in another reading than v's: an integer sum, or bits.
  boogie::Expr advanced(cfg::VarId v, boogie::Expr x, boogie::Expr k, const cfg::Expr &step, Thread t,
                        std::optional<Sign> as = std::nullopt);
  // What r says of x, its variable's value, after k iterations from `from`: true if nothing in the way v is held. The
  // side of a step 0 is left to the monotone variables.
  boogie::Expr within_band(const cfg::Recurrence &r, boogie::Expr x, boogie::Expr from, boogie::Expr k);

private:
  // Of what is not computed from the operands alone: another thread's, a cell, an uninterpreted function.
  boogie::Expr application(const cfg::Expr &e, Form form, const boogie::Type &type, Thread t);

  const cfg::Kernel &k_;
  const cfg::Ranges &ranges_;
  Declarations &decls_;
  LaunchTerms launch_;
  Unknowns unknowns_;
  Integers integers_;
  Bits bits_;
  Booleans booleans_;
};

} // namespace lockstep::emit
