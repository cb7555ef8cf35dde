// The hints pad, transpose and rows: only where what each thread computes stays, within what a device has, with a place
// for the barrier, and of rows that are rows.
#include "cost/advice/hints.h"

#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"

#include <gtest/gtest.h>

namespace lockstep::coalescing::test_layout_hints {
namespace {

const std::string x = "sext(local_id(0, i32), i64)", y = "sext(local_id(1, i32), i64)";
std::string row(unsigned pitch) { return "mul.nsw(" + std::to_string(pitch) + ":i64, "; }
std::string place(unsigned pitch, const std::string &r, const std::string &column) {
  return "add.nsw(" + row(pitch) + r + "), " + column + ")";
}
const std::string barrier = " barrier group fence(group); ";

// The hints of this kind for the kernel's accesses; `body`: of a thread of a block of 32 x `height`.
std::vector<Hint> hints_of(HintKind kind, const std::string &body, unsigned height = 32, unsigned extent = 1024,
                           const std::string &more = "") {
  support::Diagnostics diags;
  const auto parsed =
      cfg::parse("kernel k {\n  param n: i32 \"n\";\n  var v: i32;\n  var i: i32 \"i\";\n"
                 "  array s: i32[" +
                     std::to_string(extent) + "] group;\n" + more +
                     "  array a: i32[] global param;\n  array o: i32[] global param;\nblock entry: " + body + "}\n",
                 "test.kir", diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  const auto k = parsed ? cfg::normalise(*parsed, {}, diags) : support::failure;
  if (!k)
    return {};
  cfg::Launch launch;
  launch.local_size = {32, height, 1};
  launch.num_groups = {1, 1, 1};
  const auto analyses = cfg::analyse(*k, launch, {}, diags);
  EXPECT_TRUE(analyses);
  const Options options{*cfg::target("nvidia"), 256};
  std::vector<Hint> out;
  for (const Advice &advice : advise(*k, *analyses, options, {}, requests(*k, *analyses, options)))
    for (const Hint &h : advice.hints)
      if (h.kind == kind)
        out.push_back(h);
  return out;
}

std::string through_tile(unsigned pitch) {
  return "s[" + place(pitch, y, x) + "] := 1:i32;" + barrier + "v := s[" + place(pitch, x, y) + "]; a[" +
         place(32, y, x) + "] := v; return;";
}

TEST(Pad, RowsGetLonger) {
  const auto found = hints_of(HintKind::Pad, through_tile(32));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].from, 32u);
  EXPECT_EQ(found[0].to, 33u);
  EXPECT_TRUE(hints_of(HintKind::Pad, through_tile(33), 32, 33 * 32).empty()) << "they are long enough";
}

TEST(Pad, WithinWhatADeviceHas) {
  EXPECT_FALSE(hints_of(HintKind::Pad, through_tile(32), 32, 1024, "  array t: i32[11000] group;\n").empty());
  EXPECT_TRUE(hints_of(HintKind::Pad, through_tile(32), 32, 1024, "  array t: i32[11264] group;\n").empty())
      << "all of 48 KiB is taken";
  EXPECT_TRUE(hints_of(HintKind::Pad, through_tile(32), 32, 12288).empty()) << "by the array itself";
}

TEST(Pad, OfRowsThatAreRows) {
  EXPECT_TRUE(hints_of(HintKind::Pad, "s[" + place(32, y, x) + "] := 1:i32;" + barrier + "v := s[add.nsw(" +
                                          place(32, x, y) + ", 1:i64)]; a[" + place(32, y, x) + "] := v; return;")
                  .empty())
      << "the last column is the next row's first";
  EXPECT_TRUE(hints_of(HintKind::Pad, through_tile(32), 32, 1040).empty()) << "no whole number of rows";
}

std::string copy(const std::string &to) { return "v := a[" + place(32, y, x) + "]; o[" + to + "] := v;"; }

TEST(Transpose, ThroughATile) {
  const auto found = hints_of(HintKind::Transpose, copy(place(32, x, y)) + " return;");
  ASSERT_FALSE(found.empty());
  EXPECT_FALSE(found[0].guarded);
  EXPECT_GT(found[0].to, 32u) << "with rows that are longer";
}

TEST(Transpose, WithTheBarrierOutsideOfTheGuard) {
  const auto found =
      hints_of(HintKind::Transpose, "br slt(local_id(1, i32), n), in, out; block in: " + copy(place(32, x, y)) +
                                        " goto out; block out: return;");
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(found[0].guarded);
  EXPECT_TRUE(hints_of(HintKind::Transpose, "br slt(local_id(0, i32), local_id(1, i32)), in, out; block in: " +
                                                copy(place(32, x, y)) + " goto out; block out: return;")
                  .empty())
      << "whose value a thread would put down is not there";
  EXPECT_TRUE(
      hints_of(HintKind::Transpose, "i := 0:i32; goto h; block h: br slt(i, local_id(1, i32)), in, out; block in: " +
                                        copy("add.nsw(" + place(32, x, y) + ", sext(mul.nsw(1024:i32, i), i64))") +
                                        " i := add.nsw(i, 1:i32); goto h; block out: return;")
          .empty())
      << "in a loop that threads leave at different times";
}

TEST(Transpose, WithinWhatADeviceHas) {
  EXPECT_TRUE(hints_of(HintKind::Transpose, copy(place(32, x, y)) + " return;", 32, 11500).empty());
}

TEST(Transpose, OnlyWhatBothIdsDecide) {
  EXPECT_TRUE(hints_of(HintKind::Transpose, copy("mul.nsw(32:i64, " + x + ")") + " return;").empty());
  EXPECT_TRUE(hints_of(HintKind::Transpose, "v := a[" + place(32, y, x) + "]; o[" +
                                                place(32, x, "sext(and(v, 31:i32), i64)") + "] := 1:i32; return;")
                  .empty())
      << "the column is read from memory";
  EXPECT_TRUE(hints_of(HintKind::Transpose, "v := atomic add o[" + place(32, x, y) + "](1:i32); return;").empty());
}

TEST(Rows, GetLonger) {
  const auto found =
      hints_of(HintKind::Rows, "v := a[" + place(1001, y, x) + "]; o[" + place(32, y, x) + "] := v; return;", 8);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].from, 1001u);
  EXPECT_EQ(found[0].to, 1008u);
}

TEST(Rows, ThatAreRows) {
  const auto none = [](const std::string &read) {
    return hints_of(HintKind::Rows, read + " o[" + place(32, y, x) + "] := v; return;", 8).empty();
  };
  EXPECT_TRUE(none("v := a[add.nsw(" + place(1001, y, x) + ", 1:i64)];")) << "they start one element late";
  EXPECT_TRUE(none("v := a[" + place(9, y, x) + "];")) << "a row's end is behind the next one's start";
  EXPECT_TRUE(none("v := a[" + place(1001, y, x) + "]; v := a[add.nsw(" + place(1001, y, x) + ", 980:i64)];"))
      << "another access goes beyond the row's end";
}

} // namespace
} // namespace lockstep::coalescing::test_layout_hints
