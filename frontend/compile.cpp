// `compile`: a file to a Module, by Clang or LLVM's reader and the pass pipeline (passes.h).
#include "frontend/clang/compile_clang.h"
#include "frontend/llvm/check_ir.h"
#include "frontend/llvm/kernels.h"
#include "frontend/llvm/marks.h"
#include "frontend/llvm/parameters.h"
#include "frontend/llvm/plain_forms.h"
#include "frontend/llvm/scope_file.h"
#include "frontend/llvm/spoken_dimensions.h"
#include "frontend/module.h"
#include "frontend/passes/own_functions.h"
#include "frontend/passes/passes.h"
#include "frontend/texts.h"
#include "support/invariant.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <unistd.h>

namespace lockstep::frontend {
namespace {

using support::Diagnostics;
using support::Origin;
using support::SourcePlace;

// Where LLVM gives up, it would abort; the process ends with a message instead, which whoever started it may read.
void give_up(void *, const char *reason, bool) {
  if (auto *recovery = llvm::CrashRecoveryContext::GetCurrent())
    recovery->HandleExit(1);
  constexpr int internal_error = 4; // the exit status
  for (const char *part : {"lockstep: internal error: the compiler gave up: ", reason, "\n"})
    if (::write(STDERR_FILENO, part, std::strlen(part)) < 0)
      break;
  ::_exit(internal_error);
}

void never_abort() {
  static const bool installed = [] {
    llvm::install_fatal_error_handler(give_up);
    llvm::install_bad_alloc_error_handler(give_up);
    return true;
  }();
  (void)installed;
}

std::optional<Language> by_suffix(llvm::StringRef path) {
  const std::string name = path.lower();
  const auto is = [&](llvm::StringRef suffix) { return llvm::StringRef(name).ends_with(suffix); };
  if (is(".cl") || is(".clcpp") || is(".ocl") || is(".opencl"))
    return Language::OpenCL;
  if (is(".cu") || is(".cuh"))
    return Language::Cuda;
  if (is(".hip") || is(".hip.cpp"))
    return Language::Hip;
  const llvm::StringRef suffix = llvm::sys::path::extension(name);
  if (suffix == ".ll" || suffix == ".bc")
    return Language::LlvmIr;
  return std::nullopt;
}

std::optional<Language> by_contents(llvm::StringRef text) {
  if (text.starts_with("BC\xC0\xDE") || text.contains("\ntarget triple = ") || text.starts_with("; ModuleID"))
    return Language::LlvmIr;
  if (text.contains("hip/hip_runtime"))
    return Language::Hip;
  if (text.contains("__global__"))
    return Language::Cuda;
  if (text.contains("__kernel") || text.contains("kernel void"))
    return Language::OpenCL;
  return std::nullopt;
}

// The language, after checking that there is a readable file with something in it. Empty after an error.
std::optional<Language> input_language(const std::string &path, Language asked, Diagnostics &diags) {
  auto fail = [&](std::string why) {
    diags.error(Origin(SourcePlace{path, 0, 0}), "'" + path + "': " + std::move(why));
    return std::nullopt;
  };
  llvm::sys::fs::file_status status;
  if (std::error_code e = llvm::sys::fs::status(path, status))
    return fail(e.message());
  if (llvm::sys::fs::is_directory(status))
    return fail("is a directory, not a source file");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return fail(buffer.getError().message());
  llvm::StringRef text = (*buffer)->getBuffer();
  if (text.trim().empty())
    return fail("the file is empty");
  if (asked != Language::Auto)
    return asked;
  if (auto found = by_suffix(path))
    return found;
  if (auto found = by_contents(text))
    return found;
  return fail("cannot tell the language from the name or the contents; say it with --language");
}

std::optional<Dialect> dialect_of(const llvm::Module &module) {
  llvm::Triple triple(module.getTargetTriple());
  if (triple.isSPIR() || triple.isSPIRV())
    return Dialect::Spir;
  if (triple.isNVPTX())
    return Dialect::Nvptx;
  if (triple.isAMDGCN())
    return Dialect::Amdgcn;
  return std::nullopt;
}

// __return_val_T() where the function's result is a number of another type than T: an annotation that makes no sense,
// whether the function is called or not.
bool check_result_types(const llvm::Module &module, Diagnostics &diags) {
  for (const llvm::Function &f : module)
    for (const llvm::Instruction &i : llvm::instructions(f)) {
      const auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
      const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || !callee->getName().contains("__lockstep_return_val_") || !i.getType()->isIntegerTy() ||
          !f.getReturnType()->isIntegerTy() || i.getType() == f.getReturnType())
        continue;
      const llvm::DILocation *at = i.getDebugLoc();
      diags.unsupported(at ? Origin(SourcePlace{scope_file(at->getScope()), at->getLine(), at->getColumn()}) : Origin(),
                        "what stands for the function's result in its postcondition is of another type",
                        support::Topic::ResultType);
      return false;
    }
  return true;
}

// What Clang accepts and has no code for on a device.
bool check_module(const llvm::Module &module, const std::string &path, Diagnostics &diags) {
  for (const llvm::GlobalVariable &g : module.globals())
    if (g.isThreadLocal() && !g.use_empty()) {
      llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> places;
      g.getDebugInfo(places);
      const llvm::DIGlobalVariable *v = places.empty() ? nullptr : places[0]->getVariable();
      diags.unsupported(
          v ? Origin(SourcePlace{v->getFilename().str(), v->getLine(), 0}) : Origin(SourcePlace{path, 0, 0}),
          "the thread-local variable '" + (v ? v->getName().str() : g.getName().str()) + "' is not supported");
      return false;
    }
  std::string text;
  llvm::raw_string_ostream out(text);
  if (!llvm::verifyModule(module, &out))
    return true;
  diags.unsupported(Origin(SourcePlace{path, 0, 0}),
                    "Clang makes no well-formed code of this file (" + text.substr(0, text.find('\n')) + ")");
  return false;
}

} // namespace

