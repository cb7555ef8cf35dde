// Regions of joins: see join_regions.h.
#include "semantics/simt/program/join_regions.h"

#include "support/sound.h"

#include <algorithm>
#include <map>

namespace lockstep::semantics::simt {

using cfg::BlockId;
using cfg::Node;

bool only_returns(const cfg::Kernel &k, BlockId b) {
  return k.blocks[b].stmts.empty() && std::holds_alternative<cfg::Return>(k.blocks[b].end.node);
}

namespace {

// --- ways out ---------------------------------------------------------------------------------------------------
bool is_barrier(const cfg::Stmt &s) {
  const auto *b = std::get_if<cfg::Barrier>(&s.node);
  return (b && !b->end) || std::holds_alternative<cfg::Numbered>(s.node);
}

// By node: does a path lead from it to one of `to`?
std::vector<bool> reaching(const cfg::Graph &g, std::vector<Node> to) {
  return cfg::reachable(cfg::reversed(g), std::move(to));
}

// The graph without its ways out: edges to what only returns, or to what no other way from their block leads to (but
// through the block), from which no barrier is reached, though one is by another way. Every block keeps a path to a
// return.
cfg::Graph without_ways_out(const cfg::Kernel &k, const cfg::Graph &whole) {
  std::vector<Node> barriers, returns;
  for (Node b = 0; b < whole.size(); ++b) {
    if (std::any_of(k.blocks[b].stmts.begin(), k.blocks[b].stmts.end(), is_barrier))
      barriers.push_back(b);
    if (whole[b].empty())
      returns.push_back(b);
  }
  cfg::Graph g = whole;
  if (barriers.empty())
    return g;
  const std::vector<bool> meets = reaching(whole, barriers);
  const std::vector<bool> ends = reaching(whole, returns);
  for (Node b = 0; b < whole.size(); ++b) {
    if (whole[b].size() < 2)
      continue;
    const auto elsewhere = [&](Node n, Node) { return n != b; };
    for (Node to : whole[b]) {
      std::vector<Node> others = g[b];
      std::erase(others, to);
      if (meets[to] || std::none_of(others.begin(), others.end(), [&](Node n) { return meets[n]; }) ||
          (!only_returns(k, to) && cfg::reachable(whole, others, elsewhere)[to]))
        continue;
      std::swap(g[b], others);
      if (reaching(g, returns) != ends)
        std::swap(g[b], others);
    }
  }
  return g;
}

// --- regions ----------------------------------------------------------------------------------------------------
bool share_a_block(const JoinRegion &a, const JoinRegion &b) {
  for (std::size_t i = 0; i < a.blocks.size(); ++i)
    if (a.blocks[i] && b.blocks[i])
      return true;
  return false;
}
bool contains(const JoinRegion &outer, const JoinRegion &inner) {
  for (std::size_t i = 0; i < outer.blocks.size(); ++i)
    if (inner.blocks[i] && !outer.blocks[i])
      return false;
  return true;
}

// Innermost joins first: in order of falling depth in the post-dominator tree.
std::vector<JoinRegion> regions_of(const cfg::Graph &g, const std::vector<bool> &reached,
                                   const cfg::DominatorTree &post) {
  std::map<Node, std::vector<Node>> branches; // by join
  for (Node b = 0; b < g.size(); ++b)
    if (reached[b] && g[b].size() > 1 && post.contains(b) && post.parent(b) != post.root())
      branches[post.parent(b)].push_back(b);
  std::vector<JoinRegion> out;
  for (const auto &[join, from] : branches) {
    out.push_back({join, cfg::reachable(g, from, [&](Node, Node next) { return next != join; })});
  }
  std::stable_sort(out.begin(), out.end(),
                   [&](const JoinRegion &a, const JoinRegion &b) { return post.depth(a.join) > post.depth(b.join); });
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t inner = 0; inner < out.size(); ++inner)
      for (std::size_t outer = inner + 1; outer < out.size(); ++outer)
        if (support::unsound("simt.nested", post.strictly_dominates(out[outer].join, out[inner].join) &&
                                                share_a_block(out[inner], out[outer]) &&
                                                !contains(out[outer], out[inner]))) {
          for (std::size_t i = 0; i < g.size(); ++i)
            out[outer].blocks[i] = out[outer].blocks[i] || out[inner].blocks[i];
          changed = true;
        }
  }
  return out;
}

} // namespace

JoinRegions::JoinRegions(const cfg::Kernel &k, Placement placement)
    : graph_(cfg::graph_of(k)), reached_(cfg::reachable(graph_, {0})) {
  if (placement == Placement::PostDominators) {
    const cfg::Graph staying = without_ways_out(k, graph_);
    regions_ = regions_of(staying, reached_, cfg::post_dominators(staying));
  }
}

bool JoinRegions::syncs(BlockId from, BlockId to) const {
  for (const JoinRegion &r : regions_)
    if (r.join == to && r.blocks[from])
      return true;
  return false;
}

bool JoinRegions::is_joined(BlockId to) const {
  for (BlockId p = 0; p < graph_.size(); ++p)
    if (reached_[p] && std::find(graph_[p].begin(), graph_[p].end(), to) != graph_[p].end() && syncs(p, to))
      return true;
  return false;
}

Enters JoinRegions::enters(std::optional<BlockId> from, BlockId to) const {
  Enters out;
  for (std::size_t r = regions_.size(); r-- > 0;)
    if (inside(r, to) && !(from && inside(r, *from)))
      out.push_back(r);
  return out;
}

Enters JoinRegions::after_sync(BlockId join) const {
  for (BlockId p = 0; p < graph_.size(); ++p)
    if (reached_[p] && syncs(p, join))
      return enters(p, join);
  return {};
}

std::vector<std::optional<Enters>> JoinRegions::entered_at_heads(const cfg::Kernel &k) const {
  std::vector<std::optional<Enters>> out;
  const auto before = cfg::predecessors(k);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    std::optional<Enters> same;
    bool all = true;
    auto see = [&](const Enters &e) {
      all = all && (!same || *same == e);
      same = e;
    };
    if (b == 0)
      see(enters(std::nullopt, 0));
    for (BlockId p : before[b])
      if (reached_[p])
        see(enters(p, b));
    out.push_back(all ? std::optional(same.value_or(Enters{})) : std::nullopt);
  }
  return out;
}

} // namespace lockstep::semantics::simt
