// Quasi-polynomials: what an expression in one symbol is for all large values of it (docs/design.md 13).
//
// Floors and remainders by numbers repeat; extrema, tests and tables take one side in the end. So most costs in one
// parameter are, from some value on, a polynomial for each residue of it.
#pragma once

#include "cost/formula/expr.h"

namespace lockstep::cost {

struct Quasi {
  Integer from; // holds where the symbol is at least this
  std::vector<std::vector<Rational>>
      pieces; // by the symbol's residue; coefficients, the constant first, the last not 0
  bool operator==(const Quasi &o) const = default;
};

// What `e` is for large values of `symbol`. Empty: it mentions another symbol, divides by what is no number, takes a
// logarithm or an open sum, or repeats only after more than 1,024.
//
// Sound because each step is an identity for all values from `from` on: a quotient of a line repeats with the period in
// which the line gains a multiple of the divisor, and a sign is read off where no root follows any more.
std::optional<Quasi> quasi(const Expr &e, const std::string &symbol);

// The same, for many expressions of like parts: each is read once.
class QuasiReader {
public:
  explicit QuasiReader(std::string symbol) : symbol_(std::move(symbol)) {}
  std::optional<Quasi> of(const Expr &e);

private:
  const Quasi *of(const Atom &a); // null: none
  std::optional<Quasi> fresh(const Atom &a);
  std::optional<Quasi> quotient(const Expr &of_what, const Expr &by);
  std::optional<Quasi> entries(const Atom &a);

  const std::string symbol_;
  std::map<std::string, std::optional<Quasi>> known_; // by the key of the atom
};

// Are the two equal functions from the later `from` on?
bool alike(const Quasi &a, const Quasi &b);

} // namespace lockstep::cost
