// Handlers of the table: barriers in group memory at which threads arrive, and for which they wait (cuda::barrier).
//
// They are barriers of the group, at which all its threads meet: what else they are counted for is refused. Where a
// thread does something between its arrival and its wait, that is ordered neither behind what others do before they
// arrive nor before what they do once they have waited: an unknown, of every other such barrier, says whether it stands
// at the arrival or at the wait. Sound because two accesses that no barrier orders are ordered by none for some choice:
// what lies between the halves of a barrier is unordered with what others do from the last one's arrival to the next
// one's wait, and no further.
#include "cfg/ir/op_groups.h"
#include "frontend/builtins/spelled.h"
#include "frontend/lower/barriers.h"
#include "frontend/lower/builtins/meeting.h"
#include "frontend/lower/memory/copying.h"
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

// Is it a product of the group's sizes? Its constant factors, those that the launch gives included, and the sizes that
// the launch leaves free.
bool is_size_of_group(const Context &cx, const Expr &e, std::uint64_t &number, std::set<unsigned> &free) {
  switch (e->op) {
  case Op::Const: number *= e->value; return e->value != 0 && e->value <= 1024 && number <= 1024;
  case Op::LocalSize: {
    const auto dimension = static_cast<unsigned>(e->value);
    if (const auto size = cx.in.launch.local_size[dimension]) {
      number *= *size;
      return number <= 1024;
    }
    return free.insert(dimension).second;
  }
  case Op::Mul: return is_size_of_group(cx, e->args[0], number, free) && is_size_of_group(cx, e->args[1], number, free);
  case OPS_CAST: return e->type.width >= 32 && is_size_of_group(cx, e->args[0], number, free);
  case Op::Var: {
    auto definition = cx.values.definitions().find(e->var);
    return definition != cx.values.definitions().end() && is_size_of_group(cx, definition->second, number, free);
  }
  case Op::LocalId:
  case OPS_GRID:
  case Op::Add:
  case Op::Sub:
  case Op::Shl:
  case OPS_NO_FLAGS:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  return false;
}

// A barrier in group memory, which the kernel says how many threads it is for; what is waited for is known.
bool at_phase(Context &cx, const Call &c) {
  const Targets &at = cx.in.points_to.of(c.inst.getArgOperand(0));
  auto in_group = [&](ObjectId id) {
    auto it = cx.arrays.all().find(id);
    return it != cx.arrays.all().end() && cx.out.kernel.arrays[it->second].space == cfg::Space::Group;
  };
  bool counted = false;
  for (const llvm::Instruction &i : llvm::instructions(cx.in.function))
    counted = counted || (is_phase_init(i) &&
                          cx.in.points_to.of(llvm::cast<llvm::CallBase>(i).getArgOperand(0)).objects == at.objects);
  if (cx.out.annotation || !cx.own_copies)
    return refuse_call(cx.out, c), false;
  if (at.unknown || at.from_memory || at.objects.size() != 1 || !in_group(*at.objects.begin()) || !counted)
    return cx.out.refuse("'" + spelled(c.inst) + "' of a barrier that this kernel does not set up in shared memory"),
           false;
  const bool copies =
      std::any_of(cx.own_copies->sites.begin(), cx.own_copies->sites.end(), [](auto &s) { return s.phase; });
  if (copies && !phase_of(c.inst))
    return cx.out.refuse("'" + spelled(c.inst) + "' of one of several barriers, beside asynchronous copies"), false;
  for (const ThreadCopies::Way &w : cx.own_copies->now)
    if ((w.arrival.is != nullptr) != (copy_call(c.inst) == CopyCall::PhaseWait))
      return cx.out.refuse("'" + spelled(c.inst) +
                           (w.arrival.is ? "' between an arrival and the wait for it" : "' without an arrival")),
             false;
  return true;
}

// Does nothing stand between the two that another thread could notice?
bool follows_at_once(const Source &in, const llvm::CallBase &wait, const llvm::Instruction &arrival) {
  for (const llvm::Instruction *i = arrival.getNextNode(); i; i = i->getNextNode()) {
    if (i == &wait)
      return true;
    auto *load = llvm::dyn_cast<llvm::LoadInst>(i);
    if (i->mayHaveSideEffects() &&
        !(load && in.points_to.of(load->getPointerOperand()).objects == in.points_to.of(wait.getArgOperand(0)).objects))
      return false;
    if (!load && i->mayReadFromMemory())
      return false;
    if (load && in.points_to.of(load->getPointerOperand()).objects != in.points_to.of(wait.getArgOperand(0)).objects)
      return false;
  }
  return false;
}

// Does the barrier in two halves that comes next stand at the first one? Unknown of every other one.
Expr earlier_half(Context &cx) {
  auto &own = *cx.own_copies;
  for (Expr *half : {&own.half, &own.other_half})
    if (!*half)
      *half = any_value(cx.out, cfg::VarKind::CopyChoice, "async.half", cfg::bool_type);
  return cfg::ite(own.odd, support::left_out("phases.every") ? own.half : own.other_half, own.half);
}
} // namespace

bool counts_group(const Context &cx, const Expr &threads) {
  std::uint64_t number = 1, size = 1;
  std::set<unsigned> free, all_free;
  for (unsigned d = 0; d < 3; ++d) {
    if (cx.in.launch.local_size[d])
      size *= *cx.in.launch.local_size[d];
    else
      all_free.insert(d);
  }
  return is_size_of_group(cx, threads, number, free) && number == size && free == all_free;
}

