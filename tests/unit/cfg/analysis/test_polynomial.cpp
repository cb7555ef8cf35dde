// Polynomials: what is multiplied out, through which definitions, and what stays one number.
#include "cfg/analysis/values/polynomial.h"

#include "tests/unit/cfg/kir_test.h"

#include <algorithm>

namespace lockstep::cfg::test_polynomial {
namespace {

// "factor * atom * atom + ..." of what is assigned to i behind `before`, terms and atoms in the order of their text.
std::string form_of(const std::string &before, const std::string &e, const std::string &atom = {}) {
  const Kernel k = kernel_of("kernel k {\n  param n : i64;\n  param m : i64;\n  param w : i64;\n  var j : i64;\n"
                             "  var i : i64;\nblock s: " +
                             before + " i := " + e + "; return;\n}\n");
  support::Diagnostics diags;
  const auto forest = loops(k, diags);
  const Ranges r = ranges(k, *forest, available_facts(k), {}, {true, nullptr});
  const auto &stmts = k.blocks[0].stmts;
  const auto defined = [&](VarId v) {
    for (const Stmt &s : stmts)
      if (const auto *a = std::get_if<Assign>(&s.node); a && a->var == v && &s != &stmts.back())
        return a->value;
    return Expr();
  };
  const Polynomial p = polynomial_form(std::get<Assign>(stmts.back().node).value, r,
                                       {defined, [&](const Expr &x) { return print(x, k) == atom; }});
  std::vector<std::string> terms;
  for (const Monomial &m : p.terms) {
    std::vector<std::string> atoms;
    for (const Expr &x : m.atoms)
      atoms.push_back(print(x, k));
    std::sort(atoms.begin(), atoms.end());
    std::string text = support::text(m.factor);
    for (const std::string &a : atoms)
      text += " * " + a;
    terms.push_back(text);
  }
  std::sort(terms.begin(), terms.end());
  std::string out;
  for (const std::string &t : terms)
    out += (out.empty() ? "" : " + ") + t;
  return out;
}

TEST(Polynomial, ProductsOfSumsAreMultipliedOut) {
  EXPECT_EQ(form_of("", "mul.nsw(add.nsw(mul.nsw(n, m), 2:i64), w)"), "1 * m * n * w + 2 * w");
  EXPECT_EQ(form_of("", "mul.nsw(add.nsw(n, m), sub.nsw(n, m))"), "-1 * m * m + 1 * n * n");
}

TEST(Polynomial, DefinitionsAreFollowed) {
  EXPECT_EQ(form_of("j := mul.nsw(n, m);", "add.nsw(mul.nsw(j, w), j)"), "1 * m * n + 1 * m * n * w");
}

TEST(Polynomial, AProductThatMayWrapIsOneNumber) {
  EXPECT_EQ(form_of("", "add.nsw(mul(n, m), w)"), "1 * mul(n, m) + 1 * w");
  EXPECT_EQ(form_of("", "mul.nsw(add(n, m), w)"), "1 * add(n, m) * w");
}

TEST(Polynomial, AFactorMayBeLeftWhole) {
  EXPECT_EQ(form_of("", "mul.nsw(n, add.nsw(w, 2:i64))", "add.nsw(w, 2:i64)"), "1 * add.nsw(w, 2:i64) * n");
}

TEST(Polynomial, WhatHasTooManyTermsIsOneNumber) {
  const std::string sum = "add.nsw(add.nsw(n, m), add.nsw(w, 1:i64))";
  std::string product = sum; // 84 terms
  for (int i = 0; i < 5; ++i)
    product = "mul.nsw(" + product + ", " + sum + ")";
  EXPECT_EQ(form_of("", product), "1 * " + product);
}

TEST(Polynomial, PartsAreTakenFromProducts) {
  const Expr n = variable(0, int_type(64)), m = variable(1, int_type(64));
  const auto rest = without({n, m, n}, {n});
  ASSERT_TRUE(rest);
  EXPECT_TRUE(same_atoms(*rest, {n, m}));
  EXPECT_FALSE(without({n, m}, {n, n}));
  EXPECT_FALSE(same_atoms({n, n}, {n, m}));
}

} // namespace
} // namespace lockstep::cfg::test_polynomial
