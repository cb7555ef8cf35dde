// Runs Clang's front end in process, up to the LLVM module: no driver, no sub-process, no back end.
#include "frontend/compile_clang.h"

#include "frontend/clang_arguments.h"
#include "frontend/clang_diagnostics.h"
#include "frontend/declared.h"
#include "frontend/headers.h"
#include "frontend/intrinsics.h"
#include "frontend/launch_sites.h"
#include "frontend/spelled.h"

#include "support/sound.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

// CUDA and HIP: a plain global variable without a space of its own is taken to be on the device, as older compilers
// do; otherwise device code that names it is an error. Only those that need no code to be initialised.
class GlobalsOnDevice : public clang::ASTConsumer {
public:
  explicit GlobalsOnDevice(std::vector<clang::Decl *> &top) : top_(top) {}
  void Initialize(clang::ASTContext &context) override { context_ = &context; }
  // Asked only when host code is left out: see compile_source.
  bool shouldSkipFunctionBody(clang::Decl *d) override {
    const clang::FunctionDecl *f = d->getAsFunction();
    return f && !f->hasAttr<clang::CUDADeviceAttr>() && !f->hasAttr<clang::CUDAGlobalAttr>();
  }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *d : group) {
      top_.push_back(d);
      if (auto *v = llvm::dyn_cast<clang::VarDecl>(d); v && is_plain(*v))
        v->addAttr(clang::CUDADeviceAttr::CreateImplicit(*context_));
    }
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
  std::vector<clang::Decl *> &top_; // in the order of the source
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

// Clang's code generator as the only consumer of the syntax tree.
class ModuleAction : public clang::ASTFrontendAction {
public:
  explicit ModuleAction(llvm::LLVMContext &context) : context_(context) {}
  Compiled take() { return std::move(compiled_); }

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &ci, llvm::StringRef file) override {
    generator_ =
        clang::CreateLLVMCodeGen(ci.getDiagnostics(), file, &ci.getVirtualFileSystem(), ci.getHeaderSearchOpts(),
                                 ci.getPreprocessorOpts(), ci.getCodeGenOpts(), context_);
    std::vector<std::unique_ptr<clang::ASTConsumer>> both;
    if (ci.getLangOpts().CUDA)
      both.push_back(std::make_unique<GlobalsOnDevice>(top_));
    else
      both.push_back(std::make_unique<InlineBodies>());
    both.emplace_back(generator_);
    return std::make_unique<clang::MultiplexConsumer>(std::move(both));
  }
  void EndSourceFileAction() override {
    if (llvm::Module *module = generator_->GetModule()) {
      mark_declared(*module, *generator_, getCompilerInstance());
      note_launches(*module);
    }
    compiled_.module.reset(generator_->ReleaseModule());
  }

private:
  void note_launches(const llvm::Module &module) {
    auto sites = launch_sites(getCompilerInstance().getASTContext(), top_);
    for (const llvm::Function &f : module)
      if (const clang::Decl *d = sites.empty() ? nullptr : generator_->GetDeclForMangledName(f.getName()))
        if (auto it = sites.find(d->getCanonicalDecl()->getAsFunction()); it != sites.end())
          compiled_.launches[f.getName().str()] = std::move(it->second);
  }

  llvm::LLVMContext &context_;
  clang::CodeGenerator *generator_ = nullptr; // owned by the compiler instance
  std::vector<clang::Decl *> top_;
  Compiled compiled_;
};

Compiled compile_once(const ClangCommand &command, bool skip_host_code, llvm::LLVMContext &context,
                      support::Diagnostics &diags) {
  ClangDiagnostics consumer(diags);
  clang::CompilerInstance ci;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diagnostic_options(new clang::DiagnosticOptions);
  auto engine =
      clang::CompilerInstance::createDiagnostics(diagnostic_options.get(), &consumer, /*ShouldOwnClient=*/false);

  std::vector<const char *> pointers;
  for (const std::string &a : command.arguments)
    pointers.push_back(a.c_str());
  bool parsed = clang::CompilerInvocation::CreateFromArgs(ci.getInvocation(), pointers, *engine);
  if (!parsed || consumer.failed())
    return {};
  ci.getFrontendOpts().DisableFree = false;
  ci.getFrontendOpts().SkipFunctionBodies = skip_host_code;
  ci.getInvocation().getCodeGenOpts().DiscardValueNames = false;

  // The options may have changed how diagnostics are treated (-W...), so a fresh engine.
  ci.createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  ci.createFileManager(file_system_with_headers(command.defines));
  ModuleAction action(context);
  bool done = ci.ExecuteAction(action);
  Compiled compiled = action.take();
  consumer.finish();
  if (!done || consumer.failed())
    return {};
  return compiled;
}

} // namespace

Compiled compile_source(const std::string &path, Language language, const Options &options, llvm::LLVMContext &context,
                        support::Diagnostics &diags) {
  ClangCommand command = clang_command(path, language, options);
  support::Diagnostics whole;
  Compiled compiled = compile_once(command, /*skip_host_code=*/false, context, whole);
  if (!compiled.module && language != Language::OpenCL) {
    // Perhaps only host code needs what we do not have: then kernels can do without it. Sound because the bodies of
    // host functions are no part of a kernel; kernels that only they instantiate are missing, which the warning says.
    support::Diagnostics device;
    if ((compiled = compile_once(command, /*skip_host_code=*/true, context, device)).module) {
      auto first = std::find_if(whole.all().begin(), whole.all().end(),
                                [](const support::Diagnostic &d) { return d.severity == support::Severity::Error; });
      if (!support::left_out("compile.host_code"))
        diags.warning(
            first == whole.all().end() ? support::Origin() : first->origin,
            "host code does not compile and is left out; kernel templates that only it instantiates are not checked" +
                (first == whole.all().end() ? std::string() : " (" + first->message + ")"));
      whole = std::move(device);
    }
  }
  for (const support::Diagnostic &d : whole.all())
    diags.add(d);
  return compiled;
}

} // namespace lockstep::frontend
