// Induction variables: linear, monotone, banded, orbits, and what must not be taken for one.
#include "cfg/analysis/values/induction.h"
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"

#include <gtest/gtest.h>

namespace lockstep::cfg::test_induction {
namespace {

struct Case {
  Kernel k;
  LoopForest forest;
  Induction found;

  explicit Case(const std::string &text, const Launch &launch = {}) {
    support::Diagnostics diags;
    auto parsed = parse(text, "test.kir", diags);
    for (const auto &d : diags.all())
      ADD_FAILURE() << support::format(d);
    k = parsed ? *parsed : Kernel{};
    auto f = loops(k, diags);
    EXPECT_TRUE(f);
    forest = *f;
    Facts facts = available_facts(k);
    found = induction(k, forest, liveness(k), facts, ranges(k, forest, facts, launch));
  }
  VarId var(const std::string &name) const {
    for (VarId v = 0; v < k.vars.size(); ++v)
      if (k.vars[v].name == name)
        return v;
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  const LoopInduction &loop(const std::string &head) const {
    for (std::size_t l = 0; l < forest.loops.size(); ++l)
      if (k.blocks[forest.loops[l].head].name == head)
        return found.loops[l];
    ADD_FAILURE() << "no loop at " << head;
    return found.loops[0];
  }
  const Recurrence *recurrence(const std::string &head, const std::string &v) const { return loop(head).of(var(v)); }
  std::optional<Direction> signed_direction(const std::string &head, const std::string &v) const {
    const Recurrence *r = recurrence(head, v);
    return r ? direction(r->as_signed) : std::nullopt;
  }
  // "init + k*step", "?" for an unknown init; empty if not linear.
  std::string linear(const std::string &head, const std::string &v) const {
    const Recurrence *l = loop(head).of(var(v));
    return l && l->linear() ? (l->init ? print(l->init, k) : "?") + " + k*" + print(l->step, k) : "";
  }
  // "[lo, hi]" in the signed and then the unsigned reading, "-" where there is no band; empty if there is none at all.
  std::string band(const std::string &head, const std::string &v) const {
    const Recurrence *r = loop(head).of(var(v));
    if (!r || r->linear())
      return "";
    const auto as_signed = cfg::band(r->as_signed), as_unsigned = cfg::band(r->as_unsigned);
    auto text = [](const std::optional<Bounds> &x) {
      return x ? "[" + support::text(x->lo) + ", " + support::text(x->hi) + "]" : std::string("-");
    };
    return as_signed || as_unsigned ? text(as_signed) + " " + text(as_unsigned) : "";
  }
  std::vector<std::vector<std::uint64_t>> orbit(const std::string &head, const std::vector<std::string> &names) const {
    std::vector<VarId> ids;
    for (const std::string &n : names)
      ids.push_back(var(n));
    for (const Orbit &o : loop(head).orbits)
      if (o.vars == ids)
        return o.tuples;
    return {};
  }
};
using Tuples = std::vector<std::vector<std::uint64_t>>;

TEST(Induction, LinearWithSharedCounter) {
  Case c(R"(kernel k { param n : i32; param s : i32; var i : i32; var j : i64; var t : i32; var u : i64; var st : i64;
    block s0: i := local_id(0, i32); j := 0:i64; goto h;
    block h: br slt(i, n), b, e;
    block b: t := add.nsw(i, 64:i32); st := sext(s, i64); u := add(j, st); i := t; j := u; goto h;
    block e: return; })");
  EXPECT_EQ(c.linear("h", "i"), "local_id(0, i32) + k*64:i32");
  EXPECT_EQ(c.linear("h", "j"), "0:i64 + k*sext(s, i64)");
  EXPECT_EQ(c.recurrence("h", "i")->wrap.signed_ok, NoWrap::ByAssumption);
  EXPECT_EQ(c.recurrence("h", "j")->wrap.signed_ok, NoWrap::MayWrap) << "s may be anything, and n huge";
  EXPECT_EQ(c.loop("h").recurrences.size(), 2u) << "temporaries are not live at the head";
  EXPECT_EQ(c.loop("h").modified.size(), 5u);
}

TEST(Induction, InitThroughCopiesAndNotThroughChangedVariables) {
  Case c(R"(kernel k { param n : i32; var i : i32; var j : i32; var m : i32; var z : i32;
    block s: z := 7:i32; m := z; i := m; j := i; goto h;
    block h: br slt(i, n), b, e;
    block b: i := add(i, 1:i32); j := add(j, i); z := 0:i32; goto h;
    block e: return; })");
  EXPECT_EQ(c.linear("h", "i"), "7:i32 + k*1:i32");
  EXPECT_EQ(c.linear("h", "j"), "") << "its step changes";
  Case d(R"(kernel k { param n : i32; var i : i32; var m : i32;
    block s: m := mul(n, 2:i32); i := add(m, 1:i32); goto h;
    block h: br slt(i, n), b, e;
    block b: i := add(i, m); m := add(m, 1:i32); goto h;
    block e: return; })");
  EXPECT_EQ(d.linear("h", "i"), "");
  EXPECT_EQ(d.linear("h", "m"), "mul(n, 2:i32) + k*1:i32");
}

