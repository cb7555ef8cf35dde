// Barrier intervals: where they start and end, which loops are cut, and loops that are surely entered.
#include "cfg/analysis/analyses.h"
#include "cfg/analysis/graph/intervals.h"
#include "tests/unit/cfg/kir_test.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg::test_intervals {
namespace {

struct Case {
  Kernel k;
  Analyses a;

  explicit Case(const std::string &text) : k(kernel_of(text)) {
    support::Diagnostics diags;
    Launch launch;
    launch.local_size[0] = 64;
    a = *analyse(k, launch, {}, diags);
  }
  std::vector<Interval> intervals(bool with_ways) const {
    CanGo ways = [this](BlockId from, BlockId through, BlockId to) { return can_go(k, a, from, through, to); };
    return barrier_intervals(k, a.loops, [](const Barrier &) { return true; }, with_ways ? ways : CanGo{});
  }
  // The names of the blocks that the interval runs through, each once; a cut loop's head is marked.
  std::set<std::string> blocks(const Interval &i) const {
    std::set<std::string> out;
    for (const IntervalNode &n : i.nodes)
      out.insert(k.blocks[n.block].name + (n.cut_loop != -1 ? "*" : ""));
    return out;
  }
};
using Names = std::set<std::string>;

std::string nest(const std::string &first) {
  return R"(kernel k { param n : i32; var k : i32; var j : i32;
    block s: k := 2:i32; goto hk;
    block hk: br sle(k, 256:i32), bk, e;
    block bk: j := )" +
         first + R"(; goto hj;
    block hj: br slt(0:i32, j), bj, ej;
    block bj: barrier group fence(group); j := ashr(j, 1:i32); goto hj;
    block ej: k := shl(k, 1:i32); goto hk;
    block e: return; })";
}

TEST(Intervals, ALoopThatMayBePassedIsCut) {
  Case c(nest("n"));
  auto found = c.intervals(true);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(c.blocks(found[0]), (Names{"s", "hk*", "bk", "hj", "bj", "ej", "e"}));
  EXPECT_EQ(c.blocks(found[1]), (Names{"bj", "hj", "ej", "hk*", "bk", "e"}));
}

TEST(Intervals, ALoopThatIsSurelyEnteredIsNotPassed) {
  Case c(nest("ashr(k, 1:i32)"));
  auto found = c.intervals(true);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(c.blocks(found[0]), (Names{"s", "hk", "bk", "hj", "bj"})) << "straight into the inner loop";
  EXPECT_EQ(c.blocks(found[1]), (Names{"bj", "hj", "ej", "hk", "bk", "e"}));
  // Behind the barrier the inner head is met twice: at the end of a turn, where both ways are open, and entered anew.
  std::vector<std::size_t> ways;
  for (const IntervalNode &n : found[1].nodes)
    if (c.k.blocks[n.block].name == "hj")
      ways.push_back(n.edges.size());
  EXPECT_EQ(ways, (std::vector<std::size_t>{2, 1}));
  EXPECT_EQ(c.blocks(c.intervals(false)[0]), (Names{"s", "hk*", "bk", "hj", "bj", "ej", "e"})) << "nothing is known";
}

TEST(Intervals, ANodeSaysWhichHeadsHaveBeenMet) {
  Case c(nest("n"));
  const Interval behind = c.intervals(true)[1]; // the outer loop is number 0, the inner one 1
  std::set<std::pair<std::string, std::vector<int>>> found;
  for (const IntervalNode &n : behind.nodes)
    found.insert({c.k.blocks[n.block].name, n.heads_met});
  EXPECT_TRUE(found.count({"bj", {}})) << "the start";
  EXPECT_TRUE(found.count({"bj", {1}})) << "round the inner loop";
  EXPECT_TRUE(found.count({"bj", {1, 0}})) << "round the outer loop and into the inner one again";
  for (const IntervalNode &n : c.intervals(true)[0].nodes)
    EXPECT_TRUE(n.heads_met.empty()) << "there is no loop around the entry";
}

TEST(Intervals, ACutLoopKeepsAllItsWays) {
  // The first turn of the inner loop meets the barrier, later ones do not: the inner loop is cut, so its head stands
  // for any turn; then the outer loop can be gone round without a barrier as well, as far as the nodes can tell.
  Case c(R"(kernel k { var i : i32; var j : i32;
    block s: i := 0:i32; goto ho;
    block ho: br slt(i, 9:i32), bo, e;
    block bo: j := 0:i32; goto hi;
    block hi: switch j { 0: first, 5: out, default: later };
    block first: barrier group fence(group); goto next;
    block later: goto next;
    block next: j := add(j, 1:i32); goto hi;
    block out: i := add(i, 1:i32); goto ho;
    block e: return; })");
  for (const Interval &i : c.intervals(true)) {
    Names names = c.blocks(i);
    EXPECT_TRUE(names.count("hi*") && names.count("ho*") && names.count("out"));
  }
}

TEST(Intervals, EnteredByRangesAlone) {
  // n is at least 1: no value set says so.
  Case c(R"(kernel k { param n : i32; param m : i32; var i : i32; var j : i32;
    block s: requires slt(0:i32, n); i := 0:i32; goto ho;
    block ho: br slt(i, m), bo, e;
    block bo: j := n; goto hi;
    block hi: br slt(0:i32, j), b, l;
    block b: barrier group fence(group); j := sub(j, 1:i32); goto hi;
    block l: i := add(i, 1:i32); goto ho;
    block e: return; })");
  EXPECT_EQ(c.blocks(c.intervals(true)[0]), (Names{"s", "ho", "bo", "hi", "b", "e"}));
}

} // namespace
} // namespace lockstep::cfg::test_intervals
