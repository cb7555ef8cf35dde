// Asynchronous copies and their waits: see async_copies.h.
#include "frontend/async_copies.h"

#include "frontend/intrinsics.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <set>
#include <vector>

namespace lockstep::frontend {

namespace {
std::string called(const llvm::Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
  const llvm::Function *f = call ? call->getCalledFunction() : nullptr;
  return f ? demangle_symbol(f->getName()).name : std::string();
}

bool is_start(const llvm::Instruction &i) {
  std::string name = called(i);
  return name == "async_work_group_copy" || name == "async_work_group_strided_copy";
}

// A place in a local variable.
struct Place {
  const llvm::AllocaInst *variable = nullptr;
  std::int64_t offset = 0;
};

class Events {
public:
  explicit Events(const llvm::Function &f) : layout_(f.getParent()->getDataLayout()), dominators_(const_cast<llvm::Function &>(f)) {}

  // The call that made the event; nullptr if that is not known.
  const llvm::CallBase *source(const llvm::Value *event, unsigned depth = 0) const {
    if (depth > 32)
      return nullptr;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(event))
      return stored_at(place(load->getPointerOperand()), *load, depth);
    auto *start = llvm::dyn_cast<llvm::CallBase>(event);
    if (!start || !is_start(*start))
      return nullptr;
    const llvm::Value *joined = start->getArgOperand(start->arg_size() - 1);
    return llvm::isa<llvm::Constant>(joined) ? start : source(joined, depth + 1);
  }

  bool waits_for(const llvm::CallBase &wait, const llvm::CallBase *event) const {
    const std::optional<Choice> events = of_wait(wait, wait.getArgOperand(1), event);
    return events && !events->condition && std::find(events->events.begin(), events->events.end(), event) != events->events.end();
  }

  // What `wait` waits for, were it called with `pointer`; with `only`, as far as that can be seen: empty if nothing can.
  std::optional<Choice> of_wait(const llvm::CallBase &wait, const llvm::Value *pointer, const llvm::CallBase *only) const {
    if (auto *select = llvm::dyn_cast<llvm::SelectInst>(pointer->stripPointerCasts()))
      return choice(*select, [&](const llvm::Value *arm) { return of_wait(wait, arm, only); });
    auto *count = llvm::dyn_cast<llvm::ConstantInt>(wait.getArgOperand(0));
    Place from = place(pointer);
    if (!count || count->getValue().ugt(64) || !from.variable)
      return std::nullopt;
    Choice out;
    std::int64_t step = static_cast<std::int64_t>(layout_.getPointerSize(0));
    for (std::uint64_t k = 0; k < count->getZExtValue(); ++k) {
      const llvm::CallBase *event = stored_at({from.variable, from.offset + static_cast<std::int64_t>(k) * step}, wait, 0);
      if (event)
        out.events.push_back(event);
      else if (!only)
        return std::nullopt;
    }
    return out;
  }

  std::optional<Choice> of_start(const llvm::Value *event) const {
    if (auto *select = llvm::dyn_cast<llvm::SelectInst>(event))
      return choice(*select, [&](const llvm::Value *arm) { return of_start(arm); });
    if (llvm::isa<llvm::Constant>(event))
      return Choice{nullptr, {}, {nullptr}};
    const llvm::CallBase *from = source(event);
    return from ? std::optional(Choice{nullptr, {}, {from}}) : std::nullopt;
  }

private:
  static std::optional<Choice> choice(const llvm::SelectInst &select,
                                      const std::function<std::optional<Choice>(const llvm::Value *)> &of) {
    std::optional<Choice> a = of(select.getTrueValue()), b = of(select.getFalseValue());
    if (!a || !b)
      return std::nullopt;
    if (!a->condition && !b->condition && a->events == b->events)
      return a;
    return Choice{select.getCondition(), {*a, *b}, {}};
  }

