// Finite value sets: loops over constants, relations, branches, what is not finite, and ranges that rest on them.
#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/analysis/values/value_sets.h"
#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_value_sets {
namespace {

using Values = std::vector<std::uint64_t>;

struct Case {
  Kernel k;
  LoopForest forest;
  Facts facts;
  ValueSets sets;
  Launch launch;

  explicit Case(const std::string &text, const Launch &l = {}) : k(kernel_of(text)), launch(l) {
    support::Diagnostics diags;
    forest = *loops(k, diags);
    facts = available_facts(k);
    sets = value_sets(k, forest, liveness(k), facts, launch);
  }
  VarId var(const std::string &name) const {
    for (VarId v = 0; v < k.vars.size(); ++v)
      if (k.vars[v].name == name)
        return v;
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  Values at(const std::string &block, const std::string &v) const {
    return sets.at_entry(block_id(k, block), var(v)).value_or(Values{});
  }
  Values before(const std::string &block, std::size_t stmt, const std::string &v) const {
    return sets.before(block_id(k, block), stmt, var(v)).value_or(Values{});
  }
  // The tuples of the variables, if some group has them all.
  std::vector<Values> joint(const std::string &block, const std::vector<std::string> &names) const {
    std::vector<VarId> vars;
    for (const std::string &n : names)
      vars.push_back(var(n));
    for (const TupleSet &s : sets.joint_at_entry(block_id(k, block)))
      if (TupleSet p = project(s, vars); p.vars.size() == vars.size())
        return p.tuples;
    return {};
  }
};

Values powers(std::uint64_t from, std::uint64_t to) {
  Values out;
  for (std::uint64_t v = from; v <= to; v *= 2)
    out.push_back(v);
  return out;
}

const char *const bitonic = R"(kernel k { var k : i32; var j : i32; array a : i32[256] group;
    block s: k := 2:i32; goto hk;
    block hk: br sle(k, 256:i32), bk, e;
    block bk: j := ashr(k, 1:i32); goto hj;
    block hj: br slt(0:i32, j), bj, ej;
    block bj: barrier group fence(group); j := ashr(j, 1:i32); goto hj;
    block ej: k := shl(k, 1:i32); goto hk;
    block e: return; })";

TEST(ValueSets, NestedPowersOfTwo) {
  Case c(bitonic);
  Values with_zero = powers(1, 128);
  with_zero.insert(with_zero.begin(), 0);
  EXPECT_EQ(c.at("hk", "k"), powers(2, 512));
  EXPECT_EQ(c.at("bk", "k"), powers(2, 256));
  EXPECT_EQ(c.at("hj", "j"), with_zero);
  EXPECT_EQ(c.at("bj", "j"), powers(1, 128));
  EXPECT_EQ(c.before("bj", 1, "j"), powers(1, 128)) << "behind the barrier";
  EXPECT_EQ(c.before("bj", 2, "j"), (Values{0, 1, 2, 4, 8, 16, 32, 64})) << "halved";
  EXPECT_EQ(c.at("e", "k"), Values{}) << "not live";
  EXPECT_EQ(c.before("s", 1, "k"), Values{2});
  std::vector<Values> both = c.joint("bj", {"k", "j"});
  EXPECT_EQ(both.size(), 36u);
  for (const Values &t : both)
    EXPECT_LT(t[1], t[0]);
}

TEST(ValueSets, ALoopsExitSelectsOneTuple) {
  // The up-sweep of a scan leaves offset == 256; the down-sweep halves it while d doubles.
  Case c(R"(kernel k { var o : i32; var d : i32; var p : i32; var f : i32; var q : i32;
    block s: o := 1:i32; d := 128:i32; goto h;
    block h: br slt(0:i32, d), b, m;
    block b: o := mul.nsw(o, 2:i32); d := ashr(d, 1:i32); goto h;
    block m: p := o; f := 1:i32; goto g;
    block g: br slt(f, 256:i32), c, e;
    block c: q := ashr(p, 1:i32); barrier group fence(group); goto l;
    block l: p := q; f := mul.nsw(f, 2:i32); goto g;
    block e: assert eq(p, 1:i32); return; })");
  EXPECT_EQ(c.at("m", "o"), Values{256});
  EXPECT_EQ(c.at("g", "p"), powers(1, 256));
  EXPECT_EQ(c.at("e", "p"), Values{1});
  std::vector<Values> pairs;
  for (std::uint64_t v = 1; v <= 128; v *= 2)
    pairs.push_back({v, 128 / v});
  EXPECT_EQ(c.joint("l", {"f", "q"}), pairs);
}

