// Builders of Boogie's expressions (emit/boogie/boogie.h): what is constant folds, wrong types are mistakes.
#include "boogie_words.h"
#include <gtest/gtest.h>

namespace lockstep::emit::boogie::test_boogie_build {
namespace {

TEST(BoogieBuild, BooleanConstantsVanish) {
  Expr t = bool_lit(true), f = bool_lit(false), p = b("p"), q = b("q");
  EXPECT_EQ(binary("&&", t, p), p);
  EXPECT_TRUE(is_false(binary("&&", p, f)));
  EXPECT_TRUE(is_true(binary("||", p, t)));
  EXPECT_EQ(binary("||", f, p), p);
  EXPECT_TRUE(is_true(implies(f, p)));
  EXPECT_TRUE(is_true(implies(p, t)));
  EXPECT_EQ(implies(t, p), p);
  EXPECT_EQ(print(implies(p, f)), "!p");
  EXPECT_EQ(not_(not_(p)), p);
  EXPECT_EQ(eq(p, t), p);
  EXPECT_EQ(print(eq(f, p)), "!p");
  EXPECT_EQ(print(binary("<==>", f, p)), "!p");
  EXPECT_EQ(ite(t, p, q), p);
  EXPECT_EQ(ite(p, q, q), q);
  EXPECT_EQ(ite(p, t, f), p);
  EXPECT_EQ(print(ite(p, f, t)), "!p");
  EXPECT_TRUE(is_true(conj({})));
  EXPECT_TRUE(is_false(disj({})));
  EXPECT_EQ(conj({t, p, t}), p);
  EXPECT_TRUE(is_false(conj({p, f, q})));
}

TEST(BoogieBuild, IntegerConstantsFold) {
  auto text = [](const char *o, std::int64_t x, std::int64_t y) { return print(binary(o, int_lit(x), int_lit(y))); };
  EXPECT_EQ(text("+", 2, 3), "5");
  EXPECT_EQ(text("-", 2, 3), "-1");
  EXPECT_EQ(text("*", -4, 3), "-12");
  EXPECT_EQ(text("div", 7, 2), "3");
  EXPECT_EQ(text("div", -7, 2), "-4"); // Euclidean, as SMT-LIB
  EXPECT_EQ(text("mod", -7, 2), "1");
  EXPECT_EQ(text("div", 7, -2), "7 div -2");
  EXPECT_EQ(text("div", 7, 0), "7 div 0");
  EXPECT_EQ(text("+", INT64_MAX, 1), "9223372036854775807 + 1");
  EXPECT_EQ(text("<", 2, 3), "true");
  EXPECT_EQ(text(">=", 2, 3), "false");
  EXPECT_EQ(text("!=", 2, 3), "true");
  EXPECT_EQ(text("==", 2, 3), "false");
  Expr x = i("x"), big = int_lit_text("18446744073709551616");
  EXPECT_EQ(binary("+", x, int_lit(0)), x);
  EXPECT_EQ(binary("*", int_lit(1), x), x);
  EXPECT_EQ(print(binary("*", x, int_lit(0))), "0");
  EXPECT_EQ(print(binary("+", big, int_lit(1))), "18446744073709551616 + 1");
  EXPECT_EQ(print(eq(big, int_lit(1))), "18446744073709551616 == 1");
}

TEST(BoogieBuild, BitVectors) {
  EXPECT_EQ(print(bv_lit(8, 0x1ff)), "255bv8");
  EXPECT_EQ(print(bv_lit(64, ~0ull)), "18446744073709551615bv64");
  Expr x = ident("x", bv(32));
  EXPECT_EQ(extract(x, 32, 0), x);
  Expr low = extract(x, 8, 0);
  EXPECT_EQ(low->type, bv(8));
  EXPECT_EQ(concat(low, x)->type, bv(40));
  EXPECT_EQ(print(concat(extract(concat(low, x), 16, 4), bv_lit(4, 3))), "(x[8:0] ++ x)[16:4] ++ 3bv4");
  EXPECT_TRUE(is_false(eq(bv_lit(8, 1), bv_lit(8, 2))));
}

TEST(BoogieBuild, LongConjunctionsAreShallow) {
  std::vector<Expr> many;
  for (int n = 0; n < 100000; ++n)
    many.push_back(b("p"));
  for (int n = 0; n < 100000; n += 2)
    many[static_cast<std::size_t>(n)] = b("q");
  Expr all = conj(many);
  std::size_t depth = 0;
  for (const Node *n = all.get(); n->kind == Kind::Binary; n = n->args[0].get())
    ++depth;
  EXPECT_LT(depth, 40u);
  EXPECT_GT(print(all).size(), 400000u);
}

TEST(BoogieBuild, WrongTypesAreOurMistake) {
  EXPECT_THROW(conj({i("x")}), std::logic_error);
  EXPECT_THROW(eq(i("x"), b("p")), std::logic_error);
  EXPECT_THROW(binary("+", b("p"), i("x")), std::logic_error);
  EXPECT_THROW(ite(b("p"), i("x"), b("q")), std::logic_error);
  EXPECT_THROW(select(i("x"), i("y")), std::logic_error);
  EXPECT_THROW(extract(ident("x", bv(8)), 9, 0), std::logic_error);
  EXPECT_THROW(binary("**", i("x"), i("y")), std::logic_error);
  EXPECT_THROW(int_lit_text("0x10"), std::logic_error);
}

} // namespace
} // namespace lockstep::emit::boogie::test_boogie_build
