// Memory orders: of fences, and of atomic operations of LLVM and OpenCL (cfg::Order; cfg/analysis/order/handover.h).
// What is not known to be ordered is relaxed. Sound because a relaxed operation orders least.
#include "frontend/lower/atomics.h"
#include "frontend/lower/builtins/meeting.h"
#include "frontend/lower/instructions.h"

#include "frontend/lower/build_terms.h"
#include "support/sound.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"

#include <algorithm>

namespace lockstep::frontend {

namespace {

// memory_order of C, C++, OpenCL and libcu++, as a number: relaxed, consume, acquire, release, acq_rel, seq_cst.
cfg::Order order_of(std::uint64_t order) {
  constexpr std::uint64_t consume = 1, acquire = 2, release = 3, acq_rel = 4, seq_cst = 5;
  const bool both = order == acq_rel || order == seq_cst;
  return {both || order == acquire || order == consume, both || order == release};
}

} // namespace

cfg::Order order_of(llvm::AtomicOrdering order) {
  return {llvm::isAcquireOrStronger(order), llvm::isReleaseOrStronger(order)};
}

// By the memory models of C++, CUDA, HIP and PTX a release orders all that precedes it, by OpenCL's only accesses to
// the atomic's own address space; AMDGPU's scopes say it by their names. What is taken to be OpenCL's orders less.
bool orders_all_spaces(const Source &in, const llvm::Instruction &i) {
  llvm::SmallVector<llvm::StringRef, 8> names;
  i.getContext().getSyncScopeNames(names);
  const auto id = llvm::getAtomicSyncScopeID(&i);
  const bool one_space = !id || *id >= names.size() || names[*id].ends_with("one-as") || i.hasMetadata("mmra");
  return support::sound("fences.all_spaces", in.dialect != Dialect::Spir && !one_space);
}

// OpenCL 2's atomics without an order are seq_cst; OpenCL 1's, of other names, are relaxed.
cfg::Order cl_order(const Call &c, unsigned n) {
  if (c.name.ends_with("_explicit"))
    return order_of(constant_argument(c.inst, n).value_or(support::left_out("fences.order") ? 5 : 0));
  constexpr std::string_view second[] = {"atomic_fetch_",   "atomic_load",  "atomic_store",
                                         "atomic_exchange", "atomic_flag_", "atomic_compare_exchange"};
  const bool all = std::any_of(std::begin(second), std::end(second), [&](auto &s) { return c.name.starts_with(s); });
  return {all, all};
}

namespace {
void fence_statement(Builder &out, const cfg::Fence &f) {
  if (out.annotation)
    return out.refuse("a fence in an annotation");
  const bool orders =
      f.scope != cfg::AtomicScope::Thread && (f.order.acquire || f.order.release) && (f.fence_group || f.fence_global);
  orders ? out.emit(f) : out.emit(cfg::Skip{});
}

struct Spaces {
  bool group = false, global = false;
};

llvm::StringRef scope_name(const llvm::FenceInst &i) {
  llvm::SmallVector<llvm::StringRef, 8> names;
  i.getContext().getSyncScopeNames(names);
  return i.getSyncScopeID() < names.size() ? names[i.getSyncScopeID()] : llvm::StringRef("unknown");
}

// Of which memory it is. What a scope of one address space, or a relaxation, leaves out is not; one that is not known
// leaves out all.
Spaces spaces_of(const llvm::FenceInst &i) {
  if (support::left_out("fences.one_space"))
    return {true, true};
  if (scope_name(i).ends_with("one-as"))
    return {};
  const llvm::MMRAMetadata tags(i);
  if (tags.empty())
    return {true, true};
  Spaces out;
  for (const auto &[prefix, space] : tags) {
    if (prefix != "amdgpu-as" && prefix != "amdgpu-synchronize-as")
      return {};
    out.group = out.group || space == "local";
    out.global = out.global || space == "global";
  }
  return out;
}

// The next instruction that does something, forward or backward, on the only way there; null: there is none.
const llvm::Instruction *beside(const llvm::Instruction &i, bool forward) {
  const llvm::Instruction *at = &i;
  for (unsigned steps = 0; steps < 100; ++steps) {
    const llvm::BasicBlock *block = at->getParent();
    const llvm::Instruction *next = forward ? at->getNextNonDebugInstruction() : at->getPrevNonDebugInstruction();
    if (!next || (forward && next->isTerminator())) {
      block = forward ? block->getUniqueSuccessor() : block->getUniquePredecessor();
      if (!block || block->empty())
        return nullptr;
      next = forward ? &block->front() : block->getTerminator();
    }
    if (next->mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(next))
      return next;
    at = next;
  }
  return nullptr;
}

// What the fences right beside a barrier order for the group, with no access between.
Spaces fenced_beside(const llvm::CallBase &barrier, bool forward) {
  Spaces out;
  for (const llvm::Instruction *at = beside(barrier, forward); at; at = beside(*at, forward)) {
    auto *fence = llvm::dyn_cast<llvm::FenceInst>(at);
    if (!fence)
      break;
    const llvm::StringRef scope = scope_name(*fence);
    const bool covers = scope.empty() || scope == "workgroup" || scope == "agent" || scope == "cluster";
    const cfg::Order order = frontend::order_of(fence->getOrdering());
    if (!covers || !(forward ? order.acquire : order.release))
      continue;
    const Spaces of = spaces_of(*fence);
    out.group = out.group || of.group;
    out.global = out.global || of.global;
  }
  return out;
}
} // namespace

// Of one address space's scope alone (AMDGPU), or relaxed in a way that is not known: taken as none. Sound because a
// fence that is left out orders nothing.
void llvm_fence(Context &cx, const llvm::FenceInst &i) {
  const Spaces of = spaces_of(i);
  if (!of.group && !of.global)
    return cx.out.emit(cfg::Skip{});
  fence_statement(cx.out, {scope_of(cx, i), order_of(i.getOrdering()), of.group, of.global});
}

// AMDGPU's s.barrier: threads wait for each other, and memory is ordered by fences alone, one that releases in front of
// it and one that acquires behind it. Sound because what a thread has done before its fence is released by its coming
// and acquired by all that go on; what stands between a fence and the barrier is ordered by neither, and then the
// barrier is taken to order nothing.
void handlers::bare_barrier(Context &cx, const Call &c) {
  const Spaces before = fenced_beside(c.inst, false), behind = fenced_beside(c.inst, true);
  const bool all = support::left_out("fences.bare_barrier");
  barrier_statement(cx.out, cfg::Scope::Group, all || (before.group && behind.group),
                    all || (before.global && behind.global));
}

// mem_fence(flags) and its halves, which order for the work-group; detail: 1 acquires, 2 releases.
void handlers::cl_fence(Context &cx, const Call &c) {
  const std::uint64_t flags = constant_argument(c.inst, 0).value_or(0);
  fence_statement(cx.out, {cfg::AtomicScope::Group,
                           {(c.detail & 1) != 0, (c.detail & 2) != 0},
                           (flags & local_fence) != 0,
                           (flags & global_fence) != 0});
}

// atomic_work_item_fence(flags, order, scope)
void handlers::cl_scoped_fence(Context &cx, const Call &c) {
  const std::uint64_t flags = constant_argument(c.inst, 0).value_or(0);
  fence_statement(cx.out, {scope_of(cx, c, 2), order_of(constant_argument(c.inst, 1).value_or(0)),
                           (flags & local_fence) != 0, (flags & global_fence) != 0});
}

// __lockstep_fence(scope, order): scope 0 warp, 1 group, 2 grid, 3 system; order as C++ has it.
void handlers::cuda_fence(Context &cx, const Call &c) {
  const std::uint64_t scope = constant_argument(c.inst, 0).value_or(0);
  fence_statement(cx.out, {scope == 0   ? warp_scope(cx.in)
                           : scope == 1 ? cfg::AtomicScope::Group
                                        : cfg::AtomicScope::Grid,
                           order_of(constant_argument(c.inst, 1).value_or(0)), true, true});
}

// detail: 1 for the group, 2 for all.
void handlers::fixed_fence(Context &cx, const Call &c) {
  fence_statement(cx.out, {c.detail == 1 ? cfg::AtomicScope::Group : cfg::AtomicScope::Grid, {true, true}, true, true});
}

} // namespace lockstep::frontend
