// The engines' contract (verify/engines/engine.h), on the host with Z3 and cvc5 and on a boogie command with Z3. An
// engine that is not installed is skipped by name; outcomes are never.
#include "tests/unit/verify/engine_programs.h"

#include <gtest/gtest.h>

#include <thread>

namespace lockstep::verify::test_engines {
namespace {

enum class Which { HostZ3, HostCvc5, CommandZ3 };

Solver solver_of(Which w) { return w == Which::HostCvc5 ? Solver::Cvc5 : Solver::Z3; }

class Engines : public testing::TestWithParam<Which> {
protected:
  void SetUp() override {
    EngineOptions o = options();
    if (GetParam() == Which::CommandZ3) {
      if (find_boogie_command(o).empty())
        GTEST_SKIP() << "no boogie command";
      engine = start_command_engine(o);
    } else {
      if (find_boogie_host(o).empty())
        GTEST_SKIP() << "no Boogie host (scripts/build-host)";
      engine = start_host_engine(o);
    }
    if (GetParam() == Which::HostCvc5 && support::find_program({}, "cvc5").empty())
      GTEST_SKIP() << "no cvc5";
  }

  EngineResponse run(EngineRequest r) {
    r.solver = solver_of(GetParam());
    return engine->run(r);
  }

  std::unique_ptr<Engine> engine;
};

std::string which_name(const testing::TestParamInfo<Which> &info) {
  switch (info.param) {
  case Which::HostZ3: return "host_z3";
  case Which::HostCvc5: return "host_cvc5";
  case Which::CommandZ3: return "command_z3";
  }
  return "?";
}

INSTANTIATE_TEST_SUITE_P(All, Engines, testing::Values(Which::HostZ3, Which::HostCvc5, Which::CommandZ3), which_name);

TEST_P(Engines, ProvedAndRefutedSideBySideWithModels) {
  EngineResponse r = run(request(mixed, {"joined", "bits", "bool", "int", "holds"}));
  EXPECT_EQ(outcomes(r), "joined=proved bits=refuted bool=refuted int=refuted holds=proved");
  EXPECT_EQ(result_of(r, "int").model.at("n"), "-7");
  EXPECT_EQ(result_of(r, "bool").model.at("flag"), "false");
  EXPECT_EQ(result_of(r, "bits").model.at("w"), "255");
  EXPECT_FALSE(result_of(r, "bits").model.contains("x")) << "a model is of constants only";
}

TEST_P(Engines, TheErrorLimitLeavesTheRestUnknown) {
  EngineRequest q = request(mixed, {"int", "bool", "bits"});
  q.error_limit = 1;
  EngineResponse r = run(q);
  int refuted = 0, unknown = 0;
  for (const AssertionResult &a : r.assertions) {
    refuted += a.outcome == Outcome::Refuted;
    unknown += a.outcome == Outcome::Unknown && a.reason == "error limit";
  }
  EXPECT_EQ(refuted, 1);
  EXPECT_EQ(unknown, 2);
}

constexpr const char *loop = R"(const n: int;
procedure main()
{
  var i: int;

  entry:
    assume 0 <= n;
    i := 0;
    goto head;
  head:
    assert {:id "inductive"} 0 <= i && i <= n;
    assert {:id "kept"} i != 5;
    assume {:note "true by construction"} i * 2 >= i;
    goto body, done;
  body:
    assume i < n;
    i := i + 1;
    goto head;
  done:
    assume n <= i;
    assert {:id "after"} i == n;
    return;
}
)";

TEST_P(Engines, ALoopInvariantIsCheckedWhenKept) {
  EngineResponse r = run(request(loop, {"inductive", "kept", "after"}));
  EXPECT_EQ(outcomes(r), "inductive=proved kept=refuted after=proved");
}

// As Boogie has it, an assertion is assumed by what follows: nothing after it is reached when it always fails.
TEST_P(Engines, ALoopInvariantIsCheckedOnEntry) {
  std::string program = loop;
  program.replace(program.find("i != 5"), 6, "i >= 1");
  EngineResponse r = run(request(program, {"inductive", "kept", "after"}));
  EXPECT_EQ(outcomes(r), "inductive=proved kept=refuted after=proved");
}

constexpr const char *candidates = R"(const n: int;
const {:existential true} c0: bool;
const {:existential true} c1: bool;
const {:existential true} c2: bool;
const {:existential true} c3: bool;
procedure main()
{
  var i: int;
  var j: int;

  entry:
    assume 0 <= n;
    i := 0;
    j := 0;
    goto head;
  head:
    assert c0 ==> 0 <= i;
    assert c1 ==> i < n;
    assert c2 ==> i <= n;
    assert c3 ==> j <= 3;
    goto body, done;
  body:
    assume i < n;
    i := i + 1;
    j := (if j < 5 then j + 1 else j);
    goto head;
  done:
    assume n <= i;
    assert {:id "exact"} i == n;
    assert {:id "too much"} j <= 3;
    return;
}
)";

