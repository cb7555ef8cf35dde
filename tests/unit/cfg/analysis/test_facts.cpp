// Available facts: generation, kill, meet at joins and loop heads, carry-over to phi-like variables.
#include "cfg/analysis/values/facts.h"
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace lockstep::cfg::test_facts {
namespace {

Kernel read_kernel(const std::string &text) {
  support::Diagnostics diags;
  auto k = parse(text, "test.kir", diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  return k ? *k : Kernel{};
}

BlockId block(const Kernel &k, const std::string &name) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    if (k.blocks[b].name == name)
      return b;
  ADD_FAILURE() << "no block " << name;
  return 0;
}

std::set<std::string> text(const Kernel &k, const std::vector<Fact> &facts) {
  std::set<std::string> out;
  for (const Fact &f : facts)
    out.insert(f.kind == Fact::Equation ? k.vars[f.var].name + " == " + print(f.expr, k) : print(f.expr, k));
  return out;
}

FactOptions all() { // nothing pruned
  FactOptions o;
  o.prune = false;
  return o;
}

std::set<std::string> at(const Kernel &k, const std::string &name, const FactOptions &options = all()) {
  return text(k, available_facts(k, options).at_entry[block(k, name)]);
}

using Set = std::set<std::string>;

TEST(Facts, EquationsLiveUntilAVariableChanges) {
  Kernel k = read_kernel(R"(kernel k {
    param n : i32; var a : i32; var b : i32;
    block start:
      a := add(n, 1:i32);
      b := add(a, 2:i32);
      a := mul(n, 3:i32);
      goto next;
    block next: b := add(b, 1:i32); goto last;
    block last: return;
  })");
  Facts f = available_facts(k, all());
  EXPECT_EQ(text(k, FactReader(k, f).before(0, 0)), Set{});
  EXPECT_EQ(text(k, FactReader(k, f).before(0, 2)), (Set{"a == add(n, 1:i32)", "b == add(a, 2:i32)"}));
  EXPECT_EQ(text(k, FactReader(k, f).before(0, 3)), Set{"a == mul(n, 3:i32)"}) << "b's equation mentions the old a";
  EXPECT_EQ(at(k, "last"), Set{"a == mul(n, 3:i32)"}) << "b := b + 1 gives no equation";
  auto several = FactReader(k, f).before(0, std::vector<std::size_t>{0, 2, 3});
  ASSERT_EQ(several.size(), 3u);
  EXPECT_EQ(text(k, several[1]), (Set{"a == add(n, 1:i32)", "b == add(a, 2:i32)"}));
}

TEST(Facts, BranchEdgesGiveTheConditionAndItsNegation) {
  Kernel k = read_kernel(R"(kernel k {
    param n : i32; param m : i32; var c : bool;
    block start:
      c := land(slt(n, 4:i32), sle(m, n));
      br c, yes, no;
    block yes: goto join;
    block no: br eq(n, 0:i32), zero, join;
    block zero: goto join;
    block join: return;
  })");
  std::string def = "c == land(slt(n, 4:i32), sle(m, n))";
  EXPECT_EQ(at(k, "yes"), (Set{def, "c", "slt(n, 4:i32)", "sle(m, n)"}));
  Set no = at(k, "no");
  EXPECT_TRUE(no.count("not(c)"));
  EXPECT_FALSE(no.count("sle(4:i32, n)")) << "a negated conjunction is a disjunction";
  EXPECT_TRUE(at(k, "zero").count("eq(n, 0:i32)"));
  EXPECT_EQ(at(k, "join"), Set{def});
}

TEST(Facts, NegatedComparisonsAreTurnedRound) {
  Kernel k = read_kernel(R"(kernel k { param n : i32;
    block start: br lor(sle(n, 0:i32), ult(8:i32, n)), out, in;
    block in: goto out;
    block out: return; })");
  EXPECT_EQ(at(k, "in"), (Set{"slt(0:i32, n)", "ule(n, 8:i32)"}));
}

TEST(Facts, SwitchEdges) {
  Kernel k = read_kernel(R"(kernel k { param n : i32;
    block start: switch n { 1: one, 2: many, 3: many, 4: rest, default: rest };
    block one: goto rest2; block many: goto rest2; block rest: goto rest2; block rest2: return; })");
  EXPECT_EQ(at(k, "one"), Set{"eq(n, 1:i32)"});
  EXPECT_EQ(at(k, "many"), Set{"lor(eq(n, 2:i32), eq(n, 3:i32))"});
  EXPECT_EQ(at(k, "rest"), (Set{"ne(n, 1:i32)", "ne(n, 2:i32)", "ne(n, 3:i32)"})) << "4 may lead here as well";
}

