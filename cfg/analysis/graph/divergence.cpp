// Divergent regions: see divergence.h.
#include "cfg/analysis/graph/divergence.h"

#include "support/budget.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
constexpr int kernel_level = -1;
} // namespace

DivergentRegions::DivergentRegions(const Kernel &k, const LoopForest &forest)
    : k_(k), forest_(forest), marked_(k.blocks.size(), false) {
  Node nodes = static_cast<Node>(k.blocks.size() + forest.loops.size());
  back_ = nodes;
  out_ = nodes + 1;
  end_ = nodes + 2;
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    std::vector<int> chain;
    for (int l = forest.loop_of[b]; l != kernel_level; l = parent(l))
      chain.push_back(l);
    std::ranges::reverse(chain);
    chain_.push_back(std::move(chain));
  }
  for (int l = kernel_level; l < static_cast<int>(forest.loops.size()); ++l)
    levels_.push_back(build(l));
  done_.assign(levels_.size(), std::vector<bool>(nodes + 3, false));
}

// The node that stands for the block on a level that contains it: itself, or the inner loop around it.
DivergentRegions::Node DivergentRegions::node_at(BlockId block, int level) const {
  const std::vector<int> &chain = chain_[block];
  auto at = level == kernel_level ? chain.begin() : std::ranges::find(chain, level) + 1;
  return at == chain.end() ? block : static_cast<Node>(k_.blocks.size()) + static_cast<Node>(*at);
}

DivergentRegions::Level DivergentRegions::build(int level) const {
  Level l;
  l.successors.resize(end_ + 1);
  l.join.assign(end_ + 1, end_);
  auto inside = [&](BlockId b) {
    return level == kernel_level || std::ranges::find(chain_[b], level) != chain_[b].end();
  };
  auto add = [&](Node from, Node to) {
    auto &s = l.successors[from];
    if (from != to && std::ranges::find(s, to) == s.end())
      s.push_back(to);
  };
  BlockId head = level == kernel_level ? 0 : forest_.loops[static_cast<std::size_t>(level)].head;
  auto add_block = [&](BlockId b) {
    std::vector<BlockId> next = successors(k_.blocks[b].end);
    Node from = node_at(b, level);
    if (next.empty())
      add(from, out_);
    for (BlockId s : next) {
      if (!inside(s))
        add(from, out_);
      else if (level != kernel_level && s == head)
        add(from, back_);
      else
        add(from, node_at(s, level));
    }
  };
  if (level == kernel_level)
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      add_block(b);
  else
    for (BlockId b : forest_.loops[static_cast<std::size_t>(level)].blocks)
      add_block(b);
  set_joins(l, node_at(head, level));
  return l;
}

// Immediate post-dominators of a level's graph, which is acyclic for a reducible kernel; should an edge close a cycle
// all the same, it counts as one to the end, which only moves joins further away.
void DivergentRegions::set_joins(Level &l, Node start) const {
  enum : std::uint8_t { New, Open, Done };
  std::vector<std::uint8_t> state(end_ + 1, New);
  std::vector<std::size_t> depth(end_ + 1, 0); // in the tree of post-dominators
  struct Frame {
    Node node;
    std::size_t i = 0;
  };
  state[end_] = Done;
  auto finish = [&](Node n) {
    Node join = l.successors[n].front();
    for (Node s : l.successors[n]) {
      Node a = join, b = s;
      while (a != b)
        (depth[a] >= depth[b] ? a : b) = l.join[depth[a] >= depth[b] ? a : b];
      join = a;
    }
    l.join[n] = join;
    depth[n] = depth[join] + 1;
    state[n] = Done;
  };
  std::vector<Frame> stack;
  const auto open = [&](Node n) {
    if (l.successors[n].empty()) // a sink, or a loop that is never left
      l.successors[n].push_back(end_);
    state[n] = Open;
    stack.push_back({n});
  };
  open(start);
  while (!stack.empty()) {
    support::spend();
    Frame &f = stack.back();
    auto &next = l.successors[f.node];
    if (f.i == next.size()) {
      finish(f.node);
      stack.pop_back();
      continue;
    }
    Node &s = next[f.i++];
    if (state[s] == Open)
      s = end_;
    else if (state[s] == New)
      open(s);
  }
}

bool DivergentRegions::mark_loop(int loop) {
  bool changed = false;
  for (BlockId b : forest_.loops[static_cast<std::size_t>(loop)].blocks) {
    changed = changed || !marked_[b];
    marked_[b] = true;
  }
  return changed;
}

bool DivergentRegions::mark_node(Node n) {
  if (n >= k_.blocks.size())
    return mark_loop(static_cast<int>(n - k_.blocks.size()));
  bool changed = !marked_[n];
  marked_[n] = true;
  return changed;
}

bool DivergentRegions::diverge(BlockId block) { return diverge(forest_.loop_of[block], block); }

bool DivergentRegions::diverge(int level, Node node) {
  std::size_t index = static_cast<std::size_t>(level + 1);
  if (done_[index][node])
    return false;
  done_[index][node] = true;
  const Level &l = levels_[index];
  Node join = l.join[node];
  bool changed = false;
  const std::vector<bool> between = reachable(l.successors, {node}, [&](Node, Node s) { return s != join; });
  for (Node n = 0; n < back_; ++n)
    if (between[n] && n != node)
      changed = mark_node(n) || changed;
  if (level == kernel_level)
    return changed;
  // Some threads go round while others leave: no block of the loop runs for all threads in every iteration.
  if (join == end_)
    changed = mark_loop(level) || changed;
  // They leave together or not, but perhaps to different blocks: on the level outside, they part at the loop.
  if (join == end_ || join == out_)
    changed = diverge(parent(level), static_cast<Node>(k_.blocks.size()) + static_cast<Node>(level)) || changed;
  return changed;
}

} // namespace lockstep::cfg
