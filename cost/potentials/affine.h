// Affine forms and polynomials over the variables of a system of transitions (potentials.h), before and behind a step.
#pragma once

#include "cost/potentials/potentials.h"

#include <map>
#include <optional>
#include <vector>

namespace lockstep::cost {

using Forms = std::vector<Affine>;
using Monomial = std::vector<std::size_t>; // variables, ascending, with repeats; empty: 1
using PotentialPolynomial = std::map<Monomial, mpq_class>;

bool is_constant(const Affine &a);
Affine plus(Affine a, const mpz_class &n);
Affine negated(Affine a);
void add(Forms &to, const Affine &form); // unless it is there, or constant
PotentialPolynomial polynomial(const Affine &a);
PotentialPolynomial multiplied(const PotentialPolynomial &a, const PotentialPolynomial &b);
mpz_class value_of(const Affine &a, const std::vector<mpz_class> &values);

// A transition over its variables before, and one more for each that may have any value behind.
struct PotentialStep {
  const Transition &transition;
  std::size_t width = 0;
  std::vector<Affine> after; // of each variable

  PotentialStep(const TransitionSystem &s, const Transition &t);
  Affine before(Affine form) const;
  Affine behind(const Affine &form) const; // by the values before
  // Empty: it depends on a variable that may have any value.
  std::optional<Affine> substituted(const Affine &form, std::size_t variables) const;
};

} // namespace lockstep::cost
