// Counters that stride by the launch's sizes: which are assumed not to wrap around.
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"
#include "cfg/passes/stride_counters.h"

#include <gtest/gtest.h>

namespace lockstep::cfg::test_counters {
namespace {

struct How {
  std::string type = "i32";
  std::string test = "ult(i, n)";
  Launch launch{.local_size = {std::nullopt, 1, 1}, .num_groups = {std::nullopt, 1, 1}};
};

// What is assumed in front of  i := next;  in a loop that lasts while the test holds. Empty: nothing.
std::string assumed(const std::string &next, const How &how = {}) {
  support::Diagnostics diags;
  const std::string t = how.type;
  const auto k = parse("kernel k { param n : " + t + "; param s : " + t + "; var i : " + t + "; var step : " + t +
                           "; block e: i := local_id(0, " + t + "); step := mul(local_size(0, " + t +
                           "), num_groups(0, " + t + ")); goto h; block h: br " + how.test +
                           ", b, x; block b: i := " + next + "; goto h; block x: return; }",
                       "test.kir", diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  const Kernel out = with_counters(*k, how.launch, diags);
  EXPECT_EQ(print(with_counters(out, how.launch, diags)), print(out)); // once is enough
  for (const Stmt &s : out.blocks[2].stmts)
    if (auto *a = std::get_if<Assume>(&s.node))
      return print(a->condition, out);
  return "";
}

const std::string stride = "mul(local_size(0, i32), num_groups(0, i32))";

TEST(Counters, StrideByAProductOfSizes) {
  EXPECT_EQ(assumed("add(i, " + stride + ")"), "ule(i, add(i, " + stride + "))");
  EXPECT_EQ(assumed("add(" + stride + ", i)"), "ule(i, add(i, " + stride + "))");
  EXPECT_EQ(assumed("add(i, step)"), "ule(i, add(i, step))");
  EXPECT_EQ(assumed("add(i, num_groups(0, i32))"), "ule(i, add(i, num_groups(0, i32)))");
  EXPECT_EQ(assumed("trunc(add(zext(i, i64), mul(local_size(0, i64), num_groups(0, i64))), i32)"),
            "ule(i, add(i, trunc(mul(local_size(0, i64), num_groups(0, i64)), i32)))");
  EXPECT_EQ(assumed("add(i, s)"), "");
  EXPECT_EQ(assumed("add(i, 64:i32)"), "");
  EXPECT_EQ(assumed("add(i, 64:i32)", {.test = "slt(i, n)"}), "sle(i, add(i, 64:i32))");
  EXPECT_EQ(assumed("add(i, 65537:i32)", {.test = "slt(i, n)"}), "");
  EXPECT_EQ(assumed("add(i, udiv(step, 32:i32))"), "ule(i, add(i, udiv(step, 32:i32)))");
  EXPECT_EQ(assumed("add(i, udiv(32:i32, step))"), "");
  EXPECT_EQ(assumed("add(i, add(step, s))"), "");
  EXPECT_EQ(assumed("add(i, mul(step, step))"), ""); // may be anything
  EXPECT_EQ(assumed("sub(i, step)"), "");
}

TEST(Counters, AreComparedWhereALoopIsLeft) {
  const std::string next = "add(i, step)";
  EXPECT_EQ(assumed(next, {.test = "slt(i, n)"}), "sle(i, add(i, step))");
  EXPECT_EQ(assumed(next, {.test = "sle(n, i)"}), "sle(i, add(i, step))");
  EXPECT_EQ(assumed(next, {.test = "ult(sext(i, i64), sext(n, i64))"}), "sle(i, add(i, step))");
  EXPECT_EQ(assumed(next, {.test = "slt(zext(i, i64), zext(n, i64))"}), "ule(i, add(i, step))");
  EXPECT_EQ(assumed(next, {.test = "ne(i, n)"}), "");
  EXPECT_EQ(assumed(next, {.test = "slt(s, n)"}), "");
  EXPECT_EQ(assumed(next, {.test = "land(slt(i, n), ult(i, s))"}), "");
}

TEST(Counters, MayWrapAroundOtherwise) {
  EXPECT_EQ(assumed("add.nsw(i, step)", {.test = "slt(i, n)"}), "");
  EXPECT_EQ(assumed("add(i, local_size(0, i32))", {.test = "slt(i, 1000:i32)"}), "");
  EXPECT_EQ(assumed("add(i, local_size(0, i16))", {.type = "i16"}), "");
  EXPECT_EQ(assumed("add(i, step)", {.type = "i64"}), "ule(i, add(i, step))");
}

TEST(Counters, OfLaunchesThatDevicesCanRun) {
  const std::string next = "add(i, step)";
  EXPECT_NE(assumed(next, {.launch = {.local_size = {64, 1, 1}, .num_groups = {4, 1, 1}}}), "");
  EXPECT_NE(assumed(next, {.launch = {.local_size = {64, 1, 1}, .num_groups = {std::nullopt, 1, 1}}}), "");
  Launch any;
  any.local_size[0] = any.num_groups[0] = std::nullopt;
  any.most_threads.reset();
  EXPECT_EQ(assumed(next, {.launch = any}), "");
}

} // namespace
} // namespace lockstep::cfg::test_counters
