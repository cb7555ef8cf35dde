// Operations of host code on values, and what must hold where they are evaluated. Internal to frontend/.
#pragma once

#include "cfg/ir/expr.h"
#include "frontend/host/values/host_call.h"

#include "clang/AST/Expr.h"

namespace lockstep::frontend {

class HostArithmetic {
public:
  // While it lives, what is looked at is perhaps not evaluated, and says nothing about overflow and division.
  class Perhaps {
  public:
    explicit Perhaps(HostArithmetic &of) : of_(of) { ++of_.perhaps_; }
    ~Perhaps() { --of_.perhaps_; }
    Perhaps(const Perhaps &) = delete;
    Perhaps &operator=(const Perhaps &) = delete;

  private:
    HostArithmetic &of_;
  };

  // That a quotient is defined becomes one of the call's conditions.
  explicit HostArithmetic(HostCall &call) : call_(call) {}
  // Null, if a value is.
  cfg::Expr operation(clang::BinaryOperatorKind kind, const cfg::Expr &a, cfg::Expr b, bool is_signed);

private:
  bool is_divided(const cfg::Expr &a, const cfg::Expr &b, bool is_signed);

  HostCall &call_;
  unsigned perhaps_ = 0;
};

// A value as one of another type.
cfg::Expr resized(const cfg::Expr &x, cfg::Type to, bool from_signed);
// That a condition does not hold.
cfg::Expr opposite(const cfg::Expr &e);

} // namespace lockstep::frontend
