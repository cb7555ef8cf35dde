// The terms of a kernel in its text, and which launches a kernel stands for.
#include "cfg/ir/terms.h"

#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"

#include <gtest/gtest.h>

namespace lockstep::cfg::test_terms {
namespace {

Kernel parsed(const std::string &terms) {
  support::Diagnostics diags;
  auto k = parse("kernel k {\n" + terms + "  var x : i32;\nblock entry:\n  return;\n}\n", "k.kir", diags);
  EXPECT_TRUE(k) << (diags.all().empty() ? "" : diags.all().front().message);
  return k ? *k : Kernel{};
}

TEST(Terms, AllOfThemReadBack) {
  Terms t;
  t.overflow = Overflow::Wraps;
  t.tolerance = Tolerance::ComputedUnchanged;
  t.nothing_wraps = t.bounds_asked = t.vacuous_allowed = true;
  t.lock_step = 32;
  Launch l;
  l.local_size = {std::nullopt, 4, 1};
  l.num_groups = {std::nullopt, 2, 1};
  l.global_size = {4096, std::nullopt, std::nullopt};
  l.global_offset = {7, 0, 1};
  l.dimensions = 2;
  l.warp_size = 64;
  t.launch = l;
  t.assumptions = {"the \"host\" is kind"};
  const Kernel k = parsed(print(t) + "  uncalled \"fill(int *)\" @\"k.cl\":3:1;\n");
  t.uncalled = {{"fill(int *)", support::Origin({"k.cl", 3, 1})}};
  EXPECT_EQ(k.terms, t);
  EXPECT_EQ(print(parsed(print(k.terms, {.origins = true})).terms, {.origins = true}),
            print(k.terms, {.origins = true}));
}

TEST(Terms, TheUsualOnesAreNoText) {
  EXPECT_EQ(print(Terms{}), "");
  EXPECT_EQ(parsed("").terms, Terms{});
}

TEST(Terms, MistakesAreTold) {
  for (const char *text : {"terms overflow maybe;", "terms;", "terms no_such;",
                           "launch local_size 0 1 1 num_groups 1 1 1 global_offset 0 0 0 "
                           "dimensions 1 warp_size 32;",
                           "launch local_size 1 1;", "assumes x;",
                           "launch local_size 1 1 1 num_groups 1 1 1 global_offset 0 0 0 dimensions 4 warp_size 32;"}) {
    support::Diagnostics diags;
    EXPECT_FALSE(
        parse(std::string("kernel k {\n") + text + "\nvar x : i32;\nblock entry:\n  return;\n}\n", "k.kir", diags))
        << text;
  }
}

TEST(Terms, VariablesMayBeNamedLikeThem) {
  support::Diagnostics diags;
  EXPECT_TRUE(
      parse("kernel k {\n  var terms : i32;\n  var launch : i32;\nblock entry:\n  terms := launch;\n  return;\n}\n",
            "k.kir", diags));
}

TEST(Terms, Launches) {
  Launch known;
  known.local_size = {64, 1, 1};
  known.num_groups = {4, 1, 1};
  Launch free = known;
  free.num_groups[0].reset();
  EXPECT_TRUE(within(known, known));
  EXPECT_TRUE(within(known, free));
  EXPECT_FALSE(within(free, known)); // compiled for four groups, asked about any number
  Launch total = free;
  total.local_size[0].reset();
  total.global_size[0] = 256;
  EXPECT_TRUE(within(known, total));
  total.global_size[0] = 512;
  EXPECT_FALSE(within(known, total));
  EXPECT_NE(contradiction(known, total).find("512, not 256"), std::string::npos);
  for (auto change : {+[](Launch &l) { l.global_offset[2] = 1; }, +[](Launch &l) { l.dimensions = 3; },
                      +[](Launch &l) { l.warp_size = 64; }, +[](Launch &l) { l.local_size[2] = 2; }}) {
    Launch other = known;
    change(other);
    EXPECT_FALSE(within(other, known));
    EXPECT_FALSE(within(known, other));
  }
}

} // namespace
} // namespace lockstep::cfg::test_terms
