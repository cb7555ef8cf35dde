// See undefined_functions.h.
#include "frontend/clang/undefined_functions.h"

#include "frontend/setup/headers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

namespace lockstep::frontend {
namespace {

class UndefinedFunctions : public clang::ExternalSemaSource {
public:
  void ReadUndefinedButUsed(llvm::MapVector<clang::NamedDecl *, clang::SourceLocation> &undefined) override {
    undefined.remove_if([](const auto &entry) {
      const clang::SourceManager &sources = entry.first->getASTContext().getSourceManager();
      const clang::SourceLocation at = sources.getExpansionLoc(entry.first->getLocation());
      const auto file = sources.getFileEntryRefForID(sources.getFileID(at));
      return file && file->getName().starts_with(own_header_dir);
    });
  }
};

} // namespace

llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource> undefined_functions() {
  return llvm::makeIntrusiveRefCnt<UndefinedFunctions>();
}

} // namespace lockstep::frontend
