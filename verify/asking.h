// Asks the engine about goal programs, and keeps what verdicts and witnesses are made from.
#pragma once

#include "emit/goal.h"
#include "support/stage.h"
#include "verify/engine.h"
#include "verify/verify_kernel.h"

#include <deque>

namespace lockstep::verify {

struct Settled {
  emit::Goal goal;
  AssertionResult result;
  const emit::GoalProgram *program = nullptr; // the goal's; lives as long as the Asking
  std::string tier;
  std::vector<std::string> by{}; // the ids in `program` that gave the outcome; empty: the goal's own
};

class Asking {
public:
  Asking(const VerifyOptions &options, Engine &engine, support::Stages &stages)
      : options_(options), engine_(engine), stages_(stages) {}

  // One answer per goal, unexpressed goals included (Unknown). `limit_ms` 0: that of the options.
  std::vector<Settled> ask(emit::GoalProgram program, const std::string &tier, bool houdini = false, unsigned limit_ms = 0);

  // Into the log, what the verdict rests on.
  void claim(const std::vector<Settled> &settled);

  const std::string &failure() const { return failure_; } // of the engine; it is not asked again then
  const std::set<std::string> &assumptions() const { return assumptions_; }
  bool hesitated() const { return hesitated_; } // some goal of some question had no definite answer
  // Rules whose candidates Houdini kept, with their number (emit/candidates.h).
  const std::map<std::string, unsigned> &kept() const { return kept_; }

private:
  void log(const emit::GoalProgram &p, const EngineRequest &request, const EngineResponse &response, const std::string &tier);

  const VerifyOptions &options_;
  Engine &engine_;
  support::Stages &stages_;
  std::deque<emit::GoalProgram> programs_;
  std::set<std::string> assumptions_;
  std::map<std::string, unsigned> kept_;
  std::map<const emit::GoalProgram *, std::string> names_; // of the programs that were asked
  std::string failure_;
  bool hesitated_ = false;
  unsigned asked_ = 0;
};

} // namespace lockstep::verify
