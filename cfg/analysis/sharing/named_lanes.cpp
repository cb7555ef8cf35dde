// Whom masks name: see named_lanes.h.
#include "cfg/analysis/sharing/named_lanes.h"

#include "cfg/analysis/graph/definitions.h"
#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/sharing/giver_rest.h"
#include "cfg/analysis/sharing/mask_givers.h"
#include "cfg/analysis/sharing/team_steps.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/analysis/values/group_ways.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

namespace {

// --- masks that an exchange has given -------------------------------------------------------------------------------

// No way meets a barrier, or goes back to the giver.
bool only_end(const Kernel &k, const std::vector<bool> &come) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; come[b] && i < k.blocks[b].stmts.size(); ++i)
      if (const auto &node = k.blocks[b].stmts[i].node; (std::holds_alternative<Barrier>(node) && !is_end(k, b, i)) ||
                                                        std::holds_alternative<Gather>(node) ||
                                                        std::holds_alternative<Numbered>(node))
        return false;
  return true;
}

// Where the others come they access no shared memory, or those that are named do not come (warp_teams.h).
bool own_end(const Kernel &k, const std::vector<bool> &come, const std::vector<bool> &named_come) {
  const std::vector<AccessRef> all = shared_accesses(k);
  return support::sound("named_lanes.own_end", std::ranges::none_of(all, [&](const AccessRef &a) {
                          return come[Rest::of(a.block)] && named_come[Rest::of(a.block)];
                        }));
}

// --- masks that follow from ids -------------------------------------------------------------------------------------

using Group = std::vector<FollowedThread>;

struct Passer {           // a thread that comes, with the mask that it passes
  std::size_t thread = 0; // its linear local id
  std::uint64_t mask = 0;
};

std::uint64_t low_bits(std::uint64_t n) { return n == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << n) - 1; }

// The bits of threads that the group has.
std::uint64_t bits_there(const Passer &p, unsigned lanes, std::size_t threads) {
  const std::uint64_t first = p.thread - p.thread % lanes;
  return p.mask & low_bits(std::min<std::uint64_t>(lanes, threads - first));
}

// The bits of the threads of its tile that the group has.
std::uint64_t bits_of_tile(const Passer &p, unsigned tile, unsigned lanes, std::size_t threads) {
  const std::uint64_t rank = p.thread % lanes, first = rank - rank % tile;
  return low_bits(std::min<std::uint64_t>(tile, threads - (p.thread - rank) - first)) << first;
}

bool name_their_tiles(const std::vector<Passer> &come, unsigned tile, unsigned lanes, std::size_t threads) {
  if (!std::ranges::all_of(come, [&](const Passer &p) {
        return bits_there(p, lanes, threads) == bits_of_tile(p, tile, lanes, threads);
      }))
    return false;
  for (std::size_t i = 1; i < come.size(); ++i)
    if (come[i].thread / tile == come[i - 1].thread / tile && come[i].mask != come[i - 1].mask)
      return false;
  return true;
}

// Per block, do only those run it that come, of each warp those with one mask?
std::vector<bool> run_by_one_class(const Kernel &k, const Group &group, const std::vector<Passer> &come,
                                   unsigned lanes) {
  std::vector<const Passer *> of(group.size(), nullptr);
  for (const Passer &p : come)
    of[p.thread] = &p;
  std::vector<bool> only(k.blocks.size(), true);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    std::map<std::uint64_t, std::uint64_t> masks; // by warp
    for (std::size_t t = 0; t < group.size() && only[b]; ++t)
      if (group[t].comes_to(b))
        only[b] = of[t] != nullptr && masks.try_emplace(t / lanes, of[t]->mask).first->second == of[t]->mask;
  }
  return only;
}

// The kernel on the ways of these threads.
Kernel on_ways_of(const Kernel &k, const Group &group, const std::vector<std::size_t> &members) {
  Kernel out = k;
  for (BlockId b = 0; b < out.blocks.size(); ++b) {
    std::set<BlockId> taken;
    std::size_t most = 0;
    for (std::size_t t : members) {
      std::size_t own = 0;
      for (BlockId s : successors(k.blocks[b].end))
        if (group[t].ways.open.count({b, s})) {
          taken.insert(s);
          ++own;
        }
      most = std::max(most, own);
    }
    if (taken.size() == 1 && most == 1)
      out.blocks[b].end.node = Goto{{*taken.begin()}};
  }
  empty_unreachable(out);
  return out;
}

} // namespace

class LaneFinder {
public:
  LaneFinder(const Kernel &k, const LoopForest &forest, const Launch &launch)
      : k_(k), forest_(forest), tree_(dominators(k)), definitions_(only_definitions(k)), ways_(k, launch),
        givers_(k, tree_, definitions_, ways_), steps_(k, forest, launch) {}

  NamedLanes run() {
    NamedLanes out;
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i)
        if (auto *g = std::get_if<Gather>(&k_.blocks[b].stmts[i].node); g && g->mask && tree_.contains(b))
          out.emplace(Point{b, i}, find({b, i}, *g));
    return out;
  }