TEST(Facts, BothArmsToOneBlockGiveNothing) {
  Kernel k = read_kernel("kernel k { param n : i32; block a: br slt(n, 0:i32), b, b; block b: return; }");
  EXPECT_EQ(at(k, "b"), Set{});
}

TEST(Facts, AssumesRequiresAndAsserts) {
  Kernel k = read_kernel(R"(kernel k { param n : i32; var x : i32;
    block a: requires slt(0:i32, n); assert slt(n, 9:i32); havoc x; assume slt(x, n); goto b;
    block b: havoc x; goto c;
    block c: return; })");
  EXPECT_EQ(at(k, "b"), (Set{"slt(0:i32, n)", "slt(n, 9:i32)", "slt(x, n)"}));
  EXPECT_EQ(at(k, "c"), (Set{"slt(0:i32, n)", "slt(n, 9:i32)"}));
  FactOptions strict = all();
  strict.asserts = false;
  EXPECT_EQ(at(k, "c", strict), Set{"slt(0:i32, n)"});
}

TEST(Facts, LoadsOfUnwrittenArraysOnly) {
  Kernel k = read_kernel(R"(kernel k { param n : i32; var x : i32; var y : i32; var z : i32; var w : i64;
    array A : i32[] global param; array B : i32[] global param; array P : i32[] private;
    block a: x := A[n]; y := B[n]; z := P[n]; w := A[n] per 2; B[n] := x; goto b;
    block b: return; })");
  EXPECT_EQ(at(k, "b"), Set{"x == read A[n]:i32"});
}

TEST(Facts, NothingIsKeptOfAnAliasedArray) {
  Kernel k = read_kernel(R"(kernel k { param n : i32; var x : i32; var y : i32;
    array A : i32[] global param; array C : i32[] global param aliased;
    block a: x := A[n]; y := C[n]; goto b;
    block b: return; })");
  EXPECT_EQ(at(k, "b"), Set{"x == read A[n]:i32"});
}

TEST(Facts, ConditionsOnWrittenMemoryAreNotKept) {
  Kernel k = read_kernel(R"(kernel k { array B : i32[] global param;
    block a: assume eq(read B[0:i32]:i32, 1:i32); B[0:i32] := 2:i32; goto b;
    block b: return; })");
  EXPECT_EQ(at(k, "b"), Set{});
}

TEST(Facts, LoopHeadKeepsInvariantsOnly) {
  Kernel k = read_kernel(R"(kernel k { param n : i32; var i : i32; var s : i32; var t : i32;
    block start: s := mul(n, 2:i32); i := 0:i32; goto head;
    block head: br slt(i, s), body, out;
    block body: t := add(i, 1:i32); i := t; goto head;
    block out: return; })");
  EXPECT_EQ(at(k, "head"), Set{"s == mul(n, 2:i32)"});
  EXPECT_TRUE(at(k, "body").count("slt(i, s)"));
  EXPECT_TRUE(at(k, "out").count("sle(s, i)"));
}

TEST(Facts, GuardOfARotatedLoopHoldsAtItsHead) {
  Kernel k = read_kernel(R"(kernel k { param n : i32; var i : i32; var t : i32; var c : bool;
    block start: br sle(n, 0:i32), out, pre;
    block pre: i := 0:i32; goto body;
    block body: t := add(i, 1:i32); c := slt(t, n); br c, latch, out;
    block latch: i := t; goto body;
    block out: return; })");
  EXPECT_TRUE(at(k, "body").count("slt(i, n)"));
  FactOptions plain = all();
  plain.derive = false;
  EXPECT_FALSE(at(k, "body", plain).count("slt(i, n)"));
}

TEST(Facts, CarryOverStopsWhereTheOldValueRemains) {
  // i := i + 1 under i < n: nothing is known about the new i but what stood about i + 1.
  Kernel k = read_kernel(R"(kernel k { param n : i32; var i : i32;
    block start: i := 0:i32; assume slt(i, n); assume slt(add(i, 1:i32), add(i, n)); assume sle(add(i, 1:i32), n);
      i := add(i, 1:i32); goto next;
    block next: return; })");
  EXPECT_EQ(at(k, "next"), Set{"sle(i, n)"});
}

