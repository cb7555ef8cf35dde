// Exploring tuples of values: see value_explorer.h.
#include "cfg/analysis/values/value_explorer.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/values/facts.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace lockstep::cfg {

namespace {
constexpr std::size_t max_paths = 16; // tuples at a point of a round; of more only what they agree on is kept

void normalise(std::vector<Tuple> &tuples) {
  std::ranges::sort(tuples);
  tuples.erase(std::unique(tuples.begin(), tuples.end()), tuples.end());
}

// What all of them agree on.
Tuple common(const std::vector<Tuple> &tuples) {
  Tuple out = tuples.front();
  for (const Tuple &t : tuples)
    for (std::size_t i = 0; i < t.size(); ++i)
      if (out[i] != t[i])
        out[i].reset();
  return out;
}
} // namespace

Explorer::Explorer(const Kernel &k, Liveness live, LaunchRange launch, bool asserts)
    : k_(k), live_(std::move(live)), steps_(k, std::move(launch), asserts) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (BlockId t : successors(k.blocks[b].end))
      on_edge_[{b, t}] = edge_conditions(k.blocks[b], t);
}

void Explorer::execute(BlockId b, std::size_t stmts, std::vector<Tuple> &tuples, const TuplePlaces &places) const {
  for (std::size_t i = 0; i < stmts; ++i) {
    steps_.execute(k_.blocks[b].stmts[i], tuples, places);
    normalise(tuples);
  }
}

void Explorer::follow(BlockId from, BlockId to, std::vector<Tuple> &tuples, const TuplePlaces &places) const {
  for (const Expr &c : on_edge_.at({from, to}))
    if (concerns(c, places))
      steps_.assume(c, tuples, places);
}

// --- exploring --------------------------------------------------------------------------------------------

Explorer::Part Explorer::part(BlockId b, const TuplePlaces &places) const {
  Part out;
  for (const Stmt &stmt : k_.blocks[b].stmts) {
    bool ours = std::holds_alternative<Assume>(stmt.node) || std::holds_alternative<Assert>(stmt.node);
    for (VarId v : defined_vars(stmt))
      ours = ours || places.has(v);
    if (ours)
      out.stmts.push_back(&stmt);
  }
  for (BlockId t : successors(k_.blocks[b].end)) {
    std::vector<Expr> conditions = on_edge_.at({b, t});
    std::erase_if(conditions, [&](const Expr &c) { return !concerns(c, places); });
    out.edges.push_back({t, std::move(conditions)});
  }
  return out;
}

void Explorer::forget_dead(BlockId b, Tuple &t, const std::vector<VarId> &vars) const {
  for (std::size_t i = 0; i < vars.size(); ++i)
    if (!live_.at_entry[b][vars[i]])
      t[i].reset();
}

std::optional<Explored> Explorer::explore(const std::vector<VarId> &vars, const ExploreLimits &limits,
                                          std::size_t &budget) const {
  if (budget == 0 || k_.blocks.empty())
    return std::nullopt;
  const TuplePlaces places(k_.vars.size(), vars);
  std::vector<std::set<Tuple>> in(k_.blocks.size());
  std::vector<std::vector<std::set<std::uint64_t>>> values(k_.blocks.size());
  struct Work {
    BlockId block;
    const Tuple *tuple; // in the set, where it stays
  };
  std::vector<Work> work;
  // False if a limit is passed.
  auto reach = [&](BlockId b, Tuple t) {
    forget_dead(b, t, vars);
    if (in[b].size() >= std::min(limits.tuples, limits.values) && support::left_out("value_explorer.limits"))
      return true;
    auto [it, fresh] = in[b].insert(std::move(t));
    if (!fresh)
      return true;
    work.push_back({b, &*it});
    values[b].resize(vars.size());
    for (std::size_t i = 0; i < vars.size(); ++i)
      if ((*it)[i])
        if (values[b][i].insert(*(*it)[i]); values[b][i].size() > limits.values)
          return false;
    return in[b].size() <= limits.tuples;
  };
  std::vector<Part> parts;
  for (BlockId b = 0; b < k_.blocks.size(); ++b)
    parts.push_back(part(b, places));
  if (!reach(0, Tuple(vars.size())))
    return std::nullopt;
  while (!work.empty()) {
    support::spend();
    if (budget == 0)
      return std::nullopt;
    --budget;
    auto [b, tuple] = work.back();
    work.pop_back();
    std::vector<Tuple> tuples{*tuple};
    for (const Stmt *stmt : parts[b].stmts) {
      steps_.execute(*stmt, tuples, places);
      normalise(tuples);
      if (tuples.size() > limits.tuples)
        return std::nullopt;
    }
    for (const auto &[target, conditions] : parts[b].edges) {
      std::vector<Tuple> on = tuples;
      for (const Expr &c : conditions)
        steps_.assume(c, on, places);
      for (Tuple &t : on)
        if (!reach(target, std::move(t)))
          return std::nullopt;
    }
  }
  Explored out{vars, {}};
  for (const auto &tuples : in)
    out.at_entry.emplace_back(tuples.begin(), tuples.end());
  return out;
}

