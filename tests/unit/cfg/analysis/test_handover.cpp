// Handovers: which accesses a lock protects, which stand before or behind a counter of groups, or posts to cells, and
// what others lack.
#include "cfg/analysis/order/handover.h"

#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_handover {
namespace {

const std::string declarations = "  var old : i32;\n  var x : i32;\n  var c : i64;\n  array l : i32[] global param;\n"
                                 "  array a : i32[] global param;\n";
const std::string fence = "  memory_fence grid acquire release (group, global);\n";

// "block.statement: what the access gives, takes, holds (both)", or what is missing, one a line.
std::string handovers_of(const std::string &body, std::uint64_t groups = 4) {
  const Kernel k = kernel_of("kernel k {\n" + declarations + body + "}\n");
  Launch launch;
  launch.local_size[0] = 8;
  launch.num_groups[0] = groups;
  const Handovers h = handovers(k, available_facts(k), launch);
  std::string out;
  auto at = [&](Point p) { return k.blocks[p.first].name + "." + std::to_string(p.second) + ":"; };
  for (const auto &[point, tokens] : h.at)
    out += at(point) + " " + print(tokens, h.channels, k) + "\n";
  for (const auto &[point, what] : h.missing)
    out += at(point) + " " + what + "\n";
  return out;
}

std::string critical(const std::string &inside, const std::string &release = "  atomic xchg l[0:i64](0:i32);\n") {
  return "block s:\n  goto w;\nblock w:\n  old := atomic cmpxchg l[0:i64](0:i32, 1:i32);\n  br eq(old, 0:i32), in, w;\n"
         "block in:\n" +
         inside + release + "  return;\n";
}

TEST(Handovers, UnderALock) {
  EXPECT_EQ(handovers_of(critical(fence + "  x := a[0:i64];\n" + fence)),
            "in.1: holds lock l[0:i64] holds lock l[0:i64] in a group\n");
  EXPECT_EQ(handovers_of(critical("  a[0:i64] := 1:i32;\n" + fence)),
            "in.0: holds lock l[0:i64] bare holds lock l[0:i64] in a group bare\n");
  EXPECT_EQ(
      handovers_of(critical(fence + "  x := a[0:i64];\n", "  return;\nblock never:\n  atomic xchg l[0:i64](0:i32);\n")),
      "in.1: holds lock l[0:i64] holds lock l[0:i64] in a group\n");
}

TEST(Handovers, WhatIsMissing) {
  EXPECT_EQ(handovers_of(critical("  x := a[0:i64];\n" + fence)),
            "in.0: no fence lies between the acquisition of 'l' and it\n");
  EXPECT_EQ(handovers_of(critical(fence + "  a[0:i64] := 1:i32;\n")),
            "in.1: no fence lies between it and the release of 'l'\n");
  // A fence for the group is enough for threads of the group.
  EXPECT_EQ(handovers_of(critical("  memory_fence group acquire release (group, global);\n  a[0:i64] := 1:i32;\n"
                                  "  memory_fence group release (global);\n")),
            "in.1: holds lock l[0:i64] in a group\nin.1: no fence lies between it and the release of 'l'\n");
}

TEST(Handovers, NoLocks) {
  const std::string inside = fence + "  a[0:i64] := 1:i32;\n" + fence;
  EXPECT_EQ(handovers_of(critical(inside, "  atomic xchg l[0:i64](2:i32);\n")),
            "in.1: holds lock l[0:i64] holds lock l[0:i64] in a group\n")
      << "nobody frees it: who has found it free is the only one";
  EXPECT_EQ(handovers_of(critical(inside, "  atomic xchg l[0:i64](x);\n")), "") << "perhaps the free one";
  EXPECT_EQ(handovers_of(critical(inside, "  atomic add l[0:i64](1:i32);\n")), "") << "neither acquires nor releases";
  EXPECT_EQ(handovers_of(critical(inside, "  atomic group xchg l[0:i64](0:i32);\n")),
            "in.1: holds lock l[0:i64] in a group\n")
      << "the release is for the group";
  EXPECT_EQ(handovers_of(critical(inside, "  atomic xchg l[0:i64](0:i32);\n  l[0:i64] := 0:i32;\n")), "")
      << "a plain store behind an atomic";
  EXPECT_NE(handovers_of(critical(inside, "  atomic xchg l[0:i64](0:i32);\n  atomic xchg l[0:i64](0:i32);\n"))
                .find("is no lock"),
            std::string::npos)
      << "released twice";
}

TEST(Handovers, AStoreMustHandOnWhatTheThreadHasAcquired) {
  const std::string store = "  atomic store l[0:i64](0:i32);\n";
  EXPECT_EQ(handovers_of(critical(fence + "  a[0:i64] := 1:i32;\n" + fence, store)),
            "in.1: holds lock l[0:i64] holds lock l[0:i64] in a group\n");
  EXPECT_NE(handovers_of(critical("  a[0:i64] := 1:i32;\n  memory_fence grid release (group, global);\n", store))
                .find("is no lock"),
            std::string::npos);
}

std::string counting(const std::string &number, const std::string &update = "atomic add l[0:i64](1:i32)") {
  return "block s:\n  a[zext(group_id(0, i32), i64)] := 1:i32;\n" + fence +
         "  br eq(local_id(0, i32), 0:i32), count, end;\nblock count:\n  old := " + update + ";\n  br eq(old, " +
         number + "), last, end;\nblock last:\n" + fence + "  x := a[0:i64];\n  goto end;\nblock end:\n  return;\n";
}

TEST(Handovers, TheLastGroup) {
  // The write is not the counting thread's alone, and no barrier lies between.
  EXPECT_EQ(handovers_of(counting("3:i32")), "count.0: gives counter l\nlast.1: holds counter l\n");
  EXPECT_EQ(handovers_of(counting("sub(num_groups(0, i32), 1:i32)")),
            "count.0: gives counter l\nlast.1: holds counter l\n");
  EXPECT_EQ(handovers_of(counting("2:i32")), "count.0: gives counter l\n") << "not the last";
  EXPECT_EQ(handovers_of(counting("3:i32", "atomic inc l[0:i64](3:i32)")),
            "count.0: gives counter l\nlast.1: holds counter l\n");
  EXPECT_EQ(handovers_of(counting("3:i32", "atomic inc l[0:i64](2:i32)")), "") << "begins anew too early";
  EXPECT_EQ(handovers_of(counting("3:i32", "atomic add l[0:i64](2:i32)")), "");
  EXPECT_EQ(handovers_of(counting("3:i32", "atomic group add l[0:i64](1:i32)")), "");
}

const std::string first_group = "block s:\n  br eq(group_id(0, i32), 0:i32), p, r;\nblock p:\n  a[0:i64] := 1:i32;\n" +
                                fence +
                                "  barrier group fence(group, global);\n"
                                "  br eq(local_id(0, i32), 0:i32), q, end;\n"
                                "block q:\n  atomic xchg l[0:i64](1:i32);\n  goto end;\n";
const std::string end = "block end:\n  return;\n";

TEST(Posts, OneGroupToOthers) {
  EXPECT_EQ(handovers_of(first_group +
                         "block r:\n  old := atomic add l[0:i64](0:i32);\n"
                         "  br eq(old, 1:i32), u, r;\nblock u:\n" +
                         fence + "  x := a[0:i64];\n  goto end;\n" + end),
            "p.0: gives post l\nu.1: takes post l\n");
  EXPECT_EQ(handovers_of(first_group +
                         "block r:\n  old := atomic add l[0:i64](0:i32);\n"
                         "  br eq(old, 2:i32), u, r;\nblock u:\n" +
                         fence + "  x := a[0:i64];\n  goto end;\n" + end),
            "")
      << "a value that nobody puts";
  EXPECT_EQ(handovers_of(first_group +
                         "block r:\n  old := atomic add l[0:i64](0:i32);\n"
                         "  br slt(old, 1:i32), u, r;\nblock u:\n" +
                         fence + "  x := a[0:i64];\n  goto end;\n" + end),
            "")
      << "what was there at the start";
}

TEST(Posts, CellsWhoseVariablesChange) {
  const std::string own =
      "block e:\n  br eq(local_id(0, i32), 0:i32), s, end;\nblock end:\n  return;\nblock s:\n  a[0:i64] := 1:i32;\n" +
      fence +
      "  atomic xchg l[zext(group_id(0, i32), i64)](1:i32);\n  c := 0:i64;\n  goto r;\n"
      "block r:\n  old := atomic add l[c](0:i32);\n  br eq(old, 1:i32), u, r;\nblock u:\n";
  EXPECT_EQ(handovers_of(own + fence + "  x := a[c];\n  return;\n"),
            "s.0: gives post l[zext(group_id(0, i32), i64)]\nu.1: takes post l[c]\n");
  EXPECT_EQ(handovers_of(own + fence + "  c := 1:i64;\n  x := a[c];\n  return;\n"),
            "s.0: gives post l[zext(group_id(0, i32), i64)]\n");
}

TEST(Posts, OneThreadLooksForItsGroup) {
  const std::string look = "block t:\n  old := atomic add l[0:i64](0:i32);\n  br eq(old, 1:i32), b, t;\n"
                           "block b:\n  barrier group fence(group, global);\n" +
                           fence + "  x := a[0:i64];\n  goto end;\n" + end;
  EXPECT_EQ(handovers_of(first_group + "block r:\n  br eq(local_id(0, i32), 0:i32), t, b;\n" + look),
            "p.0: gives post l\nb.2: takes post l\n");
  EXPECT_EQ(handovers_of(first_group +
                         "block r:\n  br eq(local_id(0, i32), 0:i32), t0, b;\n"
                         "block t0:\n  goto t, end;\n" +
                         look),
            "p.0: gives post l\nb.2: takes post l\n")
      << "that it may have ended is divergence";
  EXPECT_EQ(handovers_of(first_group + "block r:\n  br ult(local_id(0, i32), 2:i32), t, b;\n" + look), "")
      << "two look, and nobody for the others";
  EXPECT_EQ(handovers_of(first_group + "block r:\n  br eq(local_id(0, i8), 0:i8), t, b;\n" + look), "")
      << "one in 256 looks";
}

} // namespace
} // namespace lockstep::cfg::test_handover
