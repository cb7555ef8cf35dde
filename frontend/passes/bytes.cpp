// A value in memory is its bytes, of which the program's types are views. What that asks of the pipeline:
//
//   - A local starts with arbitrary bytes, each time its declaration is reached: it is filled from @lockstep.unknown,
//   which
//     SROA cuts to the views that are used; what is loaded from there becomes `freeze undef`. Each read of such bytes
//     gives bytes of its own.
//   - Loads and stores of first-class aggregates touch their padding, too ("padding bits are filled with undef").
//   - Padding that nobody has written is any byte wherever it is read. Where it is stored to shared memory it is one
//   unknown
//     byte for all threads (@lockstep.padding), so that threads which store the same members store the same value.
//     Sound because the byte is still written there: tolerated is only that two threads write it when neither has given
//     it a value, as two writes of one value are.
#include "frontend/llvm/byte_cover.h"
#include "frontend/llvm/ir_leaves.h"
#include "frontend/passes/steps.h"

#include "support/budget.h"
#include "support/sound.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

constexpr const char *unknown_name = "lockstep.unknown";
constexpr const char *initial_mark = "lockstep.initial";
constexpr llvm::StringRef padding_prefix = "lockstep.padding.";
constexpr std::size_t max_first_class = 256; // pieces

llvm::GlobalVariable *unknown_bytes(llvm::Module &m) {
  if (llvm::GlobalVariable *g = m.getNamedGlobal(unknown_name))
    return g;
  return new llvm::GlobalVariable(m, llvm::ArrayType::get(llvm::Type::getInt8Ty(m.getContext()), 0),
                                  /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage, nullptr, unknown_name);
}

bool is_initial_copy(const llvm::Instruction &i) {
  auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&i);
  return copy && is_unknown_bytes(copy->getRawSource());
}

// SROA makes such stores of copies, too; none that the source has goes without a place.
bool is_initial_store(const llvm::Instruction &i) {
  auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
  auto *value = store ? llvm::dyn_cast<llvm::FreezeInst>(store->getValueOperand()) : nullptr;
  return value && llvm::isa<llvm::UndefValue>(value->getOperand(0)) && !store->isVolatile() &&
         (i.getMetadata(initial_mark) || !i.getDebugLoc()) && reaches_locals_only(store->getPointerOperand());
}

// --- initial values -------------------------------------------------------------------------------------------------
void fill_with_unknown(llvm::AllocaInst &local, llvm::Instruction &before) {
  const llvm::DataLayout &layout = local.getDataLayout();
  auto size = local.getAllocationSize(layout);
  if (!size || size->isScalable() || size->isZero())
    return;
  llvm::IRBuilder<> b(&before);
  b.SetCurrentDebugLocation(llvm::DebugLoc());
  llvm::Type *type = local.getAllocatedType();
  llvm::MDNode *mark = llvm::MDNode::get(local.getContext(), {});
  if (type->isSingleValueType() && !local.isArrayAllocation() &&
      layout.getTypeSizeInBits(type) == 8 * size->getFixedValue()) {
    auto *any_value = new llvm::FreezeInst(llvm::UndefValue::get(type), "", before.getIterator());
    any_value->setMetadata(initial_mark, mark);
    b.CreateStore(any_value, &local)->setMetadata(initial_mark, mark);
    return;
  }
  llvm::Align align(1);
  b.CreateMemCpy(&local, local.getAlign(), unknown_bytes(*local.getModule()), align, size->getFixedValue())
      ->setMetadata(initial_mark, mark);
}

// Can the block be left and entered again?
bool in_cycle(const llvm::BasicBlock &block) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 32> seen;
  llvm::SmallVector<const llvm::BasicBlock *, 32> todo(llvm::succ_begin(&block), llvm::succ_end(&block));
  while (!todo.empty()) {
    support::spend();
    const llvm::BasicBlock *b = todo.pop_back_val();
    if (b == &block)
      return true;
    if (seen.insert(b).second)
      todo.append(llvm::succ_begin(b), llvm::succ_end(b));
  }
  return false;
}

