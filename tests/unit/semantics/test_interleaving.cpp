// The interleaving machine: results, barriers, undefinedness, choices, launches.
#include "tests/unit/semantics/running.h"

namespace lockstep::semantics::test::test_interleaving {
namespace {

using Words = std::vector<std::uint64_t>;

// Fig. 1a of [CDKQ13].
const char *scan = R"(
kernel scan pointer_bits 32 {
  param TS : i32; var offset : i32; var temp : i32; var t : i32;
  array sum : i32[] global param;
block Start: offset := 1:i32; goto While;
block While: br slt(offset, TS), W, Wend;
block W: br sle(offset, local_id(0, i32)), I1, B1;
block I1: temp := sum[sub.nsw(local_id(0, i32), offset)]; goto B1;
block B1: barrier group fence(global); br sle(offset, local_id(0, i32)), I2, B2;
block I2: t := sum[local_id(0, i32)]; sum[local_id(0, i32)] := add.nsw(t, temp); goto B2;
block B2: barrier group fence(global); offset := mul.nsw(2:i32, offset); goto While;
block Wend: return;
})";

TEST(Interleaving, ScanIsThePrefixSumInEverySchedule) {
  cfg::Kernel k = kernel_of(scan);
  Inputs in;
  in.scalars[var(k, "TS")] = 8;
  in.arrays[array(k, "sum")] = {1, 2, 3, 4, 5, 6, 7, 8};
  Bench b(scan, launch(8), in);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RandomSchedule order(seed);
    RandomChoices choices(seed);
    EXPECT_EQ(b.machine.run(order, choices).ending, Ending::Terminated);
    EXPECT_EQ(b.contents("sum"), (Words{1, 3, 6, 10, 15, 21, 28, 36}));
  }
  EXPECT_TRUE(b.races.races().empty());
  EXPECT_TRUE(b.violations.violations().empty());
  Exploration all = b.all();
  EXPECT_TRUE(all.complete);
  EXPECT_EQ(all.traces, 1u);
}

TEST(Interleaving, ScanWithoutItsFirstBarrierRaces) {
  std::string text = scan;
  text.replace(text.find("barrier group fence(global);"), 28, "skip;");
  cfg::Kernel k = kernel_of(text);
  Inputs in;
  in.scalars[var(k, "TS")] = 4;
  in.arrays[array(k, "sum")] = {1, 2, 3, 4};
  Bench b(text, launch(4), in);
  b.run();
  ASSERT_EQ(b.races.races().size(), 1u);
  const Race &r = b.races.races()[0];
  EXPECT_EQ(r.last_byte - r.first_byte, 3);
  EXPECT_NE(r.sides[0].thread, r.sides[1].thread);
  EXPECT_EQ(k.blocks[r.sides[0].site.block].name == "I1" ? k.blocks[r.sides[1].site.block].name
                                                         : k.blocks[r.sides[0].site.block].name,
            "I2");
}

TEST(Interleaving, FencesDecideWhichArraysABarrierOrders) {
  auto text = [](const char *fence, const char *space) {
    return "kernel k { var x : i32; array a : i32[8] " + std::string(space) +
           "; block b: a[local_id(0, i64)] := 1:i32; barrier group fence(" + fence +
           "); x := a[xor(local_id(0, i64), 1:i64)]; return; }";
  };
  struct Row {
    const char *fence, *space;
    bool races;
  };
  for (Row r : {Row{"global", "global", false},
                {"group", "global", true},
                {"group", "group", false},
                {"global", "group", true},
                {"", "group", true},
                {"group, global", "group", false}}) {
    Bench b(text(r.fence, r.space), launch(2));
    b.run();
    EXPECT_EQ(!b.races.races().empty(), r.races) << r.fence << " " << r.space;
  }
}

TEST(Interleaving, GroupBarriersDoNotOrderGroupsAndGroupArraysAreTheirOwn) {
  const std::string body = "block b: a[0:i64] := zext(group_id(0, i32), i64); barrier group fence(group, global); "
                           "x := a[0:i64]; return; }";
  Bench global("kernel k { var x : i64; array a : i64[1] global; " + body, launch(1, 2));
  global.run();
  EXPECT_EQ(global.races.races().size(), 2u); // write-write and write-read
  Bench group("kernel k { var x : i64; array a : i64[1] group; " + body, launch(1, 2));
  group.run();
  EXPECT_TRUE(group.races.races().empty());
  EXPECT_EQ(group.contents("a", 0), Words{0});
  EXPECT_EQ(group.contents("a", 1), Words{1});
}

