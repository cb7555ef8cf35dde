// Natural loops: see loops.h.
#include "cfg/analysis/graph/loops.h"

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/moved_since_head.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
Origin place_of(const Kernel &k, BlockId b) {
  const Block &block = k.blocks[b];
  if (block.origin.known())
    return block.origin;
  for (const Stmt &s : block.stmts)
    if (s.origin.known())
      return s.origin;
  return block.end.origin.known() ? block.end.origin : k.origin;
}

// Reports the first retreating edge (it closes a cycle in the depth-first order) whose target does not dominate its
// source. A graph is reducible if and only if there is none (Hecht and Ullman 1974), whatever the depth-first order.
bool reducible(const Kernel &k, const Graph &g, const std::vector<Node> &order, const DominatorTree &dom,
               support::Diagnostics &diags) {
  std::vector<Node> position(g.size(), no_node);
  for (Node i = 0; i < order.size(); ++i)
    position[order[i]] = i;
  for (Node from : order)
    for (Node to : g[from])
      if (position[to] <= position[from] && !dom.dominates(to, from)) {
        Origin place = place_of(k, to);
        diags.unsupported(place, "kernel '" + k.name + "': irreducible control flow: the cycle through blocks '" +
                                     k.blocks[to].name + "' and '" + k.blocks[from].name + "' (" +
                                     place_of(k, from).str() +
                                     ") can be entered in more than one place; jump into loops at their head only");
        return false;
      }
  return true;
}

// The blocks that reach a latch without passing the head.
std::vector<BlockId> body_of(const Loop &loop, const Graph &preds, const DominatorTree &dom) {
  const std::vector<bool> in = reachable(preds, loop.latches, [&](Node b, Node) { return b != loop.head; });
  std::vector<BlockId> out{loop.head};
  for (BlockId b = 0; b < preds.size(); ++b)
    if (in[b] && b != loop.head && dom.contains(b))
      out.push_back(b);
  return out;
}
} // namespace

bool LoopForest::contains(int loop, BlockId b) const {
  int l = loop_of[b];
  while (l > loop) // inner loops have larger numbers
    l = loops[l].parent;
  return l == loop && loop >= 0;
}

int LoopForest::headed_by(BlockId b) const {
  int l = loop_of[b]; // a block that is a head is in no loop inside its own
  return l >= 0 && loops[l].head == b ? l : -1;
}

bool LoopForest::is_back_edge(BlockId from, BlockId to) const {
  int l = headed_by(to);
  return l >= 0 && contains(l, from);
}

std::vector<bool> modified_in(const Kernel &k, const Loop &loop) {
  std::vector<bool> out(k.vars.size(), false);
  for (BlockId b : loop.blocks)
    for (const Stmt &s : k.blocks[b].stmts)
      for (VarId v : defined_vars(s))
        out[v] = true;
  return out;
}

support::Result<LoopForest> loops(const Kernel &k, support::Diagnostics &diags) {
  Graph g = graph_of(k), preds = reversed(g);
  DominatorTree dom(g, 0);
  std::vector<Node> order = reverse_postorder(g, 0);
  if (!reducible(k, g, order, dom, diags))
    return support::failure;
  LoopForest forest;
  forest.loop_of.assign(g.size(), -1);
  // Heads in reverse post-order: the head of an outer loop dominates those inside, so outer loops come first.
  for (Node head : order) {
    Loop loop;
    loop.head = head;
    for (Node p : preds[head])
      (dom.dominates(head, p) ? loop.latches : loop.entries).push_back(p);
    if (loop.latches.empty())
      continue;
    std::ranges::sort(loop.latches);
    std::ranges::sort(loop.entries);
    loop.blocks = body_of(loop, preds, dom);
    loop.parent = forest.loop_of[head];
    loop.depth = loop.parent < 0 ? 1 : forest.loops[loop.parent].depth + 1;
    for (BlockId b : loop.blocks)
      forest.loop_of[b] = static_cast<int>(forest.loops.size());
    forest.loops.push_back(std::move(loop));
  }
  for (std::size_t i = 0; i < forest.loops.size(); ++i)
    for (BlockId b : forest.loops[i].blocks)
      for (BlockId s : g[b])
        if (!forest.contains(static_cast<int>(i), s))
          forest.loops[i].exits.emplace_back(b, s);
  for (Node b : order)
    for (int l = forest.loop_of[b]; l >= 0; l = forest.loops[l].parent)
      forest.loops[l].order.push_back(b);
  return forest;
}

std::map<VarId, std::int64_t> moved_since_head(const Kernel &k, const Loop &loop, BlockId block, std::size_t stmt) {
  return MovedSinceHead(k, loop).before(block, stmt);
}

} // namespace lockstep::cfg
