// The solver for data flow, by hand and against ways that are walked one by one on random graphs; what can be reached.
#include "cfg/analysis/graph/flow.h"

#include "tests/unit/cfg/kir_test.h"
#include "tests/unit/cfg/random_graph.h"

#include <set>

namespace lockstep::cfg::test_flow {
namespace {

using Seen = std::set<Node>; // nodes on every way, or on some way

const auto any_edge = [](Node, Node, const Seen &) { return true; };
const auto itself = [](Node n, Seen &s) { s.insert(n); };
const auto meet = [](Seen &into, const Seen &s) {
  return std::erase_if(into, [&](Node n) { return !s.count(n); }) != 0;
};
const auto unite = [](Seen &into, const Seen &s) {
  const std::size_t before = into.size();
  into.insert(s.begin(), s.end());
  return into.size() != before;
};

TEST(Flow, WhatHoldsOnEveryWay) {
  const Kernel k = graph_kernel("s:h h:a,x a:b,c b:d c:d d:h x: dead:x");
  const auto at = solve(graph_of(k), 0, Seen{}, itself, any_edge, meet);
  const auto id = [&](const char *name) { return block_id(k, name); };
  EXPECT_EQ(at[id("d")], (Seen{id("s"), id("h"), id("a")}));
  EXPECT_EQ(at[id("x")], (Seen{id("s"), id("h")}));
  EXPECT_FALSE(at[id("dead")]);
}

TEST(Flow, AnEdgeThatNobodyTakesBringsNothing) {
  const Kernel k = graph_kernel("s:h h:a,x a:b,c b:d c:d d:h x: dead:x");
  const auto id = [&](const char *name) { return block_id(k, name); };
  const auto closed = [&](Node from, Node to, const Seen &) { return !(from == id("a") && to == id("c")); };
  const auto at = solve(graph_of(k), 0, Seen{}, itself, closed, meet);
  EXPECT_EQ(at[id("d")], (Seen{id("s"), id("h"), id("a"), id("b")}));
  EXPECT_FALSE(at[id("c")]);
}

TEST(Flow, AllAreVisitedAgainWhereThatIsAsked) {
  const Kernel k = graph_kernel("s:h h:a,x a:h x:");
  for (const Visits visits : {Visits::Changed, Visits::All}) {
    unsigned times = 0;
    const auto count = [&](Node n, Seen &) { times += n == 0 ? 1 : 0; };
    solve(graph_of(k), 0, Seen{}, count, any_edge, unite, visits);
    EXPECT_EQ(times, visits == Visits::All ? 2u : 1u);
  }
}

// Nodes that can be reached, backwards and forwards, are what `reachable` says.
TEST(Flow, ReachableNodesOfRandomGraphs) {
  std::mt19937 rng(7);
  for (unsigned round = 0; round < 200; ++round) {
    const Graph g = graph_of(random_kernel(rng, 2 + below(rng, 12)));
    const auto from = solve(g, 0, Seen{}, itself, any_edge, unite);
    const auto behind = solve_backwards(g, Seen{}, itself, unite);
    const std::vector<bool> entered = reachable(g, {0});
    for (Node n = 0; n < g.size(); ++n) {
      EXPECT_EQ(from[n].has_value(), entered[n]);
      const std::vector<bool> next = reachable(g, g[n]), before = reachable(reversed(g), {n});
      EXPECT_EQ(is_on_cycle(g, n), behind[n].count(n) != 0);
      for (Node m = 0; m < g.size(); ++m) {
        EXPECT_EQ(behind[n].count(m) != 0, next[m]);
        EXPECT_EQ(before[m], reachable(g, {m})[n]);
        if (from[n] && m != n) {
          EXPECT_EQ(from[n]->count(m) != 0, entered[m] && reachable(g, {m})[n]);
        }
      }
    }
  }
}

TEST(Flow, NodesThatAreNotPassed) {
  const Kernel k = graph_kernel("s:a,b a:c b:c c:d d:");
  const auto id = [&](const char *name) { return block_id(k, name); };
  const auto on = reachable(graph_of(k), {0}, [&](Node n, Node) { return n != id("c"); });
  EXPECT_TRUE(on[id("c")]);
  EXPECT_FALSE(on[id("d")]);
  const auto up_to = reachable(graph_of(k), {0}, [&](Node, Node to) { return to != id("c"); });
  EXPECT_FALSE(up_to[id("c")]);
}

} // namespace
} // namespace lockstep::cfg::test_flow
