// Handovers: which accesses a lock protects, which stand before or behind a counter of groups, and what others lack.
#include "cfg/analysis/handover.h"

#include "kir_test.h"

namespace lockstep::cfg {
namespace {

const std::string declarations = "  var old : i32;\n  var x : i32;\n  var c : i64;\n  array l : i32[] global param;\n"
                                 "  array a : i32[] global param;\n";
const std::string fence = "  memory_fence grid acquire release (group, global);\n";

// "block.statement: protected by l[offset] (grid), before, last, or what is missing", one a line.
std::string handovers_of(const std::string &body, std::uint64_t groups = 4) {
  const Kernel k = kernel_of("kernel k {\n" + declarations + body + "}\n");
  Launch launch;
  launch.local_size[0] = 8;
  launch.num_groups[0] = groups;
  const Handovers h = handovers(k, available_facts(k), launch);
  std::string out;
  auto at = [&](Point p) { return k.blocks[p.first].name + "." + std::to_string(p.second) + ":"; };
  for (const auto &[point, x] : h.at) {
    out += at(point);
    for (const HeldLock &l : x.in_grid)
      out += " " + k.arrays[l.array].name + "[" + print(l.offset, k) + "]" + (l.bare ? " bare" : "");
    for (const HeldLock &l : x.in_group)
      out += " group " + k.arrays[l.array].name + "[" + print(l.offset, k) + "]" + (l.bare ? " bare" : "");
    out += std::string(x.before.empty() ? "" : " before") + (x.last.empty() ? "" : " last") + "\n";
  }
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
  EXPECT_EQ(handovers_of(critical(fence + "  x := a[0:i64];\n" + fence)), "in.1: l[0:i64] group l[0:i64]\n");
  EXPECT_EQ(handovers_of(critical("  a[0:i64] := 1:i32;\n" + fence)), "in.0: l[0:i64] bare group l[0:i64] bare\n");
  EXPECT_EQ(
      handovers_of(critical(fence + "  x := a[0:i64];\n", "  return;\nblock never:\n  atomic xchg l[0:i64](0:i32);\n")),
      "in.1: l[0:i64] group l[0:i64]\n");
}

TEST(Handovers, WhatIsMissing) {
  EXPECT_EQ(handovers_of(critical("  x := a[0:i64];\n" + fence)),
            "in.0: no fence lies between the acquisition of 'l' and it\n");
  EXPECT_EQ(handovers_of(critical(fence + "  a[0:i64] := 1:i32;\n")),
            "in.1: no fence lies between it and the release of 'l'\n");
  // A fence for the group is enough for threads of the group.
  EXPECT_EQ(handovers_of(critical("  memory_fence group acquire release (group, global);\n  a[0:i64] := 1:i32;\n"
                                  "  memory_fence group release (global);\n")),
            "in.1: group l[0:i64]\nin.1: no fence lies between it and the release of 'l'\n");
}

TEST(Handovers, NoLocks) {
  const std::string inside = fence + "  a[0:i64] := 1:i32;\n" + fence;
  EXPECT_EQ(handovers_of(critical(inside, "  atomic xchg l[0:i64](2:i32);\n")), "")
      << "another value than the free one";
  EXPECT_EQ(handovers_of(critical(inside, "  atomic add l[0:i64](1:i32);\n")), "") << "neither acquires nor releases";
  EXPECT_EQ(handovers_of(critical(inside, "  atomic group xchg l[0:i64](0:i32);\n")), "in.1: group l[0:i64]\n")
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
  EXPECT_EQ(handovers_of(critical(fence + "  a[0:i64] := 1:i32;\n" + fence, store)), "in.1: l[0:i64] group l[0:i64]\n");
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
  EXPECT_EQ(handovers_of(counting("3:i32")), "count.0: before\nlast.1: last\n");
  EXPECT_EQ(handovers_of(counting("sub(num_groups(0, i32), 1:i32)")), "count.0: before\nlast.1: last\n");
  EXPECT_EQ(handovers_of(counting("2:i32")), "count.0: before\n") << "not the last";
  EXPECT_EQ(handovers_of(counting("3:i32", "atomic inc l[0:i64](3:i32)")), "count.0: before\nlast.1: last\n");
  EXPECT_EQ(handovers_of(counting("3:i32", "atomic inc l[0:i64](2:i32)")), "") << "begins anew too early";
  EXPECT_EQ(handovers_of(counting("3:i32", "atomic add l[0:i64](2:i32)")), "");
  EXPECT_EQ(handovers_of(counting("3:i32", "atomic group add l[0:i64](1:i32)")), "");
}

} // namespace
} // namespace lockstep::cfg
