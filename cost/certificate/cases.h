// What a count depends on, as finitely many cases: where expressions lie between thresholds, and what remainders they
// leave. Conditions, remainders and claims are read once (which sees the thresholds), then asked in each case.
//
// Sound because each value that an expression may have falls into a case that answers like it: a threshold's case is
// the value itself between the lowest and the highest at which an answer changes, or beyond either; cases of two
// expressions are left out together only where the bounds of their difference, or the remainder of one, rule them out.
// A claim that is made of anything else is refused.
#pragma once

#include "cost/formula/expr.h"

#include <memory>

namespace lockstep::cost::certificate {

class Cases {
public:
  struct Form; // a claim
  struct Test {
    std::optional<bool> decided;
    std::size_t at = 0; // holds where the case lies between lo and hi
    long lo = 0, hi = 0;
    std::shared_ptr<const Form> of; // or where this is at least 0 (is 0)
    bool zero = false;
  };
  struct Residue {
    std::optional<std::size_t> at;
    long start = 0, modulus = 1;
  };
  struct Stride {
    std::size_t at = 0;
    Residue residue;
    long far = 0;
  };
  struct Index { // c + factor * case
    std::shared_ptr<const Form> of;
    std::optional<std::size_t> at;
    Rational c, factor;
    long last = 0;
  };
  struct Node {
    std::optional<Test> test;
    std::optional<Residue> residue;
    std::vector<Index> indices; // of a table
    AtomRef atom;
  };
  struct Form {
    std::vector<std::pair<Rational, std::vector<Node>>> terms;
  };

  Test test(const Expr &e, bool zero); // e >= 0, or e == 0
  Residue residue(const Expr &e, long modulus);
  // A number that is e where that is not above `far` or below -far; else one beyond, with e's sign and its remainder.
  Stride stride(const Expr &e, long far, long modulus);
  std::shared_ptr<const Form> form(const Expr &e);

  // Calls visit() for each case.
  template <typename F> void each(const F &visit) {
    prepare();
    from(0, visit);
  }
  bool holds(const Test &t) const;
  long value(const Residue &r) const;
  long value(const Stride &s) const;
  Rational value(const Form &f) const;

private:
  struct Case {
    Expr of;
    long modulus = 0; // 0: a threshold's
    long lo = 0,
         hi = 0; // the lowest and the highest value; of a threshold's at or beyond it, unless the end is its own
    bool ends_lo = false, ends_hi = false;
    bool known = false;
    long value = 0;
    bool exact() const { return (value > lo || ends_lo) && (value < hi || ends_hi); }
  };
  struct Apart { // of a case and an earlier one: their difference
    std::size_t earlier;
    std::optional<Rational> least, most;
  };
  struct Follows { // its value is the sum of those of earlier cases, each some times, modulo the modulus
    std::vector<std::pair<std::size_t, long>> earlier;
  };

  std::size_t threshold(const Expr &primitive, const Integer &lo, const Integer &hi);
  void prepare();
  void link();
  bool possible(std::size_t i) const;
  template <typename F> void from(std::size_t i, const F &visit) {
    if (i == order_.size())
      return visit();
    Case &c = cases_[order_[i]];
    long lo = c.lo, hi = c.hi;
    if (const auto forced = this->forced(i))
      lo = hi = *forced;
    for (c.value = lo; c.value <= hi; ++c.value)
      if (count(); possible(i)) {
        const long now = c.value;
        from(i + 1, visit);
        c.value = now;
      }
  }
  std::optional<long> forced(std::size_t i) const;
  void count();

  std::vector<Case> cases_;
  std::map<std::string, std::size_t> known_;
  std::vector<std::size_t> order_; // thresholds first, then remainders, the largest modulus first
  std::vector<std::vector<Apart>> apart_;
  std::vector<std::vector<Follows>> follows_;
  long visited_ = 0;
};

} // namespace lockstep::cost::certificate
