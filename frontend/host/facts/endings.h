// Calls in host code after which nothing comes. Internal to frontend/.
#pragma once

#include "frontend/broken/lost_names.h"
#include "frontend/host/facts/path_facts.h"

namespace lockstep::frontend {

class Endings {
public:
  Endings(PathReader &paths, const LostNames &lost, const clang::FunctionDecl &caller)
      : paths_(paths), lost_(lost), caller_(caller) {}

  // Functions that are declared so, and those whose text never comes to an end.
  bool never_returns(const clang::CallExpr &call);
  // What holds at the end of the function's text; null: not known.
  const PathFacts *ending(const clang::FunctionDecl &f);
  // A throw, or such a call.
  bool stops(const clang::Expr &e);

private:
  PathReader &paths_;
  const LostNames &lost_;
  const clang::FunctionDecl &caller_;
};

} // namespace lockstep::frontend