TEST_P(Engines, HoudiniKeepsTheGreatestInductiveSubset) {
  EngineRequest q = request(candidates, {"exact", "too much"});
  q.houdini = true;
  EngineResponse r = run(q);
  EXPECT_EQ(outcomes(r), "exact=proved too much=refuted");
  EXPECT_EQ(r.candidates, (std::map<std::string, bool>{{"c0", true}, {"c1", false}, {"c2", true}, {"c3", false}}));
}

// Two candidates that hold only together, and one whose fall takes another along.
TEST_P(Engines, HoudiniKeepsWhatHoldsTogetherAndDropsWhatFallsTogether) {
  EngineRequest q = request(R"(const {:existential true} a: bool;
const {:existential true} b: bool;
const {:existential true} c: bool;
const {:existential true} d: bool;
procedure main()
{
  var x: int;
  var y: int;
  var u: int;
  var v: int;

  entry:
    x := 1;
    y := 1;
    u := 0;
    v := 0;
    goto head;
  head:
    assert a ==> x >= 1;
    assert b ==> y >= 1;
    assert c ==> u == 0;
    assert d ==> v == 0;
    goto body, done;
  body:
    x, y := x * y, y * x;
    v := v + u;
    u := u + 1;
    goto head;
  done:
    assert {:id "together"} x + y >= 2;
    return;
}
)",
                            {"together"});
  std::string &p = q.program; // parallel assignment is not in our subset
  p.replace(p.find("x, y := x * y, y * x;"), 21, "x := x + y;\n    y := x + y;");
  q.houdini = true;
  EngineResponse r = run(q);
  EXPECT_EQ(outcomes(r), "together=proved");
  EXPECT_EQ(r.candidates, (std::map<std::string, bool>{{"a", true}, {"b", true}, {"c", false}, {"d", false}}));
}

TEST_P(Engines, SeveralProcedures) {
  EngineResponse r = run(request(R"(const k: int;
procedure first()
{
  entry:
    assert {:id "one"} k == k + 0;
    return;
}
procedure second()
{
  var x: int;

  entry:
    assume x == k;
    assert {:id "two"} x != 3;
    return;
}
procedure third()
{
  var x: int;

  entry:
    x := 4;
    assert {:id "three"} x == 4;
    return;
}
)",
                                 {"one", "two", "three"}));
  EXPECT_EQ(outcomes(r), "one=proved two=refuted three=proved");
  EXPECT_EQ(result_of(r, "two").model.at("k"), "3");
}

TEST_P(Engines, WhatTheSolverCannotDecideIsNeitherProvedNorRefuted) {
  EngineResponse r = run(request(fermat, {"easy", "hard", "wrong"}, 700));
  Outcome hard = result_of(r, "hard").outcome;
  EXPECT_TRUE(hard == Outcome::Unknown || hard == Outcome::TimedOut) << outcomes(r);
  EXPECT_FALSE(result_of(r, "hard").reason.empty());
  EXPECT_EQ(result_of(r, "easy").outcome, Outcome::Proved);
  EXPECT_NE(result_of(r, "wrong").outcome, Outcome::Proved);
}

TEST_P(Engines, AnIncompleteQuantifierProblemIsUnknownNotRefuted) {
  EngineResponse r = run(request(R"(const k: int;
function f(x: int) returns (int);
axiom (forall x: int :: f(x) > x);
procedure main()
{
  entry:
    assert {:id "instance"} f(k) > k;
    assert {:id "open"} f(k) > k + 1;
    return;
}
)",
                                 {"instance", "open"}));
  EXPECT_EQ(result_of(r, "instance").outcome, Outcome::Proved);
  EXPECT_EQ(result_of(r, "open").outcome, Outcome::Unknown) << outcomes(r);
}

// A failing assertion nobody can name must not vanish: what follows it has been proved under it.
TEST_P(Engines, AnUnnamedFailingAssertionSpoilsTheProofs) {
  EngineResponse r = run(request(R"(const k: int;
procedure main()
{
  entry:
    assert k > 0;
    assert {:id "below"} k >= 0;
    return;
}
)",
                                 {"below"}));
  EXPECT_EQ(outcomes(r), "below=unknown");
}