TEST(Interleaving, GridBarriersOrderEverybody) {
  Bench b("kernel k { var x : i32; array a : i32[4] global; block b: a[zext(group_id(0, i32), i64)] := 7:i32; "
          "barrier grid fence(global); x := a[sub(1:i64, zext(group_id(0, i32), i64))]; return; }",
          launch(1, 2));
  EXPECT_EQ(b.run().ending, Ending::Terminated);
  EXPECT_TRUE(b.races.races().empty());
  EXPECT_EQ(b.machine.variable(1, var(b.kernel, "x")), 7u);
}

TEST(Interleaving, ThreadsOfAWarpGetTheSumOfThoseBefore) {
  Bench b(
      "kernel k { var x : i32; var f : i32; block b: barrier warp 4 fence() x := before(add(local_id(0, i32), 1:i32)); "
      "barrier warp 2 fence() f := fmax(bitcast(stof(sub(0:i32, local_id(0, i32)), f32), i32)); return; }",
      launch(4));
  EXPECT_EQ(b.run().ending, Ending::Terminated);
  const Words sums{0, 1, 3, 6}, most{0, 0, 0xc0000000, 0xc0000000}; // -2.0f
  for (ThreadIndex t = 0; t < 4; ++t) {
    EXPECT_EQ(b.machine.variable(t, var(b.kernel, "x")), sums[t]);
    EXPECT_EQ(b.machine.variable(t, var(b.kernel, "f")), most[t]);
  }
}

TEST(Interleaving, WarpBarriersOrderTheWarpOnly) {
  auto text = [](const char *other) {
    return "kernel k { var x : i32; array a : i32[4] group; block b: a[local_id(0, i64)] := 1:i32; "
           "barrier warp 2 fence(group); x := a[xor(local_id(0, i64), " +
           std::string(other) + ":i64)]; return; }";
  };
  Bench inside(text("1"), launch(4, 1, 2)), outside(text("2"), launch(4, 1, 2));
  EXPECT_EQ(inside.run().ending, Ending::Terminated);
  EXPECT_TRUE(inside.races.races().empty());
  outside.run();
  EXPECT_EQ(outside.races.races().size(), 1u);
}

// Threads 0 and 2 of a warp of four, whatever the others do.
std::string gathering(const std::string &what) {
  return "kernel k { var x : i32; block b: br eq(and(local_id(0, i32), 1:i32), 0:i32), t, f; block t: gather " + what +
         "; goto f; block f: return; }";
}

TEST(Interleaving, ThreadsThatAMaskNamesExchangeValues) {
  struct Row {
    const char *what;
    Words of_0_and_2;
  };
  for (const Row &r : {Row{"4 among 5:i32 x := shuffle(add(local_id(0, i32), 10:i32), 2:i32)", {12, 12}},
                       {"ranked 4 among 5:i32 x := shuffle(add(local_id(0, i32), 10:i32), 1:i32)", {12, 12}},
                       {"4 among 5:i32 x := ballot(local_id(0, i32))", {4, 4}},
                       {"ranked 4 among 5:i32 x := ballot(local_id(0, i32))", {2, 2}},
                       {"4 among 5:i32 x := add(add(local_id(0, i32), 1:i32))", {4, 4}},
                       {"4 among 5:i32 x := before(7:i32)", {0, 7}},
                       {"4 among 5:i32 x := fadd(1065353216:i32)", {0x40000000, 0x40000000}},
                       {"4 among shl(1:i32, local_id(0, i32)) x := add(3:i32)", {3, 3}}}) { // each alone
    Bench b(gathering(r.what), launch(4));
    EXPECT_EQ(b.run().ending, Ending::Terminated) << r.what;
    for (ThreadIndex t : {0u, 2u})
      EXPECT_EQ(b.machine.variable(t, var(b.kernel, "x")), r.of_0_and_2[t / 2]) << r.what;
  }
}