TEST(ValueSets, RefinedByBranchesSwitchesAndAssumptions) {
  Case c(R"(kernel k { param n : i32; var i : i32; var x : i32; var y : i32;
    block s: i := 0:i32; x := 0:i32; goto h;
    block h: br ult(i, 8:i32), b, e;
    block b: br eq(and(i, 1:i32), 0:i32), even, odd;
    block even: assume ne(i, 4:i32); goto l;
    block odd: switch i { 1: one, 3: l, default: big };
    block one: goto l;
    block big: x := i; goto l;
    block l: i := add(i, 1:i32); goto h;
    block e: y := add(i, x); return; })");
  EXPECT_EQ(c.at("h", "i"), (Values{0, 1, 2, 3, 4})) << "the assumption ends all executions at 4";
  EXPECT_EQ(c.at("even", "i"), (Values{0, 2, 4}));
  EXPECT_EQ(c.before("even", 1, "i"), (Values{0, 2}));
  EXPECT_EQ(c.at("odd", "i"), (Values{1, 3}));
  EXPECT_EQ(c.at("one", "i"), Values{1});
  EXPECT_FALSE(c.sets.reachable(block_id(c.k, "big")));
  EXPECT_FALSE(c.sets.reachable(block_id(c.k, "e")));
}

TEST(ValueSets, BothWaysWhereTheConditionIsUnknown) {
  Case c(R"(kernel k { param n : i32; var s : i32; var t : i32; var u : i32; array a : i32[] global;
    block s0: br slt(local_id(0, i32), n), x, y;
    block x: s := 3:i32; t := ite(slt(n, 5:i32), 7:i32, 9:i32); goto j;
    block y: s := 5:i32; t := 1:i32; goto j;
    block j: u := a[add(s, t)]; s := add(s, u); goto r;
    block r: a[s] := t; return; })",
         {{std::nullopt}});
  EXPECT_EQ(c.at("j", "s"), Values{}) << "it is also assigned something unknown";
  EXPECT_EQ(c.at("j", "t"), (Values{1, 7, 9}));
}

TEST(ValueSets, NotFinite) {
  Case c(R"(kernel k { param n : i32; var i : i32; var j : i32; var h : i32; var from : i32; var to : i32; var x : i32;
    block s: i := 0:i32; from := 2:i32; to := 3:i32; goto g;
    block g: br slt(i, n), b, e;
    block b: barrier group fence(group); x := from; from := to; to := x; h := local_id(0, i32); j := 0:i32; goto m;
    block m: br slt(j, 67:i32), c, l;
    block c: j := add(add(j, h), sub(1:i32, h)); j := add(j, 1:i32); goto m;
    block l: i := add(i, 1:i32); goto g;
    block e: x := from; return; })",
         {{64}});
  EXPECT_EQ(c.at("g", "i"), Values{}) << "any number of turns";
  EXPECT_EQ(c.at("g", "from"), (Values{2, 3})) << "all the same";
  EXPECT_EQ(c.joint("g", {"from", "to"}), (std::vector<Values>{{2, 3}, {3, 2}})) << "though to is";
  EXPECT_EQ(c.at("m", "j"), Values{}) << "it depends on the thread, as far as can be seen";
}

TEST(ValueSets, TheLimitIsSharp) {
  auto loop = [](const std::string &n) {
    return "kernel k { var i : i32; block s: i := 0:i32; goto h; block h: br slt(i, " + n +
           ":i32), b, e; block b: i := add(i, 1:i32); goto h; block e: return; }";
  };
  EXPECT_EQ(Case(loop("65")).at("h", "i").size(), 66u);
  EXPECT_EQ(Case(loop("66")).at("h", "i").size(), 0u);
}

