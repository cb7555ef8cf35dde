// Exploration of all states: see explore.h.
#include "semantics/simt/explore.h"

#include "cfg/analysis/graph/graph.h"
#include "semantics/simt/machine_impl.h"
#include "support/invariant.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace lockstep::semantics::simt {

namespace {

// Choices as given, then zeros; says how many there were to make.
class Scripted final : public Choices {
public:
  std::size_t among(std::size_t n) override {
    if (at_ == taken_.size()) {
      taken_.push_back(0);
      of_.push_back(n);
    }
    return taken_[at_++];
  }
  std::uint64_t havoc(cfg::Type type) override { return type.is_bool() ? among(2) : 0; }

  void rewind() { at_ = 0; }
  // To the next script, in counting order; false: all have been.
  bool advance() {
    while (!taken_.empty() && taken_.back() + 1 == of_.back()) {
      taken_.pop_back();
      of_.pop_back();
    }
    at_ = 0;
    if (taken_.empty())
      return false;
    ++taken_.back();
    return true;
  }

private:
  std::vector<std::size_t> taken_, of_;
  std::size_t at_ = 0;
};

constexpr std::uint32_t memory_moves = ~std::uint32_t(0); // in place of the warp

struct Edge {
  std::size_t to;
  std::uint32_t warp;
  Pc pc;
};
struct ExploredNode {
  SimtMachine::Impl::State state;
  std::vector<Edge> out;
  std::size_t from = 0; // on the way from the start
  bool final = false, expanded = false;
};

class Explorer {
public:
  Explorer(SimtMachine::Impl &m, const ExploreLimits &limits) : m_(m), limits_(limits) {}

  Seen run() {
    Scripted script;
    m_.any_order = true;
    do { // which blocks are there first
      script.rewind();
      m_.start(script);
      if (m_.outcome) {
        problem(m_.outcome->end, m_.outcome->reason);
        seen_.never_ends = true;
        return std::move(seen_);
      }
      add(0);
    } while (script.advance());
    starts_ = nodes_.size();
    for (std::size_t at = 0; at < nodes_.size() && seen_.complete; ++at)
      expand(at);
    seen_.states = nodes_.size();
    if (seen_.complete)
      judge();
    seen_.final_memories = memories_.size();
    return std::move(seen_);
  }

private:
  std::size_t add(std::size_t from) {
    auto [it, fresh] = known_.try_emplace(m_.key(), nodes_.size());
    if (!fresh)
      return it->second;
    nodes_.push_back({m_.save(), {}, from});
    if (m_.completed() && m_.drained()) {
      nodes_.back().final = true;
      ++seen_.finals;
      if (m_.async)
        m_.async->environment().write_all_back();
      std::vector<std::vector<std::uint64_t>> outcome;
      for (cfg::ArrayId a : limits_.arrays)
        for (std::uint32_t c = 0; c < m_.m.memory.copies(a); ++c)
          outcome.push_back(m_.m.memory.contents(a, c));
      if (!limits_.arrays.empty())
        seen_.outcomes.insert(std::move(outcome));
      std::string memory;
      m_.m.memory.append_key(memory);
      memories_.insert(std::move(memory));
    }
    if (nodes_.size() > limits_.max_states)
      seen_.complete = false;
    return nodes_.size() - 1;
  }

  void problem(End end, const std::string &why) {
    if (std::find(seen_.problems.begin(), seen_.problems.end(), why) == seen_.problems.end()) {
      seen_.problems.push_back(why);
      seen_.ends.push_back(end);
    }
  }

  void expand(std::size_t at) {
    if (nodes_[at].final)
      return;
    m_.restore(nodes_[at].state);
    std::vector<Unit> units = m_.units();
    if (units.empty() && m_.drained())
      return problem(End::Deadlock, m_.waiting_text());
    for (const MemoryMove &move : memory_ways(units))
      try_all(at, memory_moves, 0, [&] { m_.move_memory(move); });
    for (const Unit &u : units)
      try_all(at, u.warp, u.pc, [&] { m_.step(u); });
  }