// The place itself, at most with its address space; no part of it, nothing behind it.
bool names_all_of_it(const llvm::DIExpression &e) {
  return std::all_of(e.expr_op_begin(), e.expr_op_end(), [](const llvm::DIExpression::ExprOperand &op) {
    return op.getOp() == llvm::dwarf::DW_OP_constu || op.getOp() == llvm::dwarf::DW_OP_swap ||
           op.getOp() == llvm::dwarf::DW_OP_xderef;
  });
}

// Where a local's life starts again in a cycle: its declaration in source that Clang has just compiled (where the
// records of variables stand at their declarations), and lifetime markers.
std::vector<std::pair<llvm::AllocaInst *, llvm::Instruction *>> renewals(llvm::Function &f, bool from_source) {
  std::vector<std::pair<llvm::AllocaInst *, llvm::Instruction *>> out;
  for (llvm::BasicBlock &block : f) {
    std::vector<std::pair<llvm::AllocaInst *, llvm::Instruction *>> here;
    for (llvm::Instruction &i : block) {
      if (auto *marker = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
          marker && marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
        if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(marker->getArgOperand(1)->stripPointerCasts()))
          here.push_back({local, i.getNextNode()});
      for (llvm::DbgRecord &r : i.getDbgRecordRange()) {
        auto *declared = llvm::dyn_cast<llvm::DbgVariableRecord>(&r);
        if (!from_source || !declared || !declared->isDbgDeclare() || declared->getVariable()->getArg() != 0 ||
            !names_all_of_it(*declared->getExpression()))
          continue;
        auto *local = llvm::dyn_cast_or_null<llvm::AllocaInst>(declared->getAddress());
        if (local && std::none_of(here.begin(), here.end(), [&](auto &h) { return h.first == local; }))
          here.push_back({local, &i});
      }
    }
    if (!here.empty() && in_cycle(block))
      out.insert(out.end(), here.begin(), here.end());
  }
  return out;
}

// --- first-class aggregates ----------------------------------------------------------------------------------------
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

// --- locals that are only written ------------------------------------------------------------------------------------
// Only at places within the local that are known, where nothing can be wrong with the access.
bool only_written(llvm::AllocaInst &local, llvm::SmallVectorImpl<llvm::Instruction *> &uses) {
  const llvm::DataLayout &layout = local.getDataLayout();
  auto size = local.getAllocationSize(layout);
  if (!size || size->isScalable())
    return false;
  auto inside = [&](llvm::Value *pointer, std::uint64_t bytes) {
    llvm::APInt at(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    return pointer->stripAndAccumulateConstantOffsets(layout, at, true) == &local && !at.isNegative() &&
           at.getZExtValue() + bytes <= size->getFixedValue();
  };
  llvm::SmallVector<llvm::Instruction *, 8> todo{&local};
  while (!todo.empty()) {
    support::spend();
    llvm::Instruction *pointer = todo.pop_back_val();
    for (llvm::Use &u : pointer->uses()) {
      auto *user = llvm::cast<llvm::Instruction>(u.getUser());
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user)) {
        todo.push_back(user);
      } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (u.getOperandNo() != 1 || !store->isSimple() ||
            !inside(pointer, layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue()))
          return false;
      } else if (auto *m = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
        auto *length = llvm::dyn_cast<llvm::ConstantInt>(m->getLength());
        auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(m);
        if (u.getOperandNo() != 0 || m->isVolatile() || !length || !inside(pointer, length->getZExtValue()) ||
            (copy && !is_unknown_bytes(copy->getRawSource()) && !reaches_locals_only(copy->getRawSource())))
          return false;
      } else if (auto *call = llvm::dyn_cast<llvm::CallBase>(user); !call || !call->isLifetimeStartOrEnd()) {
        return false;
      }
      uses.push_back(user);
    }
  }
  return true;
}

bool drop_unread_locals(llvm::Function &f) {
  bool any = false;
  for (bool changed = true; changed;) {
    changed = false;
    llvm::SmallVector<llvm::AllocaInst *, 16> locals;
    for (llvm::Instruction &i : llvm::instructions(f))
      if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(&i))
        locals.push_back(local);
    for (llvm::AllocaInst *local : locals) {
      llvm::SmallVector<llvm::Instruction *, 16> uses;
      if (!only_written(*local, uses))
        continue;
      for (llvm::Instruction *i : llvm::reverse(uses)) {
        i->eraseFromParent(); // its users come first
      }
      local->eraseFromParent();
      any = changed = true;
    }
  }
  return any;
}

} // namespace

