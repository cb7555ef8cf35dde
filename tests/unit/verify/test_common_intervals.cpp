// Barrier intervals that all threads pass (verify/common_intervals.h).
#include "verify/common_intervals.h"

#include "cfg/ir/text/parse.h"

#include <gtest/gtest.h>

namespace lockstep::verify::test_common_intervals {
namespace {

std::size_t intervals(const std::string &blocks, std::vector<bool> common = {}) {
  support::Diagnostics diags;
  const auto all = cfg::parse_kernels("kernel k {\n  param n : i32;\n" + blocks + "}\n", "k.kir", diags);
  EXPECT_TRUE(all) << (diags.all().empty() ? "" : diags.all().front().message);
  if (!all)
    return 0;
  common.resize(all->front().blocks.size(), common.empty());
  return common_intervals(all->front(), common);
}

TEST(CommonIntervals, OneBehindTheOther) {
  EXPECT_EQ(intervals("block s:\n  return;\n"), 1u);
  EXPECT_EQ(intervals("block s:\n  barrier group fence(global);\n  barrier group fence(global);\n  return;\n"), 3u);
}

TEST(CommonIntervals, BarriersThatSomePass) {
  const std::string text = "block s:\n  br eq(n, 0:i32), a, b;\nblock a:\n  barrier group fence(global);\n  goto b;\n"
                           "block b:\n  barrier group fence(global);\n  return;\n";
  EXPECT_EQ(intervals(text), 2u);
  EXPECT_EQ(intervals(text, {true, false, false}), 1u) << "none that all pass";
}

TEST(CommonIntervals, WithinLoops) {
  const std::string text =
      "block s:\n  goto h;\nblock h:\n  br eq(n, 0:i32), e, b;\n"
      "block b:\n  barrier group fence(global);\n  barrier group fence(global);\n  goto h;\nblock e:\n  return;\n";
  EXPECT_EQ(intervals(text), 2u) << "from the entry to the end, and in the loop";
}

} // namespace
} // namespace lockstep::verify::test_common_intervals
