// What is known up to intervals, rests, classes of lanes and free sizes: numbers that leave room for what executions
// do.
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"
#include "cost/requests/requests.h"

#include <gtest/gtest.h>

namespace lockstep::coalescing::test_forms {
namespace {

// Sectors of the only access of `a`, an array of 4-byte elements, in blocks of `threads` (none: of
// any size), of full requests or of all.
Interval sectors(const std::string &blocks, cfg::Launch::Extent threads = 256, bool full = true) {
  support::Diagnostics diags;
  const auto parsed =
      cfg::parse("kernel k {\n  param n: i32; param m: i32;\n  var at: i32; var i: i32; var next: i32; var j: i32;\n"
                 "  array a: i32[] global param;\n" +
                     blocks + "}\n",
                 "test.kir", diags);
  const bool right = parsed && cfg::check(*parsed, diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  if (!right)
    return {};
  const auto k = cfg::normalise(*parsed, {}, diags);
  cfg::Launch launch;
  launch.local_size = {threads, 1, 1};
  launch.num_groups = {64, 1, 1};
  const auto analyses = k ? cfg::analyse(*k, launch, {}, diags) : support::failure;
  EXPECT_TRUE(analyses);
  const std::vector<AccessCost> all = requests(*k, *analyses, {*cfg::target("nvidia"), 256});
  EXPECT_EQ(all.size(), 1U);
  return all.empty() ? Interval{} : full ? all[0].full_sectors : all[0].sectors;
}
Interval at_index(const std::string &index, cfg::Launch::Extent threads = 256) {
  return sectors("block entry: a[sext(" + index + ", i64)] := 0:i32; return;\n", threads);
}
const std::string t = "local_id(0, i32)";
std::string positive(const std::string &blocks) { // n and m are
  return "block entry: assume slt(0:i32, n); assume slt(n, 1000000:i32);\n" + blocks;
}

TEST(Forms, AQuotientWhoseRestIsNotKnown) {
  // (n + t) / 100: one number or two
  const Interval one_or_two =
      sectors(positive("  a[sext(mul(sdiv(add(n, " + t + "), 100:i32), 8:i32), i64)] := 0:i32; return;\n"));
  EXPECT_EQ(one_or_two, (Interval{1, 2}));
}

TEST(Forms, AllRestsAreTried) {
  EXPECT_EQ(sectors(positive("  a[sext(mul(sdiv(add(n, " + t + "), 32:i32), 8:i32), i64)] := 0:i32; return;\n")),
            (Interval{1, 2}));
  EXPECT_EQ(at_index("mul(and(add(n, " + t + "), 7:i32), 8:i32)"), (Interval{8, 8}));
}

TEST(Forms, LanesWithTheSameOperandsAreOneClass) {
  // n / (t / 8 + 1): four numbers, which may be anywhere
  EXPECT_EQ(at_index("mul(udiv(n, add(sdiv(" + t + ", 8:i32), 1:i32)), 8:i32)").hi, 4U);
}

TEST(Forms, BitsOfANumberThatLanesShare) {
  // n ^ t: the warp's places in another order
  EXPECT_EQ(at_index("xor(n, " + t + ")"), (Interval{4, 4}));
  EXPECT_EQ(at_index("xor(" + t + ", n)"), (Interval{4, 4}));
  EXPECT_EQ(at_index("mul(and(" + t + ", n), 8:i32)"), (Interval{1, 32}));
  EXPECT_GE(at_index("xor(n, mul(" + t + ", 4:i32))").hi, 16U); // farther apart than rests are tried for
}

TEST(Forms, ANarrowRangeIsTriedNumberByNumber) {
  EXPECT_EQ(sectors("block entry: assume sle(0:i32, n); assume sle(n, 3:i32);\n"
                    "  a[sext(shl(" +
                    t + ", n), i64)] := 0:i32; return;\n"),
            (Interval{4, 32}));
}

TEST(Forms, AVariableThatSomeLanesMove) {
  const auto loop = [](const std::string &condition) {
    return sectors("block entry: at := " + t +
                   "; i := 0:i32; goto head;\n"
                   "block head: br slt(i, n), body, out;\n"
                   "block body: a[sext(at, i64)] := 0:i32; br " +
                   condition +
                   ", more, next;\n"
                   "block more: at := add.nsw(at, 64:i32); goto next;\n"
                   "block next: i := add(i, 1:i32); goto head;\n"
                   "block out: return;\n");
  };
  EXPECT_EQ(loop("slt(i, m)").hi, 5U);                        // all of them together
  EXPECT_GE(loop("eq(and(" + t + ", 1:i32), 0:i32)").hi, 8U); // every second one
}

// With n = 3 lane 4 has 2^32 - 1, to which its own id is added: another place than that of lanes 0 to 3.
TEST(Forms, AVariableThatNestedLoopsMove) {
  const auto moved = [](const std::string &rounds, const std::string &amount) {
    return sectors("block entry: at := " + t +
                   "; i := 0:i32; goto outer;\n"
                   "block outer: br slt(i, n), body, done;\n"
                   "block body: next := at; j := 0:i32; goto inner;\n"
                   "block inner: br slt(j, " +
                   rounds +
                   "), step, after;\n"
                   "block step: next := add(next, " +
                   amount +
                   "); j := add(j, 1:i32); goto inner;\n"
                   "block after: a[sext(next, i64)] := 0:i32; at := next; i := add(i, 1:i32); goto outer;\n"
                   "block done: return;\n");
  };
  EXPECT_EQ(moved("m", "mul(i, 7:i32)"), (Interval{4, 5}));
  EXPECT_EQ(moved(t, "64:i32").hi, 32U); // lanes make other numbers of rounds
  EXPECT_EQ(moved("m", t).hi, 32U);
}

TEST(Forms, NumbersThatWrapAroundBeforeTheyAreAdded) {
  const auto at_offset = [](const std::string &offset) {
    return sectors("block entry: a[" + offset + "] := 0:i32; return;\n").hi;
  };
  EXPECT_GE(at_offset("add(zext(sub(n, " + t + "), i64), local_id(0, i64))"), 2U);
  // With n = -15 the numbers are 2^32 - 14 to 2^32, and 1 to 17: 3 sectors each.
  EXPECT_GE(at_offset("add(zext(add(n, " + t + "), i64), 1:i64)"), 6U);
  EXPECT_EQ(at_offset("zext(add(n, " + t + "), i64)"), 5U); // they wrap around where a sector ends
}

// `if (n < m || t >= 28)`: all lanes come, or the last four do.
TEST(Forms, SeveralWaysToAnAccess) {
  EXPECT_EQ(sectors("block entry: br slt(n, m), then, ask;\n"
                    "block ask: br sle(28:i32, " +
                        t +
                        "), then, out;\n"
                        "block then: a[sext(" +
                        t +
                        ", i64)] := 0:i32; return;\n"
                        "block out: return;\n",
                    256, false),
            (Interval{1, 4}));
}

TEST(Forms, BlocksOfAnySize) {
  EXPECT_EQ(at_index(t, std::nullopt), (Interval{4, 4}));
  EXPECT_EQ(at_index("smin(" + t + ", 31:i32)", std::nullopt), (Interval{1, 4})); // one place from the second warp on
  EXPECT_EQ(at_index("add(mul(group_id(0, i32), local_size(0, i32)), " + t + ")", std::nullopt), (Interval{4, 5}));
}

} // namespace
} // namespace lockstep::coalescing::test_forms
