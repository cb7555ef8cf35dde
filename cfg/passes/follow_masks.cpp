// See follow_masks.h.
#include "cfg/passes/follow_masks.h"

#include "cfg/analysis/sharing/named_lanes.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/ir/edit.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

// Those that are no barrier of the whole warp are found by taking them all for such ones: where that is right for the
// first that a warp comes to, it is for the next.
void follow_active(Kernel &k, const LoopForest &forest, const Launch &launch) {
  std::map<Point, Gather> active;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      if (auto *g = std::get_if<Gather>(&k.blocks[b].stmts[i].node); g && !g->mask)
        active.emplace(Point{b, i}, *g);
  for (const auto &[place, g] : active)
    k.blocks[place.first].stmts[place.second].node = Barrier(g.meet);
  for (bool changed = !active.empty(); changed;) {
    changed = false;
    std::map<unsigned, Uniformity> of;
    std::vector<Point> others;
    for (const auto &[place, g] : active) {
      auto at = of.find(g.meet.lanes);
      if (at == of.end())
        at = of.emplace(g.meet.lanes,
                        uniformity(k, forest, {UniformityLevel::Team, g.meet.lanes, launch, true, nullptr, true}))
                 .first;
      if (support::unsound("follow_masks.active", !at->second.block_uniform[place.first]))
        others.push_back(place);
    }
    for (const Point &p : others) {
      k.blocks[p.first].stmts[p.second].node = active.at(p);
      active.erase(p);
      changed = true;
    }
  }
}

// What a tile's threads exchange: ranks are counted in the tile, and bits set by them.
void put_tile(Kernel &k, FreshNames &fresh, std::vector<Stmt> &out, const Stmt &s, const Launch &launch,
              unsigned lanes) {
  Barrier bar = std::get<Gather>(s.node).meet;
  const unsigned warp = bar.lanes;
  bar.lanes = lanes;
  if (!bar.exchange || lanes == warp) {
    out.push_back({bar, s.origin});
    return;
  }
  Exchange &x = *bar.exchange;
  if (is_shuffle(x.op))
    x.rank = binary(Op::BitAnd, x.rank, constant(x.rank->type, lanes - 1));
  if (x.op != ExchangeOp::Ballot && x.op != ExchangeOp::Match) {
    out.push_back({bar, s.origin});
    return;
  }
  const VarId dest = x.dest;
  Var v = k.vars[dest];
  v.name = fresh(v.name + ".tile");
  v.source_name.clear();
  x.dest = static_cast<VarId>(k.vars.size());
  const Type type = v.type;
  k.vars.push_back(std::move(v));
  const Expr rank = binary(Op::URem, linear_local_id(launch, type), constant(type, warp));
  const Expr first = binary(Op::BitAnd, rank, constant(type, ~std::uint64_t(lanes - 1)));
  const VarId bits = x.dest;
  out.push_back({bar, s.origin});
  out.push_back({Assign{dest, binary(Op::Shl, variable(bits, type), first)}, s.origin});
}

} // namespace

Kernel with_followed_masks(Kernel k, const Launch &launch) {
  if (!has_gathers(k))
    return k;
  support::Diagnostics none;
  const auto forest = loops(k, none);
  if (!forest)
    return k;
  follow_active(k, *forest, launch);
  // What one of them is may depend on what others are.
  const NamedLanes named = named_lanes(k, *forest, launch);
  FreshNames fresh(k);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    std::vector<Stmt> stmts;
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const Stmt &s = k.blocks[b].stmts[i];
      const auto at = named.find({b, i});
      const LanesOf *whom = at == named.end() ? nullptr : std::get_if<LanesOf>(&at->second);
      if (whom && (whom->kind() == LanesOf::Kind::Tile || whom->kind() == LanesOf::Kind::Rest))
        put_tile(k, fresh, stmts, s, launch, whom->lanes());
      else
        stmts.push_back(s);
    }
    k.blocks[b].stmts = std::move(stmts);
  }
  return k;
}

} // namespace lockstep::cfg
