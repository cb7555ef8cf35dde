// Handlers of the table: OpenCL's asynchronous copies between global and group memory.
//
// The copy is made on behalf of the whole group, at any time between its start and the wait for its event. Here one
// thread of the group makes it, at the start; which one is an unknown parameter, the same for all threads. Start and
// wait are points that all threads of the group must reach together: barriers that fence nothing.
// "Any time" is one barrier interval, in which the race check orders nothing; where barriers lie between start and wait
// (async_copies.h), the same thread makes the whole copy again after each of them.
// Sound because every part of the copy that may be made in an interval is made in it (making it again changes nothing, as
// long as nobody writes to either side, which would be a race); and because for each two threads, a choice of the copying
// thread other than the one that conflicts with the copy exists. In a group of one thread there is no other: refused.
#include "frontend/async_copies.h"
#include "frontend/lower_context.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
bool is_barrier(const llvm::CallBase &call) {
  const llvm::Function *f = call.getCalledFunction();
  const Intrinsic *row = f ? find_intrinsic(demangle_symbol(f->getName()).name) : nullptr;
  return row && (row->handler == &Lowerer::cl_barrier || row->handler == &Lowerer::cuda_barrier ||
                 row->handler == &Lowerer::fixed_barrier || row->handler == &Lowerer::numbered_barrier ||
                 row->handler == &Lowerer::reducing_barrier);
}

// Lanes of "float vector[4] AS3*"; vectors of 3 lie like vectors of 4.
unsigned lanes(const std::string &type) {
  std::size_t at = type.find("vector[");
  unsigned n = at == std::string::npos ? 1 : static_cast<unsigned>(std::stoul(type.substr(at + 7)));
  return n == 3 ? 4 : n;
}
} // namespace

// All threads of the group must pass the same arguments: nothing but launch quantities of the group, parameters and
// constants may decide on them.
bool Lowerer::is_group_uniform(const Expr &e) const {
  bool uniform = true;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
    if (n.op == Op::LocalId)
      uniform = false;
    if (n.op == Op::Var && !kernel_.vars[n.var].param) {
      auto it = definitions_.find(n.var);
      uniform = uniform && it != definitions_.end() && is_group_uniform(it->second);
    }
  });
  return uniform;
}

// event_t async_work_group_copy(to, from, count, event); the strided form has a stride, on the global side, before `event`.
void Lowerer::async_copy(const Call &c) {
  bool strided = c.detail != 0;
  if (spec_depth_ != 0 || c.inst.arg_size() != (strided ? 5 : 4) || c.params.size() != c.inst.arg_size())
    return refuse_call(c);
  const Extent extent = extent_of_copy(c.inst, is_barrier);
  if (!extent.refusal.empty())
    return refuse(extent.refusal);
  auto one = std::optional<std::uint64_t>(1);
  if (launch_.local_size[0] == one && launch_.local_size[1] == one && launch_.local_size[2] == one)
    return refuse("an asynchronous copy by a group of one thread");
  Pointer to = pointer(c.inst.getArgOperand(0)), from = pointer(c.inst.getArgOperand(1));
  unsigned granule = granule_of(from.targets), bytes = scalar_bytes(c.params[0]) * lanes(c.params[0]);
  Expr per_element = cfg::constant(pointer_type_, bytes / granule);
  Expr count = index_width(scalar(c.inst.getArgOperand(2)));
  Expr stride = strided ? index_width(scalar(c.inst.getArgOperand(3))) : nullptr;
  for (const Expr &e : {to.piece.expr, to.piece.which, from.piece.expr, from.piece.which, count, stride})
    if (e && !is_group_uniform(e))
      return refuse("an asynchronous copy with arguments that are not visibly the same for all threads of the group");
  const std::optional<Choice> joined = events_of(c.inst);
  if (!joined)
    return refuse("an asynchronous copy whose event cannot be followed");
  meet(*joined);
  if (!copying_thread_) {
    copying_thread_ = new_var("copying_thread", pointer_type_);
    kernel_.vars[*copying_thread_].param = true;
  }
  const bool from_global = c.inst.getArgOperand(1)->getType()->getPointerAddressSpace() != 3;
  const AsyncCopy copy{to, from, count, stride, per_element, from_global, origin_};
  make_copy(copy);
  for (const llvm::CallBase *barrier : extent.crossed)
    copies_under_way_[barrier].push_back(copy);
}

void Lowerer::make_copy(const AsyncCopy &c) {
  const Pointer &to = c.to, &from = c.from;
  Expr chosen = cfg::binary(Op::Eq, geometry_of(LocalLinearId, 0u, pointer_type_), cfg::variable(*copying_thread_, pointer_type_));
  cfg::BlockId copy = new_block("async.copy"), after = new_block("async.end");
  finish_block(cfg::Branch{chosen, copy, after});
  block_ = copy;
  auto between = [&](const Piece &source, const Piece &target, const Expr &granules) {
    Pointer s{source, from.targets}, t{target, to.targets};
    on_each_target(
        s,
        [&](ObjectId x) {
          on_each_target(
              t, [&](ObjectId y) { copy_granules(array_of_.at(y), target.expr, array_of_.at(x), source.expr, granules); }, [] {});
        },
        [] {});
  };
  if (!c.stride) {
    between(from.piece, to.piece, cfg::binary(Op::Mul, c.count, c.per_element, true));
  } else { // element k of the local side is element k * stride of the global side
    loop(c.count, "async", [&](Expr k) {
      Expr dense = cfg::binary(Op::Mul, k, c.per_element, true), sparse = cfg::binary(Op::Mul, dense, c.stride, true);
      between({cfg::binary(Op::Add, from.piece.expr, c.from_global ? sparse : dense, true), from.piece.which},
              {cfg::binary(Op::Add, to.piece.expr, c.from_global ? dense : sparse, true), to.piece.which}, c.per_element);
    });
  }
  jump(after);
}

// After a barrier: the copies that may still go on.
void Lowerer::go_on_copying(const llvm::CallBase &barrier) {
  auto it = copies_under_way_.find(&barrier);
  if (it == copies_under_way_.end())
    return;
  const support::Origin here = origin_;
  for (const AsyncCopy &c : it->second) {
    origin_ = c.origin; // what it does is the copy's doing
    make_copy(c);
  }
  origin_ = here;
}

void Lowerer::wait_events(const Call &c) {
  if (spec_depth_ != 0)
    return refuse_call(c);
  const std::optional<Choice> events = events_of(c.inst);
  if (!events)
    return refuse("a wait for events that are not visibly the same for all threads of the group");
  meet(*events);
}

// All threads of the group, and with the same events: for each choice there is a barrier of its own, so that threads which
// choose differently do not meet.
void Lowerer::meet(const Choice &events) {
  if (!events.condition)
    return barrier_statement(cfg::Scope::Group, false, false);
  cfg::BlockId first = new_block("events"), second = new_block("events.else"), join = new_block("events.end");
  finish_block(cfg::Branch{scalar(events.condition), first, second});
  for (std::size_t k = 0; k < 2; ++k) {
    block_ = k == 0 ? first : second;
    meet(events.arms[k]);
    finish_block(cfg::Goto{{join}});
  }
  block_ = join;
}

} // namespace lockstep::frontend
