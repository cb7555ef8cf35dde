// Which contracts can stand for a body (contract_reader.h), and which bodies are such that one can: those that do
// nothing but compute, access memory through their parameters, and keep to themselves.
//
// Sound because a body of that kind does nothing that its callers, or other threads, see but accesses through its
// parameters, the value that it returns, and what it fails to claim; of each the contract says what may happen
// (own_functions.cpp). What it must not do otherwise: wait for, order or exchange with other threads; access memory
// that no parameter leads to; find out where its parameters lead, which is arbitrary where it is judged.
#include "frontend/passes/contract_reader.h"

#include "frontend/builtins/intrinsics.h"
#include "frontend/passes/steps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace lockstep::frontend {
namespace {

using llvm::Instruction;
using llvm::Value;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_clause(const std::string &what) {
  return is_one_of(what,
                   {"__lockstep_requires", "__lockstep_ensures", "__lockstep_writes_to", "__lockstep_reads_from"});
}

// Words that need no other thread, and no log of what was accessed before.
bool is_of_one_thread(const std::string &name) {
  return is_clause(name) || name.starts_with("__lockstep_return_val_") || name.starts_with("__lockstep_old_") ||
         is_one_of(name,
                   {"__lockstep_spec_begin", "__lockstep_spec_end", "__lockstep_assert", "__lockstep_assume",
                    "__lockstep_invariant", "__lockstep_candidate_invariant", "__lockstep_enabled",
                    "__lockstep_ptr_offset_bytes", "__lockstep_promise", "__lockstep_unreachable",
                    "__lockstep_assert_fail", "__lockstep_local_id", "__lockstep_group_id", "__lockstep_local_size",
                    "__lockstep_num_groups", "__lockstep_warp_size", "__lockstep_lane_id"});
}

bool leads_to_local(const Value *pointer) { return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0)); }

bool is_constant_memory(const llvm::GlobalVariable &g) { // of SPIR 2, of the GPUs 4
  const unsigned space = g.getAddressSpace();
  return g.isConstant() || space == 4 || space == 2;
}

// A variable of the file that threads may write.
const llvm::GlobalVariable *variable_in(const llvm::Constant &c) {
  if (auto *g = llvm::dyn_cast<llvm::GlobalVariable>(&c))
    return is_constant_memory(*g) ? nullptr : g;
  if (llvm::isa<llvm::GlobalValue>(c))
    return nullptr;
  for (const llvm::Use &u : c.operands())
    if (auto *g = variable_in(*llvm::cast<llvm::Constant>(u.get())))
      return g;
  return nullptr;
}

std::string why_not_call(const llvm::CallBase &call, const std::set<const llvm::Function *> &inlined) {
  const llvm::Function *f = call.getCalledFunction();
  if (!f)
    return call.isInlineAsm() ? "it has inline assembly" : "it calls through a pointer";
  if (inlined.count(f) != 0 || llvm::isa<llvm::DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd())
    return {};
  const std::string name = demangle_symbol(f->getName()).name, calls = "it calls '" + name + "'";
  if (!f->isDeclaration())
    return f->getFunctionType() == call.getFunctionType() ? std::string() : calls + " as a function of another type";
  if (auto *copy = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(copy);
    const bool own = leads_to_local(copy->getRawDest()) &&
                     (!transfer || leads_to_local(transfer->getRawSource()) ||
                      llvm::isa<llvm::GlobalVariable>(llvm::getUnderlyingObject(transfer->getRawSource(), 0)));
    return own ? std::string() : "it copies or fills memory";
  }
  if (f->getName().contains("__lockstep_"))
    return is_of_one_thread(name)                                   ? std::string()
           : asks_log(name)                                         ? "an annotation inside speaks of accesses"
           : speaks_of_two(call) || name == "__lockstep_same_group" ? "it has annotations about two threads"
                                                                    : calls;
  const Intrinsic *known = find_intrinsic(f);
  if (known ? only_computes(*known)
            : f->doesNotAccessMemory() || f->getName().starts_with("llvm.assume") ||
                  llvm::StringRef(name).starts_with("__uninterpreted_function_"))
    return {};
  return calls;
}

std::string why_not_instruction(const Instruction &i, const std::set<const llvm::Function *> &inlined) {
  if (i.isAtomic() || llvm::isa<llvm::FenceInst, llvm::VAArgInst, llvm::InvokeInst>(i))
    return "it has atomics or fences";
  if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i))
    if (std::string why = why_not_call(*call, inlined); !why.empty())
      return why;
  for (const Value *operand : i.operands())
    if (auto *c = llvm::dyn_cast<llvm::Constant>(operand))
      if (auto *g = variable_in(*c))
        return "it accesses '" + readable(g->getName().str()) + "', which is no parameter";
  // What holds pointers must be the function's own, or nobody knows where they lead.
  auto *load = llvm::dyn_cast<llvm::LoadInst>(&i);
  auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
  if (((load && load->isVolatile()) || (store && store->isVolatile())) &&
      !leads_to_local(load ? load->getPointerOperand() : store->getPointerOperand()))
    return "it has volatile accesses";
  const llvm::Type *moved = load ? load->getType() : store ? store->getValueOperand()->getType() : nullptr;
  if (moved && holds_pointers(moved) && !leads_to_local(load ? load->getPointerOperand() : store->getPointerOperand()))
    return "it reads or writes pointers in memory";
  const bool looks = llvm::isa<llvm::PtrToIntInst, llvm::IntToPtrInst>(i) ||
                     (llvm::isa<llvm::ICmpInst>(i) && holds_pointers(i.getOperand(0)->getType()));
  if (looks)
    return "it compares pointers, or converts them to numbers";
  return {};
}

