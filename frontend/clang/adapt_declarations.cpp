// See adapt_declarations.h.
#include "frontend/clang/adapt_declarations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

namespace lockstep::frontend {
namespace {

// CUDA and HIP: a plain global variable without a space of its own is taken to be on the device, as older compilers
// do; otherwise device code that names it is an error. Only those that need no code to be initialised.
class GlobalsOnDevice : public clang::ASTConsumer {
public:
  void Initialize(clang::ASTContext &context) override { context_ = &context; }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *d : group)
      if (auto *v = llvm::dyn_cast<clang::VarDecl>(d); v && is_plain(*v))
        v->addAttr(clang::CUDADeviceAttr::CreateImplicit(*context_));
    return true;
  }

private:
  static bool has_space(const clang::VarDecl &v) {
    return v.hasAttr<clang::CUDADeviceAttr>() || v.hasAttr<clang::CUDAConstantAttr>() ||
           v.hasAttr<clang::CUDASharedAttr>() || v.getType()->isCUDADeviceBuiltinTextureType();
  }
  bool is_plain(const clang::VarDecl &v) const {
    clang::QualType type = v.getType();
    bool initialised_by_code =
        v.hasInit() && !v.hasConstantInitialization() && !llvm::isa<clang::CXXConstructExpr>(v.getInit());
    return v.isFileVarDecl() && v.hasGlobalStorage() && !v.isConstexpr() && !v.isInvalidDecl() && !has_space(v) &&
           !type->isDependentType() && !type->isReferenceType() && !type.isConstQualified() &&
           type.isPODType(*context_) && !initialised_by_code &&
           v.isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly;
  }
  clang::ASTContext *context_ = nullptr;
};

// OpenCL C: the body of a plain `inline` function is generated as well. C says that it may be used or another one,
// elsewhere; a program in OpenCL has no other.
class InlineBodies : public clang::ASTConsumer {
public:
  void Initialize(clang::ASTContext &context) override { context_ = &context; }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *d : group)
      if (auto *f = llvm::dyn_cast<clang::FunctionDecl>(d);
          f && f->isInlineSpecified() && !f->hasAttr<clang::AlwaysInlineAttr>())
        f->addAttr(clang::AlwaysInlineAttr::CreateImplicit(*context_));
    return true;
  }

private:
  clang::ASTContext *context_ = nullptr;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> adapting_consumer(const clang::LangOptions &language) {
  if (language.CUDA)
    return std::make_unique<GlobalsOnDevice>();
  return std::make_unique<InlineBodies>();
}

} // namespace lockstep::frontend
