// Functions that are judged on their own: whoever calls one is judged with its contract in its place, and its body is
// judged once, as a kernel that each thread runs with any arguments.
//
//     int f(int n, int *p) {                       int f(int n, int *p) {       every caller: as a specification
//       __requires(R); __ensures(E);                 __requires(R); ...         (specified.cpp)
//       __ensures(__write_implies(p, W));          }
//       body                             ==>       kernel "f (function)"(int *a) {
//     }                                              n = any; p = a + any; assume R;
//                                                    body, where each write asserts W; at each return: assert E
//                                                  }
//
// Sound because a call does in any execution, up to the first violation, what a run of the kernel does from the call's
// arguments and memory: by induction over the calls that have ended or are under way, those inside being replaced by
// their contracts, too. So what the kernel is judged to keep, the call keeps:
//  (1) any arguments are among those of the kernel. Pointers to one space all lead into one array, at any distance from
//      its beginning, so that whatever overlaps is among what is judged; that they are multiples of what they point to
//      is owed by callers. The body does not find out more about them (contract_reader.cpp).
//  (2) R holds: it is asserted at each call.
//  (3) each access to memory that others see is asserted to be one of those that the contract allows, where it is made,
//      so that it does not matter whether the call ever returns. They are what the callers' races are asked about. Both
//      speak of pieces of one size (`passed`, `allows` in lower/builtins/contracts.cpp).
//  (4) the value, and what memory holds, are asserted at each return; of memory, only of what no other thread changes
//      without a race with these accesses.
// What the body does with threads besides itself is nothing; so no pair of threads is asked about.
#include "frontend/passes/own_functions.h"

#include "frontend/builtins/declared.h"
#include "frontend/builtins/intrinsics.h"
#include "frontend/llvm/kernels.h"
#include "frontend/passes/contract_reader.h"
#include "frontend/passes/steps.h"
#include "support/sound.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <algorithm>
#include <map>

namespace lockstep::frontend {
namespace {

using llvm::Instruction;
using llvm::Value;

// The functions that `first` refer to, in any way.
llvm::SetVector<llvm::Function *> referred_to(const std::vector<llvm::Function *> &first) {
  llvm::SetVector<llvm::Function *> out(first.begin(), first.end());
  llvm::SmallPtrSet<const Value *, 32> seen;
  for (unsigned n = 0; n < out.size(); ++n) {
    std::vector<const Value *> todo;
    for (const Instruction &i : llvm::instructions(*out[n]))
      todo.insert(todo.end(), i.op_begin(), i.op_end());
    while (!todo.empty()) {
      const Value *v = todo.back();
      todo.pop_back();
      if (!llvm::isa<llvm::Constant>(v) || !seen.insert(v).second)
        continue;
      if (auto *f = llvm::dyn_cast<llvm::Function>(v)) {
        if (!f->isDeclaration())
          out.insert(const_cast<llvm::Function *>(f));
        continue;
      }
      auto *user = llvm::cast<llvm::Constant>(v);
      todo.insert(todo.end(), user->op_begin(), user->op_end()); // of a variable: what it holds at first
    }
  }
  return out;
}

struct Candidate {
  llvm::Function *function = nullptr, *body = nullptr; // a copy, with straight annotations
  FunctionContract contract;
  bool recursive = false;
};

// --- the kernel of the body ---------------------------------------------------------------------------------------

class OwnKernel {
public:
  OwnKernel(const Candidate &c, const std::string &name) : c_(c), module_(*c.function->getParent()), name_(name) {}

