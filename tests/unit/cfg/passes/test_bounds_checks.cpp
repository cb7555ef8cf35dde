// Bounds assertions (cfg/passes/bounds_checks.h): where they stand and what they say.
#include "cfg/passes/bounds_checks.h"

#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_bounds_checks {
namespace {

std::string checked(const std::string &body) {
  const Kernel k = add_bounds_checks(kernel_of("kernel k {\n  param n: i64;\n  var x: i32; var y: i32;\n"
                                               "  array a: i32[10] group;\n  array p: i32[] global param;\n"
                                               "block b:\n" +
                                               body + "  return;\n}\n"));
  support::Diagnostics diags;
  EXPECT_TRUE(check(k, diags));
  std::string text;
  for (const Stmt &s : k.blocks[0].stmts)
    text += print(s, k) + "\n";
  return text;
}

TEST(BoundsChecks, StandInFrontOfTheAccess) {
  EXPECT_EQ(checked("  x := a[n];\n"), "assert.bounds ule(n, 9:i64) \"access outside 'a' (10 elements)\"\nx := a[n]\n");
  EXPECT_EQ(checked("  a[n] := 1:i32;\n").substr(0, 27), "assert.bounds ule(n, 9:i64)");
  EXPECT_EQ(checked("  x := atomic add a[n](1:i32);\n").substr(0, 27), "assert.bounds ule(n, 9:i64)");
}

TEST(BoundsChecks, AWideAccessEndsInsideTheArray) {
  EXPECT_EQ(checked("  x, y := a[n];\n").substr(0, 27), "assert.bounds ule(n, 8:i64)");
}

TEST(BoundsChecks, KnownOffsets) {
  EXPECT_EQ(checked("  x := a[9:i64];\n"), "x := a[9:i64]\n");
  EXPECT_EQ(checked("  x := a[10:i64];\n").substr(0, 19), "assert.bounds false");
  EXPECT_EQ(checked("  x := a[-1:i64];\n").substr(0, 19), "assert.bounds false");
}

TEST(BoundsChecks, UnknownExtentsHaveALowerBound) {
  EXPECT_EQ(checked("  x, y := p[n];\n"), "assert.bounds sle(0:i64, n) \"access in front of 'p'\"\nx, y := p[n]\n");
  EXPECT_EQ(checked("  p[3:i64] := 1:i32;\n"), "p[3:i64] := 1:i32\n");
  EXPECT_EQ(checked("  x := p[-3:i64];\n").substr(0, 19), "assert.bounds false");
}

} // namespace
} // namespace lockstep::cfg::test_bounds_checks
