// The lock-step machine against the interleaving machine: Theorem 5.2 on the hand-written kernels of the golden tests.
#include "cfg/passes/normalise.h"
#include "predication/predicate.h"
#include "predication/vectorise.h"
#include "semantics/machines/lockstep_machine.h"
#include "tests/unit/semantics/running.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace lockstep::semantics::test::test_lockstep_machine {
namespace {

namespace pr = predication;

struct Pair { // a kernel and its lock-step program
  cfg::Kernel kernel;
  pr::Lockstep program;
};

Pair build(const std::string &text, pr::Scheme scheme, const Geometry &g) {
  support::Diagnostics diags;
  auto parsed = cfg::parse(text, "test.kir", diags);
  if (!parsed)
    throw std::runtime_error(messages(diags));
  auto kernel = cfg::normalise(*parsed, {.desugar_branches = scheme == pr::Scheme::BlockId}, diags);
  auto forest = cfg::loops(*kernel, diags);
  cfg::Launch launch;
  for (std::size_t d = 0; d < 3; ++d) {
    launch.local_size[d] = g.local_size[d];
    launch.num_groups[d] = g.num_groups[d];
  }
  auto uniform = cfg::uniformity(*kernel, *forest, {.level = cfg::UniformityLevel::Grid, .launch = launch});
  auto predicated = pr::predicate(*kernel, *forest, uniform, {scheme}, diags);
  if (!predicated)
    throw std::runtime_error(messages(diags));
  return {*kernel, pr::vectorise(*predicated)};
}

struct Ran {
  Execution execution;
  bool races = false;
  std::vector<std::vector<std::uint64_t>> arrays;
};

std::vector<std::vector<std::uint64_t>> shared_arrays(const cfg::Kernel &k, const Memory &m) {
  std::vector<std::vector<std::uint64_t>> out;
  for (cfg::ArrayId a = 0; a < k.arrays.size(); ++a)
    for (std::uint32_t c = 0; k.arrays[a].space != cfg::Space::Private && c < m.copies(a); ++c)
      out.push_back(m.contents(a, c));
  return out;
}

Ran in_lock_step(const Pair &p, const Geometry &g, const Inputs &in, std::uint64_t seed, const RunOptions &o = {}) {
  support::Diagnostics diags;
  auto m = LockstepMachine::make(p.program, p.kernel, g, in, o, diags);
  if (!m)
    throw std::runtime_error(messages(diags));
  RaceObserver races;
  (*m)->attach(races);
  RandomChoices choices(seed);
  Ran out;
  out.execution = (*m)->run(choices);
  out.races = !races.races().empty();
  out.arrays = shared_arrays(p.kernel, (*m)->memory());
  return out;
}

Ran interleaved(const cfg::Kernel &k, const Geometry &g, const Inputs &in, std::uint64_t seed,
                const RunOptions &o = {}) {
  Code code = code_of(k);
  Interleaving m(code, g, in, o);
  RaceObserver races;
  m.attach(races);
  RandomSchedule schedule(seed);
  RandomChoices choices(seed);
  Ran out;
  out.execution = m.run(schedule, choices);
  out.races = !races.races().empty();
  out.arrays = shared_arrays(k, m.memory());
  return out;
}

const char *scan = R"(
kernel scan pointer_bits 32 {
  param TS : i32; var offset : i32; var temp : i32; var t : i32;
  array sum : i32[] global param;
block Start: offset := 1:i32; goto While;
block While: br slt(offset, TS), W, Wend;
block W: br sle(offset, local_id(0, i32)), I1, B1;
block I1: temp := sum[sub.nsw(local_id(0, i32), offset)]; goto B1;
block B1: barrier group fence(global); br sle(offset, local_id(0, i32)), I2, B2;
block I2: t := sum[local_id(0, i32)]; sum[local_id(0, i32)] := add.nsw(t, temp); goto B2;
block B2: barrier group fence(global); offset := mul.nsw(2:i32, offset); goto While;
block Wend: return;
})";

class BothSchemes : public ::testing::TestWithParam<pr::Scheme> {};
INSTANTIATE_TEST_SUITE_P(Schemes, BothSchemes, ::testing::Values(pr::Scheme::BlockId, pr::Scheme::Flags));

TEST_P(BothSchemes, ScanIsThePrefixSum) {
  const Geometry g = launch(8);
  Pair p = build(scan, GetParam(), g);
  Inputs in;
  in.scalars[var(p.kernel, "TS")] = 8;
  in.arrays[array(p.kernel, "sum")] = {1, 2, 3, 4, 5, 6, 7, 8};
  Ran r = in_lock_step(p, g, in, 1);
  EXPECT_EQ(r.execution.ending, Ending::Terminated) << r.execution.reason;
  EXPECT_FALSE(r.races);
  EXPECT_EQ(r.arrays[0], (std::vector<std::uint64_t>{1, 3, 6, 10, 15, 21, 28, 36}));
}