private:
  using Found = std::variant<LanesOf, std::string>;

  Found find(Point at, const Gather &g) {
    if (const auto giver = givers_.giver_of(g.mask, at, g.meet.lanes))
      return by_giver(at, *giver);
    if (g.ranked)
      return "whom the mask names is not known";
    return by_ids(at, g);
  }

  Found by_giver(Point at, Point giver) {
    const unsigned lanes = exchange_at(k_, giver)->lanes;
    GiverRest behind(k_, forest_, definitions_, givers_, giver);
    const Rest named = behind.of_named();
    if (!in_step(named, at))
      return "threads that the mask names may decide differently on the way";
    if (behind.all_named())
      return LanesOf(LanesOf::Kind::Class, lanes);
    const Rest others = behind.of_others();
    const std::vector<bool> come = reachable(graph_of(others.k), {0});
    if (support::unsound("named_lanes.own", come[others.ahead(at.first)]))
      return "threads that the mask does not name may come, too";
    const bool whole = std::holds_alternative<Barrier>(statement(k_, giver).node);
    const std::vector<bool> named_come = reachable(graph_of(named.k), {0});
    if (whole && only_end(others.k, come) && own_end(k_, come, named_come))
      return LanesOf(LanesOf::Kind::Rest, lanes);
    if (!whole)
      return LanesOf(LanesOf::Kind::Class, lanes);
    std::vector<bool> only(k_.blocks.size());
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      only[b] = b != giver.first && named_come[Rest::of(b)] && !come[Rest::of(b)] && tree_.dominates(giver.first, b);
    return LanesOf(LanesOf::Kind::Class, lanes, giver, std::move(only));
  }

  // Do the giver's threads come to `at` in lock step?
  bool in_step(Rest rest, Point at) {
    support::Diagnostics none;
    const auto forest = loops(rest.k, none);
    if (!forest)
      return false;
    const Barrier &giver = *exchange_at(k_, rest.from);
    const Uniformity &all = steps_.of_team(giver.lanes);
    for (VarId v = 0; v < k_.vars.size(); ++v)
      rest.k.vars[v].param = rest.k.vars[v].param || v == giver.exchange->dest ||
                             (all.block_uniform[rest.from.first] && all.var_uniform[v]);
    return steps_.comes_in_step(rest.k, *forest, rest.places(steps_.bare()), rest.ahead(at.first), giver.lanes);
  }

  Found by_ids(Point at, const Gather &g) {
    const Group &group = ways_.threads();
    if (group.empty())
      return "whom the mask names is not known";
    const unsigned lanes = g.meet.lanes;
    std::vector<Passer> come;
    for (std::size_t t = 0; t < group.size(); ++t) {
      if (!group[t].comes_to(at.first))
        continue;
      const auto mask = ways_.value_before(group[t], at, g.mask);
      if (!mask)
        return "whom the mask names is not known";
      if (support::unsound("named_lanes.self", (*mask >> t % lanes & 1) == 0))
        return "the thread with local id " + std::to_string(t) + ", which may come, is not in the mask that it passes";
      come.push_back({t, *mask});
    }
    for (unsigned n = 1; n <= lanes; n *= 2)
      if (name_their_tiles(come, n, lanes, group.size()))
        return LanesOf(n == 1 ? LanesOf::Kind::Own : LanesOf::Kind::Tile, n);
    return by_classes(at, group, come, lanes);
  }

  // Any sets: those that a mask names pass the same one, and go the same ways.
  Found by_classes(Point at, const Group &group, const std::vector<Passer> &come, unsigned lanes) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::size_t>> classes; // by warp and mask
    for (const Passer &p : come)
      classes[{p.thread / lanes, p.mask}].push_back(p.thread);
    std::set<std::vector<OpenEdges>> done;
    for (const auto &[key, members] : classes) {
      std::uint64_t named = 0;
      for (std::uint64_t r = 0; r < lanes && key.first * lanes + r < group.size(); ++r)
        named += key.second >> r & 1;
      if (support::unsound("named_lanes.all_come", named != members.size()))
        return "not all threads that the mask names come with the same mask";
      std::vector<OpenEdges> ways;
      for (std::size_t t : members)
        ways.push_back(group[t].ways.open);
      if (done.insert(ways).second && !class_in_step(at, on_ways_of(k_, group, members), lanes))
        return "threads that the mask names may decide differently on the way";
    }
    return LanesOf(LanesOf::Kind::Class, lanes, std::nullopt, run_by_one_class(k_, group, come, lanes));
  }

  bool class_in_step(Point at, const Kernel &on_ways, unsigned lanes) {
    support::Diagnostics none;
    const auto forest = loops(on_ways, none);
    return forest && steps_.comes_in_step(on_ways, *forest, steps_.bare(), at.first, lanes);
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const DominatorTree tree_;
  const std::vector<std::optional<Point>> definitions_;
  GroupWays ways_;
  MaskGivers givers_;
  TeamSteps steps_;
};

NamedLanes named_lanes(const Kernel &k, const LoopForest &forest, const Launch &launch) {
  return has_gathers(k) ? LaneFinder(k, forest, launch).run() : NamedLanes{};
}

} // namespace lockstep::cfg
