// From kernel to lock-step program: see assemble.h.
#include "predication/assemble.h"

#include "cfg/analysis/values/loaded_values.h"
#include "cfg/passes/desugar.h"
#include "predication/instrument.h"
#include "predication/text.h"
#include "predication/vectorise.h"

namespace lockstep::predication {

namespace {
bool check_lockstep(const Lockstep &l, support::Diagnostics &d) { return check(l, d); }
std::string print_lockstep(const Lockstep &l) { return print(l); }
} // namespace

std::optional<Lockstep> lock_step(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::Uniformity &uniform,
                                  Scheme scheme, support::Stages &stages, support::Diagnostics &diags) {
  const auto predicated = stages.run(
      support::Stage::Predicate, [&] { return predicate(k, forest, uniform, {scheme}, diags); },
      [](const Predicated &p, support::Diagnostics &d) { return check(p, d); },
      [](const Predicated &p) { return print(p); });
  if (!predicated)
    return std::nullopt;
  return stages.run(support::Stage::Vectorise, [&] { return vectorise(*predicated); }, check_lockstep, print_lockstep);
}

std::optional<Lockstep> instrumented(const cfg::Kernel &k, const cfg::Analyses &a, const Claim &claim,
                                     support::Stages &stages, support::Diagnostics &diags) {
  const cfg::Uniformity &uniform = claim.level == cfg::UniformityLevel::Group ? a.group_uniform : a.grid_uniform;
  const cfg::Kernel in_step = claim.scheme == Scheme::Flags ? cfg::sugared(k) : k;
  const auto program = lock_step(in_step, a.loops, uniform, claim.scheme, stages, diags);
  if (!program)
    return std::nullopt;
  InstrumentOptions style{.same_values = claim.same_values, .bare = {}};
  if (claim.only_computed)
    for (const cfg::Point &store : cfg::stores_of_loaded_values(in_step))
      style.loaded.insert(store);
  auto bare = [&](const cfg::Places &loads, bool of_uniform_blocks) {
    for (const auto &[block, stmt] : loads)
      if (uniform.block_uniform[block] == of_uniform_blocks)
        style.bare.insert(std::get<cfg::Load>(k.blocks[block].stmts[stmt].node).array);
  };
  bare(cfg::bare_loads(k, a.launch, nullptr, &a.ranges), true); // of any load: a.bare tells of uniform ones only
  bare(cfg::bare_loads_of_some(k, a.launch, &a.ranges), false);
  return stages.run(
      support::Stage::Instrument, [&] { return instrument(*program, style); }, check_lockstep, print_lockstep);
}

} // namespace lockstep::predication
