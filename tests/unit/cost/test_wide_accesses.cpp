// What accesses that are several requests cost (cfg/passes/split_accesses.h): the same by formula, by traces and by the
// lock-step machine's requests.
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"
#include "cfg/passes/normalise.h"
#include "cfg/passes/split_accesses.h"
#include "cost/bounds/kernel_cost.h"
#include "cost/requests/requests.h"
#include "predication/assemble.h"
#include "semantics/costs/request_costs.h"
#include "semantics/costs/trace_costs.h"
#include "semantics/machines/interleaving.h"
#include "semantics/machines/lockstep_machine.h"
#include "support/stage.h"

#include <gtest/gtest.h>

namespace lockstep::cost::test_wide_accesses {
namespace {

constexpr const char *offset_of_4 = "mul.nsw(sext(add.nsw(mul.nsw(group_id(0, i32), 32:i32), local_id(0, i32)), i64), "
                                    "4:i64)";

struct Counted {
  std::string requests, sectors, wavefronts, conflicts;
  bool operator==(const Counted &) const = default;
};
std::ostream &operator<<(std::ostream &out, const Counted &c) {
  return out << c.requests << " requests, " << c.sectors << " sectors, " << c.wavefronts << " wavefronts, "
             << c.conflicts << " conflicts";
}

// Of one group of 32 threads; what formulas say, if machines count the same.
Counted counted(const std::string &statements, std::string_view device = "nvidia") {
  support::Diagnostics diags;
  const auto all = cfg::parse_kernels(
      "kernel k pointer_bits 64 {\n  var x : i32;\n  var y : i32;\n  var z : i32;\n  var w : i32;\n"
      "  array a : i32[] global param;\n  array b : i8[] global param;\n  array s : i32[512] group;\n"
      "block entry:\n" +
          statements + "  return;\n}\n",
      "test.kir", diags);
  EXPECT_TRUE(all) << diags.all().at(0).message;
  coalescing::Options how{*cfg::target(device), 256, {}};
  how.target.lanes = 32;
  const auto normal = cfg::normalise((*all)[0], {}, diags);
  const auto split = cfg::split_accesses(*normal, how.target.enough, diags);
  EXPECT_TRUE(split) << diags.all().at(0).message;
  cfg::Launch launch;
  launch.local_size = {32, 1, 1};
  launch.warp_size = 32;
  const auto analyses = cfg::analyse(*split, launch, {}, diags);
  CostWishes wishes{.metrics = {}};
  for (const char *name : {"requests", "sectors", "wavefronts", "conflicts"})
    wishes.metrics.push_back(*cfg::metric(name));
  const KernelBounds bounds = kernel_cost(*split, *analyses, how, wishes);
  std::vector<std::string> said;
  for (const Bounds &b : bounds.grid)
    said.push_back(b.exact() ? b.lo.str() : "at least " + b.lo.str());

  const semantics::Geometry geometry = *semantics::geometry_of(launch);
  const semantics::Inputs inputs;
  const auto code = semantics::compile(*split, {}, diags);
  semantics::TraceCosts traces({how.target, {}});
  semantics::Interleaving machine(*code, geometry, inputs, {});
  machine.attach(traces);
  semantics::InOrder in_order;
  semantics::ZeroChoices zeros;
  EXPECT_EQ(machine.run(in_order, zeros).ending, semantics::Ending::Terminated);
  support::Stages stages;
  const cfg::Uniformity uniform =
      cfg::uniformity(*split, analyses->loops, {.level = cfg::UniformityLevel::Grid, .launch = launch});
  const auto program =
      predication::lock_step(*split, analyses->loops, uniform, predication::Scheme::Flags, stages, diags);
  semantics::RequestCosts requests({how.target, {}});
  const auto together = semantics::LockstepMachine::make(*program, *split, geometry, inputs, {}, diags);
  (*together)->attach(requests);
  EXPECT_EQ((*together)->run(zeros).ending, semantics::Ending::Terminated);
  using enum cfg::Atom;
  const std::array atoms{Request, Sector, Wavefront, Conflict};
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    EXPECT_EQ(said.at(i), std::to_string(traces.counts().total()[atoms[i]])) << statements << cfg::print(*split);
    EXPECT_EQ(said.at(i), std::to_string(requests.counts().total()[atoms[i]])) << statements << cfg::print(*split);
  }
  return {said.at(0), said.at(1), said.at(2), said.at(3)};
}

std::string at(const std::string &array, const std::string &offset) { return array + "[" + offset + "]"; }

TEST(WideAccesses, OfGlobalMemory) {
  const std::string whole = at("a", offset_of_4);
  EXPECT_EQ(counted("  " + whole + " := 1:i32, 2:i32, 3:i32, 4:i32;\n"), (Counted{"1", "16", "0", "0"}));
  EXPECT_EQ(counted("  " + whole + " := 1:i32, 2:i32, 3:i32, 4:i32 align 8;\n"), (Counted{"2", "32", "0", "0"}));
  EXPECT_EQ(counted("  " + whole + " := 1:i32, 2:i32, 3:i32, 4:i32 align 4;\n"), (Counted{"4", "64", "0", "0"}));
  EXPECT_EQ(counted("  x, y, z, w := " + whole + " align 4;\n"), (Counted{"4", "64", "0", "0"}));
  EXPECT_EQ(counted("  x, y, z, w := " + whole + " align 4;\n", "rdna"), (Counted{"1", "4", "0", "0"}));
}

TEST(WideAccesses, OfThree) {
  const std::string three = at("a", "mul.nsw(sext(local_id(0, i32), i64), 3:i64)");
  EXPECT_EQ(counted("  " + three + " := 1:i32, 2:i32, 3:i32 align 4;\n"), (Counted{"3", "36", "0", "0"}));
  EXPECT_EQ(counted("  " + three + " := 1:i32, 2:i32, 3:i32 align 4;\n", "rdna"), (Counted{"1", "3", "0", "0"}));
}

TEST(WideAccesses, OfPackedNumbers) {
  const std::string packed = at("b", "add.nsw(mul.nsw(sext(local_id(0, i32), i64), 5:i64), 1:i64)");
  EXPECT_EQ(counted("  " + packed + " := add(local_id(0, i32), 1:i32) per 4 align 1;\n"),
            (Counted{"4", "20", "0", "0"}));
  EXPECT_EQ(counted("  x := " + packed + " per 4 align 1;\n"), (Counted{"4", "20", "0", "0"}));
}

TEST(WideAccesses, OfGroupMemory) {
  const std::string tile = at("s", "mul.nsw(sext(local_id(0, i32), i64), 4:i64)");
  EXPECT_EQ(counted("  " + tile + " := 1:i32, 2:i32, 3:i32, 4:i32;\n"), (Counted{"1", "0", "4", "0"}));
  EXPECT_EQ(counted("  " + tile + " := 1:i32, 2:i32, 3:i32, 4:i32 align 4;\n"), (Counted{"4", "0", "16", "12"}));
  EXPECT_EQ(counted("  x, y, z, w := " + tile + " align 8;\n"), (Counted{"2", "0", "8", "4"}));
}

TEST(WideAccesses, OfMoreThanSixteenBytes) {
  const std::string eight = at("a", "mul.nsw(sext(local_id(0, i32), i64), 8:i64)");
  EXPECT_EQ(counted("  " + eight + " := 1:i32, 2:i32, 3:i32, 4:i32, 5:i32, 6:i32, 7:i32, 8:i32;\n"),
            (Counted{"2", "64", "0", "0"}));
}

} // namespace
} // namespace lockstep::cost::test_wide_accesses
