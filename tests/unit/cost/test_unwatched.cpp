// Kernels without what proofs watch asynchronous copies with.
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"
#include "cfg/passes/without_copy_watches.h"

#include <gtest/gtest.h>

namespace lockstep::cost::test_unwatched {
namespace {

std::string without(const std::string &vars, const std::string &body) {
  support::Diagnostics diags;
  const auto all = cfg::parse_kernels("kernel k pointer_bits 64 {\n" + vars +
                                          "  array a : i32[] global param \"a\";\n" + body + "}\n",
                                      "test.kir", diags);
  EXPECT_TRUE(all) << diags.all().at(0).message;
  const auto out = unwatched((*all)[0]);
  return out ? cfg::print(*out) : "none";
}

constexpr const char *guarded = "block entry:\n  br eq(async.copy, 1:i32), then, done;\nblock then:\n"
                                "  a[0:i64] := 1:i32;\n  goto done;\nblock done:\n  return;\n";

TEST(Unwatched, WhatAWatchGuardsIsGone) {
  const std::string text = without("  param async.copy : i32 copy_part;\n", guarded);
  EXPECT_EQ(text.find(":= 1:i32"), std::string::npos) << text;
  EXPECT_NE(text.find("block done"), std::string::npos) << text;
}

TEST(Unwatched, OthersStay) {
  EXPECT_EQ(without("  param async.copy : i32 \"async.copy\";\n", guarded), "none"); // the program's own
  // A variable is no watch, whatever its name.
  const std::string text =
      without("  param async.other : i32 copy_part;\n  var async.copy : i32;\n",
              "block entry:\n  async.copy := 1:i32;\n  goto test;\nblock test:\n" + std::string(guarded).substr(13));
  EXPECT_NE(text.find(":= 1:i32"), text.rfind(":= 1:i32")) << text;
}

// Which thread moves a part of a copy is a choice of the execution.
TEST(Unwatched, ChoicesStay) {
  EXPECT_EQ(without("  param async.next : bool copy_choice;\n",
                    "block entry:\n  br async.next, then, done;\n" +
                        std::string(guarded).substr(std::string(guarded).find("block then"))),
            "none");
}

TEST(Unwatched, ThreadsThatMeetGoOneWay) {
  const std::string text =
      without("  param async.same : i32 copy_meeting;\n  param n : i32 \"n\";\n",
              "block entry:\n  br eq(n, async.same), first, second;\nblock first:\n  barrier group fence();\n"
              "  goto met;\nblock second:\n  barrier group fence();\n  goto met;\nblock met:\n  return;\n");
  EXPECT_NE(text.find("barrier"), std::string::npos) << text;
  EXPECT_EQ(text.find("barrier"), text.rfind("barrier")) << text;
}

} // namespace
} // namespace lockstep::cost::test_unwatched
