// The interleaving machine's memory: cells, wide and vector accesses, private arrays, atomics.
#include "tests/unit/semantics/running.h"

namespace lockstep::semantics::test::test_interleaving_memory {
namespace {

using Words = std::vector<std::uint64_t>;

TEST(Cells, WideAccessesOverlapByteByByte) {
  Bench b("kernel k { var x : i32; var y : i16; array a : i8[8] global granule 1; "
          "block b: a[1:i64] := 0x04030201:i32 per 4; y := a[2:i64] per 2; a[0:i64] := 255:i8; x := a[0:i64] per 4; "
          "return; }",
          launch(1));
  ASSERT_EQ(b.run().ending, Ending::Terminated);
  EXPECT_EQ(b.machine.variable(0, var(b.kernel, "y")), 0x0302u);
  EXPECT_EQ(b.machine.variable(0, var(b.kernel, "x")), 0x030201ffu);
  EXPECT_EQ(b.contents("a"), (Words{255, 1, 2, 3, 4, 0, 0, 0}));
}

TEST(Cells, VectorAccessesMoveSeveralValues) {
  Bench b("kernel k { var x : i32; var y : i32; array a : i32[4] global; "
          "block b: a[0:i64] := 1:i32, 2:i32, 3:i32, 4:i32; x, y := a[2:i64]; return; }",
          launch(1));
  b.run();
  EXPECT_EQ(b.machine.variable(0, 0), 3u);
  EXPECT_EQ(b.machine.variable(0, 1), 4u);
}

TEST(Cells, PrivateArraysAreEachThreadsOwn) {
  Bench b("kernel k { var x : i32; array p : i32[1] private; block b: p[0:i64] := local_id(0, i32); x := p[0:i64]; "
          "return; }",
          launch(3));
  b.run();
  EXPECT_EQ(b.machine.variable(2, 0), 2u);
  EXPECT_TRUE(b.races.races().empty());
}

TEST(Cells, AtomicsReturnTheOldValue) {
  Bench b(R"(kernel k { var o : i32; array a : i32[12] global param;
    block b:
      o := atomic add a[0:i64](5:i32); o := atomic sub a[1:i64](1:i32); o := atomic xchg a[2:i64](9:i32);
      o := atomic inc a[3:i64](10:i32); o := atomic dec a[4:i64](10:i32); o := atomic cmpxchg a[5:i64](10:i32, 77:i32);
      o := atomic min a[6:i64](-3:i32); o := atomic umax a[7:i64](-3:i32); o := atomic and a[8:i64](12:i32);
      o := atomic xor a[9:i64](15:i32); o := atomic inc a[10:i64](); o := atomic dec a[11:i64](3:i32);
      return; })",
          launch(1), [] {
            Inputs in;
            in.arrays[0] = {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10};
            return in;
          }());
  ASSERT_EQ(b.run().ending, Ending::Terminated);
  EXPECT_EQ(b.contents("a"), (Words{15, 9, 9, 0, 9, 77, 0xfffffffd, 0xfffffffd, 8, 5, 11, 3}));
  EXPECT_EQ(b.machine.variable(0, 0), 10u);
}

} // namespace
} // namespace lockstep::semantics::test::test_interleaving_memory
