// Time-outs (jobs/process/supervisor.h). Signals are tested with the whole command (tests/command/ctrl_c.test).
#include "jobs/process/supervisor.h"

#include <atomic>
#include <cstdio>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace lockstep::jobs::test_supervisor {
namespace {

class FakeEngine final : public verify::Engine {
public:
  verify::EngineResponse run(const verify::EngineRequest &) override { return {}; }
  std::string describe() const override { return "fake"; }
  void interrupt() override { ++interruptions; }
  std::atomic<int> interruptions{0};
};

void wait_until(const std::function<bool()> &done) {
  for (int i = 0; i < 500 && !done(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

TEST(Supervisor, InterruptsAnEngineAgainAndAgainWhenItsTimeIsOver) {
  Supervisor supervisor;
  FakeEngine late, patient;
  const Supervisor::Watch watch(supervisor, late, 0.02);
  const Supervisor::Watch no_limit(supervisor, patient, 0);
  wait_until([&] { return late.interruptions >= 2; });
  EXPECT_GE(late.interruptions, 2);
  EXPECT_TRUE(watch.timed_out());
  EXPECT_EQ(patient.interruptions, 0);
  EXPECT_FALSE(no_limit.timed_out());
  EXPECT_FALSE(supervisor.interrupted());
}

TEST(Supervisor, AWatchThatEndedIsLeftAlone) {
  Supervisor supervisor;
  FakeEngine engine;
  { const Supervisor::Watch watch(supervisor, engine, 0.02); }
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_EQ(engine.interruptions, 0);
}

// What would take ten seconds, by a process that tells of its end.
void work_for_long(Supervisor::Limits limits, double seconds, std::size_t megabytes) {
  Supervisor supervisor;
  limits.tell = [](const std::vector<Supervisor::Unit> &units, const std::string &why) {
    for (const Supervisor::Unit &u : units)
      std::fprintf(stderr, "%s %s: %s\n", u.file.c_str(), u.kernel.c_str(), why.c_str());
  };
  supervisor.limit(limits);
  Supervisor::Work work(supervisor, {.file = "a.cl", .kernel = "k"}, std::chrono::steady_clock::now(), seconds);
  work.enter(support::Stage::Normalise);
  std::vector<char> all(megabytes << 20, 'x');
  wait_until([] { return false; });
  wait_until([&] { return all.empty(); });
}

TEST(SupervisorDeathTest, WorkThatTakesTooLongEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(work_for_long({.exit_status = 3}, 0.05, 0), testing::ExitedWithCode(3),
              "a.cl k: no answer within 0.05 s \\(--timeout\\), stage normalise of 'k'");
}

TEST(SupervisorDeathTest, SoDoesWorkThatTakesTooMuchMemory) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(work_for_long({.megabytes = 20, .exit_status = 3}, 0, 500), testing::ExitedWithCode(3),
              "more memory than 20 MB \\(--memory\\), stage normalise of 'k'");
}

TEST(Supervisor, WorkThatEndedInTimeIsLeftAlone) {
  Supervisor supervisor;
  supervisor.limit({.exit_status = 3, .tell = [](const auto &, const std::string &) {}});
  { const Supervisor::Work work(supervisor, {}, std::chrono::steady_clock::now() - Supervisor::Work::grace, 0.02); }
  const Supervisor::Work patient(supervisor, {}, std::chrono::steady_clock::now(), 0);
  EXPECT_EQ(patient.left(), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
}

TEST(Supervisor, AnotherOneMayFollow) {
  { const Supervisor first; }
  const Supervisor second;
  EXPECT_FALSE(second.interrupted());
}

} // namespace
} // namespace lockstep::jobs::test_supervisor
