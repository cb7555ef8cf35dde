// Which engine a run uses, from its options.
#pragma once

#include "jobs/input/options.h"
#include "verify/engines/engine.h"

#include <functional>
#include <memory>
#include <mutex>

namespace lockstep::jobs {

verify::EngineOptions engine_options(const EngineChoice &choice);

// Says what is missing (Boogie, the solver) and how to get it; true if nothing is.
bool engines_present(const EngineChoice &choice, support::Diagnostics &diags);

// Starts it. The host is the default; where it was not built, the `boogie` command takes its place.
std::unique_ptr<verify::Engine> start_engine(const EngineChoice &choice);

// Not started before it is asked, or warmed: a run whose answers are all in the cache needs none.
class LazyEngine final : public verify::Engine {
public:
  using Start = std::function<std::unique_ptr<verify::Engine>()>;
  explicit LazyEngine(Start start) : start_(std::move(start)) {}
  void warm() { engine(); }
  bool started() const;
  verify::EngineResponse run(const verify::EngineRequest &request) override { return engine().run(request); }
  std::string describe() const override;
  void interrupt() override;

private:
  verify::Engine &engine();
  Start start_;
  mutable std::mutex mutex_; // guards engine_: interruptions come from another thread
  std::unique_ptr<verify::Engine> engine_;
};

// Everything beside the kernel and its options that an answer depends on: the versions of Lockstep, Boogie, the solver.
std::string tools_text(const EngineChoice &choice);

// For runs that stop before an engine is asked; asking it is a failed invariant.
std::unique_ptr<verify::Engine> no_engine();

} // namespace lockstep::jobs
