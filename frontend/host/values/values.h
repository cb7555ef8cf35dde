// What host code says of a value: a number, or an expression of host variables as they are where a kernel is launched.
// Internal to frontend/.
//
// Sound because a variable that is followed (unchanged_variables.h) stands at each place for the value that the
// last change before it left, where every way to the launch goes through that (path_facts.h): what was assigned, or a
// value that has no other name. Any other variable, and a place in memory, stands for the value that the last
// disturbance (disturbances.h) before left, and has none while something disturbs; at the launch itself that is one
// value throughout. What is not understood has no value. Lost text (lost_names.h) may change whatever it names.
#pragma once

#include "cfg/ir/expr.h"
#include "frontend/host/facts/last_changes.h"
#include "frontend/host/facts/path_facts.h"
#include "frontend/host/values/helper_calls.h"
#include "frontend/host/values/host_call.h"
#include "frontend/host/values/host_evaluator.h"
#include "frontend/host/values/host_scope.h"
#include "frontend/host/values/pointers.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace lockstep::frontend {

class HostValues {
public:
  // `unchanged`: of the function that the expressions are from; `call`: how it was called, with the names so far;
  // `effects`: what is evaluated together may change variables that are not followed; `followed`: so that facts say
  // where others change.
  HostValues(const HostConstants &numbers, const LostNames &lost, const Unchanged &unchanged, HostCall &call,
             bool effects, bool followed)
      : scope_(numbers, lost, unchanged, followed), helpers_(lost), call_(call), undisturbed_(!effects),
        evaluator_(scope_, last_, helpers_, call), pointers_(scope_, call, !effects) {}
  HostValues(const HostValues &) = delete;
  HostValues &operator=(const HostValues &) = delete;

  // What has been assigned before, on every way; adds to the call's conditions those of which something is known.
  void learn(const Facts &facts, PathReader &paths);

  // An integer of 8 to 64 bits; null: unknown.
  cfg::Expr value(const clang::Expr &e) { return evaluator_.value(e, undisturbed_); }
  HostSizes sizes(const clang::Expr &e) { return evaluator_.sizes(e, undisturbed_); }
  HostBuffer buffer(const clang::Expr &e) { return pointers_.buffer(e); }
  // What the call passes for a parameter: its value, or those of its fields.
  void pass(const clang::ParmVarDecl &p, const clang::Expr &argument, HostCall &call);

private:
  HostScope scope_;
  LastChanges last_;
  HelperCalls helpers_; // of the evaluation under way
  HostCall &call_;
  const bool undisturbed_;
  HostEvaluator evaluator_;
  PointerReader pointers_;
};

} // namespace lockstep::frontend
