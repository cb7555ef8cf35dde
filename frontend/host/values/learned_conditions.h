// What the facts on the way to a launch (path_facts.h) say besides the values of variables: conditions, as expressions
// of host variables. Internal to frontend/.
#pragma once

#include "cfg/ir/expr.h"
#include "frontend/host/facts/path_facts.h"
#include "frontend/host/values/helper_calls.h"
#include "frontend/host/values/host_evaluator.h"
#include "frontend/host/values/host_scope.h"

#include "clang/AST/Expr.h"

#include <vector>

namespace lockstep::frontend {

class ConditionLearner {
public:
  // Adds to the conditions those of which something is known.
  ConditionLearner(const HostScope &scope, HelperCalls &helpers, HostEvaluator &evaluator, PathReader &paths,
                   std::vector<cfg::Expr> &conditions)
      : scope_(scope), helpers_(helpers), evaluator_(evaluator), paths_(paths), conditions_(conditions) {}
  void learn(const PathFact &fact);

private:
  void learn_conjuncts(const clang::Expr &e, bool holds);
  void learn_case(const PathFact &fact);
  void learn_end(const clang::CallExpr &call);

  const HostScope &scope_;
  HelperCalls &helpers_;
  HostEvaluator &evaluator_;
  PathReader &paths_;
  std::vector<cfg::Expr> &conditions_;
};

} // namespace lockstep::frontend