  void make() {
    allow_accesses();
    std::map<std::pair<unsigned, unsigned>, unsigned> argument_of; // by `array_of`
    std::vector<llvm::Type *> types;
    for (const llvm::Argument &a : c_.body->args())
      if (a.getType()->isPointerTy() && argument_of.try_emplace(array_of(a), types.size()).second)
        types.push_back(llvm::PointerType::get(module_.getContext(), space_of(a)));
    auto *kernel =
        llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(module_.getContext()), types, false),
                               llvm::GlobalValue::ExternalLinkage, name_, module_);
    kernel->copyAttributesFrom(c_.body);
    kernel->setAttributes({});
    kernel->setLinkage(llvm::GlobalValue::ExternalLinkage);
    kernel->setComdat(nullptr);
    for (const llvm::Attribute::AttrKind kept : {llvm::Attribute::Convergent, llvm::Attribute::NoUnwind})
      if (c_.body->hasFnAttribute(kept))
        kernel->addFnAttr(kept);
    kernel->addFnAttr(own_function_mark);
    kernel->setCallingConv(convention());
    kernel->setSubprogram(c_.body->getSubprogram());
    c_.body->setSubprogram(nullptr);
    kernel->splice(kernel->end(), c_.body);
    llvm::IRBuilder<> b(&kernel->getEntryBlock(), kernel->getEntryBlock().begin());
    for (llvm::Argument &a : c_.body->args()) {
      llvm::Argument *array = a.getType()->isPointerTy() ? kernel->getArg(argument_of[array_of(a)]) : nullptr;
      if (array) {
        array->setName(array->hasName() ? array->getName() + "_" + a.getName() : a.getName());
        array->addAttr(llvm::Attribute::NoAlias);
      }
      a.replaceAllUsesWith(arbitrary(a, array, b));
    }
    give_results(*kernel);
    c_.body->eraseFromParent();
  }

private:
  llvm::CallingConv::ID convention() const {
    const llvm::Triple triple(module_.getTargetTriple());
    return triple.isNVPTX()    ? llvm::CallingConv::PTX_Kernel
           : triple.isAMDGCN() ? llvm::CallingConv::AMDGPU_KERNEL
                               : llvm::CallingConv::SPIR_KERNEL;
  }

  // The generic space of OpenCL has no parameters of kernels: global memory is part of it.
  unsigned space_of(const llvm::Argument &a) const {
    const unsigned space = a.getType()->getPointerAddressSpace();
    return llvm::Triple(module_.getTargetTriple()).isSPIR() && space == 4 ? 1 : space;
  }

  // Which pointers lead into one array: those to one space that are not known to be apart.
  std::pair<unsigned, unsigned> array_of(const llvm::Argument &a) const {
    return {space_of(a), is_apart(a, c_.contract.clauses) ? a.getArgNo() + 1 : 0};
  }

  // Each thread has its own.
  Value *arbitrary(const llvm::Argument &a, llvm::Argument *array, llvm::IRBuilder<> &b) const {
    Value *out = nullptr;
    if (!array || support::left_out("own_functions.places")) {
      out = array ? static_cast<Value *>(array) : b.CreateFreeze(llvm::UndefValue::get(a.getType()), a.getName());
    } else {
      Value *distance = b.CreateFreeze(llvm::UndefValue::get(b.getInt64Ty()));
      out = b.CreateInBoundsGEP(cell_of(a), array, {distance}, a.getName());
    }
    if (out->getType() != a.getType())
      out = b.CreateAddrSpaceCast(out, a.getType());
    if (auto *i = llvm::dyn_cast<Instruction>(out))
      i->setMetadata(parameter_metadata, llvm::MDNode::get(module_.getContext(), {}));
    return out;
  }

