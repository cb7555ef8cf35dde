// Offsets as numbers of mixed radix whose radices are the kernel's own sizes: ((n * H + h) * W + w) * C + c.
//
// Theorem. Let s_0 = 1 and s_(i+1) = s_i * R_i, and x = sum d_i * s_i and x' = sum d'_i * s_i with |d_i - d'_i| < |R_i|
// for each i but the last. If x = x', then d_i = d'_i for each i. (No R_i is 0, since no distance is less than 0. R_0
// divides d_0 - d'_0, which is less than |R_0|, hence 0; take the two away, divide by R_0, and go on.)
//
// The solver is given the conclusion under the theorem's conditions, digit by digit, without the products s_i, of which
// it knows little. Sound because the digits are the polynomial of the offset divided by s_last, the rest by the one
// before, and so on (cfg/analysis/values/polynomial.h), a division of polynomials without a remainder; and because the
// conditions on the digits, and that what is divided has a quotient, are part of what is said.
#pragma once

#include "cfg/analysis/values/polynomial.h"
#include "emit/knowledge/rows.h"

namespace lockstep::emit::knowledge {

// A factor that is the same for all threads of the launch: a number times parameters and launch sizes.
struct Scale {
  cfg::Wide factor = 1;
  std::vector<cfg::Expr> atoms;
};

// s_0 to s_last, each a multiple of the one before; at least two.
using Chain = std::vector<Scale>;

// The offset of an access, with all equations that are known there.
struct Offset {
  cfg::Polynomial value;
  std::vector<cfg::Expr> of_launch; // its atoms that depend on nothing but parameters and launch sizes
  // It is the polynomial where each of these divisions is defined; what another gives is anything.
  std::vector<cfg::Expr> divisions;
};
Offset offset_at(const Equations &equations, const cfg::Kernel &k, const cfg::Ranges &ranges, const cfg::Expr &offset);

// Chains by which offsets may fall into digits: at most three, none of launch sizes alone.
std::vector<Chain> chains(const std::vector<Offset> &offsets);

struct Digits {
  std::vector<boogie::Expr> digit; // d_0 to d_last; none: they cannot be written
  std::vector<boogie::Expr> radix; // R_0 to R_(last-1), as the thread knows them
};
Digits digits_of(const View &view, const Offset &offset, const Chain &chain);

// The theorem, digit by digit, for two threads whose offsets low1 and low2 have these digits by one chain.
boogie::Expr same_digits(const boogie::Expr &low1, const Digits &one, const boogie::Expr &low2, const Digits &other);

} // namespace lockstep::emit::knowledge
