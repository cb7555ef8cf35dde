// Loops of kernels as systems of transitions, and what potentials say of them.
#include "cfg/ir/text/parse.h"
#include "cost/potentials/loop_system.h"

#include <gtest/gtest.h>

namespace lockstep::cost::test_loop_system {
namespace {

struct Read {
  cfg::Kernel kernel;
  std::optional<cfg::LoopForest> loops;

  explicit Read(const std::string &body) {
    support::Diagnostics diags;
    auto all = cfg::parse_kernels("kernel k pointer_bits 64 {\n  param n : i32;\n  param m : i32;\n" + body + "}\n",
                                  "k.kir", diags);
    EXPECT_TRUE(all) << (diags.all().empty() ? "" : diags.all().front().message);
    kernel = std::move((*all)[0]);
    auto found = cfg::loops(kernel, diags);
    EXPECT_TRUE(found);
    loops = std::move(*found);
  }
  // How often the back edges of `counted` are taken, for each n and m; the values of all other variables are 0.
  std::optional<mpq_class> rounds(std::size_t counted, long n, long m, bool upper = true) {
    const auto s = loop_system(kernel, *loops, 0, counted);
    EXPECT_TRUE(s);
    const auto p = upper ? upper_potential(s->system) : lower_potential(s->system);
    if (!p)
      return std::nullopt;
    std::vector<mpz_class> values;
    for (cfg::VarId v : s->variables)
      values.emplace_back(kernel.vars[v].name == "n" ? n : kernel.vars[v].name == "m" ? m : 0L);
    return evaluate(*p, values);
  }
};

const char *merge = R"(
  var i : i32;
  var j : i32;
  var x : i32;
  var c : bool;
  array a : i32[] global param;

block entry:
  i := 0:i32;
  j := 0:i32;
  goto outer;
block outer:
  br slt(i, n), inner, done;
block inner:
  br slt(j, m), look, no;
block look:
  x := a[sext(j, i64)];
  c := sle(x, 7:i32);
  goto test;
block no:
  c := false;
  goto test;
block test:
  br c, more, next;
block more:
  j := add.nsw(j, 1:i32);
  goto inner;
block next:
  i := add.nsw(i, 1:i32);
  goto outer;
block done:
  return;
)";

TEST(LoopSystem, TheInnerLoopOfAMergeMakesMRoundsInAll) {
  Read r(merge);
  for (long n : {-1, 0, 1, 5})
    for (long m : {-1, 0, 1, 7}) {
      EXPECT_EQ(r.rounds(1, n, m), std::max(0L, m)) << n << ", " << m;
      EXPECT_EQ(r.rounds(0, n, m), std::max(0L, n));
      EXPECT_EQ(r.rounds(0, n, m, false), std::max(0L, n));
      EXPECT_LE(*r.rounds(1, n, m, false), 0);
    }
}

TEST(LoopSystem, WhatMayWrapAroundIsAnyValue) {
  std::string wraps = merge;
  wraps.replace(wraps.find("add.nsw(j"), 9, "add(j");
  Read r(wraps);
  EXPECT_EQ(r.rounds(1, 3, 3), std::nullopt);
  EXPECT_EQ(r.rounds(0, 3, 3), 3);
}

TEST(LoopSystem, ACounterThatIsLoadedHasNoBound) {
  std::string loaded = merge;
  loaded.replace(loaded.find("j := add.nsw(j, 1:i32)"), 22, "j := a[sext(i, i64)]");
  Read r(loaded);
  EXPECT_EQ(r.rounds(1, 3, 3), std::nullopt);
}

TEST(LoopSystem, TwoExits) {
  Read r(R"(
  var i : i32;
  var x : i32;
  array a : i32[] global param;

block entry:
  i := 0:i32;
  goto head;
block head:
  br slt(i, n), body, done;
block body:
  x := a[sext(i, i64)];
  br eq(x, 0:i32), done, next;
block next:
  i := add.nsw(i, 2:i32);
  br sle(m, i), done, head;
block done:
  return;
)");
  for (long n : {0, 1, 4, 9}) {
    EXPECT_GE(*r.rounds(0, n, 100), n / 2);
    EXPECT_LE(*r.rounds(0, n, 100), n / 2 + 1);
    EXPECT_LE(*r.rounds(0, n, 100, false), 0);
  }
}

} // namespace
} // namespace lockstep::cost::test_loop_system
