// What a race goal about two threads of a warp that run in lock step knows of their order
// (cfg/analysis/order/lock_step.h).
//
// Sound because the accesses that the two have picked are ordered exactly if their statements are, and each site is one
// statement: sites of such pairs are not merged.
#include "cfg/analysis/order/lock_step.h"

#include "emit/pick/program.h"

namespace lockstep::emit::pick {

namespace b = boogie;

b::Expr ProgramBuilder::not_in_step(const cfg::Interval &interval, const std::vector<PlacedSite> &sites,
                                    const std::vector<std::size_t> &ids) const {
  const cfg::LockStep steps(c_.k, c_.a.loops, interval);
  const b::Expr first = b::ident(log::site(Thread::First), b::integer()),
                second = b::ident(log::site(Thread::Second), b::integer());
  std::vector<b::Expr> ways;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (sites[i].site.kind == cfg::AccessKind::Read)
      continue; // the first thread picks none
    std::vector<b::Expr> others;
    for (std::size_t j = 0; j < sites.size(); ++j)
      if (!steps.ordered(sites[i].node, sites[i].stmt, sites[j].node, sites[j].stmt))
        others.push_back(b::eq(second, b::int_lit(static_cast<std::int64_t>(ids[j]))));
    if (!others.empty())
      ways.push_back(b::conj({b::eq(first, b::int_lit(static_cast<std::int64_t>(ids[i]))), b::disj(others)}));
  }
  return ways.empty() ? b::bool_lit(false) : b::disj(ways);
}

} // namespace lockstep::emit::pick
