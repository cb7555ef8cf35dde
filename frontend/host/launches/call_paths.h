// Every way in which the functions of a file call one of them, and what is passed to it on the way. Internal to
// frontend/.
#pragma once

#include "frontend/broken/lost_names.h"
#include "frontend/host/effects/host_constants.h"
#include "frontend/host/facts/path_facts.h"
#include "frontend/host/launches/called_functions.h"
#include "frontend/host/launches/linked_functions.h"
#include "support/source.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <vector>

namespace lockstep::frontend {

class CallPaths {
public:
  // `functions`: of the file; `outside`: calls in other files count by what is known of them there.
  CallPaths(const HostConstants &numbers, CalledFunctions &functions, const LostNames &lost, PathReader &reader,
            LinkedFunctions &outside)
      : numbers_(numbers), functions_(functions), lost_(lost), reader_(reader), outside_(outside) {}
  // One that says nothing, if nobody calls the function, or in too many ways. `length`: of the way behind it; `only`:
  // no other call counts.
  std::vector<CallPath> to(const clang::FunctionDecl &f, unsigned length, const clang::CallExpr *only = nullptr);

private:
  bool called_otherwise(const clang::FunctionDecl &f);
  bool calls_itself(const clang::FunctionDecl &f) const;

  const HostConstants &numbers_;
  CalledFunctions &functions_;
  const LostNames &lost_;
  PathReader &reader_;
  LinkedFunctions &outside_;
};

// Where the expression stands, behind the call that led there.
support::Origin call_origin(const clang::Expr &e, const clang::ASTContext &context, const support::Origin &from);

} // namespace lockstep::frontend
