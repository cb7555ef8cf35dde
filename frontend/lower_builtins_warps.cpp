// Handlers of the table: what threads of a warp do together (docs/design.md 5).
#include "frontend/lower_context.h"
#include "frontend/spelled.h"

#include "support/sound.h"

#include <algorithm>
#include <bit>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

// Threads of a warp, all those of an aligned tile: the first two arguments are a mask and the tile's size (0: a
// warp's). Which threads a mask names that is not all ones is not followed: the barrier then is none, and that those it
// names call it is a listed assumption. Sound because a barrier that is left out orders nothing. Nothing: refused.
std::optional<unsigned> Lowerer::tile_of(const Call &c, bool &all) {
  const auto lanes = constant_argument(c.inst, 1);
  const unsigned n =
      lanes && *lanes != 0 ? static_cast<unsigned>(std::min<std::uint64_t>(*lanes, 1024)) : launch_.warp_size;
  if (!lanes || n > launch_.warp_size || n > 64 || !std::has_single_bit(n)) {
    refuse("a barrier of more threads than a warp's");
    return std::nullopt;
  }
  const std::uint64_t ones = n == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << n) - 1;
  const auto mask = constant_argument(c.inst, 0);
  all = (mask && (*mask & ones) == ones) || support::left_out("warps.mask");
  if (!all) {
    const std::string who = "the threads that the mask names, and no others, call '" + spelled(c.inst) + "' at " +
                            origin_.str() + " together";
    auto &known = kernel_.terms.assumptions;
    if (std::find(known.begin(), known.end(), who) == known.end())
      known.push_back(who);
  }
  return n;
}

void Lowerer::warp_barrier(const Call &c) {
  bool all = false;
  const auto lanes = tile_of(c, all);
  if (!lanes)
    return;
  if (spec_depth_ != 0)
    return refuse("a barrier in an annotation");
  if (all)
    emit(cfg::Barrier{cfg::Scope::Warp, true, true, *lanes});
  else
    emit(cfg::Skip{});
}

// Of a vote, what one's own share says of it is assumed.
void Lowerer::exchange(const Call &c) {
  using cfg::ExchangeOp;
  bool all = false;
  const auto lanes = tile_of(c, all);
  if (!lanes)
    return;
  if (spec_depth_ != 0)
    return refuse("a barrier in an annotation");
  const auto op = static_cast<ExchangeOp>(c.detail);
  const cfg::Type t = shape(c.inst.getType())[0].type;
  if (!all)
    return set(&c.inst, {{havoc(t, hint(&c.inst)), nullptr}});
  const Expr value = scalar(c.inst.getArgOperand(2));
  const Expr rank = op == ExchangeOp::Shuffle ? scalar(c.inst.getArgOperand(3)) : nullptr;
  const cfg::VarId v = new_var(hint(&c.inst), t, &c.inst);
  emit(cfg::Barrier{cfg::Scope::Warp, false, false, *lanes, cfg::Exchange{op, v, value, rank}});
  const Expr result = cfg::variable(v, t), zero = cfg::constant(t, 0), none = cfg::binary(Op::Eq, result, zero);
  const Expr mine = cfg::binary(Op::Ne, value, cfg::constant(value->type, 0));
  if (op == ExchangeOp::Any)
    emit(cfg::Assume{cfg::binary(Op::Implies, none, cfg::negate(mine)), cfg::AssumeKind::Language});
  if (op == ExchangeOp::All)
    emit(cfg::Assume{cfg::binary(Op::Or, none, mine), cfg::AssumeKind::Language});
  if (op == ExchangeOp::Ballot) {
    const Expr linear = geometry_of(LocalLinearId, 0u, t);
    const Expr own = cfg::binary(Op::LShr, result, cfg::binary(Op::URem, linear, cfg::constant(t, *lanes)));
    const Expr bit = cfg::binary(Op::Ne, cfg::binary(Op::BitAnd, own, cfg::constant(t, 1)), zero);
    emit(cfg::Assume{cfg::binary(Op::Eq, bit, mine), cfg::AssumeKind::Language});
  }
  values_[&c.inst] = {{result, nullptr}};
}

// The lanes that happen to run together: any.
void Lowerer::active_mask(const Call &c) { any_value(c); }

} // namespace lockstep::frontend
