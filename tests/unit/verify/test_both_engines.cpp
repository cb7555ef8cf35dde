// What two engines' answers to one question make (verify/engines/both_engines.h): every pair of outcomes.
#include "verify/engines/both_engines.h"
#include "verify/verdict.h"

#include <gtest/gtest.h>

namespace lockstep::verify::test_both_engines {
namespace {

Outcome together(Outcome a, Outcome b) {
  const AssertionResult r = agree({"id", a, "", {}}, {"id", b, "", {}}, "first", "second");
  EXPECT_EQ(r.id, "id");
  return r.outcome;
}

constexpr Outcome all[] = {Outcome::Proved, Outcome::Refuted, Outcome::Unknown, Outcome::TimedOut,
                           Outcome::EngineFailed};

TEST(BothEngines, ProvedNeedsBoth) {
  for (Outcome a : all)
    for (Outcome b : all)
      EXPECT_EQ(together(a, b) == Outcome::Proved, a == Outcome::Proved && b == Outcome::Proved);
}

TEST(BothEngines, ADisagreementIsAFailureThatNamesBoth) {
  EXPECT_EQ(together(Outcome::Proved, Outcome::Refuted), Outcome::EngineFailed);
  const AssertionResult r =
      agree({"race:a", Outcome::Refuted, "", {}}, {"race:a", Outcome::Proved, "", {}}, "host", "command");
  EXPECT_EQ(r.outcome, Outcome::EngineFailed);
  EXPECT_NE(r.reason.find("disagree on race:a: host refutes what command proves"), std::string::npos);
}

TEST(BothEngines, ARefutationStandsWhereTheOtherHasNoAnswer) {
  EXPECT_EQ(together(Outcome::Refuted, Outcome::Unknown), Outcome::Refuted);
  EXPECT_EQ(together(Outcome::TimedOut, Outcome::Refuted), Outcome::Refuted);
}

TEST(BothEngines, AFailedEngineIsNeverPassedOver) {
  for (Outcome a : all) {
    EXPECT_EQ(together(a, Outcome::EngineFailed), Outcome::EngineFailed);
    EXPECT_EQ(together(Outcome::EngineFailed, a), Outcome::EngineFailed);
  }
}

TEST(Verdicts, TheTableIsWhole) {
  EXPECT_EQ(verdicts().size(), 8U);
  for (const VerdictInfo &row : verdicts()) {
    EXPECT_EQ(&info(row.verdict), &row);
    EXPECT_EQ(find_verdict(row.name), row.verdict);
    EXPECT_EQ(is_violation(row.verdict), row.exit_status == 1);
  }
  EXPECT_FALSE(find_verdict("fine"));
}

TEST(Verdicts, TheWorstExitStatusCounts) {
  EXPECT_EQ(worse_exit_status(exit_verified, exit_undecided), exit_undecided);
  EXPECT_EQ(worse_exit_status(exit_violation, exit_undecided), exit_violation);
  EXPECT_EQ(worse_exit_status(exit_usage, exit_violation), exit_usage);
  EXPECT_EQ(worse_exit_status(exit_usage, exit_internal), exit_internal);
}

} // namespace
} // namespace lockstep::verify::test_both_engines
