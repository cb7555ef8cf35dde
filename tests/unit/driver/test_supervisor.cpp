// Time-outs (driver/supervisor.h). Signals are tested with the whole command (tests/command/ctrl_c.test).
#include "driver/supervisor.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>

namespace lockstep::driver {
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

TEST(Supervisor, AnotherOneMayFollow) {
  { const Supervisor first; }
  const Supervisor second;
  EXPECT_FALSE(second.interrupted());
}

} // namespace
} // namespace lockstep::driver
