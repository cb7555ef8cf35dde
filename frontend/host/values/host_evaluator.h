// What an expression of host code is worth where it stands: a number, or an expression of host variables. Internal to
// frontend/.
#pragma once

#include "cfg/ir/expr.h"
#include "frontend/host/facts/last_changes.h"
#include "frontend/host/values/helper_calls.h"
#include "frontend/host/values/host_arithmetic.h"
#include "frontend/host/values/host_call.h"
#include "frontend/host/values/host_scope.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace lockstep::frontend {

// Initialisers may name each other, and themselves.
class Depth {
public:
  explicit Depth(unsigned &depth) : depth_(++depth) {}
  ~Depth() { --depth_; }
  Depth(const Depth &) = delete;
  Depth &operator=(const Depth &) = delete;
  bool too_deep() const { return depth_ > 100; }

private:
  unsigned &depth_;
};

// `now`: what others may change counts as it is after the facts so far; else only what does not change any more, or is
// followed. Null: unknown.
class HostEvaluator {
public:
  HostEvaluator(const HostScope &scope, const LastChanges &last, HelperCalls &helpers, HostCall &call)
      : scope_(scope), last_(last), helpers_(helpers), call_(call), arithmetic_(call) {}

  // An integer of 8 to 64 bits.
  cfg::Expr value(const clang::Expr &e, bool now);
  // A condition.
  cfg::Expr truth(const clang::Expr &e, bool now);
  HostSizes sizes(const clang::Expr &e, bool now);
  // Of a structure's value.
  cfg::Expr field(const clang::Expr &e, const clang::FieldDecl &f, bool now);
  // A variable, or a field of one, of integer type.
  cfg::Expr variable(const clang::VarDecl &v, const clang::FieldDecl *f, bool now);

private:
  bool is_followed(const clang::VarDecl &v) const { return helpers_.empty() && scope_.is_followed(v); }
  cfg::Expr followed(HostPart part, cfg::Type type);
  cfg::Expr lasting(const clang::VarDecl &v, const clang::FieldDecl &f);
  cfg::Expr named(cfg::VarId id, const cfg::Expr &value);
  cfg::Expr place(const clang::Expr &e, bool now);
  cfg::Expr element(const clang::ArraySubscriptExpr &e);
  cfg::Expr member(const clang::MemberExpr &m, bool now);
  cfg::Expr converted(const clang::CastExpr &c, bool now);
  cfg::Expr operation(const clang::BinaryOperator &o, bool now);
  cfg::Expr comparison(const clang::BinaryOperator &o, bool now);
  cfg::Expr returned(const clang::Stmt *const *begin, const clang::Stmt *const *end, bool now);

  const HostScope &scope_;
  const LastChanges &last_;
  HelperCalls &helpers_;
  HostCall &call_;
  HostArithmetic arithmetic_;
  unsigned depth_ = 0;
};

} // namespace lockstep::frontend
