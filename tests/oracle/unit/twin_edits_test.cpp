// Edits learnt from twins (tests/oracle/mutations/twin_edits.h).
#include "tests/oracle/mutations/twin_edits.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace lockstep::oracle {

namespace {

// All that a choice makes of a text.
std::set<std::string> made(const TwinEdits &edits, const std::string &text, TextKind kind = TextKind::C,
                           const std::string &name = "other") {
  std::set<std::string> out;
  const TwinEdits::Choice choice = edits.without(name);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    if (const auto m = choice.change(text, kind, random))
      out.insert(m->text);
  }
  return out;
}

TEST(TwinEdits, NamesAndNumbersAreVariables) {
  TwinEdits edits;
  edits.add("leader", "void f(int t) { if (t == 4) g(); }", "void f(int t) { if (t == 5) g(); }", TextKind::C);
  EXPECT_EQ(made(edits, "void h(int id) { if (id == 31) k(); }").count("void h(int id) { if (id == 32) k(); }"), 1U);
}

TEST(TwinEdits, TheOwnTwinsAreLeftOut) {
  TwinEdits edits;
  edits.add("flag_late", "void f(int t) { g(t); h(t); }", "void f(int t) { h(t); }", TextKind::C);
  EXPECT_EQ(edits.without("flag_early_bad").size(), 0U);
  EXPECT_EQ(edits.without("lock_bad").size(), 1U);
  edits.add("lock", "void f(int t) { g(t); h(t); }", "void f(int t) { h(t); }", TextKind::C);
  EXPECT_EQ(edits.without("flag_early_bad").size(), 1U);
}

TEST(TwinEdits, WordsThatNothingBindsAreDrawn) {
  TwinEdits edits;
  edits.add("more", "void f(int *a, int i) { a[i] = 0; }", "void f(int *a, int i) { a[i] = 0; a[i] = 0; }",
            TextKind::C);
  const std::set<std::string> all = made(edits, "void g(int *cell, int at) { h(); cell[at] = 1; }");
  EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                          [](const std::string &text) { return text.find("cell[at]") != text.rfind("cell[at]"); }));
}

TEST(TwinEdits, SizesOfTheFirstLines) {
  TwinEdits edits;
  edits.add("size", "//--local_size=8 --num_groups=2\nvoid f();\n", "//--local_size=4 --num_groups=2\nvoid f();\n",
            TextKind::C);
  EXPECT_EQ(made(edits, "//--local_size=32 --num_groups=2\nint n = 32;\n")
                .count("//--local_size=16 --num_groups=2\nint n = 32;\n"),
            1U);
}

TEST(TwinEdits, PartsOfAChangeAreNone) {
  TwinEdits edits;
  edits.add("part", "void f(int n) { g(n); h(n); k(n); }", "void f(int n) { if (n) { g(n); h(n); } k(n); }",
            TextKind::C); // a brace here, another one there
  edits.add("name", "void f(int n) { g(n); }", "void f_bad(int n) { g(n); }", TextKind::C);
  EXPECT_EQ(edits.without("other").size(), 0U);
}

TEST(TwinEdits, WordsOfOneLanguageStayThere) {
  TwinEdits edits;
  edits.add("id", "void f(int n) { n = get_local_id(0); }", "void f(int n) { n = get_group_id(0); }", TextKind::C);
  EXPECT_TRUE(made(edits, "__global__ void g(int n) { n = get_local_id(0); }").empty());
  EXPECT_FALSE(made(edits, "kernel void g(int n) { n = get_local_id(0); }").empty());
}

TEST(TwinEdits, AssemblyHasItsOwn) {
  TwinEdits edits;
  edits.add("order", "define void @f() {\n  fence release\n}\n", "define void @f() {\n  fence acquire\n}\n",
            TextKind::Ir);
  EXPECT_TRUE(made(edits, "void g() { fence release; }").empty());
  EXPECT_EQ(made(edits, "define void @g() {\n  fence release\n}\n", TextKind::Ir)
                .count("define void @g() {\n  fence acquire\n}\n"),
            1U);
}

} // namespace

} // namespace lockstep::oracle
