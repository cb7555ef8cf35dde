// What the analysis of handovers calls ordered must be ordered in executions: random programs of locks, counters of
// groups, flags, turns and fences, most of them nearly right, on random schedules.
#include "cfg/analysis/order/handover.h"
#include "cfg/ir/print.h"
#include "cfg/ir/rewrite.h"
#include "running.h"
#include "tests/oracle/make_scopes.h"

#include <algorithm>
#include <cstdlib>

namespace lockstep::semantics {
namespace {

using cfg::Handover;

bool share(const std::vector<cfg::HeldLock> &a, const std::vector<cfg::HeldLock> &b) {
  return std::any_of(a.begin(), a.end(), [&](const cfg::HeldLock &x) {
    return std::any_of(b.begin(), b.end(), [&](const cfg::HeldLock &y) {
      return x.array == y.array && x.reading == y.reading && cfg::equal(x.offset, y.offset);
    });
  });
}
bool meet(const std::vector<cfg::Counted> &a, const std::vector<cfg::Counted> &b) {
  return std::any_of(a.begin(), a.end(), [&](const cfg::Counted &x) {
    return std::any_of(b.begin(), b.end(), [&](const cfg::Counted &y) { return x.counter == y.counter; });
  });
}

bool is_posted_to(const cfg::Handovers &h, const Race &r, const Geometry &g, std::size_t first, std::size_t second) {
  const Handover &x = *h.of(r.sides[first].site.block, r.sides[first].site.stmt);
  const Handover &y = *h.of(r.sides[second].site.block, r.sides[second].site.stmt);
  const auto cell = [&](const cfg::Expr &e, const ThreadId &t) {
    return cfg::replace(e, [&](const cfg::Expr &n) -> cfg::Expr {
      switch (n->op) {
      case cfg::Op::GroupId: return cfg::constant(n->type, t.group[n->value]);
      case cfg::Op::LocalId: return cfg::constant(n->type, t.local[n->value]);
      case cfg::Op::LocalSize: return cfg::constant(n->type, g.local_size[n->value]);
      default: return nullptr;
      }
    });
  };
  return std::any_of(y.found.begin(), y.found.end(), [&](const cfg::FoundPost &f) {
    const cfg::Expr &to = h.channels[f.channel].cell;
    return std::any_of(x.posted.begin(), x.posted.end(), [&](const auto &p) { return p.channel == f.channel; }) &&
           (!to || (f.cell && cfg::equal(cell(to, r.sides[first].id), cell(f.cell, r.sides[second].id))));
  });
}

bool ordered(const cfg::Handovers &h, const Race &r, const Geometry &g) {
  const Handover *x = h.of(r.sides[0].site.block, r.sides[0].site.stmt);
  const Handover *y = h.of(r.sides[1].site.block, r.sides[1].site.stmt);
  if (!x || !y)
    return false;
  if (is_posted_to(h, r, g, 0, 1) || is_posted_to(h, r, g, 1, 0))
    return true;
  if (r.sides[0].id.group == r.sides[1].id.group)
    return share(x->in_group, y->in_group);
  return share(x->in_grid, y->in_grid) || meet(x->before, y->last) || meet(x->last, y->before) ||
         meet(x->last, y->last);
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
    test::Bench bench(text, g, {}, options, {.benign_tolerance = false});
    cfg::Launch launch;
    launch.local_size[0] = g.local_size[0];
    launch.num_groups[0] = g.num_groups[0];
    const cfg::Handovers h = cfg::handovers(bench.kernel, cfg::available_facts(bench.kernel), launch);
    claims += std::any_of(h.at.begin(), h.at.end(),
                          [](const auto &x) { return !x.second.in_group.empty() || !x.second.last.empty(); });
    posts += std::any_of(h.at.begin(), h.at.end(), [](const auto &x) { return !x.second.found.empty(); });
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
      const bool claimed = !on_cells && !diverges && ordered(h, r, g);
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
} // namespace lockstep::semantics
