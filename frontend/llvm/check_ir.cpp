// See check_ir.h.
#include "frontend/llvm/check_ir.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Metadata.h"

namespace lockstep::frontend {

namespace {

constexpr llvm::StringLiteral our_marks = "lockstep.";

// One entry for each parameter: numbers of address spaces, else texts.
bool check_arguments(const llvm::Function &f, llvm::StringRef kind, const llvm::MDNode &row, std::string &why) {
  if (row.getNumOperands() != f.arg_size()) {
    why =
        "has " + std::to_string(row.getNumOperands()) + " entries for " + std::to_string(f.arg_size()) + " parameters";
    return false;
  }
  const bool numbers = kind == "kernel_arg_addr_space";
  for (const llvm::MDOperand &o : row.operands()) {
    const bool fits = numbers ? llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(o) != nullptr
                              : llvm::isa_and_nonnull<llvm::MDString>(o.get());
    if (!fits) {
      why = numbers ? "holds something that is no number" : "holds something that is no text";
      return false;
    }
  }
  return true;
}

bool check_mark(const llvm::MDNode &mark) {
  return mark.getNumOperands() == 0 || llvm::isa_and_nonnull<llvm::MDString>(mark.getOperand(0).get());
}

using Attached = llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>, 8>;

} // namespace

bool check_metadata(const llvm::Module &module, const std::string &path, support::Diagnostics &diags) {
  llvm::SmallVector<llvm::StringRef, 64> names;
  module.getContext().getMDKindNames(names);
  const auto fail = [&](const llvm::Function &f, llvm::StringRef kind, const std::string &why) {
    diags.error(support::Origin({path, 0, 0}),
                "the module is malformed: !" + kind.str() + " of '" + f.getName().str() + "' " + why);
    return false;
  };
  Attached attached;
  for (const llvm::Function &f : module) {
    attached.clear();
    f.getAllMetadata(attached);
    std::string why;
    for (const auto &[kind, node] : attached)
      if (names[kind].starts_with("kernel_arg_") && !check_arguments(f, names[kind], *node, why))
        return fail(f, names[kind], why);
    for (const llvm::Instruction &i : llvm::instructions(f)) {
      attached.clear();
      i.getAllMetadataOtherThanDebugLoc(attached);
      for (const auto &[kind, node] : attached)
        if (names[kind].starts_with(our_marks) && !check_mark(*node))
          return fail(f, names[kind], "holds something that is no text");
    }
  }
  return true;
}

bool drop_marks(llvm::Module &module, const std::string &path, support::Diagnostics &diags) {
  llvm::SmallVector<llvm::StringRef, 64> names;
  module.getContext().getMDKindNames(names);
  Attached attached;
  const auto ours = [&](llvm::StringRef name) {
    diags.unsupported(support::Origin({path, 0, 0}),
                      "the name '" + name.str() +
                          "' is one of Lockstep's own, which another tool's module may not have,");
    return false;
  };
  for (llvm::Function &f : module) {
    if (f.getName().starts_with(our_marks))
      return ours(f.getName());
    for (unsigned p = 0; p < f.arg_size(); ++p)
      f.removeParamAttr(p, "lockstep.padding");
    for (llvm::Instruction &i : llvm::instructions(f)) {
      attached.clear();
      i.getAllMetadataOtherThanDebugLoc(attached);
      for (const auto &[kind, node] : attached)
        if (names[kind].starts_with(our_marks))
          i.setMetadata(kind, nullptr);
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&i))
        for (unsigned b = 0; b < call->getNumOperandBundles(); ++b)
          if (call->getOperandBundleAt(b).getTagName().starts_with(our_marks))
            return ours(call->getOperandBundleAt(b).getTagName());
    }
  }
  return true;
}

} // namespace lockstep::frontend
