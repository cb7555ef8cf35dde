// Launches and outcomes: see semantics.h.
#include "semantics/semantics.h"

#include "support/invariant.h"

#include <algorithm>

namespace lockstep::semantics {

ThreadId Geometry::id(ThreadIndex t) const {
  ThreadId out;
  std::uint64_t local = t % group_threads(), place = t / group_threads();
  std::uint64_t group = groups.empty() ? place : groups[place];
  for (std::size_t d = 0; d < 3; ++d) {
    out.local[d] = local % local_size[d];
    local /= local_size[d];
    out.group[d] = group % num_groups[d];
    group /= num_groups[d];
  }
  return out;
}

std::uint64_t Geometry::linear_group(const std::array<std::uint64_t, 3> &g) const {
  return (g[2] * num_groups[1] + g[1]) * num_groups[0] + g[0];
}

std::optional<ThreadIndex> Geometry::find(const ThreadId &id) const {
  for (std::size_t d = 0; d < 3; ++d)
    if (id.local[d] >= local_size[d] || id.group[d] >= num_groups[d])
      return std::nullopt;
  std::uint64_t place = linear_group(id.group);
  if (!groups.empty()) {
    auto it = std::lower_bound(groups.begin(), groups.end(), place);
    if (it == groups.end() || *it != place)
      return std::nullopt;
    place = static_cast<std::uint64_t>(it - groups.begin());
  }
  std::uint64_t local = (id.local[2] * local_size[1] + id.local[1]) * local_size[0] + id.local[0];
  return static_cast<ThreadIndex>(place * group_threads() + local);
}

std::optional<Geometry> geometry_of(const cfg::Launch &launch) {
  Geometry g;
  for (std::size_t d = 0; d < 3; ++d) {
    if (!launch.local_size[d])
      return std::nullopt;
    g.local_size[d] = *launch.local_size[d];
    if (launch.num_groups[d])
      g.num_groups[d] = *launch.num_groups[d];
    else if (launch.global_size[d] && *launch.global_size[d] % g.local_size[d] == 0)
      g.num_groups[d] = *launch.global_size[d] / g.local_size[d];
    else
      return std::nullopt;
    if (g.local_size[d] == 0 || g.num_groups[d] == 0)
      return std::nullopt;
  }
  g.global_offset = launch.global_offset;
  g.warp_size = std::max(1u, launch.warp_size);
  return g;
}

const char *name(Ending e) {
  switch (e) {
  case Ending::Terminated: return "terminated";
  case Ending::Assertion: return "assertion";
  case Ending::Divergence: return "divergence";
  case Ending::Infeasible: return "infeasible";
  case Ending::Undefined: return "undefined";
  case Ending::Outside: return "out of bounds";
  case Ending::StepLimit: return "step limit";
  case Ending::Redundant: return "redundant";
  }
  return "?";
}

const support::Origin &origin_of(const cfg::Kernel &k, Site s) {
  LOCKSTEP_INVARIANT(s.block < k.blocks.size(), "a site is in the kernel");
  const cfg::Block &b = k.blocks[s.block];
  const support::Origin &own = s.stmt < b.stmts.size() ? b.stmts[s.stmt].origin : b.end.origin;
  return own.known() ? own : b.origin;
}

} // namespace lockstep::semantics
