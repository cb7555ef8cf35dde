// The machine of warps on kernels: memory, barriers of teams and of the grid, states that return, what observers see.
#include "simt_running.h"

#include "semantics/costs/request_observer.h"

#include <fmt/ranges.h>

namespace lockstep::semantics::simt::test::test_simt_machine {
namespace {

using semantics::test::kernel_of;
using semantics::test::launch;

struct Ran {
  Outcome out;
  std::vector<std::uint64_t> memory; // of the first array
};
Ran run(const cfg::Kernel &k, const Geometry &g, const SimtOptions &o, const Inputs &inputs = {}) {
  const Program p = placed(k);
  const SimtCode code = simt_code_of(p);
  SimtMachine m(code, g, inputs, o);
  ZeroChoices zeros;
  Ran r;
  r.out = m.run(Pick::InOrder, zeros);
  r.memory = m.memory().contents(0);
  return r;
}

// Two lanes store to one cell: either wins, and nothing but memory tells which.
TEST(SimtExplore, MemoryIsAPartOfTheState) {
  const Program p = program_of(R"(simt race {
  array cell : i32[1] global;
  1: cell[0:i32] := local_id(0, i32);
  2: exit;
})");
  const SimtCode code = simt_code_of(p);
  SimtMachine m(code, launch(2), {}, {.warp_size = 2});
  const Seen seen = explore(m);
  EXPECT_EQ(seen.final_memories, 2u);
  EXPECT_TRUE(seen.always_ends);
}

TEST(SimtExplore, TheLimitOfStatesIsSaid) {
  const Program p = program_of(R"(simt count {
  var n : i32;
  1: n := add(n, 1:i32);
  2: bra 1;
})");
  const SimtCode code = simt_code_of(p);
  SimtMachine m(code, launch(1), {}, {.warp_size = 1});
  const Seen seen = explore(m, {.max_states = 50});
  EXPECT_FALSE(seen.complete);
  EXPECT_FALSE(seen.always_ends);
  EXPECT_FALSE(seen.never_ends);
}

TEST(SimtMachine, ALoopThatCountsDoesNotReturnToAState) {
  const Program p = program_of(R"(simt count {
  var n : i32;
  1: n := add(n, 1:i32);
  2: bra 1;
})");
  const SimtCode code = simt_code_of(p);
  SimtMachine m(code, launch(1), {}, {.warp_size = 1, .max_steps = 1000});
  ZeroChoices zeros;
  EXPECT_EQ(m.run(Pick::InOrder, zeros).end, End::StepLimit);
}

const char *const sums = R"(kernel sums pointer_bits 32 {
  var v : i32;
  var s : i32;
  array out : i32[16] global;
block a:
  v := add(local_id(0, i32), 1:i32);
  barrier warp 4 fence() s := add(v);
  out[local_id(0, i32)] := s;
  return;
})";
TEST(SimtMachine, TeamsMeetWhateverTheWarpsAre) {
  const cfg::Kernel k = kernel_of(sums);
  for (Scheduling scheduling : {Scheduling::Stack, Scheduling::Independent})
    for (unsigned width : {1u, 2u, 4u, 8u, 32u}) {
      const Ran r = run(k, launch(8), {.warp_size = width, .scheduling = scheduling});
      EXPECT_EQ(r.out.end, End::Completed) << r.out.reason;
      EXPECT_EQ(std::vector<std::uint64_t>(r.memory.begin(), r.memory.begin() + 8),
                (std::vector<std::uint64_t>{10, 10, 10, 10, 26, 26, 26, 26}))
          << width;
    }
}

// In one arm of a branch a team never meets on a machine with a stack, and meets where lanes go on by themselves.
TEST(SimtMachine, ATeamThatIsApart) {
  const cfg::Kernel k = kernel_of(R"(kernel apart pointer_bits 32 {
  var s : i32;
  array out : i32[4] global;
block a: br ult(local_id(0, i32), 2:i32), b, c;
block b: out[local_id(0, i32)] := 1:i32; goto d;
block c: goto d;
block d: barrier warp 4 fence() s := add(1:i32); out[local_id(0, i32)] := s; return;
})");
  EXPECT_EQ(run(k, launch(4), {.warp_size = 4}).out.end, End::Completed);
  const Program apart = placed(k, Placement::None);
  const SimtCode code = simt_code_of(apart);
  for (Scheduling scheduling : {Scheduling::Stack, Scheduling::Independent}) {
    SimtMachine m(code, launch(4), {}, {.warp_size = 4, .scheduling = scheduling});
    ZeroChoices zeros;
    const Outcome out = m.run(Pick::InOrder, zeros);
    if (scheduling == Scheduling::Stack) {
      EXPECT_EQ(out.end, End::Deadlock);
      EXPECT_EQ(out.reason, "lanes 0011 of warp 0 wait for others of their team that never come");
    } else {
      EXPECT_EQ(out.end, End::Completed) << out.reason;
    }
  }
}

