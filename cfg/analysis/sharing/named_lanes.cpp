// Whom masks name: see named_lanes.h.
#include "cfg/analysis/sharing/named_lanes.h"

#include "cfg/analysis/graph/definitions.h"
#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/analysis/values/thread_ways.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/analysis/values/voted.h"
#include "cfg/ir/edit.h"
#include "support/sound.h"

#include <algorithm>
#include <bit>

namespace lockstep::cfg {

namespace {

// Blocks that cannot be reached say nothing.
void empty_unreachable(Kernel &k) {
  const std::vector<bool> on = reachable(graph_of(k), {0});
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    if (!on[b]) {
      k.blocks[b].stmts.clear();
      k.blocks[b].end.node = Return{};
    }
}

// The kernel from a place on: block 0 holds what stands behind the place, block 1 is where ways end that lead back to
// it, or round a loop that holds it; the others follow.
struct Rest {
  Kernel k;
  BlockId of(BlockId b) const { return b + 2; }
};

} // namespace

class LaneFinder {
public:
  LaneFinder(const Kernel &k, const LoopForest &forest, const Launch &launch)
      : k_(k), forest_(forest), launch_(launch), tree_(dominators(k)), definitions_(only_definitions(k)) {}

  NamedLanes run() {
    NamedLanes out;
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i)
        if (auto *g = std::get_if<Gather>(&k_.blocks[b].stmts[i].node); g && g->mask && tree_.contains(b))
          out.emplace(Point{b, i}, find({b, i}, *g));
    return out;
  }

private:
  using Found = std::variant<LanesOf, std::string>;

  Found find(Point at, const Gather &g) {
    const auto giver = giver_of(g.mask, at, g.meet.lanes);
    if (giver)
      return by_giver(at, *giver, exchange_at(*giver)->lanes);
    if (g.ranked)
      return "whom the mask names is not known";
    return by_ids(at, g);
  }

  // --- masks that an exchange has given -----------------------------------------------------------------------------

  const Barrier *exchange_at(Point p) const {
    const Stmt &s = k_.blocks[p.first].stmts[p.second];
    if (auto *g = std::get_if<Gather>(&s.node))
      return g->ranked ? nullptr : &g->meet;
    return warp_barrier(s);
  }

  // Tiles of how many threads start where each thread's bits are moved to? 0: of no number.
  unsigned shifted_to_tile(const Expr &by, Point at, unsigned lanes) {
    follow();
    for (unsigned n = lanes; n > 0 && !threads_.empty(); n /= 2) {
      bool all = true;
      for (std::size_t t = 0; t < threads_.size() && all; ++t)
        all = !ways_[t].at[at.first] ||
              value_before(k_, launch_, threads_[t], ways_[t], at.first, at.second, by) == t % lanes - t % n;
      if (all)
        return n;
    }
    return 0;
  }

  // Are all who come of the first tile of their warp? Then a lane's number in its tile is that in its warp.
  bool come_of_first_tile(Point at, unsigned tile, unsigned warp) {
    follow();
    bool all = !threads_.empty();
    for (std::size_t t = 0; t < threads_.size() && all; ++t)
      all = !ways_[t].at[at.first] || t % warp < tile;
    return support::sound("named_lanes.first_tile", all);
  }

  // The place of the ballot or match whose result the mask is, on every way to `at`.
  std::optional<Point> giver_of(const Expr &mask, Point at, unsigned lanes) {
    Expr e = mask;
    const unsigned warp = lanes;
    for (unsigned depth = 0; depth < 12; ++depth) {
      while (e->op == Op::Zext || (e->op == Op::Trunc && e->type.width >= warp))
        e = e->args[0];
      if (e->op == Op::Shl && lanes == warp) {
        lanes = shifted_to_tile(e->args[1], at, warp);
        if (lanes == 0)
          return std::nullopt;
        e = e->args[0];
        continue;
      }
      if (e->op != Op::Var || !definitions_[e->var])
        return std::nullopt;
      const Point from = *definitions_[e->var];
      if (auto *a = std::get_if<Assign>(&statement(k_, from).node)) {
        e = a->value;
        continue;
      }
      const Barrier *bar = exchange_at(from);
      const bool of_these = bar && (bar->lanes == lanes || (lanes == warp && bar->lanes < warp && bar->lanes != 0 &&
                                                            come_of_first_tile(at, bar->lanes, warp)));
      const bool gives = of_these && bar->exchange &&
                         (bar->exchange->op == ExchangeOp::Ballot || bar->exchange->op == ExchangeOp::Match);
      const bool before = from.first == at.first ? from.second < at.second : tree_.dominates(from.first, at.first);
      return gives && before ? std::optional(from) : std::nullopt;
    }
    return std::nullopt;
  }

