// Spans of groups: what lies between two barriers is counted of the dearest warp.
#include "cost/bounds/span.h"
#include "tests/unit/cost/small_kernels.h"

#include <gtest/gtest.h>

namespace lockstep::cost::test_span {
namespace {

KernelBounds spans_of(const std::string &body, std::uint64_t threads = 64,
                      const cfg::Metric &metric = *cfg::metric("requests")) {
  return bounds_of(body, threads, {.metrics = {metric}, .spans = true});
}

long value(const Expr &e, long n = 0) {
  const Value v = evaluate(e, {{"n", n}, {"groups.x", 3}});
  EXPECT_TRUE(v.number) << e.str() << ": " << v.problem;
  return v.number ? floor_of(*v.number).get_si() : -1;
}

// One request of the first warp, or of the second.
std::string by_first(const std::string &name, const std::string &next) {
  return "block " + name + ":\n  br slt(local_id(0, i32), 32:i32), " + name + "_on, " + next + ";\nblock " + name +
         "_on:\n  a[sext(local_id(0, i32), i64)] := 1:i32;\n  goto " + next + ";\n";
}
std::string by_second(const std::string &name, const std::string &next) {
  return "block " + name + ":\n  br sle(32:i32, local_id(0, i32)), " + name + "_on, " + next + ";\nblock " + name +
         "_on:\n  a[sext(local_id(0, i32), i64)] := 1:i32;\n  goto " + next + ";\n";
}

TEST(Span, WarpsInTurn) {
  const KernelBounds b =
      spans_of(by_first("entry", "meet") + "block meet:\n  barrier group fence(group, global);\n  goto second;\n" +
               by_second("second", "done") + "block done:\n  return;\n");
  ASSERT_TRUE(b.span.at(0).exact());
  EXPECT_EQ(value(b.span[0].lo), 2);
  EXPECT_EQ(value(b.group.at(0).lo), 2);
}

TEST(Span, WarpsAtTheSameTime) {
  const KernelBounds b =
      spans_of(by_first("entry", "second") + by_second("second", "done") + "block done:\n  return;\n");
  ASSERT_TRUE(b.span.at(0).exact());
  EXPECT_EQ(value(b.span[0].lo), 1);
  EXPECT_EQ(value(b.group.at(0).lo), 2);
}

// What the second warp does behind the barrier and the first one before it, a round later, is one interval: n + 1 of
// these, of one request each. From above they are counted one by one.
TEST(Span, AnIntervalOverTwoRounds) {
  const KernelBounds b = spans_of(
      "block entry:\n  i := 0:i32;\n  goto head;\nblock head:\n  br slt(i, n), first, done;\n" +
      by_first("first", "meet") + "block meet:\n  barrier group fence(group, global);\n  goto second;\n" +
      by_second("second", "again") + "block again:\n  i := add.nsw(i, 1:i32);\n  goto head;\nblock done:\n  return;\n");
  ASSERT_TRUE(b.span.at(0).hi);
  for (const long n : {2, 7}) {
    EXPECT_LE(value(b.span[0].lo, n), n + 1);
    EXPECT_GE(value(*b.span[0].hi, n), n + 1);
    EXPECT_LE(value(*b.span[0].hi, n), 2 * n);
  }
}

// A barrier that an input chooses: what lies around it in the text may be one interval over many rounds, in which one
// warp works in each second round and the other in the others.
TEST(Span, ABarrierThatIsPerhapsPassed) {
  const KernelBounds b =
      spans_of("block entry:\n  i := 0:i32;\n  goto head;\nblock head:\n  br slt(i, n), choose, done;\n"
               "block choose:\n  br slt(n, 5:i32), flip, meet;\nblock meet:\n  barrier group fence(group, global);\n"
               "  goto flip;\nblock flip:\n  br eq(and(i, 1:i32), 0:i32), even, odd;\n" +
               by_second("even", "again") + by_first("odd", "again") +
               "block again:\n  i := add.nsw(i, 1:i32);\n  goto head;\nblock done:\n  return;\n");
  for (const long n : {2, 4})
    EXPECT_LE(value(b.span.at(0).lo, n), n / 2);
  ASSERT_TRUE(b.span[0].hi);
  EXPECT_GE(value(*b.span[0].hi, 8), 8);
}

// Two barriers in each round: between them it is the dearest warp, whichever that is.
TEST(Span, AWholeIntervalInEachRound) {
  const KernelBounds b =
      spans_of("block entry:\n  i := 0:i32;\n  goto head;\nblock head:\n  br slt(i, n), meet, done;\n"
               "block meet:\n  barrier group fence(group, global);\n  goto first;\n" +
               by_first("first", "second") + by_second("second", "part") +
               "block part:\n  barrier group fence(group, global);\n  i := add.nsw(i, 1:i32);\n  goto head;\nblock "
               "done:\n  return;\n");
  ASSERT_TRUE(b.span.at(0).exact());
  EXPECT_EQ(value(b.span[0].lo, 9), 9);
}

// Barriers that each half of a group has for itself: what lies between them in the text lies in different intervals.
TEST(Span, BarriersOfHalves) {
  const KernelBounds b = spans_of(
      "block entry:\n  br slt(local_id(0, i32), 32:i32), low, high;\n"
      "block low:\n  barrier group fence(group, global);\n  a[sext(local_id(0, i32), i64)] := 1:i32;\n  goto done;\n"
      "block high:\n  a[sext(local_id(0, i32), i64)] := 1:i32;\n  barrier group fence(group, global);\n  goto "
      "done;\nblock done:\n "
      " return;\n");
  ASSERT_TRUE(b.span.at(0).hi);
  EXPECT_EQ(value(*b.span[0].hi), 2);
}

TEST(Span, LatenciesAndFractions) {
  cfg::Metric m{"m", 2, {}, {}};
  m.work.of[cfg::Atom::Request] = 3;
  m.latency.emplace().of[cfg::Atom::Request] = 5;
  const KernelBounds b = spans_of("block entry:\n  a[sext(local_id(0, i32), i64)] := 1:i32;\n  return;\n", 64, m);
  EXPECT_EQ(b.group.at(0).lo, Expr(3));
  EXPECT_EQ(b.span.at(0).lo, Expr(ratio(5, 2)));
  EXPECT_TRUE(b.span[0].exact());
}

// Of more warps than a maximum is written of, numbers count; a formula that only seems to fall below 0 is no cost below
// 0.
TEST(Span, ManyWarpsThatDiffer) {
  std::vector<Bounds> warps;
  const Expr n = symbol("n", Integer(0));
  warps.push_back({n - 3, n});
  for (long w = 5; w < 15; ++w)
    warps.push_back({Expr(w), Expr(w + 1)});
  EXPECT_EQ(dearest(warps, false).lo, Expr(0));
  EXPECT_EQ(dearest(warps, true).lo, Expr(14));
  EXPECT_FALSE(dearest(warps, true).hi);
  warps[0].hi = Expr(40);
  EXPECT_EQ(dearest(warps, false).hi, Expr(40));
}

TEST(Span, ExtremesOverACounter) {
  const Expr w = symbol("w", Integer(0)), n = symbol("n", Integer(0)), count = symbol("c", Integer(1));
  EXPECT_EQ(most_over(n + w * Expr(3), "w", count), n + count * Expr(3) - 3);
  EXPECT_EQ(least_over(n + w * Expr(3), "w", count), n);
  EXPECT_EQ(most_over(n - w, "w", count), n);
  EXPECT_EQ(least_over(n - w * w, "w", count), n - (count - 1) * (count - 1));
  EXPECT_FALSE(most_over(symbol("s") * w, "w", count)); // of either sign
  EXPECT_EQ(most_over(mod(w, 4) * n, "w", count), n * Expr(3));
}

} // namespace
} // namespace lockstep::cost::test_span