  llvm::Type *cell_of(const llvm::Argument &a) const {
    for (const llvm::User *u : a.users())
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(u))
        return cell_type(led_to(*store->getPointerOperand()), module_.getContext());
    return llvm::Type::getInt8Ty(module_.getContext());
  }

  // A kernel returns nothing: what is returned stands in front.
  void give_results(llvm::Function &kernel) const {
    llvm::Type *type = c_.body->getReturnType();
    if (type->isVoidTy())
      return;
    llvm::IRBuilder<> b(&kernel.getEntryBlock(), kernel.getEntryBlock().begin());
    Value *place = b.CreateAlloca(type, module_.getDataLayout().getAllocaAddrSpace(), nullptr, "result");
    for (llvm::BasicBlock &block : kernel)
      if (auto *ret = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
        b.SetInsertPoint(ret);
        b.SetCurrentDebugLocation(ret->getDebugLoc());
        b.CreateStore(ret->getReturnValue(), place)
            ->setMetadata(result_metadata, llvm::MDNode::get(module_.getContext(), {}));
        b.CreateRetVoid();
        ret->eraseFromParent();
      }
  }

  // What the contract says of accesses, as what each access of the body is held to.
  void allow_accesses() const {
    std::map<std::pair<const Value *, bool>, const Value *> allowed; // by local: the pointer
    Instruction *last = nullptr;
    for (const Clause &a : c_.contract.clauses) {
      for (const Access &access : allowed_by(a))
        allowed.try_emplace({access.local, access.writes}, access.pointer);
      last = a.region.back();
    }
    Instruction &behind = *last->getNextNode();
    for (const auto &[access, pointer] : allowed)
      allow(*access.first, access.second, *llvm::cast<llvm::LoadInst>(pointer->stripPointerCasts()), behind);
    for (const Clause &a : c_.contract.clauses)
      if (is_frame(a) || speaks_of_accesses(a))
        for (auto i = a.region.rbegin(); i != a.region.rend(); ++i)
          if (*i == a.says || (*i)->use_empty())
            (*i)->eraseFromParent();
  }

  void allow(const Value &local, bool writes, const llvm::LoadInst &load, Instruction &behind) const {
    llvm::IRBuilder<> b(&behind);
    const auto marker = [&](Instruction *like) { like->clone()->insertBefore(&behind); };
    const Clause &any = c_.contract.clauses.front();
    marker(any.region.front());
    b.SetCurrentDebugLocation(any.says->getDebugLoc());
    Value *all = b.getTrue();
    for (const Clause &a : c_.contract.clauses)
      if (a.what == "__lockstep_ensures" && speaks_of(a, local, writes)) {
        b.SetCurrentDebugLocation(a.says->getDebugLoc());
        Value *one = again(a, behind);
        if (!one->getType()->isIntegerTy(1))
          one = b.CreateICmpNE(one, llvm::Constant::getNullValue(one->getType()));
        all = b.CreateSelect(all, one, b.getFalse());
      }
    Value *pointer = b.CreateLoad(load.getType(), const_cast<Value *>(load.getPointerOperand()));
    const unsigned space = load.getType()->getPointerAddressSpace();
    const std::uint64_t cell =
        module_.getDataLayout().getTypeStoreSize(cell_type(led_to(local), module_.getContext())).getFixedValue();
    llvm::FunctionCallee f = module_.getOrInsertFunction(std::string("__lockstep_allows_") +
                                                             (writes ? "writes_" : "reads_") + std::to_string(space),
                                                         b.getVoidTy(), load.getType(), b.getInt1Ty(), b.getInt32Ty());
    set_declared(*llvm::cast<llvm::Function>(f.getCallee()), Declared::Lockstep);
    b.CreateCall(f, {pointer, all, b.getInt32(static_cast<unsigned>(cell))});
    marker(any.region.back());
  }

  static bool speaks_of(const Clause &a, const Value &local, bool writes) {
    return std::any_of(a.region.begin(), a.region.end(), [&](const Instruction *i) {
      return asks_log(annotation_name(*i), writes) &&
             local_of(llvm::cast<llvm::CallInst>(i)->getArgOperand(0)) == &local;
    });
  }

  // What the clause says, computed again; of its region, all but the markers and the statement.
  static Value *again(const Clause &a, Instruction &behind) {
    llvm::DenseMap<const Value *, Value *> now;
    for (Instruction *i : a.region) {
      if (i == a.says || begins_region(*i) || ends_region(*i))
        continue;
      Instruction *copy = i->clone();
      for (llvm::Use &u : copy->operands())
        if (auto p = now.find(u.get()); p != now.end())
          u.set(p->second);
      copy->insertBefore(&behind);
      now[i] = copy;
    }
    Value *said = a.says->getArgOperand(0);
    return now.count(said) != 0 ? now[said] : said;
  }

  const Candidate &c_;
  llvm::Module &module_;
  const std::string name_;
};

// --- the contract in the function's place --------------------------------------------------------------------------

void leave_contract(Candidate &c, bool opencl, const std::string &kernel) {
  llvm::Function &f = *c.function;
  straighten_annotations(f);
  const FunctionContract contract = read_contract(f, opencl); // of its own instructions
  std::vector<llvm::BasicBlock *> old;
  for (llvm::BasicBlock &b : f)
    old.push_back(&b);
  auto *only = llvm::BasicBlock::Create(f.getContext(), "contract", &f, old.front());
  for (Instruction *i : contract.beginning)
    i->moveBeforePreserving(*only, only->end());
  llvm::Type *type = f.getReturnType();
  llvm::ReturnInst::Create(f.getContext(), type->isVoidTy() ? nullptr : llvm::UndefValue::get(type), only);
  for (llvm::BasicBlock *b : old)
    b->dropAllReferences();
  for (llvm::BasicBlock *b : old)
    b->eraseFromParent();
  for (const llvm::Attribute::AttrKind gone :
       {llvm::Attribute::Memory, llvm::Attribute::WillReturn, llvm::Attribute::Speculatable})
    f.removeFnAttr(gone);
  f.addFnAttr(contract_mark, kernel);
}