  // What memory can do. Where one step, of it or of a warp, need not be tried in another order, that is the only way.
  std::vector<MemoryMove> memory_ways(std::vector<Unit> &units) {
    if (!m_.async)
      return {};
    if (limits_.every_order)
      return m_.async->environment().moves();
    if (const auto alone = m_.async->environment().alone()) {
      units.clear();
      return {{MemoryMove::Kind::Step, *alone, {}}};
    }
    const auto only = std::find_if(units.begin(), units.end(), [&](const Unit &u) { return m_.only_for_itself(u); });
    if (only != units.end()) {
      units = {Unit(*only)};
      return {};
    }
    const MemoryEnvironment &memory = m_.async->environment();
    if (const auto first = memory.first_in_l1([&](const Operation &o) { return m_.only_thread_of_processor(o); })) {
      units.clear();
      return {{MemoryMove::Kind::Step, *first, {}}};
    }
    std::vector<MemoryMove> moves = memory.moves();
    std::erase_if(moves, [&](const MemoryMove &move) { return memory.may_wait(move); });
    return moves;
  }

  template <typename F> void try_all(std::size_t at, std::uint32_t warp, Pc pc, F &&go) {
    {
      Scripted script;
      do {
        script.rewind();
        m_.restore(nodes_[at].state);
        m_.choices = &script;
        m_.lane_steps = m_.m.steps = m_.memory_moves = 0;
        go();
        if (m_.outcome)
          problem(m_.outcome->end, m_.outcome->reason);
        else if (m_.m.over_)
          problem(End::Stopped, m_.m.ending ? m_.m.ending->reason : "stopped");
        else {
          const std::size_t to = add(at); // nodes may move
          nodes_[at].out.push_back({to, warp, pc});
        }
      } while (seen_.complete && script.advance());
    }
  }

  // Backwards from the finals.
  void judge() {
    cfg::Graph before(nodes_.size());
    std::vector<cfg::Node> finals;
    for (cfg::Node n = 0; n < nodes_.size(); ++n) {
      for (const Edge &e : nodes_[n].out)
        before[e.to].push_back(n);
      if (nodes_[n].final)
        finals.push_back(n);
    }
    const std::vector<bool> good = cfg::reachable(before, std::move(finals));
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      seen_.doomed += !good[n];
    seen_.always_ends = seen_.doomed == 0;
    seen_.never_ends =
        std::none_of(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(starts_), [](bool b) { return b; });
    for (std::size_t n = 0; n < nodes_.size() && seen_.cycle.empty(); ++n)
      if (!good[n])
        show(n);
  }

  // From a doomed state on, always the first way, until a state returns (or nobody can go on).
  void show(std::size_t doomed) {
    std::vector<std::size_t> path{doomed};
    std::unordered_map<std::size_t, std::size_t> place{{doomed, 0}};
    std::vector<std::pair<std::uint32_t, Pc>> steps;
    for (;;) {
      const ExploredNode &n = nodes_[path.back()];
      if (n.out.empty())
        return;
      const Edge &e = n.out.front();
      steps.push_back({e.warp, e.pc});
      const auto known = place.find(e.to);
      if (known != place.end()) {
        seen_.cycle.assign(steps.begin() + static_cast<std::ptrdiff_t>(known->second), steps.end());
        std::erase_if(seen_.cycle, [](const auto &s) { return s.first == memory_moves; });
        steps.resize(known->second);
        seen_.to_doomed = way_to(doomed);
        seen_.to_doomed.insert(seen_.to_doomed.end(), steps.begin(), steps.end());
        std::erase_if(seen_.to_doomed, [](const auto &s) { return s.first == memory_moves; });
        return;
      }
      place[e.to] = path.size();
      path.push_back(e.to);
    }
  }

  std::vector<std::pair<std::uint32_t, Pc>> way_to(std::size_t n) const {
    std::vector<std::pair<std::uint32_t, Pc>> out;
    while (n >= starts_) {
      const std::size_t from = nodes_[n].from;
      const auto e = std::find_if(nodes_[from].out.begin(), nodes_[from].out.end(),
                                  [&](const Edge &edge) { return edge.to == n; });
      out.push_back({e->warp, e->pc});
      n = from;
    }
    std::reverse(out.begin(), out.end());
    return out;
  }

  SimtMachine::Impl &m_;
  ExploreLimits limits_;
  Seen seen_;
  std::vector<ExploredNode> nodes_;
  std::size_t starts_ = 0; // of the nodes the first so many
  std::unordered_map<std::string, std::size_t> known_;
  std::set<std::string> memories_;
};

} // namespace

Seen explore(SimtMachine &machine, const ExploreLimits &limits) { return Explorer(machine.impl(), limits).run(); }

} // namespace lockstep::semantics::simt
