// How fast the interpreter is (Google Benchmark; target bench_semantics, built where the library is found).
// `items_per_second` counts IR statements; the promise is 5 million per second and core.
#include "cfg/ir/text/parse.h"
#include "semantics/machines/explore.h"
#include "semantics/observers/observers.h"
#include "semantics/simt/machine.h"
#include "semantics/simt/program/place.h"

#include <benchmark/benchmark.h>

namespace {

namespace cfg = lockstep::cfg;
namespace sem = lockstep::semantics;

// Fig. 1a of [CDKQ13].
constexpr const char *scan = R"(
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

// A dot product: arithmetic, a loop, loads of what nobody writes.
constexpr const char *rows = R"(
kernel rows pointer_bits 64 {
  param n : i32; var i : i32; var s : f32; var x : f32; var y : f32;
  array a : f32[4096] global param; array b : f32[64] global param; array c : f32[64] global param;
block Start: i := 0:i32; s := 0.0:f32; goto Head;
block Head: br slt(i, n), Body, Out;
block Body: x := a[sext(add.nsw(mul.nsw(local_id(0, i32), n), i), i64)]; y := b[sext(i, i64)];
  s := fadd(s, fmul(x, y)); i := add.nsw(i, 1:i32); goto Head;
block Out: c[sext(local_id(0, i32), i64)] := s; return;
})";

sem::Geometry launch(std::uint64_t threads) {
  sem::Geometry g;
  g.local_size[0] = threads;
  return g;
}

struct Setup {
  lockstep::support::Diagnostics diags;
  cfg::Kernel kernel;
  sem::Code code;
  sem::Inputs inputs;
  explicit Setup(const char *text, std::uint64_t parameter)
      : kernel(*cfg::parse(text, "bench.kir", diags)), code(*sem::compile(kernel, {}, diags)) {
    inputs.scalars[0] = parameter;
  }
};

void statements(benchmark::State &state, const char *text, bool observed) {
  Setup s(text, 64);
  sem::Interleaving machine(s.code, launch(64), s.inputs);
  sem::RaceObserver races;
  if (observed)
    machine.attach(races);
  sem::InOrder order;
  sem::ZeroChoices choices;
  std::int64_t steps = 0;
  for (auto _ : state)
    steps += static_cast<std::int64_t>(machine.run(order, choices).steps);
  state.SetItemsProcessed(steps);
}
BENCHMARK_CAPTURE(statements, scan, scan, false);
BENCHMARK_CAPTURE(statements, scan_with_races, scan, true);
BENCHMARK_CAPTURE(statements, rows, rows, false);
BENCHMARK_CAPTURE(statements, rows_with_races, rows, true);

void random_schedule(benchmark::State &state) {
  Setup s(scan, 64);
  sem::Interleaving machine(s.code, launch(64), s.inputs);
  sem::RandomSchedule order(1);
  sem::ZeroChoices choices;
  std::int64_t steps = 0;
  for (auto _ : state)
    steps += static_cast<std::int64_t>(machine.run(order, choices).steps);
  state.SetItemsProcessed(steps);
}
BENCHMARK(random_schedule);

// The machine of warps, in lanes of warps that execute an instruction: the promise is 20 million per second on the
// stack machine.
void lane_steps(benchmark::State &state, const char *text, lockstep::semantics::simt::Scheduling scheduling,
                bool monitors) {
  namespace simt = lockstep::semantics::simt;
  Setup s(text, 64);
  const auto program = simt::place_reconvergence(s.kernel, simt::Placement::PostDominators, s.diags);
  const auto code = simt::compile(*program, {}, s.diags);
  simt::SimtOptions how;
  how.scheduling = scheduling;
  how.monitors = monitors;
  simt::SimtMachine machine(*code, launch(64), s.inputs, how);
  sem::ZeroChoices choices;
  std::int64_t steps = 0;
  for (auto _ : state)
    steps += static_cast<std::int64_t>(machine.run(simt::Pick::InOrder, choices).lane_steps);
  state.SetItemsProcessed(steps);
}
BENCHMARK_CAPTURE(lane_steps, stack_scan, scan, lockstep::semantics::simt::Scheduling::Stack, false);
BENCHMARK_CAPTURE(lane_steps, stack_scan_with_monitors, scan, lockstep::semantics::simt::Scheduling::Stack, true);
BENCHMARK_CAPTURE(lane_steps, stack_rows, rows, lockstep::semantics::simt::Scheduling::Stack, false);
BENCHMARK_CAPTURE(lane_steps, stack_rows_with_monitors, rows, lockstep::semantics::simt::Scheduling::Stack, true);
BENCHMARK_CAPTURE(lane_steps, independent_rows, rows, lockstep::semantics::simt::Scheduling::Independent, false);

// One tiny kernel of an oracle test: compiled, explored by four threads, races looked for.
void tiny_kernel(benchmark::State &state) {
  Setup s(scan, 4);
  for (auto _ : state) {
    const auto code = sem::compile(s.kernel, {}, s.diags);
    sem::Interleaving machine(*code, launch(4), s.inputs);
    sem::RaceObserver races;
    machine.attach(races);
    benchmark::DoNotOptimize(sem::explore(machine).traces);
  }
}
BENCHMARK(tiny_kernel);

} // namespace

BENCHMARK_MAIN();