TEST_P(BothSchemes, BarriersInOneArmDiverge) {
  const char *text = "kernel k { block e: br eq(local_id(0, i32), 0:i32), t, f; block t: barrier group fence(group); "
                     "goto f; block f: return; }";
  Ran r = in_lock_step(build(text, GetParam(), launch(2)), launch(2), {}, 1);
  EXPECT_EQ(r.execution.ending, Ending::Divergence);
  r = in_lock_step(build(text, GetParam(), launch(1, 2)), launch(1, 2), {}, 1); // a group each
  EXPECT_EQ(r.execution.ending, Ending::Terminated);
}

TEST_P(BothSchemes, AnyWriterMayWin) {
  const char *text = "kernel k { array a : i32[1] global; block e: a[0:i64] := local_id(0, i32); return; }";
  Pair p = build(text, GetParam(), launch(3));
  std::set<std::uint64_t> winners;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Ran r = in_lock_step(p, launch(3), {}, seed);
    EXPECT_TRUE(r.races);
    winners.insert(r.arrays[0][0]);
  }
  EXPECT_EQ(winners, (std::set<std::uint64_t>{0, 1, 2}));
}

// Loops that threads leave at different times, nested and with breaks; switches; stores in both arms.
TEST_P(BothSchemes, ThreadsThatTakeDifferentWaysComputeTheSame) {
  const char *text = R"(kernel k { var i : i32; var j : i32; var s : i32; var t : i32; array a : i32[64] global;
    block e: s := 0:i32; i := 0:i32; t := local_id(0, i32); goto outer;
    block outer: br slt(i, t), obody, out;
    block obody: j := 0:i32; goto inner;
    block inner: br slt(j, add(i, 1:i32)), ibody, next;
    block ibody: s := add(s, add(j, 1:i32)); br sle(9:i32, s), out, more;
    block more: j := add(j, 1:i32); goto inner;
    block next: i := add(i, 1:i32); goto outer;
    block out: switch t { 0: zero, 3: three, default: rest };
    block zero: a[zext(t, i64)] := 100:i32; goto done;
    block three: s := add(s, 1000:i32); goto rest;
    block rest: a[zext(t, i64)] := s; goto done;
    block done: barrier group fence(global); s := a[zext(urem(add(t, 1:i32), 6:i32), i64)]; a[zext(add(t, 8:i32), i64)] := s; return; })";
  const Geometry g = launch(6);
  Pair p = build(text, GetParam(), g);
  Ran a = interleaved(p.kernel, g, {}, 3), b = in_lock_step(p, g, {}, 5);
  EXPECT_EQ(a.execution.ending, Ending::Terminated);
  EXPECT_EQ(b.execution.ending, Ending::Terminated) << b.execution.reason;
  EXPECT_EQ(a.arrays, b.arrays);
  EXPECT_EQ(a.arrays[0][0], 100u);
  EXPECT_EQ(a.arrays[0][2], 1u + 1 + 2); // i = 0: 1; i = 1: 1 + 2
  EXPECT_EQ(a.arrays[0][14 - 1], a.arrays[0][0]);
}

// Theorem 5.2: race-free and terminating: the same final shared store. Every kernel of the golden tests, as it stands.
TEST_P(BothSchemes, GoldenKernelsAgree) {
  const std::filesystem::path folder = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "tests/golden";
  int compared = 0;
  auto free_choice = [](const cfg::Kernel &k) { // two machines may choose differently
    for (const cfg::Block &b : k.blocks)
      for (const cfg::Stmt &s : b.stmts)
        if (std::holds_alternative<cfg::Havoc>(s.node))
          return true;
    return false;
  };
  for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".kir")
      continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    support::Diagnostics diags;
    auto parsed = cfg::parse(text.str(), entry.path().filename().string(), diags);
    if (!parsed || free_choice(*parsed) || !cfg::check(*parsed, diags) || !cfg::loops(*parsed, diags))
      continue;
    const Geometry g = launch(4, 2);
    Pair p;
    try {
      p = build(text.str(), GetParam(), g);
      code_of(p.kernel);
    } catch (const std::runtime_error &) {
      continue; // refused, as its own test says
    }
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      Inputs in;
      in.fill = seed == 0 ? Fill::Zero : Fill::Random;
      in.seed = seed;
      for (cfg::VarId v = 0; v < p.kernel.vars.size(); ++v)
        if (p.kernel.vars[v].param)
          in.scalars[v] = 4 + seed % 3;
      const RunOptions o{.max_steps = 20000};
      Ran a = interleaved(p.kernel, g, in, seed, o), b = in_lock_step(p, g, in, seed, o);
      if (a.races || b.races || a.execution.ending != Ending::Terminated || b.execution.ending == Ending::Infeasible)
        continue;
      EXPECT_EQ(b.execution.ending, Ending::Terminated) << entry.path() << " " << b.execution.reason;
      EXPECT_EQ(a.arrays, b.arrays) << entry.path() << " seed " << seed;
      ++compared;
    }
  }
  EXPECT_GE(compared, 10);
  RecordProperty("compared", compared);
}

} // namespace
} // namespace lockstep::semantics::test::test_lockstep_machine
