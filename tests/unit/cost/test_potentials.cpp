// Potentials: loops whose bounds are known, loops that have none, and random systems held against executions of them.
#include "cost/potentials/potentials.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace lockstep::cost::test_potentials {
namespace {

Affine form(std::vector<long> factors, long constant) {
  Affine a;
  for (long f : factors)
    a.factors.emplace_back(f);
  a.constant = constant;
  return a;
}
Affine keep(std::size_t of, std::size_t variable, long more = 0) {
  std::vector<long> f(of);
  f[variable] = 1;
  return form(f, more);
}

std::string upper(const TransitionSystem &s, unsigned degree = 1) {
  const auto p = upper_potential(s, {.degree = degree});
  return p ? print(*p, s.variables) : "none";
}
std::string lower(const TransitionSystem &s, unsigned degree = 1) {
  const auto p = lower_potential(s, {.degree = degree});
  return p ? print(*p, s.variables) : "none";
}

// i = 0; while (i < n) i += step
TransitionSystem counted(long step) {
  TransitionSystem s{{"n", "i"}, 3, {}, {}};
  s.transitions = {{0, 1, {}, {keep(2, 0), form({0, 0}, 0)}, 0},
                   {1, 1, {form({1, -1}, -1)}, {keep(2, 0), keep(2, 1, step)}, 1},
                   {1, 2, {form({-1, 1}, 0)}, {keep(2, 0), keep(2, 1)}, 0}};
  return s;
}

TEST(Potentials, CountedLoop) {
  EXPECT_EQ(upper(counted(1)), "max(0, n)");
  EXPECT_EQ(lower(counted(1)), "max(0, n)");
}

TEST(Potentials, StepsOfThreeAreBoundedByFractions) {
  const auto up = upper_potential(counted(3)), low = lower_potential(counted(3));
  ASSERT_TRUE(up && low);
  for (long n = -3; n < 40; ++n) {
    const long rounds = n <= 0 ? 0 : (n + 2) / 3;
    EXPECT_GE(evaluate(*up, {n, 0}), rounds);
    EXPECT_LE(evaluate(*low, {n, 0}), rounds);
    EXPECT_LE(evaluate(*up, {n, 0}), rounds + 1);
  }
}

// while (i < n) { while (j < m && ?) j++; i++; }: every round of either costs one.
TransitionSystem two_pointers() {
  TransitionSystem s{{"n", "m", "i", "j"}, 4, {}, {}};
  const std::vector<std::optional<Affine>> same{keep(4, 0), keep(4, 1), keep(4, 2), keep(4, 3)};
  auto next = [&](std::size_t v) {
    auto u = same;
    u[v] = keep(4, v, 1);
    return u;
  };
  auto start = same;
  start[2] = start[3] = form({0, 0, 0, 0}, 0);
  s.transitions = {{0, 1, {}, start, 0},
                   {1, 2, {form({1, 0, -1, 0}, -1)}, same, 0},
                   {2, 2, {form({0, 1, 0, -1}, -1)}, next(3), 1},
                   {2, 1, {}, next(2), 1},
                   {1, 3, {form({-1, 0, 1, 0}, 0)}, same, 0}};
  return s;
}

TEST(Potentials, TwoPointersMakeBetweenNAndNPlusMRounds) {
  const auto up = upper_potential(two_pointers()), low = lower_potential(two_pointers());
  ASSERT_TRUE(up && low);
  for (long n = -2; n < 6; ++n)
    for (long m = -2; m < 6; ++m) {
      EXPECT_EQ(evaluate(*up, {n, m, 0, 0}), std::max(0L, n) + std::max(0L, m)) << print(*up, {"n", "m", "i", "j"});
      EXPECT_EQ(evaluate(*low, {n, m, 0, 0}), std::max(0L, n));
    }
}

// for (i < n) for (j = 0; j <= i; ++j): one each.
TransitionSystem triangle() {
  TransitionSystem s{{"n", "i", "j"}, 4, {}, {}};
  const std::vector<std::optional<Affine>> same{keep(3, 0), keep(3, 1), keep(3, 2)};
  s.transitions = {{0, 1, {}, {keep(3, 0), form({0, 0, 0}, 0), keep(3, 2)}, 0},
                   {1, 2, {form({1, -1, 0}, -1)}, {keep(3, 0), keep(3, 1), form({0, 0, 0}, 0)}, 0},
                   {2, 2, {form({0, 1, -1}, 0)}, {keep(3, 0), keep(3, 1), keep(3, 2, 1)}, 1},
                   {2, 1, {form({0, -1, 1}, -1)}, {keep(3, 0), keep(3, 1, 1), keep(3, 2)}, 0},
                   {1, 3, {form({-1, 1, 0}, 0)}, same, 0}};
  return s;
}

TEST(Potentials, ATriangleNeedsProducts) {
  const auto up = upper_potential(triangle(), {.degree = 2});
  ASSERT_TRUE(up);
  for (long n = 0; n < 9; ++n)
    EXPECT_GE(evaluate(*up, {n, 0, 0}), n * (n + 1) / 2) << print(*up, {"n", "i", "j"});
  EXPECT_EQ(upper(triangle(), 1), "none");
}

TEST(Potentials, ALoopThatMayNotEndHasNone) {
  TransitionSystem s{{"i"}, 3, {}, {}};
  s.transitions = {{0, 1, {}, {keep(1, 0)}, 0}, {1, 1, {}, {keep(1, 0, 1)}, 1}, {1, 2, {}, {keep(1, 0)}, 0}};
  EXPECT_EQ(upper(s), "none");
  EXPECT_EQ(lower(s), "0");
  s.transitions[1].update = {std::nullopt}; // while (x > 0) x = ?
  s.transitions[1].guard = {form({1}, -1)};
  EXPECT_EQ(upper(s), "none");
}

TEST(Potentials, AssumptionsCount) {
  TransitionSystem s = counted(1);
  s.transitions[1].guard = {}; // while (i != n) i++, as two guards: i < n here,
  s.transitions[1].guard = {form({1, -1}, -1)};
  s.transitions.push_back({1, 1, {form({-1, 1}, -1)}, {keep(2, 0), keep(2, 1, 1)}, 1}); // and i > n there
  s.transitions[2].guard = {form({-1, 1}, 0), form({1, -1}, 0)};
  EXPECT_EQ(upper(s), "none");
  s.assumed = {form({1, 0}, 0)}; // n >= 0
  EXPECT_NE(upper(s), "none");
}

// Executions of random systems of two loops lie within the bounds. POTENTIAL_SEEDS sets how many, from seed 1 on; else
// it is a few, of which some are bounded (about one of twelve is).
TEST(Potentials, RandomSystems) {
  const char *set = std::getenv("POTENTIAL_SEEDS");
  const unsigned first = set != nullptr ? 1 : 13;
  const unsigned seeds = set != nullptr ? static_cast<unsigned>(std::atoi(set)) : 12;
  std::size_t bounded = 0, from_below = 0, executions = 0, ended = 0;
  for (unsigned seed = first; seed < first + seeds; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned n) { return static_cast<long>(random() % n); };
    TransitionSystem s{{"n", "m", "i", "j"}, 4, {}, {}};
    const auto any_form = [&] {
      switch (below(6)) {
      case 0: return form({1, 0, -1, 0}, below(3) - 2);
      case 1: return form({0, 1, 0, -1}, below(3) - 2);
      case 2: return form({1, 1, -1, -1}, -1);
      case 3: return form({0, 0, 1, 0}, -below(2));
      case 4: return form({0, 0, 0, 1}, -1);
      default: return form({0, 0, 1, -1}, below(3) - 1);
      }
    };
    const auto any_update = [&](std::size_t v) -> std::optional<Affine> {
      switch (below(8)) {
      case 0: return std::nullopt;
      case 1: return form({0, 0, 0, 0}, below(2));
      case 2: return keep(4, static_cast<std::size_t>(below(4)), below(2));
      case 3: return keep(4, v, -1);
      case 4: return keep(4, v);
      default: return keep(4, v, 1 + below(2));
      }
    };
    const auto any_updates = [&] {
      return std::vector<std::optional<Affine>>{keep(4, 0), keep(4, 1), any_update(2), any_update(3)};
    };
    const std::size_t places[][2] = {{0, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 3}, {2, 3}};
    for (const auto &[from, to] : places) {
      Transition t{from, to, {}, any_updates(), below(3)};
      if (from != 0)
        for (long g = below(3); g > 0; --g)
          t.guard.push_back(any_form());
      if (from != 0 && to <= from && below(8) > 0) { // mostly a round that takes something
        switch (below(4)) {
        case 0:
          t.guard = {form({1, 0, -1, 0}, -1)};
          t.update[2] = keep(4, 2, 1 + below(2));
          t.update[3] = below(3) == 0 ? t.update[3] : keep(4, 3);
          break;
        case 1:
          t.guard = {form({0, 0, 0, 1}, -1)};
          t.update[2] = keep(4, 2);
          t.update[3] = keep(4, 3, -1);
          break;
        case 2:
          t.guard = {form({1, 1, -1, -1}, -1)};
          t.update[2] = keep(4, 2, below(2));
          t.update[3] = keep(4, 3, 1);
          break;
        default:
          t.guard = {form({0, 1, 0, -1}, -1)};
          t.update[2] = below(3) == 0 ? t.update[2] : keep(4, 2);
          t.update[3] = keep(4, 3, 1 + below(2));
        }
      }
      s.transitions.push_back(std::move(t));
    }
    const unsigned degree = below(4) == 0 ? 2 : 1;
    const PotentialOptions options{.degree = degree, .most_forms = 4};
    const auto up = upper_potential(s, options), low = lower_potential(s, options);
    bounded += up.has_value();
    from_below += low && std::any_of(low->begin(), low->end(), [](const PotentialTerm &t) { return t.factor > 0; });
    for (unsigned run = 0; run < 60; ++run) {
      std::vector<mpz_class> x{below(9) - 2, below(9) - 2, below(5) - 2, below(5) - 2};
      const std::vector<mpz_class> start = x;
      mpz_class cost = 0;
      std::size_t at = 0;
      for (unsigned step = 0; step < 200 && at + 1 < s.locations; ++step) {
        std::vector<const Transition *> ways;
        for (const Transition &t : s.transitions)
          if (t.from == at && std::all_of(t.guard.begin(), t.guard.end(), [&](const Affine &g) {
                mpz_class sum = g.constant;
                for (std::size_t v = 0; v < x.size(); ++v)
                  sum += g.factors[v] * x[v];
                return sum >= 0;
              }))
            ways.push_back(&t);
        if (ways.empty())
          break;
        const Transition &t = *ways[static_cast<std::size_t>(below(static_cast<unsigned>(ways.size())))];
        std::vector<mpz_class> next;
        for (const auto &u : t.update) {
          mpz_class v = u ? u->constant : mpz_class(below(12) - 3);
          for (std::size_t w = 0; u && w < x.size(); ++w)
            v += u->factors[w] * x[w];
          next.push_back(v);
        }
        x = next;
        cost += t.cost;
        at = t.to;
        if (up) {
          ASSERT_GE(evaluate(*up, start), cost) << "seed " << seed << ": " << print(*up, s.variables);
        }
      }
      ++executions;
      if (at + 1 == s.locations) {
        ++ended;
        if (low) {
          ASSERT_LE(evaluate(*low, start), cost) << "seed " << seed << ": " << print(*low, s.variables);
        }
      }
    }
  }
  std::printf("%zu of %u systems bounded, %zu from below; %zu executions, %zu to the end\n", bounded, seeds, from_below,
              executions, ended);
  EXPECT_GT(bounded, 0u);
}

} // namespace
} // namespace lockstep::cost::test_potentials
