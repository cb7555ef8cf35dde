// Products and quotients of unknowns that encoding has met, as integers, and lemmas about them: solvers know little of
// either.
#pragma once

#include "emit/terms/forms.h"

#include <map>
#include <optional>

namespace lockstep::emit {

class Lemmas {
public:
  Lemmas(const cfg::Kernel &k, const Representation &reps, Operands &operands) : k_(k), reps_(reps), of_(operands) {}

  struct Product {
    Thread thread;
    cfg::Expr factor[2];     // the kernel's operands; null: none of its expressions
    boogie::Expr operand[2]; // as encoded
    boogie::Expr product;    // of the two, not reduced
  };
  struct Quotient { // or remainder, by an unknown
    Thread thread;
    cfg::Expr e; // SDiv, UDiv, SRem or URem
    boogie::Expr dividend, divisor, value;
    bool towards_zero; // for negative dividends as well
  };
  void note(Product p) { products_.push_back(std::move(p)); }
  void note(Quotient q); // not more than some
  void forget() {
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
  std::vector<boogie::Expr> all();

private:
  // quotients.cpp
  std::vector<boogie::Expr> of_quotients();
  std::vector<boogie::Expr> quotient_bounds() const;
  std::vector<boogie::Expr> products_of_quotients();
  std::vector<boogie::Expr> products_below_quotients();
  std::vector<boogie::Expr> quotients_below();
  std::vector<boogie::Expr> nested_quotients();
  boogie::Expr product_of(const std::vector<cfg::Expr> &factors, const cfg::Expr &read, Sign sign, Thread t);
  bool are_parts(const Quotient &quotient, const Quotient &rest);
  bool is_result(const Quotient &q, const cfg::Expr &e);
  // What variables are assigned that are assigned once in the kernel.
  const std::map<cfg::VarId, cfg::Expr> &definitions();

  const cfg::Kernel &k_;
  const Representation &reps_;
  Operands &of_;
  std::vector<Product> products_;
  std::vector<Quotient> quotients_;
  std::optional<std::map<cfg::VarId, cfg::Expr>> definitions_;
};

} // namespace lockstep::emit
