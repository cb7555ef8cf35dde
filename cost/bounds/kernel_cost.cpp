// See kernel_cost.h.
#include "cost/bounds/kernel_cost.h"

#include "cfg/ir/text/shown_name.h"
#include "cfg/passes/split_accesses.h"
#include "cost/bounds/follows_from_ids.h"
#include "cost/bounds/span.h"
#include "cost/bounds/warp_shapes.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost {

namespace {

constexpr std::uint64_t most_single_groups = 64;       // looked at one by one
constexpr std::size_t most_single_statements = 20'000; // walked for that
constexpr std::size_t most_single_terms = 4'000;       // of all formulas
constexpr std::size_t most_characters = 200'000;       // of what an event costs, and of what all of them do
constexpr const char *too_large = "its formula is too large";

// A formula speaks of parameters, sizes and ids: of what nobody knows, the ends.
Bounds known_only(Bounds b) {
  if (is_unknown(b.lo)) {
    const auto end = least(b.lo);
    b.lo = end ? Expr(*end) : Expr(0);
  }
  if (b.hi && is_unknown(*b.hi)) {
    const auto end = most(*b.hi);
    b.hi = end ? std::optional(Expr(*end)) : std::nullopt;
  }
  return b;
}

MetricBounds nothing(std::size_t metrics) { return MetricBounds(metrics, Bounds{Expr(0), Expr(0)}); }

std::string what_of(const cfg::Kernel &k, cfg::BlockId b, std::size_t stmt) {
  if (stmt >= k.blocks[b].stmts.size())
    return "branch";
  const auto &node = k.blocks[b].stmts[stmt].node;
  const auto array = [&](cfg::ArrayId a) { return "'" + cfg::shown_name(k.arrays[a]) + "'"; };
  if (const auto *l = std::get_if<cfg::Load>(&node))
    return "load of " + array(l->array);
  if (const auto *s = std::get_if<cfg::Store>(&node))
    return "store to " + array(s->array);
  if (const auto *a = std::get_if<cfg::Atomic>(&node))
    return "atomic on " + array(a->array);
  if (std::holds_alternative<cfg::Barrier>(node))
    return "barrier";
  return "statement";
}

class Adder {
public:
  Adder(const cfg::Kernel &k, KernelBounds &out) : k_(k), out_(out) {
    out_.warp = out_.group = out_.grid = nothing(out.metrics.size());
    out_.unbounded.resize(out.metrics.size());
  }

  // `numbers`: of the warps that the walk stands for; `groups`: of groups.
  bool add(const Walked &walked, const std::vector<Rounds> &numbers, const std::vector<Rounds> &groups,
           MetricBounds &warp) {
    bool exact = true;
    std::map<std::vector<std::size_t>, Nest> nests; // by the loops around
    for (const Event &e : walked.events) {
      PlaceCost &place = place_of(e);
      Nest &nest = nests[e.loops];
      if (nest.last.empty()) {
        for (auto l = e.loops.rbegin(); l != e.loops.rend(); ++l)
          nest.loops.push_back(walked.rounds[*l]);
        nest.warps = nest.loops;
        nest.warps.insert(nest.warps.end(), numbers.begin(), numbers.end());
        nest.groups = nest.warps;
        nest.groups.insert(nest.groups.end(), groups.begin(), groups.end());
        nest.last.resize(e.cost.size());
      }
      for (std::size_t m = 0; m < e.cost.size(); ++m) {
        Summed &now = nest.last[m];
        if (!now.known || !(now.cost.lo == e.cost[m].lo) || now.cost.hi != e.cost[m].hi) {
          now = {true, e.cost[m], summed(e.cost[m], nest.loops, m), {}, {}};
          now.group = summed(e.cost[m], nest.warps, m);
          now.grid = summed(e.cost[m], nest.groups, m);
        }
        add_to(warp[m], now.warp, m);
        add_to(out_.group[m], now.group, m);
        add_to(out_.grid[m], now.grid, m);
        add_to(place.grid[m], now.grid, m);
        exact = exact && now.grid.exact();
      }
    }
    out_.assumptions.insert(walked.assumptions.begin(), walked.assumptions.end());
    out_.statements += walked.statements;
    return exact;
  }

private:
  struct Summed { // of an event
    bool known = false;
    CostBounds cost;
    Bounds warp, group, grid;
  };
  struct Nest {
    std::vector<Rounds> loops, warps, groups; // what is summed over: for a warp, a group, the grid
    std::vector<Summed> last;                 // of each metric the newest
  };

