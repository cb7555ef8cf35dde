// Handlers of the table: geometry, barriers, fences, arbitrary values.
#include "frontend/lower/atomics.h"
#include "frontend/lower/builtins/meeting.h"
#include "frontend/lower/scalar_ops.h"

#include "frontend/lower/build_terms.h"
#include "support/invariant.h"
#include "support/sound.h"
#include "support/wide.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
// Unsigned, as the ids are: with 32 bits they may well be 2^31 and more. With 64 no launch of any device comes there.
Expr product(const Expr &a, const Expr &b) { return cfg::binary(Op::Mul, a, b, a->type.width == 64, true); }
Expr sum(const Expr &a, const Expr &b) { return cfg::binary(Op::Add, a, b, a->type.width == 64, true); }

// Do the ids and the size of the dimension, and its offset, fit the type, if they are given?
bool launch_fits(const Source &in, unsigned d, cfg::Type t) {
  if (!in.launch.local_size[d] || !in.launch.num_groups[d])
    return true;
  const support::Wide ids = support::Wide(*in.launch.local_size[d]) * *in.launch.num_groups[d];
  return ids + in.launch.global_offset[d] <
         support::Wide::power_of_two(t.width); // the size is a number of the type, too
}
} // namespace

// Sums and products of ids and sizes are flagged as not wrapping: a launch whose ids or sizes do not fit their type is
// no launch of any device, and refused if it is given.
Expr geometry_of(Builder &out, Quantity quantity, unsigned d, cfg::Type t) {
  auto one_dimensional = [&](unsigned k) {
    return out.in.launch.local_size[k] == std::optional<std::uint64_t>(1) &&
           out.in.launch.num_groups[k] == std::optional<std::uint64_t>(1);
  };
  auto linear = [&](Quantity id, Quantity size) { // id2 * size1 * size0 + id1 * size0 + id0
    Expr e;
    for (unsigned k = 3; k-- > 0;) {
      if (k != 0 && !e && one_dimensional(k))
        continue;
      Expr here = geometry_of(out, id, k, t);
      e = e ? sum(product(e, geometry_of(out, size, k, t)), here) : here;
    }
    return e;
  };
  const bool product_of_sizes = quantity == GlobalSize || quantity == GlobalId || quantity == GlobalIdWithoutOffset;
  if (product_of_sizes && !launch_fits(out.in, d, t))
    out.refuse("a launch whose ids do not fit the " + std::to_string(t.width) +
               " bits of size_t; make it smaller, or leave --pointer-bits out");
  switch (quantity) {
  case LocalId: return cfg::leaf(Op::LocalId, d, t);
  case GroupId: return cfg::leaf(Op::GroupId, d, t);
  case LocalSize: return cfg::leaf(Op::LocalSize, d, t);
  case NumGroups: return cfg::leaf(Op::NumGroups, d, t);
  case GlobalOffset: return cfg::leaf(Op::GlobalOffset, d, t);
  case GlobalSize: return product(geometry_of(out, NumGroups, d, t), geometry_of(out, LocalSize, d, t));
  case LocalLinearId: return linear(LocalId, LocalSize);
  case GlobalLinearId: return linear(GlobalIdWithoutOffset, GlobalSize);
  case GlobalIdWithoutOffset:
  case GlobalId: {
    Expr id = sum(product(geometry_of(out, GroupId, d, t), geometry_of(out, LocalSize, d, t)),
                  geometry_of(out, LocalId, d, t));
    return quantity == GlobalIdWithoutOffset ? id : sum(id, geometry_of(out, GlobalOffset, d, t));
  }
  }
  LOCKSTEP_UNREACHABLE("every quantity has its case");
}

namespace {
Expr geometry_of(Context &cx, Quantity quantity, const llvm::Value *dimension, cfg::Type t) {
  bool size = quantity == GlobalSize || quantity == LocalSize || quantity == NumGroups;
  Expr beyond = cfg::constant(t, size ? 1 : 0); // of a dimension that there is not
  if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(dimension))
    return c->getValue().ult(3) ? geometry_of(cx.out, quantity, static_cast<unsigned>(c->getZExtValue()), t) : beyond;
  Expr d = cx.values.scalar(dimension), e = beyond;
  for (unsigned k = 0; k < 3; ++k)
    e = cfg::ite(cfg::binary(Op::Eq, d, cfg::constant(d->type, k)), geometry_of(cx.out, quantity, k, t), e);
  return e;
}
} // namespace

void handlers::geometry(Context &cx, const Call &c) {
  std::vector<Scalar> parts = cx.values.shape(c.inst.getType());
  if (parts.size() != 1)
    return;
  const auto quantity = static_cast<Quantity>(c.detail);
  bool linear = quantity == GlobalLinearId || quantity == LocalLinearId;
  Expr e = linear || c.inst.arg_size() == 0 ? geometry_of(cx.out, quantity, 0u, parts[0].type)
                                            : geometry_of(cx, quantity, c.inst.getArgOperand(0), parts[0].type);
  cx.values.set(&c.inst, {{e, nullptr}});
}

void handlers::geometry_fixed(Context &cx, const Call &c) {
  cx.values.set(&c.inst, {{geometry_of(cx.out, static_cast<Quantity>(c.detail / 3), static_cast<unsigned>(c.detail % 3),
                                       cx.values.shape(c.inst.getType())[0].type),
                           nullptr}});
}

void handlers::work_dim(Context &cx, const Call &c) {
  if (cx.in.options.any_dimensions)
    return cx.out.refuse("'get_work_dim' of a launch that nobody gives (--local-size and --num-groups say it)");
  cx.values.set(&c.inst,
                {{cfg::constant(cx.values.shape(c.inst.getType())[0].type, cx.in.launch.dimensions), nullptr}});
}