TEST(Interleaving, ShufflesOfOneKindMeetInDifferentArms) {
  const auto text = [](const std::string &one, const std::string &other) {
    return "kernel k { var x : i32; var y : i64; block b: br ult(local_id(0, i32), 2:i32), t, f; "
           "block t: barrier warp 4 fence() x := " +
           one + "; goto e; block f: barrier warp 4 fence() " + other + "; goto e; block e: return; }";
  };
  const std::string mine = "(local_id(0, i32), sub(3:i32, local_id(0, i32)))";
  Bench b(text("shuffle_xor" + mine, "x := shuffle_xor" + mine), launch(4));
  EXPECT_EQ(b.run().ending, Ending::Terminated);
  for (ThreadIndex t = 0; t < 4; ++t)
    EXPECT_EQ(b.machine.variable(t, var(b.kernel, "x")), 3 - t);
  for (const std::string &other :
       {"x := shuffle_up" + mine, "x := shuffle" + mine, std::string("y := shuffle_xor(1:i64, 0:i32)")}) {
    Bench apart(text("shuffle_xor" + mine, other), launch(4));
    EXPECT_EQ(apart.run().ending, Ending::Divergence) << other;
  }
  Bench unknown(text("shuffle" + mine, "x := shuffle" + mine), launch(4));
  EXPECT_EQ(unknown.run().ending, Ending::Divergence);
}

TEST(Interleaving, ItIsDivergenceWhereThreadsThatAMaskNamesDoNotCome) {
  // Thread 1 waits for them elsewhere: it has not ended.
  const char *text = R"(kernel k { var x : i32;
    block e: br eq(local_id(0, i32), 1:i32), apart, t;
    block t: gather 4 among 7:i32 x := add(1:i32); goto apart;
    block apart: barrier group fence(group); return; })";
  Bench b(text, launch(4));
  EXPECT_EQ(b.run().ending, Ending::Divergence);
  Bench masks_differ(gathering("4 among ite(eq(local_id(0, i32), 0:i32), 5:i32, 7:i32) x := add(1:i32)"), launch(4));
  EXPECT_EQ(masks_differ.run().ending, Ending::Divergence);
  Bench not_named(gathering("4 among 4:i32 x := add(1:i32)"), launch(4));
  EXPECT_EQ(not_named.run().ending, Ending::Divergence);
}

// Thread 0 in one arm, the others in the other.
std::string arms(const std::string &one, const std::string &other) {
  return "kernel k { var x : i32; array a : i32[4] group; block b: br eq(local_id(0, i32), 0:i32), one, other; "
         "block one: " +
         one + " goto end; block other: " + other + " goto end; block end: barrier group fence(); return; }";
}

TEST(Interleaving, ThreadsMeetAtBarriersOfTheWarpWhereverTheseStand) {
  const std::string meet = "barrier warp 4 fence(group);", sum = "barrier warp 4 fence() x := add(1:i32);";
  const std::string masked = "gather 4 among 15:i32 fence(group);", some = "gather 4 among 13:i32 fence(group);";
  struct Row {
    std::string one, other;
    Ending ending;
    std::size_t races;
  };
  for (const Row &r : {Row{"a[0:i64] := 1:i32; " + meet, meet + " x := a[0:i64];", Ending::Terminated, 0},
                       {meet + " a[0:i64] := 1:i32;", meet + " x := a[0:i64];", Ending::Terminated, 1},
                       {"a[0:i64] := 1:i32; " + masked, masked + " x := a[0:i64];", Ending::Terminated, 0},
                       {sum, sum, Ending::Terminated, 0},
                       {meet, sum, Ending::Divergence, 0},
                       {meet + meet, meet, Ending::Divergence, 0},
                       {masked, some, Ending::Divergence, 0}}) {
    Bench b(arms(r.one, r.other), launch(4));
    EXPECT_EQ(b.run().ending, r.ending) << r.one << " | " << r.other;
    EXPECT_EQ(b.races.races().size(), r.races) << r.one << " | " << r.other;
  }
}

