// Which of two racing accesses a thread comes to first (verify/access_order.h).
#include "verify/access_order.h"

#include "cfg/ir/text/parse.h"

#include <gtest/gtest.h>

namespace lockstep::verify::test_access_order {
namespace {

// Of the read and the write in `body`.
unsigned first(const std::string &body) {
  support::Diagnostics diags;
  const auto all = cfg::parse_kernels(
      "kernel k { param n : i32; var x : i32; array a : i32[] global param;\n" + body + "}\n", "k.kir", diags);
  EXPECT_TRUE(all) << (diags.all().empty() ? "" : diags.all().front().message);
  if (!all)
    return 2;
  std::array<RacingAccess, 2> both;
  for (const cfg::AccessRef &ref : cfg::shared_accesses(all->front()))
    both[ref.kind == cfg::AccessKind::Write ? 1 : 0] = {ref.kind,
                                                        all->front().blocks[ref.block].stmts[ref.stmt].origin};
  const unsigned found = first_access(all->front(), 0, both);
  std::swap(both[0], both[1]);
  EXPECT_NE(found, first_access(all->front(), 0, both)) << "whichever is named first";
  return found;
}

TEST(AccessOrder, AsTheyStand) {
  EXPECT_EQ(first("block s:\nx := a[0:i32];\na[1:i32] := x;\nreturn;"), 0u);
  EXPECT_EQ(first("block s:\na[1:i32] := x;\nx := a[0:i32];\nreturn;"), 1u);
}

TEST(AccessOrder, InALoopWithoutBarriers) {
  EXPECT_EQ(first("block s: goto h;\nblock h: br slt(x, n), b, e;\nblock b:\nx := a[0:i32];\na[1:i32] := x;\ngoto h;\n"
                  "block e: return;"),
            0u);
}

TEST(AccessOrder, AcrossRoundsOfALoop) {
  EXPECT_EQ(first("block s: goto h;\nblock h: br slt(x, n), b, e;\nblock b:\nx := a[0:i32];\nbarrier group "
                  "fence(global);\na[1:i32] := x;\ngoto h;\nblock e: return;"),
            1u)
      << "the write, and then the next round's read";
}

} // namespace
} // namespace lockstep::verify::test_access_order
