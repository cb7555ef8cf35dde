// A walk over Clang's syntax tree, with what is done at a node as virtual functions: Clang's own visitor is a template,
// and each of its users costs twelve seconds of compilation. The functions have its names and meaning
// (clang/AST/RecursiveASTVisitor.h): `VisitX` is called at each node that is an X, the most general first, and false
// ends the walk; `TraverseX` is the walk over an X and what is below it. Whoever overrides a further one adds it to the
// lists here. Internal to frontend/.
#pragma once

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/NestedNameSpecifier.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/TemplateBase.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SmallVector.h"

namespace lockstep::frontend {

#define LOCKSTEP_VISITED(X)                                                                                            \
  X(AlignedAttr)                                                                                                       \
  X(BinaryOperator)                                                                                                    \
  X(BindingDecl)                                                                                                       \
  X(BreakStmt)                                                                                                         \
  X(CXXConstructExpr)                                                                                                  \
  X(CXXDefaultArgExpr)                                                                                                 \
  X(CXXDefaultInitExpr)                                                                                                \
  X(CXXForRangeStmt)                                                                                                   \
  X(CallExpr)                                                                                                          \
  X(CompoundStmt)                                                                                                      \
  X(ContinueStmt)                                                                                                      \
  X(CoroutineBodyStmt)                                                                                                 \
  X(Decl)                                                                                                              \
  X(DeclRefExpr)                                                                                                       \
  X(DeclStmt)                                                                                                          \
  X(ExplicitCastExpr)                                                                                                  \
  X(Expr)                                                                                                              \
  X(FieldDecl)                                                                                                         \
  X(FunctionDecl)                                                                                                      \
  X(ImplicitCastExpr)                                                                                                  \
  X(LabelStmt)                                                                                                         \
  X(LambdaExpr)                                                                                                        \
  X(MemberExpr)                                                                                                        \
  X(OffsetOfExpr)                                                                                                      \
  X(ReturnStmt)                                                                                                        \
  X(Stmt)                                                                                                              \
  X(StmtExpr)                                                                                                          \
  X(SubstNonTypeTemplateParmExpr)                                                                                      \
  X(SwitchCase)                                                                                                        \
  X(Type)                                                                                                              \
  X(TypeTraitExpr)                                                                                                     \
  X(UnaryExprOrTypeTraitExpr)                                                                                          \
  X(UnaryOperator)                                                                                                     \
  X(VarDecl)

#define LOCKSTEP_TRAVERSED(X)                                                                                          \
  X(CXXConstructorDecl, clang::CXXConstructorDecl *)                                                                   \
  X(CXXConversionDecl, clang::CXXConversionDecl *)                                                                     \
  X(CXXDestructorDecl, clang::CXXDestructorDecl *)                                                                     \
  X(CXXMethodDecl, clang::CXXMethodDecl *)                                                                             \
  X(ConstructorInitializer, clang::CXXCtorInitializer *)                                                               \
  X(Decl, clang::Decl *)                                                                                               \
  X(FieldDecl, clang::FieldDecl *)                                                                                     \
  X(FunctionDecl, clang::FunctionDecl *)                                                                               \
  X(InitListExpr, clang::InitListExpr *)                                                                               \
  X(LambdaExpr, clang::LambdaExpr *)                                                                                   \
  X(NestedNameSpecifierLoc, clang::NestedNameSpecifierLoc)                                                             \
  X(ParmVarDecl, clang::ParmVarDecl *)                                                                                 \
  X(StmtExpr, clang::StmtExpr *)                                                                                       \
  X(TemplateArgument, const clang::TemplateArgument &)                                                                 \
  X(TemplateArgumentLoc, const clang::TemplateArgumentLoc &)                                                           \
  X(TemplateName, clang::TemplateName)                                                                                 \
  X(Type, clang::QualType)                                                                                             \
  X(UnaryExprOrTypeTraitExpr, clang::UnaryExprOrTypeTraitExpr *)

class SyntaxWalk {
public:
  SyntaxWalk() = default;
  virtual ~SyntaxWalk() = default;
  SyntaxWalk(const SyntaxWalk &) = default;
  SyntaxWalk &operator=(const SyntaxWalk &) = default;

  using DataRecursionQueue = llvm::SmallVectorImpl<llvm::PointerIntPair<clang::Stmt *, 1, bool>>;

  virtual bool shouldVisitImplicitCode() const { return false; }
  virtual bool shouldVisitTemplateInstantiations() const { return false; }

  virtual bool VisitTypeLoc(clang::TypeLoc) { return true; }
  virtual bool VisitConstantArrayTypeLoc(clang::ConstantArrayTypeLoc) { return true; }
#define LOCKSTEP_VISIT(Name)                                                                                           \
  virtual bool Visit##Name(clang::Name *) { return true; }
  LOCKSTEP_VISITED(LOCKSTEP_VISIT)
#undef LOCKSTEP_VISIT

  // `queue`: what is to be walked over later, so that a long expression is no deep recursion; null: now.
  virtual bool TraverseStmt(clang::Stmt *s, DataRecursionQueue *queue = nullptr);
#define LOCKSTEP_TRAVERSE(Name, What) virtual bool Traverse##Name(What);
  LOCKSTEP_TRAVERSED(LOCKSTEP_TRAVERSE)
#undef LOCKSTEP_TRAVERSE

private:
  class Walk;
};

} // namespace lockstep::frontend
