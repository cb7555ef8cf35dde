// What terms are encoded as: the forms that a kernel's variables, cells and expressions have by their representation,
// the Boogie types of these, and who encodes the operands of an operation.
#pragma once

#include "emit/encode/declarations.h"
#include "emit/encode/names.h"
#include "emit/encode/representation.h"

namespace lockstep::emit {

// A truth value, a value of a float's sort, the machine value's bits, or the integer that it is read as.
enum class Form : std::uint8_t { Boolean, Float, Bits, Signed, Unsigned };
constexpr bool is_integer(Form f) { return f == Form::Signed || f == Form::Unsigned; }
constexpr Sign sign_of(Form integer) { return integer == Form::Unsigned ? Sign::Unsigned : Sign::Signed; }

class Forms {
public:
  Forms(const cfg::Kernel &k, const Representation &reps, Declarations &decls) : k_(k), reps_(reps), decls_(decls) {}

  Form of(cfg::VarId v) const;
  Form of(const cfg::Expr &e) const;  // an integer signed
  Form of_cell(cfg::ArrayId a) const; // of a private array (or another modelled as a map); likewise
  bool fits(cfg::VarId v, const cfg::Expr &e) const { return fits_in(reps_.var_is_bv(v), e); } // could it be compared?
  // Does an offset fit in no representation, so that it is some function of its variables? (Of arrays that nobody
  // writes only.)
  bool is_function(cfg::ArrayId a, const cfg::Expr &e) const;

  boogie::Type type(Form form, unsigned width) const;
  boogie::Type type(cfg::VarId v) const { return type(of(v), k_.vars[v].type.width); }
  boogie::Type offset_type(cfg::ArrayId a) const;
  boogie::Type map_type(cfg::ArrayId a) const; // of all cells, by their offsets
  // The function that gives a never-written array's contents at an offset.
  std::string contents(cfg::ArrayId a, Form form, unsigned width) const;

private:
  bool fits_in(bool bits, const cfg::Expr &e) const;

  const cfg::Kernel &k_;
  const Representation &reps_;
  Declarations &decls_;
};

class Operands {
public:
  Operands() = default;
  Operands(const Operands &) = delete; // who encodes operations holds it
  Operands &operator=(const Operands &) = delete;

  // The expression's value for the thread. It can be encoded, and in this form (Forms, Representation::consistent).
  virtual boogie::Expr term(const cfg::Expr &e, Form form, Thread t) = 0;
  boogie::Expr boolean(const cfg::Expr &e, Thread t) { return term(e, Form::Boolean, t); }
  boogie::Expr bits(const cfg::Expr &e, Thread t) { return term(e, Form::Bits, t); } // or ids and constants
  boogie::Expr integer(const cfg::Expr &e, Sign sign, Thread t) {                    // only where it is not bits
    return term(e, sign == Sign::Signed ? Form::Signed : Form::Unsigned, t);
  }

protected:
  ~Operands() = default;
};

} // namespace lockstep::emit
