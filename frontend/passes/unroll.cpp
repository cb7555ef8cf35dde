// Short loops that only compute, or go through a local, are written out: pick enters a loop at an arbitrary iteration
// (emit/pick/), where nothing is known of what a variable has gathered in the iterations before.
//
//     for (k = 0; k < 3; k++) { r = r << 1 | (x & 1); x >>= 1; }      ==>      three copies of the body
//
// The copies are put in front of the loop, tests of its exits included, and the loop stays behind them: the same
// program, whatever the number of rounds. That number only says how many copies make the exit test a known one, with
// which simplify finds the loop itself out of reach; so whether overflow is assumed away (SCEV does) does not matter
// here. LLVM's own UnrollLoop would trust the number, and simplifies by nsw and undef, which passes.h rules out.
#include "frontend/llvm/copies/thread_copies.h"
#include "frontend/passes/passes.h"
#include "frontend/passes/rounds.h"
#include "frontend/passes/steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

namespace lockstep::frontend {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

constexpr unsigned max_rounds = 32;
constexpr unsigned max_size = 400; // instructions of all rounds

// A function of its arguments and of who the thread is. OpenCL's are all convergent; of LLVM's intrinsics those are
// that exchange values between threads.
bool is_pure_call(const llvm::CallBase &call) {
  return call.doesNotAccessMemory() && call.doesNotThrow() && !call.isInlineAsm() &&
         !(llvm::isa<llvm::IntrinsicInst>(call) && call.isConvergent());
}

bool only_computes(const Instruction &i) {
  if (i.isTerminator())
    return llvm::isa<llvm::BranchInst>(i) || llvm::isa<llvm::SwitchInst>(i);
  if (const llvm::Value *place = llvm::getLoadStorePointerOperand(&i);
      place && (!i.isVolatile() || is_kept(i)) && !i.isAtomic() && reaches_locals_only(place))
    return true;
  if (i.mayReadOrWriteMemory() || llvm::isa<llvm::AllocaInst>(i) || i.getType()->isTokenTy() || !refusal(i).empty())
    return false;
  auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
  return !call || is_pure_call(*call);
}

// In an iteration of a known number its value is known, to simplify too: it starts as a constant and moves by
// constants, or is computed from such values.
bool is_counter(const Instruction &value, const llvm::Loop &loop) {
  llvm::SmallSetVector<const Instruction *, 8> needed;
  auto need = [&](const llvm::Value *v) {
    auto *i = llvm::dyn_cast<Instruction>(v);
    if (i && loop.contains(i))
      needed.insert(i);
    return llvm::isa<llvm::Constant>(v) || (i && loop.contains(i));
  };
  needed.insert(&value);
  for (unsigned n = 0; n < needed.size(); ++n) {
    const Instruction *i = needed[n];
    if (llvm::isa<llvm::CallBase>(i) || llvm::isa<llvm::FreezeInst>(i) ||
        (llvm::isa<llvm::PHINode>(i) && i->getParent() != loop.getHeader()) || !llvm::all_of(i->operands(), need))
      return false;
  }
  return true;
}

// Only whole numbers and pointers lead to a place in memory.
bool carries_a_value(const llvm::Loop &loop) {
  return llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode &phi) {
    return !phi.getType()->isFPOrFPVectorTy() && !is_counter(phi, loop);
  });
}

// A local accessed at another place in each round: written out, each place is a known one, and the local falls apart
// into values.
bool goes_through_a_local(const llvm::Loop &loop) {
  for (const BasicBlock *b : loop.blocks())
    for (const Instruction &i : *b)
      if (auto *place = llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(llvm::getLoadStorePointerOperand(&i));
          place && loop.contains(place) && reaches_locals_only(place) &&
          llvm::all_of(place->indices(), [&](const llvm::Value *index) {
            auto *moving = llvm::dyn_cast<Instruction>(index);
            return llvm::isa<llvm::Constant>(index) || (moving && loop.contains(moving) && is_counter(*moving, loop));
          }))
        return true;
  return false;
}

// The first stages of a ring of buffers: written out, each stage is a known one.
bool fills_a_ring(const llvm::Loop &loop) {
  bool starts = false, commits = false;
  for (const BasicBlock *b : loop.blocks())
    for (const Instruction &i : *b) {
      starts = starts || copy_call(i) == CopyCall::Start;
      commits = commits || copy_call(i) == CopyCall::Commit;
    }
  return starts && commits;
}

// Instructions of one round; 0: it does more than compute, or start copies.
unsigned size_of(const llvm::Loop &loop) {
  unsigned size = 0;
  const bool ring = fills_a_ring(loop);
  for (const BasicBlock *b : loop.blocks())
    for (const Instruction &i : *b) {
      const CopyCall copy = copy_call(i);
      if (!only_computes(i) && !(ring && (copy == CopyCall::Start || copy == CopyCall::Commit)))
        return 0;
      size += !i.isDebugOrPseudoInst() && !llvm::isa<llvm::PHINode>(i);
    }
  return size;
}

