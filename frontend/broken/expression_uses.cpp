// See expression_uses.h.
#include "frontend/broken/expression_uses.h"

#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace lockstep::frontend {

namespace {

// Of a template, and in its own text. Sound because that is not executed: its instantiations are, and they are judged
// by the text that names the argument.
bool calls_argument(const clang::CallExpr &e) {
  const auto *called = llvm::dyn_cast<clang::DeclRefExpr>(e.getCallee()->IgnoreParenImpCasts());
  return support::sound("parts.argument",
                        called != nullptr && llvm::isa<clang::NonTypeTemplateParmDecl>(called->getDecl()));
}

bool is_users(const clang::Expr *e) {
  const clang::QualType t = e->IgnoreParenImpCasts()->getType();
  return !t.isNull() && (t->isEnumeralType() || t->isRecordType() || t->isDependentType());
}

} // namespace

void ExpressionUses::VisitDeclRefExpr(const clang::DeclRefExpr *e) {
  uses_.use(e->getFoundDecl());
  uses_.use(e->getDecl());
}

void ExpressionUses::VisitMemberExpr(const clang::MemberExpr *e) { uses_.use(e->getMemberDecl()); }

void ExpressionUses::VisitCXXConstructExpr(const clang::CXXConstructExpr *e) { uses_.use(e->getConstructor()); }

void ExpressionUses::VisitCXXNewExpr(const clang::CXXNewExpr *e) {
  uses_.use(e->getOperatorNew());
  uses_.use(e->getOperatorDelete());
}

void ExpressionUses::VisitCXXDeleteExpr(const clang::CXXDeleteExpr *e) { uses_.use(e->getOperatorDelete()); }

void ExpressionUses::VisitOverloadExpr(const clang::OverloadExpr *e) {
  uses_.use_name(e->getName());
  for (const clang::NamedDecl *d : e->decls())
    uses_.use_signature(d);
}

void ExpressionUses::VisitDependentScopeDeclRefExpr(const clang::DependentScopeDeclRefExpr *e) {
  uses_.use_name(e->getDeclName());
}

void ExpressionUses::VisitCallExpr(const clang::CallExpr *e) {
  const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(e);
  const clang::CXXMethodDecl *method = member != nullptr ? member->getMethodDecl() : nullptr;
  calls_pointer_ = calls_pointer_ || (method != nullptr && method->isVirtual()) ||
                   (!e->isTypeDependent() && e->getDirectCallee() == nullptr && !calls_argument(*e) &&
                    !llvm::isa<clang::CXXPseudoDestructorExpr>(e->getCallee()->IgnoreParens()));
}

void ExpressionUses::VisitBinaryOperator(const clang::BinaryOperator *e) {
  if (is_users(e->getLHS()) || is_users(e->getRHS()))
    use_operator();
}

void ExpressionUses::VisitUnaryOperator(const clang::UnaryOperator *e) {
  if (is_users(e->getSubExpr()))
    use_operator();
}

void ExpressionUses::use_operator() {
  uses_.use_name(uses_.text().context().DeclarationNames.getCXXOperatorName(clang::OO_Plus));
}

} // namespace lockstep::frontend
