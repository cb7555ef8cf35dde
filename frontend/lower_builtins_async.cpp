// Handlers of the table: OpenCL's asynchronous copies between global and group memory.
//
// The copy is made on behalf of the whole group, at any time between its start and the wait for its event. Here one
// thread of the group makes it, at the start; which one is an unknown parameter, the same for all threads. Start and
// wait are points that all threads of the group must reach together: barriers that fence nothing.
// Sound because no barrier lies between start and wait (async_copies.h), so that "any time" is one barrier interval, in
// which the race check orders nothing; and because for each two threads, a choice of the copying thread other than the
// one that conflicts with the copy exists. In a group of one thread there is no other: refused.
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
  if (std::string why = escapes_interval(c.inst, is_barrier); !why.empty())
    return refuse(why);
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
  barrier_statement(cfg::Scope::Group, false, false);
  if (!copying_thread_) {
    copying_thread_ = new_var("copying_thread", pointer_type_);
    kernel_.vars[*copying_thread_].param = true;
  }
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
  if (!strided) {
    between(from.piece, to.piece, cfg::binary(Op::Mul, count, per_element, true));
  } else { // element k of the local side is element k * stride of the global side
    bool from_global = c.inst.getArgOperand(1)->getType()->getPointerAddressSpace() != 3;
    loop(count, "async", [&](Expr k) {
      Expr dense = cfg::binary(Op::Mul, k, per_element, true), sparse = cfg::binary(Op::Mul, dense, stride, true);
      between({cfg::binary(Op::Add, from.piece.expr, from_global ? sparse : dense, true), from.piece.which},
              {cfg::binary(Op::Add, to.piece.expr, from_global ? dense : sparse, true), to.piece.which}, per_element);
    });
  }
  jump(after);
}

void Lowerer::wait_events(const Call &c) {
  if (spec_depth_ != 0)
    return refuse_call(c);
  if (!is_clear_wait(c.inst)) // all threads must wait for the same events
    return refuse("a wait for events that are not visibly the same for all threads of the group");
  barrier_statement(cfg::Scope::Group, false, false);
}

} // namespace lockstep::frontend
