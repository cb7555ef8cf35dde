// See bit_fields.h. The code generator names the member of each access in a record that asks for it with the attribute
// `preserve_access_index`, which is BPF's, in calls of llvm.preserve.*.access.index instead of address arithmetic.
#include "frontend/clang/bit_fields.h"

#include "frontend/passes/passes.h"

#include "support/sound.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

struct Location { // bytes of a record
  std::uint64_t begin, end;
};
using Locations = std::vector<Location>;

class NoteBitFields : public clang::ASTConsumer {
public:
  explicit NoteBitFields(BitFieldRecords &records) : records_(records) {}
  void Initialize(clang::ASTContext &context) override { context_ = &context; }
  void HandleTagDeclDefinition(clang::TagDecl *tag) override {
    auto *record = llvm::dyn_cast<clang::RecordDecl>(tag);
    if (!record || record->isInvalidDecl() || record->isDependentType() || !record->isCompleteDefinition() ||
        llvm::none_of(record->fields(), [](const clang::FieldDecl *f) { return f->isBitField(); }))
      return;
    record->addAttr(clang::BPFPreserveAccessIndexAttr::CreateImplicit(*context_));
    records_.push_back(record);
  }

private:
  BitFieldRecords &records_;
  clang::ASTContext *context_ = nullptr;
};

// Sound because a row ends only where the language says so: at a member that is no bit-field, and at one of no width.
// The members of a union all begin at one place, and none has another's location.
Locations locations_of(const clang::RecordDecl &record, const clang::ASTContext &context) {
  Locations out;
  if (record.isUnion())
    return out;
  const clang::ASTRecordLayout &layout = context.getASTRecordLayout(&record);
  bool open = false;
  for (const clang::FieldDecl *f : record.fields()) {
    const std::uint64_t width = f->isBitField() ? f->getBitWidthValue(context) : 0;
    const std::uint64_t at = layout.getFieldOffset(f->getFieldIndex());
    const Location bytes{at / 8, (at + width + 7) / 8};
    if (width == 0) {
      open = false;
    } else if (support::unsound("bit_fields.row", open)) {
      out.back().end = std::max(out.back().end, bytes.end);
    } else {
      out.push_back(bytes);
      open = true;
    }
  }
  return out;
}

// The location that [begin, end) of a record is of; of several, all that it touches.
std::optional<Location> location_at(const Locations &all, std::uint64_t begin, std::uint64_t end) {
  std::optional<Location> out;
  for (const Location &l : all)
    if (l.begin < end && begin < l.end)
      out = out ? Location{std::min(out->begin, l.begin), std::max(out->end, l.end)} : l;
  return out;
}

void mark_location(llvm::Instruction &access, std::uint64_t before, std::uint64_t bytes) {
  llvm::Type *word = llvm::Type::getInt64Ty(access.getContext());
  auto number = [&](std::uint64_t n) { return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(word, n)); };
  access.setMetadata(location_metadata, llvm::MDNode::get(access.getContext(), {number(before), number(bytes)}));
}

// Loads and stores of a bit-field name its place directly: it has no address that a program could take.
void mark_accesses(llvm::Value &place, std::uint64_t at, const Locations &all, const llvm::DataLayout &layout) {
  for (llvm::User *u : place.users()) {
    auto *access = llvm::cast<llvm::Instruction>(u);
    if (llvm::getLoadStorePointerOperand(access) != &place)
      continue;
    const std::uint64_t end = at + layout.getTypeStoreSize(llvm::getLoadStoreType(access)).getFixedValue();
    const auto location = location_at(all, at, end);
    if (location && (location->begin < at || location->end > end)) {
      const std::uint64_t begin = std::min(at, location->begin);
      mark_location(*access, at - begin, std::max(end, location->end) - begin);
    }
  }
}

class Resolver {
public:
  Resolver(llvm::Module &module, clang::CodeGenerator &generator, const clang::ASTContext &context,
           const BitFieldRecords &records, bool locations)
      : module_(module), generator_(generator), locations_(locations) {
    for (const clang::RecordDecl *r : records)
      if (!r->isInvalidDecl())
        of_[clang::CodeGen::convertTypeForMemory(generator.CGM(), context.getRecordType(r))] =
            locations_of(*r, context);
  }
  void run() {
    std::vector<llvm::IntrinsicInst *> calls;
    for (llvm::Function &f : module_) {
      refuse_unnamed(f);
      for (llvm::Instruction &i : llvm::instructions(f))
        if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&i))
          calls.push_back(call);
    }
    for (llvm::IntrinsicInst *call : calls)
      switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::preserve_array_access_index: array(*call); break;
      case llvm::Intrinsic::preserve_union_access_index: replace(*call, call->getArgOperand(0)); break;
      case llvm::Intrinsic::preserve_struct_access_index: member(*call); break;
      default: break;
      }
  }

private:
  static std::uint64_t number(const llvm::IntrinsicInst &call, unsigned n) {
    return llvm::cast<llvm::ConstantInt>(call.getArgOperand(n))->getZExtValue();
  }
  static void replace(llvm::IntrinsicInst &call, llvm::Value *by) {
    call.replaceAllUsesWith(by);
    call.eraseFromParent();
  }
  void array(llvm::IntrinsicInst &call) { // base, dimension, index
    llvm::IRBuilder<> b(&call);
    llvm::SmallVector<llvm::Value *, 4> indices(number(call, 1), b.getInt32(0));
    indices.push_back(call.getArgOperand(2));
    replace(call, b.CreateInBoundsGEP(call.getParamElementType(0), call.getArgOperand(0), indices, call.getName()));
  }
  void member(llvm::IntrinsicInst &call) { // base, element, number of the member
    auto *record = llvm::cast<llvm::StructType>(call.getParamElementType(0));
    const unsigned element = static_cast<unsigned>(number(call, 1));
    llvm::IRBuilder<> b(&call);
    llvm::Value *place = b.CreateStructGEP(record, call.getArgOperand(0), element, call.getName());
    const llvm::DataLayout &layout = module_.getDataLayout();
    if (auto known = of_.find(record); locations_ && known != of_.end())
      mark_accesses(call, layout.getStructLayout(record)->getElementOffset(element).getFixedValue(), known->second,
                    layout);
    replace(call, place);
  }
  // Without debug information the code generator does not say which member it means.
  void refuse_unnamed(llvm::Function &f) {
    const clang::Decl *d = of_.empty() || f.isDeclaration() ? nullptr : generator_.GetDeclForMangledName(f.getName());
    if (!d || !d->hasAttr<clang::NoDebugAttr>())
      return;
    for (llvm::Instruction &i : llvm::instructions(f))
      if (llvm::getLoadStorePointerOperand(&i))
        refuse(i, "a function without debug information (nodebug) in a program with bit-fields");
  }

  llvm::Module &module_;
  clang::CodeGenerator &generator_;
  const bool locations_;
  llvm::DenseMap<const llvm::Type *, Locations> of_;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> note_bit_fields(BitFieldRecords &records) {
  return std::make_unique<NoteBitFields>(records);
}

void resolve_bit_fields(llvm::Module &module, clang::CodeGenerator &generator, const clang::ASTContext &context,
                        const BitFieldRecords &records, bool locations) {
  if (!records.empty())
    Resolver(module, generator, context, records, locations).run();
}

} // namespace lockstep::frontend