std::string llvm_version() { return LLVM_VERSION_STRING; }

support::Result<Module> compile(const std::string &path, const Options &options, Diagnostics &diags) {
  support::SourceTexts unused;
  return compile(path, options, diags, unused);
}

support::Result<Module> compile(const std::string &path, const Options &options, Diagnostics &diags,
                                support::SourceTexts &texts) {
  never_abort();
  auto language = input_language(path, options.language, diags);
  if (!language)
    return support::failure;
  auto impl = std::make_unique<Module::Impl>();
  impl->context = std::make_unique<llvm::LLVMContext>();
  if (*language == Language::LlvmIr) {
    impl->module = read_ir(path, impl->context, diags);
  } else {
    CompiledSource compiled = compile_source(path, *language, options, *impl->context, diags, texts);
    impl->module = std::move(compiled.module);
    impl->launches = std::move(compiled.launches);
    impl->parts = std::move(compiled.parts);
  }
  if (!impl->module)
    return support::failure;
  if (*language != Language::LlvmIr)
    repair_clang_output(*impl->module);
  if (!check_module(*impl->module, path, diags) || !check_result_types(*impl->module, diags))
    return support::failure;
  if (options.plain_forms && options.annotations == Annotations::Kept && !check_plain_forms(*impl->module, diags))
    return support::failure;
  auto dialect = dialect_of(*impl->module);
  if (!dialect) {
    diags.unsupported(Origin(SourcePlace{path, 0, 0}), "the module is for '" + impl->module->getTargetTriple() +
                                                           "'; the dialects understood are spir, nvptx and amdgcn");
    return support::failure;
  }
  impl->dialect = *dialect;
  impl->foreign = *language == Language::LlvmIr;
  if (impl->parts.broken.empty()) // else what calls them may be what is not whole
    impl->uncalled = find_uncalled(*impl->module);
  if (impl->foreign)
    read_marks(path, *impl);
  if (impl->foreign && !drop_marks(*impl->module, path, diags))
    return support::failure;
  if (options.wraps)
    drop_overflow_marks(*impl->module);
  if (*language != Language::LlvmIr && options.annotations <= Annotations::NoInvariants)
    judge_functions_alone(*impl->module, options.contracts, diags);
  for (const llvm::Function *f : kernel_functions(*impl->module)) {
    if (!is_own_function(*f)) // or it has no parameters that anybody passes
      impl->parameters[f->getName().str()] = read_parameters(*f);
    impl->limits[f->getName().str()] = launch_limits(*f);
    std::array<bool, 3> &spoken = impl->spoken[f->getName().str()]; // a mark may have said it
    const std::array<bool, 3> said = spoken_dimensions(*f, impl->foreign);
    if (is_own_function(*f)) // whoever calls it may be launched in any
      spoken.fill(true);
    std::transform(said.begin(), said.end(), spoken.begin(), spoken.begin(), std::logical_or<>());
  }
  run_passes(*impl->module, {.made = *language != Language::LlvmIr ? Made::FromSource
                                     : impl->foreign               ? Made::Elsewhere
                                                                   : Made::AsCompiled,
                             .bounds = options.check_bounds ? Bounds::Checked : Bounds::Assumed,
                             .annotations = options.annotations});
  for (const llvm::Function *f : kernel_functions(*impl->module))
    impl->needs[f->getName().str()] = contracts_needed(*impl->module, *f);
  LOCKSTEP_INVARIANT(!llvm::verifyModule(*impl->module), "the passes leave a well-formed module");
  return Module(std::move(impl));
}

Module::Module(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Module::Module(Module &&) noexcept = default;
Module &Module::operator=(Module &&) noexcept = default;
Module::~Module() = default;

} // namespace lockstep::frontend
