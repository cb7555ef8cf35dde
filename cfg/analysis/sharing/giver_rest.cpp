// A kernel behind the giver of a mask: see giver_rest.h.
#include "cfg/analysis/sharing/giver_rest.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/ir/edit.h"
#include "support/sound.h"

namespace lockstep::cfg {

void empty_unreachable(Kernel &k) {
  const std::vector<bool> on = reachable(graph_of(k), {0});
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    if (!on[b]) {
      k.blocks[b].stmts.clear();
      k.blocks[b].end.node = Return{};
    }
}

Places Rest::places(const Places &of_kernel) const {
  Places out;
  for (const Point &p : of_kernel) {
    if (p.first == from.first && p.second > from.second)
      out.insert({0, p.second - from.second - 1});
    out.insert({of(p.first), p.second});
  }
  return out;
}

GiverRest::GiverRest(const Kernel &k, const LoopForest &forest, const std::vector<std::optional<Point>> &definitions,
                     MaskGivers &givers, Point giver)
    : k_(k), forest_(forest), givers_(givers), giver_(giver), exchange_(*exchange_at(k, giver)->exchange),
      vote_(k, definitions, exchange_.value) {}

Rest GiverRest::of_named() {
  if (is_ballot())
    return rest(true);
  Rest out = rest(std::nullopt);
  bring(out);
  return out;
}

bool GiverRest::changes_vote(BlockId b, std::uint32_t from) const {
  for (std::uint32_t i = from; i < k_.blocks[b].stmts.size(); ++i)
    for (VarId v : defined_vars(k_.blocks[b].stmts[i]))
      if (vote_.made_of().count(v))
        return true;
  return false;
}

// May something of which the vote is made have changed since the giver where the block's branch is decided?
bool GiverRest::changed_before(BlockId b) const {
  if (support::left_out("named_lanes.changed"))
    return false;
  if (changes_vote(giver_.first, giver_.second + 1))
    return true;
  const Graph g = graph_of(k_);
  const auto open = [&](Node n, Node) { return n != giver_.first; }; // which is not passed again
  const std::vector<bool> behind = reachable(g, g[giver_.first], open);
  std::vector<Node> work;
  for (BlockId c = 0; c < k_.blocks.size(); ++c)
    if (behind[c] && c != giver_.first && changes_vote(c, 0)) {
      if (c == b)
        return true;
      work.insert(work.end(), g[c].begin(), g[c].end());
    }
  return reachable(g, work, open)[b];
}

// The block for those who have voted so; nothing: that is not known.
Block GiverRest::decided(BlockId b, std::optional<bool> voted) const {
  Block out = k_.blocks[b];
  if (auto *br = std::get_if<Branch>(&out.end.node); br && voted && !changed_before(b))
    if (const std::optional<bool> goes = vote_.decides(br->condition, *voted))
      out.end.node = Goto{{*goes ? br->if_true : br->if_false}};
  return out;
}

Rest GiverRest::rest(std::optional<bool> voted) {
  Rest out{{}, giver_};
  out.k.vars = k_.vars;
  out.k.arrays = k_.arrays;
  out.k.terms = k_.terms;
  out.k.pointer_bits = k_.pointer_bits;
  Block first = decided(giver_.first, voted);
  first.stmts.erase(first.stmts.begin(), first.stmts.begin() + giver_.second + 1);
  first.name = "rest";
  out.k.blocks.push_back(std::move(first));
  Block back;
  back.name = "back";
  back.stmts.push_back({Barrier{}, {}}); // not a thread's end
  back.end = {Return{}, {}};
  out.k.blocks.push_back(std::move(back));
  for (BlockId b = 0; b < k_.blocks.size(); ++b)
    out.k.blocks.push_back(decided(b, voted));
  for (Block &b : out.k.blocks)
    map_targets(b.end, [&](BlockId to) {
      const int l = forest_.headed_by(to);
      return to == giver_.first || (l != -1 && forest_.contains(l, giver_.first)) ? BlockId(1) : Rest::of(to);
    });
  meet_by_mask(out);
  empty_unreachable(out.k);
  return out;
}

// Where a mask is what the giver has given, all whom it names meet.
void GiverRest::meet_by_mask(Rest &rest) {
  const Point behind{giver_.first, giver_.second + 1};
  for (BlockId b = 0; b < rest.k.blocks.size(); ++b)
    for (Stmt &s : rest.k.blocks[b].stmts)
      if (auto *g = std::get_if<Gather>(&s.node);
          g && g->mask && b != 1 && givers_.giver_of(g->mask, behind, g->meet.lanes) == std::optional(giver_))
        s.node = Barrier(g->meet);
}

// What the threads have brought equally is one value.
void GiverRest::bring(Rest &rest) const {
  const auto v = static_cast<VarId>(rest.k.vars.size());
  rest.k.vars.push_back({FreshNames(rest.k)("brought"), vote_.type(), true, {}, {}});
  for (BlockId b = 0; b < rest.k.blocks.size(); ++b)
    if (auto *br = std::get_if<Branch>(&rest.k.blocks[b].end.node); br && b != 1 && !changed_before(rest.origin(b)))
      br->condition = vote_.with_value(br->condition, v);
}

} // namespace lockstep::cfg
