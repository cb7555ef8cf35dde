// Planning of flags: see flag_plan.h.
#include "predication/flag_plan.h"

#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <numeric>

namespace lockstep::predication {

namespace {
using cfg::BlockId;
using cfg::Expr;
using cfg::Kernel;
using cfg::Node;
using Edge = std::pair<BlockId, BlockId>;

class Planner {
public:
  Planner(const Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order, const cfg::Uniformity &uniform)
      : k_(k), forest_(forest), order_(order), dom_(cfg::dominators(k)), pdom_(cfg::post_dominators(k)) {
    plan_.uniform_var = uniform.var_uniform;
    plan_.divergent.assign(k.blocks.size(), false);
    for (BlockId b : order.order)
      plan_.divergent[b] = cfg::successors(k.blocks[b].end).size() > 1 &&
                           (support::unsound("predicate.kept", !uniform.branch_uniform[b]) ||
                            std::holds_alternative<cfg::Goto>(k.blocks[b].end.node));
    plan_.predicated.assign(k.blocks.size(), false);
    depends_on_.resize(k.blocks.size());
    for (BlockId b : order.order)
      add_dependences(b);
  }

  FlagPlan run() {
    settle();
    if (!regions()) { // a shape beyond the theorem (endless loops): flatten everything that a branch decides
      for (BlockId b : order_.order)
        plan_.divergent[b] = cfg::successors(k_.blocks[b].end).size() > 1;
      settle();
      LOCKSTEP_INVARIANT(regions(), "a predicated region has one exit");
    }
    leaders();
    return std::move(plan_);
  }

private:
  // The blocks that an edge out of `b` decides: from its target up to, and without, b's immediate post-dominator.
  void add_dependences(BlockId b) {
    for (BlockId s : cfg::successors(k_.blocks[b].end))
      for (Node n = s; n != pdom_.parent(b) && n != pdom_.root(); n = pdom_.parent(n))
        depends_on_[n].push_back({b, s});
  }

  bool all_uniform(const Expr &e) const {
    bool ok = true;
    cfg::for_each_node(e,
                       [&](const cfg::ExprNode &n) { ok = ok && (n.op != cfg::Op::Var || plan_.uniform_var[n.var]); });
    return ok;
  }

  // Spreads divergence until nothing changes. The analysis has found what is uniform; here only grows what is not.
  void settle() {
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (BlockId b : order_.order)
        changed = spread_to_block(b) || changed;
      for (const cfg::Loop &l : forest_.loops)
        changed = spread_to_loop(l) || changed;
      for (BlockId b : order_.order)
        changed = spread_to_variables(b) || changed;
    }
  }

  bool spread_to_block(BlockId b) {
    bool changed = false;
    const auto &end = k_.blocks[b].end;
    if (!plan_.divergent[b] && cfg::successors(end).size() > 1) {
      auto used = cfg::used_exprs(end);
      if (!std::all_of(used.begin(), used.end(), [&](const Expr &e) { return all_uniform(e); }))
        changed = plan_.divergent[b] = true;
    }
    if (!plan_.predicated[b])
      for (const Edge &e : depends_on_[b])
        if (plan_.divergent[e.first] || plan_.predicated[e.first])
          changed = plan_.predicated[b] = true;
    return changed;
  }

  // If threads may go round a loop a different number of times, all of it is predicated.
  bool spread_to_loop(const cfg::Loop &l) {
    bool changed = false;
    if (!plan_.predicated[l.head])
      return false;
    for (BlockId b : l.blocks) {
      if (!plan_.predicated[b])
        changed = plan_.predicated[b] = true;
      if (!plan_.divergent[b] && cfg::successors(k_.blocks[b].end).size() > 1)
        changed = plan_.divergent[b] = true;
    }
    return changed;
  }

  bool spread_to_variables(BlockId b) {
    bool changed = false;
    for (const cfg::Stmt &s : k_.blocks[b].stmts) {
      bool same = !plan_.predicated[b] && !std::holds_alternative<cfg::Havoc>(s.node) &&
                  !std::holds_alternative<cfg::Atomic>(s.node) && !cfg::warp_barrier(s) && !cfg::gathered(s);
      for (const Expr &e : cfg::used_exprs(s))
        same = same && all_uniform(e);
      if (!same)
        for (cfg::VarId v : cfg::defined_vars(s))
          if (plan_.uniform_var[v]) {
            plan_.uniform_var[v] = false;
            changed = true;
          }
    }
    return changed;
  }

