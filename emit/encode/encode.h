// Kernel expressions to Boogie expressions, for one thread of the pair (docs/design.md 8).
//
// An integer-represented value is the machine value read as a signed or an unsigned number; a bit-vector-represented
// one is the machine value. Reading is changed only where the ranges do not show that both readings agree.
#pragma once

#include "cfg/analysis/values/induction.h"
#include "cfg/ir/assumptions.h"
#include "cfg/ir/launch.h"
#include "emit/encode/declarations.h"
#include "emit/encode/names.h"
#include "emit/encode/representation.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace lockstep::emit {

struct EncodeOptions {
  bool trust_flags = true;     // nsw and nuw promise that nothing wraps (else --strict-overflow)
  bool assume_no_wrap = false; // --integers int: every operation is taken not to wrap (a stated assumption)
};

class Encoder {
public:
  Encoder(const cfg::Kernel &k, const cfg::Ranges &ranges, const Representation &reps, const cfg::Launch &launch,
          EncodeOptions options, Declarations &decls);

  boogie::Type var_type(cfg::VarId v) const;
  boogie::Expr var(cfg::VarId v, Thread t); // its Boogie variable or constant
  // Where variables (no parameters) are read: what `lookup` gives, of the variable's type, or where that is null the
  // thread's own copy. For variables that both threads share, and for values kept from an earlier time.
  using Lookup = std::function<boogie::Expr(cfg::VarId, Thread)>;
  void read_variables(Lookup lookup) { lookup_ = std::move(lookup); }
  const Lookup &reading() const { return lookup_; }
  // Who executes the statement at hand, for annotations that ask (cfg/ir/pairwise.h).
  using Enabled = std::function<boogie::Expr(Thread)>;
  void know_enabled(Enabled enabled) { enabled_ = std::move(enabled); }
  // What a reading (Op::Read) inside an expression gives, as a cell of the array holds it (private_array_type); null:
  // the array is one that nobody writes.
  using Contents = std::function<boogie::Expr(const cfg::Expr &read, Thread)>;
  void know_contents(Contents contents) { contents_ = std::move(contents); }
  boogie::Expr boolean(const cfg::Expr &e, Thread t);
  boogie::Expr assigned_to(cfg::VarId v, const cfg::Expr &e, Thread t); // the value as v holds it
  boogie::Expr equation(cfg::VarId v, const cfg::Expr &e, Thread t);    // v == e
  boogie::Expr offset(cfg::ArrayId a, const cfg::Expr &e, Thread t);    // signed integer, or bits
  boogie::Type offset_type(cfg::ArrayId a) const;
  // Does an offset fit in no representation, so that it is some function of its variables? (Of arrays that nobody
  // writes only.)
  bool is_function(cfg::ArrayId a, const cfg::Expr &e) const;
  boogie::Expr moved(boogie::Expr offset, std::int64_t by); // offset + by
  // Any value, in its own representation. What fits in no representation is the same unknown function of its variables
  // for all threads. Sound because an expression's value is a function of its variables, the thread's ids and fixed
  // arrays.
  boogie::Expr stored(const cfg::Expr &e, Thread t);
  // What a value of v's type can be, narrowed by `range` (signed or unsigned reading, as v has it).
  boogie::Expr domain(cfg::VarId v, Thread t, const cfg::ExprRange &range);
  // A never-written array's contents at an offset, as variable `dest` holds it.
  boogie::Expr content(cfg::ArrayId a, boogie::Expr offset, cfg::VarId dest);
  boogie::Expr known_content(cfg::ArrayId a, const boogie::Expr &offset, cfg::VarId dest, boogie::Expr otherwise) const;
  // A value as a cell of a private array (or another modelled as a map) holds it.
  boogie::Expr cell(cfg::ArrayId a, const cfg::Expr &e, Thread t);
  // Private arrays are maps.
  boogie::Type private_array_type(cfg::ArrayId a) const;
  // x moved by k times `step`, as v holds it, or in another reading than v's: an integer sum, or bits.
  boogie::Expr advanced(cfg::VarId v, boogie::Expr x, boogie::Expr k, const cfg::Expr &step, Thread t,
                        std::optional<Sign> reading = std::nullopt);
  // What r says of x, its variable's value, after k iterations from `from`: true if nothing in the way v is held. The
  // side of a step 0 is left to the monotone variables.
  boogie::Expr within_band(const cfg::Recurrence &r, boogie::Expr x, boogie::Expr from, boogie::Expr k);
  boogie::Expr value(cfg::VarId v, std::uint64_t bits) const; // a constant, as v holds it
  boogie::Expr power_of_two(unsigned exponent) const;
  boogie::Expr less_or_equal(cfg::VarId v, Sign sign, boogie::Expr a, boogie::Expr b);
  boogie::Expr integer(const cfg::Expr &e, Sign sign, Thread t); // only where !is_bv(e)
  boogie::Expr bits(const cfg::Expr &e, Thread t);               // only where is_bv(e), or ids and constants
  // What the source language leaves undefined does not happen while `e` is evaluated: the signed operations marked nsw
  // that are encoded as bit-vectors do not overflow. Integers are exact and need no such condition; but products of two
  // unknowns, and what is computed from them, get their type's bounds, which solvers are glad of.
  // Sound because an execution in which `e` is evaluated and overflows is undefined; operations inside a selection are
  // left out, since the selection may not use them.
  boogie::Expr defined(const cfg::Expr &e, Thread t);
  // The same where `e` may be one that cannot be encoded: true then.
  boogie::Expr defined_when_assigned(const cfg::Expr &e, Thread t) {
    return encodable(e) ? defined(e, t) : boogie::bool_lit(true);
  }
  bool encodable(const cfg::Expr &e) const { return reps_.consistent(e); }
  bool same_world(cfg::VarId v, const cfg::Expr &e) const; // could v be compared with e?
  const Representation &representation() const { return reps_; }

