// What exploration leaves out of the order of steps (memory_order.cpp, explore.cpp) changes nothing of what it
// says: small random programs, explored in every order and in those that are left, have the same outcomes and end
// alike.
#include "simt_running.h"

#include <random>

namespace lockstep::semantics::simt::test::test_simt_order {
namespace {

using semantics::test::launch;

struct Explored {
  std::set<std::vector<std::vector<std::uint64_t>>> outcomes;
  bool complete = false, always_ends = false, never_ends = false;
  std::size_t states = 0;
};

// Two threads: accesses to two cells, fences, waits for a cell, and what was loaded is written out.
std::string litmus(unsigned seed) {
  std::mt19937 random(seed);
  auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::string out = R"(simt litmus {
  var me : i32; var a0 : i32; var a1 : i32; var a2 : i32; var s : i32;
  array x : i32[1] global initial { 0 };
  array y : i32[1] global initial { 0 };
  array r : i32[6] global initial { 0, 0, 0, 0, 0, 0 };
    1: me := add(group_id(0, i32), local_id(0, i32));
    2: @eq(me, 1:i32) bra 100;
)";
  const bool waits = below(4) == 0;
  for (unsigned thread = 0; thread < 2; ++thread) {
    unsigned at = 100 * thread + 10, loads = 0;
    auto line = [&](const std::string &text) { out += fmt::format("  {:>3}: {};\n", at++, text); };
    line("skip");
    const unsigned n = thread == 0 ? 1 + below(2) : 2;
    for (unsigned i = 0; i < n; ++i) {
      const char *cell = below(2) == 0 ? "x" : "y";
      const char *fresh = below(4) == 0 ? "fresh " : "";
      if (thread == 1 && i == 0 && waits) {
        line(fmt::format("{}s := {}[0:i32]", fresh, cell));
        line(fmt::format("@ne(s, 1:i32) bra {}", at - 1));
      } else if (const unsigned k = below(10); k < 5 && loads < 3)
        line(fmt::format("{}a{} := {}[0:i32]", fresh, loads++, cell));
      else if (k < 9)
        line(fmt::format("{}{}[0:i32] := {}:i32", fresh, cell, 1 + (waits ? 0 : thread)));
      else
        line(fmt::format("a{} := atomic add {}[0:i32](1:i32)", loads++ % 3, cell));
      if (i + 1 < n && below(3) == 0)
        line("memory_fence grid acquire release (group, global)");
    }
    for (unsigned l = 0; l < std::min(loads, 3U); ++l)
      line(fmt::format("r[{}:i32] := a{}", 3 * thread + l, l));
    line("exit");
  }
  std::string to = fmt::format("bra {}", 110);
  return out.replace(out.find("bra 100"), 7, to) + "}\n";
}

struct Setting {
  Geometry geometry;
  std::uint32_t processors = 0; // 0: one for each block
};

Explored explored(const std::string &text, const Setting &setting, bool every_order) {
  const Program p = program_of(text);
  const SimtCode code = simt_code_of(p);
  AsynchronousOptions how;
  how.results_at_once = true;
  how.memory.processors = setting.processors;
  how.memory.evict_l2 = how.memory.write_back = how.memory.flush = false; // as driver/run/simt.cpp says why
  AsynchronousMemory memory(code, setting.geometry.run_groups(), how);
  SimtMachine m(code, setting.geometry, {}, {.warp_size = 1});
  m.use(memory);
  const Seen seen =
      explore(m, {.max_states = every_order ? 60'000U : 20'000U, .arrays = {0, 1, 2}, .every_order = every_order});
  return {seen.outcomes, seen.complete, seen.always_ends, seen.never_ends, seen.states};
}

TEST(SimtOrder, WhatIsNotTriedInEveryOrderChangesNothing) {
  const char *soak = std::getenv("LOCKSTEP_SOAK");
  const unsigned programs = soak ? static_cast<unsigned>(std::atoi(soak)) : 20;
  unsigned judged = 0, several = 0;
  std::size_t all_states = 0, few_states = 0;
  for (unsigned seed = 1; seed <= programs; ++seed) {
    const std::string text = litmus(seed);
    for (const Setting &setting : {Setting{launch(1, 2), 0}, Setting{launch(1, 2), 1}, Setting{launch(2, 1), 0}}) {
      const Explored all = explored(text, setting, true);
      if (!all.complete)
        continue;
      const Explored few = explored(text, setting, false);
      ASSERT_TRUE(few.complete) << "seed " << seed << "\n" << text;
      ASSERT_EQ(few.outcomes, all.outcomes) << "seed " << seed << "\n" << text;
      ASSERT_EQ(few.always_ends, all.always_ends) << "seed " << seed << "\n" << text;
      ASSERT_EQ(few.never_ends, all.never_ends) << "seed " << seed << "\n" << text;
      ++judged;
      several += all.outcomes.size() > 1;
      all_states += all.states;
      few_states += few.states;
    }
  }
  EXPECT_GT(judged, programs);
  EXPECT_GT(several, programs / 2);
  EXPECT_LT(2 * few_states, all_states);
  RecordProperty("judged", static_cast<int>(judged));
  RecordProperty("states_in_every_order", static_cast<int>(all_states));
  RecordProperty("states_explored", static_cast<int>(few_states));
}

} // namespace
} // namespace lockstep::semantics::simt::test::test_simt_order
