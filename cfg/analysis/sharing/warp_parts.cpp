// See warp_parts.h.
#include "cfg/analysis/sharing/warp_parts.h"

#include "cfg/analysis/graph/dominators.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

namespace {

constexpr std::size_t most_parts = 16, most_brackets = 64; // beyond: each lane

struct Bracket {
  BlockId from = 0, to = 0; // the way
  Node join = 0;            // where it closes; as many as there are blocks: nowhere
  bool apart = false;       // lanes in it come one by one
  auto operator<=>(const Bracket &) const = default;
};
using Part = std::vector<Bracket>; // outermost first

class PartFinder {
public:
  PartFinder(const Kernel &k, const LoopForest &loops, const Uniformity &uniform, const SortOrder &order)
      : mixed(k.blocks.size(), false), graph_(graph_of(k)), loops_(loops), uniform_(uniform), order_(order),
        post_(post_dominators(k)), parts_(k.blocks.size()), lost_(k.blocks.size(), false) {
    for (std::size_t l = 0; l < loops.loops.size(); ++l)
      dividing_.push_back(divides(l));
    for (std::size_t l = 0; l < loops.loops.size(); ++l)
      if (meets_inside(l) || meets_later(l))
        mix(l);
  }

  std::vector<std::uint32_t> run() {
    arrive(order_.order.front(), {}, {}, false);
    for (const BlockId b : order_.order)
      leave(b);
    std::vector<std::uint32_t> out;
    for (BlockId b = 0; b < parts_.size(); ++b)
      out.push_back(lost_[b] || alone(b) ? WarpParts::each_lane : static_cast<std::uint32_t>(parts_[b].size()));
    return out;
  }

private:
  bool inside(std::size_t l, BlockId b) const { return loops_.contains(static_cast<int>(l), b); }
  Node join(BlockId b) const { return post_.contains(b) ? post_.parent(b) : post_.root(); }
  std::set<BlockId> ways(BlockId b) const { return {graph_[b].begin(), graph_[b].end()}; }
  bool alone(BlockId b) const {
    return std::ranges::any_of(parts_[b], [](const Part &p) {
      return std::ranges::any_of(p, [](const Bracket &bracket) { return bracket.apart; });
    });
  }

  // Do lanes that have parted inside the loop go on in it apart?
  bool divides(std::size_t l) const {
    const std::vector<BlockId> &blocks = loops_.loops[l].blocks;
    return std::ranges::any_of(blocks, [&](BlockId b) {
      const std::set<BlockId> all = ways(b);
      const auto stay = std::ranges::count_if(all, [&](BlockId to) { return inside(l, to); });
      const Node meet = join(b);
      return support::unsound("parts.divided",
                              stay > 1 && !uniform_.branch_uniform[b] && (meet == post_.root() || !inside(l, meet)));
    });
  }

  // Do lanes that have left the loop meet those that have not in it?
  bool meets_inside(std::size_t l) const {
    const auto &exits = loops_.loops[l].exits;
    return std::ranges::any_of(exits, [&](const auto &e) {
      const Node meet = join(e.first);
      return meet != post_.root() && inside(l, meet) && leaves_by_rounds(e.first, e.second);
    });
  }
  // Do lanes that have parted inside the loop meet there in a later round only? (Those at the join wait, while others
  // go round: `while (...) if (a) if (b) break;` passes by the inner test in some rounds.)
  bool meets_later(std::size_t l) const {
    const std::vector<BlockId> &blocks = loops_.loops[l].blocks;
    return std::ranges::any_of(blocks, [&](BlockId b) {
      return support::unsound("parts.later", !uniform_.branch_uniform[b] && join(b) != post_.root() &&
                                                 inside(l, join(b)) && goes_round(l, b));
    });
  }
  // Does a way from the block lead to the loop's head inside the loop, past the block's join?
  bool goes_round(std::size_t l, BlockId b) const {
    const Node meet = join(b);
    if (meet == loops_.loops[l].head)
      return false;
    const auto on = reachable(graph_, {b}, [&](Node, Node to) { return to != meet && inside(l, to); });
    const std::vector<BlockId> &latches = loops_.loops[l].latches;
    return std::ranges::any_of(latches, [&](BlockId latch) { return on[latch]; });
  }
  void mix(std::size_t l) {
    while (loops_.loops[l].parent >= 0)
      l = static_cast<std::size_t>(loops_.loops[l].parent);
    dividing_[l] = true;
    for (const BlockId b : loops_.loops[l].blocks)
      mixed[b] = true;
  }

  // The first block behind the loop where all who have entered it meet.
  Node behind(std::size_t l) const {
    Node n = join(loops_.loops[l].head);
    while (n != post_.root() && inside(l, n))
      n = post_.parent(n);
    return n;
  }

  // `lost`: from a place of which nothing is known any more.
  void arrive(BlockId b, Part part, const std::optional<BlockId> &from, bool lost) {
    while (!part.empty() && part.back().join == b)
      part.pop_back();
    const int l = loops_.headed_by(b);
    if (l >= 0 && dividing_[static_cast<std::size_t>(l)])
      part.push_back({from.value_or(b), b, behind(static_cast<std::size_t>(l)), true});
    lost_[b] = lost_[b] || lost || part.size() > most_brackets;
    if (lost_[b])
      return;
    parts_[b].insert(std::move(part));
    lost_[b] = parts_[b].size() > most_parts;
  }

  // Do lanes leave a loop by this way in different rounds?
  bool leaves_by_rounds(BlockId from, BlockId to) const {
    for (int l = loops_.loop_of[from]; l >= 0; l = loops_.loops[static_cast<std::size_t>(l)].parent)
      if (!loops_.contains(l, to) &&
          (!uniform_.branch_uniform[from] || !uniform_.block_uniform[loops_.loops[static_cast<std::size_t>(l)].head]))
        return true;
    return false;
  }

  void leave(BlockId b) {
    const std::set<BlockId> all = ways(b);
    for (const BlockId to : all) {
      if (order_.position[to] <= order_.position[b])
        continue; // back: the loop's entry has brought its parts
      const bool by_rounds = support::unsound("parts.rounds", leaves_by_rounds(b, to));
      const bool parts = by_rounds || support::unsound("parts.ways", all.size() > 1 && !uniform_.branch_uniform[b]);
      if (lost_[b]) {
        arrive(to, {}, b, true);
        continue;
      }
      for (Part part : parts_[b]) {
        if (parts)
          part.push_back({b, to, join(b), by_rounds});
        arrive(to, std::move(part), b, false);
      }
    }
  }

public:
  std::vector<bool> mixed; // by block

private:
  const Graph graph_;
  const LoopForest &loops_;
  const Uniformity &uniform_;
  const SortOrder &order_;
  const DominatorTree post_;
  std::vector<bool> dividing_; // by loop
  std::vector<std::set<Part>> parts_;
  std::vector<bool> lost_;
};

} // namespace

WarpParts::WarpParts(const Kernel &k, const LoopForest &loops, const Uniformity &uniform, const SortOrder &order)
    : most_(k.blocks.size(), 0), mixed_(k.blocks.size(), false) {
  if (order.order.empty())
    return;
  PartFinder finder(k, loops, uniform, order);
  most_ = finder.run();
  mixed_ = std::move(finder.mixed);
}

} // namespace lockstep::cfg
