// Numbers on their way into the Boogie program: none is cut, and tickets are compared in one reading.
#include "emit/pick/pick.h"

#include "cfg/ir/text/parse.h"

#include <gtest/gtest.h>

namespace lockstep::emit::test_numbers {
namespace {

namespace b = boogie;
using support::Wide;

TEST(Numbers, LiteralsOfAnySize) {
  EXPECT_EQ(b::print(b::int_lit(Wide::power_of_two(100))), "1267650600228229401496703205376");
  EXPECT_EQ(b::print(b::int_lit(-Wide::power_of_two(64))), "-18446744073709551616");
  EXPECT_EQ(b::print(b::int_lit(~std::uint64_t(0))), "18446744073709551615");
  EXPECT_ANY_THROW((void)b::int_lit(Wide::infinite()));
}

std::string pick_of(const std::string &text, std::uint64_t threads) {
  support::Diagnostics diags;
  const auto k = cfg::parse(text, "test.kir", diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  cfg::Launch launch;
  launch.local_size[0] = threads;
  const auto a = k ? cfg::analyse(*k, launch, {}, diags) : support::failure;
  EXPECT_TRUE(a);
  return a ? b::print(pick::emit_pick(*k, *a, {}).program) : "";
}

TEST(Numbers, FactorsBeyond64Bits) {
  const std::string text = pick_of(
      "kernel k pointer_bits 64 {\n  param n : i64;\n  param m : i64;\n  var i : i64;\n  var t : i64;\n"
      "  array a : i64[] global param;\n  array d : i64[] global param;\n"
      "block s: i := mul.nsw(mul.nsw(n, 4294967296:i64), 4294967296:i64); goto h;\n"
      "block h: t := d[i]; br slt(i, m), b, x;\n"
      "block b: a[i] := t; br slt(t, m), c, h;\nblock c: i := add.nsw(i, 64:i64); goto h;\nblock x: return;\n}\n",
      8);
  EXPECT_NE(text.find("18446744073709551616 * "), std::string::npos);
}

// One thread reads its ticket signed, the other unsigned.
TEST(Numbers, TicketsInOneReading) {
  const std::string text = pick_of("kernel k pointer_bits 64 {\n  var t : i32;\n  var u : i32;\n  array c : i32[] "
                                   "global param;\n  array o : i32[] global param;\n"
                                   "block s: br eq(local_id(0, i32), 0:i32), f, g;\n"
                                   "block f: t := atomic add c[0:i64](2:i32); br slt(t, 0:i32), fs, x;\n"
                                   "block fs: o[sext(t, i64)] := 1:i32; goto x;\n"
                                   "block g: u := atomic add c[0:i64](2:i32); br ult(2147483650:i32, u), gs, x;\n"
                                   "block gs: o[zext(u, i64)] := 2:i32; goto x;\nblock x: return;\n}\n",
                                   2);
  EXPECT_NE(text.find("(if v$t$1 < 0 then v$t$1 + 4294967296 else v$t$1)"), std::string::npos) << text;
}

// Local ids below 8 have three bits: what is shifted out leaves no term, what may not be does.
TEST(Numbers, BitsAboveASmallValueLeaveNoTerm) {
  const std::string text = pick_of(
      "kernel k pointer_bits 64 {\n  array o : i32[] global param;\n"
      "block s: o[zext(add(lshr(local_id(0, i32), 3:i32), lshr(local_id(0, i32), 2:i32)), i64)] := 1:i32; goto x;\n"
      "block x: return;\n}\n",
      8);
  EXPECT_NE(text.find("local_id_x$1 div 4"), std::string::npos) << text;
  EXPECT_EQ(text.find(" div 8"), std::string::npos) << text;
}

} // namespace
} // namespace lockstep::emit::test_numbers