TEST(SimtMachine, TheGridMeets) {
  const cfg::Kernel k = kernel_of(R"(kernel grid pointer_bits 32 {
  var x : i32;
  array out : i32[2] global;
  array in : i32[2] global;
block a:
  in[group_id(0, i32)] := add(group_id(0, i32), 5:i32);
  barrier grid fence(global);
  x := in[sub(1:i32, group_id(0, i32))];
  out[group_id(0, i32)] := x;
  return;
})");
  for (Scheduling scheduling : {Scheduling::Stack, Scheduling::Independent}) {
    const Ran r = run(k, launch(2, 2), {.warp_size = 2, .scheduling = scheduling});
    EXPECT_EQ(r.out.end, End::Completed);
    EXPECT_EQ(r.memory, (std::vector<std::uint64_t>{6, 5}));
  }
}

TEST(SimtMachine, RequestsAreThoseOfWarps) {
  const cfg::Kernel k = kernel_of(R"(kernel strided pointer_bits 32 {
  array out : i32[4096] global;
block a: out[mul(local_id(0, i32), 8:i32)] := 1:i32; br ult(local_id(0, i32), 3:i32), b, c;
block b: out[local_id(0, i32)] := 2:i32; goto c;
block c: out[local_id(0, i32)] := 3:i32; return;
})");
  const Program p = placed(k);
  const SimtCode code = simt_code_of(p);
  SimtMachine m(code, launch(64), {}, {.warp_size = 32});
  RequestObserver requests({*cfg::target("nvidia"), {}});
  m.attach(requests);
  ZeroChoices zeros;
  const Outcome out = m.run(Pick::InOrder, zeros);
  const RequestCounts &all = requests.accesses().at(Site{0, 0}).all, &some = requests.accesses().at(Site{1, 0}).all;
  EXPECT_EQ(all.requests, 2u);
  EXPECT_EQ(all.sectors.sum, 64u);
  EXPECT_EQ(some.requests, 1u);
  EXPECT_EQ(some.lanes.sum, 3u);
  EXPECT_EQ(out.divergent, 1u);
  EXPECT_LT(out.useful, out.lane_steps);
}

TEST(SimtMachine, EachInstructionOfALaneIsAStep) {
  struct Steps final : Observer {
    bool wants_steps() const override { return true; }
    void on_step(ThreadIndex t, Site site, std::uint64_t step) override {
      told.push_back(fmt::format("{}@{}.{}", t, site.stmt, step));
    }
    std::vector<std::string> told;
  };
  const Program p = program_of(R"(simt arms {
  var x : i32;
  1: @eq(local_id(0, i32), 0:i32) bra 3;
  2: x := 1:i32;
  3: exit;
})");
  const SimtCode code = simt_code_of(p);
  Steps steps;
  SimtMachine m(code, launch(2), {}, {.warp_size = 2});
  m.attach(steps);
  ZeroChoices zeros;
  const Outcome out = m.run(Pick::InOrder, zeros);
  EXPECT_EQ(out.end, End::Completed);
  EXPECT_EQ(steps.told.size(), out.lane_steps);
  EXPECT_EQ(fmt::format("{}", fmt::join(steps.told, " ")), "0@0.2 1@0.2 0@2.3 1@1.4 1@2.5");
}

TEST(SimtMachine, AFailedAssertionStopsIt) {
  const cfg::Kernel k = kernel_of(R"(kernel fails pointer_bits 32 {
  array out : i32[1] global;
block a: assert ult(local_id(0, i32), 3:i32); return;
})");
  const Ran r = run(k, launch(4), {.warp_size = 4});
  EXPECT_EQ(r.out.end, End::Stopped);
  EXPECT_EQ(r.out.execution.ending, Ending::Assertion);
}

TEST(SimtProgram, WhatIsWrongIsSaid) {
  auto message = [](const std::string &body) -> std::string {
    support::Diagnostics diags;
    const auto p = parse_program("simt k {\n  var x : i32;\n" + body + "\n}", "k.simt", diags);
    if (p && check(*p, diags))
      return "";
    return diags.all().front().message;
  };
  EXPECT_EQ(message("1: ssy 9; 2: exit;"), "instruction 1: there is no instruction at 9");
  EXPECT_EQ(message("1: exit; 3: exit; 2: exit;"), "instruction 2: addresses ascend");
  EXPECT_EQ(message("1: @x exit;"), "instruction 1: a guard is bool");
  EXPECT_EQ(message("1: vote all x := true;"), "instruction 1: the result of a vote goes into a variable that is bool");
  EXPECT_EQ(message("1: barrier group fence();"),
            "instruction 1: a barrier of a group is written bar.sync or bar.arrive");
  EXPECT_EQ(message("1: sync 1 of 32;"), "instruction 1: a barrier of a group is written bar.sync or bar.arrive");
  EXPECT_NE(message("1: bar.arrive 0:i32;"), "");
  EXPECT_NE(message("1: bra;"), "");
  EXPECT_NE(message(""), "");
}

} // namespace
} // namespace lockstep::semantics::simt::test::test_simt_machine
