// Whom masks name: cfg/analysis/sharing/named_lanes.h.
#include "cfg/analysis/sharing/named_lanes.h"

#include "tests/unit/cfg/kir_test.h"

#include <gtest/gtest.h>

namespace lockstep::cfg::test_named_lanes {
namespace {

// Of the last gather: its kind and lanes, or why nothing is known.
std::string named(const std::string &text, std::uint64_t threads = 64) {
  const Kernel k = kernel_of(text);
  support::Diagnostics diags;
  const auto forest = loops(k, diags);
  Launch launch;
  launch.local_size = {threads, 1, 1};
  const NamedLanes all = named_lanes(k, *forest, launch);
  const auto &found = all.rbegin()->second;
  const auto *whom = std::get_if<LanesOf>(&found);
  if (!whom)
    return std::get<std::string>(found);
  static constexpr const char *kinds[] = {"own", "tile", "rest", "class"};
  return std::string(kinds[static_cast<std::size_t>(whom->kind())]) + " " + std::to_string(whom->lanes());
}

std::string by_ids(const std::string &mask, const std::string &who = "true") {
  return "kernel k { array a : i32[] global param; block e: br " + who + ", t, f; block t: gather 32 among " + mask +
         " fence(group); goto f; block f: barrier group fence(group); return; }";
}
const std::string rank = "urem(local_id(0, i32), 32:i32)";

TEST(NamedLanes, TilesAndOthersByIds) {
  EXPECT_EQ(named(by_ids("4294967295:i32")), "tile 32");
  EXPECT_EQ(named(by_ids("shl(255:i32, and(" + rank + ", 24:i32))")), "tile 8");
  EXPECT_EQ(named(by_ids("shl(1:i32, " + rank + ")")), "own 1");
  EXPECT_EQ(named(by_ids("65535:i32", "ult(" + rank + ", 16:i32)")), "tile 16");
  EXPECT_EQ(named(by_ids("7:i32", "ult(" + rank + ", 3:i32)")), "class 32");
  EXPECT_EQ(named(by_ids("65535:i32"), 16), "tile 16");
  EXPECT_EQ(named(by_ids("65535:i32", "ult(" + rank + ", 17:i32)")),
            "the thread with local id 16, which may come, is not in the mask that it passes");
  EXPECT_EQ(named(by_ids("7:i32", "ult(" + rank + ", 2:i32)")),
            "not all threads that the mask names come with the same mask");
}

std::string by_vote(const std::string &between, const std::string &who, const std::string &others = "") {
  return "kernel k { param n : i32; var v : i32; var m : i32; array a : i32[] global param; array g : i32[64] group; "
         "block e: v := a[local_id(0, i64)]; barrier warp 32 fence() m := ballot(ite(slt(0:i32, v), 1:i32, 0:i32)); " +
         between + " br " + who + ", t, f; block t: gather 32 among m fence(group); goto x; block f: " + others +
         " goto x; block x: barrier group fence(group); return; }";
}

TEST(NamedLanes, VotersGoOnTogether) {
  EXPECT_EQ(named(by_vote("", "slt(0:i32, v)")), "class 32");
  EXPECT_EQ(named(by_vote("", "not(sle(v, 0:i32))")), "class 32");
  EXPECT_EQ(named(by_vote("", "land(slt(0:i32, v), slt(v, 9:i32))")),
            "threads that the mask names may decide differently on the way");
  EXPECT_EQ(named(by_vote("", "sle(v, 0:i32)")), "threads that the mask names may decide differently on the way");
  EXPECT_EQ(named(by_vote("", "slt(0:i32, n)")), "threads that the mask does not name may come, too");
}

TEST(NamedLanes, WhatAVoteIsMadeOfMayChange) {
  EXPECT_EQ(named(by_vote("v := a[sub(63:i64, local_id(0, i64))];", "slt(0:i32, v)")),
            "threads that the mask names may decide differently on the way");
}

TEST(NamedLanes, OthersMayHaveEnded) {
  const auto text = [](const std::string &others) {
    return "kernel k { var v : i32; var m : i32; array a : i32[] global param; block e: v := a[local_id(0, i64)]; "
           "barrier warp 32 fence() m := ballot(ite(slt(0:i32, v), 1:i32, 0:i32)); br slt(0:i32, v), t, f; "
           "block t: gather 32 among m fence(group); goto x; block f: " +
           others + " block x: a[local_id(0, i64)] := v; return; block y: return; }";
  };
  EXPECT_EQ(named(text("goto y;")), "rest 32");
  EXPECT_EQ(named(text("goto x;")), "class 32");
}

} // namespace
} // namespace lockstep::cfg::test_named_lanes
