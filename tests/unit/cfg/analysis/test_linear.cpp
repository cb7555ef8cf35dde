// Linear forms: what is taken apart, and what stays an atom because its numbers cannot be written.
#include "cfg/analysis/values/linear.h"

#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_linear {
namespace {

// "constant + factor * atom ..." of what is assigned to i.
std::string form_of(const std::string &e) {
  const Kernel k = kernel_of("kernel k {\n  param n : i64;\n  param m : i32;\n  var i : i64;\nblock s: i := " + e +
                             "; return;\n}\n");
  support::Diagnostics diags;
  const auto forest = loops(k, diags);
  const Ranges r = ranges(k, *forest, available_facts(k), {}, {true, nullptr});
  const Linear l = linear_form(std::get<Assign>(k.blocks[0].stmts[0].node).value, r, [](VarId) { return Expr(); });
  EXPECT_TRUE(is_exact(l));
  std::string out = support::text(l.constant);
  for (const Linear::Term &t : l.terms)
    out += " + " + support::text(t.factor) + " * " + print(t.atom, k);
  return out;
}

TEST(Linear, SumsOfAtoms) {
  EXPECT_EQ(form_of("add.nsw(mul.nsw(n, 3:i64), sub.nsw(5:i64, n))"), "5 + 2 * n");
  EXPECT_EQ(form_of("shl.nsw(add.nsw(n, 1:i64), 4:i64)"), "16 + 16 * n");
}

TEST(Linear, WhatMayWrapIsAnAtom) {
  EXPECT_EQ(form_of("add(n, 1:i64)"), "0 + 1 * add(n, 1:i64)");
  EXPECT_EQ(form_of("zext(m, i64)"), "0 + 1 * zext(m, i64)");
  EXPECT_EQ(form_of("sext(m, i64)"), "0 + 1 * m");
}

TEST(Linear, FactorsBeyond64BitsAreExact) {
  EXPECT_EQ(form_of("mul.nsw(mul.nsw(n, 4294967296:i64), 4294967296:i64)"), "0 + 18446744073709551616 * n");
  EXPECT_EQ(form_of("sub.nsw(0:i64, mul.nsw(mul.nsw(n, 4294967296:i64), 4294967296:i64))"),
            "0 + -18446744073709551616 * n");
}

TEST(Linear, FactorsThatCannotBeWrittenAreNoFactors) {
  std::string e = "n";
  for (int i = 0; i < 3; ++i)
    e = "mul.nsw(" + e + ", 9223372036854775807:i64)";
  EXPECT_EQ(form_of(e), "0 + 1 * " + e);
  EXPECT_EQ(form_of("sub.nsw(" + e + ", " + e + ")"), "0 + 1 * sub.nsw(" + e + ", " + e + ")");
}

} // namespace
} // namespace lockstep::cfg::test_linear
