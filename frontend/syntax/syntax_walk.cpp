// See syntax_walk.h.
#include "frontend/syntax/syntax_walk.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace lockstep::frontend {

// Clang's walk, which goes through `of` at every node.
class SyntaxWalk::Walk : public clang::RecursiveASTVisitor<Walk> {
public:
  using Clang = clang::RecursiveASTVisitor<Walk>;
  explicit Walk(SyntaxWalk &of) : of_(of) {}

  bool shouldVisitImplicitCode() const { return of_.shouldVisitImplicitCode(); }
  bool shouldVisitTemplateInstantiations() const { return of_.shouldVisitTemplateInstantiations(); }

  bool VisitTypeLoc(clang::TypeLoc at) { return of_.VisitTypeLoc(at); }
  bool VisitConstantArrayTypeLoc(clang::ConstantArrayTypeLoc at) { return of_.VisitConstantArrayTypeLoc(at); }
#define LOCKSTEP_VISIT(Name)                                                                                           \
  bool Visit##Name(clang::Name *node) { return of_.Visit##Name(node); }
  LOCKSTEP_VISITED(LOCKSTEP_VISIT)
#undef LOCKSTEP_VISIT

  bool TraverseStmt(clang::Stmt *s, DataRecursionQueue *queue = nullptr) { return of_.TraverseStmt(s, queue); }
#define LOCKSTEP_TRAVERSE(Name, What)                                                                                  \
  bool Traverse##Name(What node) { return of_.Traverse##Name(node); }
  LOCKSTEP_TRAVERSED(LOCKSTEP_TRAVERSE)
#undef LOCKSTEP_TRAVERSE

private:
  SyntaxWalk &of_;
};

bool SyntaxWalk::TraverseStmt(clang::Stmt *s, DataRecursionQueue *queue) {
  return Walk(*this).Walk::Clang::TraverseStmt(s, queue);
}
#define LOCKSTEP_TRAVERSE(Name, What)                                                                                  \
  bool SyntaxWalk::Traverse##Name(What node) { return Walk(*this).Walk::Clang::Traverse##Name(node); }
LOCKSTEP_TRAVERSED(LOCKSTEP_TRAVERSE)
#undef LOCKSTEP_TRAVERSE

} // namespace lockstep::frontend