class Reader {
public:
  Reader(llvm::Function &f, bool opencl) : f_(f), opencl_(opencl) {}

  FunctionContract run() {
    read_beginning();
    out_.fault = fault();
    return std::move(out_);
  }

private:
  void read_beginning() {
    llvm::BasicBlock *b = &f_.getEntryBlock();
    std::set<const llvm::BasicBlock *> seen;
    for (llvm::BasicBlock *next = b; next && seen.insert(next).second;) {
      b = next;
      next = nullptr;
      for (auto i = b->begin(); i != b->end(); ++i) {
        if (begins_region(*i)) {
          Clause a = read_clause(*i);
          if (a.region.empty() || !is_clause(a.what))
            return;
          i = a.region.back()->getIterator();
          out_.beginning.insert(out_.beginning.end(), a.region.begin(), a.region.end());
          out_.clauses.push_back(std::move(a));
        } else if (is_entry(*i)) {
          out_.beginning.push_back(&*i);
        } else {
          auto *jump = llvm::dyn_cast<llvm::BranchInst>(&*i);
          if (!jump || jump->isConditional() || !jump->getSuccessor(0)->hasNPredecessors(1))
            return;
          next = jump->getSuccessor(0);
        }
      }
    }
  }

  // What Clang makes of parameters and locals.
  bool is_entry(const Instruction &i) {
    if (llvm::isa<llvm::AllocaInst, llvm::DbgInfoIntrinsic>(i))
      return true;
    if (auto *wide = llvm::dyn_cast<llvm::ZExtInst>(&i))
      return llvm::isa<llvm::Argument>(wide->getOperand(0));
    auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
    if (!store || !llvm::isa<llvm::AllocaInst>(store->getPointerOperand()))
      return false;
    const Value *from = store->getValueOperand();
    if (auto *wide = llvm::dyn_cast<llvm::ZExtInst>(from))
      from = wide->getOperand(0);
    return llvm::isa<llvm::Argument>(from) && slots_.try_emplace(from, store->getPointerOperand()).second;
  }

  std::string fault() const {
    for (Instruction &i : llvm::instructions(f_))
      if (is_clause(annotation_name(i)) &&
          std::none_of(out_.clauses.begin(), out_.clauses.end(), [&](const Clause &a) { return a.says == &i; }))
        return "its contract does not stand at its beginning";
    if (f_.isVarArg() || f_.doesNotReturn())
      return "it does not return, or takes any number of arguments";
    if (holds_pointers(f_.getReturnType()) || f_.getReturnType()->isAggregateType())
      return "it returns a pointer or a structure";
    for (const llvm::Argument &a : f_.args())
      if (std::string why = why_not_parameter(a); !why.empty())
        return why;
    for (const Clause &a : out_.clauses)
      if (std::string why = why_not_clause(a); !why.empty())
        return why;
    return what_is_not_spoken_of();
  }

  std::string named(const llvm::Argument &a) const { return "parameter " + std::to_string(a.getArgNo() + 1); }

  std::string why_not_parameter(const llvm::Argument &a) const {
    const auto slot = slots_.find(&a);
    if (slot == slots_.end())
      return named(a) + " is no number, vector or pointer";
    if (!a.getType()->isPointerTy())
      return holds_pointers(a.getType()) || a.getType()->isAggregateType() ? named(a) + " is a structure" : "";
    if (a.hasByValAttr() || a.hasStructRetAttr() || a.hasByRefAttr())
      return named(a) + " is a structure";
    const unsigned space = a.getType()->getPointerAddressSpace();
    if (opencl_ && space == 0)
      return named(a) + " points to private memory";
    if (opencl_ && space > 4)
      return named(a) + " points to another space";
    auto *led = llvm::dyn_cast_or_null<llvm::DIBasicType>(led_to(*slot->second));
    if (!led || !is_one_of(std::to_string(led->getSizeInBits()), {"8", "16", "32", "64"}))
      return named(a) + " points to what is no number";
    for (const auto &[other, place] : slots_) {
      const unsigned of_other = other->getType()->isPointerTy() ? other->getType()->getPointerAddressSpace() : space;
      if (opencl_ && (space == 4) != (of_other == 4) && other->getType()->isPointerTy())
        return "pointers to the generic space, and others, may lead to one array";
      auto *of = llvm::dyn_cast_or_null<llvm::DIBasicType>(led_to(*place));
      if (of_other == space && of && other->getType()->isPointerTy() && of->getSizeInBits() != led->getSizeInBits())
        return "its pointers may lead to one array, and are to numbers of different sizes";
    }
    return {};
  }

