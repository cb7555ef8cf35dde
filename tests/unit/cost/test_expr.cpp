// Expressions and sums against plain evaluation: random expressions are printed and read back, built in pieces, and
// summed with and without closed forms.
#include "cost/formula/expr_text.h"
#include "cost/formula/sums.h"

#include <gtest/gtest.h>
#include <random>

namespace lockstep::cost::test_expr {
namespace {

using Values = std::map<std::string, Integer>;

Rational at(const Expr &e, const Values &values) {
  const Value v = evaluate(e, values);
  EXPECT_TRUE(v.number) << e.str() << ": " << v.problem;
  return v.number.value_or(Rational(0));
}

// An expression, and what it is computed from, without any folding.
struct Pair {
  Expr expr;
  std::function<Rational(const Values &)> value;
};

class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed) {}
  long below(long n) { return static_cast<long>(random_() % static_cast<unsigned long>(n)); }

  Pair any(unsigned depth) {
    if (depth == 0 || below(5) == 0) {
      if (below(2) == 0) {
        const long n = below(21) - 10;
        return {Expr(n), [n](const Values &) { return Rational(n); }};
      }
      const std::string name = below(2) == 0 ? "n" : "m";
      return {symbol(name), [name](const Values &v) { return Rational(v.at(name)); }};
    }
    const Pair a = any(depth - 1), b = any(depth - 1);
    const auto both = [&](auto f) { return [f, x = a.value, y = b.value](const Values &v) { return f(x(v), y(v)); }; };
    const long d = 1 + below(9);
    switch (below(10)) {
    case 0: return {a.expr + b.expr, both([](Rational x, Rational y) { return Rational(x + y); })};
    case 1: return {a.expr - b.expr, both([](Rational x, Rational y) { return Rational(x - y); })};
    case 2: return {a.expr * b.expr, both([](Rational x, Rational y) { return Rational(x * y); })};
    case 3: return {floor_div(a.expr, d), [d, x = a.value](const Values &v) { return Rational(floor_of(x(v) / d)); }};
    case 4:
      return {mod(a.expr, d), [d, x = a.value](const Values &v) { return Rational(x(v) - d * floor_of(x(v) / d)); }};
    case 5: return {minimum(a.expr, b.expr), both([](Rational x, Rational y) { return std::min(x, y); })};
    case 6: return {maximum(a.expr, b.expr), both([](Rational x, Rational y) { return std::max(x, y); })};
    case 7: return {at_least_zero(a.expr), [x = a.value](const Values &v) { return Rational(x(v) >= 0 ? 1 : 0); }};
    case 8: return {is_zero(a.expr), [x = a.value](const Values &v) { return Rational(x(v) == 0 ? 1 : 0); }};
    default: {
      std::vector<Rational> entries;
      for (long i = 0; i < d; ++i)
        entries.emplace_back(below(4));
      return {table({static_cast<std::size_t>(d)}, entries, {a.expr}), [=, x = a.value](const Values &v) {
                const Integer i = floor_of(x(v));
                return entries[i < 0 ? 0 : i >= d ? static_cast<std::size_t>(d - 1) : i.get_ui()];
              }};
    }
    }
  }

private:
  std::mt19937 random_;
};

TEST(Expr, FoldsToTheSameFunction) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Generator g(seed);
    const Pair p = g.any(4);
    for (int i = 0; i < 5; ++i) {
      const Values v{{"n", Integer(g.below(61) - 30)}, {"m", Integer(g.below(61) - 30)}};
      ASSERT_EQ(at(p.expr, v), p.value(v)) << "seed " << seed << ": " << p.expr.str();
    }
  }
}

TEST(Expr, TextIsReadBack) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Generator g(seed);
    const Expr e = g.any(4).expr;
    const Read back = parse(e.str());
    ASSERT_TRUE(back.expr) << e.str() << ": " << back.problem;
    ASSERT_EQ(back.expr->str(), e.str());
    ASSERT_TRUE(*back.expr == e);
  }
}

TEST(Expr, RefusesWhatIsNoExpression) {
  for (const char *text : {"", "2*", "floor()", "ceil(n, 8)", "[n]", "min(n)", "n n", "1/0", "n/m", "floor(n/0)",
                           "table(2: 1; n)", "sum(k: n)", "3x", "(n", "f(n)", "table(99999999: 1; n)"})
    EXPECT_FALSE(parse(text).expr) << text;
  EXPECT_TRUE(*parse("2*ceil(clamp(n, 0, 64)/8)").expr == Expr(2) * ceil_div(clamp(symbol("n"), 0, 64), 8));
}