TEST(Interleaving, ThreadsThatAreActiveVoteAlone) {
  Bench b(arms("gather 4 among active_lanes x := ballot(1:i32);", "gather 4 among active_lanes x := ballot(1:i32);"),
          launch(4));
  EXPECT_EQ(b.run().ending, Ending::Terminated);
  for (ThreadIndex t = 0; t < 4; ++t)
    EXPECT_EQ(b.machine.variable(t, var(b.kernel, "x")), t == 0 ? 1u : 14u);
}

TEST(Interleaving, ABarrierOfTheWarpDoesNotOrderThoseWhoHaveEnded) {
  const char *text = R"(kernel k { var x : i32; array a : i32[4] group;
    block e: a[local_id(0, i64)] := 1:i32; br eq(local_id(0, i32), 1:i32), out, on;
    block on: barrier warp 4 fence(group); x := a[xor(local_id(0, i64), 1:i64)]; return;
    block out: return; })";
  Bench b(text, launch(4));
  EXPECT_EQ(b.run().ending, Ending::Terminated);
  EXPECT_EQ(b.races.races().size(), 1u);
}

// --- barriers of some threads -----------------------------------------------------------------------------------
// Threads 0 and 1 do one thing, 2 and 3 another.
std::string halves(const std::string &one, const std::string &other) {
  return "kernel k { var x : i32; array a : i32[4] group; block b: br ult(local_id(0, i32), 2:i32), one, other; "
         "block one: " +
         one + "goto end; block other: " + other + "goto end; block end: return; }";
}
const std::string write = "a[local_id(0, i64)] := 1:i32; ", read = "x := a[sub(local_id(0, i64), 2:i64)]; ";

TEST(Numbered, WhoWaitsComesBehindWhoArrives) {
  struct Row {
    std::string one, other;
    Ending ending;
    std::size_t races;
  };
  for (const Row &r : {Row{write + "arrive 1 of 4; ", "sync 1 of 4; " + read, Ending::Terminated, 0},
                       {write + "sync 1 of 4; ", "sync 1 of 4; " + read, Ending::Terminated, 0},
                       {"arrive 1 of 4; " + write, "sync 1 of 4; " + read, Ending::Terminated, 1},
                       {write + "sync 1 of 4; ", "arrive 1 of 4; " + read, Ending::Terminated, 1},
                       {write + "sync 1 of 2; ", "sync 1 of 2; " + read, Ending::Terminated, 1},
                       {write + "sync 1 of 2; ", "sync 2 of 2; " + read, Ending::Terminated, 1},
                       {write + "arrive 1 of 4; ", "sync 2 of 4; " + read, Ending::Divergence, 0},
                       {write + "arrive 1 of 4; ", "sync 1 of 5; " + read, Ending::Divergence, 0},
                       {write, "sync 1 of 4; " + read, Ending::Divergence, 0},
                       {"sync 1 of 4; sync 2 of 4; ", "sync 2 of 4; sync 1 of 4; ", Ending::Divergence, 0},
                       {"arrive 1 of 4; arrive 1 of 4; ", "", Ending::Terminated, 0}}) {
    Bench b(halves(r.one, r.other), launch(4));
    EXPECT_EQ(b.run().ending, r.ending) << r.one << "| " << r.other;
    EXPECT_EQ(b.races.races().size(), r.races) << r.one << "| " << r.other;
  }
}

// --- divergence (Fig. 4d) -------------------------------------------------------------------------------------
TEST(Divergence, ABarrierInOneArmOfABranch) {
  Bench b("kernel k { block e: br eq(local_id(0, i32), 0:i32), t, f; block t: barrier group fence(group); goto f; "
          "block f: return; }",
          launch(2));
  EXPECT_EQ(b.run().ending, Ending::Divergence);
  ASSERT_EQ(b.violations.violations().size(), 1u);
  const Violation &v = b.violations.violations()[0];
  EXPECT_EQ(v.kind, ViolationKind::Divergence);
  EXPECT_EQ(v.id.local[0], 0u);
  EXPECT_EQ(v.other->local[0], 1u);
  EXPECT_FALSE(v.divergence->elsewhere);
}

