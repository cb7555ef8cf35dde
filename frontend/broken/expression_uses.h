// What an expression of a file with errors uses, without its parts. Internal to frontend/.
#pragma once

#include "frontend/broken/part_uses.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtVisitor.h"

namespace lockstep::frontend {

class ExpressionUses : public clang::ConstStmtVisitor<ExpressionUses> {
public:
  explicit ExpressionUses(PartUses &uses) : uses_(uses) {}
  bool calls_pointer() const { return calls_pointer_; }

  void VisitDeclRefExpr(const clang::DeclRefExpr *e);
  void VisitMemberExpr(const clang::MemberExpr *e);
  void VisitCXXConstructExpr(const clang::CXXConstructExpr *e);
  void VisitCXXNewExpr(const clang::CXXNewExpr *e);
  void VisitCXXDeleteExpr(const clang::CXXDeleteExpr *e);
  void VisitOverloadExpr(const clang::OverloadExpr *e);
  void VisitDependentScopeDeclRefExpr(const clang::DependentScopeDeclRefExpr *e);
  void VisitCallExpr(const clang::CallExpr *e);
  // A lost operator might have been meant where the built-in one is taken now.
  void VisitBinaryOperator(const clang::BinaryOperator *e);
  void VisitUnaryOperator(const clang::UnaryOperator *e);

private:
  void use_operator();

  PartUses &uses_;
  bool calls_pointer_ = false;
};

} // namespace lockstep::frontend
