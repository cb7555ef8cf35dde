// Handlers of the table: what threads of a warp do together (docs/design.md 5).
#include "frontend/lower/warps.h"
#include "frontend/builtins/spelled.h"

#include "support/sound.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
// What the second argument says beside the size of a tile: that ranks are counted among those that the mask names; that
// all bring the same arguments; that those meet who are active, whatever the mask.
constexpr std::uint64_t ranked_bit = 1 << 16, alike_bit = 1 << 18, active_bit = 1 << 19;
// And of a shuffle, from here on, its kind: 0 is none of these.
constexpr unsigned kind_shift = 20;
constexpr cfg::ExchangeOp kinds_of_shuffles[] = {cfg::ExchangeOp::Shuffle, cfg::ExchangeOp::ShuffleIdx,
                                                 cfg::ExchangeOp::ShuffleUp, cfg::ExchangeOp::ShuffleDown,
                                                 cfg::ExchangeOp::ShuffleXor};

// Threads of a warp, all those of an aligned tile: the first two arguments are a mask and the tile's size (0: a
// warp's). Whom a mask names that is not all ones is found out later (cfg/passes/follow_masks.h,
// cfg/analysis/sharing/named_lanes.h). Nothing: refused.
std::optional<Tile> tile_of(Context &cx, const Call &c) {
  const auto lanes = constant_argument(c.inst, 1);
  const std::uint64_t size = lanes ? *lanes & (ranked_bit - 1) : 0;
  const unsigned n = size != 0 ? static_cast<unsigned>(std::min<std::uint64_t>(size, 1024)) : cx.in.launch.warp_size;
  if (!lanes || n > cx.in.launch.warp_size || n > 64 || !std::has_single_bit(n)) {
    cx.out.refuse("a barrier of more threads than a warp's");
    return std::nullopt;
  }
  const std::uint64_t ones = n == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << n) - 1;
  const auto mask = constant_argument(c.inst, 0);
  const bool ranked = *lanes & ranked_bit, active = *lanes & active_bit;
  const bool all = support::sound("warps.mask", mask && (*mask & ones) == ones && !ranked && !active);
  if (*lanes & alike_bit)
    cx.out.take_for_granted("the threads of a warp call '" + spelled(c.inst) + "' with the same arguments");
  return Tile{n, all, ranked, active};
}
} // namespace

// The threads of the tile that the call's mask names meet.
void meet(Context &cx, const Call &c, const Tile &tile, const cfg::Barrier &bar) {
  if (tile.all)
    cx.out.emit(bar);
  else
    cx.out.emit(cfg::Gather{bar, tile.active ? nullptr : cx.values.scalar(c.inst.getArgOperand(0)), tile.ranked});
}

void handlers::warp_barrier(Context &cx, const Call &c) {
  const auto tile = tile_of(cx, c);
  if (!tile)
    return;
  if (cx.out.annotation)
    return cx.out.refuse("a barrier in an annotation");
  meet(cx, c, *tile, {cfg::Scope::Warp, true, true, tile->lanes});
}

// Of a vote, what one's own share says of it is assumed.
void handlers::exchange(Context &cx, const Call &c) {
  using cfg::ExchangeOp;
  const auto tile = tile_of(cx, c);
  if (!tile)
    return;
  if (cx.out.annotation)
    return cx.out.refuse("a barrier in an annotation");
  auto op = static_cast<ExchangeOp>(c.detail);
  if (op == ExchangeOp::Shuffle)
    if (const std::uint64_t kind = *constant_argument(c.inst, 1) >> kind_shift; kind < std::size(kinds_of_shuffles))
      op = kinds_of_shuffles[kind];
  const cfg::Type t = cx.values.shape(c.inst.getType())[0].type;
  const Expr value = cx.values.scalar(c.inst.getArgOperand(2));
  const Expr rank = cfg::is_shuffle(op) ? cx.values.scalar(c.inst.getArgOperand(3)) : nullptr;
  const cfg::VarId v = cx.out.new_var(cx.in.hint(&c.inst), t, &c.inst);
  meet(cx, c, *tile, {cfg::Scope::Warp, false, false, tile->lanes, cfg::Exchange{op, v, value, rank}});
  const Expr result = cfg::variable(v, t), zero = cfg::constant(t, 0), none = cfg::binary(Op::Eq, result, zero);
  const Expr mine = cfg::binary(Op::Ne, value, cfg::constant(value->type, 0));
  if (op == ExchangeOp::Any)
    cx.out.emit(cfg::Assume{cfg::binary(Op::Implies, none, cfg::negate(mine)), cfg::AssumeKind::Language});
  if (op == ExchangeOp::All)
    cx.out.emit(cfg::Assume{cfg::binary(Op::Or, none, mine), cfg::AssumeKind::Language});
  if (op == ExchangeOp::Ballot && !tile->ranked) {
    const Expr linear = geometry_of(cx.out, LocalLinearId, 0u, t);
    const Expr own = cfg::binary(Op::LShr, result, cfg::binary(Op::URem, linear, cfg::constant(t, tile->lanes)));
    const Expr bit = cfg::binary(Op::Ne, cfg::binary(Op::BitAnd, own, cfg::constant(t, 1)), zero);
    cx.out.emit(cfg::Assume{cfg::binary(Op::Eq, bit, mine), cfg::AssumeKind::Language});
    note_votes(cx, c, *tile, mine);
  }
  cx.values[&c.inst] = {{result, nullptr}};
}

// Sound because our headers say it of what threads exchange, by what the exchange means.
void handlers::known(Context &cx, const Call &c) {
  const Expr e = cx.values.scalar(c.inst.getArgOperand(0));
  cx.out.emit(cfg::Assume{cfg::binary(Op::Ne, e, cfg::constant(e->type, 0)), cfg::AssumeKind::Language});
}

// The lanes that happen to run together: any. Executions let each thread run alone, as it may.
void handlers::active_mask(Context &cx, const Call &c) {
  if (cx.out.annotation)
    return cx.out.refuse("an arbitrary value in an annotation");
  const cfg::Type t = cx.values.shape(c.inst.getType())[0].type;
  const Expr one = cfg::constant(t, 1), lane = cfg::constant(t, cx.in.launch.warp_size);
  const Expr own = cfg::binary(Op::Shl, one, cfg::binary(Op::URem, geometry_of(cx.out, LocalLinearId, 0u, t), lane));
  const cfg::VarId v = cx.out.new_var(cx.in.hint(&c.inst), t, &c.inst);
  cx.out.emit(cfg::Gather{
      {cfg::Scope::Warp, false, false, cx.in.launch.warp_size, cfg::Exchange{cfg::ExchangeOp::Ballot, v, one, {}}},
      own});
  cx.values[&c.inst] = {{cfg::variable(v, t), nullptr}};
}

} // namespace lockstep::frontend