TEST(Divergence, DifferentBarriers) {
  Bench b("kernel k { block e: br eq(local_id(0, i32), 0:i32), t, f; block t: barrier group fence(group); return; "
          "block f: barrier group fence(group); return; }",
          launch(2));
  EXPECT_EQ(b.run().ending, Ending::Divergence);
  EXPECT_TRUE(b.violations.violations()[0].divergence->elsewhere);
}

// B2: thread 0 goes round the inner loop once, thread 1 goes round the outer loop instead; both wait at one barrier.
TEST(Divergence, DifferentIterations) {
  const char *text = R"(kernel k { var i : i32; var j : i32; var n : i32;
    block e: i := 0:i32; n := ite(eq(local_id(0, i32), 0:i32), 2:i32, 1:i32); goto outer;
    block outer: br slt(i, 2:i32), start, end;
    block start: j := 0:i32; i := add(i, 1:i32); goto inner;
    block inner: br slt(j, n), body, outer;
    block body: barrier group fence(group); j := add(j, 1:i32); goto inner;
    block end: return; })";
  Bench b(text, launch(2));
  EXPECT_EQ(b.run().ending, Ending::Divergence);
  EXPECT_TRUE(b.violations.violations()[0].divergence->other_iteration);
  Bench same(text, launch(1, 2)); // each alone in its group
  EXPECT_EQ(same.run().ending, Ending::Terminated);
}

TEST(Divergence, CountersAreResetWhenALoopIsLeft) { // both pass the loop twice, then meet behind it
  Bench b(R"(kernel k { var i : i32;
    block e: i := 0:i32; goto h;
    block h: br slt(i, 3:i32), body, out;
    block body: barrier group fence(group); i := add(i, 1:i32); goto h;
    block out: barrier group fence(group); return; })",
          launch(3));
  EXPECT_EQ(b.run().ending, Ending::Terminated);
  EXPECT_EQ(b.counters.counts().barriers, 4u);
}

// --- assertions, assumptions, undefined ------------------------------------------------------------------------
TEST(Checks, FailedAssertionsEndTheKernelOrAreOnlyReported) {
  const char *text = "kernel k { array a : i32[1] global; block b: assert eq(local_id(0, i32), 0:i32) \"first\"; "
                     "a[0:i64] := 1:i32; return; }";
  Bench stops(text, launch(2));
  Execution e = stops.run();
  EXPECT_EQ(e.ending, Ending::Assertion);
  EXPECT_EQ(e.thread, 1u);
  ASSERT_EQ(stops.violations.violations().size(), 1u);
  EXPECT_EQ(stops.violations.violations()[0].message, "first fails");
  Bench goes_on(text, launch(2), {}, {.stop_at_assert = false});
  EXPECT_EQ(goes_on.run().ending, Ending::Terminated);
  EXPECT_EQ(goes_on.violations.violations().size(), 1u);
}

TEST(Checks, WhatAnInfeasibleExecutionDoesDoesNotCount) {
  Bench b("kernel k { array a : i32[1] global; block b: a[0:i64] := local_id(0, i32); assume ne(local_id(0, i32), "
          "1:i32); return; }",
          launch(2));
  EXPECT_EQ(b.run().ending, Ending::Infeasible);
  EXPECT_TRUE(b.races.races().empty());
}

TEST(Checks, UndefinedStopsUnlessToldOtherwise) {
  const char *text =
      "kernel k { var x : i32; block b: x := add.nsw(2147483647:i32, add(local_id(0, i32), 1:i32)); return; }";
  Bench stops(text, launch(1));
  EXPECT_EQ(stops.run().ending, Ending::Undefined);
  EXPECT_EQ(stops.violations.violations()[0].kind, ViolationKind::Undefined);
  Bench wraps(text, launch(1), {}, {.stop_at_undefined = false});
  EXPECT_EQ(wraps.run().ending, Ending::Terminated);
  EXPECT_EQ(wraps.machine.variable(0, 0), 0x80000000u);
}

