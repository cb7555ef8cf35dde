// Barriers under masks, as tokens: see masks.h.
#include "emit/pick/races/masks.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

// Which nodes of the interval can be reached from this one, without passing `closed`?
std::vector<bool> reached(const cfg::Graph &graph, int from, int closed) {
  return cfg::reachable(graph, {static_cast<cfg::Node>(from)},
                        [&](cfg::Node n, cfg::Node) { return static_cast<int>(n) != closed; });
}

// Can the interval be left from the node without passing `closed`?
bool leaves(const cfg::Interval &interval, const cfg::Graph &graph, int from, int closed) {
  const std::vector<bool> on = reached(graph, from, closed);
  for (std::size_t n = 0; n < on.size(); ++n)
    if (on[n] && static_cast<int>(n) != closed) {
      const auto &edges = interval.nodes[n].edges;
      if (edges.empty() || std::any_of(edges.begin(), edges.end(),
                                       [](const cfg::IntervalEdge &e) { return e.node == cfg::dropped_back_edge; }))
        return true;
    }
  return false;
}

int node_of(const cfg::Interval &interval, cfg::Point place) {
  for (std::size_t n = 0; n < interval.nodes.size(); ++n)
    if (const cfg::IntervalNode &node = interval.nodes[n];
        node.block == place.first && node.begin <= place.second && place.second < node.end)
      return static_cast<int>(n);
  return -1;
}

} // namespace

bool masks_may_order(Goals &goals, Teams teams) {
  return teams.within != 0 && std::any_of(goals.named().begin(), goals.named().end(), [](const auto &entry) {
           const auto *whom = std::get_if<cfg::LanesOf>(&entry.second);
           return whom && !whom->only().empty();
         });
}

void give_mask_tokens(Goals &goals, cfg::ArrayId array, const cfg::Interval &interval, Teams teams,
                      std::vector<PlacedSite> &sites, std::vector<cfg::Channel> &channels) {
  if (!masks_may_order(goals, teams))
    return;
  const Context &c = goals.c;
  const cfg::Graph graph = cfg::graph_of(interval);
  for (const auto &[place, found] : goals.named()) {
    const auto *whom = std::get_if<cfg::LanesOf>(&found);
    const auto &g = std::get<cfg::Gather>(c.k.blocks[place.first].stmts[place.second].node);
    const bool fenced = c.k.arrays[array].space == cfg::Space::Group ? g.meet.fence_group : g.meet.fence_global;
    if (!whom || whom->only().empty() || !fenced || whom->lanes() < teams.within)
      continue;
    const int at = node_of(interval, place);
    const auto same = cfg::SameIterationOfAllLoops::in_block(c.a.loops, interval, place.first);
    const auto given = whom->giver() && node_of(interval, *whom->giver()) != -1
                           ? cfg::SameIterationOfAllLoops::in_block(c.a.loops, interval, whom->giver()->first)
                           : std::nullopt;
    const bool inside = !interval.from_entry && whom->only()[interval.barrier_block];
    if (at == -1 || !same || (whom->giver() && !given) || inside)
      continue;
    const std::vector<bool> behind = reached(graph, at, -1), beside = reached(graph, 0, at);
    const std::size_t channel = channels.size();
    channels.push_back({"mask", cfg::Keys::None, cfg::Pairs::OfGroup});
    for (PlacedSite &s : sites) {
      const cfg::IntervalNode &n = interval.nodes[static_cast<std::size_t>(s.node)];
      if (support::unsound("masks.only", !whom->only()[n.block]))
        continue;
      const bool here = s.node == at;
      if (here ? s.stmt < place.second
               : !behind[static_cast<std::size_t>(s.node)] &&
                     support::sound("masks.come", !leaves(interval, graph, s.node, at)))
        s.tokens.gives.push_back({channel, nullptr, *same});
      else if (here ? s.stmt > place.second : !beside[static_cast<std::size_t>(s.node)])
        s.tokens.takes.push_back({channel, nullptr, *same});
    }
  }
}

} // namespace lockstep::emit::pick
