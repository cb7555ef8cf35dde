// Memory that nobody has written (cfg/analysis/values/unwritten.h): which loads may come before every write.
#include "cfg/analysis/values/unwritten.h"
#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_unwritten {
namespace {

Launch launch_of(Launch::Extent threads) {
  Launch l;
  l.local_size = {threads, 1, 1};
  l.num_groups = {1, 1, 1};
  return l;
}

// Is the load of `x` at the end bare, `before` being what comes before it?
bool bare(const std::string &before, const std::string &offset = "0:i64", Launch::Extent threads = 8) {
  const Kernel k = kernel_of(
      "kernel k { param n : i32; var v : i32; var i : i64; array x : i32[16] group; array p : i32[] global param;\n"
      "block s: " +
      before + "\nblock last: v := x[" + offset + "]; return; }");
  return bare_loads(k, launch_of(threads)).count({block_id(k, "last"), 0}) != 0;
}

TEST(Unwritten, WrittenByOneThread) {
  EXPECT_TRUE(bare("goto last;"));
  EXPECT_FALSE(bare("x[0:i64] := 1:i32; goto last;"));
  EXPECT_FALSE(bare("br eq(local_id(0, i64), 7:i64), w, last; block w: x[0:i64] := 1:i32; goto last;"));
  EXPECT_TRUE(bare("br eq(local_id(0, i64), 8:i64), w, last; block w: x[0:i64] := 1:i32; goto last;"))
      << "there is no such thread";
  EXPECT_TRUE(bare("br slt(0:i32, n), w, last; block w: x[0:i64] := 1:i32; goto last;")) << "perhaps nobody";
  EXPECT_FALSE(
      bare("br slt(0:i32, n), w, u; block w: x[0:i64] := 1:i32; goto last; block u: x[0:i64] := 2:i32; goto last;"));
}

TEST(Unwritten, CellByCell) {
  EXPECT_TRUE(bare("x[0:i64] := 1:i32; goto last;", "1:i64"));
  EXPECT_FALSE(bare("x[local_id(0, i64)] := 1:i32; goto last;", "7:i64"));
  EXPECT_TRUE(bare("x[local_id(0, i64)] := 1:i32; goto last;", "8:i64"));
  EXPECT_TRUE(bare("x[0:i64] := 1:i32; goto last;", "sext(n, i64)")) << "other offsets may be any cell's";
  EXPECT_TRUE(bare("x[local_id(0, i64)] := 1:i32; goto last;", "sext(n, i64)", 15));
  EXPECT_FALSE(bare("x[local_id(0, i64)] := 1:i32; goto last;", "sext(n, i64)", 16));
  EXPECT_TRUE(bare("x[sext(n, i64)] := 1:i32; goto last;", "0:i64")) << "whoever knows where";
  const std::string fill = "i := local_id(0, i64); goto h; block h: br slt(i, 12:i64), b, last;"
                           "block b: x[i] := 1:i32; i := add(i, 8:i64); goto h;";
  EXPECT_FALSE(bare(fill, "11:i64"));
  EXPECT_TRUE(bare(fill, "12:i64"));
}

// Thread 0 writes, threads below 4 read, with a barrier of this kind between.
bool bare_for_some(const std::string &barrier) {
  const Kernel k = kernel_of(
      "kernel k { var v : i32; array x : i32[16] group;\n"
      "block s: br eq(local_id(0, i64), 0:i64), w, j; block w: x[0:i64] := 1:i32; goto j;\n"
      "block j: " +
      barrier + " br ult(local_id(0, i64), 4:i64), last, e; block last: v := x[0:i64]; goto e; block e: return; }");
  return bare_loads_of_some(k, launch_of(8)).count({block_id(k, "last"), 0}) != 0;
}

TEST(Unwritten, BehindABarrierOfTheGroup) {
  EXPECT_FALSE(bare_for_some("barrier group fence(group);"));
  EXPECT_TRUE(bare_for_some("barrier warp 32 fence(group);"));
  EXPECT_TRUE(bare_for_some(""));
}

TEST(Unwritten, GroupsOfAnySize) {
  const std::string last =
      "br eq(local_id(0, i64), sub(local_size(0, i64), 1:i64)), w, last; block w: x[0:i64] := 1:i32; goto last;";
  EXPECT_FALSE(bare(last, "0:i64", std::nullopt));
  const std::string beyond =
      "br eq(local_id(0, i64), local_size(0, i64)), w, last; block w: x[0:i64] := 1:i32; goto last;";
  EXPECT_TRUE(bare(beyond, "0:i64", std::nullopt));
  EXPECT_TRUE(
      bare("br eq(local_id(0, i64), 5:i64), w, last; block w: x[0:i64] := 1:i32; goto last;", "0:i64", std::nullopt));
}

TEST(Unwritten, ACompareAndSwapMayNotWrite) {
  EXPECT_TRUE(bare("v := atomic cmpxchg x[0:i64](0:i32, 1:i32); goto last;"));
  EXPECT_FALSE(bare("v := atomic xchg x[0:i64](1:i32); goto last;"));
}

TEST(Unwritten, FixedArraysAndFirstLoads) {
  const Kernel k = kernel_of(R"(kernel k { var v : i32; array g : i32[4] global param; array w : i32[4] global param;
    array s : i32[4] group; array p : i32[4] private; array c : i32[2] private initial { 1, 2 };
    block s: v := p[0:i64]; p[1:i64] := 3:i32; w[0:i64] := 1:i32; v := p[0:i64]; return; })");
  EXPECT_EQ(fixed_arrays(k), (std::vector<bool>{true, false, false, false, true}));
  EXPECT_EQ(first_loads(k), (Places{{0, 0}}));
}

} // namespace
} // namespace lockstep::cfg::test_unwritten