TEST(Induction, TwoEntriesAgreeOrNot) {
  std::string text = R"(kernel k { param n : i32; var i : i32;
    block s: br slt(n, 0:i32), a, b;
    block a: i := 5:i32; goto h; block b: i := INIT; goto h;
    block h: br slt(i, n), l, e; block l: i := sub(i, n); goto h; block e: return; })";
  auto with = [&](const std::string &init) {
    std::string t = text;
    t.replace(t.find("INIT"), 4, init);
    return Case(t).linear("h", "i");
  };
  EXPECT_EQ(with("5:i32"), "5:i32 + k*sub(0:i32, n)");
  EXPECT_EQ(with("6:i32"), "? + k*sub(0:i32, n)");
}

TEST(Induction, AllLatchesMustAgree) {
  std::string text = R"(kernel k { param n : i32; var i : i32;
    block s: i := 0:i32; goto h;
    block h: br slt(i, n), b, e;
    block b: br slt(i, 3:i32), p, q;
    block p: i := add.nsw(i, 2:i32); goto h;
    block q: i := add.nsw(i, STEP); goto h;
    block e: return; })";
  auto with = [&](const std::string &step) {
    std::string t = text;
    t.replace(t.find("STEP"), 4, step);
    return Case(t);
  };
  EXPECT_EQ(with("2:i32").linear("h", "i"), "0:i32 + k*2:i32");
  Case up = with("3:i32");
  EXPECT_EQ(up.linear("h", "i"), "");
  ASSERT_TRUE(up.signed_direction("h", "i"));
  EXPECT_EQ(up.signed_direction("h", "i"), Direction::Up);
  Case both = with("-3:i32");
  EXPECT_FALSE(both.signed_direction("h", "i"));
  EXPECT_EQ(up.band("h", "i"), "[2, 3] [2, 3]");
  EXPECT_EQ(both.band("h", "i"), "[-3, 2] -");
  EXPECT_EQ(with("2:i32").band("h", "i"), "") << "linear";
}

