// See annotated.h.
#include "frontend/passes/annotated.h"

#include "frontend/builtins/intrinsics.h"
#include "frontend/passes/steps.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

namespace lockstep::frontend {

using llvm::Instruction;
using llvm::Value;

std::string annotation_name(const Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
  const llvm::Function *f = call ? call->getCalledFunction() : nullptr;
  return f && f->getName().contains("__lockstep_") ? demangle_symbol(f->getName()).name : std::string();
}

bool asks_log(const std::string &name, bool writes) {
  const std::string of = writes ? "write" : "read";
  return name == "__lockstep_" + of || name == "__lockstep_no_" + of || name == "__lockstep_" + of + "_implies" ||
         name == "__lockstep_" + of + "_offset_bytes";
}
bool asks_log(const std::string &name) { return asks_log(name, true) || asks_log(name, false); }

const Value *local_of(const Value *pointer) {
  auto *load = llvm::dyn_cast<llvm::LoadInst>(pointer->stripPointerCasts());
  return load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
}

Clause read_clause(Instruction &begin) {
  Clause a{straight_region(begin), nullptr, ""};
  a.says = llvm::dyn_cast_or_null<llvm::CallInst>(statement_of(a.region));
  a.what = a.says ? annotation_name(*a.says) : std::string();
  return a;
}

bool is_frame(const Clause &a) { return a.what == "__lockstep_writes_to" || a.what == "__lockstep_reads_from"; }

bool speaks_of_accesses(const Clause &a) {
  return std::any_of(a.region.begin(), a.region.end(),
                     [](const Instruction *i) { return asks_log(annotation_name(*i)); });
}

namespace {
bool leads_elsewhere(const llvm::DIDerivedType &type) {
  const unsigned tag = type.getTag();
  return tag == llvm::dwarf::DW_TAG_pointer_type || tag == llvm::dwarf::DW_TAG_reference_type ||
         tag == llvm::dwarf::DW_TAG_rvalue_reference_type || tag == llvm::dwarf::DW_TAG_ptr_to_member_type;
}

// Without typedefs and qualifiers; of a member, or a base class, its type.
const llvm::DIType *without_names(const llvm::DIType *type) {
  for (;;) {
    auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (!derived || leads_elsewhere(*derived))
      return type;
    type = derived->getBaseType();
  }
}

// What may have pointers in it: nothing is known of those that are written.
bool may_hold_pointers(const llvm::DIType *type, unsigned depth) {
  type = without_names(type);
  auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (!type || depth == 8 || llvm::isa<llvm::DIDerivedType>(type))
    return true;
  if (!composite)
    return !llvm::isa<llvm::DIBasicType>(type);
  if (composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type)
    return false;
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type)
    return may_hold_pointers(composite->getBaseType(), depth + 1);
  if (composite->isForwardDecl())
    return true;
  return std::any_of(composite->getElements().begin(), composite->getElements().end(), [&](const llvm::DINode *n) {
    auto *member = llvm::dyn_cast<llvm::DIDerivedType>(n);
    return member && !member->isStaticMember() && may_hold_pointers(member, depth + 1);
  });
}
} // namespace

std::vector<Access> allowed_by(const Clause &a) {
  std::vector<Access> out;
  const auto add = [&](const llvm::CallInst &call, bool writes) {
    const Value *pointer = call.getArgOperand(0);
    out.push_back({pointer, local_of(pointer), writes});
  };
  if (is_frame(a))
    add(*a.says, a.what == "__lockstep_writes_to");
  if (a.what == "__lockstep_ensures")
    for (const Instruction *i : a.region)
      if (const std::string name = annotation_name(*i); asks_log(name) && !name.starts_with("__lockstep_no_"))
        add(*llvm::cast<llvm::CallInst>(i), asks_log(name, true));
  return out;
}

bool is_apart(const llvm::Argument &parameter, const std::vector<Clause> &contract) {
  const auto reads = [](const Instruction *i) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(i);
    return load && !llvm::isa<llvm::AllocaInst>(load->getPointerOperand());
  };
  return parameter.getType()->isPointerTy() && parameter.hasNoAliasAttr() &&
         std::any_of(contract.begin(), contract.end(),
                     [&](const Clause &c) { return std::any_of(c.region.begin(), c.region.end(), reads); });
}

bool holds_pointers(const llvm::Type *type) {
  return type->isPointerTy() || std::any_of(type->subtypes().begin(), type->subtypes().end(),
                                            [](const llvm::Type *part) { return holds_pointers(part); });
}

const llvm::DIType *led_to(const Value &local) {
  const llvm::DIType *type = nullptr;
  auto *place = const_cast<llvm::AllocaInst *>(llvm::cast<llvm::AllocaInst>(&local));
  for (const llvm::DbgVariableRecord *r : llvm::findDVRDeclares(place))
    type = r->getVariable()->getType();
  for (const llvm::DbgDeclareInst *d : llvm::findDbgDeclares(place))
    type = d->getVariable()->getType();
  auto *pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(without_names(type));
  return pointer && leads_elsewhere(*pointer) ? without_names(pointer->getBaseType()) : nullptr;
}

bool may_hold_pointers(const llvm::DIType *type) { return may_hold_pointers(type, 0); }

llvm::Type *cell_type(const llvm::DIType *type, llvm::LLVMContext &context) {
  auto *basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  const std::uint64_t bits = basic ? basic->getSizeInBits() : 8;
  if (bits != 16 && bits != 32 && bits != 64)
    return llvm::Type::getInt8Ty(context);
  if (basic->getEncoding() == llvm::dwarf::DW_ATE_float)
    return bits == 16   ? llvm::Type::getHalfTy(context)
           : bits == 32 ? llvm::Type::getFloatTy(context)
                        : llvm::Type::getDoubleTy(context);
  return llvm::Type::getIntNTy(context, static_cast<unsigned>(bits));
}

} // namespace lockstep::frontend
