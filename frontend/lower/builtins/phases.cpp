// Handlers of the table: barriers in group memory at which threads arrive, and for which they wait (cuda::barrier).
//
// They are barriers of the group, at which all its threads meet: what else they are counted for is refused. Where a
// thread does something between its arrival and its wait, that is ordered neither behind what others do before they
// arrive nor before what they do once they have waited: an unknown, of every other such barrier, says whether it stands
// at the arrival or at the wait. Sound because two accesses that no barrier orders are ordered by none for some choice:
// what lies between the halves of a barrier is unordered with what others do from the last one's arrival to the next
// one's wait, and no further.
#include "frontend/builtins/spelled.h"
#include "frontend/lower/context.h"
#include "frontend/lower/phases_set_up.h"

#include "support/sound.h"
#include "llvm/IR/InstIterator.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
bool is_phase_init(const llvm::Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == "__lockstep_phase_init";
}
} // namespace

// Is it a product of the group's sizes? Its constant factors, those that the launch gives included, and the sizes that
// the launch leaves free.
bool Lowerer::is_size_of_group(const Expr &e, std::uint64_t &number, std::set<unsigned> &free) const {
  switch (e->op) {
  case Op::Const: number *= e->value; return e->value != 0 && e->value <= 1024 && number <= 1024;
  case Op::LocalSize: {
    const auto dimension = static_cast<unsigned>(e->value);
    if (const auto size = launch_.local_size[dimension]) {
      number *= *size;
      return number <= 1024;
    }
    return free.insert(dimension).second;
  }
  case Op::Mul: return is_size_of_group(e->args[0], number, free) && is_size_of_group(e->args[1], number, free);
  case Op::Zext:
  case Op::Sext:
  case Op::Trunc: return e->type.width >= 32 && is_size_of_group(e->args[0], number, free);
  case Op::Var: {
    auto definition = definitions_.find(e->var);
    return definition != definitions_.end() && is_size_of_group(definition->second, number, free);
  }
  default: return false;
  }
}

bool Lowerer::counts_group(const Expr &threads) const {
  std::uint64_t number = 1, size = 1;
  std::set<unsigned> free, all_free;
  for (unsigned d = 0; d < 3; ++d) {
    if (launch_.local_size[d])
      size *= *launch_.local_size[d];
    else
      all_free.insert(d);
  }
  return is_size_of_group(threads, number, free) && number == size && free == all_free;
}

void Lowerer::phase_init(const Call &c) {
  if (spec_depth_ != 0)
    return refuse_call(c);
  const bool whole = counts_group(scalar(c.inst.getArgOperand(1)));
  if (!whole && !support::left_out("phases.count"))
    return refuse("'" + spelled(c.inst) + "' of a barrier for other than all threads of the block");
  emit(cfg::Skip{});
}

// A barrier in group memory, which the kernel says how many threads it is for; what is waited for is known.
bool Lowerer::at_phase(const Call &c) {
  const Targets &at = points_to_.of(c.inst.getArgOperand(0));
  auto in_group = [&](ObjectId id) {
    auto it = array_of_.find(id);
    return it != array_of_.end() && kernel_.arrays[it->second].space == cfg::Space::Group;
  };
  bool counted = false;
  for (const llvm::Instruction &i : llvm::instructions(function_))
    counted = counted ||
              (is_phase_init(i) && points_to_.of(llvm::cast<llvm::CallBase>(i).getArgOperand(0)).objects == at.objects);
  if (spec_depth_ != 0 || !own_copies_)
    return refuse_call(c), false;
  if (at.unknown || at.from_memory || at.objects.size() != 1 || !in_group(*at.objects.begin()) || !counted)
    return refuse("'" + spelled(c.inst) + "' of a barrier that this kernel does not set up in shared memory"), false;
  const bool copies =
      std::any_of(own_copies_->sites.begin(), own_copies_->sites.end(), [](auto &s) { return s.phase; });
  if (copies && !phase_of(c.inst))
    return refuse("'" + spelled(c.inst) + "' of one of several barriers, beside asynchronous copies"), false;
  for (const ThreadCopies::Way &w : own_copies_->now)
    if ((w.arrival != nullptr) != (copy_call(c.inst) == CopyCall::PhaseWait))
      return refuse("'" + spelled(c.inst) +
                    (w.arrival ? "' between an arrival and the wait for it" : "' without an arrival")),
             false;
  return true;
}

