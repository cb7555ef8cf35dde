// All analyses together: see analyses.h.
#include "cfg/analysis/analyses.h"

#include "cfg/analysis/preconditions.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
// Loads of what a handover orders may see what others write between two barriers, without a race.
void add_handed(const Kernel &k, Analyses &a) {
  a.handed.assign(k.arrays.size(), false);
  const std::vector<bool> handed = a.handovers.handed(k);
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      if (auto *st = std::get_if<Store>(&k.blocks[b].stmts[i].node); st && a.handovers.of(b, i))
        a.handed[st->array] = !support::left_out("analyses.handed_counter");
      else if (auto *l = std::get_if<Load>(&k.blocks[b].stmts[i].node);
               support::unsound("analyses.handed", l && handed[l->array]))
        a.bare.insert({b, i});
}
} // namespace

support::Result<Analyses> analyse(const Kernel &k, const Launch &asked, const AnalysisOptions &options,
                                  support::Diagnostics &diags) {
  const Launch launch = with_preconditions(k, asked);
  support::Result<LoopForest> forest = loops(k, diags);
  if (!forest)
    return support::failure;
  Analyses a;
  a.launch = launch;
  a.loops = std::move(*forest);
  a.live = liveness(k);
  a.facts = available_facts(k);
  // A uniform load of memory that has been written is the same for all threads of a group unless there is a race, which
  // is reported.
  const Places none;
  const UniformityOptions at_best{UniformityLevel::Group, 0, launch, true, &none, false, &a.live};
  const Uniformity best = uniformity(k, a.loops, at_best);
  a.bare = bare_loads(k, launch, [&](Point at) { // who reads `bare` asks for uniform loads only
    return best.block_uniform[at.first] &&
           is_uniform(std::get<Load>(k.blocks[at.first].stmts[at.second].node).offset, k, best, at_best);
  });
  a.value_sets = value_sets(k, a.loops, a.live, a.facts, launch);
  a.ranges = ranges(k, a.loops, a.facts, launch, {options.assume_no_overflow, &a.value_sets, &a.live});
  a.tickets = tickets(k, a.loops, a.live, a.facts, a.ranges, launch);
  a.handovers = handovers(k, a.facts, launch);
  find_ascents(k, a.facts, a.ranges, launch, a.handovers);
  a.induction = induction(k, a.loops, a.live, a.facts, a.ranges);
  a.numbered = numbered_barriers(k, a.loops, a.induction, launch);
  a.numbered.give_tokens(k, a.handovers);
  if (!a.numbered.missing.empty())
    for (const AccessRef &access : shared_accesses(k))
      a.handovers.missing.try_emplace({access.block, access.stmt}, a.numbered.missing);
  add_handed(k, a);
  UniformityOptions group{UniformityLevel::Group, 0, launch, true, &a.bare, false, &a.live};
  UniformityOptions grid{UniformityLevel::Grid, 0, launch, false, nullptr, false, &a.live};
  a.group_uniform = uniformity(k, a.loops, group);
  a.grid_uniform = uniformity(k, a.loops, grid);
  a.teams = team_sizes(k);
  for (unsigned lanes : a.teams)
    a.team_uniform.push_back(
        uniformity(k, a.loops, {UniformityLevel::Team, lanes, launch, true, &a.bare, true, &a.live}));
  a.congruences = congruences(k, a.loops, a.live, a.ranges);
  a.written = written_arrays(k);
  a.fixed = fixed_arrays(k);
  a.first = first_loads(k);
  return a;
}

bool can_go(const Kernel &k, const Analyses &a, BlockId from, BlockId through, BlockId to) {
  if (!a.value_sets.can_go(from, through, to))
    return false;
  if (!a.ranges.reachable(from))
    return true; // nothing is said about what is never run
  std::vector<VarId> assigned;
  for (const Stmt &s : k.blocks[through].stmts)
    for (VarId v : defined_vars(s))
      assigned.push_back(v);
  for (const Expr &c : edge_conditions(k.blocks[through], to)) {
    std::vector<VarId> vars;
    collect_vars(c, vars);
    bool unchanged =
        std::ranges::none_of(vars, [&](VarId v) { return std::ranges::find(assigned, v) != assigned.end(); });
    if (support::sound("can_go.unchanged", unchanged) &&
        a.ranges.evaluate_before(c, k, from, k.blocks[from].stmts.size()).as_unsigned.hi == 0)
      return false;
  }
  return true;
}

} // namespace lockstep::cfg
