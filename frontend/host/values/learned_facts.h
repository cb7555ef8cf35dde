// What the facts on the way to a launch (path_facts.h) say: what was assigned, conditions. Internal to frontend/.
#pragma once

#include "cfg/ir/expr.h"
#include "frontend/host/facts/last_changes.h"
#include "frontend/host/facts/path_facts.h"
#include "frontend/host/values/helper_calls.h"
#include "frontend/host/values/host_arithmetic.h"
#include "frontend/host/values/host_call.h"
#include "frontend/host/values/host_evaluator.h"
#include "frontend/host/values/host_scope.h"
#include "frontend/host/values/learned_conditions.h"

#include "clang/AST/Expr.h"

#include <map>

namespace lockstep::frontend {

class FactLearner {
public:
  // `evaluator`: by the changes that are learnt, which are made in `last`; conditions are added to the call's.
  FactLearner(const HostScope &scope, LastChanges &last, HelperCalls &helpers, HostEvaluator &evaluator,
              PathReader &paths, HostCall &call)
      : scope_(scope), last_(last), evaluator_(evaluator), call_(call), arithmetic_(call),
        conditions_(scope, helpers, evaluator, paths, call.conditions) {}
  void learn(const FactList &fact);

private:
  void assign(const FactList &fact);
  void update(const FactList &fact);
  cfg::Expr updated(const clang::Expr &by, HostPart part);
  void learn_pitch(const clang::CallExpr &call);
  void change(const FactList &fact);
  void scale(const FactList &fact);
  bool is_power_of_two(const cfg::Expr &e, bool positive) const; // or 0; `positive`: as a signed number

  const HostScope &scope_;
  LastChanges &last_;
  HostEvaluator &evaluator_;
  HostCall &call_;
  HostArithmetic arithmetic_;
  ConditionLearner conditions_;
  std::map<cfg::VarId, bool> powers_; // of two, or 0; true: as signed numbers
};

} // namespace lockstep::frontend
