// Numbers that name who has them: see handover.h.
//
// Sound because the number is a function of ids that is another one for each group (thread) of the launch, up to terms
// that all threads share and factors that cannot make it wrap round; or what a thread got from a counter that nothing
// but additions of one ever changes (that it does not come round is assumed, and said).
#include "cfg/analysis/order/handover/parts.h"
#include "cfg/analysis/values/ranges/range_domain.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

// An id that tells all apart: of 32 bits and more, the other dimensions have size one.
bool only_dimension(const std::array<Launch::Extent, 3> &sizes, const Expr &id) {
  for (unsigned d = 0; d < 3; ++d)
    if (support::unsound("posts.dimension", d != id->value && sizes[d] != Launch::Extent(1)))
      return false;
  return id->type.width >= 32;
}

// Do the numbers of all threads in the dimension have that many bits?
bool threads_fit(const Launch &launch, unsigned dimension, unsigned width) {
  const Launch::Extent &size = launch.local_size[dimension], &groups = launch.num_groups[dimension];
  Wide most = Wide(size.value_or(launch.most_local[dimension])) * Wide(groups.value_or(launch.most_groups[dimension]));
  if (launch.most_threads && !(size && groups))
    most = std::min(most, Wide(*launch.most_threads));
  return support::sound("names.fit", most <= Wide::power_of_two(width));
}

} // namespace

Namer::Name Namer::name(const Expr &number, unsigned depth) const {
  const Name nobody;
  if (depth > 16)
    return nobody;
  auto of = [&](std::size_t arg) { return name(number->args[arg], depth + 1); };
  switch (number->op) {
  case Op::GroupId: return {only_dimension(launch_.num_groups, number) ? Names::Group : Names::Nobody, {}};
  case Op::LocalId:
    return {in_one_group(launch_) && only_dimension(launch_.local_size, number) ? Names::Thread : Names::Nobody, {}};
  case Op::Zext:
  case Op::Sext: return of(0);
  case Op::Add:
    if (either_way(number, [&](const Expr &x, const Expr &y) { return is_linear_id(x, y); }))
      return {Names::Thread, {}};
    return same_for_all(k_, number->args[1]) ? of(0) : same_for_all(k_, number->args[0]) ? of(1) : nobody;
  case Op::Sub: return same_for_all(k_, number->args[1]) ? of(0) : nobody;
  case Op::Mul: {
    const Expr &e = number->args[0], &by = number->args[1];
    const bool small = (e->op == Op::Zext || e->op == Op::Sext) && e->args[0]->type.width <= 32 &&
                       number->type.width == 64 && is_const(by) && by->value > 0 && by->value < 0x80000000;
    return small ? of(0) : nobody;
  }
  case Op::Var: {
    if (support::unsound("names.assigned", live_.at_entry[0][number->var] && !k_.vars[number->var].param))
      return nobody; // it may be read before it is assigned
    const std::optional<Point> &def = definitions_[number->var];
    if (auto *set = def ? std::get_if<Assign>(&statement(k_, *def).node) : nullptr)
      return name(set->value, depth + 1);
    if (const Expr handed = handed_within_group(def, number->var)) {
      Name out = name(handed, depth + 1);
      out.who = out.who == Names::Nobody ? Names::Nobody : Names::Group;
      return out;
    }
    const auto counter = drawn_from(def);
    return {counter ? Names::Thread : Names::Nobody, counter};
  }
  case Op::Const:
  case Op::LocalSize:
  case Op::NumGroups:
  case Op::GlobalOffset:
  case Op::Shl:
  case Op::Trunc:
  case Op::Ite:
  case OPS_NO_FLAGS:
  case OPS_TRUTH:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  return nobody;
}

// group_id * local_size + local_id
bool Namer::is_linear_id(const Expr &product, const Expr &id) const {
  if (product->op != Op::Mul || id->op != Op::LocalId || !only_dimension(launch_.local_size, id) ||
      !threads_fit(launch_, static_cast<unsigned>(id->value), id->type.width))
    return false;
  return either_way(product, [&](const Expr &group, const Expr &size) {
    return group->op == Op::GroupId && group->value == id->value && only_dimension(launch_.num_groups, group) &&
           ((size->op == Op::LocalSize && size->value == id->value) ||
            (is_const(size) && launch_.local_size[id->value] == size->value));
  });
}

std::optional<ArrayId> Namer::drawn_from(std::optional<Point> definition) const {
  auto *draw = definition ? std::get_if<Atomic>(&statement(k_, *definition).node) : nullptr;
  if (!draw || draw->op != AtomicOp::Add || draw->per_value != 1 || k_.arrays[draw->array].space != Space::Global ||
      !is_const(draw->offset) ||
      support::unsound("names.drawn_width", k_.arrays[draw->array].granule_bytes < 4)) // such a counter wraps around
    return std::nullopt;
  for (const auto &[place, store, a] : uses_of(k_, draw->array))
    if (store || support::unsound("posts.counter",
                                  a->op != AtomicOp::Load && !(a->op == AtomicOp::Add && is_const(a->operands[0], 1) &&
                                                               a->per_value == 1 && a->scope == AtomicScope::Grid)))
      return std::nullopt;
  return draw->array;
}

Expr Namer::handed_within_group(std::optional<Point> definition, VarId v) const {
  auto *l = definition ? std::get_if<Load>(&statement(k_, *definition).node) : nullptr;
  if (!l || l->dests.size() != 1 || l->dests[0] != v || k_.arrays[l->array].space != Space::Group ||
      !is_const(l->offset))
    return nullptr;
  const auto stores = stores_to_cell(k_, l->array, l->offset->value, l->per_value);
  if (!stores || stores->size() != 1 ||
      !written_before_a_barrier(k_, launch_, dominators_, *definition, l->array, l->offset->value))
    return nullptr;
  // The load runs once (Writers::settled asks), behind the same barrier for all of the group.
  return stores->front().value;
}

} // namespace lockstep::cfg