TEST(Expr, EvaluatesExactlyBeyondMachineWords) {
  const Integer large("123456789012345678901234567890");
  EXPECT_EQ(at(symbol("n") * symbol("n"), {{"n", large}}), Rational(large * large));
  EXPECT_FALSE(evaluate(floor_div(symbol("n"), symbol("m")), {{"n", 1}, {"m", 0}}).number);
  EXPECT_FALSE(evaluate(symbol("n"), {}).number);
}

TEST(Expr, BoundsOfCounters) {
  const Expr n = symbol("n", Integer(0)), k = symbol("k.1", Integer(0), {}, n);
  EXPECT_EQ(least(k), Rational(0));
  EXPECT_TRUE(maximum(n - k, 0) == n - k);
  EXPECT_EQ(least(symbol("k.2", Integer(0), {}, Expr(10))), Rational(0));
  EXPECT_EQ(most(symbol("k.2", Integer(0), {}, Expr(10))), Rational(9));
}

// The sum of random pieces, closed, against one round after the other.
TEST(Sums, ClosedFormsAreTheSums) {
  unsigned closed = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Generator g(seed);
    const Expr n = symbol("n"), m = symbol("m");
    const Expr count = maximum(n, 0);
    const Expr k = symbol("k.1", Integer(0), {}, n);
    Expr summand = g.below(5) - 2;
    const long entries = 2 + g.below(12), step = g.below(9) - 4;
    std::vector<Rational> values, two;
    for (long i = 0; i < entries; ++i)
      values.emplace_back(g.below(5));
    const Expr index = m + Expr(step) * k + Expr(g.below(7) - 3);
    const auto size = static_cast<std::size_t>(entries);
    switch (g.below(5)) {
    case 0: summand = summand * k * k + k * m; break;
    case 1: summand = table({size}, values, {mod(index, entries)}) * (k + 1); break;
    case 2: summand += table({size}, values, {index}); break;
    case 3: {
      for (long i = 0; i < 4 * entries; ++i)
        two.emplace_back(g.below(5));
      summand = table({4, size}, two, {mod(m * k + Expr(g.below(4)), 4), index});
      break;
    }
    default: summand = at_least_zero(index) + Expr(3) * is_zero(index);
    }
    const auto sum = summed(summand, {{"k.1", count}});
    ASSERT_TRUE(sum);
    closed += sum->str().find("sum(") == std::string::npos;
    for (int i = 0; i < 6; ++i) {
      const Values v{{"n", Integer(g.below(50) - 5)}, {"m", Integer(g.below(101) - 50)}};
      Rational plain = 0;
      for (Integer j = 0; j < v.at("n"); ++j) {
        Values round = v;
        round["k.1"] = j;
        plain += at(summand, round);
      }
      ASSERT_EQ(at(*sum, v), plain) << "seed " << seed << ": " << summand.str() << " gives " << sum->str();
    }
  }
  EXPECT_GT(closed, 2900U);
}

// A table of two thresholds: the step is unknown, but as large as the other threshold, which ends what changes.
TEST(Sums, OneStepOfUnknownSize) {
  const Expr local = symbol("local", Integer(1)), n = symbol("n"), k = symbol("k.1", Integer(0));
  const Expr warp = symbol("warp", Integer(0), {}, ceil_div(local, 8));
  std::vector<Rational> entries; // of p + 1 lanes there are at most v
  for (long p = 0; p < 8; ++p)
    for (long v = 0; v <= 8; ++v)
      entries.emplace_back((std::min(p + 1, v) + 2) / 3);
  const Expr summand = table({8, 9}, entries, {local - Expr(8) * warp - 1, n - Expr(8) * warp - local * k});
  const auto sum = summed(summand, {{"k.1", {}}, {"warp", ceil_div(local, 8)}});
  ASSERT_TRUE(sum);
  for (long size : {1, 3, 8, 9, 13, 16, 21})
    for (long value : {0, 1, 2, 7, 8, 9, 20, 33, 47}) {
      Rational plain = 0;
      for (long w = 0; 8 * w < size; ++w)
        for (long round = 0; round < 60; ++round)
          plain += at(summand, {{"local", size}, {"warp", w}, {"k.1", round}, {"n", value}});
      EXPECT_EQ(at(*sum, {{"local", size}, {"n", value}}), plain) << size << " " << value << " " << sum->str();
    }
  // Half as large it is not.
  const Expr half = table({8, 9}, entries, {local + local - Expr(8) * warp - 1, n - local * k});
  EXPECT_FALSE(summed(half, {{"k.1", {}}, {"warp", ceil_div(local, 8)}}));
}