void handlers::phase_init(Context &cx, const Call &c) {
  if (cx.out.annotation)
    return refuse_call(cx.out, c);
  const bool whole = counts_group(cx, cx.values.scalar(c.inst.getArgOperand(1)));
  if (support::unsound("phases.count", !whole))
    return cx.out.refuse("'" + spelled(c.inst) + "' of a barrier for other than all threads of the block");
  cx.out.emit(cfg::Skip{});
}

// Once the kernel is there: what is waited for is set up.
void finish_phases(Context &cx) {
  if (cx.out.report.refused)
    return;
  std::map<cfg::ArrayId, unsigned> inits; // of arrays whose barriers are used
  const auto array_of = [&](const llvm::Value *barrier) -> std::optional<cfg::ArrayId> {
    const Targets &at = cx.in.points_to.of(barrier);
    const auto it = at.objects.size() == 1 ? cx.arrays.all().find(*at.objects.begin()) : cx.arrays.all().end();
    return it == cx.arrays.all().end() ? std::nullopt : std::optional(it->second);
  };
  for (const llvm::Instruction &i : llvm::instructions(cx.in.function)) {
    const CopyCall kind = copy_call(i);
    const bool copy = kind == CopyCall::PhaseStart;
    if (copy || kind == CopyCall::Arrive || kind == CopyCall::PhaseWait || kind == CopyCall::Meet)
      if (const auto array = array_of(llvm::cast<llvm::CallBase>(i).getArgOperand(copy ? 5 : 0)))
        inits.emplace(*array, 0);
  }
  for (const llvm::Instruction &i : llvm::instructions(cx.in.function))
    if (is_phase_init(i))
      if (const auto array = array_of(llvm::cast<llvm::CallBase>(i).getArgOperand(0));
          array && inits.count(*array) != 0)
        ++inits[*array];
  for (const auto &[array, number] : inits) {
    const auto found = SetUp::of(cx.out.kernel, cx.in.launch, array, number);
    if (auto *not_so = std::get_if<NotSetUp>(&found))
      cx.out.report.refuse_at(not_so->where, not_so->why);
  }
}

void handlers::phase_meet(Context &cx, const Call &c) {
  if (!at_phase(cx, c))
    return;
  end_own_copies(cx, c.inst);
  meet_with(cx, {cx.values.pointer(c.inst.getArgOperand(0)).piece.expr}, true);
}

void handlers::phase_arrive(Context &cx, const Call &c) {
  if (constant_argument(c.inst, 1) != std::optional<std::uint64_t>(1))
    return cx.out.refuse("'" + spelled(c.inst) + "' for other than one thread");
  if (!at_phase(cx, c))
    return;
  cx.values[&c.inst] = {{cfg::constant(cfg::int_type(64), 0), nullptr}};
  const llvm::CallBase *wait = nullptr;
  unsigned waits = 0;
  for (const llvm::User *u : c.inst.users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(u); call && copy_call(*call) == CopyCall::PhaseWait)
      wait = call, ++waits;
  for (const llvm::BasicBlock &b : cx.in.function)
    if (b.getTerminator()->getNumSuccessors() == 0)
      for (const ThreadCopies::Way &w : cx.own_copies->flow.before(*b.getTerminator()))
        if (w.arrival.is == &c.inst)
          return cx.out.refuse("'" + spelled(c.inst) + "' that is not waited for");
  if (waits == 1 && follows_at_once(cx.in, *wait, c.inst))
    return cx.out.emit(cfg::Skip{});
  cfg::BlockId here = cx.out.new_block("phase.arrive"), after = cx.out.new_block("phase.arrived");
  cx.out.finish_block(cfg::Branch{earlier_half(cx), here, after});
  cx.out.block = here;
  meet_with(cx, {cx.values.pointer(c.inst.getArgOperand(0)).piece.expr}, true);
  cx.out.jump(after);
}

void handlers::phase_wait(Context &cx, const Call &c) {
  if (!at_phase(cx, c))
    return;
  auto *arrival = llvm::dyn_cast<llvm::CallBase>(c.inst.getArgOperand(1));
  const bool known = arrival && copy_call(*arrival) == CopyCall::Arrive &&
                     std::all_of(cx.own_copies->now.begin(), cx.own_copies->now.end(),
                                 [&](const ThreadCopies::Way &w) { return w.arrival.is == arrival; }) &&
                     (arrival->getArgOperand(0) == c.inst.getArgOperand(0) ||
                      (phase_of(*arrival) && phase_of(*arrival) == phase_of(c.inst)));
  if (!known)
    return cx.out.refuse("'" + spelled(c.inst) + "' for another arrival than the last one at that barrier");
  const bool whole = follows_at_once(cx.in, c.inst, *arrival);
  const Expr bar = cx.values.pointer(c.inst.getArgOperand(0)).piece.expr;
  end_own_copies(cx, c.inst);
  if (whole)
    return meet_with(cx, {bar}, true);
  cfg::BlockId here = cx.out.new_block("phase.wait"), after = cx.out.new_block("phase.waited");
  cx.out.finish_block(cfg::Branch{earlier_half(cx), after, here});
  cx.out.block = here;
  meet_with(cx, {bar}, true);
  cx.out.jump(after);
  cx.out.emit(cfg::Assign{cx.own_copies->odd->var, cfg::negate(cx.own_copies->odd)});
}

} // namespace lockstep::frontend
