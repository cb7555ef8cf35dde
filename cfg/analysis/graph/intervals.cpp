// Barrier intervals: see intervals.h.
#include "cfg/analysis/graph/intervals.h"

#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::cfg {

namespace {

class Builder {
public:
  Builder(const Kernel &k, const LoopForest &forest, const EndsInterval &ends, const CanGo &can_go)
      : k_(k), forest_(forest), ends_(ends) {
    if (can_go)
      find_closed_ways(can_go);
    for (const Block &b : k.blocks) {
      std::vector<std::uint32_t> stops;
      for (std::uint32_t i = 0; i < b.stmts.size(); ++i)
        if (auto *bar = std::get_if<Barrier>(&b.stmts[i].node); bar && ends_(*bar))
          stops.push_back(i);
      stops_.push_back(std::move(stops));
    }
    for (const Loop &l : forest.loops)
      members_.emplace_back(l.blocks.begin(), l.blocks.end());
    cut_.assign(forest.loops.size(), false);
    for (std::size_t l = forest.loops.size(); l-- > 0;) // inner loops first
      cut_[l] = goes_round_without_barrier(members_[l], forest.loops[l].head);
  }

  Interval build(bool from_entry, BlockId block, std::uint32_t stmt) {
    out_ = Interval{};
    out_.from_entry = from_entry;
    out_.barrier_block = block;
    out_.barrier_stmt = stmt;
    start_loops_.clear();
    for (int l = from_entry ? -1 : forest_.loop_of[block]; l != -1; l = forest_.loops[l].parent)
      start_loops_.push_back(l);
    nodes_.clear();
    keys_.clear();
    visit(from_entry ? 0 : block, from_entry ? 0 : stmt + 1, 0, no_block);
    order();
    return std::move(out_);
  }

private:
  static constexpr BlockId no_block = ~BlockId(0);

  // Which successors of a loop's head are out of reach when the loop is entered from a block outside.
  void find_closed_ways(const CanGo &can_go) {
    std::vector<std::vector<BlockId>> preds = predecessors(k_);
    for (std::size_t l = 0; l < forest_.loops.size(); ++l) {
      BlockId head = forest_.loops[l].head;
      for (BlockId p : preds[head])
        if (!forest_.contains(static_cast<int>(l), p))
          for (BlockId s : successors(k_.blocks[head].end))
            if (!can_go(p, head, s))
              closed_[{p, head}].insert(s);
    }
  }

  // Where `to` is entered from, if that makes a difference. The arbitrary state of a cut loop's head stands for later
  // visits as well, where all ways are open.
  BlockId origin(BlockId from, BlockId to) const {
    int l = forest_.headed_by(to);
    return l != -1 && !cut_[static_cast<std::size_t>(l)] && closed_.count({from, to}) ? from : no_block;
  }
  bool open(BlockId origin, BlockId block, BlockId to) const {
    auto it = origin == no_block ? closed_.end() : closed_.find({origin, block});
    return it == closed_.end() || !it->second.count(to);
  }

  bool goes_round_without_barrier(const std::set<BlockId> &members, BlockId head) const {
    using Place = std::pair<BlockId, BlockId>; // a block, and its origin
    std::vector<Place> work{{head, no_block}};
    std::set<Place> seen;
    while (!work.empty()) {
      support::spend();
      auto [b, from] = work.back();
      work.pop_back();
      if (!stops_[b].empty())
        continue;
      for (BlockId s : successors(k_.blocks[b].end)) {
        if (!open(from, b, s))
          continue;
        if (s == head)
          return true;
        Place next{s, origin(b, s)};
        if (members.count(s) && seen.insert(next).second)
          work.push_back(next);
      }
    }
    return false;
  }

