// Potentials: bounds of what a system of transitions costs, by linear programming (the inference of [MH21], Sect. 6.2,
// for what all threads of a warp do alike). It is for loops of which no formula says how often they run: pointers that
// move, lists of work, two counters that share one limit.
//
// A potential gives each location a function Q >= 0 of the variables with Q(x) >= cost + Q'(x') for every transition
// from x to x', so Q at the entry is at least what any execution costs. Q is a sum of products of max(0, L), L affine.
// The lower potential turns the inequalities round and is at most 0 at the exit: at the entry it is at most what an
// execution costs that reaches the exit.
//
// How it is found: where each L is above or below 0 is split into cases; in a case both sides are polynomials, and
// their difference is written as a sum of products of what is known to be at least 0 there, with factors of at least 0.
// That is linear in the unknown coefficients, so one linear program, solved in exact rationals by Z3's minimize, finds
// all.
//
// Sound because every transition is covered in every case (cases are left out only if nothing satisfies them; what is
// alike on both sides cancels first), and a sum of products of non-negative terms with non-negative factors is not
// negative. Variables range over all integers: a system whose variables wrap around is not one of these.
#pragma once

#include <cstddef>
#include <gmpxx.h>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::cost {

// factors[i] * variable i, summed, plus constant.
struct Affine {
  std::vector<mpz_class> factors;
  mpz_class constant;
  bool operator==(const Affine &) const = default;
};

struct Transition {
  std::size_t from = 0, to = 0;
  std::vector<Affine> guard;                 // each at least 0
  std::vector<std::optional<Affine>> update; // of each variable, by the values before; empty: any value
  mpz_class cost;                            // each time it is taken
};

// Location 0 is the entry, with no condition but `assumed`; `locations - 1` the exit, which no transition leaves.
struct TransitionSystem {
  std::vector<std::string> variables;
  std::size_t locations = 2;
  std::vector<Affine> assumed; // at the entry, each at least 0
  std::vector<Transition> transitions;
};

// A sum of factor * product of max(0, form).
struct PotentialTerm {
  mpq_class factor;
  std::vector<Affine> forms; // none: 1
};
using Potential = std::vector<PotentialTerm>;

mpq_class evaluate(const Potential &p, const std::vector<mpz_class> &values);
std::string print(const Potential &p, const std::vector<std::string> &variables); // "max(0, n - i) + 2"

struct PotentialOptions {
  unsigned degree = 1;        // of products: 1 or 2
  std::size_t most_forms = 8; // for a location
  unsigned steps =
      20'000'000; // of the solver, a question; it counts them itself, so answers do not depend on the machine
};

// Of what an execution from the entry costs, in the values at the entry. Empty: none was found.
std::optional<Potential> upper_potential(const TransitionSystem &s, const PotentialOptions &options = {});
std::optional<Potential> lower_potential(const TransitionSystem &s, const PotentialOptions &options = {});

} // namespace lockstep::cost
