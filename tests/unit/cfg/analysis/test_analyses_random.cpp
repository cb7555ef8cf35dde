// The analyses against executions of random kernels: every fact, range, wrap statement, closed form and uniformity
// statement is checked at every step of every run.

#include "tests/unit/cfg/analysis/checked_thread.h"

#include "cfg/analysis/graph/sort_order.h"
#include "cfg/analysis/sharing/uniformity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace lockstep::cfg::random_run::test_analyses_random {
namespace {

Shared memory(unsigned seed) {
  std::mt19937 random(seed);
  Shared s;
  for (int a = 0; a < 2; ++a) {
    s.arrays.emplace_back();
    for (int i = 0; i < 256; ++i)
      s.arrays.back().push_back(random() % 3 ? random() % 10 : random() % 256);
  }
  return s;
}

Launch group_of(unsigned size) {
  Launch l;
  l.local_size[0] = size;
  return l;
}

// Seeds [first, last); a longer campaign: LOCKSTEP_RANDOM_FIRST, LOCKSTEP_RANDOM_LAST in the environment.
unsigned from_environment(const char *name, unsigned otherwise) {
  const char *text = std::getenv(name);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}
unsigned first_seed() { return from_environment("LOCKSTEP_RANDOM_FIRST", 0); }
unsigned last_seed() { return from_environment("LOCKSTEP_RANDOM_LAST", 300); }

TEST(AnalysesRandom, EveryStatementHoldsInEveryRun) {
  std::uint64_t checks = 0, linear = 0, monotone = 0, banded = 0, counted = 0, through_inner = 0, bands = 0, orbits = 0,
                steps = 0, sets = 0, joint = 0, runs = 0, undefined = 0;
  for (unsigned seed = first_seed(); seed < last_seed(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Kernel k = test::RandomKernel(seed).make();
    bool trust = seed % 2 == 0;
    Launch actual = group_of(4), known = seed % 3 ? actual : group_of(0);
    if (seed % 3 == 0)
      known.local_size[0] = std::nullopt;
    Analyses_ a = analyse(k, known, trust, seed % 4 < 2);
    for (const auto &block : a.sets_at)
      for (const TupleSet &s : block.front()) {
        ++sets;
        joint += s.vars.size() > 1 && s.tuples.size() > 1;
      }
    for (VarId v = 0; v < k.vars.size(); ++v)
      steps += moves_in_steps(k, v, a.congruences[v]);
    for (std::size_t i = 0; i < a.induction.loops.size(); ++i) {
      const LoopInduction &l = a.induction.loops[i];
      for (const Recurrence &r : l.recurrences) {
        linear += r.linear();
        if (r.linear())
          continue;
        monotone += direction(r.as_signed) || direction(r.as_unsigned);
        if (!band(r.as_signed) && !band(r.as_unsigned))
          continue;
        ++banded;
        for (std::size_t j = 0; j < a.induction.loops.size(); ++j)
          if (a.forest.loops[j].parent == static_cast<int>(i)) {
            const std::vector<VarId> &inner = a.induction.loops[j].modified;
            through_inner += std::find(inner.begin(), inner.end(), r.var) != inner.end();
          }
      }
      counted += l.trips.most.has_value();
      orbits += l.orbits.size();
    }
    for (unsigned run = 0; run < 12; ++run) {
      Shared shared = memory(seed * 100 + run);
      Thread t(k, a, actual, shared, run % 4, trust, seed * 1000 + run);
      for (int steps = 0; steps < 150 && !t.stopped; ++steps)
        t.step();
      ++runs;
      undefined += t.undefined;
      checks += t.checks;
      bands += t.bands;
      if (testing::Test::HasFailure()) {
        FAIL() << "thread " << run % 4 << (trust ? ", flags trusted\n" : "\n") << print(k);
      }
    }
  }
  RecordProperty("checks", std::to_string(checks));
  RecordProperty("undefined", std::to_string(undefined) + " of " + std::to_string(runs));
  RecordProperty("forms", std::to_string(linear) + " " + std::to_string(monotone) + " " + std::to_string(orbits));
  RecordProperty("bands", std::to_string(banded) + ", " + std::to_string(through_inner) + " through inner loops, " +
                              std::to_string(bands) + " visits");
  // The test tests something: all kinds of statements were made, and most runs are not cut short.
  EXPECT_GT(checks, 100000u);
  EXPECT_GT(linear, 100u);
  EXPECT_GT(monotone, 10u);
  EXPECT_GT(banded, 10u);
  EXPECT_GT(counted, 100u);
  EXPECT_GT(through_inner, 3u);
  EXPECT_GT(bands, 100u);
  EXPECT_GT(orbits, 50u);
  EXPECT_GT(steps, 50u);
  EXPECT_GT(sets, 500u);
  EXPECT_GT(joint, 50u);
  EXPECT_LT(undefined, runs * 2 / 3);
}

// All threads of a group in lock step: always the first block in sort order at which some thread is.
TEST(AnalysesRandom, UniformityHoldsInLockStep) {
  std::uint64_t uniform_blocks = 0, other_blocks = 0, uniform_vars = 0, other_vars = 0;
  for (unsigned seed = first_seed(); seed < last_seed(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Kernel k = test::RandomKernel(seed).make();
    Launch launch = group_of(4);
    Analyses_ a = analyse(k, launch, true, true);
    Uniformity u = uniformity(k, a.forest);
    std::vector<BlockId> order = sort_order(k, a.forest).order;
    std::vector<std::size_t> rank(k.blocks.size(), order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      rank[order[i]] = i;
    for (unsigned run = 0; run < 12; ++run) {
      Shared shared = memory(seed * 100 + run);
      std::vector<Thread> threads;
      for (unsigned id = 0; id < 4; ++id)
        threads.emplace_back(k, a, launch, shared, id, true, seed * 1000 + run * 10 + id, false);
      for (Thread &t : threads)
        for (VarId v = 0; v < k.vars.size(); ++v)
          if (k.vars[v].param)
            t.vars[v] = threads[0].vars[v];
      for (int steps = 0; steps < 200; ++steps) {
        std::size_t first = order.size();
        for (const Thread &t : threads)
          if (!t.stopped)
            first = std::min(first, rank[t.at]);
        if (first == order.size())
          break;
        BlockId b = order[first];
        std::vector<Thread *> here;
        for (Thread &t : threads)
          if (!t.stopped && t.at == b)
            here.push_back(&t);
        (u.block_uniform[b] ? uniform_blocks : other_blocks) += 1;
        if (u.block_uniform[b]) {
          EXPECT_EQ(here.size(), threads.size()) << k.blocks[b].name << " is not run by all";
        }
        for (VarId v = 0; v < k.vars.size(); ++v)
          if (a.live.at_entry[b][v]) {
            (u.var_uniform[v] ? uniform_vars : other_vars) += 1;
            for (const Thread *t : here)
              if (u.var_uniform[v]) {
                EXPECT_EQ(t->vars[v], here[0]->vars[v]) << k.vars[v].name << " at " << k.blocks[b].name;
              }
          }
        bool ended = false;
        for (Thread *t : here) {
          t->step();
          // An execution in which a thread fails an assumption or is undefined is none; returning is all right.
          bool returned = std::holds_alternative<Return>(k.blocks[b].end.node) && !t->undefined;
          ended = ended || (t->stopped && !returned);
        }
        if (ended)
          break;
        for (const Thread *t : here)
          if (u.branch_uniform[b] && !t->stopped) {
            EXPECT_EQ(t->at, here[0]->at) << "branch of " << k.blocks[b].name;
          }
        if (HasFailure())
          FAIL() << print(k);
      }
    }
  }
  EXPECT_GT(uniform_blocks, 1000u);
  EXPECT_GT(other_blocks, 1000u);
  EXPECT_GT(uniform_vars, 1000u);
  EXPECT_GT(other_vars, 1000u);
}

} // namespace
} // namespace lockstep::cfg::random_run::test_analyses_random