TEST(Facts, SelfReferenceThroughACopy) {
  Kernel k = read_kernel(R"(kernel k { var x : i32; var y : i32;
    block a: havoc x; y := x; x := y; goto b; block b: return; })");
  Set s = at(k, "b");
  EXPECT_TRUE(s.count("x == y"));
  EXPECT_FALSE(s.count("y == x")) << "killed by the assignment to x, which the analysis does not look through";
}

TEST(Facts, UnreachableBlocks) {
  Kernel k = read_kernel(R"(kernel k { param n : i32;
    block a: br false, dead, live; block dead: goto live; block live: assume slt(n, 3:i32); assume false; goto gone;
    block gone: return; })");
  Facts f = available_facts(k, all());
  EXPECT_FALSE(f.reachable[block(k, "dead")]);
  EXPECT_TRUE(f.reachable[block(k, "live")]);
  EXPECT_FALSE(f.reachable[block(k, "gone")]);
  EXPECT_EQ(text(k, f.at_entry[block(k, "gone")]), Set{"false"});
  EXPECT_EQ(text(k, f.at_entry[block(k, "live")]), Set{});
}

TEST(Facts, EdgeFacts) {
  Kernel k = read_kernel(R"(kernel k { param n : i32; var i : i32;
    block a: i := n; br slt(i, 5:i32), b, c; block b: goto c; block c: return; })");
  Facts f = available_facts(k, all());
  EXPECT_EQ(text(k, FactReader(k, f).on_edge(0, block(k, "c"))), (Set{"i == n", "sle(5:i32, i)"}));
}

TEST(Facts, NodesOfOnePlaceOrTheirOwn) {
  // A fact from one place has that place's nodes; one from two places must not: what is known of `add` there differs.
  Kernel k = read_kernel(R"(kernel k { param n : i32; var c : i32;
    block s: br slt(n, 0:i32), a, b;
    block a: assume slt(add(n, 1:i32), 9:i32); assume ult(mul(n, 2:i32), 9:i32); goto j;
    block b: assume slt(add(n, 1:i32), 9:i32); goto j;
    block j: return; })");
  Facts f = available_facts(k, all());
  auto condition = [&](BlockId b, std::size_t i) { return std::get<Assume>(k.blocks[b].stmts[i].node).condition; };
  auto in_a = FactReader(k, f).before(block(k, "a"), 2);
  ASSERT_EQ(in_a.size(), 3u);
  EXPECT_TRUE(std::any_of(in_a.begin(), in_a.end(), [&](const Fact &x) { return x.expr == condition(1, 1); }));
  auto at_join = f.at_entry[block(k, "j")];
  ASSERT_EQ(at_join.size(), 1u);
  EXPECT_TRUE(equal(at_join[0].expr, condition(1, 0)));
  for (BlockId b : {1u, 2u}) {
    EXPECT_NE(at_join[0].expr->args[0], condition(b, 0)->args[0]);
    EXPECT_NE(at_join[0].expr->args[0]->args[0], condition(b, 0)->args[0]->args[0]);
  }
}

TEST(Facts, PruningLeavesOutEquationsThatNothingNeeds) {
  Kernel k =
      read_kernel(R"(kernel k { param n : i32; param m : i32; param o : i32; var a : i32; var b : i32; var c : i32;
      var d : i32; var x : i32;
    block s: a := add(n, 1:i32); b := mul(a, 2:i32); c := add(b, n); d := c; assume slt(o, 3:i32); assume slt(m, a);
      goto t;
    block t: x := b; goto u;
    block u: x := x; return; })");
  EXPECT_EQ(at(k, "t", {}), (Set{"a == add(n, 1:i32)", "b == mul(a, 2:i32)", "slt(m, a)", "slt(o, 3:i32)"}))
      << "c and d are dead; conditions stay";
  EXPECT_EQ(at(k, "u", {}), (Set{"a == add(n, 1:i32)", "b == mul(a, 2:i32)", "slt(m, a)", "slt(o, 3:i32)", "x == b"}));
}

TEST(Facts, EntryBlockThatIsALoopHeadStartsWithNothing) {
  Kernel k = read_kernel(R"(kernel k { param n : i32; var x : i32;
    block a: goto b; block b: x := n; br slt(n, 0:i32), a, c; block c: return; })");
  EXPECT_EQ(at(k, "a"), Set{});
}

} // namespace
} // namespace lockstep::cfg::test_facts
