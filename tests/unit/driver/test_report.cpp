// Reports (jobs/report/kernel_report.h): what a reader of the text sees, and that the JSON says the same.
#include "driver/report/text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace lockstep::driver::test_report {
namespace {

using support::Origin;

class Reports : public testing::Test {
protected:
  void SetUp() override {
    support::SourceTexts texts;
    texts.add(file, "void helper() {\n\tsum[i] = 1;\n}\n  t = sum[i + 1];\n  helper();\n");
    jobs::KernelReport k;
    k.file = file;
    k.kernel = "scan";
    k.result.verdict = verify::Verdict::Race;
    k.result.stages = {{support::Stage::Compile, 0.25}};
    verify::Finding f;
    f.kind = verify::FindingKind::Race;
    f.message = "possible read-write race on 'sum[4]'";
    f.race = "read-write";
    f.array = "sum";
    f.element = 4;
    f.bytes = {16, 19};
    f.origin = Origin({file, 4, 7});
    const Origin call({file, 5, 3}, {}, "scan");
    f.accesses = {{f.origin, {{3, 0, 0}, {1, 0, 0}}, "read"},
                  {Origin({file, 2, 2}, call, "helper"), {{4, 0, 0}, {1, 0, 0}}, "write"}};
    f.values = {{"n", "7"}};
    f.notes = {"a barrier between them would order them"};
    k.result.findings = {f};
    keep_lines(texts, k);
    run.kernels = {k};
  }

  std::string file = "report.cl";
  jobs::VerifyReport run;
};

TEST_F(Reports, TextShowsBothAccessesAsACompilerWould) {
  const std::string text = text_report(run, {});
  const auto has = [&](const std::string &s) { EXPECT_NE(text.find(s), std::string::npos) << s << "\nin\n" << text; };
  has(file + ":4:7: error: possible read-write race on 'sum[4]'\n    4 |   t = sum[i + 1];\n      |       ^\n");
  has("read by the thread with local id 3 in group 1\n");
  has(file + ":2:2: note: write by the thread with local id 4 in group 1\n    2 | \tsum[i] = 1;\n      | \t^\n");
  has(file + ":5:3: note: 'helper' called here\n    5 |   helper();\n");
  has("note: with n = 7\n");
  has("note: a barrier between them would order them\n");
  has(file + ": scan: race");
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_NE(text_report(run, {.colour = true}).find('\033'), std::string::npos);
}

TEST_F(Reports, NothingOfWhatIsToldIsObeyed) {
  jobs::KernelReport &k = run.kernels[0];
  k.file = "a\nb.cl: k: verified";
  k.kernel = "k\x1b[2J";
  k.result.findings[0].message = "one\nb.cl: k: verified";
  const std::string text = text_report(run, {});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("\nb.cl: k: verified"), std::string::npos) << text;
  EXPECT_NE(text.find("a\\nb.cl: k: verified: k\\x1b[2J: race"), std::string::npos) << text;
}

TEST_F(Reports, IdsOfSeveralDimensions) {
  run.kernels[0].result.findings[0].accesses[1].thread.local[1] = 2;
  EXPECT_NE(text_report(run, {}).find("local id (4, 2, 0) in group (1, 0, 0)"), std::string::npos);
}

TEST_F(Reports, QuietSaysNothingAboutWhatIsVerified) {
  run.kernels[0].result = {};
  run.kernels[0].result.verdict = verify::Verdict::Verified;
  EXPECT_EQ(text_report(run, {.quiet = true}), "");
  EXPECT_NE(text_report(run, {}), "");
}

TEST_F(Reports, Json) {
  const auto j = nlohmann::json::parse(json_report(run));
  EXPECT_EQ(j["schema"], 1);
  EXPECT_EQ(j["exit_status"], 1);
  const auto &r = j["results"][0];
  EXPECT_EQ(r["verdict"], "race");
  EXPECT_EQ(r["stages"]["compile"], 0.25);
  const auto &f = r["findings"][0];
  EXPECT_EQ(f["line"], 4);
  EXPECT_EQ(f["bytes"], (std::vector<int>{16, 19}));
  EXPECT_EQ(f["accesses"][1]["thread"]["local"], (std::vector<int>{4, 0, 0}));
  EXPECT_EQ(f["accesses"][1]["inlined_at"][0]["line"], 5);
  EXPECT_EQ(f["values"]["n"], "7");
}

TEST_F(Reports, JsonSurvivesBytesThatAreNoText) {
  run.kernels[0].kernel = "k\xff";
  EXPECT_EQ(nlohmann::json::parse(json_report(run))["results"].size(), 1U);
}

TEST_F(Reports, SuiteCountsWhatIsExpected) {
  run.compared = true;
  run.kernels[0].expectation = jobs::Expectation{"", {verify::Verdict::Race}, {2}, "race"};
  EXPECT_NE(table_report(run, {}).find("1 kernel: 1 race; 0.0 s; 1 as expected, 0 not"), std::string::npos);
  run.kernels[0].expectation = jobs::Expectation{"", {verify::Verdict::Verified}, {}, "verified"};
  const std::string text = table_report(run, {});
  EXPECT_NE(text.find("expected verified, found race"), std::string::npos);
  EXPECT_NE(text.find("0 as expected, 1 not"), std::string::npos);
  EXPECT_EQ(exit_status(run), 1);
}

TEST_F(Reports, OfManyALineEachThenWhatIsWrongThenWhatIsAssumed) {
  jobs::KernelReport good;
  good.file = "b.cl";
  good.kernel = "m";
  good.entry = 2;
  good.result.verdict = verify::Verdict::Verified;
  good.result.assumptions = {"the moon is up"};
  run.kernels.push_back(good);
  run.kernels.push_back(good);
  run.kernels.back().result.assumptions = {"the moon is up", "it is round"};
  run.passed_over = 2;
  const std::string text = table_report(run, {});
  const auto at = [&](const std::string &what) { return text.find(what); };
  EXPECT_EQ(at("verdict       seconds  kernel\nrace "), 0U);
  EXPECT_LT(at("b.cl: m (entry 2)\n"), at("error: "));
  EXPECT_LT(at("error: "), at("verified, assuming that\n  the moon is up\n  it is round [b.cl: m (entry 2)]\n"));
  EXPECT_NE(at("3 kernels: 2 verified, 1 race; no kernel in 2 other files; 0.0 s\n"), std::string::npos);
  const std::string quiet = table_report(run, {.quiet = true});
  EXPECT_EQ(quiet.find("b.cl"), std::string::npos);
  EXPECT_NE(quiet.find("3 kernels: 2 verified, 1 race"), std::string::npos);
}

} // namespace
} // namespace lockstep::driver::test_report
