// See undefined_functions.h.
#include "frontend/clang/undefined_functions.h"

#include "frontend/setup/own_declarations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

namespace lockstep::frontend {
namespace {

class UndefinedFunctions : public clang::ExternalSemaSource {
public:
  void ReadUndefinedButUsed(llvm::MapVector<clang::NamedDecl *, clang::SourceLocation> &undefined) override {
    undefined.remove_if([](const auto &entry) { return is_of_our_headers(*entry.first); });
  }
};

} // namespace

llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource> undefined_functions() {
  return llvm::makeIntrusiveRefCnt<UndefinedFunctions>();
}

} // namespace lockstep::frontend
