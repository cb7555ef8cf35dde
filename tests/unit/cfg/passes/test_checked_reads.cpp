// Plain reads that a compare-and-swap checks: which become atomic, and which do not.
#include "cfg/passes/checked_reads.h"

#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_checked_reads {
namespace {

// How many reads become atomic.
std::size_t checked_in(const std::string &blocks) {
  const Kernel k = kernel_of(
      "kernel k {\n  param n : i32;\n  var r : i32;\n  var e : i32;\n  var f : i32;\n  var d : i32;\n  var i : i64;\n"
      "  array a : i32[] global param;\n  array b : i32[] global param;\n" +
      blocks + "}\n");
  support::Diagnostics diags;
  const Kernel out = with_checked_reads(k, diags);
  support::Diagnostics wrong;
  EXPECT_TRUE(check(out, wrong));
  std::size_t atomic = 0;
  for (const Block &b : out.blocks)
    for (const Stmt &s : b.stmts)
      if (auto *a = std::get_if<Atomic>(&s.node))
        atomic += a->op == AtomicOp::Load;
  EXPECT_EQ(diags.all().size(), atomic) << "each has a note";
  return atomic;
}

// r := a[0]; then `loop`, which goes to `x`.
std::size_t around(const std::string &loop, const std::string &behind = "return;") {
  return checked_in("block s: r := a[0:i64]; goto h;\n" + loop + "block x: " + behind + "\n");
}

const std::string swap = "d := atomic cmpxchg a[0:i64](e, f);";

TEST(CheckedReads, TheClassicalLoop) {
  EXPECT_EQ(around("block h: e := r; f := add(e, 1:i32); " + swap + " r := d; br eq(e, d), x, h;\n"), 1u);
  EXPECT_EQ(around("block h: e := r; f := add(r, 1:i32); " + swap + " r := d; br ne(d, e), h, x;\n"), 1u);
  EXPECT_EQ(around("block h: e := r; f := n; " + swap + " br eq(e, d), x, h2;\nblock h2: r := d; goto h;\n"), 1u);
  EXPECT_EQ(around("block h: e := r; f := 1:i32; " + swap +
                   " goto y, z;\nblock y: assume.branch eq(e, d); goto x;\n"
                   "block z: assume.branch ne(e, d); r := d; goto h;\n"),
            1u);
}

TEST(CheckedReads, UsedWhereTheSwapHasFoundIt) {
  EXPECT_EQ(around("block h: e := r; f := add(e, 1:i32); " + swap + " br eq(e, d), x, h2;\nblock h2: r := d; goto h;\n",
                   "b[0:i64] := e; return;"),
            1u);
  EXPECT_EQ(around("block h: e := r; f := add(e, 1:i32); " + swap + " br eq(e, d), x, h2;\nblock h2: r := d; goto h;\n",
                   "b[0:i64] := f; return;"),
            1u);
  EXPECT_EQ(around("block h: e := r; f := add(e, 1:i32); " + swap + " br ne(e, d), x, y;\nblock y: return;\n",
                   "b[0:i64] := e; return;"),
            0u);
}

TEST(CheckedReads, UsedElsewhere) {
  EXPECT_EQ(around("block h: e := r; f := add(e, 1:i32); b[0:i64] := e; " + swap + " r := d; br eq(e, d), x, h;\n"),
            0u);
  EXPECT_EQ(around("block h: e := r; f := b[zext(e, i64)]; " + swap + " r := d; br eq(e, d), x, h;\n"), 0u);
  EXPECT_EQ(around("block h: e := r; f := udiv(n, e); " + swap + " r := d; br eq(e, d), x, h;\n"), 0u);
  EXPECT_EQ(around("block h: e := r; f := udiv(e, 3:i32); " + swap + " r := d; br eq(e, d), x, h;\n"), 1u);
  EXPECT_EQ(around("block h: br slt(r, n), g, x;\nblock g: e := r; f := n; " + swap + " r := d; br eq(e, d), x, h;\n"),
            0u);
  EXPECT_EQ(around("block h: e := r; f := n; " + swap + " br eq(e, n), x, h2;\nblock h2: r := d; goto h;\n"), 0u);
  EXPECT_EQ(around("block h: e := r; assume slt(e, n); f := n; " + swap + " r := d; br eq(e, d), x, h;\n"), 0u);
}

TEST(CheckedReads, SwapsThatCheckNothing) {
  EXPECT_EQ(around("block h: return;\n"), 0u);
  EXPECT_EQ(around("block h: e := r; f := n; d := atomic cmpxchg a[1:i64](e, f); r := d; br eq(e, d), x, h;\n"), 0u);
  EXPECT_EQ(around("block h: e := r; f := n; d := atomic cmpxchg b[0:i64](e, f); r := d; br eq(e, d), x, h;\n"), 0u);
  EXPECT_EQ(around("block h: e := n; f := r; " + swap + " br eq(e, d), x, h;\n"), 0u);
  EXPECT_EQ(around("block h: e := add(r, 1:i32); f := n; " + swap + " r := d; br eq(e, d), x, h;\n"), 0u);
  // The place moves on, though the text is the same.
  EXPECT_EQ(checked_in("block s: i := 0:i64; r := a[i]; i := 1:i64; goto h;\nblock h: e := r; f := n; d := atomic "
                       "cmpxchg a[i](e, f); r := d;"
                       " br eq(e, d), x, h;\nblock x: return;\n"),
            0u);
  EXPECT_EQ(
      checked_in(
          "block s: i := 0:i64; r := a[i]; goto h;\nblock h: e := r; f := n; d := atomic cmpxchg a[i](e, f); r := d;"
          " br eq(e, d), x, h;\nblock x: return;\n"),
      1u);
}

TEST(CheckedReads, AnotherReadsValueIsNotChecked) {
  // Each loop round reads again, and keeps what the last one read.
  EXPECT_EQ(checked_in("block s: f := 0:i32; goto h;\nblock h: r := a[0:i64]; e := r; d := atomic cmpxchg a[0:i64](e, "
                       "f); f := r; br eq(e, d), x, h;\n"
                       "block x: return;\n"),
            0u);
}

TEST(CheckedReads, GivingUpIsHarmless) {
  EXPECT_EQ(
      around("block h: e := r; f := n; " + swap + " br eq(e, d), x, g;\nblock g: r := d; br slt(n, 3:i32), h, x;\n"),
      1u);
  EXPECT_EQ(around("block h: e := r; f := n; " + swap + " br eq(e, d), x, g;\nblock g: br slt(n, 3:i32), h, x;\n",
                   "b[0:i64] := r; return;"),
            0u);
}

} // namespace
} // namespace lockstep::cfg::test_checked_reads