bool is_unknown_bytes(const llvm::Value *pointer) {
  auto *g = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer, 0));
  return g && g->getName() == unknown_name;
}

llvm::Value *padding_value(llvm::IRBuilder<> &b, llvm::Value *value) {
  llvm::Module *m = b.GetInsertBlock()->getModule();
  const std::string name = (padding_prefix + "i" + llvm::Twine(value->getType()->getIntegerBitWidth())).str();
  llvm::FunctionCallee callee = m->getOrInsertFunction(name, value->getType(), value->getType());
  auto *f = llvm::cast<llvm::Function>(callee.getCallee());
  f->setDoesNotAccessMemory();
  f->setDoesNotThrow();
  f->setWillReturn();
  return b.CreateCall(callee, {value});
}

// Sound because a local that is read before it is written holds arbitrary bytes, which is what `freeze undef` says;
// plain undef would let passes choose convenient ones.
void initialise_locals(llvm::Function &function, bool from_source) {
  if (support::left_out("locals.initial"))
    return;
  const auto again = renewals(function, from_source);
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(&i))
      fill_with_unknown(*local, *local->getNextNode());
  for (auto &[local, before] : again)
    fill_with_unknown(*local, *before);
}

bool resolve_unknown_bytes(llvm::Function &function) {
  bool any = false;
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&i);
    if (!load || !is_unknown_bytes(load->getPointerOperand()))
      continue;
    auto *any_value = new llvm::FreezeInst(llvm::UndefValue::get(load->getType()), "", load->getIterator());
    any_value->takeName(load);
    any_value->setMetadata(initial_mark, llvm::MDNode::get(function.getContext(), {}));
    load->replaceAllUsesWith(any_value);
    load->eraseFromParent();
    any = true;
  }
  return drop_unread_locals(function) || any;
}

namespace {
// The local that an initial write fills, in whole or in part.
const llvm::Value *filled_local(const llvm::Instruction &i) {
  auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&i);
  return llvm::getUnderlyingObject(copy ? copy->getRawDest() : llvm::getLoadStorePointerOperand(&i), 0);
}

// Initial writes that come first: nothing has been done with their local yet, for they stand in the entry before any
// other access.
llvm::SmallPtrSet<const llvm::Instruction *, 16> first_writes(const llvm::Function &function) {
  llvm::SmallPtrSet<const llvm::Instruction *, 16> first;
  llvm::SmallPtrSet<const llvm::Value *, 16> used;
  for (const llvm::Instruction &i : function.getEntryBlock()) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (is_initial_copy(i) || is_initial_store(i)) {
      if (!used.contains(filled_local(i)))
        first.insert(&i);
    } else if (const llvm::Value *place = llvm::getLoadStorePointerOperand(&i)) {
      const llvm::Value *object = llvm::getUnderlyingObject(place, 0);
      if (!llvm::isa<llvm::AllocaInst, llvm::Argument, llvm::GlobalVariable>(object))
        break; // one of several locals, perhaps
      used.insert(object);
    } else if (i.mayReadOrWriteMemory() && !(call && call->isLifetimeStartOrEnd())) {
      break;
    }
  }
  return first;
}
} // namespace

// A local that stays in memory is arbitrary at first anyway; what starts its life again, in a cycle or in copies of
// one, stays.
void drop_initial_stores(llvm::Function &function) {
  const auto first = first_writes(function);
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_initial_copy(i) && !is_initial_store(i))
      continue;
    if (first.contains(&i)) {
      i.eraseFromParent();
      continue;
    }
    i.setMetadata(initial_mark, nullptr);
    if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) {
      llvm::IRBuilder<> b(copy);
      llvm::FunctionCallee fresh = function.getParent()->getOrInsertFunction(
          ("lockstep.fresh.p" + llvm::Twine(copy->getDestAddressSpace())).str(), b.getVoidTy(),
          copy->getRawDest()->getType(), copy->getLength()->getType());
      b.CreateCall(fresh, {copy->getRawDest(), copy->getLength()});
      copy->eraseFromParent();
    }
  }
}

