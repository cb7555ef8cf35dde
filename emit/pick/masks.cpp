// Accesses that a barrier under a mask orders: both threads are among those that it names, one makes its access before
// it comes there, the other behind it.
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

enum Side : std::int64_t { Neither, Before, Behind };

// Which nodes of the interval can be reached from this one, without passing `closed`?
std::vector<bool> reached(const cfg::Interval &interval, int from, int closed) {
  return cfg::reachable(cfg::graph_of(interval), {static_cast<cfg::Node>(from)},
                        [&](cfg::Node n, cfg::Node) { return static_cast<int>(n) != closed; });
}

// Can the interval be left from the node without passing `closed`?
bool leaves(const cfg::Interval &interval, int from, int closed) {
  const std::vector<bool> on = reached(interval, from, closed);
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

std::string side(std::size_t i, Thread t) { return "log.mask" + std::to_string(i) + suffix(t); }

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

void ProgramBuilder::prepare_masks(b::Procedure &p, const cfg::Interval &interval, const std::vector<PlacedSite> &sites,
                                   Teams teams) {
  sides_.clear();
  if (!masks_may_order(teams))
    return;
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
    const std::vector<bool> behind = reached(interval, at, -1), beside = reached(interval, 0, at);
    std::vector<std::int64_t> of;
    for (const PlacedSite &s : sites) {
      const cfg::IntervalNode &n = interval.nodes[static_cast<std::size_t>(s.node)];
      const bool only = whom->only()[n.block] || support::left_out("masks.only");
      const bool same = s.node == at;
      const bool before = same ? s.stmt < place.second
                               : !behind[static_cast<std::size_t>(s.node)] &&
                                     (!leaves(interval, s.node, at) || support::left_out("masks.come"));
      const bool after = same ? s.stmt > place.second : !beside[static_cast<std::size_t>(s.node)];
      of.push_back(!only ? Neither : before ? Before : after ? Behind : Neither);
    }
    for (Thread t : both_threads)
      declare(p, side(sides_.size(), t), b::integer());
    sides_.push_back(std::move(of));
  }
}

void ProgramBuilder::note_masks(BlockWriter &w, std::size_t site, Thread t) const {
  for (std::size_t i = 0; i < sides_.size(); ++i)
    note(w, side(i, t), b::int_lit(sides_[i][site]));
}

std::vector<b::Expr> ProgramBuilder::ordered_by_masks() const {
  std::vector<b::Expr> out;
  for (std::size_t i = 0; i < sides_.size(); ++i)
    for (Thread first : both_threads) {
      const Thread second = first == Thread::First ? Thread::Second : Thread::First;
      out.push_back(b::conj({b::eq(b::ident(side(i, first), b::integer()), b::int_lit(Before)),
                             b::eq(b::ident(side(i, second), b::integer()), b::int_lit(Behind))}));
    }
  return out;
}

} // namespace lockstep::emit::pick