  void add_to(Bounds &to, const Bounds &b, std::size_t m) {
    try {
      Bounds both = to;
      cost::add(both, b);
      to = std::move(both);
    } catch (const TooLarge &) { // from below, what has been added so far
      to.hi.reset();
      out_.unbounded[m].insert({support::Origin(), too_large});
    }
  }

  Bounds summed(const CostBounds &c, const std::vector<Rounds> &around, std::size_t m) {
    const Rounds *endless = nullptr;
    Bounds out;
    const auto origin = [&] { return around.empty() ? support::Origin() : around[0].origin; };
    try {
      out = known_only(sums_.summed(c, around, &endless));
      if (characters(out.lo) > most_characters)
        out.lo = 0;
      if (out.hi && characters(*out.hi) > most_characters)
        throw TooLarge{};
    } catch (const TooLarge &) {
      out.hi.reset();
      out_.unbounded[m].insert({origin(), too_large});
      return out;
    }
    if (!out.hi && endless != nullptr)
      out_.unbounded[m].insert({endless->origin, endless->why});
    else if (!out.hi)
      out_.unbounded[m].insert({origin(), "the sum is not seen to end"});
    return out;
  }

  // All requests of one access (cfg/passes/split_accesses.h) have a place together.
  PlaceCost &place_of(const Event &e) {
    const cfg::Block &b = k_.blocks[e.block];
    std::size_t stmt = e.stmt;
    const auto goes_on = [&] {
      return stmt != 0 && stmt < b.stmts.size() && b.stmts[stmt].origin == b.stmts[stmt - 1].origin &&
             cfg::goes_on(b.stmts[stmt - 1], b.stmts[stmt]);
    };
    while (goes_on())
      --stmt;
    for (PlaceCost &p : out_.places)
      if (p.block == e.block && p.stmt == stmt)
        return p;
    PlaceCost p{e.block, stmt, {}, what_of(k_, e.block, stmt), nothing(out_.metrics.size())};
    p.origin = stmt < b.stmts.size() ? b.stmts[stmt].origin : b.end.origin;
    out_.places.push_back(std::move(p));
    return out_.places.back();
  }

  const cfg::Kernel &k_;
  KernelBounds &out_;
  EventSums sums_;
};

} // namespace

// What holds case by case, as one formula: in case i `where[i]` is 1 and the others 0.
static MetricBounds by_case(const std::vector<MetricBounds> &cases, const std::vector<Expr> &where) {
  MetricBounds out = cases[0];
  for (std::size_t m = 0; m < out.size(); ++m)
    for (std::size_t i = 1; i < cases.size(); ++i) {
      const Bounds &one = cases[i][m], &first = cases[0][m];
      if (!(one.lo == first.lo))
        out[m].lo += where[i] * (one.lo - first.lo);
      if (!out[m].hi || !one.hi)
        out[m].hi.reset();
      else if (!(*one.hi == *first.hi))
        *out[m].hi += where[i] * (*one.hi - *first.hi);
    }
  return out;
}

using GroupId = std::array<std::uint64_t, 3>;