TEST(Induction, ConditionalUpdates) {
  Case c(R"(kernel k { param n : i32; var i : i32; var c : i32; var d : i32; var x : i32; var w : i32; var f : i32;
    array A : i32[] global param;
    block s: i := 0:i32; c := 0:i32; d := 0:i32; w := 0:i32; f := 100:i32; goto h;
    block h: br slt(i, n), b, e;
    block b: x := A[i]; w := add(w, x); d := add.nsw(d, and(x, 7:i32)); f := ite(slt(x, 0:i32), add.nsw(f, -1:i32), f);
      br slt(0:i32, x), p, l;
    block p: c := add.nsw(c, 1:i32); goto l;
    block l: i := add.nsw(i, 1:i32); goto h;
    block e: A[n] := add(add(c, f), add(d, w)); return; })");
  EXPECT_EQ(c.linear("h", "i"), "0:i32 + k*1:i32");
  const Recurrence *count = c.recurrence("h", "c");
  ASSERT_TRUE(count);
  EXPECT_EQ(c.signed_direction("h", "c"), Direction::Up);
  EXPECT_EQ(count->wrap.signed_ok, NoWrap::ByAssumption);
  EXPECT_EQ(print(count->init, c.k), "0:i32");
  ASSERT_TRUE(c.signed_direction("h", "d")) << "a varying step of one sign";
  EXPECT_EQ(c.signed_direction("h", "d"), Direction::Up);
  ASSERT_TRUE(c.signed_direction("h", "f"));
  EXPECT_EQ(c.signed_direction("h", "f"), Direction::Down);
  EXPECT_FALSE(c.signed_direction("h", "w")) << "steps of any sign";
  EXPECT_EQ(c.band("h", "c"), "[0, 1] [0, 1]");
  EXPECT_EQ(c.band("h", "d"), "[0, 7] [0, 7]");
  EXPECT_EQ(c.band("h", "f"), "[-1, 0] -");
  EXPECT_EQ(c.band("h", "w"), "") << "it may wrap";
}

TEST(Induction, BandsOnlyWhereNothingWraps) {
  Case c(R"(kernel k { param n : i32; var i : i32; var x : i32; var a : i32; var s : i32; var d : i32; var l : i32;
    var m : i64; array A : i32[] global param;
    block s0: i := 0:i32; a := n; s := n; d := 100:i32; l := 0:i32; m := 0:i64; goto h;
    block h: br slt(i, n), b, e;
    block b: x := A[i]; br slt(0:i32, x), p, q;
    block p: a := add(a, 1:i32); s := add.nsw(s, 1:i32); d := sub.nuw(d, and(x, 3:i32)); l := add.nsw(l, and(x, 0x7fffffff:i32));
      m := add.nsw(m, sext(x, i64)); goto q;
    block q: i := add.nsw(i, 1:i32); goto h;
    block e: A[n] := add(add(a, s), add(d, l)); A[trunc(m, i32)] := 0:i32; return; })");
  EXPECT_EQ(c.band("h", "a"), "");
  EXPECT_EQ(c.band("h", "s"), "[0, 1] -");
  EXPECT_EQ(c.band("h", "d"), "[-3, 0] [-3, 0]") << "what is subtracted is a number of its own";
  EXPECT_EQ(c.band("h", "l"), "") << "too wide to be of use";
  EXPECT_EQ(c.band("h", "m"), "") << "likewise";
  EXPECT_EQ(c.signed_direction("h", "l"), Direction::Up);
}

TEST(Induction, ManyAlternatives) {
  std::string text = "kernel k { param n : i32; var i : i32; var c : i32; array A : i32[] global param;"
                     "block s: i := 0:i32; c := 0:i32; goto h; block h: br slt(i, n), b0, e;";
  for (int j = 0; j < 9; ++j) {
    std::string b = std::to_string(j), next = std::to_string(j + 1);
    text += "block b" + b + ": br slt(n, " + b + ":i32), p" + b + ", b" + next + "; block p" + b +
            ": c := add.nsw(c, " + next + ":i32); goto b" + next + ";";
  }
  Case c(text + "block b9: i := add.nsw(i, 1:i32); goto h; block e: A[n] := c; return; }");
  EXPECT_EQ(c.band("h", "c"), "[0, 45] [0, 45]");
}

