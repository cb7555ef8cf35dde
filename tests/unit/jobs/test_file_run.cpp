// What becomes of refusals, mistakes and exceptions inside one kernel's pipeline (jobs/pipeline/file_run.h).
#include "jobs/pipeline/file_run.h"

#include "support/budget.h"

#include <chrono>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

namespace lockstep::jobs::test_file_run {
namespace {

using support::Diagnostics;
using support::Stage;
using support::Stages;
using verify::Verdict;

FileRun run() { return FileRun("k.cl", Options{}, {}); }

TEST(FileRun, AnExceptionIsTheKernelsOwnError) {
  FileRun r = run();
  r.guarded("a", true, [](Stages &, Diagnostics &, verify::Result &) { throw std::logic_error("internal error: x"); });
  r.guarded("b", true, [](Stages &, Diagnostics &, verify::Result &result) { result.verdict = Verdict::Verified; });
  ASSERT_EQ(r.reports.size(), 2U);
  EXPECT_EQ(r.reports[0].result.verdict, Verdict::Error);
  EXPECT_EQ(r.reports[0].result.reason, "internal error: x");
  EXPECT_EQ(exit_status(r.reports[0]), verify::exit_internal);
  EXPECT_EQ(r.reports[1].result.verdict, Verdict::Verified);
}

TEST(FileRun, ATimeOutNamesTheStageThatUsedTheTime) {
  FileRun r = run();
  r.options.kernel.timeout = 0.1;
  const auto endless = [](Stages &stages) {
    stages.run(Stage::Emit, [] {
      for (;;)
        support::spend_round();
      return true;
    });
  };
  r.guarded("a", true, [&](Stages &stages, Diagnostics &, verify::Result &) {
    stages.run(Stage::Verify, [] {
      std::this_thread::sleep_for(std::chrono::milliseconds(90));
      return true;
    });
    endless(stages);
  });
  r.guarded("b", true, [&](Stages &stages, Diagnostics &, verify::Result &) { endless(stages); });
  ASSERT_EQ(r.reports.size(), 2U);
  EXPECT_EQ(r.reports[0].result.verdict, Verdict::Unknown);
  EXPECT_NE(r.reports[0].result.reason.find("in stage 'verify', the last in 'emit'"), std::string::npos)
      << r.reports[0].result.reason;
  EXPECT_EQ(r.reports[1].result.reason, "stage 'emit': no end within 0.1 s (--timeout)");
}

TEST(FileRun, TheFirstPartTellsWhatIsPending) {
  FileRun r = run();
  r.entry = 2;
  r.guarded("", false, [](Stages &, Diagnostics &diags, verify::Result &) { diags.warning({}, "w"); });
  FileRun first = r.part(), second = r.part();
  for (FileRun *part : {&second, &first})
    part->guarded("k", true, [](Stages &, Diagnostics &, verify::Result &) {});
  r.take(first);
  r.take(second);
  ASSERT_EQ(r.reports.size(), 2U);
  EXPECT_EQ(r.reports[0].diagnostics.size(), 1U);
  EXPECT_TRUE(r.reports[1].diagnostics.empty());
  EXPECT_EQ(r.reports[1].entry, 2U);
}

TEST(FileRun, DiagnosticsThatRefuseBeatAVerdict) {
  FileRun r = run();
  r.guarded("a", true, [](Stages &, Diagnostics &diags, verify::Result &result) {
    diags.unsupported(support::Origin({"k.cl", 3, 5}), "recursion");
    result.verdict = Verdict::Verified;
  });
  ASSERT_EQ(r.reports.size(), 1U);
  EXPECT_EQ(r.reports[0].result.verdict, Verdict::Unsupported);
  EXPECT_EQ(r.reports[0].result.reason, "k.cl:3:5: recursion");
}

TEST(FileRun, AMistakeInTheInputIsTheUsers) {
  FileRun r = run();
  EXPECT_FALSE(r.guarded("", false, [](Stages &, Diagnostics &diags, verify::Result &) {
    diags.unsupported({}, "first");
    diags.error({}, "no such file");
  }));
  ASSERT_EQ(r.reports.size(), 1U);
  EXPECT_EQ(r.reports[0].result.verdict, Verdict::Error);
  EXPECT_EQ(r.reports[0].result.reason, "no such file");
  EXPECT_EQ(exit_status(r.reports[0]), verify::exit_usage);
}

TEST(FileRun, WhatTheFileTookAndSaidGoesToItsFirstKernel) {
  FileRun r = run();
  EXPECT_TRUE(r.guarded("", false, [](Stages &stages, Diagnostics &diags, verify::Result &) {
    stages.run(Stage::Compile, [] { return 1; });
    diags.warning({}, "old kernel");
  }));
  EXPECT_TRUE(r.reports.empty());
  for (const char *name : {"a", "b"})
    r.guarded(name, true, [](Stages &, Diagnostics &, verify::Result &) {});
  EXPECT_EQ(r.reports[0].result.stages.count(Stage::Compile), 1U);
  EXPECT_EQ(r.reports[0].diagnostics.size(), 1U);
  EXPECT_EQ(r.reports[1].result.stages.count(Stage::Compile), 0U);
  EXPECT_TRUE(r.reports[1].diagnostics.empty());
}

TEST(FileRun, AStopIsNoVerdict) {
  Options options;
  options.stop_after = Stage::Normalise;
  FileRun r("k.cl", options, {});
  r.guarded("a", true, [](Stages &stages, Diagnostics &, verify::Result &) {
    stages.run(Stage::Normalise, [] { return 1; });
    FAIL() << "the pipeline goes on behind its stop";
  });
  ASSERT_EQ(r.reports.size(), 1U);
  EXPECT_TRUE(r.reports[0].stopped);
  EXPECT_EQ(exit_status(r.reports[0]), 0);
}

TEST(Stages, AResultThatIsNotWellFormedIsOurMistake) {
  Stages stages;
  const auto check = [](int, Diagnostics &d) {
    d.error({}, "odd");
    return false;
  };
  EXPECT_THROW(stages.run(Stage::Emit, [] { return 1; }, check), std::logic_error);
}

TEST(Stages, TextsGoToWhoeverAsked) {
  std::string seen;
  Stages stages([&](Stage stage, const std::string &text) { seen += std::string(name(stage)) + "=" + text + " "; });
  for (const Stage stage : {Stage::Normalise, Stage::Emit})
    stages.run(stage, [] { return 7; }, nullptr, [](int v) { return std::to_string(v); });
  EXPECT_EQ(seen, "normalise=7 emit=7 ");
  EXPECT_EQ(stages.times().size(), 2U);
}

TEST(EntryStage, BySuffixOrByName) {
  EXPECT_EQ(entry_stage("a.cl", {}), Stage::Compile);
  EXPECT_EQ(entry_stage("a.kir", {}), Stage::BuildKernel);
  EXPECT_EQ(entry_stage("a.lks", {}), Stage::Vectorise);
  EXPECT_EQ(entry_stage("a.bpl", {}), Stage::Emit);
  EXPECT_EQ(entry_stage("a.txt", Stage::Predicate), Stage::Predicate);
}

} // namespace
} // namespace lockstep::jobs::test_file_run
