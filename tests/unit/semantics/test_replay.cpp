// Replay: what is confirmed, with which execution; what is not found.
#include "semantics/machines/replay.h"
#include "tests/unit/semantics/running.h"

namespace lockstep::semantics::test::test_replay {
namespace {

support::Origin place_of(const cfg::Kernel &k, const std::string &block, std::uint32_t stmt) {
  for (const cfg::Block &b : k.blocks)
    if (b.name == block)
      return b.stmts.at(stmt).origin;
  ADD_FAILURE() << "no block " << block;
  return {};
}

// The neighbour's cell is written where the table says so.
const char *guarded = R"(
kernel guarded {
  var v : i32;
  array table : i32[] global param;
  array a : i32[] global param;
block s: v := table[local_id(0, i64)]; br eq(v, 77:i32), w, e;
block w: a[add(local_id(0, i64), 1:i64)] := 5:i32; goto e;
block e: a[local_id(0, i64)] := 3:i32; return; })";

TEST(Replay, FindsTheContentsThatMatter) {
  const cfg::Kernel k = kernel_of(guarded);
  ReplayTarget target;
  target.places = {place_of(k, "w", 0), place_of(k, "e", 0)};
  const Replay r = replay(k, launch(8), target);
  ASSERT_TRUE(r.confirmed) << r.reason;
  EXPECT_EQ(r.threads[0].local[0] + 1, r.threads[1].local[0]);
  EXPECT_EQ(r.inputs.arrays.at(array(k, "table")).at(r.threads[0].local[0]), 77u);
  EXPECT_EQ(r.array, array(k, "a"));
  EXPECT_EQ(r.bytes[1] - r.bytes[0], 3);
  EXPECT_FALSE(r.schedule.empty());
}

TEST(Replay, ContentsThatMustNotBeZeroAreTold) {
  const cfg::Kernel k = kernel_of(guarded);
  ReplayTarget target;
  target.places = {place_of(k, "w", 0), place_of(k, "e", 0)};
  const Replay r = replay(k, launch(8), target);
  ASSERT_TRUE(r.confirmed) << r.reason;
  ASSERT_EQ(r.start.size(), 1u);
  EXPECT_EQ(r.start[0].array, array(k, "table"));
  EXPECT_EQ(r.start[0].granule, r.threads[0].local[0]);
  EXPECT_EQ(r.start[0].value, 77u);
}

TEST(Replay, CellsOfAtomicsStartAtZero) {
  // Whoever finds that somebody has come before goes on: two threads do, if all find so.
  const cfg::Kernel k =
      kernel_of(R"(kernel k { var v : i32; array come : i32[] global param; array a : i32[] global param;
block s: v := atomic xchg come[udiv(local_id(0, i64), 2:i64)](1:i32); br eq(v, 1:i32), w, e;
block w: a[udiv(local_id(0, i64), 2:i64)] := local_id(0, i32); goto e;
block e: return; })");
  ReplayTarget target;
  target.places = {place_of(k, "w", 0), place_of(k, "w", 0)};
  const Replay r = replay(k, launch(8), target);
  EXPECT_FALSE(r.confirmed);
  ASSERT_FALSE(r.start.empty());
  EXPECT_EQ(r.start[0].array, array(k, "come"));
  EXPECT_EQ(r.start[0].value, 1u);
}

TEST(Replay, PlacesAreThePlacesAskedFor) {
  const cfg::Kernel k = kernel_of(guarded);
  ReplayTarget target;
  target.places = {place_of(k, "e", 0), place_of(k, "e", 0)}; // each thread writes its own cell there
  ReplayBudget budget;
  budget.executions = 30;
  const Replay r = replay(k, launch(8), target, budget);
  EXPECT_FALSE(r.confirmed);
  EXPECT_EQ(r.executions, 30u);
  EXPECT_EQ(r.reason, "no execution that was tried shows it (30 executions)");
}

TEST(Replay, WhatNobodyHasWrittenIsAnyValueForEachRead) {
  // Group memory, in two groups; one cell, read twice by one thread; a variable that is not assigned.
  for (const char *text :
       {R"(kernel k { var v : i32; array x : i32[4] group; array a : i32[] global param;
      block s: v := x[0:i64]; br eq(v, group_id(0, i32)), w, e;
      block w: a[0:i64] := v; goto e; block e: return; })",
        R"(kernel k { var v : i32; var u : i32; array x : i32[4] private; array a : i32[] global param;
      block s: v := x[0:i64]; u := x[0:i64]; br eq(v, u), e, w;
      block w: a[0:i64] := group_id(0, i32); goto e; block e: return; })",
        R"(kernel k { var v : i32; array a : i32[] global param;
      block s: br eq(v, group_id(0, i32)), w, e;
      block w: a[0:i64] := v; goto e; block e: return; })"}) {
    const cfg::Kernel k = kernel_of(text);
    ReplayTarget target;
    target.places = {place_of(k, "w", 0), place_of(k, "w", 0)};
    target.threads[1].group[0] = 2;
    EXPECT_TRUE(replay(k, launch(1, 4), target).confirmed) << text;
  }
}