// A candidate that is dropped for want of an answer makes no refutation: the program might be right.
TEST_P(Engines, AnInvariantThatNobodyProvedIsNoAssumption) {
  if (GetParam() == Which::CommandZ3)
    GTEST_SKIP() << "Debian's Boogie does not limit the time of its Houdini: this takes it a minute";
  EngineRequest q = request(R"(const {:existential true} c: bool;
procedure main()
{
  var x: int;
  var y: int;
  var z: int;

  entry:
    assume x == 3 && y == 4 && z == 5;
    goto head;
  head:
    assert c ==> x * x * x + y * y * y != z * z * z;
    goto body, done;
  body:
    havoc x, y, z;
    assume x > 2 && y > 2 && z > 2;
    goto head;
  done:
    assert {:id "claim"} x * x * x + y * y * y != z * z * z;
    return;
}
)",
                            {"claim"}, 300);
  q.houdini = true;
  EngineResponse r = run(q);
  EXPECT_FALSE(r.candidates.at("c"));
  Outcome claim = result_of(r, "claim").outcome;
  EXPECT_TRUE(claim == Outcome::Unknown || claim == Outcome::TimedOut) << outcomes(r);
}

TEST_P(Engines, AnIllFormedProgramIsTheEnginesFailure) {
  for (const char *program : {"procedure main()\n{\n  entry:\n    assert {:id \"a\"} ;\n    return;\n}\n",
                              "procedure main()\n{\n  entry:\n    assert {:id \"a\"} x == 1;\n    return;\n}\n",
                              "procedure main()\n{\n  entry:\n    assert {:id \"a\"} 1 == true;\n    return;\n}\n"}) {
    EngineResponse r = run(request(program, {"a"}));
    EXPECT_EQ(result_of(r, "a").outcome, Outcome::EngineFailed);
    EXPECT_FALSE(r.failure.empty());
  }
  EXPECT_EQ(outcomes(run(request(mixed, {"joined"}))), "joined=proved") << "and the engine goes on";
}

TEST_P(Engines, AnUnknownIdHasNoOutcome) {
  EngineResponse r = run(request(mixed, {"holds", "no such id"}));
  EXPECT_EQ(result_of(r, "holds").outcome, Outcome::Proved);
  EXPECT_EQ(result_of(r, "no such id").outcome, Outcome::EngineFailed);
}

TEST_P(Engines, OneEngineManyPrograms) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(outcomes(run(request(mixed, {"holds", "bool"}))), "holds=proved bool=refuted");
    EXPECT_EQ(outcomes(run(request(loop, {"inductive", "after"}))), "inductive=proved after=proved");
  }
}

TEST_P(Engines, FoldingChangesNoValue) {
  bpl::Program p;
  for (const char *name : {"x", "y"})
    p.constants.push_back({name, bpl::integer(), false, {}});
  for (const char *name : {"p", "q"})
    p.constants.push_back({name, bpl::boolean(), false, {}});
  std::vector<std::string> ids;
  bpl::Block entry{"entry", {}, {}};
  Twins twins(7);
  for (int n = 0; n < 120; ++n) {
    auto [folded, raw] = n % 2 ? twins.boolean(3) : twins.integer(3);
    ids.push_back("fold" + std::to_string(n));
    auto equal =
        std::make_shared<const bpl::Node>(bpl::Node{bpl::Kind::Binary, bpl::boolean(), "==", {folded, raw}, 0, 0, {}});
    entry.commands.emplace_back(bpl::AssertCmd{equal, {bpl::id_attribute(ids.back())}});
  }
  p.procedures.push_back({"main", {}, {}, {entry}});
  support::Diagnostics diags;
  ASSERT_TRUE(bpl::check(p, diags));
  EngineResponse r = run(request(bpl::print(p), ids, 30000));
  for (const AssertionResult &a : r.assertions)
    EXPECT_EQ(a.outcome, Outcome::Proved) << a.id << " " << a.reason;
  EXPECT_EQ(r.failure, "");
}

TEST_P(Engines, NoAssertionIsNoTrouble) {
  EngineResponse r = run(request("procedure main()\n{\n  entry:\n    assume true;\n    return;\n}\n", {}));
  EXPECT_TRUE(r.assertions.empty());
  EXPECT_EQ(r.failure, "");
}

TEST_P(Engines, InterruptEndsTheRunAndTheNextOneWorks) {
  EngineRequest q = request(fermat, {"hard"}, 60000);
  q.solver = solver_of(GetParam());
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    engine->interrupt();
  });
  auto began = support::Clock::now();
  EngineResponse r = engine->run(q);
  other.join();
  // Z3 gives up on this one by itself on a quick machine; what must not happen is a claim or a long wait.
  Outcome o = result_of(r, "hard").outcome;
  EXPECT_TRUE(o == Outcome::Unknown || o == Outcome::TimedOut) << outcomes(r);
  EXPECT_LT(support::Clock::now() - began, std::chrono::seconds(20));
  EXPECT_EQ(outcomes(run(request(mixed, {"holds"}))), "holds=proved");
}

} // namespace
} // namespace lockstep::verify::test_engines
