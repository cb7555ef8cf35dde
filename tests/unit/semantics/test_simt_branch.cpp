// The branch machine and its monitors on states made by hand: what no program reaches, and that every monitor bites.
#include "semantics/simt/warps/branch.h"
#include "semantics/simt/warps/monitors.h"

#include <gtest/gtest.h>

namespace lockstep::semantics::simt::test_simt_branch {
namespace {

Mask &disabled(BranchState &s, Disabled why) { return s.disabled[static_cast<std::size_t>(why)]; }

BranchState two_lanes() { return fresh_warp(2, 2, 5); }

// What the monitors say of a state that a step has led to; the lanes' own program counters are at 5 before, 6 after it.
Violation judged(const BranchState &s, std::size_t pushed = 1) {
  Monitors m;
  BranchState before = two_lanes();
  if (s.stack.size() > pushed)
    before.stack.assign(s.stack.begin(), s.stack.end() - static_cast<std::ptrdiff_t>(pushed));
  m.start(before);
  m.before(before, {});
  return m.after(s, 0);
}
BranchState after_a_step() {
  BranchState s = two_lanes();
  next(s);
  return s;
}
void expect(const Violation &v, const std::string &begins) {
  ASSERT_TRUE(v) << "expected " << begins;
  EXPECT_EQ(v->substr(0, begins.size()), begins) << *v;
}

TEST(Monitors, AllHold) { EXPECT_FALSE(judged(after_a_step())); }

TEST(Monitors, EachPropertyIsWatched) {
  BranchState s = after_a_step();
  s.pc = 9;
  expect(judged(s), "S1");

  s = after_a_step();
  s.active = 0b01;
  s.stack = {{TokenKind::Sync, 0b11, 9}};
  expect(judged(s), "S2");

  s = after_a_step();
  s.active = 0b01;
  expect(judged(s), "I1"); // lane 1 waits without a token

  s = after_a_step();
  s.active = 0;
  s.stack = {{TokenKind::Sync, 0b11, 6}};
  expect(judged(s), "I2");

  s = after_a_step();
  s.stack = {{TokenKind::Sync, 0b10, 6}};
  expect(judged(s), "I3");

  s = after_a_step();
  s.active = 0b01;
  s.stack = {{TokenKind::Sync, 0b01, 7}, {TokenKind::Diverge, 0b10, 6}};
  expect(judged(s), "I4");

  s = after_a_step();
  disabled(s, Disabled::Break) = 0b01;
  expect(judged(s), "I5");

  s = after_a_step();
  s.stack = {{TokenKind::Sync, 0b11, 7}, {TokenKind::Diverge, 0, 7}};
  expect(judged(s), "I6");

  s = after_a_step();
  s.stack = {{TokenKind::Sync, 0b11, 7}, {TokenKind::Sync, 0b11, 7}, {TokenKind::Sync, 0b11, 7}};
  expect(judged(s, 2), "STK");

  s = after_a_step();
  disabled(s, Disabled::Exit) = 0b10;
  expect(judged(s), "S1"); // active, but it has exited
}

TEST(Monitors, ALaneThatHasLeftALoopWaitsForABreakToken) {
  BranchState s = after_a_step();
  s.active = 0b01;
  disabled(s, Disabled::Break) = 0b10;
  s.stack = {{TokenKind::Break, 0b11, 6}, {TokenKind::Sync, 0b11, 9}};
  EXPECT_EQ(token_of(s, 1), 0u);
  EXPECT_FALSE(judged(s));
}

// The third way of T11. No program reaches it: a token that a lane waits for has the lane in its mask, and popping it
// wakes the lane.
TEST(Branch, TheLastLaneExitsWhileAnotherWaitsForNoToken) {
  for (Disabled waits : {Disabled::Break, Disabled::Return}) {
    BranchState s = two_lanes();
    s.active = 0b01;
    disabled(s, waits) = 0b10;
    const Stuck why = leave(s, Disabled::Exit, 0b01);
    ASSERT_TRUE(why);
    EXPECT_EQ(*why, "the stack is empty, but lanes 01 have not exited");
  }
}

TEST(Branch, APartFilledWarp) {
  BranchState s = fresh_warp(4, 3, 0);
  EXPECT_EQ(bits(s.active, 4), "1110");
  EXPECT_EQ(disabled_text(s, 4), "000e");
  EXPECT_FALSE(leave(s, Disabled::Exit, s.active));
  EXPECT_TRUE(s.completed);
}

TEST(Branch, SyncNeedsASyncOrDivergeToken) {
  BranchState s = two_lanes();
  push(s, TokenKind::Break, 9);
  EXPECT_EQ(sync(s).value_or(""), "sync with a break token on top");
}

TEST(Branch, SixtyFourLanes) {
  BranchState s = fresh_warp(64, 64, 0);
  EXPECT_EQ(s.active, ~Mask(0));
  push(s, TokenKind::Sync, 9);
  EXPECT_EQ(jump(s, false, {{4, Mask(1) << 63}}, 0, PathOrder::TakenFirst), 0u);
  EXPECT_EQ(s.active, Mask(1) << 63);
  EXPECT_FALSE(sync(s));
  EXPECT_EQ(s.active, ~Mask(0) >> 1);
}

} // namespace
} // namespace lockstep::semantics::simt::test_simt_branch
