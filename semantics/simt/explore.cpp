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
    m_.accesses.in_any_order(true);
    do { // which blocks are there first
      script.rewind();
      m_.start(script);
      if (m_.core.ended) {
        problem(m_.core.counts.end, m_.core.counts.reason);
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
    if (m_.core.warps.completed() && m_.memory.drained()) {
      nodes_.back().final = true;
      ++seen_.finals;
      m_.memory.write_all_back();
      std::vector<std::vector<std::uint64_t>> outcome;
      for (cfg::ArrayId a : limits_.arrays)
        for (std::uint32_t c = 0; c < m_.core.m.memory.copies(a); ++c)
          outcome.push_back(m_.core.m.memory.contents(a, c));
      if (!limits_.arrays.empty())
        seen_.outcomes.insert(std::move(outcome));
      std::string memory;
      m_.core.m.memory.append_key(memory);
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
    std::vector<Unit> units = m_.scheduler.units();
    if (units.empty() && m_.memory.drained())
      return problem(End::Deadlock, m_.scheduler.waiting_text());
    for (const MemoryMove &move : memory_ways(units))
      try_all(at, memory_moves, 0, [&](Choices &choices) { m_.memory.move(move, choices); });
    for (const Unit &u : units)
      try_all(at, u.warp, u.pc, [&](Choices &choices) { m_.step(u, choices); });
  }

  // What memory can do. Where one step, of it or of a warp, need not be tried in another order, that is the only way.
  std::vector<MemoryMove> memory_ways(std::vector<Unit> &units) {
    if (!m_.memory.asynchronous() || limits_.every_order)
      return m_.memory.moves();
    const MemoryEnvironment &memory = m_.memory.asynchronous()->environment();
    if (const auto alone = memory.alone()) {
      units.clear();
      return {{MemoryMove::Kind::Step, *alone, {}}};
    }
    const auto only = std::find_if(units.begin(), units.end(), [&](const Unit &u) { return only_for_itself(u); });
    if (only != units.end()) {
      units = {Unit(*only)};
      return {};
    }
    if (const auto first = memory.first_in_l1([&](const Operation &o) { return only_thread_of_processor(o); })) {
      units.clear();
      return {{MemoryMove::Kind::Step, *first, {}}};
    }
    std::vector<MemoryMove> moves = memory.moves();
    std::erase_if(moves, [&](const MemoryMove &move) { return memory.may_wait(move); });
    return moves;
  }

  // That runs there, or ever will?
  bool only_thread_of_processor(const Operation &o) const {
    if (m_.core.options.limits.limited()) // blocks that have no room yet
      return false;
    for (const cfg::Barrier *b : m_.core.code.code.barriers)
      if (b && b->scope == cfg::Scope::Grid) // flushes the caches
        return false;
    const auto processors = static_cast<std::uint32_t>(m_.memory.asynchronous()->environment().state().l1.size());
    for (ThreadIndex t = 0; t < m_.core.m.threads.size(); ++t)
      if (t != o.thread && !m_.core.warps.exited(t) &&
          m_.blocks.processors()[t / m_.core.warps.block_size] % processors == o.processor)
        return false;
    return true;
  }

  // Its step changes what no other can tell, and leads on. Sound because such a step reads and writes registers of its
  // own warp that no operation is in flight to, and what the warp does next, no more: it commutes with all that others
  // do. It leads to a higher address, so no round consists of such steps alone, and none of the others is left out for
  // ever.
  bool only_for_itself(const Unit &u) const {
    if (u.pc >= m_.core.code.steps.size())
      return false;
    const Step &s = m_.core.code.steps[u.pc];
    const BranchState &b = m_.core.warps.states[u.warp].branch;
    switch (s.does) {
    case Does::Compute: {
      const auto *stmt = std::get_if<cfg::Stmt>(&m_.core.code.program->code[u.pc].body);
      return stmt && (std::holds_alternative<cfg::Assign>(stmt->node) || std::holds_alternative<cfg::Skip>(stmt->node));
    }
    case Does::Vote: return m_.core.options.scheduling == Scheduling::Stack;
    case Does::Push: return true;
    case Does::Sync:
      return m_.core.options.scheduling == Scheduling::Independent || (!b.stack.empty() && b.stack.back().pc > u.pc);
    case Does::Jump: return !s.computed && s.target > u.pc;
    case Does::Access:
    case Does::Meet:
    case Does::Bar:
    case Does::Leave: return false;
    }
    LOCKSTEP_UNREACHABLE("every step has its case");
  }

  template <typename F> void try_all(std::size_t at, std::uint32_t warp, Pc pc, F &&go) {
    Scripted script;
    do {
      script.rewind();
      m_.restore(nodes_[at].state);
      go(script);
      if (m_.core.ended)
        problem(m_.core.counts.end, m_.core.counts.reason);
      else if (m_.core.m.over_)
        problem(End::Stopped, m_.core.m.ending ? m_.core.m.ending->reason : "stopped");
      else {
        const std::size_t to = add(at); // nodes may move
        nodes_[at].out.push_back({to, warp, pc});
      }
    } while (seen_.complete && script.advance());
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
