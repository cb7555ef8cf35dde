// Finding and naming kernels; printing modules.
#include "frontend/llvm/kernels.h"

#include "frontend/llvm/contract_marks.h"
#include "frontend/llvm/marks.h"
#include "frontend/llvm/scope_file.h"
#include "frontend/module.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

// Functions that !nvvm.annotations marks: !{ptr @f, !"kernel", i32 1}, possibly with more pairs.
llvm::SmallPtrSet<const llvm::Function *, 8> annotated_kernels(const llvm::Module &module) {
  llvm::SmallPtrSet<const llvm::Function *, 8> marked;
  const llvm::NamedMDNode *rows = module.getNamedMetadata("nvvm.annotations");
  if (!rows)
    return marked;
  for (const llvm::MDNode *row : rows->operands()) {
    if (row->getNumOperands() < 3)
      continue;
    auto *constant = llvm::mdconst::dyn_extract_or_null<llvm::Constant>(row->getOperand(0));
    auto *function = constant ? llvm::dyn_cast<llvm::Function>(constant->stripPointerCastsAndAliases()) : nullptr;
    for (unsigned i = 1; function && i + 1 < row->getNumOperands(); i += 2) {
      auto *key = llvm::dyn_cast_or_null<llvm::MDString>(row->getOperand(i));
      auto *value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(row->getOperand(i + 1));
      if (key && key->getString() == "kernel" && value && !value->isZero())
        marked.insert(function);
    }
  }
  return marked;
}

bool kernel_convention(const llvm::Function &f) {
  switch (f.getCallingConv()) {
  case llvm::CallingConv::SPIR_KERNEL:
  case llvm::CallingConv::PTX_Kernel:
  case llvm::CallingConv::AMDGPU_KERNEL: return true;
  default: return false;
  }
}

} // namespace

// "void scale<float>(float*, int)" is shown as "scale<float>": the name as at a launch.
std::string name_in_source(const llvm::Function &f) {
  std::string name = f.getName().str();
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(name.c_str()) || !demangler.isFunction())
    return name;
  std::string full = llvm::demangle(name);
  // Cut the parameter list: the last '(' at nesting depth 0; and the return type that templates carry: up to the last
  // blank at depth 0 before the name.
  int depth = 0;
  std::size_t end = full.size();
  for (std::size_t i = full.size(); i-- > 0;) {
    char c = full[i];
    if (c == ')' || c == '>' || c == ']' || c == '}')
      ++depth;
    else if (c == '(' || c == '<' || c == '[' || c == '{') {
      if (--depth == 0 && c == '(') {
        end = i;
        break;
      }
    }
  }
  std::size_t begin = 0;
  depth = 0;
  for (std::size_t i = end; i-- > 0;) {
    char c = full[i];
    if (c == ')' || c == '>' || c == '}')
      ++depth;
    else if (c == '(' || c == '<' || c == '{')
      --depth;
    else if (c == ' ' && depth == 0) {
      begin = i + 1;
      break;
    }
  }
  return full.substr(begin, end - begin);
}

support::Origin place_in_source(const llvm::Function &f) {
  const llvm::DISubprogram *sp = f.getSubprogram();
  if (!sp)
    return {};
  return support::Origin({scope_file(sp), sp->getLine(), 0}, {}, name_in_source(f));
}

std::vector<llvm::Function *> kernel_functions(llvm::Module &module) {
  auto annotated = annotated_kernels(module);
  std::vector<llvm::Function *> found;
  for (llvm::Function &f : module)
    if (!f.isDeclaration() && (kernel_convention(f) || annotated.contains(&f))) {
      if (!f.hasName())
        f.setName("unnamed");
      found.push_back(&f);
    }
  return found;
}

std::vector<KernelName> kernels(const Module &module) {
  std::vector<KernelName> names;
  for (llvm::Function *f : kernel_functions(*module.impl().module)) {
    const auto needs = module.impl().needs.find(f->getName().str());
    names.push_back({name_in_source(*f),
                     f->getName().str(),
                     place_in_source(*f),
                     is_own_function(*f),
                     needs == module.impl().needs.end() ? std::vector<std::string>() : needs->second,
                     {}});
  }
  const std::vector<Broken> &broken = module.impl().parts.broken;
  for (std::size_t i = 0; i < broken.size(); ++i)
    names.push_back({broken[i].name, "", broken[i].origin, false, {}, i});
  std::stable_sort(names.begin(), names.end(), [](const KernelName &a, const KernelName &b) {
    const auto &p = a.origin.place(), &q = b.origin.place();
    return p.file == q.file && p.line < q.line;
  });
  return names;
}

std::vector<cfg::Uncalled> find_uncalled(llvm::Module &module) {
  const std::vector<llvm::Function *> kernels = kernel_functions(module);
  std::vector<cfg::Uncalled> out;
  for (llvm::Function &f : module) {
    const bool accesses = llvm::any_of(llvm::instructions(f), [](const llvm::Instruction &i) {
      const auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
      return store && !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(store->getPointerOperand()));
    });
    if (accesses && f.use_empty() && !llvm::is_contained(kernels, &f))
      out.push_back({name_in_source(f), place_in_source(f)});
  }
  return out;
}

std::vector<Parameter> parameters(const Module &module, const KernelName &kernel) {
  const auto it = module.impl().parameters.find(kernel.symbol);
  return it == module.impl().parameters.end() ? std::vector<Parameter>{} : it->second;
}

std::optional<std::array<std::uint64_t, 3>> required_size(const Module &module, const KernelName &kernel) {
  const auto it = module.impl().limits.find(kernel.symbol);
  return it == module.impl().limits.end() ? std::nullopt : it->second.exact;
}

std::array<bool, 3> spoken_dimensions(const Module &module, const KernelName &kernel) {
  const auto it = module.impl().spoken.find(kernel.symbol);
  return it == module.impl().spoken.end() ? std::array<bool, 3>{} : it->second;
}

std::string print(const Module &module) {
  std::string text = marks_of(module.impl());
  llvm::raw_string_ostream out(text);
  module.impl().module->print(out, nullptr);
  return text;
}

} // namespace lockstep::frontend
