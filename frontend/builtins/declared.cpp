// See declared.h.
#include "frontend/builtins/declared.h"

#include "frontend/builtins/intrinsics.h"
#include "frontend/builtins/opencl_symbols.h"
#include "frontend/types.h"

#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

#include <map>
#include <set>

namespace lockstep::frontend {

namespace {
constexpr llvm::StringRef attribute = "lockstep.declared";
constexpr llvm::StringRef text_of_ours = "lockstep.ours";
struct Word {
  Declared by;
  llvm::StringRef word;
};
constexpr Word words[] = {{Declared::OpenCl, "opencl"},
                          {Declared::Lockstep, "lockstep"},
                          {Declared::Library, "library"},
                          {Declared::AsFunction, "function"}};
} // namespace

Declared declared(const llvm::Function &f) {
  if (f.getName().starts_with("llvm."))
    return Declared::Target;
  llvm::StringRef said = f.getFnAttribute(attribute).getValueAsString();
  for (const Word &w : words)
    if (w.word == said)
      return w.by;
  return Declared::ByUser;
}

void set_declared(llvm::Function &f, Declared by) {
  f.removeFnAttr(attribute);
  for (const Word &w : words)
    if (w.by == by)
      f.addFnAttr(attribute, w.word);
}

bool is_text_of_our_headers(const llvm::Function &f) { return f.hasFnAttribute(text_of_ours); }
void mark_text_of_our_headers(llvm::Function &f) { f.addFnAttr(text_of_ours); }

bool takes_and_gives_numbers(const llvm::FunctionType &type) {
  auto number = [](const llvm::Type *t) { return t->isIntOrIntVectorTy() || t->isFPOrFPVectorTy(); };
  for (const llvm::Type *t : type.params())
    if (!number(t))
      return false;
  return number(type.getReturnType()) && !type.isVarArg();
}

namespace {
// Device libraries: their mathematical functions, and what Clang calls for printf and assert.
Declared in_library(const llvm::Function &f, const llvm::Triple &triple) {
  llvm::StringRef name = f.getName();
  bool math = (triple.isNVPTX() && name.starts_with("__nv_")) || (triple.isAMDGCN() && name.starts_with("__ocml_"));
  if (math && f.doesNotAccessMemory() && takes_and_gives_numbers(*f.getFunctionType()))
    return Declared::AsFunction;
  bool called = (triple.isNVPTX() && (name == "vprintf" || name == "__assertfail" || name == "__assert_fail")) ||
                (triple.isAMDGCN() && name == "__assert_fail");
  return called ? Declared::Library : Declared::ByUser;
}

// OpenCL C's printf has a C name: int printf(constant char *, ...).
bool is_opencl_printf(const llvm::Function &f) {
  const llvm::FunctionType &t = *f.getFunctionType();
  return f.getName() == "printf" && t.isVarArg() && t.getReturnType()->isIntegerTy(32) && t.getNumParams() == 1 &&
         t.getParamType(0)->isPointerTy();
}
} // namespace

void mark_declared_in_ir(llvm::Module &module) {
  llvm::Triple triple(module.getTargetTriple());
  bool spir = triple.isSPIR() || triple.isSPIRV();
  bool opencl = spir || module.getNamedMetadata("opencl.ocl.version");
  std::map<llvm::Function *, std::string> asked;
  for (llvm::Function &f : module) {
    if (!f.isDeclaration() || f.getName().starts_with("llvm."))
      continue;
    Declared by = Declared::ByUser;
    std::string base = demangle_symbol(f.getName()).name;
    if (llvm::StringRef(base).starts_with("__lockstep_"))
      by = Declared::Lockstep;
    else if (declared(f) == Declared::AsFunction && f.doesNotAccessMemory() &&
             takes_and_gives_numbers(*f.getFunctionType()))
      by = Declared::AsFunction; // what the text says, as our own text form does
    else if (opencl && (is_opencl_printf(f) || f.getName() == "__translate_sampler_initializer"))
      by = f.getName() == "printf" ? Declared::OpenCl : Declared::Library;
    else if (opencl && f.getName().starts_with("_Z"))
      asked.emplace(&f, base);
    else
      by = in_library(f, triple);
    set_declared(f, by);
  }
  if (asked.empty())
    return;
  std::set<std::string> names;
  for (auto &[f, base] : asked)
    names.insert(base);
  const std::set<std::string> symbols = opencl_symbols(names, module.getTargetTriple());
  for (auto &[f, base] : asked)
    if (symbols.count(f->getName().str()) != 0)
      set_declared(*f, Declared::OpenCl);
}

} // namespace lockstep::frontend
