// Blocks on processors, grids beside each other, contexts ([Hab11] 2.10, 2.11).
#include "semantics/simt/device.h"
#include "simt_running.h"

namespace lockstep::semantics::simt::test::test_simt_device {
namespace {

using semantics::test::launch;
using Kind = DeviceMessage::Kind;

struct Loaded { // what a device keeps by reference
  explicit Loaded(const std::string &text) : program(program_of(text)), code(simt_code_of(program)) {}
  Program program;
  SimtCode code;
};

DeviceMessage message(Kind kind, HostId context = 0) {
  DeviceMessage m;
  m.kind = kind;
  m.context = context;
  return m;
}
DeviceMessage load(const Loaded &l, HostId context = 0) {
  DeviceMessage m = message(Kind::Load, context);
  m.code = &l.code;
  return m;
}
DeviceMessage start(HostId program, const Geometry &g, HostId context = 0) {
  DeviceMessage m = message(Kind::Start, context);
  m.program = program;
  m.geometry = g;
  return m;
}
DeviceMessage abort_grid(HostId grid, HostId context = 0) {
  DeviceMessage m = message(Kind::Abort, context);
  m.grid = grid;
  return m;
}

// "created 0, loaded 0, started 0, completed 0"
std::string said(Device &d) {
  std::string out;
  for (const DeviceMessage &m : d.take()) {
    out += out.empty() ? "" : ", ";
    switch (m.kind) {
    case Kind::Created: out += fmt::format("created {}", m.context); break;
    case Kind::Loaded: out += fmt::format("loaded {}", m.program); break;
    case Kind::Started: out += fmt::format("started {}", m.grid); break;
    case Kind::Completed: out += fmt::format("completed {}", m.grid); break;
    case Kind::Failed: out += fmt::format("failed {} ({})", m.grid, m.why); break;
    default: out += "?";
    }
  }
  return out;
}

const char *const waits = R"(simt waits {
  var f : i32;
  array flag : i32[1] global initial { 0 };
  array seen : i32[1] global initial { 5 };
    1: f := flag[0:i32];
    2: @ne(f, 1:i32) bra 1;
    3: seen[0:i32] := 7:i32;
    4: exit;
})";
const char *const sets = R"(simt sets {
  array flag : i32[1] global initial { 0 };
    1: flag[0:i32] := 1:i32;
    2: exit;
})";
const char *const counts = R"(simt counts {
  var old : i32;
  array n : i32[1] global initial { 10 };
    1: old := atomic add n[0:i32](1:i32);
    2: exit;
})";
using Values = std::vector<std::uint64_t>;

TEST(Device, AGridRunsAndSaysSoOnce) {
  const Loaded p(counts);
  Device d({.warp_size = 2});
  ZeroChoices zeros;
  for (const DeviceMessage &m : {message(Kind::Create), load(p), start(0, launch(4, 3))})
    d.put(m);
  EXPECT_TRUE(d.run(Pick::InOrder, zeros));
  EXPECT_EQ(said(d), "created 0, loaded 0, started 0, completed 0");
  EXPECT_EQ(d.contents(0, "n"), (Values{22}));
  EXPECT_TRUE(d.moves().empty());
}

TEST(Device, LoadingInitialisesBeforeAnyStep) {
  const Loaded p(waits);
  Device d({});
  ZeroChoices zeros;
  d.put(message(Kind::Create));
  d.put(load(p));
  d.run(Pick::InOrder, zeros);
  EXPECT_EQ(d.contents(0, "seen"), (Values{5}));
  EXPECT_EQ(d.contents(0, "nothing"), Values{});
}

TEST(Device, WhatIsNotApplicableStaysInTheBag) {
  const Loaded p(counts);
  Device d({.warp_size = 1});
  ZeroChoices zeros;
  d.put(start(0, launch(1))); // no context yet
  d.put(abort_grid(9));
  d.put(load(p));
  EXPECT_TRUE(d.moves().empty());
  d.run(Pick::InOrder, zeros);
  EXPECT_EQ(d.waiting().size(), 3u);
  d.put(message(Kind::Create));
  d.run(Pick::InOrder, zeros);
  EXPECT_EQ(said(d), "created 0, loaded 0, started 0, completed 0"); // in whatever order they were put
  EXPECT_EQ(d.waiting().size(), 1u);                                 // no such grid
}

// One grid waits for what another one writes: beside each other both end, one at a time they do not.
TEST(Device, GridsBesideEachOther) {
  const Loaded p(waits), q(sets);
  for (std::uint32_t at_once : {0U, 2U, 1U}) {
    Device d({.warp_size = 1}, at_once);
    ZeroChoices zeros;
    for (const DeviceMessage &m : {message(Kind::Create), load(p), load(q), start(0, launch(1)), start(1, launch(1))})
      d.put(m);
    EXPECT_EQ(d.run(Pick::InOrder, zeros, 1000), at_once != 1) << at_once;
    EXPECT_EQ(d.contents(0, "seen"), (Values{at_once != 1 ? 7u : 5u})) << at_once;
  }
}

TEST(Device, GridsShareTheProcessors) {
  const Loaded p(waits), q(sets);
  for (std::uint32_t room : {1U, 2U}) {
    Device d({.warp_size = 1, .limits = {.processors = 1, .blocks = room}});
    ZeroChoices zeros;
    for (const DeviceMessage &m : {message(Kind::Create), load(p), load(q), start(0, launch(1)), start(1, launch(1))})
      d.put(m);
    EXPECT_EQ(d.run(Pick::InOrder, zeros, 1000), room == 2) << room;
    if (room == 1) { // the block that waits goes, the other one finds room
      d.put(abort_grid(0));
      EXPECT_TRUE(d.run(Pick::InOrder, zeros, 1000));
      EXPECT_EQ(said(d), "created 0, loaded 0, loaded 1, started 0, started 1, completed 1"); // no reply to abort
      EXPECT_EQ(d.contents(0, "flag"), (Values{1}));
      EXPECT_EQ(d.contents(0, "seen"), (Values{5}));
    }
  }
}

