// See called_functions.h.
#include "frontend/host/called_functions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace lockstep::frontend {

namespace {

class CallReader : public CalledFunctions, public clang::RecursiveASTVisitor<CallReader> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseFunctionDecl(clang::FunctionDecl *f) { return within(f, &CallReader::WalkUpToFunction); }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *f) { return within(f, &CallReader::WalkUpToMethod); }
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl *f) { return within(f, &CallReader::WalkUpToConstructor); }

  bool VisitCallExpr(clang::CallExpr *c) {
    const clang::FunctionDecl *f = c->getDirectCallee();
    if (!current_)
      return true;
    if (auto *launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(c); launch && !f)
      note_indirect(*launch);
    if (!f)
      return true;
    if (auto *launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(c)) {
      const clang::CallExpr *config = launch->getConfig();
      if (config && config->getNumArgs() >= 2)
        note({launch, f, config->getArg(0), config->getArg(1), true});
      return true;
    }
    const clang::FunctionDecl *kernel = c->getNumArgs() != 0 ? named_kernel(*c->getArg(0)) : nullptr;
    const llvm::StringRef name = f->getIdentifier() ? f->getName() : "";
    if (kernel && c->getNumArgs() >= 3 && (name.contains("LaunchKernel") || name.contains("LaunchCooperativeKernel")))
      note({c, kernel, c->getArg(1), c->getArg(2), false});
    else if (kernel && (name.contains("Func") || name.contains("Occupancy"))) // asks, or sets, something of it
      --other_mentions[kernel->getCanonicalDecl()];
    calls[f->getCanonicalDecl()].push_back({c, current_});
    if (llvm::isa<clang::DeclRefExpr>(c->getCallee()->IgnoreParenImpCasts()))
      --other_mentions[f->getCanonicalDecl()];
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *o) {
    if (o->getOpcode() == clang::BO_Assign)
      if (const clang::VarDecl *p = pointer(*o->getLHS()))
        set(*p, *o->getRHS());
    if (o->isEqualityOp())
      for (const clang::Expr *side : {o->getLHS(), o->getRHS()}) {
        if (const clang::VarDecl *p = pointer(*side))
          --pointers[p].other_mentions;
        if (const clang::FunctionDecl *kernel = named_kernel(*side))
          --other_mentions[kernel->getCanonicalDecl()];
      }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *v) {
    if (is_pointer(*v) && v->hasInit() &&
        !v->getInit()->isNullPointerConstant(v->getASTContext(), clang::Expr::NPC_ValueDependentIsNotNull)) {
      ++pointers[v].other_mentions; // `set` takes it back
      set(*v, *v->getInit());
    }
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *r) {
    if (auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl()); v && is_pointer(*v))
      ++pointers[v].other_mentions;
    if (auto *f = llvm::dyn_cast<clang::FunctionDecl>(r->getDecl()))
      ++other_mentions[f->getCanonicalDecl()];
    return true;
  }

private:
  static bool is_pointer(const clang::VarDecl &v) {
    return v.isLocalVarDecl() && !v.isStaticLocal() && v.getType()->isFunctionPointerType();
  }
  static const clang::VarDecl *pointer(const clang::Expr &e) {
    auto *r = llvm::dyn_cast<clang::DeclRefExpr>(e.IgnoreParenImpCasts());
    auto *v = r ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
    return v && is_pointer(*v) ? v : nullptr;
  }
  void set(const clang::VarDecl &p, const clang::Expr &value) {
    const clang::FunctionDecl *kernel = named_kernel(value);
    if (!kernel)
      return;
    pointers[&p].kernels.push_back(kernel);
    --pointers[&p].other_mentions;
    --other_mentions[kernel->getCanonicalDecl()];
  }
  void note_indirect(const clang::CUDAKernelCallExpr &launch) {
    const clang::Expr *callee = launch.getCallee()->IgnoreParenImpCasts();
    if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(callee); o && o->getOpcode() == clang::UO_Deref)
      callee = o->getSubExpr();
    const clang::VarDecl *p = pointer(*callee);
    const clang::CallExpr *config = launch.getConfig();
    if (!p || !config || config->getNumArgs() < 2)
      return;
    functions[current_].launches.push_back({&launch, nullptr, config->getArg(0), config->getArg(1), true, p});
    --pointers[p].other_mentions;
  }
  void note(const HostLaunch &launch) {
    functions[current_].launches.push_back(launch);
    --other_mentions[launch.kernel->getCanonicalDecl()];
  }
  static const clang::FunctionDecl *named_kernel(const clang::Expr &e) {
    const clang::Expr *named = e.IgnoreParenCasts();
    if (auto *address = llvm::dyn_cast<clang::UnaryOperator>(named))
      named = address->getSubExpr()->IgnoreParenCasts();
    auto *r = llvm::dyn_cast<clang::DeclRefExpr>(named);
    auto *f = r ? llvm::dyn_cast<clang::FunctionDecl>(r->getDecl()) : nullptr;
    return f && f->hasAttr<clang::CUDAGlobalAttr>() ? f : nullptr;
  }

  bool WalkUpToFunction(clang::FunctionDecl *f) { return RecursiveASTVisitor::TraverseFunctionDecl(f); }
  bool WalkUpToMethod(clang::CXXMethodDecl *f) { return RecursiveASTVisitor::TraverseCXXMethodDecl(f); }
  bool WalkUpToConstructor(clang::CXXConstructorDecl *f) { return RecursiveASTVisitor::TraverseCXXConstructorDecl(f); }

  template <typename Decl> bool within(Decl *f, bool (CallReader::*walk)(Decl *)) {
    if (f->isDependentContext())
      return true; // its instances are met by themselves
    const clang::FunctionDecl *around = current_;
    const bool body = f->isThisDeclarationADefinition() && f->hasBody();
    current_ = body ? f : nullptr;
    const bool go_on = (this->*walk)(f);
    current_ = around;
    return go_on;
  }

  const clang::FunctionDecl *current_ = nullptr;
};

} // namespace

CalledFunctions called_functions(const std::vector<clang::Decl *> &top) {
  CallReader reader;
  for (clang::Decl *d : top)
    reader.TraverseDecl(d);
  return std::move(static_cast<CalledFunctions &>(reader));
}

} // namespace lockstep::frontend
