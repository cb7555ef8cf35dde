// Values of host expressions, as the facts before them leave them: see values.h.
#include "frontend/host/values/values.h"

#include "frontend/host/effects/unchanged_variables.h"
#include "frontend/host/values/learned_facts.h"

#include "clang/AST/DeclCXX.h"

namespace lockstep::frontend {

void HostValues::learn(const Facts &facts, PathReader &paths) {
  FactLearner learner(scope_, last_, helpers_, evaluator_, paths, call_);
  for (const FactList *f : in_order(facts))
    learner.learn(*f);
  // Where what is evaluated together has no effects, what others may change has one value throughout, which is none of
  // those from before.
  if (undisturbed_)
    last_.settle_elsewhere();
}

void HostValues::pass(const clang::ParmVarDecl &p, const clang::Expr &argument, HostCall &call) {
  const bool now = undisturbed_ && !p.getType()->isReferenceType();
  const clang::QualType t = p.getType().getNonReferenceType();
  if (const clang::CXXRecordDecl *record = t->getAsCXXRecordDecl()) {
    if (is_its_fields(record))
      for (const clang::FieldDecl *f : record->fields())
        call.values[{&p, f}] = evaluator_.field(argument, *f, now);
  } else {
    call.values[{&p, whole_variable}] = evaluator_.value(argument, now);
  }
  HostBuffer passed = buffer(argument);
  ++passed.calls;
  call.buffers[&p] = passed;
}

} // namespace lockstep::frontend