// Once the kernel is there: what is waited for is set up.
void Lowerer::finish_phases() {
  if (refused_)
    return;
  std::map<cfg::ArrayId, unsigned> inits; // of arrays whose barriers are used
  const auto array_of = [&](const llvm::Value *barrier) -> std::optional<cfg::ArrayId> {
    const Targets &at = points_to_.of(barrier);
    const auto it = at.objects.size() == 1 ? array_of_.find(*at.objects.begin()) : array_of_.end();
    return it == array_of_.end() ? std::nullopt : std::optional(it->second);
  };
  for (const llvm::Instruction &i : llvm::instructions(function_)) {
    const CopyCall kind = copy_call(i);
    const bool copy = kind == CopyCall::PhaseStart;
    if (copy || kind == CopyCall::Arrive || kind == CopyCall::PhaseWait || kind == CopyCall::Meet)
      if (const auto array = array_of(llvm::cast<llvm::CallBase>(i).getArgOperand(copy ? 5 : 0)))
        inits.emplace(*array, 0);
  }
  for (const llvm::Instruction &i : llvm::instructions(function_))
    if (is_phase_init(i))
      if (const auto array = array_of(llvm::cast<llvm::CallBase>(i).getArgOperand(0));
          array && inits.count(*array) != 0)
        ++inits[*array];
  for (const auto &[array, number] : inits) {
    const auto found = SetUp::of(kernel_, launch_, array, number);
    if (auto *not_so = std::get_if<NotSetUp>(&found))
      refuse_at(not_so->where, not_so->why);
  }
}

void Lowerer::phase_meet(const Call &c) {
  if (!at_phase(c))
    return;
  end_own_copies(own_copies_->now, own_copies_->flow.behind(c.inst));
  meet_with({pointer(c.inst.getArgOperand(0)).piece.expr}, true);
}

// Does nothing stand between the two that another thread could notice?
bool Lowerer::follows_at_once(const llvm::CallBase &wait, const llvm::Instruction &arrival) const {
  for (const llvm::Instruction *i = arrival.getNextNode(); i; i = i->getNextNode()) {
    if (i == &wait)
      return true;
    auto *load = llvm::dyn_cast<llvm::LoadInst>(i);
    if (i->mayHaveSideEffects() &&
        !(load && points_to_.of(load->getPointerOperand()).objects == points_to_.of(wait.getArgOperand(0)).objects))
      return false;
    if (!load && i->mayReadFromMemory())
      return false;
    if (load && points_to_.of(load->getPointerOperand()).objects != points_to_.of(wait.getArgOperand(0)).objects)
      return false;
  }
  return false;
}

// Does the barrier in two halves that comes next stand at the first one? Unknown of every other one.
Expr Lowerer::earlier_half() {
  auto &own = *own_copies_;
  for (Expr *half : {&own.half, &own.other_half})
    if (!*half)
      *half = unknown_parameter("half", cfg::bool_type);
  return cfg::ite(own.odd, support::left_out("phases.every") ? own.half : own.other_half, own.half);
}

void Lowerer::phase_arrive(const Call &c) {
  if (constant_argument(c.inst, 1) != std::optional<std::uint64_t>(1))
    return refuse("'" + spelled(c.inst) + "' for other than one thread");
  if (!at_phase(c))
    return;
  values_[&c.inst] = {{cfg::constant(cfg::int_type(64), 0), nullptr}};
  const llvm::CallBase *wait = nullptr;
  unsigned waits = 0;
  for (const llvm::User *u : c.inst.users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(u); call && copy_call(*call) == CopyCall::PhaseWait)
      wait = call, ++waits;
  for (const llvm::BasicBlock &b : function_)
    if (b.getTerminator()->getNumSuccessors() == 0)
      for (const ThreadCopies::Way &w : own_copies_->flow.before(*b.getTerminator()))
        if (w.arrival == &c.inst)
          return refuse("'" + spelled(c.inst) + "' that is not waited for");
  if (waits == 1 && follows_at_once(*wait, c.inst))
    return emit(cfg::Skip{});
  cfg::BlockId here = new_block("phase.arrive"), after = new_block("phase.arrived");
  finish_block(cfg::Branch{earlier_half(), here, after});
  block_ = here;
  meet_with({pointer(c.inst.getArgOperand(0)).piece.expr}, true);
  jump(after);
}

void Lowerer::phase_wait(const Call &c) {
  if (!at_phase(c))
    return;
  auto *arrival = llvm::dyn_cast<llvm::CallBase>(c.inst.getArgOperand(1));
  const bool known = arrival && copy_call(*arrival) == CopyCall::Arrive &&
                     std::all_of(own_copies_->now.begin(), own_copies_->now.end(),
                                 [&](const ThreadCopies::Way &w) { return w.arrival == arrival; }) &&
                     (arrival->getArgOperand(0) == c.inst.getArgOperand(0) ||
                      (phase_of(*arrival) && phase_of(*arrival) == phase_of(c.inst)));
  if (!known)
    return refuse("'" + spelled(c.inst) + "' for another arrival than the last one at that barrier");
  const bool whole = follows_at_once(c.inst, *arrival);
  const Expr bar = pointer(c.inst.getArgOperand(0)).piece.expr;
  end_own_copies(own_copies_->now, own_copies_->flow.behind(c.inst));
  if (whole)
    return meet_with({bar}, true);
  cfg::BlockId here = new_block("phase.wait"), after = new_block("phase.waited");
  finish_block(cfg::Branch{earlier_half(), after, here});
  block_ = here;
  meet_with({bar}, true);
  jump(after);
  emit(cfg::Assign{own_copies_->odd->var, cfg::negate(own_copies_->odd)});
}

} // namespace lockstep::frontend