// The sizes of a group that a walk goes with. Gives the least, where one is free.
static std::array<std::uint64_t, 3> set_local_sizes(const cfg::Launch &launch, WalkOptions &how) {
  std::array<std::uint64_t, 3> size{};
  for (unsigned d = 0; d < 3; ++d) {
    const auto given = launch.local_size[d];
    size[d] = given.value_or(1);
    how.local_sizes[d] = given ? Expr(Integer(static_cast<unsigned long>(*given)))
                               : symbol(fmt::format("local.{}", axes[d]), Integer(1),
                                        Integer(static_cast<unsigned long>(launch.most_local[d])));
  }
  return size;
}

// The number of groups and the group's id that a walk goes with. Gives what all groups are summed over.
static std::vector<Rounds> set_groups(const cfg::Launch &launch, const std::array<std::uint64_t, 3> &size,
                                      const std::optional<GroupId> &group, WalkOptions &how) {
  std::vector<Rounds> groups;
  for (unsigned d = 0; d < 3; ++d) {
    const std::string count = fmt::format("groups.{}", axes[d]), id = fmt::format("group.{}", axes[d]);
    const auto given = launch.num_groups[d];
    std::uint64_t most_groups = launch.most_groups[d];
    if (launch.most_threads)
      most_groups = std::min(most_groups, *launch.most_threads / size[d]);
    how.groups[d] = given ? Expr(Integer(static_cast<unsigned long>(*given)))
                          : symbol(count, Integer(1), Integer(static_cast<unsigned long>(most_groups)));
    if (group)
      how.group_ids[d] = Expr(Integer(static_cast<unsigned long>((*group)[d])));
    if (group || (given && *given == 1))
      continue;
    how.group_ids[d] =
        symbol(id, Integer(0), Integer(static_cast<unsigned long>(given ? *given : most_groups)) - 1, how.groups[d]);
    groups.push_back({id, how.groups[d], true, true, {}, {}});
  }
  return groups;
}

// Do all threads of a group come to its barriers together?
static bool come_together(const cfg::Kernel &k, const cfg::Analyses &a) {
  const cfg::UniformityOptions of_group{cfg::UniformityLevel::Group, 0, a.launch, true, &a.bare};
  return cfg::non_uniform_barriers(k, cfg::uniformity(k, a.loops, of_group)).empty();
}

// For each number below `count`: 1 where `name` is it, else 0.
static std::vector<Expr> one_by_one(const std::string &name, std::size_t count) {
  const Expr number = symbol(name, Integer(0), Integer(static_cast<long>(count - 1)));
  std::vector<Expr> where;
  for (std::size_t n = 0; n < count; ++n)
    where.push_back(is_zero(number - Expr(static_cast<long>(n))));
  return where;
}