void handlers::warp_size(Context &cx, const Call &c) {
  cx.values.set(&c.inst, {{cfg::constant(cx.values.shape(c.inst.getType())[0].type, cx.in.launch.warp_size), nullptr}});
}

void handlers::lane_id(Context &cx, const Call &c) {
  cfg::Type t = cx.values.shape(c.inst.getType())[0].type;
  Expr linear = geometry_of(cx.out, LocalLinearId, 0u, t);
  cx.values.set(&c.inst, {{cfg::binary(Op::URem, linear, cfg::constant(t, cx.in.launch.warp_size)), nullptr}});
}

// AMDGCN's packets: only their loads matter (load_special).
void handlers::packet(Context &cx, const Call &c) {
  ObjectId id = *cx.in.points_to.of(&c.inst).objects.begin();
  cx.values[&c.inst] = {{cfg::constant(cx.in.pointer_type, 0), cfg::constant(cfg::int_type(32), id)}};
}

// --- barriers -----------------------------------------------------------------------------------------------

// Flags that are no constant, or a scope that may not cover the group (sub_group): taken as none. Sound because a
// barrier that fences less orders less.
void handlers::cl_barrier(Context &cx, const Call &c) {
  std::uint64_t flags = support::left_out("barrier.flags") ? local_fence | global_fence : 0;
  if (auto known = constant_argument(c.inst, 0))
    flags = *known;
  else
    cx.out.report.diags.warning(cx.out.origin,
                                "the flags of this barrier are no constant; it is taken to fence nothing");
  if (support::unsound("barrier.scope", c.inst.arg_size() > 1 && scope_of(cx, c, 1) == cfg::AtomicScope::Thread))
    flags = 0;
  barrier_statement(cx.out, cfg::Scope::Group, flags & local_fence, flags & global_fence);
}

void handlers::cuda_barrier(Context &cx, const Call &c) {
  auto scope = constant_argument(c.inst, 0), fences = constant_argument(c.inst, 1);
  if (!scope || !fences || (*scope != 1 && *scope != 2))
    return cx.out.refuse("a barrier of this scope");
  barrier_statement(cx.out, *scope == 1 ? cfg::Scope::Group : cfg::Scope::Grid, *fences & local_fence,
                    *fences & global_fence);
}

void handlers::fixed_barrier(Context &cx, const Call &c) {
  barrier_statement(cx.out, cfg::Scope::Group, c.detail & int(local_fence), c.detail & int(global_fence));
}

// A barrier whose result counts, or combines, what all threads of the group pass: some function of the group and of
// which barrier it is (in a loop: of a count of these barriers, too), so that all threads of the group get the same.
// Sound because threads that meet at a barrier have passed as many before, and of the function only what holds of every
// count (or combination) is assumed.
void handlers::reducing_barrier(Context &cx, const Call &c) {
  cfg::Type t = cx.values.shape(c.inst.getType())[0].type;
  Expr mine = cx.values.scalar(c.inst.getArgOperand(c.inst.arg_size() - 1));
  mine = mine->type.is_bool() ? mine : compare_scalars(llvm::CmpInst::ICMP_NE, mine, cfg::constant(mine->type, 0));
  barrier_statement(cx.out, cfg::Scope::Group, true, true);
  std::vector<Expr> args;
  for (unsigned d = 0; d < 3; ++d)
    args.push_back(cfg::leaf(Op::GroupId, d, t));
  if (cx.in.loop_blocks.count(cx.out.source_block) != 0) {
    if (!cx.barriers_met) {
      cx.barriers_met = cx.out.new_var("barriers_met", cfg::int_type(64));
      cx.out.entry.push_back(
          {cfg::Assign{*cx.barriers_met, cfg::constant(cfg::int_type(64), 0)}, cx.out.kernel.origin});
    }
    Expr met = cfg::variable(*cx.barriers_met, cfg::int_type(64));
    cx.out.emit(cfg::Assign{*cx.barriers_met, cfg::binary(Op::Add, met, cfg::constant(met->type, 1))});
    if (!support::left_out("barrier.reduction"))
      args.push_back(met);
  }
  cfg::VarId v = cx.out.new_var(cx.in.hint(&c.inst), t, &c.inst);
  Expr result = cfg::variable(v, t), none = cfg::binary(Op::Eq, result, cfg::constant(t, 0));
  cx.out.emit(cfg::Assign{v, cfg::call(c.name + "." + std::to_string(cx.reductions++), t, args)});
  if (c.detail == ReduceAnd) // not zero only if all are
    cx.out.emit(cfg::Assume{cfg::binary(Op::Or, none, mine), cfg::AssumeKind::Language});
  else // zero only if all are
    cx.out.emit(cfg::Assume{cfg::binary(Op::Implies, none, cfg::negate(mine)), cfg::AssumeKind::Language});
  cx.values[&c.inst] = {{result, nullptr}};
}

// --- without effect -----------------------------------------------------------------------------------------

void handlers::skip(Context &cx, const Call &) { cx.out.emit(cfg::Skip{}); }

void handlers::skip_with_result(Context &cx, const Call &c) {
  cx.out.emit(cfg::Skip{});
  if (!c.inst.getType()->isVoidTy())
    cx.values[&c.inst] = Pieces(cx.values.shape(c.inst.getType()).size());
}

void handlers::any_value(Context &cx, const Call &c) {
  if (cx.out.annotation)
    return cx.out.refuse("an arbitrary value in an annotation");
  cx.values.set(&c.inst, {{cx.out.havoc(cx.values.shape(c.inst.getType())[0].type, cx.in.hint(&c.inst)), nullptr}});
}

} // namespace lockstep::frontend