// How often the head is reached, by a test that every iteration makes, if no other exit is taken; 0: too often, or
// unknown.
unsigned heads(const llvm::Loop &loop, unsigned size, llvm::ScalarEvolution &evolution) {
  llvm::SmallVector<BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  unsigned least = 0, rounds = 0;
  for (BasicBlock *b : exiting) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(b->getTerminator());
    auto *test = branch ? llvm::dyn_cast<Instruction>(branch->getCondition()) : nullptr;
    if (!test || !loop.contains(test) || !is_counter(*test, loop))
      continue;
    if (unsigned n = evolution.getSmallConstantTripCount(&loop, b); n != 0 && (least == 0 || n < least)) {
      least = n;
      rounds = n - (b == loop.getHeader() && b != loop.getLoopLatch()); // the last time there is only the test
    }
  }
  return rounds <= max_rounds && rounds * size <= max_size ? least : 0;
}

using Map = llvm::ValueToValueMapTy;

llvm::Value *copy_of(llvm::Value *v, Map &copies) {
  auto it = copies.find(v);
  return it == copies.end() ? v : static_cast<llvm::Value *>(it->second);
}

// What `phi` becomes on edges out of the loop's blocks it becomes in the same way on edges out of their copies.
void add_edges_of_copies(llvm::PHINode &phi, const llvm::Loop &loop, Map &copies) {
  for (unsigned k = 0, n = phi.getNumIncomingValues(); k < n; ++k)
    if (BasicBlock *from = phi.getIncomingBlock(k); loop.contains(from))
      phi.addIncoming(copy_of(phi.getIncomingValue(k), copies), llvm::cast<BasicBlock>(copy_of(from, copies)));
}

} // namespace

void peel(llvm::Loop &loop) {
  BasicBlock *head = loop.getHeader();
  llvm::SmallVector<BasicBlock *, 16> body, clones;
  for (BasicBlock &b : *head->getParent())
    if (loop.contains(&b))
      body.push_back(&b);
  llvm::SmallVector<BasicBlock *, 4> latches, exits;
  loop.getLoopLatches(latches);
  loop.getUniqueExitBlocks(exits);
  llvm::SmallSetVector<BasicBlock *, 4> entering;
  for (BasicBlock *p : llvm::predecessors(head))
    if (!loop.contains(p))
      entering.insert(p);

  Map copies;
  for (BasicBlock *b : body) {
    BasicBlock *clone = llvm::CloneBasicBlock(b, copies, "", head->getParent());
    clone->moveBefore(body.front());
    clone->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    copies[b] = clone;
    clones.push_back(clone);
  }
  llvm::remapInstructionsInBlocks(clones, copies);
  auto *first = llvm::cast<BasicBlock>(copy_of(head, copies));
  for (BasicBlock *latch : latches)
    llvm::cast<BasicBlock>(copy_of(latch, copies))->getTerminator()->replaceSuccessorWith(first, head);
  for (BasicBlock *p : entering)
    p->getTerminator()->replaceSuccessorWith(head, first);
  for (llvm::PHINode &phi : head->phis()) {
    auto is_back_edge = [&](unsigned k) { return loop.contains(phi.getIncomingBlock(k)); };
    llvm::cast<llvm::PHINode>(copy_of(&phi, copies))->removeIncomingValueIf(is_back_edge, /*DeletePHIIfEmpty=*/false);
  }
  for (llvm::PHINode &phi : head->phis()) {
    phi.removeIncomingValueIf([&](unsigned k) { return !loop.contains(phi.getIncomingBlock(k)); }, false);
    add_edges_of_copies(phi, loop, copies);
  }
  for (BasicBlock *exit : exits)
    for (llvm::PHINode &phi : exit->phis())
      add_edges_of_copies(phi, loop, copies);
}

namespace {

// Loops that were peeled and are still there: the number of rounds rests on more than simplify uses.
using Tried = llvm::SmallVector<llvm::WeakVH, 2>;

bool unroll_one(llvm::Function &function, Tried &tried) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  std::optional<llvm::TargetLibraryInfoImpl> library;
  std::optional<llvm::TargetLibraryInfo> library_info;
  std::optional<llvm::AssumptionCache> assumptions;
  std::optional<llvm::ScalarEvolution> evolution; // made if there is a loop to ask about
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    unsigned size = loop->isInnermost() && !llvm::is_contained(tried, loop->getHeader()) ? size_of(*loop) : 0;
    if (size == 0 || size > max_size || !(carries_a_value(*loop) || goes_through_a_local(*loop) || fills_a_ring(*loop)))
      continue;
    if (!evolution) {
      library.emplace(llvm::Triple(function.getParent()->getTargetTriple()));
      library_info.emplace(*library);
      assumptions.emplace(function);
      evolution.emplace(function, *library_info, *assumptions, dominators, loops);
    }
    unsigned copies = heads(*loop, size, *evolution);
    if (copies == 0)
      continue;
    llvm::formLCSSA(*loop, dominators, &loops, nullptr); // what is used behind the loop passes a phi at its exits
    tried.push_back(loop->getHeader());
    for (unsigned n = 0; n < copies; ++n)
      peel(*loop);
    return true;
  }
  return false;
}

} // namespace

bool unroll_short_loops(llvm::Function &function) {
  bool any = false;
  for (Tried tried; unroll_one(function, tried); any = true)
    simplify(function);
  return any;
}

} // namespace lockstep::frontend
