// Accesses that a barrier under a mask orders: both threads are among those that it names, one makes its access before
// it comes there, which gives a token, the other behind it, which takes one (cfg/analysis/order/tokens.h).
//
// Sound because in the interval a thread comes there at most once, and to the exchange that has given the mask at most
// once, so that the two threads, which begin the interval together, come to the same one; only threads that are named
// run the blocks of the accesses (LanesOf::only); and every way from the first access leads through the barrier, so
// that the thread has not ended before.
#include "emit/pick/program.h"

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

const cfg::NamedLanes &ProgramBuilder::named() {
  if (!named_)
    named_ = cfg::named_lanes(c_.k, c_.a.loops, c_.a.launch);
  return *named_;
}

bool ProgramBuilder::masks_may_order(Teams teams) {
  return teams.within != 0 && !ended_ && std::any_of(named().begin(), named().end(), [&](const auto &entry) {
           const auto *whom = std::get_if<cfg::LanesOf>(&entry.second);
           return whom && !whom->only().empty();
         });
}

void ProgramBuilder::give_mask_tokens(const cfg::Interval &interval, std::vector<PlacedSite> &sites, Teams teams) {
  if (!masks_may_order(teams))
    return;
  const cfg::Graph graph = cfg::graph_of(interval);
  for (const auto &[place, found] : named()) {
    const auto *whom = std::get_if<cfg::LanesOf>(&found);
    const auto &g = std::get<cfg::Gather>(c_.k.blocks[place.first].stmts[place.second].node);
    const bool fenced = c_.k.arrays[array_].space == cfg::Space::Group ? g.meet.fence_group : g.meet.fence_global;
    if (!whom || whom->only().empty() || !fenced || whom->lanes() < teams.within)
      continue;
    const int at = node_of(interval, place);
    const auto same = cfg::SameIterationOfAllLoops::in_block(c_.a.loops, interval, place.first);
    const auto given = whom->giver() && node_of(interval, *whom->giver()) != -1
                           ? cfg::SameIterationOfAllLoops::in_block(c_.a.loops, interval, whom->giver()->first)
                           : std::nullopt;
    const bool inside = !interval.from_entry && whom->only()[interval.barrier_block];
    if (at == -1 || !same || (whom->giver() && !given) || inside)
      continue;
    const std::vector<bool> behind = reached(graph, at, -1), beside = reached(graph, 0, at);
    const std::size_t channel = channels_.size();
    channels_.push_back({"mask", cfg::Keys::None, cfg::Pairs::OfGroup});
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
