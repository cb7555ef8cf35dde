// See regions.h.
#include "cost/gpudrano/regions.h"

#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::coalescing::paper {

namespace {

using cfg::BlockId;

bool accesses_global(const cfg::Kernel &k, BlockId b) {
  return std::any_of(k.blocks[b].stmts.begin(), k.blocks[b].stmts.end(), [&](const cfg::Stmt &s) {
    const auto global = [&](cfg::ArrayId a) { return k.arrays[a].space == cfg::Space::Global; };
    if (auto *l = std::get_if<cfg::Load>(&s.node))
      return global(l->array);
    if (auto *w = std::get_if<cfg::Store>(&s.node))
      return global(w->array);
    auto *a = std::get_if<cfg::Atomic>(&s.node);
    return a != nullptr && global(a->array);
  });
}

// The blocks from `first` on, `stop` included, and nothing behind it.
std::vector<bool> until(const cfg::Graph &g, BlockId first, cfg::Node stop) {
  std::vector<bool> out(g.size(), false);
  std::vector<BlockId> todo{first};
  out[first] = true;
  while (!todo.empty()) {
    support::spend();
    const BlockId b = todo.back();
    todo.pop_back();
    if (b == stop)
      continue;
    for (BlockId s : g[b])
      if (!out[s]) {
        out[s] = true;
        todo.push_back(s);
      }
  }
  return out;
}

// By block: on how many ways of the branch it lies.
std::vector<unsigned> ways_to(const cfg::Graph &g, BlockId branch, cfg::Node stop) {
  std::vector<unsigned> out(g.size(), 0);
  for (BlockId s : g[branch]) {
    const std::vector<bool> way = until(g, s, stop);
    for (BlockId x = 0; x < g.size(); ++x)
      out[x] += way[x] ? 1 : 0;
  }
  return out;
}

// Does a way go round a loop with the branch before it comes to the join, in that loop? Then threads come there at
// different times.
bool goes_round(const cfg::LoopForest &loops, BlockId branch, cfg::Node join, const std::vector<unsigned> &ways) {
  for (int l = loops.loop_of[branch]; l >= 0; l = loops.loops[static_cast<std::size_t>(l)].parent) {
    const BlockId head = loops.loops[static_cast<std::size_t>(l)].head;
    if (support::unsound("paper.round",
                         join < ways.size() && loops.contains(l, join) && head != join && ways[head] != 0))
      return true;
  }
  return false;
}

bool in_all_loops_of(const cfg::LoopForest &loops, BlockId of, BlockId b) {
  return loops.loop_of[of] < 0 || loops.contains(loops.loop_of[of], b);
}

// Those of `these` that some way from the branch, which ends at `stop`, comes to before any other of them that is in no
// other loop.
std::vector<BlockId> first_of(cfg::Graph g, const cfg::LoopForest &loops, const std::vector<BlockId> &branch,
                              cfg::Node stop, const std::vector<bool> &these) {
  if (stop < g.size())
    g[stop].clear();
  const auto root = static_cast<cfg::Node>(g.size()); // stands for the branch; ways may lead to it again
  g.push_back(branch);
  const std::vector<cfg::Node> above = cfg::immediate_dominators(g, root);
  std::vector<BlockId> out;
  for (BlockId b = 0; b < root; ++b) {
    bool first = these[b];
    for (cfg::Node n = b; first && n != root;) {
      n = above[n];
      first = n == root || !these[n] || !in_all_loops_of(loops, n, b);
    }
    if (first)
      out.push_back(b);
  }
  return out;
}

} // namespace

std::vector<Branching> branchings(const cfg::Kernel &k, const cfg::LoopForest &loops) {
  const cfg::Graph g = cfg::graph_of(k);
  const cfg::DominatorTree post = cfg::post_dominators(k);
  const std::vector<bool> entered = cfg::reachable(g, {0});
  std::vector<bool> global(k.blocks.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    global[b] = accesses_global(k, b);
  std::vector<BlockId> access_blocks;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    if (global[b])
      access_blocks.push_back(b);
  const std::vector<bool> comes_to_access = cfg::reachable(cfg::reversed(g), access_blocks);

  std::vector<Branching> out;
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    if (g[b].size() < 2 || !entered[b])
      continue;
    Branching br{.at = b};
    cfg::Node join = post.parent(b);
    std::vector<unsigned> ways = ways_to(g, b, join);
    while (goes_round(loops, b, join, ways)) {
      join = post.parent(join);
      ways = ways_to(g, b, join);
    }
    for (BlockId s : g[b])
      br.heard += comes_to_access[s] ? 1 : 0;
    std::vector<bool> meets(g.size() + 1, false);
    for (BlockId x = 0; x < g.size(); ++x)
      meets[x] = ways[x] > 1;
    for (BlockId x : first_of(g, loops, g[b], join, meets))
      if (x == join || !support::left_out("paper.meets"))
        br.meets.push_back(x);
    std::set<cfg::VarId> assigned;
    for (BlockId x = 0; x < g.size(); ++x) {
      if (ways[x] == 0)
        continue;
      for (int l = loops.loop_of[b]; l >= 0; l = loops.loops[static_cast<std::size_t>(l)].parent)
        if (!loops.contains(l, x) && std::find(br.leaves.begin(), br.leaves.end(), l) == br.leaves.end())
          br.leaves.push_back(l);
      if (x != join)
        for (const cfg::Stmt &s : k.blocks[x].stmts)
          for (cfg::VarId v : cfg::defined_vars(s))
            assigned.insert(v);
    }
    br.assigned.assign(assigned.begin(), assigned.end());
    out.push_back(std::move(br));
  }
  return out;
}

std::vector<BlockId> behind_edge(const cfg::Kernel &k, const cfg::LoopForest &loops,
                                 const cfg::DominatorTree &dominators, BlockId from, BlockId to) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (BlockId s : cfg::successors(k.blocks[b].end))
      if (s == to && b != from && !dominators.dominates(to, b))
        return {};
  std::vector<BlockId> out;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    if (dominators.dominates(to, b) &&
        support::sound("paper.behind", loops.loop_of[from] < 0 || loops.contains(loops.loop_of[from], b)))
      out.push_back(b);
  return out;
}

} // namespace lockstep::coalescing::paper