  Found by_giver(Point at, Point giver, unsigned lanes) {
    const Exchange &x = *exchange_at(giver)->exchange;
    const Voted vote(k_, definitions_, x.value);
    const bool ballot = x.op == ExchangeOp::Ballot;
    Rest named = rest_from(giver, [&](const Expr &c, BlockId b) {
      return ballot && !changed_before(giver, b, vote) ? vote.decides(c, true) : std::nullopt;
    });
    if (!ballot)
      bring(named.k, giver, vote);
    if (!in_step(named, giver, at))
      return "threads that the mask names may decide differently on the way";
    if (!ballot || vote.always())
      return LanesOf(LanesOf::Kind::Class, lanes);
    const Rest others = rest_from(giver, [&](const Expr &c, BlockId b) {
      return !changed_before(giver, b, vote) ? vote.decides(c, false) : std::nullopt;
    });
    const BlockId there = at.first == giver.first ? 0 : others.of(at.first);
    const std::vector<bool> come = reachable(graph_of(others.k), {0});
    if (support::unsound("named_lanes.own", come[there]))
      return "threads that the mask does not name may come, too";
    const bool whole = std::holds_alternative<Barrier>(k_.blocks[giver.first].stmts[giver.second].node);
    const std::vector<bool> named_come = reachable(graph_of(named.k), {0});
    if (whole && only_end(others.k, come) && own_end(come, named_come))
      return LanesOf(LanesOf::Kind::Rest, lanes);
    if (!whole)
      return LanesOf(LanesOf::Kind::Class, lanes);
    std::vector<bool> only(k_.blocks.size());
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      only[b] = b != giver.first && named_come[named.of(b)] && !come[others.of(b)] && tree_.dominates(giver.first, b);
    return LanesOf(LanesOf::Kind::Class, lanes, giver, std::move(only));
  }

  // What the threads have brought equally is one value.
  void bring(Kernel &rest, Point giver, const Voted &vote) const {
    const auto v = static_cast<VarId>(rest.vars.size());
    rest.vars.push_back({FreshNames(rest)("brought"), vote.type(), true, {}, {}});
    for (BlockId b = 0; b < rest.blocks.size(); ++b)
      if (auto *br = std::get_if<Branch>(&rest.blocks[b].end.node);
          br && b != 1 && !changed_before(giver, b == 0 ? giver.first : b - 2, vote))
        br->condition = vote.with_value(br->condition, v);
  }

  // No way meets a barrier, or goes back to the giver.
  static bool only_end(const Kernel &k, const std::vector<bool> &come) {
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      for (std::uint32_t i = 0; come[b] && i < k.blocks[b].stmts.size(); ++i)
        if (const auto &node = k.blocks[b].stmts[i].node; (std::holds_alternative<Barrier>(node) && !is_end(k, b, i)) ||
                                                          std::holds_alternative<Gather>(node) ||
                                                          std::holds_alternative<Numbered>(node))
          return false;
    return true;
  }

  // Where the others come they access no shared memory, or those that are named do not come (warp_teams.h).
  bool own_end(const std::vector<bool> &come, const std::vector<bool> &named_come) const {
    const std::vector<AccessRef> all = shared_accesses(k_);
    return support::sound("named_lanes.own_end", std::none_of(all.begin(), all.end(), [&](const AccessRef &a) {
                            return come[a.block + 2] && named_come[a.block + 2];
                          }));
  }

  // May something of which the vote is made have changed since the giver where the block's branch is decided?
  bool changed_before(Point giver, BlockId b, const Voted &vote) const {
    if (support::left_out("named_lanes.changed"))
      return false;
    auto changes = [&](BlockId block, std::uint32_t from) {
      for (std::uint32_t i = from; i < k_.blocks[block].stmts.size(); ++i)
        for (VarId v : defined_vars(k_.blocks[block].stmts[i]))
          if (vote.made_of().count(v))
            return true;
      return false;
    };
    if (changes(giver.first, giver.second + 1))
      return true;
    const Graph g = graph_of(k_);
    const auto open = [&](Node n, Node) { return n != giver.first; }; // which is not passed again
    const std::vector<bool> behind = reachable(g, g[giver.first], open);
    std::vector<Node> work;
    for (BlockId c = 0; c < k_.blocks.size(); ++c)
      if (behind[c] && c != giver.first && changes(c, 0)) {
        if (c == b)
          return true;
        work.insert(work.end(), g[c].begin(), g[c].end());
      }
    return reachable(g, work, open)[b];
  }

