// What expressions are made of, as terms: launch quantities, variables, constants, contents of arrays that nobody
// writes; and values that fit in no representation, of which only what they read is known.
#pragma once

#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/ir/launch.h"
#include "emit/terms/forms.h"

#include <functional>
#include <map>

namespace lockstep::emit {

// Ids, sizes and offsets of the launch.
class LaunchTerms {
public:
  LaunchTerms(const cfg::Launch &launch, Declarations &decls) : launch_(launch), decls_(decls) {}

  boogie::Expr quantity(const cfg::ExprNode &n, Thread t); // the whole, of which the expression is the low bits
  // The integer and its bits are tied over as many bits as its range needs: id == bit 0 + 2 * bit 1 + 4 * bit 2 ...
  boogie::Expr bits(const cfg::ExprNode &n, Thread t);

private:
  const cfg::Launch &launch_;
  Declarations &decls_;
};

// Where things are read.
struct Reading {
  // Variables (no parameters): what this gives, of the variable's type, or where that is null the thread's own copy.
  // For variables that both threads share, and for values kept from an earlier time.
  using Lookup = std::function<boogie::Expr(cfg::VarId, Thread)>;
  Lookup variable;
  // Who executes the statement at hand, for annotations that ask (cfg/ir/pairwise.h).
  std::function<boogie::Expr(Thread)> enabled;
  // What a reading (Op::Read) inside an expression gives, as a cell of the array holds it (Forms::map_type); null: the
  // array is one that nobody writes.
  using Contents = std::function<boogie::Expr(const cfg::Expr &read, Thread)>;
  Contents contents;
};

// Variables as they are read, what their values can be, and values as they hold them.
class Variables {
public:
  Variables(const cfg::Kernel &k, const Representation &reps, const Forms &forms, const Reading &reading,
            Declarations &decls)
      : k_(k), reps_(reps), forms_(forms), reading_(reading), decls_(decls) {}

  boogie::Expr read(cfg::VarId v, Thread t); // its Boogie variable or constant
  // What a value of v's type can be, narrowed by `range` (signed or unsigned reading, as v has it).
  boogie::Expr domain(cfg::VarId v, Thread t, const cfg::ExprRange &range);
  boogie::Expr constant(cfg::VarId v, std::uint64_t bits) const; // as v holds it
  boogie::Expr less_or_equal(cfg::VarId v, Sign sign, boogie::Expr a, boogie::Expr b);
  // A never-written array's contents at an offset, as variable `dest` holds it.
  boogie::Expr content(cfg::ArrayId a, boogie::Expr offset, cfg::VarId dest);
  boogie::Expr known_content(cfg::ArrayId a, const boogie::Expr &offset, cfg::VarId dest, boogie::Expr otherwise) const;

private:
  cfg::Bounds as_read(cfg::VarId v, const cfg::ExprRange &range) const;

  const cfg::Kernel &k_;
  const Representation &reps_;
  const Forms &forms_;
  const Reading &reading_;
  Declarations &decls_;
};

// Values that fit in no representation: each is some function, the same for all threads, of what its expression reads.
// Sound because an expression's value is a function of its variables, the thread's ids and fixed arrays.
class Unknowns {
public:
  Unknowns(const cfg::Kernel &k, Variables &variables, LaunchTerms &launch, Declarations &decls)
      : k_(k), variables_(variables), launch_(launch), decls_(decls) {}

  boogie::Expr value(const cfg::Expr &e, const boogie::Type &type, Thread t); // an integer is read signed

private:
  const cfg::Kernel &k_;
  Variables &variables_;
  LaunchTerms &launch_;
  Declarations &decls_;
  std::map<std::string, std::size_t> numbers_; // of expressions, by their text
};

} // namespace lockstep::emit
