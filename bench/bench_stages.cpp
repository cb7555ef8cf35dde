// How fast each stage is by itself and how it grows (Google Benchmark; `scripts/bench --stages`, to be run from the
// project's root). The kernel: n rounds of write, barrier, guarded read, around a loop; `_BigO` is the growth that fits
// best.
#include "cfg/analysis/analyses.h"
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"
#include "cfg/passes/normalise.h"
#include "emit/pick/pick.h"
#include "emit/watchdog/watchdog.h"
#include "frontend/frontend.h"
#include "predication/instrument.h"
#include "predication/predicate.h"
#include "predication/vectorise.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <stdexcept>

namespace {

namespace cfg = lockstep::cfg;
namespace emit = lockstep::emit;
namespace frontend = lockstep::frontend;
namespace predication = lockstep::predication;

std::string rounds(std::int64_t n) {
  std::string out = "kernel rounds pointer_bits 64 {\n  param n : i32; var l : i32; var j : i32; var x : i32;\n"
                    "  array t : i32[4096] group; array a : i32[] global param;\n"
                    "block s: l := local_id(0, i32); j := 0:i32; x := 0:i32; goto r0;\n";
  for (std::int64_t i = 0; i < n; ++i)
    out += fmt::format("block r{0}: t[sext(add.nsw(l, {1}:i32), i64)] := add(x, {0}:i32); barrier group fence(group);\n"
                       "  br slt(l, {1}:i32), q{0}, e{0};\n"
                       "block q{0}: x := t[sext(l, i64)]; goto e{0};\n"
                       "block e{0}: barrier group fence(group); goto r{2};\n",
                       i, i % 63, i + 1);
  return out +
         fmt::format("block r{}: br slt(j, n), b, d;\nblock b: x := add(x, j); j := add.nsw(j, 1:i32); goto r{};\n"
                     "block d: a[sext(add.nsw(mul.nsw(group_id(0, i32), 64:i32), l), i64)] := x; return;\n}}\n",
                     n, n);
}

// Every stage's result for the kernel of n rounds.
struct Stages {
  lockstep::support::Diagnostics diags;
  cfg::Launch launch;
  std::string text;
  cfg::Kernel kernel;
  cfg::LoopForest forest;
  cfg::Uniformity uniform;
  cfg::Analyses analyses;
  predication::Predicated predicated;
  predication::Lockstep vectorised, instrumented;

  explicit Stages(std::int64_t n) : text(rounds(n)) {
    launch.local_size[0] = 64;
    launch.num_groups[0] = 16;
    auto need = [this](auto result) {
      if (!result)
        throw std::runtime_error("bench_stages: " +
                                 (diags.all().empty() ? "a stage failed" : diags.all().front().message));
      return std::move(*result);
    };
    kernel = need(cfg::normalise(need(cfg::parse(text, "rounds.kir", diags)), {}, diags));
    forest = need(cfg::loops(kernel, diags));
    uniform = cfg::uniformity(kernel, forest, {.level = cfg::UniformityLevel::Group, .launch = launch});
    analyses = need(cfg::analyse(kernel, launch, {}, diags));
    predicated = need(predication::predicate(kernel, forest, uniform, {}, diags));
    vectorised = predication::vectorise(predicated);
    instrumented = predication::instrument(vectorised, {});
  }
};

template <typename Work> void measure(benchmark::State &state, Work work) {
  Stages s(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(work(s));
  state.SetComplexityN(state.range(0));
}

void stage(const char *name, auto work) {
  benchmark::RegisterBenchmark(name, [work](benchmark::State &state) { measure(state, work); })
      ->RangeMultiplier(4)
      ->Range(4, 256)
      ->Complexity()
      ->Unit(benchmark::kMicrosecond);
}

void compile(benchmark::State &state, const std::string &path, bool lower) {
  for (auto _ : state) {
    lockstep::support::Diagnostics diags;
    const auto module = frontend::compile(path, {}, diags);
    if (!module) {
      state.SkipWithError(("cannot compile " + path + ": run this from the project's root").c_str());
      return;
    }
    if (lower)
      for (const frontend::KernelName &k : frontend::kernels(*module))
        benchmark::DoNotOptimize(frontend::build_kernel(*module, k, {}, diags));
  }
}

} // namespace

int main(int argc, char **argv) {
  for (bool lower : {false, true})
    benchmark::RegisterBenchmark(
        lower ? "compile_and_build_kernel/transpose_tiled" : "compile/transpose_tiled",
        [lower](benchmark::State &s) { compile(s, "kernels/algorithms/transpose_tiled.cl", lower); })
        ->Unit(benchmark::kMicrosecond);
  stage("parse", [](Stages &s) { return cfg::parse(s.text, "rounds.kir", s.diags); });
  stage("check", [](Stages &s) { return cfg::check(s.kernel, s.diags); });
  stage("print", [](Stages &s) { return cfg::print(s.kernel); });
  stage("normalise", [](Stages &s) { return cfg::normalise(s.kernel, {}, s.diags); });
  stage("analyse", [](Stages &s) { return cfg::analyse(s.kernel, s.launch, {}, s.diags); });
  stage("predicate", [](Stages &s) { return predication::predicate(s.kernel, s.forest, s.uniform, {}, s.diags); });
  stage("vectorise", [](Stages &s) { return predication::vectorise(s.predicated); });
  stage("instrument", [](Stages &s) { return predication::instrument(s.vectorised, {}); });
  stage("emit_pick", [](Stages &s) { return emit::pick::emit_pick(s.kernel, s.analyses, {}); });
  stage("emit_watchdog",
        [](Stages &s) { return emit::watchdog::emit_watchdog(s.instrumented, s.kernel, s.analyses, {}); });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
