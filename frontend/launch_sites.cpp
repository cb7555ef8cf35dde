// Launches in host code: see launch_sites.h.
#include "frontend/launch_sites.h"

#include "frontend/host_values.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace lockstep::frontend {
namespace {

using Sites = std::map<const clang::FunctionDecl *, std::vector<LaunchSite>>;

// The launches in one function.
class InFunction : public clang::RecursiveASTVisitor<InFunction> {
public:
  InFunction(const clang::ASTContext &context, const clang::Stmt &body, Sites &out)
      : context_(context), constants_(constants_of(body)), out_(out) {}

  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *call) {
    const clang::FunctionDecl *kernel = call->getDirectCallee();
    const clang::CallExpr *config = call->getConfig();
    if (!kernel || !config || config->getNumArgs() < 2)
      return true;
    HostNames names;
    HostValues values(context_, names, constants_);
    LaunchSite site;
    const clang::SourceManager &sources = context_.getSourceManager();
    if (auto at = sources.getPresumedLoc(sources.getExpansionLoc(call->getBeginLoc())); at.isValid())
      site.origin = support::Origin({at.getFilename(), at.getLine(), at.getColumn()});
    site.grid = values.sizes(*config->getArg(0));
    site.block = values.sizes(*config->getArg(1));
    std::map<const clang::ValueDecl *, int> buffers;
    for (unsigned i = 0; i < call->getNumArgs() && i < kernel->getNumParams(); ++i) {
      const clang::Expr &given = *call->getArg(i);
      LaunchSite::Argument a;
      a.parameter = kernel->getParamDecl(i)->getNameAsString();
      if (kernel->getParamDecl(i)->getType()->isPointerType()) {
        const HostValues::Buffer b = values.buffer(given);
        if (b.base)
          a.buffer = buffers.try_emplace(b.base, static_cast<int>(buffers.size())).first->second;
        a.whole_buffer = b.whole;
      } else {
        a.value = values.value(given);
      }
      site.arguments.push_back(std::move(a));
    }
    site.names = names.names();
    out_[kernel->getCanonicalDecl()].push_back(std::move(site));
    return true;
  }

private:
  const clang::ASTContext &context_;
  const std::set<const clang::VarDecl *> constants_;
  Sites &out_;
};

class InFile : public clang::RecursiveASTVisitor<InFile> {
public:
  InFile(const clang::ASTContext &context, Sites &out) : context_(context), out_(out) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl *f) {
    if (f->isThisDeclarationADefinition() && f->hasBody() && !f->isDependentContext())
      InFunction(context_, *f->getBody(), out_).TraverseStmt(f->getBody());
    return true;
  }

private:
  const clang::ASTContext &context_;
  Sites &out_;
};

} // namespace

Sites launch_sites(const clang::ASTContext &context, const std::vector<clang::Decl *> &top) {
  Sites out;
  InFile file(context, out);
  for (clang::Decl *d : top)
    file.TraverseDecl(d);
  return out;
}

} // namespace lockstep::frontend