// --- which ones -----------------------------------------------------------------------------------------------------

class Choice {
public:
  Choice(llvm::Module &module, Contracts which) : module_(module), which_(which) {}

  std::vector<Candidate> candidates() {
    const std::vector<llvm::Function *> kernels = kernel_functions(module_);
    llvm::SmallPtrSet<const llvm::Function *, 8> recursive;
    llvm::CallGraph graph(module_);
    for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc)
      if (scc.hasCycle())
        for (const llvm::CallGraphNode *node : *scc)
          recursive.insert(node->getFunction());
    std::vector<Candidate> out;
    for (llvm::Function *f : referred_to(kernels))
      if (!llvm::is_contained(kernels, f) && (which_ == Contracts::All || recursive.count(f) != 0) &&
          has_contract(*f) && !demangle_symbol(f->getName()).name.starts_with("__spec_"))
        out.push_back({f, nullptr, {}, recursive.count(f) != 0});
    return out;
  }

  // Those whose contracts stand for them; `left`: the others, with their reasons.
  std::vector<Candidate> settle(std::vector<Candidate> all, std::vector<Candidate> &left, bool opencl) {
    for (Candidate &c : all) {
      llvm::ValueToValueMapTy map;
      c.body = llvm::CloneFunction(c.function, map);
      straighten_annotations(*c.body);
      c.contract = read_contract(*c.body, opencl);
    }
    for (bool again = true; again;) {
      again = false;
      llvm::SmallPtrSet<const llvm::Function *, 8> contracts;
      for (const Candidate &c : all)
        contracts.insert(c.function);
      for (auto c = all.begin(); c != all.end();) {
        if (c->contract.fault.empty()) {
          llvm::SmallPtrSet<const Instruction *, 32> clauses;
          for (const Clause &a : c->contract.clauses)
            clauses.insert(a.region.begin(), a.region.end());
          c->contract.fault = why_not_alone(*c->body, clauses, contracts);
        }
        if (c->contract.fault.empty()) {
          ++c;
          continue;
        }
        c->body->eraseFromParent();
        left.push_back(std::move(*c));
        c = all.erase(c);
        again = true;
      }
    }
    return all;
  }

private:
  llvm::Module &module_;
  const Contracts which_;
};

} // namespace

void judge_functions_alone(llvm::Module &module, Contracts which, support::Diagnostics &diags) {
  if (which == Contracts::Inlined)
    return;
  Choice choice(module, which);
  const bool opencl = llvm::Triple(module.getTargetTriple()).isSPIR();
  std::vector<Candidate> left;
  std::vector<Candidate> chosen = choice.settle(choice.candidates(), left, opencl);
  for (const Candidate &c : left) {
    if (c.recursive)
      c.function->addFnAttr(no_contract_mark, c.contract.fault);
    else
      diags.note(place_in_source(*c.function),
                 "'" + name_in_source(*c.function) +
                     "' is inlined, its contract does not stand for it: " + c.contract.fault);
  }
  for (Candidate &c : chosen) {
    std::string name = name_in_source(*c.function) + " (function)";
    for (unsigned n = 2; module.getNamedValue(name); ++n)
      name = name_in_source(*c.function) + " (function " + std::to_string(n) + ")";
    leave_contract(c, opencl, name);
    OwnKernel(c, name).make();
  }
}

std::vector<std::string> contracts_needed(const llvm::Module &module, const llvm::Function &kernel) {
  std::vector<std::string> out;
  std::vector<const llvm::Function *> todo{&kernel};
  while (!todo.empty()) {
    const llvm::Function *f = todo.back();
    todo.pop_back();
    for (const Instruction &i : llvm::instructions(*f)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
      const llvm::Function *said = call ? call->getCalledFunction() : nullptr;
      llvm::StringRef name = said ? said->getName() : llvm::StringRef();
      if (!name.consume_front(contract_prefix) || llvm::is_contained(out, name.str()))
        continue;
      out.push_back(name.str());
      if (const llvm::Function *body = module.getFunction(name))
        todo.push_back(body);
    }
  }
  return out;
}

} // namespace lockstep::frontend
