// The cone of influence of a run (emit/pick/run/run.h): what a target, the ways to it and the facts about both need is
// in it, and what the run forgets is told.
#include "encoding.h"

#include "emit/knowledge/only_claimed.h"
#include "emit/pick/run/run.h"

namespace lockstep::emit::pick::test_cone {
namespace {

std::string with(const std::string &blocks) {
  return R"(kernel k {
  param n : i32;
  var i : i32;
  var j : i32;
  var x : i32;
  var y : i32;
  var t : i32;
  array in : i32[] global param;
  array a : i32[] global param;
  array out : i32[] global param;
  array mine : i32[4] private;
  array bytes : i8[4] private;
  array tile : i32[64] group;
)" + blocks +
         "\n}\n";
}

struct World {
  std::unique_ptr<Encoding> w;
  Context c;
  std::vector<cfg::Interval> intervals;

  explicit World(const std::string &blocks)
      : w(encoding(with(blocks))), c{w->k,
                                     w->a,
                                     w->encoder,
                                     w->decls,
                                     w->a.tickets,
                                     plain_private_arrays(w->k),
                                     only_claimed(w->k),
                                     unwritten_loads(w->k, w->a)},
        intervals(intervals_of(c, [](const cfg::Barrier &b) { return b.fence_global; })) {}

