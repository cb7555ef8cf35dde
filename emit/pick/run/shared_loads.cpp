// Loads that give both threads of a pair the same value although the kernel writes the array: one unknown, shared by
// the two runs. `base = counts[0]` behind a barrier, for example, with accesses to a[base + lid].
//
// Sound up to the first race, which is all that a race goal needs: the offset is the same for the threads of a group,
// and both threads run the load together, once an interval. Had a thread written the cell since the last barrier (other
// than before, which both see), then it and a thread that reads it here would be an earlier race, found by the goal of
// that array; and the cell has been written (cfg/analysis/values/unwritten.h). The uniformity analysis rests on the
// same argument (UniformityOptions::assume_race_free).
#include "emit/pick/run/run.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

bool Run::write_shared_load(BlockWriter &w, int node, std::uint32_t stmt) const {
  const cfg::BlockId block = interval_.nodes[static_cast<std::size_t>(node)].block;
  auto *l = std::get_if<cfg::Load>(&c_.k.blocks[block].stmts[stmt].node);
  if (!l || !hooks_.same_group || !c_.a.written[l->array] || c_.k.arrays[l->array].space == cfg::Space::Private ||
      std::none_of(l->dests.begin(), l->dests.end(), [&](cfg::VarId d) { return cone_.vars.count(d) != 0; }) ||
      c_.a.bare.count({block, stmt}) || !c_.a.group_uniform.block_uniform[block] ||
      support::unsound("shared_loads.offset", !cfg::is_uniform(l->offset, c_.k, c_.a.group_uniform,
                                                               {cfg::UniformityLevel::Group, 0, c_.a.launch, true})))
    return false;
  const auto same = cfg::SameIterationOfAllLoops::in_block(c_.a.loops, interval_, block);
  if (same)
    write_shared(w, *l, *same, stmt);
  return same.has_value();
}

void Run::write_shared(BlockWriter &w, const cfg::Load &l, const cfg::SameIterationOfAllLoops &same,
                       std::uint32_t stmt) const {
  const bool followed = cone_.maps.count(l.array) != 0;
  if (followed)
    write_load(w, l);
  for (cfg::VarId d : l.dests)
    if (cone_.vars.count(d)) {
      b::Expr value = c_.decls.constant(names::shared_load(c_.k, d, same.block(), stmt), c_.encoder.forms.type(d));
      if (followed)
        w.assume(b::eq(c_.encoder.variables.read(d, t_), value));
      else
        w.command(b::AssignCmd{names::copy(c_.k, d, t_), value});
      w.assume(c_.encoder.variables.domain(d, t_, cfg::full_range(c_.k.vars[d].type)));
    }
}

} // namespace lockstep::emit::pick
