// Loads and stores of first-class aggregates: they touch their padding, too ("padding bits are filled with undef"), and
// become those of all their bytes.
#include "frontend/llvm/byte_cover.h"
#include "frontend/llvm/ir_leaves.h"
#include "frontend/passes/steps.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

constexpr std::size_t max_first_class = 256; // pieces

// A member of an aggregate: the way to it.
struct Member {
  llvm::SmallVector<unsigned, 4> path;
};

void members_of(llvm::Type *type, Member &at, std::vector<Member> &out) {
  const unsigned n = type->isStructTy()  ? type->getStructNumElements()
                     : type->isArrayTy() ? static_cast<unsigned>(type->getArrayNumElements())
                                         : 0;
  if (!type->isAggregateType())
    return out.push_back(at);
  for (unsigned i = 0; i < n; ++i) {
    at.path.push_back(i);
    members_of(type->isStructTy() ? type->getStructElementType(i) : type->getArrayElementType(), at, out);
    at.path.pop_back();
  }
}

// The pieces of an aggregate, each member of it in one. Empty: not in this form.
std::optional<BytePieces> first_class_pieces(const llvm::DataLayout &layout, llvm::Type *type, std::size_t members) {
  if (!type->isAggregateType() || !type->isSized() || type->isScalableTy() || !leaves_of(layout, type, max_first_class))
    return std::nullopt;
  auto pieces = cover(layout, type->getContext(), type, 0, layout.getTypeStoreSize(type).getFixedValue(),
                      max_first_class, Triples::Apart);
  if (!pieces)
    return std::nullopt;
  std::size_t found = 0;
  for (const BytePiece &p : *pieces)
    found += !p.padding;
  const auto leaves = leaves_of(layout, type, max_first_class);
  for (const Leaf &l : *leaves)
    if (std::none_of(pieces->begin(), pieces->end(),
                     [&](const BytePiece &p) { return !p.padding && p.offset == l.offset && p.type == l.type; }))
      return std::nullopt;
  return found == members ? pieces : std::nullopt;
}

void split_load(llvm::LoadInst &load, const BytePieces &pieces, const std::vector<Member> &members) {
  llvm::IRBuilder<> b(&load);
  std::vector<llvm::Value *> values =
      load_pieces(b, load.getPointerOperand(), load.getAlign(), pieces, load.isVolatile());
  llvm::Value *whole = llvm::PoisonValue::get(load.getType());
  std::size_t m = 0;
  for (std::size_t k = 0; k < pieces.size(); ++k)
    if (!pieces[k].padding)
      whole = b.CreateInsertValue(whole, values[k], members[m++].path);
  whole->takeName(&load);
  load.replaceAllUsesWith(whole);
  load.eraseFromParent();
}

void split_store(llvm::StoreInst &store, const BytePieces &pieces, const std::vector<Member> &members) {
  llvm::IRBuilder<> b(&store);
  std::vector<llvm::Value *> values;
  std::size_t m = 0;
  for (const BytePiece &p : pieces) {
    llvm::Value *unknown = p.padding ? b.CreateFreeze(llvm::UndefValue::get(p.type)) : nullptr;
    values.push_back(!p.padding           ? b.CreateExtractValue(store.getValueOperand(), members[m++].path)
                     : store.isVolatile() ? padding_value(b, unknown)
                                          : unknown);
  }
  store_pieces(b, store.getPointerOperand(), store.getAlign(), pieces, values, store.isVolatile());
  store.eraseFromParent();
}

} // namespace

void split_first_class(llvm::Function &function) {
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&i);
    auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
    if ((!load || load->isAtomic()) && (!store || store->isAtomic()))
      continue;
    llvm::Type *type = load ? load->getType() : store->getValueOperand()->getType();
    if (!type->isAggregateType())
      continue;
    std::vector<Member> members;
    Member at;
    if (!leaves_of(function.getDataLayout(), type, max_first_class))
      continue;
    members_of(type, at, members);
    auto pieces = first_class_pieces(function.getDataLayout(), type, members.size());
    if (!pieces)
      continue;
    if (load)
      split_load(*load, *pieces, members);
    else
      split_store(*store, *pieces, members);
  }
}

} // namespace lockstep::frontend