TEST(Checks, ArmsThatDoNotCountMayBeUndefined) {
  Bench b("kernel k { var x : i32; var p : bool; var d : i32; block b: d := local_id(0, i32); "
          "x := ite(eq(d, 0:i32), 5:i32, udiv(7:i32, d)); p := land(ne(d, 0:i32), eq(udiv(7:i32, d), 7:i32)); "
          "p := lor(p, implies(ne(d, 0:i32), eq(urem(6:i32, d), 0:i32))); return; }",
          launch(2));
  EXPECT_EQ(b.run().ending, Ending::Terminated);
  EXPECT_EQ(b.machine.variable(0, 0), 5u);
  EXPECT_EQ(b.machine.variable(1, 0), 7u);
  EXPECT_EQ(b.machine.variable(0, 1), 1u);
  EXPECT_EQ(b.machine.variable(1, 1), 1u);
}

TEST(Checks, OutsideAnArrayCellsExistApart) {
  const char *text = "kernel k { var x : i32; array a : i32[2] global; block b: a[-1:i64] := 9:i32; x := a[-1:i64]; "
                     "a[2:i64] := x; return; }";
  Bench b(text, launch(1));
  EXPECT_EQ(b.run().ending, Ending::Terminated);
  EXPECT_EQ(b.machine.variable(0, 0), 9u);
  EXPECT_EQ(b.contents("a"), (Words{0, 0}));
  ASSERT_EQ(b.violations.violations().size(), 3u);
  EXPECT_EQ(b.violations.violations()[0].message, "access to 'a[-1]', outside the array of 2 elements");
  Bench stops(text, launch(1), {}, {.stop_outside = true});
  EXPECT_EQ(stops.run().ending, Ending::Outside);
}

TEST(Checks, UninitialisedReadsOnRequest) {
  const char *text = "kernel k { var x : i32; array a : i32[2] group; block b: a[0:i64] := 1:i32; x := a[0:i64]; x := "
                     "a[1:i64]; return; }";
  Bench b(text, launch(1), {}, {.track_uninitialised = true});
  b.run();
  ASSERT_EQ(b.violations.violations().size(), 1u);
  EXPECT_EQ(b.violations.violations()[0].message, "read of 'a[1]', which was never written");
}

TEST(Checks, StepLimit) {
  Bench b("kernel k { block b: goto b; }", launch(1), {}, {.max_steps = 1000});
  Execution e = b.run();
  EXPECT_EQ(e.ending, Ending::StepLimit);
  EXPECT_EQ(e.reason, "the limit of 1000 steps is reached");
  Bench empty("kernel k { var c : bool; block b: goto b, d; block d: goto b; }", launch(1), {}, {.max_steps = 1000});
  EXPECT_EQ(empty.run().ending, Ending::StepLimit);
}

// --- launches and schedules -------------------------------------------------------------------------------------
TEST(Launch, IdsAndSubsetsOfGroups) {
  Geometry g = launch(2, 100);
  g.local_size[1] = 3;
  g.groups = {7, 42};
  EXPECT_EQ(g.threads(), 12u);
  ThreadId id = g.id(9); // group 42, local 3 = (1, 1)
  EXPECT_EQ(id.group[0], 42u);
  EXPECT_EQ(id.local[0], 1u);
  EXPECT_EQ(id.local[1], 1u);
  EXPECT_EQ(g.find(id), 9u);
  id.group[0] = 8;
  EXPECT_FALSE(g.find(id));
  Bench b("kernel k { var x : i32; block b: x := group_id(0, i32); return; }", g);
  b.run();
  EXPECT_EQ(b.machine.variable(11, 0), 42u);
}

TEST(Schedules, AGivenScheduleReplaysARecordedOne) {
  const char *text =
      "kernel k { var x : i32; array a : i32[1] global; block b: x := a[0:i64]; a[0:i64] := add(x, 1:i32); return; }";
  Bench b(text, launch(3), {}, {.record_schedule = true});
  std::set<std::uint64_t> results;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    RandomSchedule random(seed);
    ZeroChoices choices;
    Execution e = b.machine.run(random, choices);
    EXPECT_EQ(e.schedule.size(), 6u);
    const auto got = b.contents("a");
    GivenSchedule again(e.schedule);
    b.machine.run(again, choices);
    EXPECT_EQ(b.contents("a"), got);
    results.insert(got[0]);
  }
  EXPECT_GT(results.size(), 1u); // lost updates do happen
}

} // namespace
} // namespace lockstep::semantics::test::test_interleaving