  // --- regions: predicated blocks connected by edges, or targets of one divergent branch -------------------------
  BlockId root(BlockId b) {
    while (parent_[b] != b)
      b = parent_[b] = parent_[parent_[b]];
    return b;
  }

  bool regions() {
    parent_.resize(k_.blocks.size());
    std::iota(parent_.begin(), parent_.end(), BlockId(0));
    for (BlockId b : order_.order) {
      BlockId with = plan_.predicated[b] ? b : cfg::no_node;
      for (BlockId s : cfg::successors(k_.blocks[b].end)) {
        if (!plan_.predicated[s])
          continue;
        if (with != cfg::no_node)
          parent_[root(s)] = root(with);
        else if (plan_.divergent[b])
          with = s;
      }
    }
    plan_.regions.clear();
    plan_.region_of.assign(k_.blocks.size(), -1);
    std::vector<int> number(k_.blocks.size(), -1);
    for (BlockId b : order_.order) {
      if (!plan_.predicated[b])
        continue;
      int &n = number[root(b)];
      if (n < 0) {
        n = static_cast<int>(plan_.regions.size());
        plan_.regions.emplace_back();
      }
      plan_.region_of[b] = n;
      plan_.regions[n].blocks.push_back(b);
    }
    return exits();
  }

  bool exits() {
    for (Region &r : plan_.regions) {
      Node end = static_cast<Node>(k_.blocks.size());
      for (BlockId b : r.blocks) {
        std::vector<Node> targets;
        for (BlockId s : cfg::successors(k_.blocks[b].end))
          targets.push_back(s);
        if (targets.empty())
          targets.push_back(end);
        for (Node t : targets) {
          if (t != end && plan_.predicated[t])
            continue;
          if (r.exit != cfg::no_node && r.exit != t)
            return false;
          r.exit = t;
        }
      }
      if (r.exit == cfg::no_node)
        r.exit = end; // nobody leaves: what follows is the end, never reached
    }
    return divergent_branches_stay_inside();
  }

  // The targets of a divergent branch that is not predicated lie in one region or are its exit.
  bool divergent_branches_stay_inside() const {
    for (BlockId b : order_.order) {
      if (!plan_.divergent[b] || plan_.predicated[b])
        continue;
      int region = -1;
      for (BlockId s : cfg::successors(k_.blocks[b].end))
        region = std::max(region, plan_.region_of[s]);
      for (BlockId s : cfg::successors(k_.blocks[b].end))
        if (plan_.region_of[s] != region && (region < 0 || plan_.regions[region].exit != s))
          return false;
    }
    return true;
  }

  // --- leaders ---------------------------------------------------------------------------------------------------
  // A dominates B, B post-dominates A, both have the same innermost loop and hang on the same decisions. Then a thread
  // that runs A runs B in the same iteration: if a path from A could reach the next iteration without B, the last
  // branch on it from which B is still ahead would decide A (which is passed again before the end) and not B.
  bool same_threads(BlockId a, BlockId b) const {
    return forest_.loop_of[a] == forest_.loop_of[b] && dom_.dominates(a, b) && pdom_.dominates(b, a) &&
           depends_on_[a] == depends_on_[b];
  }

  void leaders() {
    for (auto &list : depends_on_)
      std::sort(list.begin(), list.end());
    plan_.leader.resize(k_.blocks.size());
    std::iota(plan_.leader.begin(), plan_.leader.end(), BlockId(0));
    for (const Region &r : plan_.regions)
      for (BlockId b : r.blocks)
        for (Node a = dom_.parent(b); a != dom_.parent(a) && plan_.region_of[a] == plan_.region_of[b];
             a = dom_.parent(a))
          if (same_threads(a, b)) {
            plan_.leader[b] = plan_.leader[a];
            break;
          }
  }

  const Kernel &k_;
  const cfg::LoopForest &forest_;
  const cfg::SortOrder &order_;
  const cfg::DominatorTree dom_, pdom_;
  std::vector<std::vector<Edge>> depends_on_; // per block: the edges that decide whether it runs
  std::vector<BlockId> parent_;               // union-find
  FlagPlan plan_;
};
} // namespace

FlagPlan plan_flags(const Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order,
                    const cfg::Uniformity &uniform) {
  return Planner(k, forest, order, uniform).run();
}

} // namespace lockstep::predication
