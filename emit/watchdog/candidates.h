// Candidate invariants: formulas that may hold at a loop's head, for Houdini to keep or drop (docs/design.md 9).
//
// The rules are a table; docs/candidates.md says why each is there. A candidate is an assertion under a constant that
// Houdini chooses: one that does not hold costs time and nothing else.
#pragma once

#include "emit/watchdog/heads.h"

#include <string>
#include <vector>

namespace lockstep::emit {

struct LoopHead {
  watchdog::Context &c;
  watchdog::Logs &logs;
  watchdog::Heads &heads;
  const watchdog::LoopInfo &loop;
};

struct CandidateRule {
  unsigned stage; // proposed from this stage on: cheap rules, and those that often suffice, come first
  const char *name;
  const char *doc; // one line
  void (*generate)(const LoopHead &at, std::vector<boogie::Expr> &out);
};
const std::vector<CandidateRule> &candidate_rules();
std::vector<std::string> candidate_rule_names();

struct CandidateFormula {
  const CandidateRule *rule;
  boogie::Expr formula;
};
// Each formula once.
std::vector<CandidateFormula> candidates(const LoopHead &at);

} // namespace lockstep::emit
