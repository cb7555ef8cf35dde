// Sets of lanes as the checker of certificates has them, and the conditions that they speak of.
#include "cost/certificate/lane_masks.h"

#include <gtest/gtest.h>

namespace lockstep::cost::certificate::test_lane_masks {
namespace {

TEST(LaneMasks, AConditionOfWhichNothingIsKnownIsNoOther) {
  LaneConditions c(1);
  const Expr x = c.unknown(cfg::int_type(32));
  const LaneMask zero = c.condition(LaneCondition::Zero, {x});
  EXPECT_TRUE(c.condition(LaneCondition::Zero, {x}) == zero);
  EXPECT_FALSE(c.condition(LaneCondition::Zero, {std::nullopt}) == zero);
  EXPECT_FALSE(c.perhaps(false) == c.perhaps(false));
}

TEST(LaneMasks, NobodyIsInASetAndInItsOpposite) {
  LaneConditions c(4);
  const LaneMask some = either(c.perhaps(false), {Conjunction{0b0011, {}}});
  EXPECT_TRUE(both(some, c.other(some)).empty());
  EXPECT_EQ(c.lanes_of(c.other(some)), 0b1100U);
  EXPECT_FALSE(c.all_alike(some, everybody()));
  EXPECT_TRUE(c.all_alike(c.perhaps(true), everybody()));
}

} // namespace
} // namespace lockstep::cost::certificate::test_lane_masks
