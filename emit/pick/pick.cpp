// The pick programs of a kernel: see pick.h. Races are in race.cpp, divergence and assertions in checks.cpp.
#include "emit/pick/pick.h"

#include "cfg/analysis/values/unwritten.h"
#include "cfg/passes/single_thread_launch.h"
#include "emit/knowledge/only_claimed.h"
#include "emit/pick/program.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

GoalProgram emit_pick(const cfg::Kernel &given, const cfg::Analyses &a, const Options &options) {
  std::optional<cfg::Kernel> alone;
  if (cfg::has_one_thread(a.launch))
    alone = cfg::with_own_memory(given, a.bare);
  const cfg::Kernel &k = alone ? *alone : given;
  Representation reps(k, a.ranges, options.integers, knowledge::expressions_of_facts(a));
  Declarations decls;
  Encoder encoder(k, a.ranges, reps, a.launch, {options.trust_flags, options.integers == IntegerMode::Int}, decls);
  std::vector<cfg::Ticket> tickets = a.tickets;
  std::erase_if(tickets, [&](const cfg::Ticket &t) { return a.handed[t.counter]; });
  Context c{k, a, encoder, decls, std::move(tickets), plain_private_arrays(k), only_claimed(k), unwritten_loads(k, a)};
  GoalProgram out;
  ProgramBuilder builder(c, options, out);

  if (options.vacuity_only) {
    builder.vacuity();
    builder.finish();
    return out;
  }
  const std::vector<bool> incoherent = cfg::read_incoherently(k);
  if (std::find(incoherent.begin(), incoherent.end(), true) != incoherent.end()) {
    const auto whole = intervals_of(c, [](const cfg::Barrier &) { return false; });
    for (cfg::ArrayId array = 0; array < k.arrays.size(); ++array)
      if (support::unsound("pick.incoherent", incoherent[array] && a.written[array]))
        for (std::size_t i = 0; i < whole.size(); ++i)
          builder.race(whole[i], i, array, Pair::Any);
  }
  // Group barriers end the intervals of threads of one group; a barrier that does not fence an array's space does not.
  for (cfg::Space space : {cfg::Space::Group, cfg::Space::Global}) {
    if (!builder.may_race(space))
      continue;
    for (const Teams &teams : kinds_of_pairs(a)) {
      auto within = intervals_of(c, [&](const cfg::Barrier &bar) { return fences(bar, space, teams.within); });
      for (std::size_t i = 0; i < within.size(); ++i)
        for (cfg::ArrayId array = 0; array < k.arrays.size(); ++array)
          if (k.arrays[array].space == space && a.written[array])
            builder.race(within[i], i, array, Pair::SameGroup, teams);
      if (teams.within != 0)
        builder.race_with_ended(space, teams);
    }
    if (space != cfg::Space::Global)
      continue;
    auto across =
        intervals_of(c, [](const cfg::Barrier &bar) { return bar.scope == cfg::Scope::Grid && bar.fence_global; });
    for (std::size_t i = 0; i < across.size(); ++i)
      for (cfg::ArrayId array = 0; array < k.arrays.size(); ++array)
        if (k.arrays[array].space == space && a.written[array])
          builder.race(across[i], i, array, Pair::DifferentGroups);
  }
  builder.divergence();
  builder.assertions();
  builder.vacuity();
  builder.finish();
  out.assumptions.insert(encoder.assumptions().begin(), encoder.assumptions().end());
  return out;
}

} // namespace lockstep::emit::pick