TEST(Expr, BoundsOfProducts) {
  const Expr local = symbol("local", Integer(1)), groups = symbol("groups", Integer(1));
  EXPECT_EQ(least(groups * local - local), Rational(0));
  EXPECT_EQ(most(local - groups * local), Rational(0));
  EXPECT_FALSE(least(groups * local - Expr(2) * local));
  EXPECT_FALSE(least(groups * symbol("n") - symbol("n")));
}

// Two counters that count in two digits, and one that does not end.
TEST(Sums, CountersJoin) {
  const Expr n = symbol("n"), groups = symbol("groups.x", Integer(1), Integer(1000));
  const Expr w = symbol("warp.x", Integer(0), Integer(7)), b = symbol("group.x", Integer(0), Integer(999), groups);
  std::vector<Rational> entries;
  for (long i = 0; i <= 32; ++i)
    entries.emplace_back((i + 7) / 8);
  const Expr k = symbol("k.1", Integer(0));
  const Expr stride = Expr(256) * groups;
  const auto sum = summed(table({33}, entries, {n - Expr(32) * w - Expr(256) * b - stride * k}),
                          {{"k.1", {}}, {"warp.x", Expr(8)}, {"group.x", groups}});
  ASSERT_TRUE(sum);
  for (long value = -5; value < 2000; value += 7)
    EXPECT_EQ(at(*sum, {{"n", value}, {"groups.x", 3}}), Rational(value <= 0 ? 0 : (value + 7) / 8));
  EXPECT_FALSE(summed(table({33}, entries, {n + Expr(32) * k}), {{"k.1", {}}})); // never ends
}

TEST(Table, LeavesOutWhatDecidesNothing) {
  const Expr n = symbol("n", Integer(0), Integer(3));
  EXPECT_TRUE(table({4}, {5, 5, 5, 5}, {n}) == Expr(5));
  EXPECT_TRUE(table({2, 2}, {1, 2, 1, 2}, {symbol("m"), n}) == Expr(1) + at_least_zero(n - 1));
}
// Entries between the multiples of what an index goes by are never asked for; those at the ends are, from outside.
TEST(Table, LeavesOutEntriesThatNoIndexLeadsTo) {
  const Expr some = symbol("s", Integer(1)), any = symbol("a");
  std::vector<Rational> entries;
  for (long i = 0; i < 33; ++i)
    entries.push_back(i % 32 == 0 ? 4 : 5 + i % 3);
  EXPECT_TRUE(table({33}, entries, {Expr(64) * some - 64}) == Expr(4));
  EXPECT_TRUE(table({33}, entries, {Expr(16) * some - 15}).single_atom() != nullptr);
  EXPECT_TRUE(table({5}, {1, 2, 3, 2, 9}, {Expr(2) * any + 1}).single_atom() != nullptr);
  for (const long factor : {2, 3, 4, 7, 40})
    for (long from = -5; from < 40; ++from) {
      const Expr t = table({33}, entries, {Expr(factor) * any + Expr(from)});
      const Expr two = table({2, 33},
                             [&] {
                               std::vector<Rational> both = entries;
                               both.insert(both.end(), entries.rbegin(), entries.rend());
                               return both;
                             }(),
                             {any, Expr(factor) * any + Expr(from)});
      for (long a = -30; a < 30; ++a) {
        const long i = std::clamp(factor * a + from, 0L, 32L);
        EXPECT_EQ(at(t, {{"a", a}}), entries[static_cast<std::size_t>(i)]) << factor << ' ' << from << ' ' << a;
        EXPECT_EQ(at(two, {{"a", a}}), entries[static_cast<std::size_t>(a < 1 ? i : 32 - i)]);
      }
    }
}

} // namespace
} // namespace lockstep::cost::test_expr