TEST(Device, ContextsShareNothing) {
  const Loaded p(waits), q(sets);
  Device d({.warp_size = 1});
  ZeroChoices zeros;
  for (const DeviceMessage &m : {message(Kind::Create), message(Kind::Create), load(p, 0), load(q, 1),
                                 start(1, launch(1), 1), start(0, launch(1), 0), start(1, launch(1), 0)})
    d.put(m);
  EXPECT_FALSE(d.run(Pick::InOrder, zeros, 1000));
  EXPECT_EQ(d.contents(1, "flag"), (Values{1}));
  EXPECT_EQ(d.contents(0, "flag"), (Values{0}));
  EXPECT_EQ(d.waiting().size(), 1u); // program 1 is not context 0's
  d.put(message(Kind::Destroy, 0));
  EXPECT_TRUE(d.run(Pick::InOrder, zeros, 1000));
  EXPECT_EQ(d.contents(0, "flag"), Values{});
  EXPECT_EQ(d.contents(1, "flag"), (Values{1}));
}

TEST(Device, ManyBlocksOneAfterTheOther) {
  const Loaded p(counts);
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Device d({.warp_size = 2, .limits = {.processors = 2, .blocks = 1, .order = BlockOrder::Any}}, 2);
    RandomChoices any(seed);
    d.put(message(Kind::Create));
    d.put(load(p));
    for (int grids = 0; grids < 3; ++grids)
      d.put(start(0, launch(4, 5)));
    EXPECT_TRUE(d.run(Pick::Random, any));
    EXPECT_EQ(d.contents(0, "n"), (Values{10 + 3 * 4 * 5}));
  }
}

TEST(Device, AGridThatIsStuckFails) {
  const Loaded p("simt bad { 1: sync; }");
  Device d({.warp_size = 1});
  ZeroChoices zeros;
  for (const DeviceMessage &m : {message(Kind::Create), load(p), start(0, launch(1))})
    d.put(m);
  EXPECT_TRUE(d.run(Pick::InOrder, zeros));
  EXPECT_EQ(said(d), "created 0, loaded 0, started 0, failed 0 (violation: CFC: sync without a sync token below the "
                     "diverge tokens on top)");
}

TEST(Device, AStartThatFailsLeavesNoArrays) {
  const Loaded p(counts);
  const Loaded q(R"(simt other {
  array first : i32[] global param;
  array n : i32[2] global initial { 1, 1 };
    1: exit;
})");
  const Loaded r(R"(simt third {
  array first : i32[] global param;
    1: first[0:i32] := 3:i32;
    2: exit;
})");
  Device d({.warp_size = 1});
  ZeroChoices zeros;
  const auto with = [&](DeviceMessage m, const Values &first) {
    m.inputs.arrays[0] = first;
    return m;
  };
  for (const DeviceMessage &m : {message(Kind::Create), load(p), load(q), with(start(1, launch(1)), {4, 4})})
    d.put(m);
  EXPECT_TRUE(d.run(Pick::InOrder, zeros));
  EXPECT_EQ(said(d), "created 0, loaded 0, loaded 1, failed 0 (the context has another array 'n')");
  EXPECT_EQ(d.contents(0, "first"), Values{});
  d.put(load(r)); // whose 'first' has another shape
  d.put(with(start(2, launch(1)), {8, 8, 8}));
  EXPECT_TRUE(d.run(Pick::InOrder, zeros));
  EXPECT_EQ(said(d), "loaded 2, started 1, completed 1");
  EXPECT_EQ(d.contents(0, "first"), (Values{3, 8, 8}));
}

TEST(Residency, LimitsOfAProcessor) {
  const DeviceLimits limits{.processors = 2, .blocks = 4, .threads = 64, .shared_bytes = 100};
  std::vector<Load> now(2);
  const Load block{1, 32, 40};
  for (std::uint32_t expected : {0U, 1U, 0U, 1U}) {
    const auto p = processor_with_room(limits, block, now);
    ASSERT_EQ(p, expected);
    now[*p] += block;
  }
  EXPECT_FALSE(processor_with_room(limits, block, now)); // threads and bytes
  EXPECT_FALSE(processor_with_room(limits, {1, 0, 21}, now));
  EXPECT_EQ(processor_with_room(limits, {1, 0, 20}, now), 0u);
  EXPECT_EQ(never_fits(limits, {1, 65, 0}).value_or(""), "a block needs 65 threads, a processor has 64");
  EXPECT_EQ(never_fits(limits, {1, 1, 101}).value_or(""),
            "a block needs 101 bytes of the group's memory, a processor has 100");
  EXPECT_FALSE(never_fits(limits, {1, 64, 100}));
}

TEST(Residency, ABlockThatIsTooBigIsStuck) {
  const Program p = program_of(R"(simt big {
  array s : i32[16] group;
    1: exit;
})");
  const SimtCode code = simt_code_of(p);
  for (std::uint64_t bytes : {63U, 64U}) {
    SimtMachine m(code, launch(1, 3), {}, {.warp_size = 1, .limits = {.processors = 1, .shared_bytes = bytes}});
    ZeroChoices zeros;
    const Outcome out = m.run(Pick::InOrder, zeros);
    EXPECT_EQ(out.end, bytes == 64 ? End::Completed : End::Stuck);
    EXPECT_EQ(explore(m).always_ends, bytes == 64);
  }
}

} // namespace
} // namespace lockstep::semantics::simt::test::test_simt_device
