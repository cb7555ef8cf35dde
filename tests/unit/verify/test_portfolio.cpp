// Two solvers at once: who wins, who is interrupted, what two answers make; engines made up for the purpose.
#include "verify/engines/portfolio.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace lockstep::verify::test_portfolio {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

EngineResponse answers(const std::vector<Outcome> &outcomes) {
  EngineResponse r;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    r.assertions.push_back({"g" + std::to_string(i), outcomes[i], "", {}});
  return r;
}

// Answers after a while; an interruption ends the wait with "unknown".
class Fake final : public Engine {
public:
  Fake(EngineResponse response, int ms, std::atomic<int> &interruptions)
      : response_(std::move(response)), ms_(ms), interruptions_(interruptions) {}
  EngineResponse run(const EngineRequest &request) override {
    solver = request.solver;
    stop_ = false;
    const auto end = Clock::now() + milliseconds(ms_);
    while (Clock::now() < end && !stop_)
      std::this_thread::sleep_for(milliseconds(1));
    if (!stop_)
      return response_;
    EngineResponse r = response_;
    for (AssertionResult &a : r.assertions)
      a = {a.id, Outcome::Unknown, "interrupted", {}};
    return r;
  }
  std::string describe() const override { return "fake"; }
  void interrupt() override {
    ++interruptions_;
    stop_ = true;
  }
  Solver solver = Solver::Portfolio;

private:
  EngineResponse response_;
  int ms_;
  std::atomic<int> &interruptions_;
  std::atomic<bool> stop_ = false;
};

struct Race {
  std::atomic<int> first_interrupted = 0, second_interrupted = 0;
  bool second_made = false;
  double seconds = 0;

  EngineResponse run(const EngineResponse &a, int a_ms, const EngineResponse &b, int b_ms, int head_start = 20) {
    auto engine = portfolio_engine(
        std::make_unique<Fake>(a, a_ms, first_interrupted),
        [&] {
          second_made = true;
          return std::make_unique<Fake>(b, b_ms, second_interrupted);
        },
        milliseconds(head_start));
    const auto start = Clock::now();
    EngineRequest request;
    request.solver = Solver::Portfolio;
    auto response = engine->run(request);
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return response;
  }
};

constexpr auto proved = Outcome::Proved, refuted = Outcome::Refuted, unknown = Outcome::Unknown,
               late = Outcome::TimedOut, failed = Outcome::EngineFailed;

TEST(Portfolio, TheSecondIsNotStartedWhereTheFirstIsQuick) {
  Race race;
  EXPECT_TRUE(is_decided(race.run(answers({proved, refuted}), 0, answers({proved, refuted}), 0, 5000)));
  EXPECT_FALSE(race.second_made);
  EXPECT_LT(race.seconds, 4);
}

TEST(Portfolio, TheFirstDecidedAnswerWinsAndTheOtherIsInterrupted) {
  Race race;
  EXPECT_TRUE(is_decided(race.run(answers({proved}), 60000, answers({proved}), 5)));
  EXPECT_GT(race.first_interrupted, 0);
  EXPECT_LT(race.seconds, 30);
  Race other;
  EXPECT_TRUE(is_decided(other.run(answers({refuted}), 100, answers({refuted}), 60000)));
  EXPECT_GT(other.second_interrupted, 0);
  EXPECT_LT(other.seconds, 30);
}

TEST(Portfolio, WhatEitherKnowsCounts) {
  Race race;
  const EngineResponse r = race.run(answers({proved, unknown, late}), 0, answers({unknown, refuted, unknown}), 0);
  EXPECT_TRUE(race.second_made);
  EXPECT_EQ(r.assertions[0].outcome, proved);
  EXPECT_EQ(r.assertions[1].outcome, refuted);
  EXPECT_EQ(r.assertions[2].outcome, late);
  EXPECT_EQ(r.failure, "");
}

TEST(Portfolio, AContradictionIsAFailureThatNamesBoth) {
  const EngineResponse r = join(answers({proved, proved}), answers({proved, refuted}), "Z3", "cvc5");
  EXPECT_EQ(r.assertions[0].outcome, proved);
  EXPECT_EQ(r.assertions[1].outcome, failed);
  EXPECT_EQ(r.failure, "the solvers disagree on g1: cvc5 refutes what Z3 proves");
  const EngineResponse s = join(answers({refuted}), answers({proved}), "Z3", "cvc5");
  EXPECT_EQ(s.failure, "the solvers disagree on g0: Z3 refutes what cvc5 proves");
}

TEST(Portfolio, AFailedSolverIsMadeUpForByTheOther) {
  EngineResponse broken = answers({failed});
  broken.failure = "the host ended";
  EXPECT_TRUE(is_decided(join(broken, answers({proved}), "a", "b")));
  EXPECT_TRUE(is_decided(join(answers({refuted}), broken, "a", "b")));
  EngineResponse r = join(broken, answers({late}), "a", "b");
  EXPECT_EQ(r.assertions[0].outcome, late);
  EXPECT_EQ(r.failure, "");
  r = join(broken, broken, "a", "b");
  EXPECT_EQ(r.assertions[0].outcome, failed);
  EXPECT_EQ(r.failure, "the host ended");
}

TEST(Portfolio, AProofNeedsOneThatProvesIt) {
  for (const Outcome a : {proved, refuted, unknown, late, failed})
    for (const Outcome b : {proved, refuted, unknown, late, failed}) {
      const Outcome both = join(answers({a}), answers({b}), "a", "b").assertions[0].outcome;
      EXPECT_EQ(both == proved, (a == proved || b == proved) && a != refuted && b != refuted);
      EXPECT_EQ(both == refuted, (a == refuted || b == refuted) && a != proved && b != proved);
    }
}

TEST(Portfolio, InvariantsOfBothWhereBothAreNeeded) {
  EngineResponse a = answers({proved, unknown}), b = answers({unknown, proved});
  a.candidates = {{"c", true}, {"d", false}};
  b.candidates = {{"c", false}, {"d", true}};
  const EngineResponse r = join(a, b, "a", "b");
  EXPECT_TRUE(r.candidates.at("c"));
  EXPECT_TRUE(r.candidates.at("d"));
  b = answers({proved, proved});
  b.candidates = {{"c", false}, {"d", true}};
  EXPECT_FALSE(join(a, b, "a", "b").candidates.at("c")); // the winner's own
}

TEST(Portfolio, AnInterruptionEndsBoth) {
  std::atomic<int> first = 0, second = 0;
  auto engine = portfolio_engine(
      std::make_unique<Fake>(answers({proved}), 60000, first),
      [&] { return std::make_unique<Fake>(answers({proved}), 60000, second); }, milliseconds(1));
  std::atomic<bool> done = false;
  std::thread interrupter([&] {
    while (!done) {
      std::this_thread::sleep_for(milliseconds(20));
      engine->interrupt();
    }
  });
  const auto start = Clock::now();
  const EngineResponse r = engine->run({});
  done = true;
  interrupter.join();
  EXPECT_FALSE(is_decided(r));
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(30));
}

} // namespace
} // namespace lockstep::verify::test_portfolio
