// Runs Clang's front end in process, up to the LLVM module: no driver, no sub-process, no back end.
//
// A file without errors goes through once, each declaration to the code generator as it is parsed. One with errors is
// parsed again, and of it only what is whole is compiled (parts_consumer.h).
#include "frontend/clang/compile_clang.h"

#include "frontend/builtins/declared.h"
#include "frontend/builtins/intrinsics.h"
#include "frontend/builtins/spelled.h"
#include "frontend/clang/adapt_declarations.h"
#include "frontend/clang/bit_fields.h"
#include "frontend/clang/own_text.h"
#include "frontend/clang/parts_consumer.h"
#include "frontend/clang/undefined_functions.h"
#include "frontend/host/launches/launch_sites.h"
#include "frontend/llvm/kernels.h"
#include "frontend/setup/arguments.h"
#include "frontend/setup/diagnostics.h"
#include "frontend/setup/foreign_pragmas.h"
#include "frontend/setup/headers.h"
#include "frontend/setup/missing_headers.h"
#include "frontend/setup/target_macros.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/Preprocessor.h"

namespace lockstep::frontend {
namespace {

// The declarations at the top, whose host code may launch kernels.
class TopDeclarations : public clang::ASTConsumer {
public:
  explicit TopDeclarations(std::vector<clang::Decl *> &top) : top_(top) {}
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    top_.insert(top_.end(), group.begin(), group.end());
    return true;
  }

private:
  std::vector<clang::Decl *> &top_; // in the order of the source
};

// Who declares `f`, which the module calls `symbol` (declared.h). By the place of its first declaration, macros
// expanded, not by names; a user's #line does not matter.
Declared declared_by(const clang::FunctionDecl &f, const llvm::Function &symbol, const clang::ASTContext &context) {
  const bool of_numbers = symbol.doesNotAccessMemory() && takes_and_gives_numbers(*symbol.getFunctionType());
  for (const clang::AnnotateAttr *a : f.specific_attrs<clang::AnnotateAttr>())
    if (a->getAnnotation() == "lockstep.function" && of_numbers)
      return Declared::AsFunction;
  const clang::FunctionDecl &first = *f.getFirstDecl();
  const clang::LangOptions &language = context.getLangOpts();
  if (language.OpenCL && first.isImplicit() && (language.OpenCLCPlusPlus || first.hasAttr<clang::OverloadableAttr>()))
    return Declared::OpenCl;
  const clang::SourceManager &sources = context.getSourceManager();
  auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(first.getLocation())));
  if (!file)
    return Declared::ByUser;
  if (language.OpenCL && file->getName().starts_with(clang_header_dir))
    return Declared::OpenCl;
  if (!file->getName().starts_with(own_header_dir) || file->getName().ends_with("lockstep_defines.h"))
    return Declared::ByUser;
  const bool ours = llvm::StringRef(demangle_symbol(symbol.getName()).name).starts_with("__lockstep_");
  return of_numbers && !ours ? Declared::AsFunction : Declared::Lockstep;
}

// The macro of our headers that stands for a function of ours: __reads_from for __lockstep_reads_from.
void note_macro_of(llvm::Function &f, clang::Preprocessor &preprocessor) {
  llvm::StringRef name = f.getName();
  if (!name.consume_front("__lockstep_"))
    return;
  const std::string macro = "__" + name.str();
  if (preprocessor.isMacroDefined(macro))
    note_macro(f, macro);
}

void mark_declared(llvm::Module &module, clang::CodeGenerator &generator, clang::CompilerInstance &ci) {
  const clang::ASTContext &context = ci.getASTContext();
  for (llvm::Function &f : module) {
    if (!f.isDeclaration() || f.isIntrinsic())
      continue;
    if (const clang::Decl *d = generator.GetDeclForMangledName(f.getName())) {
      const clang::FunctionDecl *function = d->getAsFunction();
      set_declared(f, function ? declared_by(*function, f, context) : Declared::ByUser);
      if (declared(f) == Declared::Lockstep)
        note_macro_of(f, ci.getPreprocessor());
    } else { // made by the code generator
      bool of_numbers = f.doesNotAccessMemory() && takes_and_gives_numbers(*f.getFunctionType());
      set_declared(f, of_numbers ? Declared::AsFunction : Declared::Library);
    }
  }
}