TEST(Induction, InnerLoops) {
  Case c(R"(kernel k { param n : i32; var i : i32; var j : i32; var s : i32; var o : i32;
    block s0: i := 0:i32; s := 0:i32; o := 0:i32; goto h;
    block h: br slt(i, n), p, e;
    block p: j := i; goto g;
    block g: br slt(j, n), gb, l;
    block gb: s := add(s, 1:i32); j := add(j, 2:i32); goto g;
    block l: o := add(o, 3:i32); i := add(i, 1:i32); goto h;
    block e: o := add(o, s); return; })");
  EXPECT_EQ(c.linear("h", "i"), "0:i32 + k*1:i32");
  EXPECT_EQ(c.linear("h", "o"), "0:i32 + k*3:i32");
  EXPECT_EQ(c.linear("h", "s"), "") << "an inner loop changes it";
  EXPECT_EQ(c.linear("g", "j"), "i + k*2:i32");
  EXPECT_EQ(c.linear("g", "s"), "? + k*1:i32") << "on entry it has whatever the outer loop made of it";
  EXPECT_EQ(c.linear("g", "i"), "") << "not changed by the inner loop";
}

TEST(Induction, InnerLoopsMoveByWhatTheirRoundsAllow) {
  // STEP is one round of the inner loop, INNER what keeps it going; s moves by one in some rounds, t in all.
  std::string text =
      R"(kernel k { param n : i32; var i : i32; var j : i32; var s : i32; var t : i32; var u : i32; var x : i32;
    array A : i32[] global param; array B : i32[] global param;
    block s0: i := 0:i32; s := 0:i32; t := n; u := 0:i32; goto h;
    block h: br slt(i, n), p, e;
    block p: j := FROM; t := add.nsw(t, 5:i32); goto g;
    block g: br INNER, gb, l;
    block gb: x := A[j]; u := add(u, x); t := add.nsw(t, -2:i32); br slt(0:i32, x), gp, gl;
    block gp: s := add.nsw(s, 1:i32); goto gl;
    block gl: j := STEP; br slt(x, -9:i32), l, g;
    block l: i := add.nsw(i, 1:i32); goto h;
    block e: B[n] := add(u, add(s, t)); return; })";
  auto with = [&](const std::string &from, const std::string &inner, const std::string &step) {
    std::string t = text;
    for (auto [what, by] : {std::pair{"FROM", from}, {"INNER", inner}, {"STEP", step}})
      t.replace(t.find(what), std::string(what).size(), by);
    return Case(t);
  };
  Case c = with("0:i32", "slt(j, 10:i32)", "add.nsw(j, 1:i32)");
  EXPECT_EQ(c.band("g", "s"), "[0, 1] [0, 1]");
  EXPECT_EQ(c.linear("g", "t"), "? + k*-2:i32");
  EXPECT_EQ(c.band("h", "s"), "[0, 11] [0, 11]") << "ten rounds, and one that is left on its way";
  EXPECT_EQ(c.band("h", "t"), "[-17, 5] -");
  EXPECT_EQ(c.band("h", "u"), "");
  EXPECT_EQ(c.linear("h", "s"), "");
  EXPECT_EQ(with("0:i32", "slt(j, 10:i32)", "add.nsw(j, 3:i32)").band("h", "s"), "[0, 5] [0, 5]");
  EXPECT_EQ(with("and(n, 7:i32)", "slt(j, 10:i32)", "add.nsw(j, 1:i32)").band("h", "s"), "[0, 11] [0, 11]");
  EXPECT_EQ(with("128:i32", "slt(0:i32, j)", "ashr(j, 1:i32)").band("h", "s"), "[0, 9] [0, 9]");
  EXPECT_EQ(with("0:i32", "slt(j, n)", "add.nsw(j, 1:i32)").band("h", "s"), "") << "any number of rounds, or nearly";
  EXPECT_EQ(with("0:i32", "slt(j, 10:i32)", "and(add.nsw(j, 1:i32), 7:i32)").band("h", "s"), "")
      << "j starts again for ever";
}

