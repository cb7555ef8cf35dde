// The counter of costs from traces, on kernels of a few lines: every number by hand.
#include "semantics/costs/trace_costs.h"
#include "tests/unit/semantics/running.h"

namespace lockstep::semantics::test::test_costs {
namespace {

using cfg::Atom;

CostCounts costs(const std::string &text, Geometry geometry) {
  const cfg::Kernel k = kernel_of(text);
  const Code code = code_of(k);
  const Inputs inputs;
  const RunOptions options;
  Interleaving machine(code, geometry, inputs, options);
  TraceCosts observer({*cfg::target("nvidia"), {}});
  machine.attach(observer);
  InOrder in_order;
  ZeroChoices none;
  EXPECT_EQ(machine.run(in_order, none).ending, Ending::Terminated);
  return observer.counts();
}

const char *ramp = R"(kernel k pointer_bits 64 {
  var i : i32;
  array a : i32[] global param;
block entry:
  i := 0:i32;
  goto head;
block head:
  br ult(i, local_id(0, i32)), body, done;
block body:
  a[zext(local_id(0, i32), i64)] := i;
  i := add(i, 1:i32);
  goto head;
block done:
  return;
}
)";

TEST(TraceCosts, LanesThatLeaveALoopAfterEachOtherSplitOneByOne) {
  const cfg::AtomCounts n = costs(ramp, launch(8)).total();
  EXPECT_EQ(n[Atom::Split], 7u);
  EXPECT_EQ(n[Atom::Test], 8u);
  EXPECT_EQ(n[Atom::Request], 7u);
  EXPECT_EQ(n[Atom::Sector], 7u);
  EXPECT_EQ(n[Atom::BytesUsed], 4u * (7 + 6 + 5 + 4 + 3 + 2 + 1));
  EXPECT_EQ(n[Atom::Issue], 1u + 8 + 7 + 1);
  EXPECT_EQ(n[Atom::Lane], 8u + (8 + 7 + 6 + 5 + 4 + 3 + 2 + 1) + (7 + 6 + 5 + 4 + 3 + 2 + 1) + 8);
}

TEST(TraceCosts, WarpsAreCountedApart) {
  const CostCounts c = costs(ramp, launch(8, 1, 4));
  ASSERT_EQ(c.warps.size(), 2u);
  EXPECT_EQ(c.warps.at({0, 0})[Atom::Split], 3u);
  EXPECT_EQ(c.warps.at({0, 1})[Atom::Split], 3u);
}

TEST(TraceCosts, StepsAreThoseOfTheSeedsTable) {
  // i := 0: one constant, one assignment; the test: two operands, an operation and the test itself.
  const CostCounts c = costs(ramp, launch(1));
  const cfg::Metric steps = *cfg::metric("steps");
  EXPECT_EQ(cfg::weigh(steps.work, c.total()), 2 + 4);
}

TEST(TraceCosts, IntervalsEndAtBarriersOfTheGroup) {
  const CostCounts c = costs(R"(kernel k pointer_bits 64 {
  array a : i32[] global param;
block entry:
  br ult(local_id(0, i32), 4:i32), first, middle;
block first:
  a[0:i64] := 1:i32;
  goto middle;
block middle:
  barrier group fence(group, global);
  br ult(local_id(0, i32), 4:i32), done, second;
block second:
  a[64:i64] := 1:i32;
  goto done;
block done:
  return;
}
)",
                             launch(8, 1, 4));
  for (std::uint32_t warp : {0u, 1u}) {
    const auto &intervals = c.intervals.at({0, warp});
    ASSERT_EQ(intervals.size(), 2u);
    EXPECT_EQ(intervals[warp][Atom::Sector], 1u);
    EXPECT_EQ(intervals[1 - warp][Atom::Sector], 0u);
  }
}

TEST(TraceCosts, MetricsWeighOperationsOneByOne) {
  cfg::AtomCounts n;
  n[Atom::Operation] = 5;
  n.operations = {{cfg::Op::Add, 3}, {cfg::Op::Mul, 2}};
  n[Atom::Sector] = 4;
  cfg::Metric::Weights w;
  w.of = {{Atom::Operation, 1}, {Atom::Sector, 10}};
  w.operations = {{cfg::Op::Mul, 7}};
  EXPECT_EQ(cfg::weigh(w, n), 3 + 14 + 40);
}

} // namespace
} // namespace lockstep::semantics::test::test_costs
