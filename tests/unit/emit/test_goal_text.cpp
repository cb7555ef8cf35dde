// Goal programs as text (emit/encode/goal_text.h): what keeps a proof of the text from being one of the kernel.
#include "emit/encode/goal_text.h"

#include <gtest/gtest.h>

namespace lockstep::emit::test_goal_text {
namespace {

TEST(GoalText, AGoalThatTheProgramCannotExpressStaysOpen) {
  GoalProgram p;
  Goal g;
  g.id = "assert:0";
  g.abstraction = "the asserted condition depends on memory that the kernel writes";
  p.unexpressed.push_back(g);
  const GoalTerms terms = goal_terms(with_goals(p, true));
  ASSERT_EQ(terms.assertions.size(), 1u);
  EXPECT_EQ(terms.assertions[0].id, "assert:0");
  EXPECT_EQ(terms.assertions[0].meaning, GoalTerms::Meaning::Open);
  EXPECT_EQ(terms.assertions[0].why, g.abstraction);
}

} // namespace
} // namespace lockstep::emit::test_goal_text
