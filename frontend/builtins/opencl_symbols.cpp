// Asks Clang which builtins it declares: it is given an empty OpenCL file, and its look-up of a builtin's name declares
// all overloads of the name; their manglings are the answer.
#include "frontend/builtins/opencl_symbols.h"

#include "frontend/setup/headers.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/MemoryBuffer.h"

#include <vector>

namespace lockstep::frontend {
namespace {

using SymbolNames = std::set<std::string>;

class Lookup : public clang::ASTConsumer {
public:
  Lookup(clang::CompilerInstance &ci, const SymbolNames &names, SymbolNames &symbols)
      : ci_(ci), names_(names), symbols_(symbols) {}
  void HandleTranslationUnit(clang::ASTContext &context) override {
    std::unique_ptr<clang::MangleContext> mangler(context.createMangleContext());
    for (const std::string &name : names_) {
      clang::LookupResult found(ci_.getSema(), &context.Idents.get(name), clang::SourceLocation(),
                                clang::Sema::LookupOrdinaryName);
      found.suppressDiagnostics();
      ci_.getSema().LookupBuiltin(found);
      for (clang::NamedDecl *d : found) {
        auto *f = llvm::dyn_cast<clang::FunctionDecl>(d->getUnderlyingDecl());
        if (!f || !mangler->shouldMangleDeclName(f))
          continue;
        std::string symbol;
        llvm::raw_string_ostream out(symbol);
        mangler->mangleName(clang::GlobalDecl(f), out);
        symbols_.insert(symbol);
      }
    }
  }

private:
  clang::CompilerInstance &ci_;
  const SymbolNames &names_;
  SymbolNames &symbols_;
};

class LookupAction : public clang::ASTFrontendAction {
public:
  LookupAction(const SymbolNames &names, SymbolNames &symbols) : names_(names), symbols_(symbols) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &ci, llvm::StringRef) override {
    return std::make_unique<Lookup>(ci, names_, symbols_);
  }

private:
  const SymbolNames &names_;
  SymbolNames &symbols_;
};

void ask(const std::string &standard, const std::string &triple, const SymbolNames &names, SymbolNames &symbols) {
  const std::string header_dir(clang_header_dir);
  const std::vector<const char *> arguments{"-triple",
                                            triple.c_str(),
                                            "-x",
                                            "cl",
                                            standard.c_str(),
                                            "-finclude-default-header",
                                            "-fdeclare-opencl-builtins",
                                            "-cl-ext=+all",
                                            "-nostdsysteminc",
                                            "-nobuiltininc",
                                            "-internal-isystem",
                                            header_dir.c_str(),
                                            "nothing.cl"};
  clang::CompilerInstance ci;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
  clang::IgnoringDiagConsumer silent;
  auto engine = clang::CompilerInstance::createDiagnostics(options.get(), &silent, /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(ci.getInvocation(), arguments, *engine))
    return;
  ci.getFrontendOpts().DisableFree = false;
  ci.getPreprocessorOpts().addRemappedFile("nothing.cl", llvm::MemoryBuffer::getMemBuffer("").release());
  ci.createDiagnostics(&silent, /*ShouldOwnClient=*/false);
  ci.createFileManager(file_system_with_headers(""));
  LookupAction action(names, symbols);
  ci.ExecuteAction(action);
}

} // namespace

std::set<std::string> opencl_symbols(const std::set<std::string> &names, const std::string &triple) {
  SymbolNames symbols;
  for (const char *standard : {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"})
    ask(standard, triple, names, symbols);
  return symbols;
}

} // namespace lockstep::frontend
