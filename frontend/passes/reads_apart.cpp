// Each read of bytes that nobody has written (bytes.cpp) gives bytes of its own.
#include "frontend/passes/initial_values.h"
#include "frontend/passes/steps.h"

#include "support/budget.h"
#include "support/sound.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

namespace lockstep::frontend {
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

} // namespace lockstep::frontend
