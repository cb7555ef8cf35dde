// Branches that make no difference (emit/pick/sites/joins.h).
#include "emit/pick/sites/joins.h"

#include <gtest/gtest.h>

namespace lockstep::emit::pick::test_joins {
namespace {

// edges[n]: the nodes behind node n; -1 a back edge that is left out.
cfg::Interval graph(const std::vector<std::vector<int>> &edges) {
  cfg::Interval out;
  for (const std::vector<int> &to : edges) {
    cfg::IntervalNode n;
    for (int t : to)
      n.edges.push_back({static_cast<cfg::BlockId>(t == -1 ? 0 : t), t});
    out.nodes.push_back(n);
  }
  return out;
}

std::vector<int> joins(const cfg::Interval &interval, std::vector<bool> matters, std::vector<bool> alive = {}) {
  if (alive.empty())
    alive.assign(interval.nodes.size(), true);
  const Joins all(interval, alive);
  std::vector<int> out;
  for (std::size_t n = 0; n < interval.nodes.size(); ++n)
    out.push_back(all.idle_branch(static_cast<int>(n), matters));
  return out;
}

TEST(Joins, ADiamondWithNothingInItIsSkipped) {
  EXPECT_EQ(joins(graph({{1, 2}, {3}, {3}, {}}), {true, false, false, true}),
            (std::vector<int>{3, no_join, no_join, no_join}));
}

TEST(Joins, AnArmThatMattersKeepsItsBranch) {
  EXPECT_EQ(joins(graph({{1, 2}, {3}, {3}, {}}), {false, false, true, true})[0], no_join);
}

TEST(Joins, ABranchThatMattersIsKeptRoundAnIdleOne) {
  // 0 -> 1, 5; 1 -> 2, 3; both -> 4; 4 and 5 -> 6. Node 4 matters.
  const cfg::Interval nested = graph({{1, 5}, {2, 3}, {4}, {4}, {6}, {6}, {}});
  EXPECT_EQ(joins(nested, {false, false, false, false, true, false, true}),
            (std::vector<int>{no_join, 4, no_join, no_join, no_join, no_join, no_join}));
  EXPECT_EQ(joins(nested, std::vector<bool>(7, false))[0], 6);
}

TEST(Joins, AWayThatEndsIsADifference) {
  EXPECT_EQ(joins(graph({{1, 2}, {}, {3}, {}}), std::vector<bool>(4, false))[0], no_join) << "a return";
  EXPECT_EQ(joins(graph({{1, 2}, {-1, 3}, {3}, {}}), std::vector<bool>(4, false))[0], no_join) << "the next iteration";
  EXPECT_EQ(joins(graph({{1, 2}, {3}, {3}, {}}), std::vector<bool>(4, false), {true, false, true, true})[0], no_join)
      << "a node that leads to no target";
}

TEST(Joins, TwoWaysToOnePlaceAreNoDifference) { EXPECT_EQ(joins(graph({{1, 1}, {}}), {false, false})[0], 1); }

} // namespace
} // namespace lockstep::emit::pick::test_joins
