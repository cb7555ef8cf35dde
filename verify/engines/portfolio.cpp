// Two solvers at once (portfolio.h).
#include "verify/engines/portfolio.h"

#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>

namespace lockstep::verify {

namespace {

using std::chrono::milliseconds;
constexpr auto step = milliseconds(10); // between two looks at who is done

bool is_definite(Outcome o) { return o == Outcome::Proved || o == Outcome::Refuted; }

class Portfolio final : public Engine {
public:
  Portfolio(std::unique_ptr<Engine> first, std::function<std::unique_ptr<Engine>()> make_second,
            milliseconds head_start)
      : first_(std::move(first)), make_second_(std::move(make_second)), head_start_(head_start) {}

  EngineResponse run(const EngineRequest &request) override {
    interrupted_ = false;
    EngineRequest a = request, b = request;
    a.solver = Solver::Z3;
    b.solver = Solver::Cvc5;
    if (!b.name.empty())
      b.name += ".cvc5";
    auto first = std::async(std::launch::async, [&] { return first_->run(a); });
    if (first.wait_for(head_start_) == std::future_status::ready) {
      EngineResponse response = first.get();
      if (is_decided(response) || interrupted_)
        return response;
      return join(response, second().run(b), "Z3", "cvc5");
    }
    Engine &other = second();
    auto late = std::async(std::launch::async, [&] { return other.run(b); });
    return race(first, late, other);
  }

  std::string describe() const override {
    const std::lock_guard lock(mutex_);
    return first_->describe() + (second_ ? " and " + second_->describe() : ", cvc5 not asked");
  }

  void interrupt() override {
    interrupted_ = true;
    const std::lock_guard lock(mutex_);
    first_->interrupt();
    if (second_)
      second_->interrupt();
  }

private:
  Engine &second() {
    const std::lock_guard lock(mutex_);
    if (!second_)
      second_ = make_second_();
    return *second_;
  }

  using Answer = std::future<EngineResponse>;

  EngineResponse race(Answer &first, Answer &second, Engine &other) {
    std::optional<EngineResponse> a, b;
    while (!a || !b) {
      if (!a && first.wait_for(step) == std::future_status::ready)
        a = first.get();
      if (!b && second.wait_for(step) == std::future_status::ready)
        b = second.get();
      // An interruption between two steps of an engine may be lost: so again and again.
      if (a && is_decided(*a) && !b)
        other.interrupt();
      if (b && is_decided(*b) && !a)
        first_->interrupt();
    }
    return join(*a, *b, "Z3", "cvc5");
  }

  std::unique_ptr<Engine> first_;
  std::function<std::unique_ptr<Engine>()> make_second_;
  milliseconds head_start_;
  std::atomic<bool> interrupted_ = false;
  mutable std::mutex mutex_; // guards second_: interruptions come from another thread
  std::unique_ptr<Engine> second_;
};

AssertionResult better(const AssertionResult &a, const AssertionResult &b, const std::string &a_name,
                       const std::string &b_name) {
  LOCKSTEP_INVARIANT(a.id == b.id, "answers come in the order of the requests");
  if (support::unsound("portfolio.disagree",
                       is_definite(a.outcome) && is_definite(b.outcome) && a.outcome != b.outcome)) {
    const bool a_refutes = a.outcome == Outcome::Refuted;
    return {a.id,
            Outcome::EngineFailed,
            "the solvers disagree on " + a.id + ": " + (a_refutes ? a_name : b_name) + " refutes what " +
                (a_refutes ? b_name : a_name) + " proves",
            {}};
  }
  if (is_definite(a.outcome) || is_definite(b.outcome))
    return is_definite(a.outcome) ? a : b;
  if (a.outcome == Outcome::EngineFailed || b.outcome == Outcome::EngineFailed)
    return a.outcome == Outcome::EngineFailed ? b : a;
  AssertionResult both = a;
  if (a.reason != b.reason && !b.reason.empty())
    both.reason = a_name + ": " + a.reason + "; " + b_name + ": " + b.reason;
  return both;
}

} // namespace

bool is_decided(const EngineResponse &response) {
  return response.failure.empty() && std::all_of(response.assertions.begin(), response.assertions.end(),
                                                 [](const AssertionResult &r) { return is_definite(r.outcome); });
}

EngineResponse join(const EngineResponse &first, const EngineResponse &second, const std::string &first_name,
                    const std::string &second_name) {
  LOCKSTEP_INVARIANT(first.assertions.size() == second.assertions.size(), "an engine answers every id");
  EngineResponse out = is_decided(second) && !is_decided(first) ? second : first;
  // Of a winner only its own invariants are of interest; together both sets are an invariant, too.
  if (!is_decided(first) && !is_decided(second))
    for (const auto &[name, kept] : second.candidates)
      out.candidates[name] = out.candidates[name] || kept;
  out.failure = !first.failure.empty() && !second.failure.empty() ? first.failure : "";
  out.crashed = !out.failure.empty() && first.crashed;
  for (std::size_t i = 0; i < out.assertions.size(); ++i) {
    out.assertions[i] = better(first.assertions[i], second.assertions[i], first_name, second_name);
    const bool disagree = out.assertions[i].outcome == Outcome::EngineFailed &&
                          first.assertions[i].outcome != Outcome::EngineFailed &&
                          second.assertions[i].outcome != Outcome::EngineFailed;
    if (disagree && out.failure.empty())
      out.failure = out.assertions[i].reason;
  }
  out.seconds = std::max(first.seconds, second.seconds);
  return out;
}

std::unique_ptr<Engine> portfolio_engine(std::unique_ptr<Engine> first, std::function<std::unique_ptr<Engine>()> second,
                                         milliseconds head_start) {
  return std::make_unique<Portfolio>(std::move(first), std::move(second), head_start);
}

} // namespace lockstep::verify
