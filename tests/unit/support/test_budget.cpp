#include "support/budget.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace lockstep::support::test_budget {
namespace {

TEST(Budget, NothingIsAskedWithoutOne) {
  for (int i = 0; i < 1'000'000; ++i)
    spend();
  EXPECT_EQ(seconds_left(), 0);
}

TEST(Budget, StepsRunOut) {
  Budget budget({.steps = 1000});
  const Budget::InForce now(budget);
  std::uint64_t steps = 0;
  EXPECT_THROW(for (;; ++steps) spend(), OutOfBudget);
  EXPECT_GE(steps, 900U);
  EXPECT_LE(steps, 1000U + Budget::steps_between_looks);
}

TEST(Budget, ARoundLooksAtOnce) {
  Budget budget({.steps = 1});
  const Budget::InForce now(budget);
  EXPECT_THROW(spend_round(), OutOfBudget);
}

TEST(Budget, TimeRunsOutAndIsNeverNoLimit) {
  Budget budget({.seconds = 0.02});
  const Budget::InForce now(budget);
  spend_round();
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_GT(seconds_left(), 0);
  try {
    spend_round();
    FAIL() << "time was over";
  } catch (const OutOfBudget &e) {
    EXPECT_EQ(e.why, "no end within 0.02 s (--timeout)");
  }
}

TEST(Budget, MemoryRunsOut) {
  Budget budget({.megabytes = 1}); // less than any process has
  const Budget::InForce now(budget);
  EXPECT_THROW(spend_round(), OutOfBudget);
}

TEST(Budget, OneIsInForceAtATimeAndOfItsThreadOnly) {
  Budget outer({.steps = 1}), inner({});
  const Budget::InForce a(outer);
  {
    const Budget::InForce b(inner);
    EXPECT_NO_THROW(spend_round());
    EXPECT_EQ(seconds_left(), 0);
  }
  std::thread([] { EXPECT_NO_THROW(spend_round()); }).join();
  EXPECT_THROW(spend_round(), OutOfBudget);
}

} // namespace
} // namespace lockstep::support::test_budget
