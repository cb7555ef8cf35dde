// The ways of one thread: see thread_ways.h.
#include "cfg/analysis/values/thread_ways.h"

#include "cfg/analysis/graph/flow.h"
#include "cfg/analysis/values/facts.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

using ThreadValues = ThreadWays::Values;

constexpr std::uint64_t most_lane_work = 400'000'000; // values of variables that are followed, in all

class WayFollower {
public:
  WayFollower(const Kernel &k, const Launch &launch, const std::array<std::uint64_t, 3> &ids)
      : k_(k), launch_(launch), ids_(ids) {}

  // Sound because a value counts only where all open ways into a block give it; what is not computed from local ids,
  // sizes and constants is any value.
  ThreadWays run() {
    OpenEdges open;
    auto at = solve(
        graph_of(k_), 0, ThreadValues(k_.vars.size()),
        [&](BlockId b, ThreadValues &now) {
          for (const Stmt &s : k_.blocks[b].stmts)
            pass(s, now);
        },
        [&](BlockId b, BlockId to, const ThreadValues &now) {
          return !closed(k_.blocks[b], to, now) && (open.insert({b, to}), true);
        },
        joined);
    return {std::move(open), std::move(at)};
  }

  void pass(const Stmt &s, ThreadValues &now) const {
    auto *a = std::get_if<Assign>(&s.node);
    const auto value = a ? evaluate(a->value, now) : std::nullopt;
    for (VarId v : defined_vars(s))
      now[v] = value;
  }

  std::optional<std::uint64_t> evaluate(const Expr &e, const ThreadValues &now) const {
    return value_for(e, launch_, ids_, [&](VarId v) { return now[v]; });
  }

private:
  bool closed(const Block &from, BlockId to, const ThreadValues &now) const {
    const auto conditions = edge_conditions(from, to);
    return std::ranges::any_of(conditions,
                               [&](const Expr &c) { return evaluate(c, now) == std::optional<std::uint64_t>(0); });
  }

  static bool joined(ThreadValues &into, const ThreadValues &now) {
    bool changed = false;
    for (std::size_t v = 0; v < now.size(); ++v)
      if (support::unsound("numbered.join", into[v] && into[v] != now[v])) {
        into[v].reset();
        changed = true;
      }
    return changed;
  }

  const Kernel &k_;
  const Launch &launch_;
  const std::array<std::uint64_t, 3> &ids_;
};

} // namespace

ThreadWays ways_of(const Kernel &k, const Launch &launch, const LocalIds &ids) {
  return WayFollower(k, launch, ids).run();
}

std::optional<std::uint64_t> value_before(const Kernel &k, const Launch &launch, const LocalIds &ids,
                                          const ThreadWays &ways, BlockId block, std::uint32_t stmt, const Expr &e) {
  if (!ways.at[block])
    return std::nullopt;
  const WayFollower thread(k, launch, ids);
  ThreadValues now = *ways.at[block];
  for (std::uint32_t i = 0; i < stmt; ++i)
    thread.pass(k.blocks[block].stmts[i], now);
  return thread.evaluate(e, now);
}

std::vector<LocalIds> threads_of(const Kernel &k, const Launch &launch) {
  std::uint64_t threads = 1;
  std::array<std::uint64_t, 3> size;
  for (unsigned d = 0; d < 3; ++d) {
    if (!launch.local_size[d] && (launch.local_size[1] != std::optional<std::uint64_t>(1) ||
                                  launch.local_size[2] != std::optional<std::uint64_t>(1)))
      return {};
    size[d] = std::min<std::uint64_t>(launch.local_size[d].value_or(launch.most_local[d]), 1025);
    threads *= size[d];
    if (threads > 1024 || threads * k.blocks.size() * k.vars.size() > most_lane_work)
      return {};
  }
  std::vector<LocalIds> out;
  for (std::uint64_t t = 0; t < threads; ++t)
    out.push_back({t % size[0], t / size[0] % size[1], t / size[0] / size[1]});
  return out;
}

} // namespace lockstep::cfg