namespace {
// Does the value go to a local, through the word that it is a part of?
bool is_stored_locally(const llvm::Value &value, unsigned depth = 0) {
  return depth > 12 || std::any_of(value.user_begin(), value.user_end(), [&](const llvm::User *u) {
           auto *store = llvm::dyn_cast<llvm::StoreInst>(u);
           return store ? reaches_locals_only(store->getPointerOperand()) : is_stored_locally(*u, depth + 1);
         });
}
} // namespace

void resolve_padding(llvm::Function &function) {
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
    if (!call || !call->getCalledFunction() || !call->getCalledFunction()->getName().starts_with(padding_prefix))
      continue;
    llvm::Value *value = call->getArgOperand(0);
    auto *frozen = llvm::dyn_cast<llvm::FreezeInst>(value);
    const bool nobody_wrote =
        llvm::isa<llvm::UndefValue>(value) || (frozen && llvm::isa<llvm::UndefValue>(frozen->getOperand(0)));
    if (nobody_wrote && !is_stored_locally(*call))
      call->setArgOperand(0, llvm::UndefValue::get(call->getType()));
    else
      call->replaceAllUsesWith(value);
    if (call->use_empty())
      call->eraseFromParent();
  }
}

namespace {
constexpr unsigned max_reads_apart = 512; // copies of instructions, in a function

// Moves the bytes of its operands about, and does nothing else with them.
bool moves_bytes(const llvm::Instruction &i) {
  switch (i.getOpcode()) {
  case llvm::Instruction::And:
  case llvm::Instruction::Or:
  case llvm::Instruction::Shl:
  case llvm::Instruction::LShr:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::Trunc:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::Select:
  case llvm::Instruction::InsertElement:
  case llvm::Instruction::ExtractElement:
  case llvm::Instruction::ShuffleVector: return true;
  default: return false;
  }
}

bool is_initial_value(const llvm::Value *v) {
  auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(v);
  return freeze && freeze->getMetadata(initial_mark) && llvm::isa<llvm::UndefValue>(freeze->getOperand(0));
}

class ReadsApart {
public:
  explicit ReadsApart(llvm::Function &f) : function_(f) {}

  bool run() {
    llvm::SmallVector<llvm::Instruction *, 16> work;
    for (llvm::Instruction &i : llvm::instructions(function_))
      if (is_initial_value(&i)) {
        derived_.insert(&i);
        work.push_back(&i);
      }
    llvm::SmallSetVector<llvm::Instruction *, 16> readers;
    while (!work.empty()) {
      support::spend();
      llvm::Instruction *from = work.pop_back_val();
      for (llvm::User *u : from->users()) {
        auto *user = llvm::cast<llvm::Instruction>(u);
        if (!moves_bytes(*user)) {
          if (!llvm::isa<llvm::PHINode>(user))
            readers.insert(user);
        } else if (derived_.insert(user).second) {
          work.push_back(user);
        }
      }
    }
    bool any = false;
    for (llvm::Instruction *reader : readers)
      for (llvm::Use &operand : reader->operands())
        if (auto *value = llvm::dyn_cast<llvm::Instruction>(operand.get());
            value && derived_.contains(value) && shared(*value)) {
          operand.set(own(*value, *reader));
          any = true;
        }
    return joins() || any;
  }

private:
  using Phis = llvm::SmallSetVector<llvm::PHINode *, 16>;

  // After a join of ways, some of which have written: who reads there reads what was written, or something of its own.
  // Numbers only: nothing can be done with an event or a pointer that nobody has set.
  bool joins() {
    if (support::left_out("locals.join"))
      return false;
    Phis seen;
    llvm::SmallVector<Phis, 8> webs;
    for (llvm::Instruction &i : llvm::instructions(function_)) {
      auto *phi = llvm::dyn_cast<llvm::PHINode>(&i);
      if (!phi || seen.contains(phi) || !(phi->getType()->isFPOrFPVectorTy() || phi->getType()->isIntOrIntVectorTy()) ||
          llvm::none_of(phi->incoming_values(), is_initial_value))
        continue;
      webs.push_back(web_of(*phi));
      seen.insert(webs.back().begin(), webs.back().end());
    }
    bool any = false;
    for (const Phis &web : webs)
      any = read_web_apart(web) || any;
    return any;
  }

