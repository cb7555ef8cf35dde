// Handlers of the table: geometry, barriers, fences, arbitrary values.
#include "frontend/lower/context.h"

#include "frontend/lower/build_terms.h"
#include "support/sound.h"
#include "support/wide.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
// Unsigned, as the ids are: with 32 bits they may well be 2^31 and more. With 64 no launch of any device comes there.
Expr product(const Expr &a, const Expr &b) { return cfg::binary(Op::Mul, a, b, a->type.width == 64, true); }
Expr sum(const Expr &a, const Expr &b) { return cfg::binary(Op::Add, a, b, a->type.width == 64, true); }
} // namespace

// Do the ids and the size of the dimension, and its offset, fit the type, if they are given?
bool Lowerer::launch_fits(unsigned d, cfg::Type t) const {
  if (!launch_.local_size[d] || !launch_.num_groups[d])
    return true;
  const support::Wide ids = support::Wide(*launch_.local_size[d]) * *launch_.num_groups[d];
  return ids + launch_.global_offset[d] < support::Wide::power_of_two(t.width); // the size is a number of the type, too
}

// Sums and products of ids and sizes are flagged as not wrapping: a launch whose ids or sizes do not fit their type is
// no launch of any device, and refused if it is given.
Expr Lowerer::geometry_of(int quantity, unsigned d, cfg::Type t) {
  auto one_dimensional = [&](unsigned k) {
    return launch_.local_size[k] == std::optional<std::uint64_t>(1) &&
           launch_.num_groups[k] == std::optional<std::uint64_t>(1);
  };
  auto linear = [&](int id, int size) { // id2 * size1 * size0 + id1 * size0 + id0
    Expr e;
    for (unsigned k = 3; k-- > 0;) {
      if (k != 0 && !e && one_dimensional(k))
        continue;
      Expr here = geometry_of(id, k, t);
      e = e ? sum(product(e, geometry_of(size, k, t)), here) : here;
    }
    return e;
  };
  const bool product_of_sizes = quantity == GlobalSize || quantity == GlobalId || quantity == global_id_without_offset;
  if (product_of_sizes && !launch_fits(d, t))
    refuse("a launch whose ids do not fit the " + std::to_string(t.width) +
           " bits of size_t; make it smaller, or leave --pointer-bits out");
  switch (quantity) {
  case LocalId: return cfg::leaf(Op::LocalId, d, t);
  case GroupId: return cfg::leaf(Op::GroupId, d, t);
  case LocalSize: return cfg::leaf(Op::LocalSize, d, t);
  case NumGroups: return cfg::leaf(Op::NumGroups, d, t);
  case GlobalOffset: return cfg::leaf(Op::GlobalOffset, d, t);
  case GlobalSize: return product(geometry_of(NumGroups, d, t), geometry_of(LocalSize, d, t));
  case LocalLinearId: return linear(LocalId, LocalSize);
  case GlobalLinearId: return linear(global_id_without_offset, GlobalSize);
  default: {
    Expr id = sum(product(geometry_of(GroupId, d, t), geometry_of(LocalSize, d, t)), geometry_of(LocalId, d, t));
    return quantity == global_id_without_offset ? id : sum(id, geometry_of(GlobalOffset, d, t));
  }
  }
}

Expr Lowerer::geometry_of(int quantity, const llvm::Value *dimension, cfg::Type t) {
  bool size = quantity == GlobalSize || quantity == LocalSize || quantity == NumGroups;
  Expr beyond = cfg::constant(t, size ? 1 : 0); // of a dimension that there is not
  if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(dimension))
    return c->getValue().ult(3) ? geometry_of(quantity, static_cast<unsigned>(c->getZExtValue()), t) : beyond;
  Expr d = scalar(dimension), e = beyond;
  for (unsigned k = 0; k < 3; ++k)
    e = cfg::ite(cfg::binary(Op::Eq, d, cfg::constant(d->type, k)), geometry_of(quantity, k, t), e);
  return e;
}

void Lowerer::geometry(const Call &c) {
  std::vector<Scalar> parts = shape(c.inst.getType());
  if (parts.size() != 1)
    return;
  bool linear = c.detail == GlobalLinearId || c.detail == LocalLinearId;
  Expr e = linear || c.inst.arg_size() == 0 ? geometry_of(c.detail, 0u, parts[0].type)
                                            : geometry_of(c.detail, c.inst.getArgOperand(0), parts[0].type);
  set(&c.inst, {{e, nullptr}});
}

void Lowerer::geometry_fixed(const Call &c) {
  set(&c.inst,
      {{geometry_of(c.detail / 3, static_cast<unsigned>(c.detail % 3), shape(c.inst.getType())[0].type), nullptr}});
}

void Lowerer::work_dim(const Call &c) {
  set(&c.inst, {{cfg::constant(shape(c.inst.getType())[0].type, launch_.dimensions), nullptr}});
}

void Lowerer::warp_size(const Call &c) {
  set(&c.inst, {{cfg::constant(shape(c.inst.getType())[0].type, launch_.warp_size), nullptr}});
}

