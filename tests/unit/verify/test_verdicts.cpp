// Which verdict the tiers' answers make: an engine that says what each case wants.
#include "cfg/ir/assumptions.h"
#include "cfg/ir/text/parse.h"
#include "verify/verify_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lockstep::verify::test_verdicts {
namespace {

// A loop is entered at an arbitrary iteration, so what pick refutes here is refuted up to an abstraction.
constexpr const char *looping = R"(
kernel k pointer_bits 32 { param n : i32; var i : i32; array a : i32[] global param;
block s: i := 0:i32; goto h;
block h: br slt(i, n), b, e;
block b: a[add.nsw(i, local_id(0, i32))] := 1:i32; i := add.nsw(i, 7:i32); goto h;
block e: return; })";

constexpr const char *straight = R"(
kernel k pointer_bits 32 { array a : i32[] global param;
block s: a[udiv(local_id(0, i32), 2:i32)] := local_id(0, i32); return; })";

class Scripted final : public Engine {
public:
  Scripted(Outcome pick, Outcome watchdog) : pick_(pick), watchdog_(watchdog) {}
  EngineResponse run(const EngineRequest &request) override {
    const bool pick = request.program.find("first0") != std::string::npos;
    (pick ? asked_pick : asked_watchdog) = true;
    EngineResponse r;
    for (const std::string &id : request.assertion_ids)
      r.assertions.push_back({id, pick ? pick_ : watchdog_, "out of time", {}});
    return r;
  }
  std::string describe() const override { return "scripted"; }
  void interrupt() override {}
  bool asked_pick = false, asked_watchdog = false;

private:
  Outcome pick_, watchdog_;
};

Result verdict(const char *text, Scripted &engine) {
  support::Diagnostics diags;
  support::Stages stages;
  const auto k = cfg::parse(text, "k.kir", diags);
  VerifyOptions options;
  options.launch.local_size = {64, 1, 1};
  options.launch.num_groups = {1, 1, 1};
  return verify_kernel(*k, options, engine, stages, diags);
}

// The assumptions of a verified kernel.
std::vector<std::string> assumptions(const char *text, const VerifyOptions &options) {
  support::Diagnostics diags;
  support::Stages stages;
  const auto k = cfg::parse(text, "k.kir", diags);
  Scripted engine(Outcome::Proved, Outcome::Proved);
  const Result r = verify_kernel(*k, options, engine, stages, diags);
  EXPECT_EQ(r.verdict, Verdict::Verified);
  return r.assumptions;
}
VerifyOptions one_group() {
  VerifyOptions options;
  options.launch.local_size = {64, 1, 1};
  options.launch.num_groups = {1, 1, 1};
  return options;
}

TEST(Verdicts, ARefutationUpToAnAbstractionNeedsASecondVoice) {
  Scripted silent(Outcome::Refuted, Outcome::TimedOut), agrees(Outcome::Refuted, Outcome::Refuted),
      proves(Outcome::Refuted, Outcome::Proved);
  const Result r = verdict(looping, silent);
  EXPECT_TRUE(silent.asked_pick && silent.asked_watchdog);
  EXPECT_EQ(r.verdict, Verdict::Unknown);
  EXPECT_NE(r.reason.find("perhaps a false alarm (a loop is entered at an arbitrary iteration)"), std::string::npos)
      << r.reason;
  ASSERT_EQ(r.findings.size(), 1u) << "it is shown all the same";
  EXPECT_TRUE(r.findings[0].doubtful);
  EXPECT_EQ(verdict(looping, agrees).verdict, Verdict::Race);
  EXPECT_EQ(verdict(looping, proves).verdict, Verdict::Verified);
}

TEST(Verdicts, AnExactRefutationIsTheLastWord) {
  Scripted engine(Outcome::Refuted, Outcome::Proved);
  const Result r = verdict(straight, engine);
  EXPECT_EQ(r.verdict, Verdict::Race);
  EXPECT_FALSE(engine.asked_watchdog);
  ASSERT_EQ(r.findings.size(), 1u);
  EXPECT_FALSE(r.findings[0].doubtful);
}

TEST(Verdicts, WhatPickCannotDecideTheWatchdogDecides) {
  for (auto [watchdog, expected] :
       {std::pair{Outcome::Proved, Verdict::Verified}, std::pair{Outcome::Refuted, Verdict::Race},
        std::pair{Outcome::TimedOut, Verdict::Unknown}}) {
    Scripted engine(Outcome::TimedOut, watchdog);
    EXPECT_EQ(verdict(looping, engine).verdict, expected);
  }
}

// Behind the loop, i is positive if it does not overflow: then nobody writes, and there is nothing to ask.
constexpr const char *closed = R"(
kernel k pointer_bits 32 { param n : i32; var i : i32; var r : i32; array a : i32[] global param;
block s: i := 1:i32; r := 0:i32; goto h;
block h: br ult(r, n), b, e;
block b: i := add.nsw(mul.nsw(i, 3:i32), 1:i32); r := add(r, 1:i32); goto h;
block e: br slt(i, 0:i32), w, x;
block w: a[0:i32] := local_id(0, i32); return;
block x: return; })";

TEST(Verdicts, WhatAnalysesConcludeFromMarksIsListed) {
  EXPECT_EQ(assumptions(closed, one_group()), std::vector<std::string>{cfg::assumption::no_signed_overflow});
  VerifyOptions strict = one_group();
  strict.strict_overflow = true;
  EXPECT_EQ(assumptions(closed, strict), std::vector<std::string>{}) << "the engine answers whatever it is asked";
}

TEST(Verdicts, MarksThatNothingIsConcludedFromAreNotListed) {
  EXPECT_EQ(assumptions("kernel k pointer_bits 32 { param n : i32; array a : i32[] global param; "
                        "block s: a[local_id(0, i32)] := add.nsw(n, local_id(0, i32)); return; }",
                        one_group()),
            std::vector<std::string>{});
}

TEST(Verdicts, BoundsOfSizesAreListedWhereNothingIsAsked) {
  VerifyOptions free = one_group();
  free.launch.local_size[0].reset();
  const auto listed = assumptions("kernel k pointer_bits 32 { array a : i32[] global param; "
                                  "block s: br ult(5000:i32, local_size(0, i32)), w, x; "
                                  "block w: a[0:i32] := local_id(0, i32); return; block x: return; }",
                                  free);
  EXPECT_NE(std::find(listed.begin(), listed.end(), cfg::assumption::sizes), listed.end());
}

TEST(Verdicts, AConfirmedFindingIsNoLongerDoubtful) {
  Result r;
  r.findings.resize(2);
  r.findings[0] = {.kind = FindingKind::Race, .message = "a race"};
  r.findings[1] = {.kind = FindingKind::Divergence, .message = "a divergence"};
  r.findings[0].doubtful = r.findings[1].doubtful = true;
  EXPECT_FALSE(settle_verdict(r));
  EXPECT_EQ(r.verdict, Verdict::Unknown);
  r.findings[1].doubtful = false;
  EXPECT_TRUE(settle_verdict(r));
  EXPECT_EQ(r.verdict, Verdict::Divergence);
  EXPECT_EQ(r.reason, "a divergence");
}

} // namespace
} // namespace lockstep::verify::test_verdicts
