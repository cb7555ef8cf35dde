// Accesses that become the requests a device makes of them.
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"
#include "cfg/passes/split_accesses.h"

#include <gtest/gtest.h>

namespace lockstep::cfg::test_split_accesses {
namespace {

constexpr const char *declared = "  var i : i64;\n  var x : i32;\n  var y : i32;\n  var z : i32;\n  var w : i32;\n"
                                 "  var f : f32;\n  var t : i24;\n"
                                 "  array a : i32[] global param;\n  array b : i8[] global param;\n"
                                 "  array s : i32[64] group;\n  array p : i32[64] private;\n";

Kernel kernel(const std::string &statements) {
  support::Diagnostics diags;
  auto all = parse_kernels("kernel k pointer_bits 64 {\n" + std::string(declared) + "block entry:\n" + statements +
                               "  return;\n}\n",
                           "test.kir", diags);
  EXPECT_TRUE(all && check((*all)[0], diags)) << diags.all().at(0).message;
  return all ? (*all)[0] : Kernel{};
}

// The statements, one a line.
std::string split(const std::string &statements, std::uint64_t enough = 16) {
  support::Diagnostics diags;
  const auto out = split_accesses(kernel(statements), enough, diags);
  if (!out)
    return diags.all().at(0).message;
  EXPECT_TRUE(check(*out, diags)) << diags.all().at(0).message;
  EXPECT_TRUE(is_split(*out));
  std::string text;
  for (const Stmt &s : out->blocks[0].stmts)
    text += print(s, *out) + "\n";
  return text;
}

TEST(SplitAccesses, OfWordsThatAreAlignedAsWords) {
  EXPECT_EQ(split("  a[i] := x, y, z align 4;\n"), "a[i] := x\na[add.nsw(i, 1:i64)] := y\na[add.nsw(i, 2:i64)] := z\n");
  EXPECT_EQ(split("  x, y, z, w := a[add.nsw(i, 6:i64)] align 8;\n"),
            "x, y := a[add.nsw(i, 6:i64)]\nz, w := a[add.nsw(i, 8:i64)]\n");
  EXPECT_EQ(split("  x, y, z := a[i] align 8;\n"), "x, y := a[i]\nz := a[add.nsw(i, 2:i64)]\n");
}

TEST(SplitAccesses, OfSixteenBytesAtTheMost) {
  EXPECT_EQ(split("  x, y, z, w := a[i];\n"), "x, y, z, w := a[i]\n");
  EXPECT_EQ(split("  a[i] := x, y, z, w, x, y;\n"), "a[i] := x, y, z, w\na[add.nsw(i, 4:i64)] := x, y\n");
  EXPECT_EQ(split("  x, y, z := a[i];\n"), "x, y := a[i]\nz := a[add.nsw(i, 2:i64)]\n"); // none has twelve
  EXPECT_EQ(split("  x, y, z := s[i];\n", 1), "x, y := s[i]\nz := s[add.nsw(i, 2:i64)]\n");
}

TEST(SplitAccesses, OfValuesOfThreeBytes) {
  EXPECT_EQ(split("  t := b[i] per 3 align 2;\n"), "t.part := b[i] per 2\nt.part.1 := b[add.nsw(i, 2:i64)]\n"
                                                   "t := or(zext(t.part, i24), shl(zext(t.part.1, i24), 16:i24))\n");
  EXPECT_EQ(split("  b[i] := t, t per 3;\n"),
            "b[i] := trunc(t, i16) per 2\nb[add.nsw(i, 2:i64)] := trunc(lshr(t, 16:i24), i8)\n"
            "b[add.nsw(i, 3:i64)] := trunc(t, i8)\nb[add.nsw(i, 4:i64)] := trunc(lshr(t, 8:i24), i8)\n"
            "b[add.nsw(i, 5:i64)] := trunc(lshr(t, 16:i24), i8)\n");
}

TEST(SplitAccesses, WhereLessAlignmentIsEnough) {
  EXPECT_EQ(split("  x, y, z := a[i] align 4;\n", 1), "x, y, z := a[i]\n");
  EXPECT_EQ(split("  a[i] := x, y, z, w, x align 4;\n", 1), "a[i] := x, y, z, w\na[add.nsw(i, 4:i64)] := x\n");
  EXPECT_EQ(split("  x := b[i] per 4 align 1;\n", 1), "x := b[i] per 4\n");
  EXPECT_EQ(split("  x, y := s[i] align 4;\n", 1), "x := s[i]\ny := s[add.nsw(i, 1:i64)]\n"); // of groups it is not
}

TEST(SplitAccesses, OfPartsOfAValue) {
  EXPECT_EQ(split("  x := b[i] per 4 align 2;\n"), "x.part := b[i] per 2\nx.part.1 := b[add.nsw(i, 2:i64)] per 2\n"
                                                   "x := or(zext(x.part, i32), shl(zext(x.part.1, i32), 16:i32))\n");
  EXPECT_EQ(split("  f := b[i] per 4 align 2;\n"),
            "f.part := b[i] per 2\nf.part.1 := b[add.nsw(i, 2:i64)] per 2\n"
            "f := bitcast(or(zext(f.part, i32), shl(zext(f.part.1, i32), 16:i32)), f32)\n");
  EXPECT_EQ(split("  b[i] := add(x, y) per 4 align 2;\n"),
            "parted := add(x, y)\nb[i] := trunc(parted, i16) per 2\n"
            "b[add.nsw(i, 2:i64)] := trunc(lshr(parted, 16:i32), i16) per 2\n");
  EXPECT_EQ(split("  b[i] := x, y per 4 align 2;\n"),
            "b[i] := trunc(x, i16) per 2\nb[add.nsw(i, 2:i64)] := trunc(lshr(x, 16:i32), i16) per 2\n"
            "b[add.nsw(i, 4:i64)] := trunc(y, i16) per 2\n"
            "b[add.nsw(i, 6:i64)] := trunc(lshr(y, 16:i32), i16) per 2\n");
}

TEST(SplitAccesses, APlaceThatIsOverwrittenIsKept) {
  EXPECT_EQ(split("  x, y := a[sext(x, i64)] align 4;\n"),
            "place := sext(x, i64)\nx := a[place]\ny := a[add.nsw(place, 1:i64)]\n");
}

TEST(SplitAccesses, OthersStay) {
  const std::string text = "x, y := p[i] align 4\nquiet fresh a[i] := x\nx := atomic add a[i](1:i32)\n";
  EXPECT_EQ(split("  x, y := p[i] align 4;\n  quiet fresh a[i] := x;\n  x := atomic add a[i](1:i32);\n"), text);
  EXPECT_EQ(split("  fresh x, y := a[i] align 4;\n"), "fresh x := a[i]\nfresh y := a[add.nsw(i, 1:i64)]\n");
}

TEST(SplitAccesses, PartsOfAGranuleAreRefused) {
  EXPECT_NE(split("  x, y := a[i] align 2;\n").find("requests of parts of a granule"), std::string::npos);
}

TEST(SplitAccesses, PartsGoOn) {
  const Kernel k = kernel("  a[add(2:i64, i)] := x;\n  a[add.nsw(i, 3:i64)] := y;\n  a[add.nsw(i, 5:i64)] := z;\n"
                          "  x := a[add.nsw(i, 6:i64)];\n");
  const std::vector<Stmt> &s = k.blocks[0].stmts;
  EXPECT_TRUE(goes_on(s[0], s[1]));
  EXPECT_FALSE(goes_on(s[1], s[2]));
  EXPECT_FALSE(goes_on(s[2], s[3])); // a store and a load
}

} // namespace
} // namespace lockstep::cfg::test_split_accesses