// The user's texts, as they lie in Clang's buffers.
void keep_texts(const clang::SourceManager &sources, support::SourceTexts &texts) {
  for (unsigned i = 1; i < sources.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(i);
    if (!entry.isFile() || entry.getFile().getName().starts_with("/__lockstep__/"))
      continue;
    const auto buffer = entry.getFile().getContentCache().getBufferIfLoaded();
    if (!buffer)
      continue;
    const llvm::StringRef text = buffer->getBuffer();
    const clang::SourceLocation begin = clang::SourceLocation::getFromRawEncoding(entry.getOffset());
    if (!entry.getFile().hasLineDirectives()) {
      if (const clang::PresumedLoc at = sources.getPresumedLoc(begin); at.isValid())
        texts.add(at.getFilename(), text.str());
      continue;
    }
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      const clang::PresumedLoc at = sources.getPresumedLoc(begin.getLocWithOffset(static_cast<int>(from)));
      if (at.isValid())
        texts.add_line(at.getFilename(), at.getLine(), text.slice(from, end).rtrim('\r'));
      from = end + 1;
    }
  }
}

// Clang's code generator behind what adapts the declarations. With `file`, only what is whole reaches it.
class ModuleAction : public clang::ASTFrontendAction {
public:
  ModuleAction(llvm::LLVMContext &context, support::Diagnostics &diags, SourceParts &parts, PartsOfFile *file,
               const AskOutside &ask, bool locations, support::SourceTexts &texts)
      : context_(context), diags_(diags), parts_(parts), file_(file), ask_(ask), locations_(locations), texts_(texts) {}
  CompiledSource take() { return std::move(compiled_); }

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &ci, llvm::StringRef file) override {
    std::unique_ptr<clang::CodeGenerator> generator(
        clang::CreateLLVMCodeGen(ci.getDiagnostics(), file, &ci.getVirtualFileSystem(), ci.getHeaderSearchOpts(),
                                 ci.getPreprocessorOpts(), ci.getCodeGenOpts(), context_));
    generator_ = generator.get();
    ci.getPreprocessor().addPPCallbacks(missing_headers(ci.getPreprocessor(), diags_, parts_.assumptions));
    if (ci.getLangOpts().CUDA)
      ci.getPreprocessor().addPPCallbacks(asked_macros(ci.getPreprocessor(), asked_));
    if (ci.getLangOpts().CUDA)
      ci.getPreprocessor().addPPCallbacks(
          foreign_pragmas(ci.getPreprocessor(), file_ != nullptr ? file_->foreign : foreign_));
    if (file_ != nullptr) {
      file_->log.watch(ci.getPreprocessor());
      return std::make_unique<PartsConsumer>(std::move(generator), adapting(ci.getLangOpts()), ci.getDiagnostics(),
                                             *file_);
    }
    std::vector<std::unique_ptr<clang::ASTConsumer>> both;
    if (ci.getLangOpts().CUDA)
      both.push_back(std::make_unique<TopDeclarations>(top_));
    both.push_back(adapting(ci.getLangOpts()));
    both.push_back(std::move(generator));
    return std::make_unique<clang::MultiplexConsumer>(std::move(both));
  }
  void EndSourceFileAction() override {
    keep_texts(getCompilerInstance().getSourceManager(), texts_);
    for (std::string &text : machine_assumptions(asked_))
      parts_.assumptions.push_back(std::move(text));
    if (llvm::Module *module = generator_->GetModule()) {
      mark_declared(*module, *generator_, getCompilerInstance());
      mark_text_of_our_headers(*module, *generator_);
      resolve_bit_fields(*module, *generator_, getCompilerInstance().getASTContext(), bit_fields_, locations_);
      note_launches(*module);
    }
    compiled_.module.reset(generator_->ReleaseModule());
  }

