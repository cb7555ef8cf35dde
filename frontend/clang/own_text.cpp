// Text of our headers: see own_text.h.
#include "frontend/clang/own_text.h"

#include "frontend/builtins/declared.h"
#include "frontend/setup/own_declarations.h"
#include "frontend/syntax/syntax_walk.h"
#include "support/sound.h"

namespace lockstep::frontend {

namespace {

// Default arguments and initialisers belong to another declaration, so that the walk does not enter them by itself.
class ProgramsDefaults : public SyntaxWalk {
public:
  bool shouldVisitImplicitCode() const override { return true; }
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) override { return enter(*e->getParam(), e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) override { return enter(*e->getField(), e->getExpr()); }
  bool found = false;

private:
  bool enter(const clang::Decl &of, clang::Expr *what) {
    found = found || !is_of_our_headers(of);
    return !found && TraverseStmt(what);
  }
};

bool evaluates_defaults_of_program(clang::FunctionDecl &f) {
  ProgramsDefaults defaults;
  defaults.TraverseDecl(&f);
  return defaults.found;
}

} // namespace

void mark_text_of_our_headers(llvm::Module &module, clang::CodeGenerator &generator) {
  for (llvm::Function &f : module) {
    if (f.isDeclaration())
      continue;
    const clang::Decl *d = generator.GetDeclForMangledName(f.getName());
    auto *function = d ? const_cast<clang::Decl *>(d)->getAsFunction() : nullptr; // the walk changes nothing
    if (function && support::sound("own_text.place", is_of_our_headers(*function)) &&
        !support::unsound("own_text.defaults", evaluates_defaults_of_program(*function)))
      mark_text_of_our_headers(f);
  }
}

} // namespace lockstep::frontend
