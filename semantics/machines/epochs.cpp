// The counts of barriers that order accesses: see epochs.h.
#include "semantics/machines/epochs.h"

#include <algorithm>
#include <bit>

namespace lockstep::semantics {

Epochs::Epochs(const std::vector<unsigned> &team_sizes, std::uint32_t threads, std::uint32_t group_size)
    : team_sizes_(team_sizes), group_size_(group_size), teams_(team_sizes.size(), std::vector<Passed>(threads)),
      groups_(threads / group_size) {}

void Epochs::start() {
  for (std::vector<Passed> &of_size : teams_)
    std::fill(of_size.begin(), of_size.end(), Passed{});
  std::fill(groups_.begin(), groups_.end(), Passed{});
  grid_ = {};
}

Epochs::Passed &Epochs::counted_by(ThreadIndex t, const cfg::Barrier &bar) {
  if (bar.scope == cfg::Scope::Group)
    return groups_[t / group_size_];
  if (bar.scope != cfg::Scope::Warp)
    return grid_;
  const auto size = std::find(team_sizes_.begin(), team_sizes_.end(), bar.lanes);
  return teams_[static_cast<std::size_t>(size - team_sizes_.begin())][first_of_team(t, bar.lanes, group_size_)];
}

void Epochs::pass(ThreadIndex t, const cfg::Barrier &bar) {
  if (!bar.fence_group && !bar.fence_global)
    return;
  Passed &p = counted_by(t, bar);
  p.of_group_space += bar.fence_group;
  p.of_global_space += bar.fence_global;
}

Epoch Epochs::of(ThreadIndex t, cfg::Space space) const {
  auto count = [&](const Passed &p) { return space == cfg::Space::Group ? p.of_group_space : p.of_global_space; };
  Epoch e{count(groups_[t / group_size_]), count(grid_), {}};
  for (std::size_t i = 0; i < team_sizes_.size(); ++i)
    e.teams[static_cast<std::size_t>(std::countr_zero(team_sizes_[i]))] =
        count(teams_[i][first_of_team(t, team_sizes_[i], group_size_)]);
  return e;
}

} // namespace lockstep::semantics
