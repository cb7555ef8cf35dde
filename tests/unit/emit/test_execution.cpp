// Random executions of Boogie programs (tests/execution): what is refuted, and what must not be.
#include "tests/execution/execution.h"

#include <gtest/gtest.h>

namespace lockstep::emit::test_execution {
namespace {

using Names = std::set<std::string>;

Executed run(const std::string &text, const ExecutionLimits &limits = {}) {
  support::Diagnostics diags;
  const auto program = boogie::parse(text, "test.bpl", diags);
  if (!program || !boogie::check(*program, diags)) {
    ADD_FAILURE() << (diags.all().empty() ? "not a program" : support::format(diags.all().front()));
    return {};
  }
  return execute(*program, limits);
}

const std::string candidates = "const {:existential true} a: bool; const {:existential true} b: bool;\n"
                               "const {:existential true} c: bool; const {:existential true} d: bool;\n";

std::string procedure(const std::string &body) { return candidates + "procedure p() {\n" + body + "}\n"; }

TEST(Execution, LoopRefutesWhatItsIterationsBreak) {
  const Executed e = run(procedure(R"(
  var i: int; var n: int; var s: int;
  entry: assume 0 <= n && n < 1000; i := 0; s := 0; goto head;
  head:
    assert a ==> i <= n;
    assert b ==> i < n;
    assert c ==> s == 2 * i;
    assert d ==> s <= 4;
    goto body, done;
  body: assume i < n; i := i + 1; s := s + 2; goto head;
  done: assume !(i < n); return;
)"));
  EXPECT_EQ(e.refuted, (Names{"b", "d"}));
  EXPECT_GT(e.completed, 0U);
}

TEST(Execution, AssumptionsAndAxiomsBoundWhatIsSeen) {
  const Executed e =
      run("const x: int; const y: int; axiom 3 <= x && x < 5; axiom x != y; axiom y >= 4;\n" + procedure(R"(
  var z: int;
  entry:
    assert a ==> x != 4 || y > 4;
    assert b ==> x == 3;
    havoc z; assume z == x || z == 2 * y;
    assert c ==> z >= 3;
    assert d ==> z != x;
    return;
)"));
  EXPECT_EQ(e.refuted, (Names{"b", "d"}));
}

TEST(Execution, ContradictionsRefuteNothing) {
  EXPECT_EQ(
      run("const x: int; axiom x < 3; axiom x > 2;\n" + procedure("entry: assert a ==> false; return;\n")).refuted,
      Names{});
  EXPECT_EQ(run(procedure("entry: assume false; assert a ==> false; return;\n")).refuted, Names{});
  EXPECT_EQ(run(procedure(R"(
  var x: int;
  entry: assume x mod 4 == 1; assume x mod 2 == 0; assert a ==> false; return;
)"))
                .refuted,
            Names{});
}

TEST(Execution, BehindAFailingGoalNothingIsRefuted) {
  const Executed e = run(procedure(R"(
  var x: int;
  entry: goto one, two;
  one: assert {:id "goal"} x < 10; assert a ==> x < 10; assert b ==> x < 9; return;
  two: assert {:id "never"} false; assert c ==> false; return;
)"));
  EXPECT_EQ(e.refuted, (Names{"b"}));
}

TEST(Execution, ADroppedCandidateIsNotAssumed) {
  const Executed e = run(procedure("var x: int; entry: assert a ==> x < 10; assert b ==> x < 12; return;\n"));
  EXPECT_EQ(e.refuted, (Names{"a", "b"}));
}

TEST(Execution, GuidesUnknownsToRareStates) {
  const Executed e = run(procedure(R"(
  var x: int; var y: int; var w: int; var hit: bool;
  entry: assume 0 <= x && x < 1000000 && 0 <= w && w < 1000000 && y >= 100000 && y mod 4096 == 17;
    hit := 3 * x + 5 == w;
    assert a ==> !hit;
    assert b ==> hit ==> w == 3 * x + 5;
    assert c ==> y < 0;
    assert d ==> y mod 16 == 1;
    return;
)"));
  EXPECT_EQ(e.refuted, (Names{"a", "c"}));
}

TEST(Execution, FunctionsAreFunctionsAndMapsAreMaps) {
  const Executed e = run("function f(x: int) returns (int);\n" + procedure(R"(
  var m: [int]int; var n: [int]int; var i: int; var j: int;
  entry: n := m[i := 7];
    assert a ==> i == j ==> f(i) == f(j);
    assert b ==> f(i) == f(i + 1);
    assert c ==> n[i] == 7 && (i == j || n[j] == m[j]);
    assert d ==> n[j] == m[j];
    return;
)"));
  EXPECT_EQ(e.refuted, (Names{"b", "d"}));
}

TEST(Execution, UnknownsThatAreEqualStayEqual) {
  const Executed e = run(procedure(R"(
  var x: int; var y: int; var q: bool; var r: bool;
  entry: y := x + 2; q := r;
    assert a ==> y - x == 2 && x < y;
    assert b ==> (r <==> q);
    havoc x;
    assert c ==> y - x == 2;
    assert d ==> r;
    return;
)"));
  EXPECT_EQ(e.refuted, (Names{"c", "d"}));
}

TEST(Execution, WhatIsNotKnownEndsWithoutAConclusion) {
  const std::string wide = "function {:bvbuiltin \"bvadd\"} add(x: bv128, y: bv128) returns (bv128);\n";
  EXPECT_EQ(run(procedure("entry: assert a ==> (forall x: int :: x > 0); assert b ==> false; return;\n")).refuted,
            Names{});
  EXPECT_EQ(run(wide + procedure("var x: bv128; entry: assert a ==> add(x, x) == x; return;\n")).refuted, Names{});
  EXPECT_EQ(run(procedure("entry: assert a ==> 1 div 0 == 1; return;\n")).refuted, Names{});
  EXPECT_EQ(
      run("const unique x: int; const unique y: int;\n" + procedure("entry: assert a ==> x == y; return;\n")).refuted,
      Names{});
  EXPECT_EQ(run("function f(x: int) returns (int) { x + 1 }\n" + procedure("entry: assert a ==> f(1) == 3; return;\n"))
                .refuted,
            Names{});
}

TEST(Execution, IsBoundedAndRepeatable) {
  const std::string forever = procedure(R"(
  var i: int; var x: int;
  entry: i := 0; goto head;
  head: assert a ==> i < 10; assert b ==> i >= 0; i := i + 1; goto head;
)");
  ExecutionLimits limits;
  limits.steps = 3000;
  limits.steps_each = 1000;
  const Executed e = run(forever, limits), again = run(forever, limits);
  EXPECT_EQ(e.refuted, (Names{"a"}));
  EXPECT_EQ(e.completed, 0U);
  EXPECT_LE(e.steps, limits.steps + e.executions); // each may count one step too many
  EXPECT_EQ(e.steps, again.steps);
  EXPECT_EQ(e.executions, again.executions);
}

} // namespace
} // namespace lockstep::emit::test_execution
