// From a mask back to the exchange that has given it: see mask_givers.h.
#include "cfg/analysis/sharing/mask_givers.h"

#include "cfg/analysis/order/places.h"
#include "support/sound.h"

namespace lockstep::cfg {

const Barrier *exchange_at(const Kernel &k, Point p) {
  const Stmt &s = statement(k, p);
  if (auto *g = std::get_if<Gather>(&s.node))
    return g->ranked ? nullptr : &g->meet;
  return warp_barrier(s);
}

// Tiles of how many threads start where each thread's bits are moved to? 0: of no number.
unsigned MaskGivers::shifted_to_tile(const Expr &by, Point at, unsigned lanes) {
  const std::vector<FollowedThread> &threads = group_.threads();
  for (unsigned n = lanes; n > 0 && !threads.empty(); n /= 2) {
    bool all = true;
    for (std::size_t t = 0; t < threads.size() && all; ++t)
      all = !threads[t].comes_to(at.first) || group_.value_before(threads[t], at, by) == t % lanes - t % n;
    if (all)
      return n;
  }
  return 0;
}

// Are all who come of the first tile of their warp? Then a lane's number in its tile is that in its warp.
bool MaskGivers::come_of_first_tile(Point at, unsigned tile, unsigned warp) {
  const std::vector<FollowedThread> &threads = group_.threads();
  bool all = !threads.empty();
  for (std::size_t t = 0; t < threads.size() && all; ++t)
    all = !threads[t].comes_to(at.first) || t % warp < tile;
  return support::sound("named_lanes.first_tile", all);
}

// Is what the exchange gives to so many lanes a mask of those who come to `at`?
bool MaskGivers::gives(Point giver, Point at, unsigned lanes, unsigned warp) {
  const Barrier *bar = exchange_at(k_, giver);
  const bool of_these = bar && (bar->lanes == lanes || (lanes == warp && bar->lanes < warp && bar->lanes != 0 &&
                                                        come_of_first_tile(at, bar->lanes, warp)));
  const bool mask =
      of_these && bar->exchange && (bar->exchange->op == ExchangeOp::Ballot || bar->exchange->op == ExchangeOp::Match);
  return mask && precedes(dominators_, giver, at);
}

std::optional<Point> MaskGivers::giver_of(const Expr &mask, Point at, unsigned lanes) {
  Expr e = mask;
  const unsigned warp = lanes;
  for (unsigned depth = 0; depth < 12; ++depth) {
    while (e->op == Op::Zext || (e->op == Op::Trunc && e->type.width >= warp))
      e = e->args[0];
    if (e->op == Op::Shl && lanes == warp) {
      lanes = shifted_to_tile(e->args[1], at, warp);
      if (lanes == 0)
        return std::nullopt;
      e = e->args[0];
      continue;
    }
    if (e->op != Op::Var || !definitions_[e->var])
      return std::nullopt;
    const Point from = *definitions_[e->var];
    if (auto *a = std::get_if<Assign>(&statement(k_, from).node)) {
      e = a->value;
      continue;
    }
    return gives(from, at, lanes, warp) ? std::optional(from) : std::nullopt;
  }
  return std::nullopt;
}

} // namespace lockstep::cfg