  // Products of two unknowns met so far, as integers: solvers know little about them (see product_lemmas).
  struct Product {
    Thread thread;
    cfg::Expr factor[2];     // the kernel's operands; null: none of its expressions
    boogie::Expr operand[2]; // as encoded
    boogie::Expr product;    // of the two, not reduced
  };
  void forget_products() {
    products_.clear();
    quotients_.clear();
  }
  // Instances of  y > 0 && x < x' ==> x * y + y <= x' * y  for products of the two threads with a common factor y, and
  // of its mirror image where numbers are divided by unknowns, which may be negative; of  x / y == x / (y * z) * z +
  // (x / y) % z  for numbers that are divided twice; of  x / y == x' / y && x % y == x' % y ==> x == x';
  // of  x / y * y + x % y == x,  of bounds and signs of quotients and remainders, of  |x| < |y * z| ==> |x / y| < |z|;
  // of  0 <= x < a / (c * y) ==> c * (x * y + y) <= a  for groups x.
  // Sound because each is a theorem of integer arithmetic, whatever values the operands have: of the integers that the
  // operands are encoded as, and of their product before it is reduced where it may wrap around (Product::product).
  std::vector<boogie::Expr> product_lemmas();

  // Notes the assumption that `n` rests on, if it does; false: it may wrap.
  bool relies_on(cfg::NoWrap n, Sign sign);
  // Notes the assumption that the operation's signed reading is exact by, if it is by one.
  void rely_on_no_wrap(const cfg::ExprNode &n) { relies_on(ranges_.wrap_of(&n).signed_ok, Sign::Signed); }
  // Assumptions that encoding so far relied on ("signed integer arithmetic does not overflow (nsw)").
  const std::set<std::string> &assumptions() const { return assumptions_; }

private:
  boogie::Expr mixed(const cfg::Expr &e, const boogie::Type &type, Thread t);
  boogie::Expr any(const cfg::Expr &e, Thread t); // for uninterpreted operations
  boogie::Expr argument(const cfg::ExprNode &of, const cfg::Expr &e, Thread t);
  boogie::Type type_of(const cfg::Expr &e) const;
  boogie::Expr opaque(const cfg::Expr &e, Thread t); // floats
  boogie::Expr compare(const cfg::Expr &e, Thread t);
  boogie::Expr arithmetic(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr divide(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr mask(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr bit_operation(const char *name, const cfg::Expr &e, Thread t);
  // What the operation gives, as `plain` says, but where its operands leave it unspecified (a division by zero or out
  // of range, a shift by at least the width): there, a value of which is only known that the operation gives it for
  // these operands. Sound because the front end leaves it at that (docs/design.md 8.1), and executions take some such
  // value.
  boogie::Expr where_specified(boogie::Expr plain, const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr unspecified(const cfg::Expr &e, Sign sign, Thread t);
  boogie::Expr launch_quantity(const cfg::ExprNode &n, Thread t);
  boogie::Expr launch_bits(const cfg::ExprNode &n, Thread t);
  boogie::Expr reread(boogie::Expr value, const cfg::Expr &e, Sign from, Sign to);
  boogie::Expr reduce(boogie::Expr value, unsigned width, Sign sign);
  bool readings_agree(const cfg::Expr &e) const;
  bool fits(bool bits, const cfg::Expr &e) const;
  bool no_wrap(const cfg::Expr &e, Sign sign);

  const cfg::Kernel &k_;
  const cfg::Ranges &ranges_;
  const Representation &reps_;
  const cfg::Launch &launch_;
  EncodeOptions options_;
  Declarations &decls_;
  std::set<std::string> assumptions_;
  std::vector<Product> products_;
  // Quotients and remainders by unknowns met so far, as integers, towards zero.
  struct Quotient {
    Thread thread;
    cfg::Expr e; // SDiv, UDiv, SRem or URem
    boogie::Expr dividend, divisor, value;
    bool towards_zero; // for negative dividends as well
  };
  std::vector<Quotient> quotients_;
  std::vector<boogie::Expr> quotient_lemmas(); // quotients.cpp
  std::vector<boogie::Expr> quotient_bounds() const;
  std::vector<boogie::Expr> products_of_quotients();
  std::vector<boogie::Expr> products_below_quotients();
  std::vector<boogie::Expr> quotients_below();
  boogie::Expr product_of(const std::vector<cfg::Expr> &factors, const cfg::Expr &read, Sign sign, Thread t);
  std::vector<boogie::Expr> nested_quotients();
  bool are_parts(const Quotient &quotient, const Quotient &rest);
  bool is_result(const Quotient &q, const cfg::Expr &e);
  // What variables are assigned that are assigned once in the kernel.
  const std::map<cfg::VarId, cfg::Expr> &definitions();
  std::optional<std::map<cfg::VarId, cfg::Expr>> definitions_;
  Lookup lookup_;
  Enabled enabled_;
  Contents contents_;
  boogie::Expr known_cell(const cfg::Expr &e, Thread t) const { // of a reading; null: as of an array nobody writes
    return contents_ && e->op == cfg::Op::Read ? contents_(e, t) : nullptr;
  }
  std::map<std::string, std::size_t> mixed_; // expressions that fit in nowhere, by their text
};

} // namespace lockstep::emit
