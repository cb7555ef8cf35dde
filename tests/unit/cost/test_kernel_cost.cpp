// Bounds of small kernels: what is exact, what is an interval, and what has no bound.
#include "cfg/analysis/sharing/warp_parts.h"
#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"
#include "tests/unit/cost/small_kernels.h"

#include <gtest/gtest.h>

namespace lockstep::cost::test_kernel_cost {
namespace {

long value(const Expr &e, long n, long groups) {
  const Value v = evaluate(e, {{"n", n}, {"groups.x", groups}});
  EXPECT_TRUE(v.number) << e.str() << ": " << v.problem;
  return v.number ? floor_of(*v.number).get_si() : -1;
}
const Bounds &grid(const KernelBounds &b, const char *metric) { return b.grid.at(*index_of(b.metrics, metric)); }

constexpr const char *store = "  a[sext(local_id(0, i32), i64)] := 1:i32;\n";

std::string loop(const std::string &start, const std::string &test, const std::string &step) {
  return "block entry:\n  i := " + start + ";\n  goto head;\nblock head:\n  br " + test +
         ", body, done;\nblock body:\n" + store + "  i := " + step + ";\n  goto head;\nblock done:\n  return;\n";
}

TEST(KernelCost, AGuard) {
  const KernelBounds b = bounds_of("block entry:\n  br slt(local_id(0, i32), n), then, done;\nblock then:\n" +
                                   std::string(store) + "  goto done;\nblock done:\n  return;\n");
  ASSERT_TRUE(grid(b, "sectors").exact());
  ASSERT_TRUE(grid(b, "divwarps").exact());
  for (long n = -3; n < 70; ++n) {
    const long inside = n < 0 ? 0 : n > 64 ? 64 : n;
    EXPECT_EQ(value(grid(b, "sectors").lo, n, 5), 5 * ((inside + 7) / 8));
    EXPECT_EQ(value(grid(b, "divwarps").lo, n, 5), inside % 32 != 0 ? 5 : 0);
  }
}

TEST(KernelCost, APartialWarp) {
  const KernelBounds b = bounds_of("block entry:\n" + std::string(store) + "  return;\n", 40);
  EXPECT_EQ(value(grid(b, "sectors").lo, 0, 3), 15);
  EXPECT_EQ(value(grid(b, "requests").lo, 0, 3), 6);
}

TEST(KernelCost, WhatDataDecides) {
  const KernelBounds b =
      bounds_of("block entry:\n  v := a[sext(local_id(0, i32), i64)];\n  br eq(v, 0:i32), then, done;\nblock then:\n" +
                std::string(store) + "  goto done;\nblock done:\n  return;\n");
  EXPECT_EQ(value(grid(b, "sectors").lo, 0, 1), 8);
  ASSERT_TRUE(grid(b, "sectors").hi);
  EXPECT_EQ(value(*grid(b, "sectors").hi, 0, 1), 16);
  EXPECT_EQ(value(grid(b, "divwarps").lo, 0, 1), 0);
  EXPECT_EQ(value(*grid(b, "divwarps").hi, 0, 1), 2);
}

// Two exits: the counter bounds the rounds only where each of them tests it.
TEST(KernelCost, ATestThatIsPassedBySomeRoundsOnly) {
  const auto two_exits = [](const std::string &first) {
    return bounds_of("block entry:\n  i := 0:i32;\n  v := 0:i32;\n  goto head;\nblock head:\n  br slt(v, 0:i32), done, "
                     "choose;\nblock choose:\n  " +
                     first + ";\nblock tested:\n  br slt(i, n), body, done;\nblock body:\n" + store +
                     "  v := a[sext(local_id(0, i32), i64)];\n  i := add.nsw(i, 1:i32);\n  goto head;\nblock done:\n"
                     "  return;\n");
  };
  const KernelBounds each = two_exits("goto tested"), some = two_exits("br eq(v, 5:i32), body, tested");
  ASSERT_TRUE(grid(each, "sectors").hi);
  EXPECT_LE(value(*grid(each, "sectors").hi, 7, 1), 16 * 8);
  EXPECT_FALSE(grid(some, "sectors").hi);
}

TEST(KernelCost, CountedLoops) {
  const KernelBounds up = bounds_of(loop("0:i32", "slt(i, n)", "add.nsw(i, 3:i32)"));
  const KernelBounds down = bounds_of(loop("n", "slt(0:i32, i)", "sub.nsw(i, 1:i32)"));
  ASSERT_TRUE(grid(up, "sectors").exact() && grid(down, "sectors").exact());
  for (long n = -3; n < 20; ++n) {
    EXPECT_EQ(value(grid(up, "sectors").lo, n, 2), n <= 0 ? 0 : 16 * ((n + 2) / 3));
    EXPECT_EQ(value(grid(down, "sectors").lo, n, 2), n <= 0 ? 0 : 16 * n);
  }
  EXPECT_EQ(up.assumptions.count("signed integer arithmetic does not overflow (undefined in the source language)"), 1U);
}

TEST(KernelCost, ACounterThatMayWrapAround) {
  const KernelBounds b = bounds_of(loop("0:i32", "ult(i, n)", "add(i, 2:i32)"));
  EXPECT_FALSE(grid(b, "sectors").hi);
  EXPECT_EQ(b.unbounded[0].size(), 1U);
  EXPECT_TRUE(grid(b, "divwarps").exact()); // whether it ends or not
}

TEST(KernelCost, ATestThatOnlyEqualityEnds) {
  EXPECT_FALSE(grid(bounds_of(loop("0:i32", "ne(i, n)", "add(i, 1:i32)")), "sectors").hi);
  EXPECT_FALSE(grid(bounds_of(loop("0:i32", "ne(i, n)", "add.nsw(i, 2:i32)")), "sectors").hi);
  const KernelBounds b = bounds_of(loop("0:i32", "ne(i, n)", "add.nsw(i, 1:i32)"));
  ASSERT_TRUE(grid(b, "sectors").exact());
  EXPECT_EQ(value(grid(b, "sectors").lo, 7, 1), 56);
}

TEST(KernelCost, AStepOfAnySign) {
  const KernelBounds b = bounds_of(loop("0:i32", "slt(i, 100:i32)", "add.nsw(i, n)"));
  EXPECT_FALSE(grid(b, "sectors").hi);
}

TEST(KernelCost, AStepThatIsDoubled) {
  const KernelBounds b = bounds_of(loop("1:i32", "slt(i, n)", "mul.nsw(i, 2:i32)"));
  ASSERT_TRUE(grid(b, "sectors").exact());
  for (long n = -2; n < 70; ++n) {
    long rounds = 0;
    for (long s = 1; s < n; s *= 2)
      ++rounds;
    EXPECT_EQ(value(grid(b, "sectors").lo, n, 1), 8 * rounds) << n;
  }
  EXPECT_FALSE(grid(bounds_of(loop("1:i32", "ult(i, n)", "mul(i, 2:i32)")), "sectors").hi);
}

TEST(KernelCost, AStepThatIsTripled) {
  const KernelBounds b = bounds_of(loop("1:i32", "slt(i, n)", "mul.nsw(i, 3:i32)"));
  const Bounds &s = grid(b, "sectors");
  for (long n : {2L, 10L, 100L}) {
    long rounds = 0;
    for (long i = 1; i < n; i *= 3)
      ++rounds;
    EXPECT_LE(value(s.lo, n, 1), 8 * rounds);
    if (s.hi) {
      EXPECT_GE(value(*s.hi, n, 1), 8 * rounds);
    }
  }
}

// Each lane leaves in a round of its own, and stores before it meets the others.
TEST(KernelCost, WhatPrecedesABreak) {
  const KernelBounds b = bounds_of(
      "block entry:\n  i := 0:i32;\n  goto head;\nblock head:\n  br slt(i, n), body, done;\nblock body:\n  br eq(i, "
      "local_id(0, i32)), leave, next;\nblock next:\n  i := add.nsw(i, 1:i32);\n  goto head;\nblock leave:\n  a[0:i64] "
      ":= "
      "1:i32;\n  goto done;\nblock done:\n" +
          std::string(store) + "  return;\n",
      32);
  ASSERT_TRUE(grid(b, "requests").hi);
  EXPECT_GE(value(*grid(b, "requests").hi, 32, 1), 33);
  EXPECT_LE(value(grid(b, "requests").lo, 32, 1), 2);
}

// Lanes that part in a loop, of which one part may leave it, meet behind the loop only: each may be alone from there.
TEST(KernelCost, LanesThatPartInALoop) {
  const KernelBounds b = bounds_of(
      "block entry:\n  i := 0:i32;\n  goto head;\nblock head:\n  br slt(i, n), choose, done;\nblock choose:\n  v := "
      "a[sext(local_id(0, i32), i64)];\n  br eq(v, 0:i32), left, right;\nblock left:\n  br eq(i, local_id(0, i32)), "
      "done, "
      "right;\nblock right:\n" +
          std::string(store) + "  i := add.nsw(i, 1:i32);\n  goto head;\nblock done:\n  return;\n",
      32);
  ASSERT_TRUE(grid(b, "requests").hi);
  EXPECT_GE(value(*grid(b, "requests").hi, 8, 1), 8 * 32);
}

// Those who come to the inner test wait there for the others, who go round and round before they do.
TEST(KernelCost, LanesThatMeetInALaterRound) {
  support::Diagnostics diags;
  const auto k =
      cfg::parse("kernel k pointer_bits 64 {\n  param n : i32 \"n\";\n  var i : i32;\n  var v : i32;\n  array a : "
                 "i32[] global param \"a\";\nblock entry:\n  i := 0:i32;\n  goto head;\nblock head:\n  v := "
                 "a[sext(local_id(0, i32), i64)];\n  br eq(v, i), gate, next;\nblock gate:\n  br slt(i, n), next, "
                 "done;\nblock next:\n  i := add.nsw(i, 1:i32);\n  goto head;\nblock done:\n  return;\n}\n",
                 "test.kir", diags);
  ASSERT_TRUE(k);
  const auto loops = cfg::loops(*k, diags);
  ASSERT_TRUE(loops);
  cfg::Launch launch;
  launch.local_size = {32, 1, 1};
  const cfg::Uniformity uniform = cfg::uniformity(*k, *loops, {cfg::UniformityLevel::Team, 32, launch, true, nullptr});
  const cfg::WarpParts parts(*k, *loops, uniform, cfg::sort_order(*k, *loops));
  for (const cfg::BlockId b : loops->loops.at(0).blocks) {
    EXPECT_EQ(parts.most(b), cfg::WarpParts::each_lane) << k->blocks[b].name;
    EXPECT_TRUE(parts.mixes_rounds(b)) << k->blocks[b].name;
  }
}

// The way to the second operand's arm, and the first's.
TEST(KernelCost, WhatTwoOperandsLeadTo) {
  const KernelBounds b =
      bounds_of("block entry:\n  br slt(local_id(0, i32), 5:i32), some, second;\nblock second:\n  br slt(20:i32, "
                "local_id(0, i32)), some, done;\nblock some:\n" +
                    std::string(store) + "  goto done;\nblock done:\n  return;\n",
                32);
  EXPECT_EQ(value(grid(b, "requests").lo, 0, 1), 1);
  EXPECT_EQ(value(*grid(b, "requests").hi, 0, 1), 2);
}

// A start is read as the test reads it.
TEST(KernelCost, AStartThatIsNegativeAsItIsTested) {
  const KernelBounds b = bounds_of(loop("sub(n, 256:i32)", "slt(0:i32, i)", "ashr(i, 1:i32)"), 32);
  for (long n : {0L, 100L, 256L, 257L, 300L, 5000L}) {
    long rounds = 0;
    for (long i = n - 256; i > 0; i /= 2)
      ++rounds;
    EXPECT_EQ(value(grid(b, "sectors").lo, n, 1), 4 * rounds) << n;
    EXPECT_EQ(value(*grid(b, "sectors").hi, n, 1), 4 * rounds) << n;
  }
}

// Divided without a sign, by any number.
TEST(KernelCost, DivisionsWithoutASign) {
  for (const long by : {2L, 3L, 4L, 10L}) {
    const KernelBounds b = bounds_of(loop("n", "ult(0:i32, i)", "udiv(i, " + std::to_string(by) + ":i32)"), 32);
    ASSERT_TRUE(grid(b, "sectors").hi) << by;
    for (long n : {0L, 1L, 2L, 3L, 4L, 26L, 27L, 100L, 1000L}) {
      long rounds = 0;
      for (long i = n; i > 0; i /= by)
        ++rounds;
      EXPECT_LE(value(grid(b, "sectors").lo, n, 1), 4 * rounds) << by << " " << n;
      EXPECT_GE(value(*grid(b, "sectors").hi, n, 1), 4 * rounds) << by << " " << n;
    }
  }
}

// Sums of products grow without bound: beyond a size there is none.
TEST(KernelCost, AFormulaThatIsTooLarge) {
  std::string body = "block entry:\n  v := n;\n";
  for (int i = 0; i < 8; ++i)
    body += "  v := add.nsw(mul.nsw(v, add.nsw(v, local_size(0, i32))), n);\n  v := mul.nsw(v, smin(v, n));\n";
  const KernelBounds b = bounds_of(body + "  br slt(local_id(0, i32), v), then, done;\nblock then:\n" +
                                   std::string(store) + "  goto done;\nblock done:\n  return;\n");
  ASSERT_TRUE(grid(b, "sectors").hi);
  EXPECT_EQ(value(*grid(b, "sectors").hi, 1, 1), 8);
}

// A group of any size has as many warps as its threads fill, the last one perhaps in part.
TEST(KernelCost, GroupsOfAnySize) {
  support::Diagnostics diags;
  const auto all =
      cfg::parse_kernels("kernel k pointer_bits 64 {\n  array a : i32[] global param \"a\";\nblock entry:\n" +
                             std::string(store) + "  return;\n}\n",
                         "test.kir", diags);
  ASSERT_TRUE(all);
  const auto normal = cfg::normalise((*all)[0], {}, diags);
  cfg::Launch launch;
  launch.local_size[0].reset();
  const auto analyses = cfg::analyse(*normal, launch, {}, diags);
  const KernelBounds found = kernel_cost(*normal, *analyses, {*cfg::target("nvidia"), 256, {}});
  ASSERT_TRUE(found.refused.empty());
  EXPECT_TRUE(found.affine);
  const Bounds &sectors = grid(found, "sectors");
  EXPECT_TRUE(sectors.exact());
  for (long n = 1; n <= 100; ++n)
    EXPECT_EQ(*evaluate(sectors.lo, {{"local.x", n}, {"groups.x", 1}}).number, (n + 7) / 8) << n;
}

TEST(LaneValues, AQuotientOfWhatIsNotAMultiple) {
  LaneValue v = shared_value(4, symbol("n"));
  v.lanes = {0, 1, 2, 3};
  EXPECT_FALSE(floored(v, 4));
  v.shared = Expr(4) * symbol("n");
  ASSERT_TRUE(floored(v, 4));
  EXPECT_TRUE(floored(v, 4)->uniform());
}

// Four lanes from a multiple of four on lie in one block of eight; six do not.
TEST(LaneValues, AQuotientWithinABlock) {
  LaneValue v = shared_value(4, Expr(4) * symbol("n"));
  v.lanes = {4, 5, 6, 7};
  const auto q = floored(v, 8);
  ASSERT_TRUE(q && q->uniform());
  const auto r = remainder(v, 8);
  ASSERT_TRUE(r);
  for (long n = -5; n < 6; ++n)
    for (std::size_t i = 0; i < 4; ++i) {
      const Integer value = 4 * n + 4 + static_cast<long>(i);
      EXPECT_EQ(evaluate(q->uniform_expr(), {{"n", n}}).number, Rational(floor_of(Rational(value) / 8)));
      EXPECT_EQ(evaluate(r->shared + Expr(integer(r->lanes[i])), {{"n", n}}).number,
                Rational(value - 8 * floor_of(Rational(value) / 8)));
    }
  v.lanes = {0, 2, 4, 6};
  EXPECT_FALSE(floored(v, 8));
}

} // namespace
} // namespace lockstep::cost::test_kernel_cost
