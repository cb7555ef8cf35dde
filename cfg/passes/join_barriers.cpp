// See join_barriers.h.
#include "cfg/passes/join_barriers.h"

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/ir/edit.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

constexpr unsigned most_joins = 64;

std::optional<std::uint32_t> first_warp_barrier(const Block &b) {
  for (std::uint32_t i = 0; i < b.stmts.size(); ++i)
    if (warp_barrier(b.stmts[i]))
      return i;
  return std::nullopt;
}

// Is there a barrier of another kind in front of it? Then the arms meet nowhere.
bool other_before(const Block &b, std::uint32_t end) {
  return std::any_of(b.stmts.begin(), b.stmts.begin() + end, [](const Stmt &s) {
    return std::holds_alternative<Barrier>(s.node) || std::holds_alternative<Numbered>(s.node);
  });
}

class Arms {
public:
  Arms(const Kernel &k, const LoopForest &forest)
      : k_(k), forest_(forest), graph_(graph_of(k)), tree_(graph_, 0), before_(reversed(graph_)) {}

  // The one barrier of a warp to which an arm leads first, if it is on ways through the arm alone, in the loop of the
  // branch.
  std::optional<Point> first(BlockId branch, BlockId arm) const {
    if (before_[arm].size() != 1 || arm == branch)
      return std::nullopt;
    const auto on = reachable(
        graph_, {arm}, [&](Node b, Node to) { return !first_warp_barrier(k_.blocks[b]) && tree_.dominates(arm, to); });
    std::optional<Point> found;
    for (BlockId b = 0; b < on.size(); ++b)
      if (const auto i = on[b] ? first_warp_barrier(k_.blocks[b]) : std::nullopt) {
        if (found || other_before(k_.blocks[b], *i) ||
            support::unsound("join_barriers.loop", forest_.loop_of[b] != forest_.loop_of[branch]))
          return std::nullopt;
        found = {b, *i};
      }
    return found;
  }

private:
  const Kernel &k_;
  const LoopForest &forest_;
  const Graph graph_;
  const DominatorTree tree_;
  const Graph before_;
};

VarId copy_of(Kernel &k, FreshNames &fresh, const std::string &base, Type type) {
  Var v;
  v.name = fresh(base);
  v.type = type;
  k.vars.push_back(std::move(v));
  return static_cast<VarId>(k.vars.size() - 1);
}

void join(Kernel &k, FreshNames &fresh, BlockId branch, Point t, Point f) {
  const auto &br = std::get<Branch>(k.blocks[branch].end.node);
  const VarId in_t = copy_of(k, fresh, "in." + k.blocks[br.if_true].name, br.condition->type);
  k.blocks[branch].stmts.push_back({Assign{in_t, br.condition}, k.blocks[branch].end.origin});
  Stmt met = k.blocks[t.first].stmts[t.second];
  auto &bar = std::get<Barrier>(met.node);
  std::optional<Exchange> shared;
  if (bar.exchange) {
    shared = bar.exchange;
    const Exchange &x = *bar.exchange;
    shared->dest = copy_of(k, fresh, "met", k.vars[x.dest].type);
    const VarId value = copy_of(k, fresh, "brought", x.value->type);
    shared->value = variable(value, x.value->type);
    if (x.rank)
      shared->rank = variable(copy_of(k, fresh, "asked", x.rank->type), x.rank->type);
    bar.exchange = shared;
  }
  const auto m = static_cast<BlockId>(k.blocks.size());
  Block middle;
  middle.name = fresh("met");
  middle.origin = met.origin;
  middle.stmts.push_back(met);
  middle.end = {Branch{variable(in_t, k.vars[in_t].type), m + 1, m + 2}, met.origin};
  k.blocks.push_back(std::move(middle));
  for (const Point &p : {t, f}) {
    Block &in = k.blocks[p.first];
    const Stmt own = in.stmts[p.second];
    Block rest;
    rest.name = fresh(in.name + ".met");
    rest.origin = own.origin;
    if (shared) {
      const Exchange &x = *std::get<Barrier>(own.node).exchange;
      rest.stmts.push_back({Assign{x.dest, variable(shared->dest, k.vars[shared->dest].type)}, own.origin});
    }
    rest.stmts.insert(rest.stmts.end(), in.stmts.begin() + p.second + 1, in.stmts.end());
    rest.end = in.end;
    in.stmts.resize(p.second);
    if (shared) {
      const Exchange &x = *std::get<Barrier>(own.node).exchange;
      in.stmts.push_back({Assign{shared->value->var, x.value}, own.origin});
      if (x.rank)
        in.stmts.push_back({Assign{shared->rank->var, x.rank}, own.origin});
    }
    in.end = {Goto{{m}}, own.origin};
    k.blocks.push_back(std::move(rest));
  }
}

// Joins two barriers, inner branches first; false: there are none.
bool join_one(Kernel &k, FreshNames &fresh, const Launch &launch) {
  support::Diagnostics none;
  const auto forest = loops(k, none);
  if (!forest)
    return false;
  const Arms arms(k, *forest);
  for (unsigned lanes : team_sizes(k)) {
    const Uniformity u = uniformity(k, *forest, {UniformityLevel::Team, lanes, launch, true, nullptr, true});
    for (auto b = static_cast<BlockId>(k.blocks.size()); b-- > 0;) {
      auto *br = std::get_if<Branch>(&k.blocks[b].end.node);
      if (!br || u.branch_uniform[b] || br->if_true == br->if_false)
        continue;
      const auto t = arms.first(b, br->if_true), f = arms.first(b, br->if_false);
      if (!t || !f)
        continue;
      const Barrier &x = *warp_barrier(k.blocks[t->first].stmts[t->second]);
      const Barrier &y = *warp_barrier(k.blocks[f->first].stmts[f->second]);
      if (x.lanes != lanes || !support::sound("join_barriers.alike", alike(x, y)))
        continue;
      join(k, fresh, b, *t, *f);
      return true;
    }
  }
  return false;
}

} // namespace

bool alike(const Barrier &a, const Barrier &b) {
  if (a.scope != b.scope || a.lanes != b.lanes || a.fence_group != b.fence_group || a.fence_global != b.fence_global ||
      a.exchange.has_value() != b.exchange.has_value())
    return false;
  return !a.exchange || (support::sound("join_barriers.kind_known", a.exchange->op != ExchangeOp::Shuffle) &&
                         a.exchange->op == b.exchange->op && a.exchange->value->type == b.exchange->value->type &&
                         (!a.exchange->rank || a.exchange->rank->type == b.exchange->rank->type));
}

Kernel with_joined_barriers(Kernel k, const Launch &launch) {
  std::size_t places = 0;
  for (const Block &b : k.blocks)
    places += static_cast<std::size_t>(
        std::ranges::count_if(b.stmts, [](const Stmt &s) { return warp_barrier(s) != nullptr; }));
  if (places < 2 || k.terms.lock_step != 0)
    return k;
  FreshNames fresh(k);
  for (unsigned n = 0; n < most_joins && join_one(k, fresh, launch); ++n)
    continue;
  return k;
}

} // namespace lockstep::cfg