TEST(Induction, NarrowCounters) {
  Case c(R"(kernel k { param n : i8; var i : i8; var u : i8; var w : i32; var x : i32;
    block s: i := 0:i8; u := 0:i8; goto h;
    block h: br slt(i, n), b, e;
    block b: w := add.nsw(sext(i, i32), 1:i32); i := trunc(w, i8); x := add(zext(u, i32), 300:i32); u := trunc(x, i8);
      goto h;
    block e: u := add(u, 1:i8); return; })");
  EXPECT_EQ(c.linear("h", "i"), "0:i8 + k*1:i8");
  EXPECT_EQ(c.recurrence("h", "i")->wrap.signed_ok, NoWrap::Proved);
  EXPECT_EQ(c.linear("h", "u"), "0:i8 + k*44:i8");
  EXPECT_EQ(c.recurrence("h", "u")->wrap.unsigned_ok, NoWrap::MayWrap);
  EXPECT_EQ(c.recurrence("h", "u")->wrap.signed_ok, NoWrap::MayWrap);
}

TEST(Induction, StepsThatFoldKeepTheirWrap) {
  // The two additions make one step of 2^31, which is negative as a signed number.
  Case c(R"(kernel k { param n : i32; var i : i32; var d : i32;
    block s: i := -2147483648:i32; d := 0:i32; goto h;
    block h: br slt(n, i), b, e;
    block b: i := add.nsw(add.nsw(i, 2147483647:i32), 1:i32); d := sub.nsw(d, -2147483648:i32); goto h;
    block e: d := add(d, 1:i32); return; })");
  EXPECT_EQ(c.linear("h", "i"), "-2147483648:i32 + k*-2147483648:i32");
  EXPECT_EQ(c.recurrence("h", "i")->wrap.signed_ok, NoWrap::MayWrap);
  EXPECT_EQ(c.recurrence("h", "d")->wrap.signed_ok, NoWrap::MayWrap);
}

TEST(Induction, SubtractedStepIsNotAnUnsignedOne) {
  // v counts down exactly, but v@k == v@0 + k * (2^32 - 3) does not hold as mathematics.
  Case c(R"(kernel k { param n : i32; var v : i32;
    block s: v := 100:i32; goto h;
    block h: br ult(2:i32, v), b, e;
    block b: v := sub(v, 3:i32); goto h;
    block e: return; })");
  EXPECT_EQ(c.linear("h", "v"), "100:i32 + k*-3:i32");
  EXPECT_EQ(c.recurrence("h", "v")->wrap.signed_ok, NoWrap::Proved);
  EXPECT_EQ(c.recurrence("h", "v")->wrap.unsigned_ok, NoWrap::MayWrap);
}

TEST(Induction, HavocAtomicsAndLoads) {
  Case c(R"(kernel k { param n : i32; var a : i32; var b : i32; var r : i32; var w : i32; var x : i32; var y : i32;
    array R : i32[] global param; array W : i32[] global param;
    block s: a := 0:i32; b := 0:i32; r := 0:i32; w := 0:i32; goto h;
    block h: br slt(a, n), l, e;
    block l: havoc a; b := atomic add W[0:i32](1:i32); x := R[n]; r := add(r, x); y := W[n]; w := add(w, y); goto h;
    block e: r := add(add(r, w), b); return; })");
  EXPECT_EQ(c.linear("h", "r"), "0:i32 + k*read R[n]:i32") << "nothing writes R";
  EXPECT_EQ(c.linear("h", "w"), "");
  EXPECT_EQ(c.linear("h", "a"), "");
  EXPECT_EQ(c.linear("h", "b"), "");
}

TEST(Induction, OrbitOfPowersOfTwo) {
  Case c(R"(kernel k { param n : i32; var s : i32; var d : i32; var u : i32; var t : i32;
    block a: s := 128:i32; t := 3:i32; goto h;
    block h: br slt(0:i32, s), b, m;
    block b: s := ashr(s, 1:i32); t := add(t, 10:i32); goto h;
    block m: d := 1:i32; goto g;
    block g: br ult(d, n), c, o;
    block c: d := shl(d, 1:i32); goto g;
    block o: u := n; goto f;
    block f: br slt(0:i32, u), v, e;
    block v: u := sdiv(u, 2:i32); t := mul(t, 3:i32); goto f;
    block e: t := add(t, 1:i32); return; })");
  EXPECT_EQ(c.orbit("h", {"s", "t"}),
            (Tuples{{128, 3}, {64, 13}, {32, 23}, {16, 33}, {8, 43}, {4, 53}, {2, 63}, {1, 73}, {0, 83}}));
  EXPECT_EQ(c.orbit("g", {"d"}).size(), 33u) << "the powers of two of 32 bits, and 0 for ever";
  EXPECT_EQ(c.orbit("g", {"d"})[32], std::vector<std::uint64_t>{0});
  EXPECT_TRUE(c.loop("f").orbits.empty()) << "it starts anywhere";
}

