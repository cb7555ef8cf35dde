// A kernel file's first lines (jobs/input/header.h) and the comparison with what was found
// (jobs/report/kernel_report.h).
#include "jobs/input/header.h"
#include "jobs/report/kernel_report.h"

#include <gtest/gtest.h>

namespace lockstep::jobs::test_header {
namespace {

using verify::Verdict;

Header read(const std::string &text) {
  support::Diagnostics diags;
  Header h = read_header(text, "k.cl", true, diags);
  EXPECT_TRUE(diags.all().empty()) << diags.all().front().message;
  return h;
}

std::string complaint(const std::string &text) {
  support::Diagnostics diags;
  read_header(text, "k.cl", true, diags);
  return diags.all().size() == 1 ? support::format(diags.all().front()) : "";
}

std::vector<std::string> words(const Header &h) {
  std::vector<std::string> out;
  for (const HeaderOption &o : h.options)
    out.push_back(o.word);
  return out;
}

TEST(Header, OptionsAndExpectation) {
  const Header h = read("// expect: race\n//--local_size=64 --num_groups=[2,2] -DN=4\n\n// prose -- with dashes\n"
                        "__kernel void f();\n//--kernel=late\n");
  EXPECT_EQ(words(h), (std::vector<std::string>{"--local_size=64", "--num_groups=[2,2]", "-DN=4"}));
  EXPECT_EQ(h.options[2].line, 2U);
  ASSERT_NE(h.expectation("f"), nullptr);
  EXPECT_EQ(h.expectation("f")->verdicts, std::vector{Verdict::Race});
}

TEST(Header, ValuesBehindOptionsAreTheirs) {
  EXPECT_EQ(words(read("//--local_size 64 -I include -D N=4 --check-bounds\n")),
            (std::vector<std::string>{"--local_size=64", "-Iinclude", "-DN=4", "--check-bounds"}));
}

TEST(Header, ProseIsNoOption) {
  EXPECT_TRUE(
      words(read("// --foo is what one must not write\n// -D is for debugging\n//-Debug builds only\n")).empty());
  support::Diagnostics diags;
  const Header h = read_header("// x\n//--local_size=64 is what we take\n", "k.cl", false, diags);
  EXPECT_TRUE(h.options.empty());
  ASSERT_EQ(diags.all().size(), 1U);
  EXPECT_EQ(support::format(diags.all()[0]).substr(0, 17), "k.cl:2:1: warning");
}

TEST(Header, ProseIsNoExpectation) {
  for (const char *text : {"// expects n % 32 == 0: see the manual\n", "// expect the caller to wait: it must\n",
                           "// expected: fine\n", "// expect nothing\n"})
    EXPECT_TRUE(read(text).expectations.empty()) << text;
}

TEST(Header, MistakesCountWhereExpectationsDo) {
  support::Diagnostics diags;
  const Header h = read_header("// expect: fine\nx /*@unused*/\n", "k.cl", false, diags);
  EXPECT_TRUE(h.expectations.empty());
  EXPECT_TRUE(diags.all().empty());
}

TEST(Header, NamesOfTemplates) {
  const Header h = read("// expect ns::f<int, 4>: race\n");
  EXPECT_EQ(h.expectation("ns::f<int, 4>")->verdicts, std::vector{Verdict::Race});
}

TEST(Header, ExpectationOfOneKernel) {
  const Header h = read("// expect: verified\n// expect two: divergence at 7\n");
  EXPECT_EQ(h.expectation("one")->verdicts, std::vector{Verdict::Verified});
  EXPECT_EQ(h.expectation("two")->verdicts, std::vector{Verdict::Divergence});
  EXPECT_EQ(h.expectation("two")->lines, std::vector{7U});
}

TEST(Header, MarkersGiveLines) {
  const Header h = read("// expect: assertion\nint a;\nf(); /*@assert*/\ng(); /*@race*/\n");
  EXPECT_EQ(h.expectation("k")->lines, std::vector{3U});
}

TEST(Header, GpuVerifysWords) {
  EXPECT_EQ(read("//pass\n//--local_size=1\n").expectation("k")->verdicts, std::vector{Verdict::Verified});
  const auto verdicts = read("//xfail:NOT_ALL_VERIFIED\n").expectation("k")->verdicts;
  EXPECT_EQ(std::count(verdicts.begin(), verdicts.end(), Verdict::Verified), 0);
  EXPECT_EQ(verdicts.size(), 4U);
}

TEST(Header, NothingThere) {
  EXPECT_EQ(read("int x;\n// expect: race\n").expectation("k"), nullptr);
  EXPECT_EQ(read("").expectation("k"), nullptr);
}

TEST(Header, Mistakes) {
  EXPECT_EQ(complaint("// expect: fine\n").substr(0, 34), "k.cl:1:1: error: 'fine' is not a v");
  EXPECT_NE(complaint("// expect: race near 3\n").find("'at'"), std::string::npos);
  EXPECT_NE(complaint("// expect: race\nx /*@rase*/\n").find("k.cl:2:1"), std::string::npos);
}

KernelReport race_at(unsigned line) {
  KernelReport k;
  k.result.verdict = Verdict::Race;
  verify::Finding f;
  f.origin = support::Origin({"k.cl", 99, 1});
  f.accesses = {{support::Origin({"k.cl", line, 1}), {}, "write"}};
  k.result.findings = {f};
  return k;
}

TEST(Expectation, VerdictAndLines) {
  KernelReport k = race_at(4);
  EXPECT_FALSE(unexpected(k).empty()); // nothing is expected: that is not a pass
  k.expectation = Expectation{"", {Verdict::Race}, {4}, "race at 4"};
  EXPECT_EQ(unexpected(k), "");
  k.expectation->lines = {4, 5};
  EXPECT_NE(unexpected(k).find("line 5"), std::string::npos);
  k.expectation = Expectation{"", {Verdict::Verified}, {}, "verified"};
  EXPECT_NE(unexpected(k).find("found race"), std::string::npos);
}

TEST(ExitStatus, TheWorstKernelCounts) {
  VerifyReport run;
  const auto add = [&](Verdict v, bool bad_input = false) {
    KernelReport k;
    k.result.verdict = v;
    k.result.bad_input = bad_input;
    run.kernels.push_back(k);
    return exit_status(run);
  };
  EXPECT_EQ(exit_status(run), 0);
  EXPECT_EQ(add(Verdict::Verified), 0);
  EXPECT_EQ(add(Verdict::Unknown), 3);
  EXPECT_EQ(add(Verdict::Unsupported), 3);
  EXPECT_EQ(add(Verdict::Bounds), 1);
  EXPECT_EQ(add(Verdict::Error, true), 2);
  EXPECT_EQ(add(Verdict::Error), 4);
  EXPECT_EQ(add(Verdict::Verified), 4);
}

} // namespace
} // namespace lockstep::jobs::test_header
