// See own_declarations.h.
#include "frontend/setup/own_declarations.h"

#include "frontend/setup/headers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace lockstep::frontend {

bool is_of_our_headers(const clang::Decl &d) {
  const clang::SourceManager &sources = d.getASTContext().getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(d.getLocation())));
  return file && file->getName().starts_with(own_header_dir);
}

namespace {

// Clang's visitor does not enter such expressions, which belong to another declaration; here they are entered.
class Defaults : public clang::RecursiveASTVisitor<Defaults> {
public:
  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) { return evaluates(*e->getParam(), e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) { return evaluates(*e->getField(), e->getExpr()); }
  bool found = false;

private:
  bool evaluates(const clang::Decl &of, clang::Expr *what) {
    found = found || !is_of_our_headers(of);
    return !found && TraverseStmt(what);
  }
};

} // namespace

bool evaluates_defaults_of_program(const clang::FunctionDecl &f) {
  Defaults defaults;
  defaults.TraverseDecl(const_cast<clang::FunctionDecl *>(&f)); // only read
  return defaults.found;
}

} // namespace lockstep::frontend
