// The hint to deal elements out one by one: only where nothing but the element decides.
#include "cost/advice/hints.h"

#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"

#include <gtest/gtest.h>

namespace lockstep::coalescing::test_chunks {
namespace {

// Of a loop over 16 elements of each thread; `round` with the element's place `at`, `behind` after it.
bool proposed(const std::string &round, const std::string &behind = "") {
  support::Diagnostics diags;
  const auto parsed = cfg::parse(
      "kernel k {\n  param n: i32 \"n\";\n  var i: i32 \"i\";\n  var v: i32;\n  var s: i32;\n  var at: i64;\n"
      "  array a: i32[] global param;\n  array o: i32[] global param;\nblock entry: i := 0:i32; s := 0:i32; goto "
      "head;\nblock head: br slt(i, 16:i32), body, done;\nblock body: at := sext(add.nsw(mul.nsw(16:i32, local_id(0, "
      "i32)), i), i64); " +
          round + " i := add.nsw(i, 1:i32); goto head;\nblock done: " + behind + " return;\n}\n",
      "test.kir", diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  const auto k = parsed ? cfg::normalise(*parsed, {}, diags) : support::failure;
  if (!k)
    return false;
  cfg::Launch launch;
  launch.local_size = {256, 1, 1};
  launch.num_groups = {1, 1, 1};
  const auto analyses = cfg::analyse(*k, launch, {}, diags);
  EXPECT_TRUE(analyses);
  const Options options{*cfg::target("nvidia"), 256};
  const auto accesses = requests(*k, *analyses, options);
  for (const Advice &a : advise(*k, *analyses, options, {}, accesses))
    for (const Hint &h : a.hints)
      if (h.kind == HintKind::Chunk)
        return true;
  return false;
}

TEST(Chunks, EachElementByItself) {
  EXPECT_TRUE(proposed("v := a[at]; a[at] := mul(v, n);"));
  EXPECT_TRUE(proposed("v := a[at]; o[at] := add(v, 1:i32);"));
}

TEST(Chunks, WhatTheThreadOrTheRoundDecides) {
  EXPECT_FALSE(proposed("v := a[at]; s := add(s, v);", "o[sext(local_id(0, i32), i64)] := s;"));
  EXPECT_FALSE(proposed("a[at] := i;"));
  EXPECT_FALSE(proposed("a[at] := local_id(0, i32);"));
  EXPECT_FALSE(proposed("v := a[sub.nsw(at, 1:i64)]; a[at] := v;"));
  EXPECT_FALSE(proposed("v := a[at]; s := v;", "o[sext(local_id(0, i32), i64)] := s;"));
}

} // namespace
} // namespace lockstep::coalescing::test_chunks
