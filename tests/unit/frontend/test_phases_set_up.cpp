// Barriers in group memory that are set up where they are used (frontend/lower/phases_set_up.h).
#include "frontend/lower/phases_set_up.h"

#include "cfg/ir/text/parse.h"

#include <gtest/gtest.h>

namespace lockstep::frontend::test_phases_set_up {
namespace {

// One thread sets up what `set_up` says, all come to a barrier and use what `use` says.
std::string kernel(const std::string &set_up, const std::string &use, const std::string &thread = "0") {
  return "kernel k pointer_bits 64 {\n"
         "  param n : i64;\n  var x : i64;\n"
         "  array bar : i64[2] group;\n"
         "block entry:\n  br eq(local_id(0, i64), " +
         thread + ":i64), first, join;\nblock first:\n  " + set_up + "\n  goto join;\nblock join:\n" +
         "  barrier group fence(group, global);\n  fresh x := bar[" + use +
         "];\n  barrier group fence(group, global);\n  return;\n}\n";
}

std::string why_not(const std::string &text, unsigned inits) {
  support::Diagnostics diags;
  const auto kernels = cfg::parse_kernels(text, "test.kir", diags);
  if (!kernels || kernels->size() != 1)
    return "does not parse: " + (diags.all().empty() ? std::string() : diags.all().front().message);
  cfg::Launch launch;
  launch.local_size[0] = 4;
  const auto found = SetUp::of((*kernels)[0], launch, 0, inits);
  const auto *not_so = std::get_if<NotSetUp>(&found);
  return not_so ? not_so->why : "";
}

constexpr const char *number = ":i64] := local_id(0, i64);";

TEST(SetUp, OnceByOneThreadBeforeABarrier) {
  EXPECT_EQ(why_not(kernel(std::string("fresh bar[0") + number, "0:i64"), 1), "");
  EXPECT_EQ(why_not(kernel(std::string("fresh bar[0") + number, "0:i64", "3"), 1), "");
  EXPECT_NE(why_not(kernel(std::string("fresh bar[0") + number, "0:i64", "4"), 1), ""); // no block has such a thread
}

TEST(SetUp, OfTheBarrierThatIsUsed) {
  const std::string first = std::string("fresh bar[0") + number, second = std::string("fresh bar[1") + number;
  EXPECT_NE(why_not(kernel(first, "1:i64"), 1), "");
  EXPECT_NE(why_not(kernel(first, "n"), 1), "");
  EXPECT_EQ(why_not(kernel(first + "\n  " + second, "n"), 2), "");
}

TEST(SetUp, ByNothingElse) {
  const std::string first = std::string("fresh bar[0") + number;
  EXPECT_NE(why_not(kernel(first + "\n  " + first, "0:i64"), 2), "");
  EXPECT_NE(why_not(kernel(first + "\n  bar[0:i64] := 0:i64;", "0:i64"), 1), "");
  EXPECT_NE(why_not(kernel(first + "\n  bar[n] := 0:i64;", "0:i64"), 1), "");
  EXPECT_NE(why_not(kernel("bar[0:i64] := 0:i64;", "0:i64"), 1), "");
  EXPECT_EQ(why_not(kernel(first + "\n  bar[1:i64] := 0:i64;", "0:i64"), 1), ""); // other memory of the array
}

} // namespace
} // namespace lockstep::frontend::test_phases_set_up
