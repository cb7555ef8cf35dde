// Numbers that no overflow makes wrong: exact where they can be, infinite or unknown where not, never wrong.
#include "support/wide.h"

#include <gtest/gtest.h>

#include <random>

namespace lockstep::support::test_wide {
namespace {

const Wide big = Wide::power_of_two(125), inf = Wide::infinite();

TEST(Wide, SmallNumbersAreExact) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    const auto a = static_cast<std::int64_t>(random()), b = static_cast<std::int64_t>(random() >> (random() % 64));
    EXPECT_TRUE((Wide(a) + b).exact() == static_cast<__int128>(a) + b);
    EXPECT_TRUE((Wide(a) - b).exact() == static_cast<__int128>(a) - b);
    EXPECT_TRUE((Wide(a) * b).exact() == static_cast<__int128>(a) * b);
    if (b != 0) {
      EXPECT_TRUE((Wide(a) / b).exact() == static_cast<__int128>(a) / b);
    }
    if (b > 0) {
      EXPECT_TRUE(floor_div(a, b) * b <= a && a < (floor_div(a, b) + 1) * b);
      EXPECT_TRUE(ceil_div(a, b) * b >= a && a > (ceil_div(a, b) - 1) * b);
    }
  }
}

TEST(Wide, BeyondIsInfiniteAndStaysSo) {
  EXPECT_EQ(big + big, inf);
  EXPECT_EQ(-big - big, -inf);
  EXPECT_EQ(big + big - big, inf);
  EXPECT_EQ(big * big - big, inf);
  EXPECT_EQ(big * -big, -inf);
  EXPECT_EQ(-inf * -1, inf);
  EXPECT_EQ(inf * 0, 0);
  EXPECT_EQ(inf / -7, -inf);
  EXPECT_TRUE(big < inf && -inf < -big && -inf < inf);
  EXPECT_FALSE(inf.exact() || (-inf).exact_as<std::int64_t>());
}

TEST(Wide, InfinityLessInfinityIsUnknown) {
  const Wide what = inf - inf;
  EXPECT_FALSE(what.is_known() || what.exact());
  EXPECT_FALSE((what + 1).is_known() || (-what).is_known() || (what * what).is_known());
  EXPECT_EQ(down(what), -inf);
  EXPECT_EQ(up(what), inf);
  EXPECT_ANY_THROW((void)(what < 0));
}

TEST(Wide, BoundsAreRoundedOutwards) {
  EXPECT_TRUE(down(inf) < inf && down(inf) > big);
  EXPECT_TRUE(up(-inf) > -inf && up(-inf) < -big);
  EXPECT_EQ(down(-inf), -inf);
  EXPECT_EQ(up(inf), inf);
  EXPECT_EQ(down(Wide(5)), 5);
}

TEST(Wide, Divisors) {
  EXPECT_EQ(gcd(12, -18), 6);
  EXPECT_EQ(gcd(0, -7), 7);
  EXPECT_EQ(gcd(inf, 8), 1);
  EXPECT_EQ(gcd(inf - inf, 0), 1);
  EXPECT_EQ(gcd(0, 0), 0);
  EXPECT_EQ(gcd(Wide::power_of_two(100), Wide::power_of_two(70)), Wide::power_of_two(70));
}

TEST(Wide, Conversions) {
  EXPECT_EQ(Wide(~std::uint64_t(0)).exact_as<std::uint64_t>(), ~std::uint64_t(0));
  EXPECT_FALSE(Wide(~std::uint64_t(0)).exact_as<std::int64_t>());
  EXPECT_FALSE(Wide(-1).exact_as<std::uint64_t>());
  EXPECT_EQ(Wide(-1).bits(), ~std::uint64_t(0));
  EXPECT_EQ(text(Wide::power_of_two(64)), "18446744073709551616");
  EXPECT_EQ(text(-Wide::power_of_two(63)), "-9223372036854775808");
  EXPECT_EQ(text(0) + text(inf) + text(-inf) + text(inf - inf), "0inf-inf?");
}

} // namespace
} // namespace lockstep::support::test_wide
