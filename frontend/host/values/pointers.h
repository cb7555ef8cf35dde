// Which variable a pointer of host code is computed from. Internal to frontend/.
#pragma once

#include "frontend/host/values/host_call.h"
#include "frontend/host/values/host_scope.h"

#include "clang/AST/Expr.h"

namespace lockstep::frontend {

class PointerReader {
public:
  // `undisturbed`: nothing that is evaluated at the same time changes a variable.
  PointerReader(const HostScope &scope, const HostCall &call, bool undisturbed)
      : scope_(scope), call_(call), undisturbed_(undisturbed) {}
  HostBuffer buffer(const clang::Expr &e);

private:
  HostBuffer buffer_of(const clang::DeclRefExpr &r);
  HostBuffer part_of(const clang::Expr &e);
  bool is_settled(const HostBuffer &b) const;

  const HostScope &scope_;
  const HostCall &call_;
  const bool undisturbed_;
  unsigned depth_ = 0;
};

} // namespace lockstep::frontend