  // `decide`: what a condition says in a block.
  template <typename Decide> Rest rest_from(Point giver, Decide &&decide) {
    Rest out;
    out.k.vars = k_.vars;
    out.k.arrays = k_.arrays;
    out.k.terms = k_.terms;
    out.k.pointer_bits = k_.pointer_bits;
    Block first = decided(giver.first, decide);
    first.stmts.erase(first.stmts.begin(), first.stmts.begin() + giver.second + 1);
    first.name = "rest";
    out.k.blocks.push_back(std::move(first));
    Block back;
    back.name = "back";
    back.stmts.push_back({Barrier{}, {}}); // not a thread's end
    back.end = {Return{}, {}};
    out.k.blocks.push_back(std::move(back));
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      out.k.blocks.push_back(decided(b, decide));
    for (Block &b : out.k.blocks)
      map_targets(b.end, [&](BlockId to) {
        const int l = forest_.headed_by(to);
        return to == giver.first || (l != -1 && forest_.contains(l, giver.first)) ? BlockId(1) : out.of(to);
      });
    for (BlockId b = 0; b < out.k.blocks.size(); ++b)
      for (Stmt &s : out.k.blocks[b].stmts)
        if (auto *g = std::get_if<Gather>(&s.node);
            g && g->mask && b != 1 && giver_of_class(g->mask, giver, g->meet.lanes))
          s.node = Barrier(g->meet); // all whom it names meet
    empty_unreachable(out.k);
    return out;
  }
  bool giver_of_class(const Expr &mask, Point giver, unsigned lanes) {
    Point anywhere{giver.first, giver.second + 1};
    return giver_of(mask, anywhere, lanes) == std::optional(giver);
  }

  template <typename Decide> Block decided(BlockId b, Decide &decide) const {
    Block out = k_.blocks[b];
    if (auto *br = std::get_if<Branch>(&out.end.node))
      if (const std::optional<bool> goes = decide(br->condition, b))
        out.end.node = Goto{{*goes ? br->if_true : br->if_false}};
    return out;
  }

  // Do the giver's threads come to `at` in lock step?
  bool in_step(Rest rest, Point giver, Point at) {
    support::Diagnostics none;
    const auto forest = loops(rest.k, none);
    if (!forest)
      return false;
    const Uniformity &all = of_warp(exchange_at(giver)->lanes);
    const Exchange &x = *exchange_at(giver)->exchange;
    for (VarId v = 0; v < k_.vars.size(); ++v)
      rest.k.vars[v].param =
          rest.k.vars[v].param || v == x.dest || (all.block_uniform[giver.first] && all.var_uniform[v]);
    return comes_in_step(rest.k, *forest, giver, at, exchange_at(giver)->lanes);
  }
  bool comes_in_step(const Kernel &rest, const LoopForest &forest, std::optional<Point> giver, Point at,
                     unsigned lanes) {
    Places bare;
    for (const Point &p : bare_of_kernel()) {
      if (giver && p.first == giver->first && p.second > giver->second)
        bare.insert({0, p.second - giver->second - 1});
      bare.insert({giver ? p.first + 2 : p.first, p.second});
    }
    const Uniformity u = uniformity(rest, forest, {UniformityLevel::Team, lanes, launch_, true, &bare, true});
    const BlockId there = !giver ? at.first : at.first == giver->first ? 0 : at.first + 2;
    return support::sound("named_lanes.in_step", u.block_uniform[there]);
  }

  const Uniformity &of_warp(unsigned lanes) {
    auto at = of_warp_.find(lanes);
    if (at == of_warp_.end())
      at = of_warp_
               .emplace(lanes,
                        uniformity(k_, forest_, {UniformityLevel::Team, lanes, launch_, true, &bare_of_kernel(), true}))
               .first;
    return at->second;
  }
  const Places &bare_of_kernel() {
    if (!bare_)
      bare_ = bare_loads_of_some(k_, launch_); // lanes that a mask names are some
    return *bare_;
  }

  // --- masks that follow from ids -----------------------------------------------------------------------------------

  struct Member {
    std::uint64_t linear = 0;
    std::size_t thread = 0; // position in threads_
    std::uint64_t mask = 0;
  };

  void follow() {
    if (followed_)
      return;
    threads_ = threads_of(k_, launch_);
    for (const LocalIds &ids : threads_)
      ways_.push_back(ways_of(k_, launch_, ids));
    followed_ = true;
  }

