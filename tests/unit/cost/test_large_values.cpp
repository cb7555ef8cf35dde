// Quasi-polynomials and short forms against plain evaluation, on random expressions and on sums as kernels have them.
#include "cost/formula/expr_text.h"
#include "cost/formula/large_values.h"
#include "cost/formula/quasi_polynomial.h"
#include "cost/formula/sums.h"

#include <gtest/gtest.h>
#include <random>

namespace lockstep::cost::test_large_values {
namespace {

Rational at(const Expr &e, const Integer &n) {
  const Value v = evaluate(e, {{"n", n}, {"m", 3}});
  EXPECT_TRUE(v.number) << e.str() << ": " << v.problem;
  return v.number.value_or(Rational(0));
}

Rational at(const Quasi &q, const Integer &n) {
  const auto &p = q.pieces[mod(Expr(n), static_cast<long>(q.pieces.size())).constant()->get_num().get_ui()];
  Rational out = 0;
  for (auto c = p.rbegin(); c != p.rend(); ++c)
    out = out * n + *c;
  return out;
}

class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed) {}
  long below(long n) { return static_cast<long>(random_() % static_cast<unsigned long>(n)); }

  Expr any(unsigned depth) {
    if (depth == 0)
      return below(3) == 0 ? Expr(below(41) - 20) : symbol("n");
    const Expr a = any(depth - 1);
    switch (below(9)) {
    case 0: return a + any(depth - 1);
    case 1: return a - any(depth - 1);
    case 2: return a * Expr(below(9) - 4);
    case 3: return floor_div(a, below(6) + 1);
    case 4: return mod(a, below(6) + 1);
    case 5: return minimum(a, any(depth - 1));
    case 6: return maximum(a, any(depth - 1));
    case 7: return below(2) == 0 ? at_least_zero(a) : is_zero(a);
    default: {
      std::vector<Rational> values;
      for (long i = 0; i < 5; ++i)
        values.emplace_back(below(9));
      return table({5}, values, {a});
    }
    }
  }

private:
  std::mt19937_64 random_;
};

TEST(Quasi, IsTheExpressionFromThereOn) {
  unsigned known = 0, periodic = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Expr e = Generator(seed).any(4);
    const auto q = quasi(e, "n");
    if (!q)
      continue;
    ++known;
    periodic += q->pieces.size() > 1;
    const Integer from = std::max(q->from, Integer(-200));
    for (Integer n = from; n < from + 150; ++n)
      ASSERT_EQ(at(e, n), at(*q, n)) << e.str() << " at " << n;
  }
  EXPECT_GT(known, 2500U);
  EXPECT_GT(periodic, 300U);
}

TEST(LargeValues, AreTheExpressionFromThereOn) {
  unsigned known = 0, bounded = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Expr e = Generator(seed).any(5) + Generator(seed + 100'000).any(4) * symbol("m");
    const auto large = for_large_values(e);
    if (!large)
      continue;
    ++known;
    bounded += !large->from.empty();
    Integer from = -200;
    for (const auto &[name, value] : large->from)
      if (name == "n")
        from = value;
      else
        ASSERT_LE(value, 3) << e.str();
    for (Integer n = from; n < from + 150; ++n)
      ASSERT_EQ(at(e, n), at(large->value, n)) << e.str() << " and " << large->value.str() << " at " << n;
  }
  EXPECT_GT(known, 300U);
  EXPECT_GT(bounded, 100U);
}

std::string large(const std::string &text) {
  const Read e = parse(text);
  EXPECT_TRUE(e.expr) << e.problem;
  const auto out = for_large_values(*e.expr);
  return out ? out->value.str() + (out->from.empty() ? "" : " where " + where_text(*out)) : "none";
}

TEST(LargeValues, FindsQuotients) {
  // The rounds of two warps that stride over n elements: full ones, and what is left.
  EXPECT_EQ(large("4*max(ceil((n - 25)/64), 0) + 4*max(ceil((n - 57)/64), 0)"
                  " + ceil(clamp(n - 64*max(ceil((n - 25)/64), 0), 0, 32)/8)"
                  " + ceil(clamp(n - 64*max(ceil((n - 57)/64), 0) - 32, 0, 32)/8)"),
            "ceil(n/8) where n >= -7");
  // Hermite's identity.
  EXPECT_EQ(large("floor(n/4) + floor((n + 1)/4) + floor((n + 2)/4) + floor((n + 3)/4)"), "n");
  EXPECT_EQ(large("m*table(5: 7, 5, 4, 3, 9; n - 1) + table(5: 0, 1, 2, 3, 4; m - 12) + 0*n"),
            "9*m + 4 where m >= 16 and n >= 5");
  EXPECT_EQ(large("table(8: 0,3,3,3,3,3,0,0; mod(n, 8)) + table(8: 0,2,2,2,2,2,0,0; mod(n, 8))"),
            "5*[-mod(n + 7, 8) + 4 >= 0]");
  EXPECT_EQ(large("max(0, ceil(n/32))*table(8: 4,5 x7; mod(2*n, 8)) + max(0, ceil(n/32))*table(8: 4,5 x7; mod(4*n, 8))"
                  " + max(0, ceil(n/32))*table(8: 4,5 x7; mod(6*n, 8)) + 7"),
            "ceil(n/32)*table(4: 12,15,14,15; mod(n, 4)) + 7 where n >= -31");
  EXPECT_EQ(large("table(8: 0,3 x7; mod(n, 8)) + table(8: 0,2 x7; mod(n, 8)) + table(4: 7,5,5,4; n)"),
            "-5*[mod(n, 8) == 0] + 9 where n >= 3");
  EXPECT_EQ(large("min(n*m, max(n, m)*max(n, 7)) + max(0, n*m - 22)"), "none"); // both in one
  EXPECT_EQ(large("log2(n + 17) + log2(n + 18) + log2(n + 19) + log2(n + 20)"), "none");
}

} // namespace
} // namespace lockstep::cost::test_large_values
