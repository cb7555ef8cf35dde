// Exact expressions: what a cost is, as a function of parameters and launch sizes (docs/design.md 13).
//
// An expression is kept in normal form: a sum of products of atoms with rational factors, atoms in a fixed order, like
// products merged. Atoms are what a polynomial cannot say: floor(a/b), mod(a, b), min, max, [a >= 0], [a == 0], log2,
// finite tables, and sums that nobody has closed. Builders fold what is constant and what bounds of symbols decide, so
// two expressions that print alike are equal; equal functions need not print alike.
//
// Numbers are GMP's: no operation overflows, none rounds.
#pragma once

#include <functional>
#include <gmpxx.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::cost {

using Rational = mpq_class;
using Integer = mpz_class;

inline Integer two_to(unsigned n) { return Integer(1) << n; }
Integer floor_of(const Rational &r);
Rational ratio(const Integer &a, const Integer &b);

// What an operation throws whose result nobody would read: of more terms, or with an atom of a longer text, than any
// formula of use has. Whoever asks for a value, a count or a sum catches it, and has none then.
struct TooLarge {};

struct Atom;
using AtomRef = std::shared_ptr<const Atom>; // never null
using Product = std::vector<AtomRef>;        // ascending by key, with repeats; the empty one is 1

struct ProductLess {
  bool operator()(const Product &a, const Product &b) const;
};
using Terms = std::map<Product, Rational, ProductLess>; // no factor of zero

class Expr {
public:
  Expr() = default; // 0
  Expr(long n) : Expr(Rational(n)) {}
  Expr(int n) : Expr(Rational(n)) {}
  Expr(const Integer &n) : Expr(Rational(n)) {}
  Expr(const Rational &r);
  Expr(AtomRef atom);

  const Terms &terms() const;
  std::optional<Rational> constant() const; // if it is one
  Rational constant_part() const;
  AtomRef single_atom() const; // null: it is not one atom times 1
  bool is_zero() const { return terms().empty(); }
  std::string str() const; // text form (parse in expr_text.h)

  Expr operator-() const;
  friend Expr operator+(const Expr &a, const Expr &b);
  friend Expr operator-(const Expr &a, const Expr &b) { return a + -b; }
  friend Expr operator*(const Expr &a, const Expr &b);
  Expr &operator+=(const Expr &o);
  bool operator==(const Expr &o) const; // in normal form

private:
  explicit Expr(Terms terms);
  std::shared_ptr<Terms> terms_; // null: 0; changed only by its one owner
};

enum class AtomKind { Symbol, Floor, Mod, Min, Max, AtLeastZero, IsZero, Log2, Table, Sum };

// args: Floor, Mod: a and b; Min, Max: at least two; AtLeastZero, IsZero, Log2: one; Table: the indices; Sum: how many,
// and the summand. A symbol is a whole number; so are all atoms but tables and sums of others.
struct Atom {
  AtomKind kind = AtomKind::Symbol;
  std::string name; // Symbol; Sum: of the variable that runs from 0
  std::vector<Expr> args;
  std::vector<std::size_t> shape; // Table: as many entries in each dimension; an index outside is the nearest inside
  std::vector<Rational> values;   // Table: the last index is the fastest
  // Symbol: what it is known to lie between. `below`: at most this less 1.
  std::optional<Integer> lo, hi;
  std::optional<Expr> below;
  std::string key; // of the text; orders atoms
  // What it lies between, from the bounds of the symbols in it; empty: not known.
  std::optional<Rational> least, most;
  bool whole = true; // for all values of the symbols, as far as is seen
};
void bound(Atom &a); // sets `least`, `most` and `whole`

// --- builders ---------------------------------------------------------------------------------------------------
Expr symbol(const std::string &name, std::optional<Integer> lo = {}, std::optional<Integer> hi = {},
            std::optional<Expr> below = {});
Expr floor_div(const Expr &a, const Expr &b); // floor(a / b); undefined for b = 0
Expr ceil_div(const Expr &a, const Expr &b);
Expr mod(const Expr &a, const Expr &b); // a - b * floor(a / b)
Expr minimum(const Expr &a, const Expr &b);
Expr maximum(const Expr &a, const Expr &b);
Expr clamp(const Expr &e, const Expr &lo, const Expr &hi); // min(max(e, lo), hi)
Expr at_least_zero(const Expr &e);                         // 1 or 0
Expr is_zero(const Expr &e);
Expr log2(const Expr &e); // floor of the logarithm of max(e, 1)
Expr table(std::vector<std::size_t> shape, std::vector<Rational> values, std::vector<Expr> indices);
Expr open_sum(const std::string &variable, const Expr &count, const Expr &summand); // as it stands; see sums.h

// --- queries ----------------------------------------------------------------------------------------------------
bool mentions(const Expr &e, const std::string &symbol);
bool mentions(const Atom &a, const std::string &symbol);
std::map<std::string, AtomRef> symbols_of(const Expr &e); // free ones
Expr substitute(const Expr &e, const std::string &symbol, const Expr &by);
// e == factor * symbol + rest, where neither mentions the symbol; empty: it is not linear in it.
struct LinearIn {
  Expr factor, rest;
};
std::size_t characters(const Expr &e); // of its text, about
std::optional<LinearIn> linear_in(const Expr &e, const std::string &symbol);
// From the bounds of symbols. Sound because each atom lies within the bounds computed for it.
std::optional<Rational> least(const Expr &e);
std::optional<Rational> most(const Expr &e);
bool is_whole(const Expr &e); // whole for all values of the symbols, as far as is seen

struct Value {
  std::optional<Rational> number;
  std::string problem; // why there is none: a symbol without a value, a sum that is too long
};
Value evaluate(const Expr &e, const std::map<std::string, Integer> &values);

} // namespace lockstep::cost
