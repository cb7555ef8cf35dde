// Which questions the tiers ask, in which order, and what they make of the answers (verify/verify_kernel.h): the engine
// answers as each case wants.
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "verify/verify_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lockstep::verify::test_tiers {
namespace {

bool is_pick(const EngineRequest &r) { return r.program.find("first0") != std::string::npos; }

class Scripted final : public Engine {
public:
  // The outcome of one id of a question.
  using Script = std::function<Outcome(const EngineRequest &, const std::string &id)>;
  explicit Scripted(Script script) : script_(std::move(script)) {}
  EngineResponse run(const EngineRequest &request) override {
    asked.push_back(request);
    EngineResponse r = instead;
    if (r.failure.empty())
      for (const std::string &id : request.assertion_ids)
        if (id != silent_about)
          r.assertions.push_back({id, script_(request, id), "out of time", {}});
    return r;
  }
  std::string describe() const override { return "scripted"; }
  void interrupt() override {}

  std::vector<EngineRequest> asked;
  EngineResponse instead; // if it is a failure
  std::string silent_about;

private:
  Script script_;
};

struct Told {
  Result result;
  std::string warnings;
};

Told verify(const std::string &text, Scripted &engine, VerifyOptions options = {}) {
  support::Diagnostics diags;
  support::Stages stages;
  const auto k = cfg::parse(text, "k.kir", diags);
  EXPECT_TRUE(k && cfg::check(*k, diags)) << (diags.all().empty() ? "" : support::format(diags.all().front()));
  options.launch.local_size = {64, 1, 1};
  options.launch.num_groups = {1, 1, 1};
  Told told{verify_kernel(*k, options, engine, stages, diags), ""};
  for (const auto &d : diags.all())
    told.warnings += support::format(d) + "\n";
  return told;
}

Scripted always(Outcome o) {
  return Scripted([o](const EngineRequest &, const std::string &) { return o; });
}

std::string kernel(const std::string &blocks) {
  return "kernel k { param n : i32; var i : i32; var t : i32; array a : i32[] global param; array c : i32[] global "
         "param;\n" +
         blocks + " }";
}

const std::string straight = kernel("block s: a[local_id(0, i32)] := n; return;");

// A loop is entered at an arbitrary iteration: what pick refutes here is refuted up to an abstraction.
const std::string looping = kernel("block s: i := 0:i32; goto h; block h: br slt(i, n), b, e; "
                                   "block b: a[add.nsw(i, local_id(0, i32))] := i; i := add.nsw(i, 7:i32); goto h; "
                                   "block e: return;");

// --- pick, asked again ---------------------------------------------------------------------------------------------
std::string many_ranges() {
  std::string stores;
  for (int k : {0, 2, 4, 6, 8, 10, 12, 14, 16, 21})
    stores += "a[add.nsw(mul.nsw(local_id(0, i32), 100:i32), " + std::to_string(k) + ":i32)] := n; ";
  return kernel("block s: " + stores + "c[local_id(0, i32)] := n; return;");
}

TEST(Tiers, WhatIsProvedOfCoarseSitesIsProved) {
  Scripted engine = always(Outcome::Proved);
  EXPECT_EQ(verify(many_ranges(), engine).result.verdict, Verdict::Verified);
  EXPECT_EQ(engine.asked.size(), 1u);
}

TEST(Tiers, WhatIsNotProvedOfCoarseSitesIsAskedAgainWithoutThem) {
  for (const Outcome coarse : {Outcome::Refuted, Outcome::TimedOut}) {
    Scripted *running = nullptr;
    Scripted engine([&](const EngineRequest &, const std::string &id) {
      return running->asked.size() == 1 && id.starts_with("race:a") ? coarse : Outcome::Proved;
    });
    running = &engine;
    EXPECT_EQ(verify(many_ranges(), engine).result.verdict, Verdict::Verified);
    ASSERT_EQ(engine.asked.size(), 2u);
    EXPECT_EQ(engine.asked[1].assertion_ids, std::vector<std::string>{"race:a:group:0"}) << "this goal only";
    EXPECT_NE(engine.asked[1].program, engine.asked[0].program);
  }
}

TEST(Tiers, ARefutedRaceIsAskedAgainWithTheValuesWritten) {
  auto has_values = [](const EngineRequest &r) { return r.program.find("value_kind") != std::string::npos; };
  Scripted same_values(
      [&](const EngineRequest &r, const std::string &) { return has_values(r) ? Outcome::Proved : Outcome::Refuted; });
  EXPECT_EQ(verify(straight, same_values).result.verdict, Verdict::Verified);
  ASSERT_EQ(same_values.asked.size(), 2u);
  EXPECT_FALSE(has_values(same_values.asked[0]));
  EXPECT_TRUE(has_values(same_values.asked[1]));

  Scripted intolerant = always(Outcome::Refuted);
  EXPECT_EQ(verify(straight, intolerant, {.tolerance = cfg::Tolerance::None}).result.verdict, Verdict::Race);
  EXPECT_EQ(intolerant.asked.size(), 1u) << "values are no excuse";
}

// --- the second tier -----------------------------------------------------------------------------------------------
TEST(Tiers, OnlyTheTiersThatAreWantedAreAsked) {
  Scripted first = always(Outcome::Refuted);
  EXPECT_NE(verify(looping, first, {.tolerance = cfg::Tolerance::None, .tiers = {Tier::Pick}}).result.verdict,
            Verdict::Verified);
  EXPECT_TRUE(std::all_of(first.asked.begin(), first.asked.end(), is_pick));
  Scripted second = always(Outcome::Proved);
  EXPECT_EQ(verify(looping, second, {.tiers = {Tier::Watchdog}}).result.verdict, Verdict::Verified);
  EXPECT_FALSE(second.asked.empty());
  EXPECT_TRUE(std::none_of(second.asked.begin(), second.asked.end(), is_pick));
}

TEST(Tiers, AGoalIsProvedByTheSecondTierOnlyIfAllOfItsPlacesAre) {
  const std::string two_intervals =
      kernel("block s: i := 0:i32; goto h; block h: br slt(i, n), b, e; block b: a[local_id(0, i32)] := i; "
             "barrier group fence(global); t := a[sub(63:i32, local_id(0, i32))]; barrier group fence(global); "
             "i := add.nsw(i, 7:i32); goto h; block e: return;");
  std::set<std::string> places;
  Scripted proves([&](const EngineRequest &r, const std::string &id) {
    if (!is_pick(r))
      places.insert(id);
    return is_pick(r) ? Outcome::TimedOut : Outcome::Proved;
  });
  EXPECT_EQ(verify(two_intervals, proves).result.verdict, Verdict::Verified);
  ASSERT_GT(places.size(), 1u);
  for (const std::string &place : places)
    for (const Outcome other : {Outcome::TimedOut, Outcome::Unknown, Outcome::Refuted}) {
      Scripted all_but_one([&](const EngineRequest &r, const std::string &id) {
        return is_pick(r) ? Outcome::TimedOut : id == place ? other : Outcome::Proved;
      });
      EXPECT_EQ(verify(two_intervals, all_but_one).result.verdict,
                other == Outcome::Refuted ? Verdict::Race : Verdict::Unknown)
          << place;
    }
}

TEST(Tiers, WhatOneEncodingCannotExpressIsOpen) {
  const std::string about_memory =
      kernel("block s: atomic add a[local_id(0, i32)](1:i32); assert slt(read a[0:i32]:i32, 5:i32); return;");
  Scripted pick_only = always(Outcome::Proved);
  const Result r = verify(about_memory, pick_only, {.tiers = {Tier::Pick}}).result;
  EXPECT_EQ(r.verdict, Verdict::Unknown);
  EXPECT_NE(r.reason.find("memory that the kernel writes"), std::string::npos) << r.reason;
  Scripted pick_proves(
      [](const EngineRequest &q, const std::string &) { return is_pick(q) ? Outcome::Proved : Outcome::TimedOut; });
  EXPECT_EQ(verify(about_memory, pick_proves).result.verdict, Verdict::Unknown);
}

// --- answers that are none -----------------------------------------------------------------------------------------
TEST(Tiers, AnAnswerThatIsMissingIsNoProof) {
  Scripted engine = always(Outcome::Proved);
  engine.silent_about = "race:a:group:0";
  const Result r = verify(straight, engine).result;
  EXPECT_NE(r.verdict, Verdict::Verified);
  EXPECT_NE(r.reason.find("no outcome"), std::string::npos) << r.reason;
}

TEST(Tiers, TheReasonIsThatOfTheFirstOpenGoal) {
  Scripted engine = always(Outcome::TimedOut);
  const Result r = verify(straight, engine).result;
  EXPECT_EQ(r.verdict, Verdict::Unknown);
  EXPECT_EQ(r.reason, "out of time");
  EXPECT_TRUE(r.hesitated);
}

TEST(Tiers, AnEngineThatCannotWorkIsNotAskedAgain) {
  for (const bool crashed : {false, true}) {
    Scripted engine = always(Outcome::Proved);
    engine.instead.failure = "no such solver";
    engine.instead.crashed = crashed;
    const Result r = verify(looping, engine).result;
    EXPECT_EQ(r.verdict, crashed ? Verdict::Unknown : Verdict::Error) << "it may have died of the question";
    EXPECT_EQ(r.reason, "no such solver");
    EXPECT_EQ(engine.asked.size(), 1u);
  }
}

TEST(Tiers, AnEngineThatFailsLaterProvesNothing) {
  Scripted *running = nullptr;
  Scripted engine([&](const EngineRequest &, const std::string &) {
    running->instead.failure = "died";
    return Outcome::Refuted;
  });
  running = &engine;
  EXPECT_NE(verify(straight, engine).result.verdict, Verdict::Verified);
}

// --- questions and findings ----------------------------------------------------------------------------------------
TEST(Tiers, EqualQuestionsAreAskedOnceAndAnsweredForAll) {
  const std::string twice = kernel("block s: a[local_id(0, i32)] := n; c[local_id(0, i32)] := n; return;");
  Scripted proves = always(Outcome::Proved);
  EXPECT_EQ(verify(twice, proves).result.verdict, Verdict::Verified);
  ASSERT_EQ(proves.asked.size(), 1u);
  EXPECT_EQ(proves.asked[0].assertion_ids.size(), 1u);
  Scripted refutes = always(Outcome::Refuted);
  EXPECT_EQ(verify(twice, refutes, {.tolerance = cfg::Tolerance::None}).result.findings.size(), 2u)
      << "one for each array";
}

TEST(Tiers, TheSamePlacesAreToldOnce) {
  const std::string in_two_intervals =
      kernel("block s: i := 0:i32; goto h; block h: br slt(i, 3:i32), b, e; block b: a[0:i32] := i; barrier group "
             "fence(global); i := add.nsw(i, 1:i32); goto h; block e: return;");
  Scripted refutes = always(Outcome::Refuted);
  const Result r = verify(in_two_intervals, refutes, {.tolerance = cfg::Tolerance::None}).result;
  EXPECT_GT(refutes.asked.at(0).assertion_ids.size(), 1u);
  EXPECT_EQ(r.findings.size(), 1u);
}

TEST(Tiers, WhatAProofRestsOnIsListed) {
  Scripted engine = always(Outcome::Proved);
  const Result r = verify(looping, engine).result;
  EXPECT_EQ(r.verdict, Verdict::Verified);
  EXPECT_EQ(r.assumptions, std::vector<std::string>{"signed integer arithmetic does not overflow (undefined in the "
                                                    "source language)"});
  Scripted again = always(Outcome::Proved);
  EXPECT_TRUE(verify(straight, again).result.assumptions.empty());
}

// --- vacuity -------------------------------------------------------------------------------------------------------
const std::string assuming = kernel("block s: requires slt(n, 0:i32); br slt(5:i32, n), x, e; "
                                    "block x: a[0:i32] := n; goto e; block e: return;");

// Vacuity goals are proved where they are in `dead`, until the assumptions are left out, unless they are in
// `dead_anyway`.
Told vacuity(const std::set<std::string> &dead, const std::set<std::string> &dead_anyway, bool allowed = false) {
  Scripted engine([&](const EngineRequest &r, const std::string &id) {
    if (!id.starts_with("vacuity"))
      return Outcome::Proved;
    const bool free = r.program.find("v$n < 0") == std::string::npos;
    return (free ? dead_anyway : dead).count(id) ? Outcome::Proved : Outcome::Refuted;
  });
  return verify(assuming, engine, {.allow_vacuous = allowed});
}

TEST(Tiers, AssumptionsUnderWhichNothingEndsProveNothing) {
  EXPECT_EQ(vacuity({}, {}).result.verdict, Verdict::Verified);
  const Result r = vacuity({"vacuity"}, {}).result;
  EXPECT_EQ(r.verdict, Verdict::Error);
  EXPECT_TRUE(r.bad_input);
  EXPECT_NE(r.reason.find("vacuous"), std::string::npos);
  EXPECT_EQ(vacuity({"vacuity"}, {}, true).result.verdict, Verdict::Verified) << "if that is allowed";
  EXPECT_EQ(vacuity({"vacuity"}, {"vacuity"}).result.verdict, Verdict::Verified) << "the assumptions are not to blame";
}

TEST(Tiers, AStatementThatTheAssumptionsPutOutOfReachIsToldOf) {
  const Told told = vacuity({"vacuity:1.0"}, {});
  EXPECT_EQ(told.result.verdict, Verdict::Verified);
  EXPECT_NE(told.warnings.find("no thread reaches this write to 'a'"), std::string::npos) << told.warnings;
  EXPECT_EQ(vacuity({"vacuity:1.0"}, {"vacuity:1.0"}).warnings, "") << "nor would without them";
  EXPECT_EQ(vacuity({}, {}).warnings, "");
}

} // namespace
} // namespace lockstep::verify::test_tiers
