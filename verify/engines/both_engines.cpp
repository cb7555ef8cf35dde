// Two engines for every question (both_engines.h).
#include "verify/engines/both_engines.h"

#include "support/invariant.h"

#include <future>

namespace lockstep::verify {

namespace {

class BothEngines final : public Engine {
public:
  BothEngines(std::unique_ptr<Engine> first, std::unique_ptr<Engine> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  EngineResponse run(const EngineRequest &request) override {
    auto other = std::async(std::launch::async, [&] { return second_->run(request); });
    EngineResponse a = first_->run(request);
    const EngineResponse b = other.get();
    LOCKSTEP_INVARIANT(a.assertions.size() == b.assertions.size(), "an engine answers every id");
    const std::string first_name = first_->describe(), second_name = second_->describe();
    for (std::size_t i = 0; i < a.assertions.size(); ++i)
      a.assertions[i] = agree(a.assertions[i], b.assertions[i], first_name, second_name);
    if (a.failure.empty()) {
      a.failure = b.failure;
      a.crashed = b.crashed;
    }
    for (const AssertionResult &r : a.assertions)
      if (r.outcome == Outcome::EngineFailed && a.failure.empty())
        a.failure = r.reason;
    // Houdini: what only one of the two kept rests on its word alone.
    for (auto &[name, kept] : a.candidates) {
      const auto found = b.candidates.find(name);
      kept = kept && found != b.candidates.end() && found->second;
    }
    a.seconds = std::max(a.seconds, b.seconds);
    return a;
  }

  std::string describe() const override { return first_->describe() + " and " + second_->describe(); }
  void interrupt() override {
    first_->interrupt();
    second_->interrupt();
  }

private:
  std::unique_ptr<Engine> first_, second_;
};

} // namespace

AssertionResult agree(const AssertionResult &first, const AssertionResult &second, const std::string &first_name,
                      const std::string &second_name) {
  LOCKSTEP_INVARIANT(first.id == second.id, "answers come in the order of the requests");
  const auto is = [](const AssertionResult &r, Outcome o) { return r.outcome == o; };
  if (first.outcome == second.outcome)
    return first;
  for (const AssertionResult *r : {&first, &second})
    if (is(*r, Outcome::EngineFailed))
      return *r;
  const bool first_refutes = is(first, Outcome::Refuted), second_refutes = is(second, Outcome::Refuted);
  if ((first_refutes && is(second, Outcome::Proved)) || (second_refutes && is(first, Outcome::Proved)))
    return {first.id,
            Outcome::EngineFailed,
            "the engines disagree on " + first.id + ": " + (first_refutes ? first_name : second_name) +
                " refutes what " + (first_refutes ? second_name : first_name) + " proves",
            {}};
  if (first_refutes || second_refutes)
    return first_refutes ? first : second;
  AssertionResult undecided = is(first, Outcome::Proved) ? second : first;
  undecided.reason = "only one of the two engines has an answer: " + undecided.reason;
  return undecided;
}

std::unique_ptr<Engine> both_engines(std::unique_ptr<Engine> first, std::unique_ptr<Engine> second) {
  return std::make_unique<BothEngines>(std::move(first), std::move(second));
}

} // namespace lockstep::verify
