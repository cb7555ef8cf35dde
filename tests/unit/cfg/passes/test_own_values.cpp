// What a thread reads back of its own writes (cfg/passes/own_values.h).
#include "cfg/passes/own_values.h"

#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_own_values {
namespace {

// What `x` is assigned behind its load; empty: the load still gives it.
std::string value_of_x(const std::string &statements, const std::set<ArrayId> &apart = {}) {
  const Kernel k = with_own_values(
      kernel_of("kernel k { param n : i32; param m : i64; var x : i32; var y : i8; var v : i32; var i : i64; array a : "
                "i32[] global param; "
                "array b : i8[] global param; array c : i32[] global param; block e: i := local_id(0, i64); " +
                statements + " c[i] := x; c[add(i, 64:i64)] := zext(y, i32); return; }"),
      apart);
  support::Diagnostics wrong;
  EXPECT_TRUE(check(k, wrong));
  std::string found;
  for (const Block &block : k.blocks)
    for (const Stmt &s : block.stmts)
      if (auto *a = std::get_if<Assign>(&s.node); a && (k.vars[a->var].name == "x" || k.vars[a->var].name == "y"))
        found = print(a->value, k);
  return found;
}

TEST(OwnValues, ASlotHoldsWhatWasStored) {
  EXPECT_EQ(value_of_x("a[i] := n; x := a[i];"), "n");
  EXPECT_EQ(value_of_x("a[add(i, 1:i64)] := n; a[i] := 3:i32; x := a[add(i, 1:i64)];"), "n")
      << "other granules of the same base";
  EXPECT_EQ(value_of_x("x := a[i];"), "") << "nobody has written it";
}

TEST(OwnValues, PartsAndSums) {
  EXPECT_EQ(value_of_x("b[i] := n per 4; y := b[add(i, 2:i64)];"), "trunc(lshr(n, 16:i32), i8)");
  EXPECT_EQ(value_of_x("b[i] := 1:i8; b[add(i, 1:i64)] := 2:i8; b[add(i, 2:i64)] := 3:i8; b[add(i, 3:i64)] := 4:i8; x "
                       ":= b[i] per 4;"),
            "67305985:i32")
      << "0x04030201";
  EXPECT_EQ(value_of_x("b[i] := 1:i8; x := b[i] per 4;"), "") << "three bytes are unknown";
  EXPECT_EQ(value_of_x("b[i] := n per 4; b[add(i, 1:i64)] := 0:i8; y := b[add(i, 1:i64)];"), "0:i8")
      << "the last write counts";
}

TEST(OwnValues, ABarrierOrAnAtomicEndsWhatIsKnown) {
  EXPECT_EQ(value_of_x("a[i] := n; barrier group fence(group); x := a[i];"), "");
  EXPECT_EQ(value_of_x("a[i] := n; v := atomic add c[0:i64](1:i32); x := a[i];"), "");
}

TEST(OwnValues, WhatIsApartLastsOverBarriers) {
  EXPECT_EQ(value_of_x("a[i] := n; barrier group fence(group); x := a[i];", {0}), "n");
  EXPECT_EQ(value_of_x("a[i] := n; barrier group fence(group); x := a[i];", {2}), "") << "another array";
  EXPECT_EQ(value_of_x("a[i] := n; v := atomic add a[m](1:i32); x := a[i];", {0}), "") << "the thread's own atomic";
  EXPECT_EQ(value_of_x("a[i] := n; a[m] := 3:i32; barrier group fence(group); x := a[i];", {0}), "");
}

TEST(OwnValues, OffsetsAreReadModuloTheirWidth) {
  EXPECT_EQ(value_of_x("a[mul(4:i64, i)] := n; x := a[mul.nsw(i, 4:i64)];"), "n");
  EXPECT_EQ(value_of_x("a[add(1:i64, i)] := n; x := a[add(i, 1:i64)];"), "n");
  EXPECT_EQ(value_of_x("a[sub(4:i64, i)] := n; x := a[sub(i, 4:i64)];"), "");
}

TEST(OwnValues, BytesBesideThoseThatNobodyGaveAValue) {
  const std::string stored = "b[i] := or(or(zext(trunc(n, i8), i32), shl(zext(call \"padding\"():i16, i32), 8:i32)), "
                             "shl(zext(trunc(m, i8), i32), 24:i32)) per 4; ";
  EXPECT_EQ(value_of_x(stored + "y := b[i];"), "trunc(n, i8)");
  EXPECT_EQ(value_of_x(stored + "y := b[add(i, 1:i64)];"), "");
  EXPECT_EQ(value_of_x(stored + "y := b[add(i, 2:i64)];"), "");
  EXPECT_EQ(value_of_x(stored + "y := b[add(i, 3:i64)];"), "trunc(m, i8)");
  EXPECT_EQ(value_of_x(stored + "x := b[i] per 4;"), "");
}

TEST(OwnValues, AWriteElsewhereMayHaveHitIt) {
  EXPECT_EQ(value_of_x("a[i] := n; a[m] := 3:i32; x := a[i];"), "");
  EXPECT_EQ(value_of_x("a[i] := n; c[m] := 3:i32; x := a[i];"), "n") << "another array";
}

TEST(OwnValues, AValueIsKnownAsLongAsItsVariablesStay) {
  EXPECT_EQ(value_of_x("v := n; a[i] := v; v := 7:i32; x := a[i];"), "");
  EXPECT_EQ(value_of_x("a[i] := n; i := add(i, 1:i64); x := a[i];"), "") << "another place by now";
  EXPECT_EQ(value_of_x("a[i] := n; i := add(i, 1:i64); x := a[sub(i, 1:i64)];"), "");
}

TEST(OwnValues, WaysThatMeetMustAgree) {
  EXPECT_EQ(value_of_x("a[i] := n; br slt(n, 3:i32), p, q; block p: c[0:i64] := 1:i32; goto r; block q: goto r; block "
                       "r: x := a[i];"),
            "n");
  EXPECT_EQ(value_of_x("br slt(n, 3:i32), p, q; block p: a[i] := 1:i32; goto r; block q: a[i] := 2:i32; goto r; block "
                       "r: x := a[i];"),
            "");
  EXPECT_EQ(value_of_x("a[i] := n; goto h; block h: x := a[i]; a[i] := 3:i32; br slt(n, 3:i32), h, r; block r: skip;"),
            "")
      << "the loop's last round has written it";
}

} // namespace
} // namespace lockstep::cfg::test_own_values
