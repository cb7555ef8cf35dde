// Which pointers of a launch are one, and which may lead into one buffer. Internal to frontend/.
//
// Sound because two arguments are the same pointer only if they are one variable, which has one value throughout the
// launch or had it in one and the same call before, or one expression whose value does not change (expression_key.h);
// conversions that move a pointer, or drop bits, make another of it. Any two that are named alike may overlap.
#pragma once

#include "frontend/frontend.h"
#include "frontend/host/effects/expression_key.h"
#include "frontend/host/values/host_call.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/FoldingSet.h"

#include <map>

namespace lockstep::frontend {

class BufferGroups {
public:
  // `effects`: of what is evaluated together.
  BufferGroups(const clang::ASTContext &context, bool effects) : context_(context), effects_(effects) {}
  // Sets `buffer` and `whole_buffer` of the argument. `lost`: lost text may change what it names.
  void add(const clang::Expr &given, const HostBuffer &b, bool lost, LaunchSite::Argument &argument);

private:
  struct Group {
    int index;
    std::optional<ExpressionKey> whole; // of the first argument that is a pointer as it was named
  };
  Group &group_of(const clang::Expr &given, const HostBuffer &b);

  const clang::ASTContext &context_;
  const bool effects_;
  int count_ = 0;
  std::map<const clang::ValueDecl *, Group> variables_;
  std::map<llvm::FoldingSetNodeID, Group> others_;
};

} // namespace lockstep::frontend
