// Requests of as many lanes as the conditions around an access admit together.
#include "cost/requests/requests.h"

#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"

#include <gtest/gtest.h>

namespace lockstep::coalescing::test_admitted {
namespace {

AccessCost cost_of(const std::string &body) {
  support::Diagnostics diags;
  const auto parsed = cfg::parse("kernel k {\n  param n: i32 \"n\";\n  var i: i32 \"i\";\n  var v: i32;\n"
                                 "  array a: i32[] global param;\nblock entry: " +
                                     body + "\nblock none: return;\n}\n",
                                 "test.kir", diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  const auto k = parsed ? cfg::normalise(*parsed, {}, diags) : support::failure;
  if (!k)
    return {};
  cfg::Launch launch;
  launch.local_size = {32, 1, 1};
  launch.num_groups = {4, 1, 1};
  const auto analyses = cfg::analyse(*k, launch, {}, diags);
  EXPECT_TRUE(analyses);
  return requests(*k, *analyses, {*cfg::target("nvidia"), 256}).at(0);
}

constexpr const char *apart = "a[sext(mul.nsw(32:i32, local_id(0, i32)), i64)] := 0:i32; ";

AccessCost guarded(const std::string &condition) {
  return cost_of("br " + condition + ", some, none;\nblock some: " + apart + "return;");
}

TEST(Admitted, AnEqualityLetsOneLaneIn) {
  for (const char *c :
       {"eq(local_id(0, i32), n)", "not(ne(local_id(0, i32), n))", "eq(urem(local_id(0, i32), 32:i32), n)",
        "eq(add(local_id(0, i32), 5:i32), mul(n, n))", "land(eq(local_id(0, i32), n), slt(local_id(0, i32), 7:i32))"}) {
    const AccessCost cost = guarded(c);
    EXPECT_EQ(cost.full_sectors, (Interval{1, 1})) << c;
    EXPECT_EQ(cost.most_lanes, 1U) << c;
  }
}

TEST(Admitted, LanesWithOneNumberComeTogether) {
  const AccessCost cost = guarded("eq(udiv(local_id(0, i32), 2:i32), n)");
  EXPECT_EQ(cost.most_lanes, 2U);
  EXPECT_EQ(cost.full_sectors, (Interval{2, 2}));
}

TEST(Admitted, LimitsAreAWindow) {
  EXPECT_EQ(guarded("land(sle(n, local_id(0, i32)), slt(local_id(0, i32), add.nsw(n, 4:i32)))").most_lanes, 4U);
  EXPECT_EQ(guarded("ult(sub(local_id(0, i32), n), 4:i32)").most_lanes, 4U);
  EXPECT_EQ(guarded("slt(local_id(0, i32), n)").most_lanes, 32U);
  EXPECT_EQ(guarded("ne(local_id(0, i32), n)").most_lanes, 32U);
}

TEST(Admitted, RoundsAreAtLeastZero) {
  const AccessCost cost = cost_of("i := local_id(0, i32); goto head;\nblock head: br slt(i, 4:i32), body, none;\n"
                                  "block body: " +
                                  std::string(apart) + "i := add.nsw(i, 256:i32); goto head;");
  EXPECT_EQ(cost.most_lanes, 4U);
  EXPECT_EQ(cost.full_sectors, (Interval{4, 4}));
}

// Lanes that leave a loop in different rounds come one by one, or together.
TEST(Admitted, PartsOfAWarp) {
  const AccessCost cost =
      cost_of("i := 0:i32; goto head;\nblock head: br slt(i, 32:i32), body, none;\nblock body: v := add(i, 0:i32); br "
              "eq(i, local_id(0, i32)), leave, next;\nblock next: i := add.nsw(i, 1:i32); goto head;\nblock leave: " +
              std::string(apart) + "goto none;");
  EXPECT_EQ(cost.full_sectors.lo, 1U);
  EXPECT_NE(cost.precision, Precision::Exact);
}

} // namespace
} // namespace lockstep::coalescing::test_admitted
