// See outside_calls.h.
#include "frontend/host/launches/outside_calls.h"

#include "frontend/broken/local_errors.h"
#include "frontend/broken/lost_names.h"
#include "frontend/host/launches/launch_sites.h"
#include "frontend/setup/arguments.h"
#include "frontend/setup/foreign_pragmas.h"
#include "frontend/setup/headers.h"
#include "frontend/setup/missing_headers.h"
#include "frontend/setup/target_macros.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

struct FileAsked {
  const std::vector<OutsideFunction> &functions;
  TokenLog log;
  support::Diagnostics told; // by nobody
  LocalErrors errors{told, log};
  std::vector<std::string> assumptions;
  OutsideCallers found;
  AskedMacros asked;
  PragmaPlaces foreign;
  std::set<std::string> unread; // names of functions in text that is not compiled
};

class CallsConsumer : public clang::SemaConsumer {
public:
  explicit CallsConsumer(FileAsked &file) : file_(file) {}
  void InitializeSema(clang::Sema &sema) override { file_.errors.ask(&sema); }
  void ForgetSema() override { file_.errors.ask(nullptr); }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *d : group)
      flatten(d);
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext &context) override {
    const std::vector<LocalError> errors = file_.errors.errors(); // of the parse; loading may add some
    const ErrorRegions regions(context, file_.log, errors);
    LostNames lost = errors.empty() ? LostNames() : LostNames(context, file_.log, errors, regions, top_);
    lost.add_foreign(context, file_.foreign, top_);
    file_.found = calls_of(context, top_, lost, file_.functions);
  }

private:
  void flatten(clang::Decl *d) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(d) && !d->isFromASTFile())
      for (clang::Decl *inner : llvm::cast<clang::DeclContext>(d)->noload_decls())
        flatten(inner);
    else
      top_.push_back(d);
  }
  FileAsked &file_;
  std::vector<clang::Decl *> top_;
};

class CallsAction : public clang::ASTFrontendAction {
public:
  explicit CallsAction(FileAsked &file) : file_(file) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &ci, llvm::StringRef) override {
    ci.getPreprocessor().addPPCallbacks(missing_headers(ci.getPreprocessor(), file_.told, file_.assumptions));
    ci.getPreprocessor().addPPCallbacks(asked_macros(ci.getPreprocessor(), file_.asked));
    ci.getPreprocessor().addPPCallbacks(foreign_pragmas(ci.getPreprocessor(), file_.foreign));
    std::vector<std::string> names;
    for (const OutsideFunction &f : file_.functions)
      names.push_back(f.name);
    ci.getPreprocessor().addPPCallbacks(unread_names(ci.getPreprocessor(), std::move(names), file_.unread));
    file_.log.watch(ci.getPreprocessor());
    return std::make_unique<CallsConsumer>(file_);
  }

private:
  FileAsked &file_;
};

// False: nothing is known of what the file calls.
bool read_calls(const std::string &path, Language language, const Options &options, FileAsked &file) {
  const ClangCommand command = clang_command(path, language, options);
  support::Diagnostics ignored;
  ClangDiagnostics strict(ignored);
  clang::CompilerInstance ci;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diagnostic_options(new clang::DiagnosticOptions);
  auto engine =
      clang::CompilerInstance::createDiagnostics(diagnostic_options.get(), &strict, /*ShouldOwnClient=*/false);
  std::vector<const char *> pointers;
  for (const std::string &a : command.arguments)
    pointers.push_back(a.c_str());
  if (!clang::CompilerInvocation::CreateFromArgs(ci.getInvocation(), pointers, *engine) || strict.failed())
    return false;
  ci.getFrontendOpts().DisableFree = false;
  ci.getDiagnosticOpts().ErrorLimit = 0;
  ci.createDiagnostics(&file.errors, /*ShouldOwnClient=*/false);
  ci.createFileManager(file_system_with_headers(command.defines));
  CallsAction action(file);
  ci.ExecuteAction(action);
  file.errors.finish();
  return !ci.getDiagnostics().hasFatalErrorOccurred();
}

// The file is read as for the device; another compiler may compile it.
std::string asks_of(const AskedMacros &asked) {
  for (const std::set<std::string> *macros : {&asked.passes, &asked.language, &asked.machines})
    if (!macros->empty())
      return *macros->begin();
  return {};
}

void add(OutsideCallers &to, OutsideCallers from, const std::string &asks) {
  for (auto &[symbol, calls] : from) {
    for (OutsideCall &call : calls.calls)
      call.asks = asks;
    OutsideCalls &all = to[symbol];
    all.all = all.all && calls.all;
    std::move(calls.calls.begin(), calls.calls.end(), std::back_inserter(all.calls));
  }
}

} // namespace

OutsideCallers outside_callers(const std::vector<OutsideFunction> &functions, const std::vector<std::string> &files,
                               Language language, const Options &options) {
  constexpr std::size_t most_files = 8;
  std::vector<std::pair<std::string, std::vector<OutsideFunction>>> asked;
  for (const std::string &path : files) {
    const auto buffer = llvm::MemoryBuffer::getFile(path);
    std::vector<OutsideFunction> named;
    for (const OutsideFunction &f : functions)
      if (buffer && mentions((*buffer)->getBuffer(), f.name))
        named.push_back(f);
    if (!named.empty())
      asked.emplace_back(path, std::move(named));
  }
  OutsideCallers out;
  for (const auto &[path, named] : asked) {
    FileAsked file{.functions = named};
    const bool in_c = llvm::sys::path::extension(path) == ".c";
    const bool read = asked.size() <= most_files && !in_c && read_calls(path, language, options, file);
    if (read)
      add(out, std::move(file.found), asks_of(file.asked));
    for (const OutsideFunction &f : named)
      if (!read || file.unread.count(f.name) != 0)
        out[f.symbol].all = false;
  }
  return out;
}

} // namespace lockstep::frontend
