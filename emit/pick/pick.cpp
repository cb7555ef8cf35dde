// The pick programs of a kernel: see pick.h. Races are written in races/, the other goals in goals/.
#include "emit/pick/pick.h"

#include "cfg/analysis/values/unwritten.h"
#include "cfg/passes/own_values.h"
#include "cfg/passes/single_thread_launch.h"
#include "emit/knowledge/only_claimed.h"
#include "emit/pick/goals/checks.h"
#include "emit/pick/races/races.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

// All that the goals of a kernel are written with.
struct Room {
  Room(const cfg::Kernel &given, const cfg::Analyses &a, const Options &options)
      : alone(cfg::has_one_thread(a.launch) ? std::optional(cfg::with_own_memory(given, a.bare)) : std::nullopt),
        k(alone ? *alone : given), memory(options.contents ? memory_of(k, a, options.apart) : Memory{}),
        reps(k, a.ranges, options.integers, knowledge::expressions_of_facts(a), memory.mapped),
        encoder(k, a.ranges, reps, a.launch, {options.trust_flags, options.integers == IntegerMode::Int}, decls),
        c{k,
          a,
          encoder,
          decls,
          a.tickets,
          plain_private_arrays(k),
          only_claimed(k),
          unwritten_loads(k, a),
          memory,
          followable(k, a)},
        goals(c, options, out), races(goals) {
    std::erase_if(c.tickets, [&](const cfg::Ticket &t) { return a.handed[t.counter]; });
    encoder.reading.contents = reads_no_map(c);
  }

  std::optional<cfg::Kernel> alone;
  const cfg::Kernel &k;
  Memory memory;
  Representation reps;
  Declarations decls;
  Encoder encoder;
  Context c;
  GoalProgram out;
  Goals goals;
  Races races;
};

// Is there a statement, in front of the kernel's end, behind which contents are forgotten?
bool forgets_on_the_way(const cfg::Kernel &k) {
  for (const cfg::Block &b : k.blocks)
    for (std::size_t i = 0; i < b.stmts.size(); ++i)
      if (cfg::may_order(b.stmts[i]) && !(i + 1 == b.stmts.size() && std::holds_alternative<cfg::Return>(b.end.node)))
        return true;
  return false;
}

} // namespace

GoalProgram emit_apart(const cfg::Kernel &given, const cfg::Analyses &a, const Options &options) {
  Room room(given, a, options);
  const Context &c = room.c;
  if (!forgets_on_the_way(c.k))
    return {};
  const auto whole = intervals_of(c, [](const cfg::Barrier &) { return false; });
  for (cfg::ArrayId array = 0; array < c.k.arrays.size(); ++array)
    if (options.contents ? c.a.written[array] && c.k.arrays[array].space != cfg::Space::Private : c.followable[array])
      for (std::size_t i = 0; i < whole.size(); ++i)
        for (const Pair pair : {Pair::SameGroup, Pair::DifferentGroups})
          if (pair == Pair::SameGroup || c.k.arrays[array].space == cfg::Space::Global)
            room.races.touched_apart(whole[i], i, array, pair);
  room.goals.finish();
  room.out.assumptions.insert(room.encoder.relied.assumptions().begin(), room.encoder.relied.assumptions().end());
  return std::move(room.out);
}

GoalProgram emit_pick(const cfg::Kernel &given, const cfg::Analyses &a, const Options &options) {
  Room room(given, a, options);
  const cfg::Kernel &k = room.k;
  const Context &c = room.c;
  GoalProgram &out = room.out;
  Goals &goals = room.goals;
  Races &races = room.races;
  if (options.vacuity_only) {
    ask_vacuity(goals);
    goals.finish();
    return std::move(room.out);
  }
  const std::vector<bool> incoherent = cfg::read_incoherently(k);
  if (std::find(incoherent.begin(), incoherent.end(), true) != incoherent.end()) {
    const auto whole = intervals_of(c, [](const cfg::Barrier &) { return false; });
    for (cfg::ArrayId array = 0; array < k.arrays.size(); ++array)
      if (support::unsound("pick.incoherent", incoherent[array] && a.written[array]))
        for (std::size_t i = 0; i < whole.size(); ++i)
          races.of_interval(whole[i], i, array, Pair::Any);
  }
  // Group barriers end the intervals of threads of one group; a barrier that does not fence an array's space does not.
  for (cfg::Space space : {cfg::Space::Group, cfg::Space::Global}) {
    if (!races.may_be(space))
      continue;
    for (const Teams &teams : kinds_of_pairs(a)) {
      auto within = intervals_of(c, [&](const cfg::Barrier &bar) { return fences(bar, space, teams.within); });
      for (std::size_t i = 0; i < within.size(); ++i)
        for (cfg::ArrayId array = 0; array < k.arrays.size(); ++array)
          if (k.arrays[array].space == space && a.written[array] && options.followed.count(array) == 0)
            races.of_interval(within[i], i, array, Pair::SameGroup, teams);
      if (teams.within != 0)
        races.with_ended(space, teams);
    }
    if (space != cfg::Space::Global)
      continue;
    auto across =
        intervals_of(c, [](const cfg::Barrier &bar) { return bar.scope == cfg::Scope::Grid && bar.fence_global; });
    for (std::size_t i = 0; i < across.size(); ++i)
      for (cfg::ArrayId array = 0; array < k.arrays.size(); ++array)
        if (k.arrays[array].space == space && a.written[array])
          races.of_interval(across[i], i, array, Pair::DifferentGroups);
  }
  ask_divergence(goals);
  ask_assertions(goals);
  if (options.vacuity)
    ask_vacuity(goals);
  goals.finish();
  out.assumptions.insert(room.encoder.relied.assumptions().begin(), room.encoder.relied.assumptions().end());
  return std::move(room.out);
}

} // namespace lockstep::emit::pick
