// The pair and the geometry: see geometry.h.
#include "emit/encode/geometry.h"

#include "cfg/ir/assumptions.h"

#include <algorithm>

namespace lockstep::emit {

namespace b = boogie;

namespace {

b::Expr local_id(const cfg::Launch &l, Declarations &decls, unsigned d, Thread t) {
  return l.local_size[d] == 1 ? b::int_lit(0) : decls.constant(names::local_id(d, t), b::integer());
}
b::Expr group_id(const cfg::Launch &l, Declarations &decls, unsigned d, Thread t) {
  return l.num_groups[d] == 1 ? b::int_lit(0) : decls.constant(names::group_id(d, t), b::integer());
}

void declare_dimension(const cfg::Launch &l, Declarations &decls, unsigned d, std::set<std::string> &assumptions) {
  auto between = [&](support::Wide lo, const b::Expr &x, support::Wide hi) {
    decls.axiom(b::conj({b::binary("<=", b::int_lit(lo), x), b::binary("<=", x, b::int_lit(hi))}));
  };
  auto size = [&](const cfg::Launch::Extent &fixed, const std::string &name, std::uint64_t most) {
    if (fixed)
      return b::int_lit(*fixed);
    assumptions.insert(cfg::assumption::sizes);
    b::Expr c = decls.constant(name, b::integer());
    between(1, c, most);
    return c;
  };
  b::Expr local = size(l.local_size[d], names::local_size(d), l.most_local[d]);
  b::Expr groups = size(l.num_groups[d], names::num_groups(d), l.most_groups[d]);
  if (l.global_size[d] && (!l.local_size[d] || !l.num_groups[d]))
    decls.axiom(b::eq(b::binary("*", local, groups), b::int_lit(*l.global_size[d])));
  if (l.most_threads && (!l.local_size[d] || !l.num_groups[d])) {
    assumptions.insert(cfg::assumption::threads);
    if (!l.global_size[d] && !l.local_size[d] && !l.num_groups[d])
      decls.axiom(b::binary("<=", b::binary("*", local, groups), b::int_lit(*l.most_threads)));
  }
  auto id = [&](const std::string &name, const b::Expr &bound) {
    b::Expr c = decls.constant(name, b::integer());
    decls.axiom(b::conj({b::binary("<=", b::int_lit(0), c), b::binary("<", c, bound)}));
  };
  for (Thread t : both_threads) {
    if (l.local_size[d] != 1)
      id(names::local_id(d, t), local);
    if (l.num_groups[d] != 1)
      id(names::group_id(d, t), groups);
  }
}

} // namespace

b::Expr linear_local_id(const cfg::Launch &l, Declarations &decls, Thread t) {
  b::Expr linear = b::int_lit(0);
  for (unsigned d = 3; d-- > 0;) {
    const b::Expr size =
        l.local_size[d] ? b::int_lit(*l.local_size[d]) : decls.constant(names::local_size(d), b::integer());
    linear = l.local_size[d] == 1 ? linear : b::binary("+", b::binary("*", linear, size), local_id(l, decls, d, t));
  }
  return linear;
}

namespace {
// The number of the thread's team: its linear local id, divided.
b::Expr team_of(const cfg::Launch &l, Declarations &decls, unsigned lanes, Thread t) {
  return b::binary("div", linear_local_id(l, decls, t), b::int_lit(lanes));
}
} // namespace

bool pair_exists(const cfg::Launch &launch, Pair pair, Teams teams) {
  if (pair == Pair::Single || pair == Pair::Any)
    return true;
  if (teams.apart != 0) {
    std::uint64_t threads = 1;
    for (const cfg::Launch::Extent &e : launch.local_size)
      threads = e && threads <= teams.apart ? threads * *e : teams.apart + 1;
    if (threads <= teams.apart)
      return false;
  }
  if (teams.within == 1)
    return false;
  const auto &sizes = pair == Pair::SameGroup ? launch.local_size : launch.num_groups;
  return std::any_of(sizes.begin(), sizes.end(), [](const cfg::Launch::Extent &e) { return e != 1; });
}

b::Expr pair_of_threads(const cfg::Launch &launch, Declarations &decls, Pair pair, Teams teams) {
  std::vector<b::Expr> all, differ;
  if (pair == Pair::Any)
    return b::bool_lit(true);
  for (unsigned d = 0; d < 3; ++d) {
    b::Expr same_group = b::eq(group_id(launch, decls, d, Thread::First), group_id(launch, decls, d, Thread::Second));
    if (pair == Pair::DifferentGroups)
      differ.push_back(b::not_(same_group));
    else
      all.push_back(same_group);
    if (pair == Pair::SameGroup)
      differ.push_back(
          b::not_(b::eq(local_id(launch, decls, d, Thread::First), local_id(launch, decls, d, Thread::Second))));
  }
  if (pair != Pair::Single)
    all.push_back(b::disj(differ));
  auto same_team = [&](unsigned lanes) {
    return b::eq(team_of(launch, decls, lanes, Thread::First), team_of(launch, decls, lanes, Thread::Second));
  };
  if (teams.within != 0)
    all.push_back(same_team(teams.within));
  if (teams.apart != 0)
    all.push_back(b::not_(same_team(teams.apart)));
  return b::conj(all);
}

bool fences(const cfg::Barrier &bar, cfg::Space space, unsigned team) {
  const bool meet = bar.scope != cfg::Scope::Warp || (team != 0 && bar.lanes >= team);
  return meet && (space == cfg::Space::Group ? bar.fence_group : bar.fence_global);
}

void declare_geometry(const cfg::Launch &launch, Declarations &decls, std::set<std::string> &assumptions) {
  for (unsigned d = 0; d < 3; ++d)
    declare_dimension(launch, decls, d, assumptions);
}

} // namespace lockstep::emit
