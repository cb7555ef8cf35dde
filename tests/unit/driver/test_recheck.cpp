// Claims: what follows from what was kept, and what another engine's answers make of it.
#include "driver/proofs/recheck.h"
#include "jobs/proofs/proof_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

#include <cstdlib>

namespace lockstep::driver::test_recheck {
namespace {

using verify::Outcome;

jobs::Claim verified_claim() {
  jobs::Claim c;
  c.name = "a.k";
  c.file = "a.cl";
  c.kernel = "k";
  c.verdict = verify::Verdict::Verified;
  c.tier = verify::Tier::Watchdog;
  c.log.programs = {
      {"a.k.1",
       verify::Tier::Pick,
       "text one",
       false,
       verify::Solver::Z3,
       1000,
       {{"r", emit::GoalKind::Race, "", Outcome::Refuted}, {"d", emit::GoalKind::Divergence, "", Outcome::Proved}}},
      {"a.k.2",
       verify::Tier::Watchdog,
       "text two",
       true,
       verify::Solver::Cvc5,
       2000,
       {{"r0", emit::GoalKind::Race, "", Outcome::Proved}, {"r1", emit::GoalKind::Race, "", Outcome::Proved}}}};
  c.log.claims = {{{"r", emit::GoalKind::Race, "", Outcome::Proved}, "a.k.2", {"r0", "r1"}},
                  {{"d", emit::GoalKind::Divergence, "", Outcome::Proved}, "a.k.1", {"d"}}};
  return c;
}

verify::EngineResponse answers(const std::vector<std::pair<std::string, Outcome>> &list) {
  verify::EngineResponse r;
  for (const auto &[id, outcome] : list)
    r.assertions.push_back({id, outcome, "because", {}});
  return r;
}

TEST(Recheck, AClaimMustFollow) {
  EXPECT_EQ(check_claim(verified_claim()).outcome, Recheck::Confirmed);
  jobs::Claim c = verified_claim();
  c.log.programs[1].goals[1].outcome = Outcome::Unknown;
  EXPECT_EQ(check_claim(c).outcome, Recheck::Differs);
  c = verified_claim();
  c.log.claims[1].goal.outcome = Outcome::TimedOut;
  EXPECT_EQ(check_claim(c).outcome, Recheck::Differs);
  c = verified_claim();
  c.verdict = verify::Verdict::Race; // of which no goal knows
  EXPECT_EQ(check_claim(c).outcome, Recheck::Differs);
  c = verified_claim();
  c.log.programs.pop_back();
  EXPECT_EQ(check_claim(c).outcome, Recheck::Differs);
  c = verified_claim();
  c.verdict = verify::Verdict::Unknown;
  EXPECT_EQ(check_claim(c).outcome, Recheck::Undecided);
}

TEST(Recheck, ComparesAnswers) {
  const jobs::Claim c = verified_claim();
  const auto &watchdog = c.log.programs[1];
  EXPECT_EQ(compare(c, watchdog, answers({{"r0", Outcome::Proved}, {"r1", Outcome::Proved}}), "x").outcome,
            Recheck::Confirmed);
  EXPECT_EQ(compare(c, watchdog, answers({{"r0", Outcome::Proved}, {"r1", Outcome::Refuted}}), "x").outcome,
            Recheck::Differs);
  for (const Outcome o : {Outcome::Unknown, Outcome::TimedOut, Outcome::EngineFailed})
    EXPECT_EQ(compare(c, watchdog, answers({{"r0", Outcome::Proved}, {"r1", o}}), "x").outcome, Recheck::Undecided);
  EXPECT_EQ(compare(c, watchdog, answers({{"r0", Outcome::Proved}}), "x").outcome,
            Recheck::Undecided); // one is missing
  // What pick refuted and the watchdog proved: no answer is no harm, the opposite one is.
  const auto &pick = c.log.programs[0];
  EXPECT_EQ(compare(c, pick, answers({{"r", Outcome::Unknown}, {"d", Outcome::Proved}}), "x").outcome,
            Recheck::Confirmed);
  EXPECT_EQ(compare(c, pick, answers({{"r", Outcome::Proved}, {"d", Outcome::Proved}}), "x").outcome, Recheck::Differs);
}

TEST(Recheck, ClaimsAreReadAsTheyWereKept) {
  std::string pattern = (std::filesystem::temp_directory_path() / "lockstep-proofs-XXXXXX").string();
  const std::string folder = ::mkdtemp(pattern.data());
  support::Diagnostics diags;
  jobs::Claim c = verified_claim();
  c.fingerprint = jobs::fingerprint_text("source");
  ASSERT_TRUE(jobs::keep_claim(folder, c, diags));
  const auto again = jobs::read_claim(folder + "/a.k.claim.json", diags);
  ASSERT_TRUE(again) << (diags.all().empty() ? "" : diags.all().front().message);
  EXPECT_EQ(again->fingerprint, c.fingerprint);
  ASSERT_EQ(again->log.programs.size(), 2U);
  EXPECT_EQ(again->log.programs[1].text, "text two");
  EXPECT_EQ(again->log.programs[1].solver, verify::Solver::Cvc5);
  EXPECT_EQ(again->log.programs[0].goals[0].outcome, Outcome::Refuted);
  EXPECT_EQ(again->log.claims[0].by, (std::vector<std::string>{"r0", "r1"}));
  EXPECT_EQ(check_claim(*again).outcome, Recheck::Confirmed);
  std::filesystem::remove(folder + "/a.k.2.bpl");
  EXPECT_FALSE(jobs::read_claim(folder + "/a.k.claim.json", diags));
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace lockstep::driver::test_recheck
