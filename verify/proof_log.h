// What was asked and answered on the way to a verdict: kept by --proof-dir, proved again by `lockstep recheck`.
#pragma once

#include "emit/encode/goal.h"
#include "verify/engines/engine.h"
#include "verify/result.h"

#include <string>
#include <vector>

namespace lockstep::verify {

struct ProofGoal {
  std::string id;
  emit::GoalKind kind = emit::GoalKind::Race;
  std::string message;
  Outcome outcome = Outcome::Unknown;
};

// One program that an engine was asked about. Where invariants were inferred, the text holds those that were kept as
// assertions like any other: checking it needs no inference.
struct ProofProgram {
  std::string name; // EngineRequest::name
  Tier tier = Tier::Pick;
  std::string text;
  bool inferred = false;
  Solver solver = Solver::Z3;
  unsigned time_limit_ms = 0;
  std::vector<ProofGoal> goals;
};

// What the verdict rests on: a goal's final outcome, given by goals of one program.
struct ProofClaim {
  ProofGoal goal;
  std::string program;         // empty: by none, the goal could not be expressed
  std::vector<std::string> by; // ids in that program
};

struct ProofLog {
  std::vector<ProofProgram> programs;
  std::vector<ProofClaim> claims;
};

inline constexpr support::Words<emit::GoalKind, 4> goal_kind_words({{emit::GoalKind::Race, "race"},
                                                                    {emit::GoalKind::Divergence, "divergence"},
                                                                    {emit::GoalKind::Assertion, "assertion"},
                                                                    {emit::GoalKind::Vacuity, "vacuity"}});

// The program with every candidate that was kept as a plain assertion, and without the others.
emit::boogie::Program with_invariants(const emit::GoalProgram &program, const std::map<std::string, bool> &kept);

} // namespace lockstep::verify
