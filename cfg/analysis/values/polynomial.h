// Polynomials: an integer expression, read as a signed number, as a sum of products of atoms.
//
// A linear form (linear.h) whose products of two unknowns are multiplied out, through the equations that are known at
// the point in question. Sound because a node is taken apart only where its own arithmetic does not wrap in the signed
// reading, as in linear.h, and integers are a ring: the polynomial and the expression have the same mathematical value.
#pragma once

#include "cfg/analysis/values/linear.h"

#include <functional>
#include <vector>

namespace lockstep::cfg {

struct Monomial {
  std::vector<Expr> atoms; // in a canonical order, with repetitions; none: the number 1
  Wide factor;
};

struct Polynomial {
  std::vector<Monomial> terms; // no two with the same atoms, none with factor 0
  // What was taken apart: the expression itself and the equations that were used. That their arithmetic does not wrap
  // may be an assumption (Ranges::wrap_of), which the polynomial then rests on.
  std::vector<Expr> rests_on;
};

struct PolynomialOptions {
  std::function<Expr(VarId)> definition;     // an expression that the variable equals at the point, or null
  std::function<bool(const Expr &)> is_atom; // sums that are not multiplied out: a pitch `width + 2` is one number
};

// The expression itself as the only atom, where it would have more than 48 terms or numbers that cannot be written.
Polynomial polynomial_form(const Expr &e, const Ranges &ranges, const PolynomialOptions &options);

// x % y for x - x / y * y. Else `e`. The two are equal wherever the quotient is defined, whatever wraps around: modulo
// 2^width they are, and both lie between 0 and x. Where it is not (y is 0; or -1, and x the least number), both are
// anything: whoever uses the remainder excludes it.
Expr as_remainder(const Expr &e, const std::function<Expr(VarId)> &definition);

bool same_atoms(const std::vector<Expr> &a, const std::vector<Expr> &b);
// What is left of `atoms` without `part`; none if `part` is not all in it.
std::optional<std::vector<Expr>> without(std::vector<Expr> atoms, const std::vector<Expr> &part);

} // namespace lockstep::cfg
