// The sort order: the example of [CDKQ13], and its two conditions on random graphs.
#include "cfg/analysis/graph/sort_order.h"

#include "cfg/analysis/graph/dominators.h"
#include "tests/unit/cfg/kir_test.h"
#include "tests/unit/cfg/random_graph.h"

#include <fstream>

namespace lockstep::cfg::test_sort_order {
namespace {

SortOrder order_of(const Kernel &k) {
  support::Diagnostics diags;
  auto f = loops(k, diags);
  EXPECT_TRUE(f) << all_messages(diags);
  return f ? sort_order(k, *f) : SortOrder{};
}

TEST(SortOrder, TheExampleOfThePaper) {
  std::ifstream in(std::string(LOCKSTEP_SOURCE_DIR) + "/tests/roundtrip/fig3_scan.kir");
  std::stringstream text;
  text << in.rdbuf();
  Kernel k = kernel_of(text.str());
  SortOrder s = order_of(k);
  EXPECT_EQ(block_names(k, s.order), "Start W I1 I1' B1 I2 I2' B2 Wlast Wend");
  ASSERT_EQ(s.last_of_loop.size(), 1u);
  EXPECT_EQ(k.blocks[s.last_of_loop[0]].name, "Wlast");
  EXPECT_EQ(s.next(block_id(k, "Wlast")), block_id(k, "Wend"));
  EXPECT_EQ(s.next(block_id(k, "Wend")), std::nullopt);
  EXPECT_TRUE(s.before(block_id(k, "W"), block_id(k, "B1")));
}

TEST(SortOrder, ExitBlocksStandBehindTheLoop) {
  // the text has the break's target inside the loop
  Kernel k = graph_kernel("s:h h:b,x b:brk,c brk:x c:h x:");
  EXPECT_EQ(block_names(k, order_of(k).order), "s h b c brk x");
}

TEST(SortOrder, ArmsOfABranchDoNotInterleave) {
  Kernel k = graph_kernel("s:a,b a:a2 b:b2 a2:j b2:j j:");
  EXPECT_EQ(block_names(k, order_of(k).order), "s a a2 b b2 j");
}

TEST(SortOrder, UnreachableBlocksAreLeftOut) {
  Kernel k = graph_kernel("s:x dead:x x:");
  SortOrder s = order_of(k);
  EXPECT_EQ(block_names(k, s.order), "s x");
  EXPECT_EQ(s.position[block_id(k, "dead")], no_node);
}

TEST(SortOrder, FollowsTheGraphNotTheText) {
  Kernel k = graph_kernel("s:x,h x: l:h,m m:x h:l");
  EXPECT_EQ(block_names(k, order_of(k).order), "s h l m x");
}

TEST(SortOrder, ConditionsOfThePaperOnRandomGraphs) {
  std::mt19937 rng(4);
  for (int round = 0; round < 1500; ++round) {
    Kernel k = random_reducible_kernel(rng, 1 + below(rng, 16));
    Graph g = graph_of(k);
    support::Diagnostics diags;
    auto f = loops(k, diags);
    ASSERT_TRUE(f);
    SortOrder s = sort_order(k, *f);
    std::vector<bool> live = reach(g, 0);
    ASSERT_EQ(s.order.size(), static_cast<std::size_t>(std::count(live.begin(), live.end(), true))) << print(k);
    // (1) B <= C where a path without a back edge leads from B to C; an edge at a time is enough.
    for (BlockId b : s.order)
      for (BlockId c : g[b])
        if (!f->is_back_edge(b, c)) {
          EXPECT_TRUE(s.before(b, c)) << print(k) << b << " " << c;
        }
    // (2) loops are contiguous, heads first.
    for (std::size_t i = 0; i < f->loops.size(); ++i) {
      const Loop &l = f->loops[i];
      for (BlockId b : l.blocks) {
        EXPECT_GE(s.position[b], s.position[l.head]);
        EXPECT_LT(s.position[b], s.position[l.head] + l.blocks.size()) << print(k);
      }
      EXPECT_EQ(s.position[s.last_of_loop[i]], s.position[l.head] + l.blocks.size() - 1);
    }
    // What a block dominates stands right behind it where there are no loops to keep together.
    if (!f->loops.empty())
      continue;
    DominatorTree dom = dominators(k);
    for (BlockId b : s.order) {
      std::uint32_t end = s.position[b];
      while (end < s.order.size() && dom.dominates(b, s.order[end]))
        ++end;
      for (; end < s.order.size(); ++end)
        EXPECT_FALSE(dom.dominates(b, s.order[end])) << print(k) << b;
    }
  }
}

} // namespace
} // namespace lockstep::cfg::test_sort_order