  Found by_ids(Point at, const Gather &g) {
    follow();
    if (threads_.empty())
      return "whom the mask names is not known";
    const unsigned lanes = g.meet.lanes;
    std::vector<Member> come;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (!ways_[t].at[at.first])
        continue;
      const auto mask = value_before(k_, launch_, threads_[t], ways_[t], at.first, at.second, g.mask);
      if (!mask)
        return "whom the mask names is not known";
      if (support::unsound("named_lanes.self", (*mask >> t % lanes & 1) == 0))
        return "the thread with local id " + std::to_string(t) + ", which may come, is not in the mask that it passes";
      come.push_back({t, t, *mask});
    }
    auto bits_there = [&](const Member &m) { // of threads that the group has
      const std::uint64_t first = m.linear - m.linear % lanes,
                          n = std::min<std::uint64_t>(lanes, threads_.size() - first);
      return m.mask & (n == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << n) - 1);
    };
    for (unsigned n = 1; n <= lanes; n *= 2)
      if (std::all_of(come.begin(), come.end(), [&](const Member &m) { return bits_there(m) == tile(m, n, lanes); }) &&
          same_in_tiles(come, n))
        return LanesOf(n == 1 ? LanesOf::Kind::Own : LanesOf::Kind::Tile, n);
    return by_classes(at, come, lanes);
  }

  std::uint64_t tile(const Member &m, unsigned n, unsigned lanes) const {
    const std::uint64_t rank = m.linear % lanes, first = rank - rank % n;
    const std::uint64_t there = std::min<std::uint64_t>(n, threads_.size() - (m.linear - rank) - first);
    return (there == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << there) - 1) << first;
  }
  static bool same_in_tiles(const std::vector<Member> &come, unsigned n) {
    for (std::size_t i = 1; i < come.size(); ++i)
      if (come[i].linear / n == come[i - 1].linear / n && come[i].mask != come[i - 1].mask)
        return false;
    return true;
  }

  // Any sets: those that a mask names pass the same one, and go the same ways.
  Found by_classes(Point at, const std::vector<Member> &come, unsigned lanes) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::size_t>> classes; // by warp and mask
    for (const Member &m : come)
      classes[{m.linear / lanes, m.mask}].push_back(m.thread);
    std::set<std::vector<OpenEdges>> done;
    for (const auto &[key, members] : classes) {
      std::uint64_t named = 0;
      for (std::uint64_t r = 0; r < lanes && key.first * lanes + r < threads_.size(); ++r)
        named += key.second >> r & 1;
      if (support::unsound("named_lanes.all_come", named != members.size()))
        return "not all threads that the mask names come with the same mask";
      std::vector<OpenEdges> ways;
      for (std::size_t t : members)
        ways.push_back(ways_[t].open);
      if (done.insert(ways).second && !class_in_step(at, members, lanes))
        return "threads that the mask names may decide differently on the way";
    }
    return LanesOf(LanesOf::Kind::Class, lanes, std::nullopt, run_by_one_class(come, lanes));
  }

  // Per block, do only those run it that come, of each warp those with one mask?
  std::vector<bool> run_by_one_class(const std::vector<Member> &come, unsigned lanes) const {
    std::vector<const Member *> of(threads_.size(), nullptr);
    for (const Member &m : come)
      of[m.thread] = &m;
    std::vector<bool> only(k_.blocks.size(), true);
    for (BlockId b = 0; b < k_.blocks.size(); ++b) {
      std::map<std::uint64_t, std::uint64_t> masks; // by warp
      for (std::size_t t = 0; t < threads_.size() && only[b]; ++t)
        if (ways_[t].at[b])
          only[b] = of[t] != nullptr && masks.try_emplace(t / lanes, of[t]->mask).first->second == of[t]->mask;
    }
    return only;
  }

  bool class_in_step(Point at, const std::vector<std::size_t> &members, unsigned lanes) {
    Kernel rest = k_;
    for (BlockId b = 0; b < rest.blocks.size(); ++b) {
      std::set<BlockId> taken;
      std::size_t most = 0;
      for (std::size_t t : members) {
        std::size_t own = 0;
        for (BlockId s : successors(k_.blocks[b].end))
          if (ways_[t].open.count({b, s})) {
            taken.insert(s);
            ++own;
          }
        most = std::max(most, own);
      }
      if (taken.size() == 1 && most == 1)
        rest.blocks[b].end.node = Goto{{*taken.begin()}};
    }
    empty_unreachable(rest);
    support::Diagnostics none;
    const auto forest = loops(rest, none);
    return forest && comes_in_step(rest, *forest, std::nullopt, at, lanes);
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const Launch &launch_;
  const DominatorTree tree_;
  const std::vector<std::optional<Point>> definitions_;
  std::map<unsigned, Uniformity> of_warp_;
  std::optional<Places> bare_;
  bool followed_ = false;
  std::vector<LocalIds> threads_;
  std::vector<ThreadWays> ways_;
};

NamedLanes named_lanes(const Kernel &k, const LoopForest &forest, const Launch &launch) {
  return has_gathers(k) ? LaneFinder(k, forest, launch).run() : NamedLanes{};
}

} // namespace lockstep::cfg
