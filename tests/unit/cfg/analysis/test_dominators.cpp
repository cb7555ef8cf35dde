// Dominators and post-dominators, by hand and against their definition on random graphs.
#include "cfg/analysis/graph/dominators.h"

#include "tests/unit/cfg/kir_test.h"
#include "tests/unit/cfg/random_graph.h"

namespace lockstep::cfg::test_dominators {
namespace {

std::string parent_of(const Kernel &k, const DominatorTree &t, const std::string &block) {
  Node p = t.parent(block_id(k, block));
  return p == no_node ? "-" : p == k.blocks.size() ? "END" : k.blocks[p].name;
}

TEST(Dominators, DiamondWithLoop) {
  Kernel k = graph_kernel("s:h h:a,x a:b,c b:d c:d d:h x: dead:x");
  DominatorTree dom = dominators(k);
  EXPECT_EQ(parent_of(k, dom, "s"), "s");
  EXPECT_EQ(parent_of(k, dom, "d"), "a");
  EXPECT_EQ(parent_of(k, dom, "x"), "h");
  EXPECT_EQ(parent_of(k, dom, "dead"), "-");
  EXPECT_TRUE(dom.dominates(block_id(k, "h"), block_id(k, "d")));
  EXPECT_TRUE(dom.dominates(block_id(k, "h"), block_id(k, "h")));
  EXPECT_FALSE(dom.strictly_dominates(block_id(k, "h"), block_id(k, "h")));
  EXPECT_FALSE(dom.dominates(block_id(k, "b"), block_id(k, "d")));
  EXPECT_FALSE(dom.dominates(block_id(k, "dead"), block_id(k, "dead")));
  EXPECT_EQ(dom.common(block_id(k, "b"), block_id(k, "x")), block_id(k, "h"));
  EXPECT_EQ(dom.depth(block_id(k, "d")), 3u);
}

TEST(Dominators, PostDominatorsOfTheSame) {
  Kernel k = graph_kernel("s:h h:a,x a:b,c b:d c:d d:h x: dead:x");
  DominatorTree post = post_dominators(k);
  EXPECT_EQ(post.root(), 8u);
  EXPECT_EQ(parent_of(k, post, "x"), "END");
  EXPECT_EQ(parent_of(k, post, "h"), "x");
  EXPECT_EQ(parent_of(k, post, "a"), "d");
  EXPECT_EQ(parent_of(k, post, "d"), "h");
  EXPECT_EQ(parent_of(k, post, "dead"), "x");
}

TEST(Dominators, SeveralReturnsMeetAtTheVirtualExit) {
  Kernel k = graph_kernel("s:a,b a: b:");
  DominatorTree post = post_dominators(k);
  EXPECT_EQ(parent_of(k, post, "s"), "END");
  EXPECT_FALSE(post.dominates(block_id(k, "a"), block_id(k, "s")));
}

TEST(Dominators, EndlessLoopsPostDominateNothingOutside) {
  Kernel k = graph_kernel("s:a,l a: l:m m:l");
  DominatorTree post = post_dominators(k);
  EXPECT_EQ(parent_of(k, post, "s"), "END");
  EXPECT_EQ(parent_of(k, post, "l"), "END");
  EXPECT_EQ(parent_of(k, post, "m"), "END");
}

TEST(Dominators, MatchTheirDefinitionOnRandomGraphs) {
  std::mt19937 rng(1);
  for (int round = 0; round < 400; ++round) {
    Kernel k = random_kernel(rng, 1 + below(rng, 12));
    Graph g = graph_of(k);
    DominatorTree dom = dominators(k);
    std::vector<bool> live = reach(g, 0);
    for (Node a = 0; a < g.size(); ++a) {
      std::vector<bool> around = reach(g, 0, a);
      for (Node b = 0; b < g.size(); ++b)
        EXPECT_EQ(dom.dominates(a, b), live[a] && live[b] && !around[b]) << print(k) << a << " " << b;
      if (live[a] && a != 0) {
        EXPECT_TRUE(dom.strictly_dominates(dom.parent(a), a));
        for (Node b = 0; b < g.size(); ++b) // the nearest: every other strict dominator dominates it
          if (dom.strictly_dominates(b, a)) {
            EXPECT_TRUE(dom.dominates(b, dom.parent(a)));
          }
      }
    }
  }
}

TEST(Dominators, PostDominatorsLieOnEveryPathToAReturn) {
  std::mt19937 rng(2);
  for (int round = 0; round < 400; ++round) {
    Kernel k = random_kernel(rng, 1 + below(rng, 12));
    Graph g = graph_of(k);
    DominatorTree post = post_dominators(k);
    for (Node b = 0; b < g.size(); ++b) {
      ASSERT_TRUE(post.contains(b));
      for (Node a = 0; a < g.size(); ++a) {
        std::vector<bool> around = reach(g, b, a); // where b comes without passing a
        bool escapes = false;
        for (Node n = 0; n < g.size(); ++n) {
          std::vector<bool> from = reach(g, n);
          bool ends = false;
          for (Node m = 0; m < g.size(); ++m)
            ends = ends || (from[m] && g[m].empty());
          escapes = escapes || (around[n] && (g[n].empty() || !ends));
        }
        EXPECT_EQ(post.dominates(a, b), !escapes) << print(k) << a << " " << b;
      }
    }
  }
}

} // namespace
} // namespace lockstep::cfg::test_dominators