  Place place(const llvm::Value *pointer) const {
    llvm::APInt at(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    auto *variable = llvm::dyn_cast<llvm::AllocaInst>(pointer->stripAndAccumulateConstantOffsets(layout_, at, true));
    return {variable, at.getSExtValue()};
  }

  // The last store to the place before `at`, where straight-line code leads to `at`.
  const llvm::StoreInst *last_store(Place p, const llvm::Instruction &at) const {
    const llvm::BasicBlock *b = at.getParent();
    const llvm::Instruction *i = at.getPrevNode();
    for (unsigned blocks = 0; blocks < 64; ++blocks) {
      for (; i; i = i->getPrevNode())
        if (auto *store = llvm::dyn_cast<llvm::StoreInst>(i)) {
          Place to = place(store->getPointerOperand());
          if (to.variable == p.variable && to.offset == p.offset)
            return store;
        }
      b = b->getSinglePredecessor();
      if (!b)
        return nullptr;
      i = b->getTerminator();
    }
    return nullptr;
  }

  // The event that the last, or the only, store to the place before `at` put there.
  const llvm::CallBase *stored_at(Place p, const llvm::Instruction &at, unsigned depth) const {
    const llvm::StoreInst *only = nullptr;
    bool several = false;
    std::vector<const llvm::Value *> pointers{p.variable};
    for (std::size_t k = 0; p.variable && k < pointers.size(); ++k)
      for (const llvm::User *u : pointers[k]->users()) {
        if (auto *store = llvm::dyn_cast<llvm::StoreInst>(u)) {
          Place to = place(store->getPointerOperand());
          if (store->getValueOperand() == pointers[k] || to.variable != p.variable)
            return nullptr;
          if (to.offset != p.offset)
            continue;
          several = several || only;
          only = store;
        } else if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst, llvm::SelectInst>(u)) {
          pointers.push_back(u);
        } else if (!llvm::isa<llvm::LoadInst>(u) && !reads_only(*llvm::cast<llvm::Instruction>(u))) {
          return nullptr;
        }
      }
    if (const llvm::StoreInst *last = p.variable ? last_store(p, at) : nullptr)
      return source(last->getValueOperand(), depth + 1);
    return only && !several && dominators_.dominates(only, &at) ? source(only->getValueOperand(), depth + 1) : nullptr;
  }

  static bool reads_only(const llvm::Instruction &i) {
    return i.isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(i) || called(i) == "wait_group_events";
  }

  const llvm::DataLayout &layout_;
  llvm::DominatorTree dominators_;
};
} // namespace

bool is_event(const llvm::Type *type) {
  auto *t = llvm::dyn_cast<llvm::TargetExtType>(type);
  return t && t->getName() == "spirv.Event";
}

std::optional<Choice> events_of(const llvm::CallBase &call) {
  Events events(*call.getFunction());
  return is_start(call) ? events.of_start(call.getArgOperand(call.arg_size() - 1)) : events.of_wait(call, call.getArgOperand(1), nullptr);
}

Extent extent_of_copy(const llvm::CallBase &start, const std::function<bool(const llvm::CallBase &)> &is_barrier) {
  Extent out;
  Events events(*start.getFunction());
  const llvm::CallBase *event = events.source(&start); // none: no wait is surely for it
  llvm::DominatorTree dominators(const_cast<llvm::Function &>(*start.getFunction()));
  std::set<const llvm::BasicBlock *> seen;
  std::vector<const llvm::Instruction *> work{start.getNextNonDebugInstruction()};
  while (!work.empty()) {
    const llvm::Instruction *i = work.back();
    work.pop_back();
    bool open = true;
    for (; open && i; i = i->getNextNonDebugInstruction()) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(i);
      if (call == &start)
        return {"an asynchronous copy that is started again before it is waited for", {}};
      if (call && is_barrier(*call)) {
        if (!dominators.dominates(&start, call))
          return {"an asynchronous copy that may or may not be under way at a barrier", {}};
        out.crossed.push_back(call);
      }
      open = !(event && call && called(*i) == "wait_group_events" && events.waits_for(*call, event));
      if (open && i->isTerminator())
        for (unsigned k = 0; k < i->getNumSuccessors(); ++k)
          if (seen.insert(i->getSuccessor(k)).second)
            work.push_back(&i->getSuccessor(k)->front());
    }
  }
  return out;
}

} // namespace lockstep::frontend