// Of any group, or of one.
static KernelBounds bounds_of(const cfg::Kernel &k, const cfg::Analyses &a, const coalescing::Options &options,
                              const CostWishes &wishes, const std::optional<GroupId> &group = {}) {
  KernelBounds out;
  out.metrics = wishes.metrics;
  out.without_sign = wishes.without_sign;
  out.affine = is_affine(k);
  const bool given_size = std::all_of(a.launch.local_size.begin(), a.launch.local_size.end(),
                                      [](const cfg::Launch::Extent &e) { return e.has_value(); });
  WalkOptions how{options, wishes.in_bounds, {}, {}, {}, wishes.metrics, wishes.spans, wishes.without_sign};
  const std::array<std::uint64_t, 3> size = set_local_sizes(a.launch, how);
  std::vector<coalescing::Warp> warps;
  if (given_size)
    warps = coalescing::warps_of(a.launch, options.target.lanes);
  out.refused = given_size && warps.empty() ? "a group is too large, or empty"
                : options.target.lanes > 64 ? "a warp has more than 64 lanes"
                                            : "";
  if (!out.refused.empty())
    return out;
  const std::vector<Rounds> groups = set_groups(a.launch, size, group, how);
  out.groups = how.groups;
  out.local_sizes = how.local_sizes;
  const cfg::UniformityOptions level{cfg::UniformityLevel::Team, options.target.lanes, a.launch, true, &a.bare};
  const cfg::Uniformity uniform = cfg::uniformity(k, a.loops, level);
  const cfg::SortOrder order = cfg::sort_order(k, a.loops);
  const bool aligned = come_together(k, a);
  if (!aligned)
    out.assumptions.insert("all threads of a group come to its barriers together");
  const auto walked_by = [&](const WarpShape &shape) { return walk(k, a, uniform, level, order, shape, how); };
  const auto set_spans = [&](KernelBounds &b, Spans &spans) {
    b.span = spans.of_group();
    for (const Bounds &one : b.span)
      b.longest_span.push_back(Spans::longest(one, groups));
  };
  std::vector<Rounds> numbers;
  const auto set_span_of = [&](const Walked &walked) {
    if (!wishes.spans)
      return;
    Spans spans(out.metrics.size(), aligned);
    spans.add(walked, numbers);
    set_spans(out, spans);
  };
  KernelBounds each = out;
  if (!given_size) {
    Adder adder(k, out);
    const Walked walked = walked_by(any_warp(how.local_sizes, options.target.lanes, numbers));
    adder.add(walked, numbers, groups, out.warp);
    set_span_of(walked);
    return out;
  }
  const auto shape = alike(size, options.target.lanes, numbers);
  if (shape) {
    Adder adder(k, out);
    const Walked walked = walked_by(*shape);
    if (adder.add(walked, numbers, groups, out.warp) || warps.size() == 1) {
      set_span_of(walked);
      if (wishes.keep_walks)
        out.walks.push_back({*shape, numbers, walked});
      return out;
    }
  }
  each.assumptions = out.assumptions;
  Adder adder(k, each);
  Spans spans(out.metrics.size(), aligned);
  std::vector<MetricBounds> by_warp;
  for (const coalescing::Warp &w : warps) {
    by_warp.push_back(nothing(out.metrics.size()));
    const WarpShape one = one_warp(w);
    Walked walked = walked_by(one);
    adder.add(walked, {}, groups, by_warp.back());
    if (wishes.spans)
      spans.add(walked, {});
    if (wishes.keep_walks)
      each.walks.push_back({one, {}, std::move(walked)});
  }
  if (wishes.spans)
    set_spans(each, spans);
  each.warp = by_case(by_warp, one_by_one("warp", warps.size()));
  return each;
}

static std::vector<GroupId> few_groups(const cfg::Launch &launch) { // empty: there are many, or their number is free
  GroupId n{};
  for (unsigned d = 0; d < 3; ++d) {
    if (launch.num_groups[d].value_or(most_single_groups + 1) > most_single_groups)
      return {};
    n[d] = *launch.num_groups[d];
  }
  if (n[0] * n[1] * n[2] > most_single_groups)
    return {};
  std::vector<GroupId> out;
  for (GroupId id{}; id[2] < n[2]; ++id[2])
    for (id[1] = 0; id[1] < n[1]; ++id[1])
      for (id[0] = 0; id[0] < n[0]; ++id[0])
        out.push_back(id);
  return out;
}