// --- one round of a loop ------------------------------------------------------------------------------------

struct Explorer::Round {
  struct Step {
    BlockId block;
    std::vector<VarId> unknown; // at the head of an inner loop: what that loop assigns
    Part part;                  // its edges that stay in the loop, inner back edges left out
  };
  std::vector<VarId> vars;
  TuplePlaces places;
  BlockId head;
  std::vector<Step> steps; // before their successors
};

std::shared_ptr<const Explorer::Round> Explorer::round(const std::vector<VarId> &vars, const LoopForest &forest,
                                                       std::size_t loop) const {
  const int index = static_cast<int>(loop);
  auto out = std::make_shared<Round>(Round{vars, TuplePlaces(k_.vars.size(), vars), forest.loops[loop].head, {}});
  for (Node b : reverse_postorder(graph_of(k_), 0)) {
    if (!forest.contains(index, b))
      continue;
    Round::Step step{b, {}, part(b, out->places)};
    if (int inner = forest.headed_by(b); inner >= 0 && inner != index) {
      const std::vector<bool> assigned = modified_in(k_, forest.loops[static_cast<std::size_t>(inner)]);
      std::copy_if(vars.begin(), vars.end(), std::back_inserter(step.unknown), [&](VarId v) { return assigned[v]; });
    }
    std::erase_if(step.part.edges, [&](const auto &edge) {
      return !forest.contains(index, edge.first) || (edge.first != out->head && forest.is_back_edge(b, edge.first));
    });
    out->steps.push_back(std::move(step));
  }
  return out;
}

std::vector<Tuple> Explorer::next_visit(const Round &round, const Tuple &at_head) const {
  const TuplePlaces &places = round.places;
  std::map<BlockId, std::vector<Tuple>> in{{round.head, {at_head}}};
  std::vector<Tuple> out;
  for (const Round::Step &step : round.steps) {
    auto it = in.find(step.block);
    if (it == in.end())
      continue;
    std::vector<Tuple> tuples = std::move(it->second);
    auto settle = [&] {
      normalise(tuples);
      if (tuples.size() > max_paths)
        tuples = {common(tuples)};
    };
    for (Tuple &t : tuples)
      for (VarId v : step.unknown)
        t[places.of(v)].reset();
    settle();
    for (const Stmt *stmt : step.part.stmts) {
      steps_.execute(*stmt, tuples, places);
      settle();
    }
    for (const auto &[target, conditions] : step.part.edges) {
      std::vector<Tuple> on = tuples;
      for (const Expr &c : conditions)
        steps_.assume(c, on, places);
      for (Tuple &t : on)
        forget_dead(target, t, round.vars);
      if (on.empty())
        continue;
      std::vector<Tuple> &into = target == round.head ? out : in[target];
      if (target == round.head && support::left_out("orbits.paths"))
        into.clear();
      into.insert(into.end(), on.begin(), on.end());
    }
  }
  normalise(out);
  return out;
}

std::vector<Tuple> Explorer::before(const Explored &e, BlockId block, std::size_t stmt) const {
  std::vector<Tuple> tuples = e.at_entry[block];
  execute(block, stmt, tuples, TuplePlaces(k_.vars.size(), e.vars));
  return tuples;
}

bool Explorer::can_go(const Explored &e, BlockId from, BlockId through, BlockId to) const {
  const TuplePlaces places(k_.vars.size(), e.vars);
  std::vector<Tuple> tuples = e.at_entry[from];
  execute(from, k_.blocks[from].stmts.size(), tuples, places);
  follow(from, through, tuples, places);
  execute(through, k_.blocks[through].stmts.size(), tuples, places);
  follow(through, to, tuples, places);
  return !tuples.empty();
}

} // namespace lockstep::cfg
