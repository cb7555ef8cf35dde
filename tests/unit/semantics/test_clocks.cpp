// Which accesses fences and atomics order: the last of several groups that count, and what it may do with the counter
// and with what the others have written (docs/decisions/synchronisation.md).
#include "tests/unit/semantics/running.h"

#include <fmt/format.h>

namespace lockstep::semantics::test::test_clocks {
namespace {

const std::string grid_fence = "memory_fence grid acquire release (group, global);";
const std::string group_fence = "memory_fence group acquire release (group, global);";
const std::string shared_fence = "memory_fence grid acquire release (group);";
const std::string reset = "c[0:i64] := 0:i32;";

// The races of an execution in which each group writes its cell of `a`, and counts; the last one then does `last`.
// `counts` and `behind` are around the addition; `add` is it.
std::size_t races(const std::string &front, const std::string &behind, const std::string &last, unsigned groups = 3,
                  const std::string &add = "n := atomic add c[0:i64](1:i32);", unsigned threads = 1) {
  Bench b(fmt::format(R"(
kernel k pointer_bits 64 {{
  var n : i32; var x : i32; var y : i32;
  array c : i32[1] global initial {{ 0 }};
  array d : i32[1] global initial {{ 0 }};
  array a : i32[64] global param;
  array s : i32[1] group;
block count: {} {} {} br eq(n, {}:i32), last, out;
block last: {} goto out;
block out: return;
}})",
                      front, add, behind, groups * threads - 1, last),
          launch(threads, groups));
  EXPECT_EQ(b.run().ending, Ending::Terminated);
  return b.races.races().size();
}

TEST(Clocks, AnAdditionBehindAFenceIsOrderedBeforeWhatTheLastDoes) {
  EXPECT_EQ(races(grid_fence, "", reset), 0U);
  EXPECT_EQ(races(grid_fence, grid_fence, reset), 0U);
  EXPECT_EQ(races("", "", reset, 3, "n := atomic acquire release add c[0:i64](1:i32);"), 0U);
  EXPECT_EQ(races(grid_fence, grid_fence, "x := c[0:i64];"), 0U);
  EXPECT_EQ(races(grid_fence, "", "x := c[0:i64];"), 1U); // perhaps from a cache
  EXPECT_EQ(races("", grid_fence, "x := c[0:i64];"), 1U);
}

TEST(Clocks, AnAdditionThatNothingReleasesIsNot) {
  EXPECT_EQ(races("", "", reset), 1U);
  EXPECT_EQ(races("", grid_fence, reset), 1U);                                           // the fence is behind it,
  EXPECT_EQ(races(group_fence, "", reset), 1U);                                          // for the own group only,
  EXPECT_EQ(races(group_fence, grid_fence, reset), 1U);                                  //
  EXPECT_EQ(races(shared_fence, grid_fence, reset), 1U);                                 // of other memory,
  EXPECT_EQ(races("memory_fence grid acquire (group, global);", grid_fence, reset), 1U); // releases nothing
}

TEST(Clocks, AFenceOfTheGroupReleasesForTheGroup) {
  EXPECT_EQ(races(group_fence, "", reset, 1, "n := atomic add c[0:i64](1:i32);", 3), 0U);
  EXPECT_EQ(races("", group_fence, reset, 1, "n := atomic add c[0:i64](1:i32);", 3), 1U);
}

TEST(Clocks, AReadOfTheCounterIsNotReleased) {
  EXPECT_EQ(races(grid_fence + " x := atomic load c[0:i64]();", "", reset), 1U);
  EXPECT_EQ(races("x := atomic load c[0:i64](); " + grid_fence, "", reset), 0U);
}

TEST(Clocks, AnAtomicStoreBeginsAnew) { // what was released into the cell is gone, what the storing thread knows is not
  const std::string store = " br eq(group_id(0, i32), 1:i32), once, go; block once: atomic store c[0:i64](1:i32); "
                            "goto go; block go:";
  EXPECT_EQ(races(grid_fence + store, "", reset), 1U);
}

TEST(Clocks, OneFenceDoesNotReleaseTheAtomicsOnAnotherCell) {
  const std::string other = grid_fence + " br eq(group_id(0, i32), 0:i32), once, go; block once: y := atomic add "
                                         "d[0:i64](1:i32); goto go; block go: ";
  EXPECT_EQ(races(other, "", "d[0:i64] := 0:i32;"), 1U);
  EXPECT_EQ(races(other + grid_fence, "", "d[0:i64] := 0:i32;"), 0U);
}

TEST(Clocks, DataNeedFencesOnBothSides) {
  const std::string write = "a[zext(group_id(0, i32), i64)] := 1:i32; ", read = "x := a[0:i64];",
                    overwrite = "a[0:i64] := 2:i32;";
  EXPECT_EQ(races(write + grid_fence, grid_fence, read), 0U);
  EXPECT_EQ(races(write + grid_fence, "", read), 1U);
  EXPECT_EQ(races(write + grid_fence, "", overwrite), 0U); // the result decides about it
  EXPECT_EQ(races(write, grid_fence, read), 1U);
  EXPECT_EQ(races(write, grid_fence, overwrite), 1U);
  EXPECT_EQ(races(write + group_fence, grid_fence, read), 1U);
  EXPECT_EQ(races(write + grid_fence, group_fence, read), 1U);
}

} // namespace
} // namespace lockstep::semantics::test::test_clocks