  // The phis that one value goes through, in either direction.
  static Phis web_of(llvm::PHINode &first) {
    Phis web;
    web.insert(&first);
    for (std::size_t n = 0; n < web.size(); ++n) {
      llvm::PHINode *phi = web[n];
      for (llvm::User *u : phi->users())
        if (auto *further = llvm::dyn_cast<llvm::PHINode>(u))
          web.insert(further);
      for (llvm::Value *v : phi->incoming_values())
        if (auto *before = llvm::dyn_cast<llvm::PHINode>(v))
          web.insert(before);
    }
    return web;
  }

  bool read_web_apart(const Phis &phis) {
    llvm::SmallVector<llvm::Use *, 16> reads;
    for (llvm::PHINode *phi : phis)
      for (llvm::Use &u : phi->uses())
        if (!llvm::isa<llvm::PHINode>(u.getUser()) &&
            !llvm::cast<llvm::Instruction>(u.getUser())->getMetadata(initial_mark))
          reads.push_back(&u);
    const bool once = reads.size() == 1 && !in_cycle(*llvm::cast<llvm::Instruction>(reads[0]->getUser())->getParent());
    if (reads.empty() || once || reads.size() > max_reads_apart)
      return false;
    llvm::Type *flag = llvm::Type::getInt1Ty(function_.getContext());
    llvm::DenseMap<llvm::PHINode *, llvm::PHINode *> written;
    for (llvm::PHINode *phi : phis)
      written[phi] =
          llvm::PHINode::Create(flag, phi->getNumIncomingValues(), phi->getName() + ".written", phi->getIterator());
    for (llvm::PHINode *phi : phis)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        auto *from = llvm::dyn_cast<llvm::PHINode>(phi->getIncomingValue(i));
        llvm::Value *is = from ? static_cast<llvm::Value *>(written[from])
                               : llvm::ConstantInt::get(flag, !is_initial_value(phi->getIncomingValue(i)));
        written[phi]->addIncoming(is, phi->getIncomingBlock(i));
      }
    for (llvm::Use *read : reads) {
      auto *reader = llvm::cast<llvm::Instruction>(read->getUser());
      auto *phi = llvm::cast<llvm::PHINode>(read->get());
      llvm::IRBuilder<> b(reader);
      auto *own_value = llvm::SelectInst::Create(
          written[phi], phi, b.CreateFreeze(llvm::UndefValue::get(phi->getType())), "", reader->getIterator());
      own_value->setMetadata(initial_mark, llvm::MDNode::get(function_.getContext(), {}));
      read->set(own_value);
    }
    return true;
  }

  // Does the value, or one that it is made of, serve others as well?
  bool shared(const llvm::Instruction &value, unsigned depth = 0) const {
    if (!value.hasOneUse() || depth > 16)
      return true;
    return std::any_of(value.op_begin(), value.op_end(), [&](const llvm::Use &u) {
      auto *part = llvm::dyn_cast<llvm::Instruction>(u.get());
      return part && derived_.contains(part) && shared(*part, depth + 1);
    });
  }

  // The same value for this reader alone: bytes that somebody wrote are the same, others are not.
  llvm::Value *own(llvm::Instruction &value, llvm::Instruction &reader) {
    if (copies_ >= max_reads_apart)
      return &value;
    ++copies_;
    llvm::Instruction *copy = value.clone();
    copy->setName(value.getName());
    copy->insertBefore(&reader);
    for (llvm::Use &u : copy->operands())
      if (auto *part = llvm::dyn_cast<llvm::Instruction>(u.get()); part && derived_.contains(part))
        u.set(own(*part, *copy));
    return copy;
  }

  llvm::Function &function_;
  llvm::SmallPtrSet<llvm::Instruction *, 32> derived_;
  unsigned copies_ = 0;
};
} // namespace

// Sound because each reader's copy has the bytes that were written, and bytes of its own for the others; readers beyond
// the limit, or of a word that a join of ways has written in part, see one value of the many that each of them may see.
bool read_unknown_bytes_anew(llvm::Function &function) {
  return !support::left_out("locals.read") && ReadsApart(function).run();
}

void remove_unknown_bytes(llvm::Module &module) {
  if (llvm::GlobalVariable *g = module.getNamedGlobal(unknown_name)) {
    g->removeDeadConstantUsers();
    if (g->use_empty())
      g->eraseFromParent();
  }
}

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
