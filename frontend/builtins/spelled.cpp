// Names as the user wrote them (spelled.h).
#include "frontend/builtins/spelled.h"

#include "frontend/builtins/declared.h"
#include "frontend/builtins/intrinsics.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::frontend {

namespace {
constexpr llvm::StringRef mark = "lockstep.spelled";
}

void note_wrapper(llvm::Function &f) {
  if (f.getSubprogram() != nullptr || f.getParent()->debug_compile_units().empty())
    return;
  llvm::LLVMContext &context = f.getContext();
  const std::string name = demangle_symbol(f.getName()).name;
  for (llvm::Instruction &i : llvm::instructions(f))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i); call && call->getCalledFunction() != nullptr &&
                                                         call->getCalledFunction()->isDeclaration() &&
                                                         declared(*call->getCalledFunction()) == Declared::Lockstep)
      call->setMetadata(mark, llvm::MDNode::get(context, llvm::MDString::get(context, name)));
}

void note_macro(llvm::Function &f, llvm::StringRef macro) { f.addFnAttr(mark, macro); }

namespace {
// "cuda::barrier::arrive_and_wait", of whatever arguments: the parameters and template arguments of what our headers
// declare are ours.
std::string without_arguments(llvm::StringRef symbol) {
  std::string out;
  int depth = 0;
  for (const char c : qualified_name(symbol)) {
    depth -= c == '>';
    if (depth == 0 && c != '>')
      out += c == '<' ? std::string() : std::string(1, c);
    depth += c == '<';
  }
  return out;
}
} // namespace

namespace {
// "__lockstep_no_read" is what the macro __no_read calls.
std::string annotation_of(std::string name) {
  constexpr std::string_view prefix = "__lockstep_";
  return name.starts_with(prefix) ? "__" + name.substr(prefix.size()) : name;
}
} // namespace

std::string spelled(const llvm::CallBase &call) {
  if (const llvm::MDNode *noted = call.getMetadata(mark))
    if (const auto *name = llvm::dyn_cast<llvm::MDString>(noted->getOperand(0)))
      return name->getString().str();
  const llvm::Function &f = *call.getCalledFunction();
  if (f.hasFnAttribute(mark))
    return f.getFnAttribute(mark).getValueAsString().str();
  if (declared(f) == Declared::Lockstep && f.getName().starts_with("_Z"))
    return annotation_of(without_arguments(f.getName()));
  return declared(f) == Declared::OpenCl ? demangle_symbol(f.getName()).name : readable(f.getName());
}

} // namespace lockstep::frontend