TEST(Replay, OneWaitsInAnotherIteration) {
  const cfg::Kernel k = kernel_of(R"(kernel k { var i : i32; var j : i32;
    block s: i := 0:i32; goto outer;
    block outer: br slt(i, 4:i32), start, end;
    block start: j := 0:i32; goto inner;
    block inner: br slt(j, 2:i32), body, next;
    block body: barrier group fence(group); br slt(i, local_id(0, i32)), next, again;
    block again: j := add(j, 1:i32); goto inner;
    block next: i := add(i, 1:i32); goto outer;
    block end: return; })");
  ReplayTarget target;
  target.what = Wanted::Divergence;
  target.places = {place_of(k, "body", 0), place_of(k, "body", 0)};
  const Replay r = replay(k, launch(4), target);
  ASSERT_TRUE(r.confirmed) << r.reason;
  EXPECT_TRUE(r.other_iteration);
}

TEST(Replay, OnlyTheGroupsOfTheTwoThreadsRun) {
  const cfg::Kernel k = kernel_of(R"(
kernel k { array a : i32[] global param;
block s: a[0:i64] := group_id(0, i32); return; })");
  ReplayTarget target;
  target.places = {place_of(k, "s", 0), place_of(k, "s", 0)};
  target.threads[0].group[0] = 7;
  target.threads[1].group[0] = 900000;
  const Replay r = replay(k, launch(2, 1000000), target);
  ASSERT_TRUE(r.confirmed) << r.reason;
  EXPECT_EQ(r.groups, (std::vector<std::uint64_t>{7, 900000}));
}

TEST(Replay, WhatIsRequiredHolds) {
  // The race needs n == 3, which the kernel excludes.
  const cfg::Kernel k = kernel_of(R"(
kernel k { param n : i32; array a : i32[] global param;
block s: requires ne(n, 3:i32); br eq(n, 3:i32), w, e;
block w: a[0:i64] := local_id(0, i32); goto e;
block e: return; })");
  ReplayTarget target;
  target.places = {place_of(k, "w", 0), place_of(k, "w", 0)};
  target.scalars[var(k, "n")] = 3;
  EXPECT_FALSE(replay(k, launch(4), target).confirmed);
}

TEST(Replay, UndefinedBehaviourInFrontIsNoWitness) {
  const cfg::Kernel k = kernel_of(R"(
kernel k { var x : i32; array a : i32[] global param;
block s: x := add.nsw(2147483647:i32, local_id(0, i32)); br slt(x, 0:i32), w, e;
block w: a[0:i64] := local_id(0, i32); goto e;
block e: return; })");
  ReplayTarget target;
  target.places = {place_of(k, "w", 0), place_of(k, "w", 0)};
  EXPECT_FALSE(replay(k, launch(4), target).confirmed);
}

TEST(Replay, DivergenceAndAssertions) {
  const cfg::Kernel k = kernel_of(R"(
kernel k { param n : i32; array a : i32[] global param; var v : i32;
block s: br slt(local_id(0, i32), n), w, e;
block w: barrier group fence(global); goto e;
block e: v := a[local_id(0, i64)]; assert slt(v, 4:i32); return; })");
  ReplayTarget target;
  target.what = Wanted::Divergence;
  target.places = {place_of(k, "w", 0), place_of(k, "w", 0)};
  target.scalars[var(k, "n")] = 2;
  const Replay d = replay(k, launch(4), target);
  ASSERT_TRUE(d.confirmed) << d.reason;
  EXPECT_LT(d.threads[0].local[0], 2u);
  EXPECT_GE(d.threads[1].local[0], 2u);
  target.what = Wanted::Assertion;
  target.places = {place_of(k, "e", 1), place_of(k, "e", 1)};
  target.scalars[var(k, "n")] = 0;
  const Replay a = replay(k, launch(4), target);
  ASSERT_TRUE(a.confirmed) << a.reason;
}

TEST(Replay, AnEndlessLoopEndsAtTheBudget) {
  const cfg::Kernel k = kernel_of(R"(
kernel k { var i : i32; array a : i32[] global param;
block s: i := 0:i32; goto l;
block l: i := add(i, 1:i32); goto l; })");
  ReplayTarget target;
  target.anywhere = true;
  ReplayBudget budget;
  budget.steps = 100'000;
  const Replay r = replay(k, launch(4), target, budget);
  EXPECT_FALSE(r.confirmed);
  EXPECT_LE(r.executed_steps, 110'000u);
}

} // namespace
} // namespace lockstep::semantics::test::test_replay
