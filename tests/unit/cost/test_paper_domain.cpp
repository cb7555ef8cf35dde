// The paper's abstract values: its table, lattices, and the operators against all tests on few threads.
#include "cost/gpudrano/domain.h"

#include <gtest/gtest.h>

#include <vector>

namespace lockstep::coalescing::paper::test_paper_domain {
namespace {

constexpr Slope slopes[] = {Slope::Bottom, Slope::Zero, Slope::One, Slope::MinusOne, Slope::Top};
constexpr Truth truths[] = {Truth::Bottom, Truth::T,       Truth::TMinus,  Truth::F,  Truth::FMinus,
                            Truth::TF,     Truth::TTMinus, Truth::FFMinus, Truth::Top};
constexpr Truth papers[] = {Truth::TF, Truth::TTMinus, Truth::FFMinus, Truth::Top};

bool below(Slope a, Slope b) { return join(a, b) == b; }
bool below(Truth a, Truth b) { return join(a, b) == b; }

TEST(PaperDomain, IntegersAreAFlatLattice) {
  for (Slope a : slopes)
    for (Slope b : slopes)
      EXPECT_EQ(join(a, b), a == b ? a : a == Slope::Bottom ? b : b == Slope::Bottom ? a : Slope::Top);
}

TEST(PaperDomain, BooleansAreSets) {
  EXPECT_EQ(join(Truth::T, Truth::F), Truth::TF);
  EXPECT_EQ(join(Truth::T, Truth::TMinus), Truth::TTMinus);
  EXPECT_EQ(join(Truth::F, Truth::FMinus), Truth::FFMinus);
  EXPECT_EQ(join(Truth::TMinus, Truth::FMinus), Truth::Top);
  EXPECT_EQ(join(Truth::TF, Truth::FFMinus), Truth::Top);
  for (Truth a : truths) {
    EXPECT_EQ(join(a, Truth::Bottom), a);
    EXPECT_EQ(join(a, Truth::Top), Truth::Top);
  }
}

TEST(PaperDomain, SumsAndDifferences) {
  EXPECT_EQ(add(Slope::One, Slope::Zero), Slope::One);
  EXPECT_EQ(add(Slope::One, Slope::MinusOne), Slope::Zero);
  EXPECT_EQ(add(Slope::One, Slope::One), Slope::Top);
  EXPECT_EQ(add(Slope::MinusOne, Slope::MinusOne), Slope::Top);
  EXPECT_EQ(add(Slope::Zero, negate(Slope::One)), Slope::MinusOne);
  EXPECT_EQ(negate(Slope::Top), Slope::Top);
  EXPECT_EQ(add(Slope::Top, Slope::Zero), Slope::Top);
}

TEST(PaperDomain, ProductsKeepASlopeByALiteralOnly) { // slip 1
  EXPECT_EQ(other(Slope::Zero, Slope::Zero), Slope::Zero);
  EXPECT_EQ(other(Slope::Zero, Slope::One), Slope::Top); // N * tid
  EXPECT_EQ(other(Slope::One, Slope::One), Slope::Top);  // tid * tid
  EXPECT_EQ(times(Slope::One, 1), Slope::One);
  EXPECT_EQ(times(Slope::One, -1), Slope::MinusOne);
  EXPECT_EQ(times(Slope::Top, 0), Slope::Zero);
  EXPECT_EQ(times(Slope::One, 2), Slope::Top);
}

TEST(PaperDomain, Comparisons) {
  EXPECT_EQ(equal(Slope::One, Slope::Zero), Truth::FFMinus);
  EXPECT_EQ(equal(Slope::Zero, Slope::MinusOne), Truth::FFMinus);
  EXPECT_EQ(equal(Slope::One, Slope::MinusOne), Truth::FFMinus); // 2 * tid = c
  EXPECT_EQ(equal(Slope::One, Slope::One), Truth::TF);
  EXPECT_EQ(equal(Slope::Top, Slope::Top), Truth::Top);
  EXPECT_EQ(negate(equal(Slope::One, Slope::Zero)), Truth::TTMinus);
  EXPECT_EQ(less(Slope::Zero, Slope::Zero), Truth::TF);
  EXPECT_EQ(less(Slope::One, Slope::One), Truth::TF);
  EXPECT_EQ(less(Slope::One, Slope::Zero), Truth::Top);
  EXPECT_EQ(less(Slope::Top, Slope::Top), Truth::Top);
}

TEST(PaperDomain, Connectives) {
  EXPECT_EQ(negate(Truth::FFMinus), Truth::TTMinus);
  EXPECT_EQ(negate(Truth::TTMinus), Truth::FFMinus);
  EXPECT_EQ(negate(Truth::TF), Truth::TF);
  EXPECT_EQ(negate(Truth::Top), Truth::Top);
  for (Truth a : papers)
    for (Truth b : papers) {
      const auto either = [&](Truth what) { return a == what || b == what; };
      const Truth rest = a == Truth::TF && b == Truth::TF ? Truth::TF : Truth::Top;
      EXPECT_EQ(conjunction(a, b), either(Truth::FFMinus) ? Truth::FFMinus : rest) << name(a) << ' ' << name(b);
      EXPECT_EQ(disjunction(a, b), either(Truth::TTMinus) ? Truth::TTMinus : rest) << name(a) << ' ' << name(b);
    }
}

TEST(PaperDomain, OperatorsAreMonotone) {
  for (Truth a : truths)
    for (Truth b : truths)
      for (Truth c : truths)
        if (below(a, b)) {
          EXPECT_TRUE(below(conjunction(a, c), conjunction(b, c))) << name(a) << ' ' << name(b) << ' ' << name(c);
          EXPECT_TRUE(below(disjunction(a, c), disjunction(b, c)));
          EXPECT_TRUE(below(same(a, c), same(b, c)));
          EXPECT_TRUE(below(negate(a), negate(b)));
        }
  for (Slope a : slopes)
    for (Slope b : slopes)
      for (Slope c : slopes)
        if (below(a, b)) {
          EXPECT_TRUE(below(add(a, c), add(b, c)));
          EXPECT_TRUE(below(other(a, c), other(b, c)));
          EXPECT_TRUE(below(equal(a, c), equal(b, c)));
          EXPECT_TRUE(below(less(a, c), less(b, c)));
          for (int literal : {-2, -1, 0, 1, 3})
            EXPECT_TRUE(below(times(a, literal), times(b, literal)));
        }
}

// What a test on n threads is called: the most precise names.
bool stands_for(Truth a, unsigned bits, unsigned threads) {
  unsigned holds = 0;
  for (unsigned t = 0; t < threads; ++t)
    holds += bits >> t & 1;
  for (Truth each : {Truth::T, Truth::TMinus, Truth::F, Truth::FMinus}) {
    const unsigned wanted = each == Truth::T ? threads : each == Truth::TMinus ? threads - 1 : each == Truth::F ? 0 : 1;
    if (within(each, a) && holds == wanted)
      return true;
  }
  return a == Truth::Top;
}

TEST(PaperDomain, ConnectivesStandForAllThatTheyMayGive) {
  for (unsigned threads : {1, 2, 3, 5})
    for (Truth a : truths)
      for (Truth b : truths)
        for (unsigned x = 0; x < 1U << threads; ++x)
          for (unsigned y = 0; y < 1U << threads; ++y) {
            if (!stands_for(a, x, threads) || !stands_for(b, y, threads))
              continue;
            const unsigned all = (1U << threads) - 1;
            EXPECT_TRUE(stands_for(conjunction(a, b), x & y, threads)) << name(a) << ' ' << name(b);
            EXPECT_TRUE(stands_for(disjunction(a, b), x | y, threads)) << name(a) << ' ' << name(b);
            EXPECT_TRUE(stands_for(negate(a), all & ~x, threads)) << name(a);
          }
}

// Numbers c * tid + d for tid = 0 .. 3, or any other.
TEST(PaperDomain, ArithmeticStandsForAllThatItMayGive) {
  const auto line = [](int c, int d) {
    std::vector<int> out;
    for (int t = 0; t < 4; ++t)
      out.push_back(c * t + d);
    return out;
  };
  const auto is = [](Slope s, const std::vector<int> &v) {
    const int c = s == Slope::One ? 1 : s == Slope::MinusOne ? -1 : 0;
    for (std::size_t t = 0; t < v.size(); ++t)
      if (s == Slope::Bottom || (s != Slope::Top && v[t] != v[0] + c * static_cast<int>(t)))
        return false;
    return true;
  };
  const auto holds = [](Truth s, const std::vector<int> &v, const std::vector<int> &w, bool equality) {
    unsigned bits = 0;
    for (std::size_t t = 0; t < v.size(); ++t)
      bits |= static_cast<unsigned>(equality ? v[t] == w[t] : v[t] < w[t]) << t;
    return stands_for(s, bits, 4);
  };
  for (Slope a : slopes)
    for (Slope b : slopes)
      for (int c : {-2, -1, 0, 1, 2})
        for (int e : {-2, -1, 0, 1, 2})
          for (int d : {-3, 0, 1, 4}) {
            const std::vector<int> x = line(c, 1), y = line(e, d);
            if (!is(a, x) || !is(b, y))
              continue;
            std::vector<int> sum, product;
            for (std::size_t t = 0; t < x.size(); ++t) {
              sum.push_back(x[t] + y[t]);
              product.push_back(x[t] * y[t]);
            }
            EXPECT_TRUE(is(add(a, b), sum)) << name(a) << ' ' << name(b);
            EXPECT_TRUE(is(other(a, b), product)) << name(a) << ' ' << name(b);
            EXPECT_TRUE(holds(equal(a, b), x, y, true)) << name(a) << ' ' << name(b);
            EXPECT_TRUE(holds(less(a, b), x, y, false)) << name(a) << ' ' << name(b);
          }
}

} // namespace
} // namespace lockstep::coalescing::paper::test_paper_domain