void Lowerer::lane_id(const Call &c) {
  cfg::Type t = shape(c.inst.getType())[0].type;
  Expr linear = geometry_of(LocalLinearId, 0u, t);
  set(&c.inst, {{cfg::binary(Op::URem, linear, cfg::constant(t, launch_.warp_size)), nullptr}});
}

// AMDGCN's packets: only their loads matter (load_special).
void Lowerer::packet(const Call &c) {
  ObjectId id = *points_to_.of(&c.inst).objects.begin();
  values_[&c.inst] = {{cfg::constant(pointer_type_, 0), cfg::constant(cfg::int_type(32), id)}};
}

// --- barriers -----------------------------------------------------------------------------------------------

void Lowerer::barrier_statement(cfg::Scope scope, bool group, bool global) {
  if (spec_depth_ != 0)
    return refuse("a barrier in an annotation");
  emit(cfg::Barrier{scope, group, global});
}

namespace {} // namespace

// Flags that are no constant, or a scope that may not cover the group (sub_group): taken as none. Sound because a
// barrier that fences less orders less.
void Lowerer::cl_barrier(const Call &c) {
  std::uint64_t flags = support::left_out("barrier.flags") ? local_fence | global_fence : 0;
  if (auto known = constant_argument(c.inst, 0))
    flags = *known;
  else
    diags_.warning(origin_, "the flags of this barrier are no constant; it is taken to fence nothing");
  if (c.inst.arg_size() > 1 && scope_of(c, 1) == cfg::AtomicScope::Thread && !support::left_out("barrier.scope"))
    flags = 0;
  barrier_statement(cfg::Scope::Group, flags & local_fence, flags & global_fence);
}

void Lowerer::cuda_barrier(const Call &c) {
  auto scope = constant_argument(c.inst, 0), fences = constant_argument(c.inst, 1);
  if (!scope || !fences || (*scope != 1 && *scope != 2))
    return refuse("a barrier of this scope");
  barrier_statement(*scope == 1 ? cfg::Scope::Group : cfg::Scope::Grid, *fences & local_fence, *fences & global_fence);
}

void Lowerer::fixed_barrier(const Call &c) {
  barrier_statement(cfg::Scope::Group, c.detail & int(local_fence), c.detail & int(global_fence));
}

// A barrier whose result counts, or combines, what all threads of the group pass: some function of the group and of
// which barrier it is (in a loop: of a count of these barriers, too), so that all threads of the group get the same.
// Sound because threads that meet at a barrier have passed as many before, and of the function only what holds of every
// count (or combination) is assumed.
void Lowerer::reducing_barrier(const Call &c) {
  cfg::Type t = shape(c.inst.getType())[0].type;
  Expr mine = scalar(c.inst.getArgOperand(c.inst.arg_size() - 1));
  mine = mine->type.is_bool() ? mine : compare_scalars(llvm::CmpInst::ICMP_NE, mine, cfg::constant(mine->type, 0));
  barrier_statement(cfg::Scope::Group, true, true);
  std::vector<Expr> args;
  for (unsigned d = 0; d < 3; ++d)
    args.push_back(cfg::leaf(Op::GroupId, d, t));
  if (loop_blocks_.count(source_block_) != 0) {
    if (!barriers_met_) {
      barriers_met_ = new_var("barriers_met", cfg::int_type(64));
      entry_stmts_.push_back({cfg::Assign{*barriers_met_, cfg::constant(cfg::int_type(64), 0)}, kernel_.origin});
    }
    Expr met = cfg::variable(*barriers_met_, cfg::int_type(64));
    emit(cfg::Assign{*barriers_met_, cfg::binary(Op::Add, met, cfg::constant(met->type, 1))});
    if (!support::left_out("barrier.reduction"))
      args.push_back(met);
  }
  cfg::VarId v = new_var(hint(&c.inst), t, &c.inst);
  Expr result = cfg::variable(v, t), none = cfg::binary(Op::Eq, result, cfg::constant(t, 0));
  emit(cfg::Assign{v, cfg::call(c.name + "." + std::to_string(reductions_++), t, args)});
  if (c.detail == ReduceAnd) // not zero only if all are
    emit(cfg::Assume{cfg::binary(Op::Or, none, mine), cfg::AssumeKind::Language});
  else // zero only if all are
    emit(cfg::Assume{cfg::binary(Op::Implies, none, cfg::negate(mine)), cfg::AssumeKind::Language});
  values_[&c.inst] = {{result, nullptr}};
}

// --- without effect -----------------------------------------------------------------------------------------

void Lowerer::skip(const Call &) { emit(cfg::Skip{}); }

void Lowerer::skip_with_result(const Call &c) {
  emit(cfg::Skip{});
  if (!c.inst.getType()->isVoidTy())
    values_[&c.inst] = Pieces(shape(c.inst.getType()).size());
}

void Lowerer::any_value(const Call &c) {
  if (spec_depth_ != 0)
    return refuse("an arbitrary value in an annotation");
  set(&c.inst, {{havoc(shape(c.inst.getType())[0].type, hint(&c.inst)), nullptr}});
}

} // namespace lockstep::frontend