  std::string why_not_clause(const Clause &a) const {
    const bool ensures = a.what == "__lockstep_ensures", of_accesses = speaks_of_accesses(a);
    if (of_accesses && !ensures)
      return "a precondition speaks of accesses";
    bool old = false, reads = false, result = false;
    for (const Instruction *i : a.region) {
      const std::string name = annotation_name(*i);
      auto *call = llvm::dyn_cast<llvm::CallBase>(i);
      if (call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration())
        return "its contract calls functions";
      if (call && !asks_log(name))
        if (std::string why = why_not_call(*call, {}); !why.empty())
          return why;
      old = old || name.starts_with("__lockstep_old_");
      result = result || name.starts_with("__lockstep_return_val_");
      if (name.starts_with("__lockstep_return_val_") && i->getType() != f_.getReturnType())
        return "its postcondition speaks of a result of another type";
      auto *load = llvm::dyn_cast<llvm::LoadInst>(i);
      const Value *from = load ? load->getPointerOperand() : nullptr;
      const bool local = load && llvm::isa<llvm::AllocaInst>(from);
      reads = reads || (load && !local);
      if (local && std::none_of(slots_.begin(), slots_.end(), [&](const auto &slot) { return slot.second == from; }))
        return "its contract speaks of a local";
    }
    if ((old || result) && !ensures)
      return "a precondition speaks of what comes later";
    if (old && reads)
      return "its postcondition speaks of what memory held";
    if (of_accesses && (old || result || reads))
      return "a postcondition speaks of accesses and what else may change";
    std::set<std::pair<const Value *, bool>> asked;
    for (const Instruction *i : a.region)
      if (const std::string name = annotation_name(*i); asks_log(name))
        asked.insert({local_of(llvm::cast<llvm::CallInst>(i)->getArgOperand(0)), asks_log(name, true)});
    if (asked.size() > 1)
      return "a postcondition speaks of accesses of several kinds";
    for (const Access &access : allowed_by(a))
      asked.insert({access.local, access.writes});
    for (const auto &[local, writes] : asked)
      if (!local || slot_of(local) == nullptr)
        return "its contract speaks of accesses through what is no parameter";
    return {};
  }

  const llvm::Argument *slot_of(const Value *local) const {
    for (const auto &[argument, slot] : slots_)
      if (slot == local && argument->getType()->isPointerTy())
        return llvm::cast<llvm::Argument>(argument);
    return nullptr;
  }

  // A pointer that the body uses, and of whose accesses nothing is said.
  std::string what_is_not_spoken_of() const {
    const llvm::SmallPtrSet<const Instruction *, 32> beginning(out_.beginning.begin(), out_.beginning.end());
    for (const auto &[argument, slot] : slots_) {
      if (!argument->getType()->isPointerTy())
        continue;
      const bool said = std::any_of(out_.clauses.begin(), out_.clauses.end(), [&, at = slot](const Clause &a) {
        return (is_frame(a) || speaks_of_accesses(a)) && std::any_of(a.region.begin(), a.region.end(), [&](auto *i) {
                 auto *load = llvm::dyn_cast<llvm::LoadInst>(i);
                 return load && load->getPointerOperand() == at && load->getType()->isPointerTy();
               });
      });
      const bool used = std::any_of(slot->user_begin(), slot->user_end(), [&](const llvm::User *u) {
        return beginning.count(llvm::cast<Instruction>(u)) == 0 && !llvm::isa<llvm::DbgInfoIntrinsic>(u);
      });
      if (used && !said)
        return "its contract says nothing of accesses through " + named(*llvm::cast<llvm::Argument>(argument));
    }
    return {};
  }

  llvm::Function &f_;
  const bool opencl_;
  FunctionContract out_;
  std::map<const Value *, const Value *> slots_; // of the parameters
};

} // namespace

bool has_contract(const llvm::Function &f) {
  return llvm::any_of(llvm::instructions(f), [](const Instruction &i) {
    const std::string name = annotation_name(i);
    return is_clause(name) && name != "__lockstep_requires";
  });
}

FunctionContract read_contract(llvm::Function &f, bool opencl) { return Reader(f, opencl).run(); }

std::string why_not_alone(const llvm::Function &f, const llvm::SmallPtrSetImpl<const Instruction *> &but,
                          const llvm::SmallPtrSetImpl<const llvm::Function *> &contracts) {
  std::vector<const llvm::Function *> todo{&f};
  std::set<const llvm::Function *> seen{&f};
  std::set<const llvm::Function *> replaced(contracts.begin(), contracts.end());
  while (!todo.empty()) {
    const llvm::Function *g = todo.back();
    todo.pop_back();
    for (const Instruction &i : llvm::instructions(*g)) {
      if (but.count(&i) != 0)
        continue;
      if (std::string why = why_not_instruction(i, replaced); !why.empty())
        return g == &f ? why : why + " (in '" + demangle_symbol(g->getName()).name + "')";
      auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
      const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() && replaced.count(callee) == 0 && seen.insert(callee).second)
        todo.push_back(callee);
    }
  }
  return {};
}

} // namespace lockstep::frontend
