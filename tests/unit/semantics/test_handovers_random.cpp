// What the analysis of handovers calls ordered must be ordered in executions: random programs of locks, counters of
// groups, flags, turns and fences, most of them nearly right, on random schedules.
#include "cfg/analysis/order/handover.h"
#include "cfg/ir/rewrite.h"
#include "cfg/ir/text/print.h"
#include "running.h"
#include "tests/oracle/make_scopes.h"

#include <algorithm>
#include <cstdlib>

namespace lockstep::semantics::test_handovers_random {
namespace {

// Does a token that the first side's access gives meet one that the other's takes?
bool meet(const cfg::Handovers &h, const Race &r, const Geometry &g, std::size_t first, std::size_t second) {
  const cfg::Tokens *given = h.of(r.sides[first].site.block, r.sides[first].site.stmt);
  const cfg::Tokens *taken = h.of(r.sides[second].site.block, r.sides[second].site.stmt);
  if (!given || !taken)
    return false;
  const bool one_group = r.sides[first].id.group == r.sides[second].id.group;
  const auto apart = one_group ? cfg::AtomicScope::Group : cfg::AtomicScope::Grid;
  const auto key = [&](const cfg::Token &token, std::size_t side) {
    const ThreadId &t = r.sides[side].id;
    return cfg::replace(token.key, [&](const cfg::Expr &n) -> cfg::Expr {
      switch (n->op) {
      case cfg::Op::GroupId: return cfg::constant(n->type, t.group[n->value]);
      case cfg::Op::LocalId: return cfg::constant(n->type, t.local[n->value]);
      case cfg::Op::LocalSize: return cfg::constant(n->type, g.local_size[n->value]);
      default: return nullptr;
      }
    });
  };
  return std::any_of(given->gives.begin(), given->gives.end(), [&](const cfg::Token &x) {
    const cfg::Pairs pairs = h.channels[x.channel].pairs;
    return (pairs == cfg::Pairs::Any || (pairs == cfg::Pairs::OfGroup) == one_group) && x.covers(apart) &&
           std::any_of(taken->takes.begin(), taken->takes.end(), [&](const cfg::Token &y) {
             return x.channel == y.channel && y.covers(apart) && (!x.key || cfg::equal(key(x, first), key(y, second)));
           });
  });
}

unsigned seeds() { // HANDOVER_SEEDS: more of them than a test has time for
  const char *asked = std::getenv("HANDOVER_SEEDS");
  return asked ? static_cast<unsigned>(std::atoi(asked)) : 2000;
}

TEST(HandoversRandom, WhatIsOrderedDoesNotRace) {
  unsigned claims = 0, posts = 0, racing = 0;
  for (unsigned seed = 0; seed < seeds(); ++seed) {
    const std::string text = oracle::ScopesWriter(seed).kernel();
    const Geometry g = seed % 3 == 0 ? test::launch(1, 3) : test::launch(2, 2 + seed % 2);
    RunOptions options;
    options.max_steps = 400;
    test::Bench bench(text, g, {}, options, {.tolerance = cfg::Tolerance::None});
    cfg::Launch launch;
    launch.local_size[0] = g.local_size[0];
    launch.num_groups[0] = g.num_groups[0];
    const cfg::Handovers h = cfg::handovers(bench.kernel, cfg::available_facts(bench.kernel), launch);
    const auto some_take = [&](bool post) {
      return std::any_of(h.at.begin(), h.at.end(), [&](const auto &x) {
        return std::any_of(x.second.takes.begin(), x.second.takes.end(),
                           [&](const cfg::Token &t) { return h.channels[t.channel].name.starts_with("post") == post; });
      });
    };
    claims += some_take(false);
    posts += some_take(true);
    for (unsigned run = 0; run < 25; ++run) {
      RandomSchedule schedule(seed * 100 + run);
      ZeroChoices choices;
      bench.machine.run(schedule, choices);
    }
    // Who races on an array of locks, counters or flags breaks what is said of others.
    const bool on_cells =
        std::any_of(bench.races.races().begin(), bench.races.races().end(), [](const Race &r) { return r.array != 0; });
    const bool diverges = bench.violations.has(ViolationKind::Divergence);
    for (const Race &r : bench.races.races()) {
      ++racing;
      const bool claimed = !on_cells && !diverges && (meet(h, r, g, 0, 1) || meet(h, r, g, 1, 0));
      ASSERT_FALSE(claimed) << "seed " << seed << "\n"
                            << text << "\nsites " << r.sides[0].site.block << "." << r.sides[0].site.stmt << " and "
                            << r.sides[1].site.block << "." << r.sides[1].site.stmt;
    }
  }
  EXPECT_GT(claims, 150u);
  EXPECT_GT(posts, 150u);
  EXPECT_GT(racing, 300u);
}

} // namespace
} // namespace lockstep::semantics::test_handovers_random
