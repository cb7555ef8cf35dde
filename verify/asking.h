// Asks the engine about goal programs, and keeps what verdicts and witnesses are made from.
#pragma once

#include "support/stage.h"
#include "verify/engines/engine.h"
#include "verify/settled.h"
#include "verify/verify_kernel.h"

#include <deque>

namespace lockstep::verify {

class Asking {
public:
  Asking(const VerifyOptions &options, Engine &engine, support::Stages &stages)
      : options_(options), engine_(engine), stages_(stages) {}

  struct Manner {
    unsigned limit_ms = 0;  // 0: that of the options
    bool tentative = false; // what this does not prove is asked again
  };
  // One answer per goal, unexpressed goals included (Unknown). The program's candidates, if any, are inferred.
  std::vector<Settled> ask(emit::GoalProgram program, Tier tier, Manner manner);
  std::vector<Settled> ask(emit::GoalProgram program, Tier tier) { return ask(std::move(program), tier, {}); }

  // Into the log, what the verdict rests on.
  void claim(const std::vector<Settled> &settled);

  const std::string &failure() const { return failure_; } // of the engine; it is not asked again then
  bool crashed() const { return crashed_; }               // the failure was a crash while at work
  const std::set<std::string> &assumptions() const { return assumptions_; }
  bool hesitated() const { return hesitated_; } // some goal of some question had no definite answer
  // By rule (emit/watchdog/candidates.h): how many different formulas were proposed, and how many of them Houdini kept.
  std::map<std::string, unsigned> proposed() const { return counts(proposed_); }
  std::map<std::string, unsigned> kept() const { return counts(kept_); }

private:
  using Formulas = std::map<std::string, std::set<std::string>>; // by rule
  static std::map<std::string, unsigned> counts(const Formulas &f);
  void log(const emit::GoalProgram &p, const EngineRequest &request, const EngineResponse &response, Tier tier);

  const VerifyOptions &options_;
  Engine &engine_;
  support::Stages &stages_;
  std::deque<emit::GoalProgram> programs_;
  std::set<std::string> assumptions_;
  Formulas proposed_, kept_;
  std::map<const emit::GoalProgram *, std::string> names_; // of the programs that were asked
  std::string failure_;
  bool hesitated_ = false, crashed_ = false;
  unsigned asked_ = 0;
};

} // namespace lockstep::verify