TEST(ValueSets, TooManyTuplesLeaveTheValues) {
  // 16 * 16 combinations are too many to report, the values of each are not; 64 * 64 are not even explored.
  auto loops_of = [](const std::string &n) {
    return "kernel k { var i : i32; var j : i32; block s: i := 0:i32; goto h; block h: br slt(i, " + n +
           ":i32), b, e; block b: j := 0:i32; goto g; block g: br slt(j, " + n +
           ":i32), c, l; block c: j := add(j, 1:i32); goto g; block l: i := add(i, 1:i32); goto h; block e: return; }";
  };
  for (std::string n : {"16", "64"}) {
    Case c(loops_of(n));
    EXPECT_EQ(c.at("c", "i").size(), std::stoul(n));
    EXPECT_EQ(c.at("c", "j").size(), std::stoul(n));
    EXPECT_TRUE(c.joint("c", {"i", "j"}).empty());
  }
}

TEST(ValueSets, NamedConditionsAndBoundsInAnotherVariable) {
  Case c(R"(kernel k { var i : i32; var m : i32; var go : bool;
    block s: i := 0:i32; m := 64:i32; goto h;
    block h: go := ult(0:i32, m); goto t;
    block t: br go, b, e;
    block b: i := add(i, 3:i32); m := udiv(m, 4:i32); goto h;
    block e: assert ult(i, 100:i32); return; })");
  EXPECT_EQ(c.at("h", "i"), (Values{0, 3, 6, 9, 12})) << "i alone would go on";
  EXPECT_EQ(c.at("e", "i"), Values{12});
}

TEST(ValueSets, LaunchSizesTablesAndRequiredParameters) {
  const std::string text = R"(kernel k { param n : i32; var d : i32; var w : i32; var i : i64;
    array t : i32[4] constant initial {8, 4, 2, 1};
    block s: requires lor(eq(n, 16:i32), eq(n, 32:i32)); d := udiv(local_size(0, i32), 2:i32); i := 0:i64; goto h;
    block h: br ult(i, 4:i64), b, e;
    block b: w := t[i]; goto c;
    block c: d := udiv(mul(d, w), n); i := add(i, 1:i64); goto h;
    block e: assert ule(d, 64:i32); return; })";
  Case c(text, {{64}});
  EXPECT_EQ(c.at("c", "w"), (Values{1, 2, 4, 8}));
  EXPECT_EQ(c.at("h", "n"), (Values{16, 32}));
  EXPECT_EQ(c.at("h", "d"), (Values{0, 1, 4, 8, 16, 32}));
  Case free(text, {{std::nullopt}});
  EXPECT_EQ(free.at("h", "d"), Values{}) << "the group's size is not given";
  EXPECT_EQ(free.at("h", "n"), (Values{16, 32}));
}

TEST(ValueSets, UndefinedAndUninitialisedValuesAreUnknown) {
  Case c(R"(kernel k { var a : i32; var b : i32; var z : i32; array o : i32[] global;
    block s: z := 0:i32; br slt(local_id(0, i32), 3:i32), x, j;
    block x: a := 1:i32; goto j;
    block j: b := udiv(4:i32, z); goto e;
    block e: o[a] := b; return; })",
         {{64}});
  EXPECT_EQ(c.at("j", "a"), Values{}) << "not assigned on one way";
  EXPECT_EQ(c.at("e", "b"), Values{}) << "divided by zero";
}

TEST(ValueSets, RangesStayWithinTheValues) {
  Case c(R"(kernel k { var o : i32; var d : i32; var w : i32;
    block s: o := 1:i32; d := 128:i32; goto h;
    block h: br slt(0:i32, d), b, e;
    block b: w := mul(o, 4:i32); o := mul(o, 2:i32); d := ashr(d, 1:i32); goto h;
    block e: assert eq(o, 256:i32); return; })");
  BlockId h = block_id(c.k, "h"), b = block_id(c.k, "b"), e = block_id(c.k, "e");
  Ranges without = ranges(c.k, c.forest, c.facts, c.launch);
  Ranges with = ranges(c.k, c.forest, c.facts, c.launch, {true, &c.sets});
  const Expr &product = std::get<Assign>(c.k.blocks[b].stmts[0].node).value;
  EXPECT_GT(without.at_entry(h, c.var("o")).as_unsigned.hi, 256);
  EXPECT_EQ(without.wrap_of(product).signed_ok, NoWrap::MayWrap);
  EXPECT_EQ(with.at_entry(h, c.var("o")).as_signed, (Bounds{1, 256}));
  EXPECT_EQ(with.at_entry(e, c.var("o")).as_signed, (Bounds{256, 256}));
  EXPECT_EQ(with.wrap_of(product).signed_ok, NoWrap::Proved);
}

} // namespace
} // namespace lockstep::cfg::test_value_sets