  // The node for statements from `begin` of `block`, with the loops around the start in `mask` re-entered.
  int visit(BlockId block, std::uint32_t begin, std::uint64_t mask, BlockId from) {
    auto key = std::make_tuple(block, begin, mask, from);
    if (auto it = keys_.find(key); it != keys_.end())
      return it->second;
    int id = static_cast<int>(nodes_.size());
    keys_[key] = id;
    nodes_.emplace_back();
    IntervalNode n;
    n.block = block;
    n.begin = begin;
    n.end = static_cast<std::uint32_t>(k_.blocks[block].stmts.size());
    if (int l = forest_.loop_of[block];
        support::unsound("intervals.cut", begin == 0 && l != -1 && forest_.loops[l].head == block && cut_[l]))
      n.cut_loop = l;
    for (std::size_t i = 0; i < start_loops_.size(); ++i)
      if (mask >> i & 1)
        n.heads_met.push_back(start_loops_[i]);
    for (std::uint32_t stop : stops_[block])
      if (stop >= begin) {
        n.end = stop;
        n.at_barrier = true;
        break;
      }
    if (!n.at_barrier)
      for (BlockId s : successors(k_.blocks[block].end))
        if (open(from, block, s))
          n.edges.push_back({s, follow(block, s, mask)});
    nodes_[id] = std::move(n);
    return id;
  }

  int follow(BlockId from, BlockId to, std::uint64_t mask) {
    int l = forest_.loop_of[to];
    if (l == -1 || forest_.loops[l].head != to)
      return visit(to, 0, mask, no_block);
    bool back = members_[l].count(from) != 0;
    auto around = std::ranges::find(start_loops_, l);
    std::uint64_t bit = around == start_loops_.end() ? 0 : std::uint64_t(1) << (around - start_loops_.begin());
    // Cut or not, a back edge is followed once from the start's own iteration; after that only a cut loop can come
    // here again, and there the head's arbitrary state already stands for it.
    if (back && ((bit == 0) || (mask & bit) || (cut_[l] && support::left_out("intervals.start_loop")))) {
      LOCKSTEP_INVARIANT(cut_[l], "an uncut loop is not gone round without meeting a barrier");
      return dropped_back_edge;
    }
    return visit(to, 0, mask | bit, origin(from, to));
  }

  // Depth-first post-order, reversed: a topological order, since the graph has no cycle.
  void order() {
    std::vector<int> state(nodes_.size(), 0), post;
    auto dfs = [&](auto &&self, int n) -> void {
      state[n] = 1;
      for (const IntervalEdge &e : nodes_[n].edges)
        if (e.node != dropped_back_edge) {
          LOCKSTEP_INVARIANT(state[e.node] != 1, "a barrier interval has no cycle");
          if (state[e.node] == 0)
            self(self, e.node);
        }
      state[n] = 2;
      post.push_back(n);
    };
    dfs(dfs, 0);
    std::vector<int> position(nodes_.size(), dropped_back_edge);
    for (std::size_t i = 0; i < post.size(); ++i)
      position[post[post.size() - 1 - i]] = static_cast<int>(i);
    out_.nodes.resize(post.size());
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      for (IntervalEdge &e : nodes_[n].edges)
        if (e.node != dropped_back_edge)
          e.node = position[e.node];
      out_.nodes[position[n]] = std::move(nodes_[n]);
    }
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const EndsInterval &ends_;
  std::vector<std::vector<std::uint32_t>> stops_;                   // per block: the barriers that end an interval
  std::vector<std::set<BlockId>> members_;                          // per loop
  std::vector<bool> cut_;                                           // per loop
  std::map<std::pair<BlockId, BlockId>, std::set<BlockId>> closed_; // origin, head -> successors
  std::vector<int> start_loops_;                                    // loops around the start, innermost first
  std::vector<IntervalNode> nodes_;
  std::map<std::tuple<BlockId, std::uint32_t, std::uint64_t, BlockId>, int> keys_;
  Interval out_;
};

} // namespace

Graph graph_of(const Interval &interval) {
  Graph g;
  for (const IntervalNode &n : interval.nodes) {
    g.emplace_back();
    for (const IntervalEdge &e : n.edges)
      if (e.node != dropped_back_edge)
        g.back().push_back(static_cast<Node>(e.node));
  }
  return g;
}

std::vector<Interval> barrier_intervals(const Kernel &k, const LoopForest &forest, const EndsInterval &ends,
                                        const CanGo &can_go, const EndsInterval &starts) {
  Builder builder(k, forest, ends, can_go);
  std::vector<Interval> out;
  out.push_back(builder.build(true, 0, 0));
  const std::vector<bool> live = reachable(graph_of(k), {0});
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; live[b] && i < k.blocks[b].stmts.size(); ++i)
      if (auto *bar = std::get_if<Barrier>(&k.blocks[b].stmts[i].node); bar && (starts ? starts(*bar) : ends(*bar)))
        out.push_back(builder.build(false, b, i));
  return out;
}

} // namespace lockstep::cfg
