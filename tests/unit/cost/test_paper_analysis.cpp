// The paper's rules, one by one, and what its slips come to, on kernels in text form.
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"
#include "cost/gpudrano/analysis.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace lockstep::coalescing::paper::test_paper_analysis {
namespace {

// "index active rule" of each access in the order of the text, * where it is reported.
std::string verdicts(const std::string &text, Mode mode = Mode::Letter) {
  support::Diagnostics diags;
  const auto parsed = cfg::parse(text, "test.kir", diags);
  const bool right = parsed && cfg::check(*parsed, diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  if (!right)
    return {};
  const auto k = cfg::normalise(*parsed, {}, diags);
  cfg::Launch launch;
  launch.local_size = {256, 1, 1};
  launch.num_groups = {64, 1, 1};
  const auto analyses = k ? cfg::analyse(*k, launch, {}, diags) : support::failure;
  EXPECT_TRUE(analyses);
  std::string out;
  for (const Access &a : analyse(*k, *analyses, mode))
    out += fmt::format("{}{} {} {}{}", out.empty() ? "" : "; ", name(a.index), name(a.active), name(a.rule),
                       a.reported ? " *" : "");
  return out;
}

const char *const declarations = R"(kernel k {
  param n: i32; param m: i32; param f: f32;
  var i: i32; var j: i32; var x: i32; var y: i32; var b: bool; var g: f32;
  array a: i32[] global param; array c: i8[] global param; array d: i64[] global param;
  array v: f32[] global param elements 16; array l: i32[64] group; array p: i32[8] private; array q: i32[64] constant;
)";
const std::string tid = "local_id(0, i32)", wide_tid = "local_id(0, i64)";
std::string body(const std::string &blocks) { return declarations + blocks + "}"; }
// One access of `a` at the index, of 32 bits.
std::string of_index(const std::string &index) {
  return verdicts(body("block entry: a[sext(" + index + ", i64)] := 0:i32; return;\n"));
}
// An access at tid * 2, which top is, under the condition.
std::string under(const std::string &condition) {
  return verdicts(body("block entry: br " + condition + ", then, out;\nblock then: a[mul(" + wide_tid +
                       ", 2:i64)] := 0:i32; goto out;\nblock out: return;\n"));
}

TEST(Paper, ConstantsParametersGroupsAndSizesAreTheSameForAll) {
  EXPECT_EQ(of_index("3:i32"), "0 top none");
  EXPECT_EQ(of_index("n"), "0 top none");
  EXPECT_EQ(of_index("group_id(0, i32)"), "0 top none");
  EXPECT_EQ(of_index("mul(local_size(0, i32), num_groups(0, i32))"), "0 top none");
}

TEST(Paper, TheIdAlongXHasSlopeOne) {
  EXPECT_EQ(of_index(tid), "1 top none");
  EXPECT_EQ(of_index("local_id(1, i32)"), "0 top none"); // the second dimension is not looked at
}

TEST(Paper, Sums) {
  EXPECT_EQ(of_index("add.nsw(" + tid + ", n)"), "1 top none");
  EXPECT_EQ(of_index("sub.nsw(n, " + tid + ")"), "-1 top none");
  EXPECT_EQ(of_index("add(" + tid + ", " + tid + ")"), "top top sum *");
  EXPECT_EQ(of_index("sub(" + tid + ", " + tid + ")"), "0 top none");
  EXPECT_EQ(of_index("add(mul(group_id(0, i32), local_size(0, i32)), " + tid + ")"), "1 top none");
}

TEST(Paper, ProductsAreNotThoseOfSlopes) { // slip 1
  EXPECT_EQ(of_index("mul(n, " + tid + ")"), "top top product *");
  EXPECT_EQ(of_index("mul(" + tid + ", " + tid + ")"), "top top product *");
  EXPECT_EQ(of_index("mul(" + tid + ", 1:i32)"), "1 top none");
  EXPECT_EQ(of_index("mul(" + tid + ", -1:i32)"), "-1 top none");
  EXPECT_EQ(of_index("mul(" + tid + ", 0:i32)"), "0 top none");
  EXPECT_EQ(of_index("mul(n, n)"), "0 top none");
}

TEST(Paper, OtherOperators) {
  EXPECT_EQ(of_index("sdiv(n, 2:i32)"), "0 top none");
  EXPECT_EQ(of_index("sdiv(" + tid + ", 2:i32)"), "top top division *");
  EXPECT_EQ(of_index("urem(" + tid + ", 16:i32)"), "top top remainder *"); // slip 7: not what the release says
  EXPECT_EQ(of_index("lshr(" + tid + ", 1:i32)"), "top top shift *");
  EXPECT_EQ(of_index("shl(" + tid + ", 1:i32)"), "top top shift *");
  EXPECT_EQ(of_index("xor(" + tid + ", 1:i32)"), "top top bits *");
  EXPECT_EQ(of_index("smax(" + tid + ", 1:i32)"), "top top extremum *");
  EXPECT_EQ(of_index("ftos(stof(" + tid + ", f32), i32)"), "top top floating *");
  EXPECT_EQ(of_index("call \"f\"(n):i32"), "top top call *");
}

TEST(Paper, FirstCausesAreKept) {
  EXPECT_EQ(of_index("sub(mul(n, " + tid + "), sdiv(" + tid + ", 2:i32))"), "top top product *");
}

TEST(Paper, NumbersThatMayWrapAroundAreOnNoLine) {
  EXPECT_EQ(of_index("add(" + tid + ", n)"), "top top conversion *"); // read by a wider type
  EXPECT_EQ(of_index("sext(trunc(" + tid + ", i8), i32)"), "top top conversion *");
  EXPECT_EQ(of_index("zext(trunc(" + tid + ", i9), i32)"), "1 top none"); // 256 threads
}

TEST(Paper, Equalities) {
  EXPECT_EQ(under("eq(" + tid + ", n)"), "top FF- product");
  EXPECT_EQ(under("eq(n, sub(n, " + tid + "))"), "top FF- product");
  EXPECT_EQ(under("eq(" + tid + ", sub(n, " + tid + "))"), "top FF- product"); // 2 * tid = c
  EXPECT_EQ(under("eq(n, 3:i32)"), "top top product *");
  EXPECT_EQ(under("ne(" + tid + ", n)"), "top top product *");
  EXPECT_EQ(under("eq(sdiv(" + tid + ", 2:i32), 0:i32)"), "top top product *");
  EXPECT_EQ(under("not(ne(" + tid + ", n))"), "top FF- product");
}

TEST(Paper, OrderAndConnectives) {
  EXPECT_EQ(under("slt(" + tid + ", 1:i32)"), "top top product *"); // one thread, but not by the paper's rules
  EXPECT_EQ(under("land(slt(n, 1:i32), eq(" + tid + ", 0:i32))"), "top FF- product");
  EXPECT_EQ(under("lor(slt(n, 1:i32), eq(" + tid + ", 0:i32))"), "top top product *");
  EXPECT_EQ(under("not(lor(slt(n, 1:i32), ne(" + tid + ", 0:i32)))"), "top FF- product");
}

TEST(Paper, LoadsAtOneIndexAreTheSameForAll) {
  const auto loaded = [](const std::string &cells) {
    return verdicts(body("block entry: x := " + cells + "; a[sext(x, i64)] := 0:i32; return;\n"));
  };
  EXPECT_EQ(loaded("a[3:i64]"), "0 top none; 0 top none");
  EXPECT_EQ(loaded("l[3:i64]"), "0 top none");
  EXPECT_EQ(loaded("q[sext(n, i64)]"), "0 top none");
  EXPECT_EQ(loaded("l[" + wide_tid + "]"), "top top read *");
  EXPECT_EQ(loaded("p[3:i64]"), "top top private *"); // slip 4
  EXPECT_EQ(loaded("atomic add a[0:i64](1:i32)"), "0 top none; top top atomic *");
}

TEST(Paper, ElementsOfMoreThanFourBytes) {
  const std::string all = "block entry: d[" + wide_tid + "] := 0:i64; c[" + wide_tid + "] := 0:i8; d[0:i64] := 0:i64;" +
                          "d[sub(7:i64, " + wide_tid + ")] := 0:i64; c[mul(" + wide_tid +
                          ", 2:i64)] := 0:i8; return;\n";
  // slip 5: char at stride 2 is reported, though a line serves it
  EXPECT_EQ(verdicts(body(all)), "1 top wide *; 1 top none; 0 top none; -1 top wide *; top top product *");
}

TEST(Paper, IndicesAreOfSourceElements) {
  const std::string four = "0.0:f32, 0.0:f32, 0.0:f32, 0.0:f32";
  const auto vectors = [&](const std::string &offset) {
    return verdicts(body("block entry: v[" + offset + "] := " + four + "; return;\n"));
  };
  EXPECT_EQ(vectors("mul(" + wide_tid + ", 4:i64)"), "1 top wide *");
  EXPECT_EQ(vectors("shl(" + wide_tid + ", 2:i64)"), "1 top wide *");
  EXPECT_EQ(vectors("mul(" + wide_tid + ", 8:i64)"), "top top product *");
  EXPECT_EQ(vectors("mul(sext(n, i64), 4:i64)"), "0 top none");
  EXPECT_EQ(verdicts(body("block entry: v[add(mul(" + wide_tid + ", 4:i64), 1:i64)] := 0.0:f32; return;\n")),
            "1 top wide *"); // a member of an array of structs
  EXPECT_EQ(verdicts(body("block entry: v[" + wide_tid + "] := 0.0:f32; return;\n")), "1 top none"); // as floats
}

const std::string use_x = " a[sext(x, i64)] := 0:i32; return;\n";

TEST(Paper, BranchesThatAreTheSameForAllJoin) {
  const auto arms = [](const std::string &condition, const std::string &a, const std::string &b) {
    return verdicts(body("block entry: br " + condition + ", one, two;\nblock one: x := " + a +
                         "; goto out;\nblock two: x := " + b + "; goto out;\nblock out:" + use_x));
  };
  EXPECT_EQ(arms("slt(n, 3:i32)", "10:i32", "20:i32"), "0 top none");
  EXPECT_EQ(arms("slt(n, 3:i32)", "10:i32", tid), "top top join *");
  EXPECT_EQ(arms("slt(" + tid + ", n)", "10:i32", "20:i32"), "top top merge *");
  EXPECT_EQ(arms("slt(" + tid + ", n)", tid, tid), "top top merge *"); // to the letter: it is assigned
}

TEST(Paper, OneArmSuffices) {
  EXPECT_EQ(verdicts(body("block entry: x := 20:i32; br slt(" + tid +
                          ", n), one, out;\nblock one: x := 10:i32; y := 1:i32; goto out;\nblock out:" + use_x)),
            "top top merge *");
}

TEST(Paper, OthersStayAsTheyAre) {
  EXPECT_EQ(verdicts(body("block entry: x := 20:i32; br slt(" + tid +
                          ", n), one, out;\nblock one: y := 10:i32; goto out;\nblock out:" + use_x)),
            "0 top none");
}

TEST(Paper, InABranchValuesAreThoseOfItsThreads) { // slip 2
  EXPECT_EQ(verdicts(body("block entry: x := " + tid + "; br slt(" + tid +
                          ", n), one, out;\nblock one: x := 10:i32; a[sext(x, i64)] := 0:i32; goto out;\n"
                          "block out: return;\n")),
            "0 top none");
}

TEST(Paper, SelectionsAreBranches) {
  EXPECT_EQ(of_index("ite(slt(n, 3:i32), 10:i32, 20:i32)"), "0 top none");
  EXPECT_EQ(of_index("ite(slt(" + tid + ", n), 10:i32, 20:i32)"), "top top choice *");
}

TEST(Paper, TheActiveSetIsRestoredBehindTheJoin) {
  EXPECT_EQ(verdicts(body("block entry: x := mul(" + tid + ", n); br eq(" + tid +
                          ", 0:i32), one, out;\nblock one: a[0:i64] := 0:i32; goto out;\nblock out:" + use_x)),
            "0 FF- none; top top product *");
  // the rest ends: those that go on are one
  EXPECT_EQ(verdicts(body("block entry: x := mul(" + tid + ", n); br ne(" + tid +
                          ", 0:i32), end, one;\nblock end: return;\nblock one:" + use_x)),
            "top FF- product");
}

TEST(Paper, OneThreadByTwoWaysAreTwo) {
  EXPECT_EQ(verdicts(body("block entry: x := mul(" + tid + ", n); br eq(" + tid +
                          ", 0:i32), one, more;\nblock more: br eq(" + tid +
                          ", 5:i32), one, out;\nblock one: a[sext(x, i64)] := 0:i32; goto out;\n"
                          "block out: return;\n")),
            "top top product *");
}

TEST(Paper, OneThreadARoundAreManyBehindTheLoop) {
  const std::string text = body("block entry: x := mul(" + tid +
                                ", n); i := 0:i32; goto head;\n"
                                "block head: br eq(" +
                                tid +
                                ", i), leave, next;\n"
                                "block next: i := add.nsw(i, 1:i32); goto head;\nblock leave:" +
                                use_x);
  EXPECT_EQ(verdicts(text), "top top product *");
  EXPECT_EQ(verdicts(text, Mode::Relative), "top top product *");
}

TEST(Paper, ANarrowNumberIsThatOfManyThreads) {
  EXPECT_EQ(under("eq(trunc(" + tid + ", i4), 3:i4)"), "top top product *");
  EXPECT_EQ(under("eq(local_id(0, i4), 3:i4)"), "top top product *");
}

std::string loop_from(const std::string &first, const std::string &step) {
  return body("block entry: i := " + first +
              "; goto head;\nblock head: br slt(i, n), body, out;\n"
              "block body: a[sext(i, i64)] := 0:i32; i := add.nsw(i, " +
              step +
              "); goto head;\n"
              "block out: a[sext(i, i64)] := 0:i32; return;\n");
}

TEST(Paper, LoopsByTheLetter) { // slip 3
  EXPECT_EQ(verdicts(loop_from("0:i32", "1:i32")), "0 top none; 0 top none");
  EXPECT_EQ(verdicts(loop_from(tid, "local_size(0, i32)")), "top top loop *; top top loop *");
}

TEST(Paper, LoopsRelativeToTheActiveThreads) {
  EXPECT_EQ(verdicts(loop_from("0:i32", "1:i32"), Mode::Relative), "0 top none; 0 top none");
  EXPECT_EQ(verdicts(loop_from(tid, "local_size(0, i32)"), Mode::Relative), "1 top none; top top merge *");
}

TEST(Paper, AtAHeadValuesJoin) {
  EXPECT_EQ(verdicts(body("block entry: i := 0:i32; x := 0:i32; goto head;\nblock head: br slt(i, n), body, out;\n"
                          "block body: a[sext(x, i64)] := 0:i32; x := " +
                          tid +
                          "; i := add.nsw(i, 1:i32); goto head;\n"
                          "block out: return;\n")),
            "top top join *");
}

TEST(Paper, ALoopThatThreadsLeaveFromABranch) {
  const std::string text = body("block entry: i := 0:i32; goto head;\nblock head: br slt(i, n), body, out;\n"
                                "block body: br slt(" +
                                tid +
                                ", i), found, next;\n"
                                "block found: a[sext(i, i64)] := 0:i32; goto out;\n"
                                "block next: i := add.nsw(i, 1:i32); goto head;\n"
                                "block out: a[sext(i, i64)] := 0:i32; return;\n");
  EXPECT_EQ(verdicts(text), "top top loop *; top top loop *");
  EXPECT_EQ(verdicts(text, Mode::Relative), "top top merge *; top top merge *");
}

TEST(Paper, ReadAtDifferentTimes) { // some go round first, then all pass `meet`, one round after the other
  const std::string text =
      body("block entry: i := 0:i32; y := 0:i32; goto head;\nblock head: i := add.nsw(i, 1:i32); br slt(" + tid +
           ", i), meet, again;\nblock again: a[sext(y, i64)] := i; goto head;\n"
           "block meet: x := a[0:i64]; br slt(n, 7:i32), again, out;\nblock out:" +
           use_x);
  EXPECT_EQ(verdicts(text), "0 top none; 0 top none; top top loop *");
  EXPECT_EQ(verdicts(text, Mode::Relative), "0 top none; 0 top none; top top merge *");
}

TEST(Paper, WaysThatMeetInALoopAroundTheBranch) {
  const std::string text = body("block entry: i := 0:i32; goto head;\n"
                                "block head: br slt(i, 3:i32), body, out;\n"
                                "block body: i := add.nsw(i, 1:i32); x := 7:i32; goto inner;\n"
                                "block inner: br slt(" +
                                tid +
                                ", n), set, rest;\n"
                                "block set: x := 33:i32; br eq(" +
                                tid +
                                ", m), found, rest;\n"
                                "block found: return;\n"
                                "block rest: a[sext(x, i64)] := 0:i32; goto head;\nblock out: return;\n");
  EXPECT_EQ(verdicts(text, Mode::Relative), "top top merge *");
}

TEST(Paper, Switches) {
  const auto by = [](const std::string &value) {
    return verdicts(
        body("block entry: x := mul(" + tid + ", n); y := 0:i32; switch " + value +
             " { 1: one, 2: one, 3: three, default: out };\nblock one: a[sext(x, i64)] := 0:i32; y := 1:i32;"
             " goto out;\nblock three: a[sext(x, i64)] := 0:i32; y := 2:i32; goto out;\n"
             "block out: a[sext(y, i64)] := 0:i32; return;\n"));
  };
  EXPECT_EQ(by("n"), "top top product *; top top product *; 0 top none");
  EXPECT_EQ(by(tid), "top top product *; top FF- product; top top merge *");
}

TEST(Paper, WaysThatCrossBeforeTheJoin) { // two threads may come to `both` from either arm
  const std::string text = body(
      "block entry: x := 0:i32; br slt(" + tid +
      ", n), one, two;\nblock one: x := 1:i32; br slt(n, 7:i32), both, "
      "out;\nblock two: x := 2:i32; goto both;\nblock both: a[sext(x, i64)] := 0:i32; goto out;\nblock out: return;\n");
  EXPECT_EQ(verdicts(text), "top top merge *");
}

// Fig. 2 of the paper, rebuilt from its text: Fan2 of gaussian, and its repair. M, A and B, as rows of N.
TEST(Paper, Fan2) {
  const char *const kernel = R"(kernel fan {
  param n: i32; param t: i32; var x: i32; var y: i32; var xy: i32; var xt: i32; var ty: i32; var m: i32; var s: i32;
  array A: i32[] global param; array B: i32[] global param; array M: i32[] global param;
block entry: %s := add.nsw(add.nsw(local_id(0, i32), t), 1:i32); %s := t; goto head;
block head: br slt(%s, n), body, out;
block body: xy := add.nsw(mul.nsw(n, x), y); xt := add.nsw(mul.nsw(n, x), t); ty := add.nsw(mul.nsw(n, t), y);
  s := A[sext(ty, i64)]; m := M[sext(xt, i64)]; A[sext(xy, i64)] := mul(m, s);
  %s := add.nsw(%s, 1:i32); goto head;
block out: s := B[sext(t, i64)]; B[sext(x, i64)] := s; return;
})";
  const auto with = [&](const std::string &mine, const std::string &counted) {
    std::string text = kernel;
    for (const std::string &name : {mine, counted, counted, counted, counted})
      text.replace(text.find("%s"), 2, name);
    return verdicts(text);
  };
  EXPECT_EQ(with("x", "y"), "0 top none; top top product *; top top product *; 0 top none; 1 top none");
  EXPECT_EQ(with("y", "x"), "1 top none; 0 top none; 1 top none; 0 top none; 0 top none");
}

TEST(Paper, Prints) {
  support::Diagnostics diags;
  const auto k =
      cfg::parse("kernel k {\n  array a: i32[] global param;\nblock b:\n  a[mul(2:i64, local_id(0, i64))] := "
                 "0:i32;\n  return;\n}",
                 "t.kir", diags);
  ASSERT_TRUE(k);
  const auto analyses = cfg::analyse(*k, {}, {}, diags);
  ASSERT_TRUE(analyses);
  EXPECT_EQ(print(analyse(*k, *analyses), *k), "4:3 a top top reported product\n");
}

} // namespace
} // namespace lockstep::coalescing::paper::test_paper_analysis