TEST(Induction, OrbitFromLaunchAndAlternation) {
  Launch l;
  l.local_size[0] = 16;
  Case c(R"(kernel k { var s : i32; var in : i32; var out : i32; var t : i32; var i : i32; var p : bool;
    block a: s := udiv(local_size(0, i32), 2:i32); in := 1:i32; out := 0:i32; goto h;
    block h: br ult(0:i32, s), b, m;
    block b: out := sub(1:i32, out); in := sub(1:i32, out); s := lshr(s, 1:i32); goto h;
    block m: i := 0:i32; p := false; goto g;
    block g: br slt(i, 1000:i32), d, e;
    block d: p := not(p); i := add(i, 1:i32); goto g;
    block e: t := add(in, i); assume p; return; })",
         l);
  EXPECT_EQ(c.orbit("h", {"s", "in", "out"}), (Tuples{{8, 1, 0}, {4, 0, 1}, {2, 1, 0}, {1, 0, 1}, {0, 1, 0}}));
  EXPECT_EQ(c.orbit("g", {"p"}), (Tuples{{0}, {1}})) << "i takes too many values, p alternates";
  const Orbit &p = c.loop("g").orbits[0];
  EXPECT_EQ(p.cycle, std::optional<std::size_t>(0));
  EXPECT_EQ(c.loop("h").orbits[0].cycle, std::nullopt);
}

TEST(Induction, OrbitWithoutTheCounterThatGoesOn) {
  // from and to change places in every turn; r counts the turns, as many as the caller likes.
  Case c(R"(kernel k { param n : i32; var from : i32; var to : i32; var x : i32; var r : i32;
    block s: from := 2:i32; to := 3:i32; r := 0:i32; goto h;
    block h: br slt(r, n), b, e;
    block b: x := from; from := to; to := x; r := add.nsw(r, 1:i32); goto h;
    block e: x := add(from, to); return; })");
  EXPECT_EQ(c.orbit("h", {"from", "to"}), (Tuples{{2, 3}, {3, 2}}));
  EXPECT_EQ(c.loop("h").orbits[0].cycle, std::optional<std::size_t>(0));
}

TEST(Induction, OrbitLosesVariablesThatDependOnUnknowns) {
  Case c(R"(kernel k { param n : i32; var i : i32; var x : i32; var y : i32;
    block s: i := 0:i32; x := 0:i32; y := 1:i32; goto h;
    block h: br slt(i, 3:i32), b, e;
    block b: br slt(n, i), p, q;
    block p: x := 1:i32; y := 2:i32; goto l;
    block q: y := 2:i32; goto l;
    block l: i := add(i, 1:i32); goto h;
    block e: x := add(x, y); return; })");
  EXPECT_EQ(c.orbit("h", {"i", "y"}), (Tuples{{0, 1}, {1, 2}, {2, 2}, {3, 2}}));
}

TEST(Induction, EntryBlockAsHead) {
  Case c(R"(kernel k { param n : i32; var i : i32;
    block h: br slt(i, n), b, e; block b: i := add(i, 1:i32); goto h; block e: return; })");
  EXPECT_EQ(c.linear("h", "i"), "? + k*1:i32");
  EXPECT_TRUE(c.loop("h").orbits.empty());
}

} // namespace
} // namespace lockstep::cfg::test_induction