// The costs of all groups, each looked at by itself.
static KernelBounds joined(KernelBounds whole, const std::vector<GroupId> &ids, const std::vector<KernelBounds> &each) {
  std::vector<MetricBounds> warp, group;
  std::vector<Expr> where;
  whole.grid = nothing(whole.metrics.size());
  whole.unbounded.assign(whole.metrics.size(), {});
  for (PlaceCost &p : whole.places)
    p.grid = nothing(whole.metrics.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Expr here = 1;
    for (unsigned d = 0; d < 3; ++d)
      if (const auto last = whole.groups[d].constant(); last && *last > 1)
        here =
            here * is_zero(symbol(fmt::format("group.{}", axes[d]), Integer(0), floor_of(*last) - 1, whole.groups[d]) -
                           Expr(Integer(static_cast<unsigned long>(ids[i][d]))));
    where.push_back(std::move(here));
    warp.push_back(each[i].warp);
    group.push_back(each[i].group);
    whole.assumptions.insert(each[i].assumptions.begin(), each[i].assumptions.end());
    for (std::size_t m = 0; m < whole.metrics.size(); ++m) {
      add(whole.grid[m], each[i].grid[m]);
      whole.unbounded[m].insert(each[i].unbounded[m].begin(), each[i].unbounded[m].end());
    }
    for (const PlaceCost &p : each[i].places) {
      const auto same = std::find_if(whole.places.begin(), whole.places.end(),
                                     [&](const PlaceCost &o) { return o.block == p.block && o.stmt == p.stmt; });
      if (same == whole.places.end()) {
        whole.places.push_back(p);
        continue;
      }
      for (std::size_t m = 0; m < whole.metrics.size(); ++m)
        add(same->grid[m], p.grid[m]);
    }
  }
  whole.group = by_case(group, where);
  // Warps may be told apart by their number in one group and by rows in another; then any group's formula has to do.
  const bool by_number = std::any_of(warp.begin(), warp.end(), [](const MetricBounds &b) {
    return std::any_of(b.begin(), b.end(),
                       [](const Bounds &x) { return mentions(x.lo, "warp") || (x.hi && mentions(*x.hi, "warp")); });
  });
  if (!by_number)
    whole.warp = by_case(warp, where);
  return whole;
}

static bool exact_in_all(const MetricBounds &bounds) {
  return std::all_of(bounds.begin(), bounds.end(), [](const Bounds &b) { return b.exact(); });
}

KernelBounds kernel_cost(const cfg::Kernel &k, const cfg::Analyses &a, const coalescing::Options &options,
                         const CostWishes &wishes) {
  LOCKSTEP_INVARIANT(cfg::is_split(k), "each access is one request");
  KernelBounds whole;
  try {
    whole = bounds_of(k, a, options, wishes);
  } catch (const TooLong &) {
    whole.metrics = wishes.metrics;
    whole.refused = "its loops have more ways than are followed";
  } catch (const TooLarge &) {
    whole = {};
    whole.metrics = wishes.metrics;
    whole.refused = "its formulas are too large";
  }
  for (std::size_t m = 0; m < whole.grid.size(); ++m)
    for (MetricBounds *all : {&whole.warp, &whole.group, &whole.grid, &whole.span, &whole.longest_span})
      if (m < all->size() && (*all)[m].hi && characters(*(*all)[m].hi) > most_characters) {
        (*all)[m].hi.reset();
        whole.unbounded[m].insert({support::Origin(), too_large});
      }
  // Where arrays and tests depend on more than ids and parameters, knowing the group does not help.
  if (!whole.refused.empty() || !whole.affine || wishes.spans || wishes.keep_walks || exact_in_all(whole.grid))
    return whole;
  const std::vector<GroupId> ids = few_groups(a.launch);
  std::size_t terms = 0;
  bool bounded = true;
  for (const Bounds &b : whole.grid) {
    bounded = bounded && b.hi;
    terms += b.lo.terms().size() + (b.hi ? b.hi->terms().size() : 0);
  }
  if (ids.size() < 2 || !bounded || ids.size() * whole.statements > most_single_statements ||
      ids.size() * terms > most_single_terms)
    return whole;
  std::vector<KernelBounds> each;
  try {
    for (const GroupId &id : ids)
      each.push_back(bounds_of(k, a, options, wishes, id));
    return joined(whole, ids, each);
  } catch (const TooLong &) {
  } catch (const TooLarge &) {}
  return whole;
}

std::optional<std::size_t> index_of(const Metrics &metrics, std::string_view name) {
  const auto found = std::find_if(metrics.begin(), metrics.end(), [&](const cfg::Metric &m) { return m.name == name; });
  return found == metrics.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - metrics.begin()));
}

} // namespace lockstep::cost
