// Where two threads of an interval are in the same iteration of all loops around them.
#include "cfg/analysis/order/same_iteration.h"

#include "cfg/analysis/analyses.h"
#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_same_iteration {
namespace {

// The blocks of each interval in which both threads are in the same iteration, whichever way they take.
std::vector<std::string> same_of(const std::string &body) {
  const Kernel k = kernel_of("kernel k { param n : i32; var i : i32; var j : i32;\n" + body + "}\n");
  support::Diagnostics diags;
  Launch launch;
  launch.local_size[0] = 64;
  const auto a = analyse(k, launch, {}, diags);
  std::vector<std::string> out;
  for (const Interval &interval : barrier_intervals(k, a->loops, [](const Barrier &) { return true; })) {
    out.emplace_back();
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      if (SameIterationOfAllLoops::in_block(a->loops, interval, b))
        out.back() += (out.back().empty() ? "" : " ") + k.blocks[b].name;
  }
  return out;
}
using All = std::vector<std::string>;

TEST(SameIteration, NotWhereALoopMayBeGoneRoundWithoutABarrier) {
  EXPECT_EQ(
      same_of("block s: i := 0:i32; goto h; block h: br slt(i, n), b, e; block b: i := add.nsw(i, 1:i32); goto h; "
              "block e: barrier group fence(group); return;"),
      (All{"s e", "e"}));
}

TEST(SameIteration, ABlockThatIsMetInTwoWays) {
  // Behind the barrier a thread is in the round that it was in, in front of it in the next one.
  EXPECT_EQ(same_of("block s: i := 0:i32; goto h; block h: br slt(i, n), b, e; block b: j := i; barrier group "
                    "fence(group); i := add.nsw(i, 1:i32); goto h; block e: return;"),
            (All{"s h b e", "h e"}));
}

TEST(SameIteration, AnInnerLoopInARoundOfAnOuterOne) {
  EXPECT_EQ(same_of("block s: i := 0:i32; goto h; block h: br slt(i, n), b, e; block b: j := 0:i32; barrier group "
                    "fence(group); goto hj; block hj: br slt(j, i), bj, ej; block bj: j := add.nsw(j, 1:i32); goto hj; "
                    "block ej: i := add.nsw(i, 1:i32); goto h; block e: return;"),
            (All{"s h b e", "h ej e"}));
}

} // namespace
} // namespace lockstep::cfg::test_same_iteration