  // Of the stores to `out` in the interval.
  Cone cone(std::size_t interval = 0) const {
    const cfg::Interval &in = intervals.at(interval);
    std::vector<bool> targets(in.nodes.size(), false);
    std::vector<cfg::Expr> seeds;
    for (std::size_t n = 0; n < in.nodes.size(); ++n)
      for (std::uint32_t s = in.nodes[n].begin; s < in.nodes[n].end; ++s)
        if (auto *st = std::get_if<cfg::Store>(&w->k.blocks[in.nodes[n].block].stmts[s].node);
            st && st->array == w->array("out")) {
          targets[n] = true;
          seeds.push_back(st->offset);
        }
    return cone_of_influence(c, in, targets, seeds);
  }
  std::string vars(const Cone &cone) const {
    std::string out;
    for (cfg::VarId v : cone.vars)
      out += (out.empty() ? "" : " ") + w->k.vars[v].name;
    return out;
  }
  // The blocks of the nodes that the run goes through.
  std::string blocks(const Cone &cone, std::size_t interval = 0) const {
    std::string out;
    for (std::size_t n = 0; n < cone.nodes.size(); ++n)
      if (cone.nodes[n])
        out += (out.empty() ? "" : " ") + w->k.blocks[intervals.at(interval).nodes[n].block].name;
    return out;
  }
};

std::string vars(const std::string &blocks, std::size_t interval = 0) {
  const World w(blocks);
  return w.vars(w.cone(interval));
}

TEST(Cone, WhatTheTargetIsComputedFrom) {
  EXPECT_EQ(vars("block s: i := n; j := i; x := 5:i32; y := x; out[sext(j, i64)] := y; return;"), "n i j");
  EXPECT_EQ(vars("block s: out[0:i64] := x; return;"), "");
}

TEST(Cone, WhatDecidesOnTheWayToIt) {
  const World w("block s: j := n; br slt(j, 5:i32), p, q; block p: out[0:i64] := 1:i32; goto q; "
                "block q: br slt(x, 5:i32), r, e; block r: y := 1:i32; goto e; block e: return;");
  const Cone cone = w.cone();
  EXPECT_EQ(w.vars(cone), "n j") << "what comes behind the last target decides nothing";
  EXPECT_EQ(w.blocks(cone), "s p");
  EXPECT_EQ(cone.abstraction, "");
}

TEST(Cone, ABranchThatMakesNoDifferenceIsSkipped) {
  const std::string head = "block s: br slt(x, 5:i32), p, q; block p: ",
                    rest = " goto m; block q: y := 2:i32; goto m; ";
  const World idle(head + "y := 1:i32;" + rest + "block m: out[0:i64] := 1:i32; return;");
  const Cone cone = idle.cone();
  EXPECT_EQ(idle.vars(cone), "");
  EXPECT_EQ(idle.blocks(cone), "s m");
  ASSERT_NE(cone.skips.at(0), -1);
  EXPECT_EQ(idle.w->k.blocks[idle.intervals[0].nodes[static_cast<std::size_t>(cone.skips[0])].block].name, "m");
  EXPECT_EQ(vars(head + "y := 1:i32;" + rest + "block m: out[sext(y, i64)] := 1:i32; return;"), "x y")
      << "a variable of the cone is assigned";
  EXPECT_EQ(vars(head + "assume slt(n, 3:i32);" + rest + "block m: out[0:i64] := 1:i32; return;"), "n x")
      << "an assumption stands on one way";
  EXPECT_EQ(
      vars(head + "mine[0:i64] := 1:i32;" + rest + "block m: t := mine[0:i64]; out[sext(t, i64)] := 1:i32; return;"),
      "x t")
      << "a private cell is stored to";
  EXPECT_EQ(vars("block s: br slt(x, 5:i32), p, q; block p: return; block q: out[0:i64] := 1:i32; return;"), "x")
      << "one way ends";
}

TEST(Cone, AssumptionsOnTheWay) {
  EXPECT_EQ(vars("block s: assume slt(n, 5:i32); out[0:i64] := 1:i32; return;"), "n");
  EXPECT_EQ(vars("block s: assert slt(n, 5:i32); out[0:i64] := 1:i32; return;"), "n");
  EXPECT_EQ(vars("block s: a[0:i64] := 1:i32; assume slt(read a[0:i64]:i32, n); out[0:i64] := 1:i32; return;"), "")
      << "of written memory nothing can be assumed";
  EXPECT_EQ(vars("block s: assume slt(read in[0:i64]:i32, n); out[0:i64] := 1:i32; return;"), "n");
}

TEST(Cone, LoadsOfFixedMemoryNeedTheirPlace) {
  const std::string blocks = "block s: i := n; x := in[sext(i, i64)]; out[sext(x, i64)] := 1:i32; return;";
  const World w(blocks);
  EXPECT_EQ(w.vars(w.cone()), "n i x");
  EXPECT_EQ(w.cone().abstraction, "");
}

TEST(Cone, LoadsOfWrittenMemoryAreAnAbstraction) {
  const World w("block s: a[sext(n, i64)] := 1:i32; i := n; x := a[sext(i, i64)]; out[sext(x, i64)] := 1:i32; return;");
  EXPECT_EQ(w.vars(w.cone()), "x");
  EXPECT_NE(w.cone().abstraction.find("is any value of its type"), std::string::npos);
  const World atomic("block s: x := atomic add a[0:i64](1:i32); out[sext(x, i64)] := 1:i32; return;");
  EXPECT_NE(atomic.cone().abstraction.find("atomic"), std::string::npos);
  const World unused("block s: y := a[0:i64]; a[0:i64] := y; out[sext(n, i64)] := y; return;");
  EXPECT_EQ(unused.cone().abstraction, "") << "nobody needs it";
}

TEST(Cone, WhatNobodyHasWrittenIsAnyValueWithoutAnAbstraction) {
  const World w("block s: x := tile[0:i64]; out[sext(x, i64)] := 1:i32; return;");
  EXPECT_EQ(w.c.unwritten.size(), 1u);
  EXPECT_EQ(w.cone().abstraction, "");
  EXPECT_TRUE(World("block s: tile[0:i64] := 1:i32; x := tile[0:i64]; out[sext(x, i64)] := 1:i32; return;")
                  .c.unwritten.empty());
  EXPECT_EQ(
      World("block s: x := mine[0:i64]; mine[0:i64] := 1:i32; out[sext(x, i64)] := 1:i32; return;").c.unwritten.size(),
      1u)
      << "private, and no write before";
  EXPECT_TRUE(World("block s: x := in[0:i64]; out[sext(x, i64)] := 1:i32; return;").c.unwritten.empty())
      << "the host has";
}

TEST(Cone, PrivateArraysComeWithWhatIsStoredInThem) {
  const World w(
      "block s: i := n; y := j; mine[sext(i, i64)] := y; x := mine[0:i64]; out[sext(x, i64)] := 1:i32; return;");
  const Cone cone = w.cone();
  EXPECT_EQ(w.vars(cone), "n i j x y");
  EXPECT_EQ(cone.maps, std::set<cfg::ArrayId>{w.w->array("mine")});
  EXPECT_EQ(cone.abstraction, "");
  const World unused("block s: mine[sext(i, i64)] := y; out[0:i64] := 1:i32; return;");
  EXPECT_TRUE(unused.cone().maps.empty());
}

TEST(Cone, OnlyPlainPrivateArraysAreMaps) {
  const World plain("block s: mine[0:i64] := n; x := mine[1:i64]; out[sext(x, i64)] := 1:i32; return;");
  EXPECT_TRUE(plain.c.plain_private[plain.w->array("mine")]);
  EXPECT_FALSE(plain.c.plain_private[plain.w->array("tile")]) << "not private";
  const World views("block s: bytes[0:i64] := n per 4; x := bytes[0:i64] per 4; out[sext(x, i64)] := 1:i32; return;");
  EXPECT_FALSE(views.c.plain_private[views.w->array("bytes")]) << "another view of the cells";
  EXPECT_TRUE(views.cone().maps.empty());
  EXPECT_NE(views.cone().abstraction, "");
  const World atomic("block s: t := atomic add mine[0:i64](1:i32); out[sext(t, i64)] := 1:i32; return;");
  EXPECT_FALSE(atomic.c.plain_private[atomic.w->array("mine")]);
}

// --- loops and barriers -------------------------------------------------------------------------------------------
TEST(Cone, ACutLoopIsAnAbstractionWithItsClosedForms) {
  const World w(
      "block s: i := j; y := 0:i32; goto h; block h: br slt(i, 9:i32), b, e; "
      "block b: i := add.nsw(i, n); y := add.nsw(y, 1:i32); out[sext(i, i64)] := 1:i32; goto h; block e: return;");
  const Cone cone = w.cone();
  EXPECT_EQ(w.vars(cone), "n i j") << "the step and the start; y is of no matter";
  EXPECT_NE(cone.abstraction.find("arbitrary iteration"), std::string::npos);
}

TEST(Cone, BehindABarrierTheFactsThereCount) {
  const World w(
      "block s: i := n; x := t; y := t; assume slt(j, t); barrier group fence(global); out[sext(i, i64)] := 1:i32; "
      "goto e; block e: return;");
  ASSERT_EQ(w.intervals.size(), 2u);
  const Cone cone = w.cone(1);
  EXPECT_EQ(w.vars(cone), "n i") << "i == n is known there";
  EXPECT_NE(cone.abstraction.find("behind a barrier"), std::string::npos);
  EXPECT_EQ(w.vars(w.cone(0)), "") << "the first interval has no target";
}

TEST(Cone, ATicketsCounterIsKnownByItsPlace) {
  const World w("block s: i := n; j := atomic add a[sext(i, i64)](1:i32); out[sext(j, i64)] := 1:i32; return;");
  ASSERT_EQ(w.c.tickets.size(), 1u);
  EXPECT_FALSE(w.c.tickets[0].shared);
  EXPECT_EQ(w.vars(w.cone()), "n i j");
}

TEST(Cone, ReadsOfConstantMemoryOnly) {
  const World w("block s: a[0:i64] := 1:i32; x := n; out[sext(x, i64)] := 1:i32; return;");
  const cfg::Type i32 = cfg::int_type(32);
  const cfg::Expr at = cfg::constant(cfg::int_type(64), 0), one = cfg::constant(i32, 1);
  auto read = [&](const char *array) { return cfg::binary(cfg::Op::Add, cfg::read(w.w->array(array), i32, at), one); };
  EXPECT_TRUE(reads_only_constants(w.c, one));
  EXPECT_TRUE(reads_only_constants(w.c, read("in")));
  EXPECT_FALSE(reads_only_constants(w.c, read("a"))) << "written";
  EXPECT_FALSE(reads_only_constants(w.c, read("tile"))) << "nobody has written it";
}

} // namespace
} // namespace lockstep::emit::pick::test_cone