private:
  std::unique_ptr<clang::ASTConsumer> adapting(const clang::LangOptions &language) {
    std::vector<std::unique_ptr<clang::ASTConsumer>> both;
    both.push_back(note_bit_fields(bit_fields_));
    both.push_back(adapting_consumer(language));
    return std::make_unique<clang::MultiplexConsumer>(std::move(both));
  }
  void note_launches(const llvm::Module &module) {
    LaunchSites sites;
    if (file_ != nullptr) {
      sites = std::move(file_->launches);
    } else {
      const clang::ASTContext &context = getCompilerInstance().getASTContext();
      LostNames lost;
      lost.add_foreign(context, foreign_, top_);
      sites = launch_sites(context, top_, lost, ask_);
    }
    for (const llvm::Function &f : module)
      if (const clang::Decl *d = sites.empty() ? nullptr : generator_->GetDeclForMangledName(f.getName()))
        if (auto it = sites.find(d->getCanonicalDecl()->getAsFunction()); it != sites.end()) {
          for (LaunchSite &site : it->second)
            if (!asked_.passes.empty())
              site.asks = *asked_.passes.begin();
          compiled_.launches[f.getName().str()] = std::move(it->second);
        }
  }

  llvm::LLVMContext &context_;
  support::Diagnostics &diags_;
  SourceParts &parts_;
  PartsOfFile *file_;
  const AskOutside &ask_;
  const bool locations_;
  BitFieldRecords bit_fields_;
  support::SourceTexts &texts_;
  clang::CodeGenerator *generator_ = nullptr; // owned by the compiler instance
  std::vector<clang::Decl *> top_;
  AskedMacros asked_;
  PragmaPlaces foreign_;
  CompiledSource compiled_;
};

// `file`: null for the first, usual way, on which any error ends all.
CompiledSource compile_once(const ClangCommand &command, llvm::LLVMContext &context, support::Diagnostics &diags,
                            SourceParts &parts, PartsOfFile *file, const AskOutside &ask, bool locations,
                            support::SourceTexts &texts) {
  ClangDiagnostics strict(diags);
  ClangDiagnostics &consumer = file != nullptr ? file->errors : strict;
  clang::CompilerInstance ci;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diagnostic_options(new clang::DiagnosticOptions);
  auto engine =
      clang::CompilerInstance::createDiagnostics(diagnostic_options.get(), &strict, /*ShouldOwnClient=*/false);

  std::vector<const char *> pointers;
  for (const std::string &a : command.arguments)
    pointers.push_back(a.c_str());
  bool parsed = clang::CompilerInvocation::CreateFromArgs(ci.getInvocation(), pointers, *engine);
  if (!parsed || strict.failed())
    return {};
  ci.getFrontendOpts().DisableFree = false;
  ci.getInvocation().getCodeGenOpts().DiscardValueNames = false;
  if (file != nullptr)
    ci.getDiagnosticOpts().ErrorLimit = 0;

  // The options may have changed how diagnostics are treated (-W...), so a fresh engine.
  ci.createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  ci.createFileManager(file_system_with_headers(command.defines));
  ci.setExternalSemaSource(undefined_functions());
  ModuleAction action(context, diags, parts, file, ask, locations, texts);
  bool done = ci.ExecuteAction(action);
  CompiledSource compiled = action.take();
  consumer.finish();
  if (file != nullptr) {
    const auto &errors = file->errors.errors();
    for (std::size_t i = file->judged; i < errors.size(); ++i)
      diags.add(errors[i].what);
    return file->judged == errors.size() ? std::move(compiled) : CompiledSource{};
  }
  if (!done || consumer.failed())
    return {};
  return compiled;
}

} // namespace

CompiledSource compile_source(const std::string &path, Language language, const Options &options,
                              llvm::LLVMContext &context, support::Diagnostics &diags, support::SourceTexts &texts) {
  const ClangCommand command = clang_command(path, language, options);
  const AskOutside ask = [&](const std::vector<OutsideFunction> &functions) {
    return outside_callers(functions, options.other_files, language, options);
  };
  const bool locations = !options.copies_once; // requests are counted of what is accessed
  support::Diagnostics whole;
  SourceParts parts;
  CompiledSource compiled = compile_once(command, context, whole, parts, nullptr, ask, locations, texts);
  if (!compiled.module) {
    support::Diagnostics again;
    PartsOfFile file;
    file.ask = ask;
    SourceParts found;
    compiled = compile_once(command, context, again, found, &file, ask, locations, texts);
    if (compiled.module && (!file.parts.broken.empty() || !kernel_functions(*compiled.module).empty())) {
      for (const support::Diagnostic &d : again.all())
        diags.add(d);
      for (const support::Diagnostic &d : file.diags.all())
        diags.add(d);
      compiled.parts = {std::move(file.parts.broken), std::move(found.assumptions)};
      return compiled;
    }
    compiled.module.reset();
  }
  compiled.parts = std::move(parts);
  for (const support::Diagnostic &d : whole.all())
    diags.add(d);
  return compiled;
}

} // namespace lockstep::frontend
