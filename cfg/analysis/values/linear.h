// Linear forms: an integer expression as a sum of atoms with constant factors, plus a constant, exactly or up to
// multiples of a modulus.
//
// The exact form is used to merge accesses whose offsets differ by constants only. Sound because a node is taken apart
// only where its own arithmetic does not wrap in the signed reading (ranges.h: proved, or undefined in the source
// language), so the form and the expression have the same mathematical value; an expression whose factors cannot be
// written exactly (support/wide.h) is an atom of its own.
#pragma once

#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/ir/kernel.h"

#include <functional>

namespace lockstep::cfg {

struct Linear {
  struct Term {
    Expr atom;
    Wide factor;
  };
  std::vector<Term> terms; // no zero factors; in a canonical order
  Wide constant = 0;
  void add(const Expr &atom, Wide factor);
  void add(const Linear &other, Wide factor);
  void normalise();
};

// A number that is `base` plus a multiple of `modulus`.
struct Congruence {
  Linear base;
  Wide modulus = 0; // 0: it is base exactly; else at least 2
};

// Takes integer expressions, read as signed numbers, apart into sums.
class SumReader {
public:
  // `modulo`: an operation that may wrap is taken apart, up to multiples of 2^width; else it is an atom.
  SumReader(const Ranges &ranges, bool modulo) : ranges_(ranges), modulo_(modulo) {}
  virtual ~SumReader() = default;

  void add(const Expr &e, Wide factor, Congruence &out); // out += factor * e

protected:
  virtual bool known(const Expr &e, Wide factor,
                     Congruence &out) = 0; // adds it and says so, or leaves it to be taken apart
  virtual void atom(const Expr &e, Wide factor, Congruence &out) = 0; // adds what is not taken apart

  const Ranges &ranges_;

private:
  bool exact(const ExprNode &e) const;
  bool exact_or_modulo(bool exact, unsigned width, Wide factor, Congruence &out) const;

  const bool modulo_;
};

// `definition`: an expression that a variable equals at the point in question, or null.
Linear linear_form(const Expr &e, const Ranges &ranges, const std::function<Expr(VarId)> &definition);
bool is_exact(const Linear &a); // are all its numbers numbers? linear_form gives no other
bool same_terms(const Linear &a, const Linear &b);
std::size_t hash_terms(const Linear &a);

} // namespace lockstep::cfg
