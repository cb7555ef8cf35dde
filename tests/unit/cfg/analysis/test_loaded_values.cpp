// Values that loads give (cfg/analysis/values/loaded_values.h): which stores store one.
#include "cfg/analysis/values/loaded_values.h"
#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_loaded_values {
namespace {

// Is what `w` is given loaded, behind these statements?
bool loaded(const std::string &before, const std::string &end = "return;") {
  const Kernel k = kernel_of(
      "kernel k { param n : i32; var v : i32; var w : i32; array a : i32[16] global param; array b : i32[16] global "
      "param; array s : i32[16] group; array c : i32[16] constant; array p : i32[16] private;\nblock e: " +
      before + " a[0:i64] := w; " + end + " }");
  return !stores_of_loaded_values(k).empty();
}

TEST(LoadedValues, AreGivenByMemoryThatThreadsShare) {
  EXPECT_FALSE(loaded("w := add(n, local_id(0, i32));"));
  EXPECT_TRUE(loaded("w := b[0:i64];"));
  EXPECT_TRUE(loaded("w := s[0:i64];"));
  EXPECT_FALSE(loaded("w := c[0:i64];")) << "nobody writes it";
  EXPECT_FALSE(loaded("w := p[0:i64];"));
  EXPECT_TRUE(loaded("w := atomic add b[0:i64](1:i32);"));
}

TEST(LoadedValues, GoOnByAssignmentsAndPrivateMemory) {
  EXPECT_TRUE(loaded("v := b[0:i64]; w := add(v, 1:i32);"));
  EXPECT_TRUE(loaded("v := b[0:i64]; p[0:i64] := v; w := p[1:i64];"));
  EXPECT_FALSE(loaded("v := b[0:i64]; p[0:i64] := n; w := p[1:i64];"));
}

TEST(LoadedValues, ArraysThatDecideABranchGiveNone) {
  const std::string decides = "br slt(0:i32, v), x, x; block x: return;";
  EXPECT_FALSE(loaded("v := b[0:i64]; w := b[1:i64];", decides));
  EXPECT_TRUE(loaded("v := s[0:i64]; w := b[1:i64];", decides)) << "another array does";
  EXPECT_FALSE(loaded("v := b[0:i64]; w := b[1:i64]; assume slt(0:i32, v);"));
  EXPECT_TRUE(loaded("v := b[0:i64]; w := atomic add b[0:i64](1:i32);", decides)) << "what an atomic gives does count";
}

} // namespace
} // namespace lockstep::cfg::test_loaded_values
