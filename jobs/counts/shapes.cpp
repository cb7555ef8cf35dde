// See shapes.h.
#include "jobs/counts/shapes.h"

#include "cfg/ir/rewrite.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::jobs {

namespace {

using coalescing::Interval;

constexpr std::uint64_t most_in_dimension = 1024, usual_threads = 256, least_in_one = 32;

using BlockExtents = std::array<cfg::Launch::Extent, 3>;
using Block = std::array<std::uint64_t, 3>;

BlockExtents totals_of(const cfg::Launch &l) {
  BlockExtents out;
  for (unsigned d = 0; d < 3; ++d)
    out[d] = l.local_size[d] && l.num_groups[d] ? cfg::Launch::Extent(*l.local_size[d] * *l.num_groups[d])
                                                : l.global_size[d];
  return out;
}

std::vector<Block> blocks_for(const cfg::Launch &launch, const BlockExtents &totals) {
  std::uint64_t threads = 1, wide = 0;
  bool known = true;
  for (unsigned d = 0; d < 3; ++d) {
    known = known && launch.local_size[d];
    threads *= launch.local_size[d].value_or(1);
    wide += totals[d] != std::optional<std::uint64_t>(1) ? 1 : 0;
  }
  if (!known || (threads & (threads - 1)) != 0)
    threads = usual_threads;
  const auto most = [&](unsigned d) {
    return d < launch.dimensions && totals[d] != std::optional<std::uint64_t>(1) ? most_in_dimension : 1;
  };
  std::vector<Block> out;
  for (std::uint64_t z = 1; z <= most(2); z *= 2)
    for (std::uint64_t y = 1; y <= most(1); y *= 2)
      for (std::uint64_t x = 1; x <= most(0); x *= 2) {
        const Block b{x, y, z};
        bool fits = wide <= 1 ? x * y * z >= least_in_one : x * y * z == threads;
        for (unsigned d = 0; d < 3; ++d)
          fits = fits && (!totals[d] || *totals[d] % b[d] == 0);
        if (fits)
          out.push_back(b);
      }
  if (known) {
    const Block given{*launch.local_size[0], *launch.local_size[1], *launch.local_size[2]};
    if (std::ranges::find(out, given) == out.end())
      out.push_back(given);
  }
  return out;
}

cfg::Launch with_block(cfg::Launch launch, const BlockExtents &totals, const Block &block) {
  for (unsigned d = 0; d < 3; ++d) {
    launch.local_size[d] = block[d];
    launch.num_groups[d] = totals[d] ? cfg::Launch::Extent(*totals[d] / block[d]) : std::nullopt;
    launch.global_size[d].reset();
  }
  return launch;
}

// What host code says of the launch is about its own number of groups; nothing is assumed in its place.
cfg::Kernel for_any_block(cfg::Kernel k) {
  for (cfg::Block &b : k.blocks)
    for (cfg::Stmt &s : b.stmts)
      if (auto *a = std::get_if<cfg::Assume>(&s.node); a != nullptr && a->kind == cfg::AssumeKind::Requires &&
                                                       cfg::any_node(a->condition, [](const cfg::ExprNode &n) {
                                                         return n.op == cfg::Op::NumGroups ||
                                                                n.op == cfg::Op::GroupId ||
                                                                n.op == cfg::Op::LocalSize || n.op == cfg::Op::LocalId;
                                                       }))
        s.node = cfg::Skip{};
  return k;
}

// Do the kernel's attributes allow the block?
bool allowed(const cfg::Kernel &k, const Block &block) {
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      if (auto *a = std::get_if<cfg::Assume>(&s.node); a != nullptr && a->kind == cfg::AssumeKind::Launch) {
        const cfg::Expr said = cfg::replace(a->condition, [&](const cfg::Expr &e) {
          return e->op == cfg::Op::LocalSize ? cfg::constant(e->type, block[e->value]) : cfg::Expr();
        });
        if (cfg::is_const(said, 0))
          return false;
      }
  return true;
}

Interval plus(Interval a, Interval b) { return {a.lo + b.lo, a.hi + b.hi}; }

} // namespace

support::Result<Shapes> shapes_of(const cfg::Kernel &kernel, const cfg::Launch &launch,
                                  const coalescing::Options &options, support::Diagnostics &diags) {
  Shapes out;
  out.depends = coalescing::block_dependences(kernel, launch);
  if (!out.depends.empty())
    return out;
  const BlockExtents totals = totals_of(launch);
  for (unsigned d = 0; d < 3; ++d)
    if (d < launch.dimensions && totals[d] != std::optional<std::uint64_t>(1))
      out.dimensions = d + 1;
  const cfg::Kernel any = for_any_block(kernel);
  const bool strict = kernel.terms.overflow == cfg::Overflow::Wraps;
  for (const Block &block : blocks_for(launch, totals)) {
    ShapeCost cost{.block = block};
    cost.given = true;
    for (unsigned d = 0; d < 3; ++d)
      cost.given = cost.given && launch.local_size[d] == cfg::Launch::Extent(block[d]);
    if (!cost.given && !allowed(kernel, block))
      continue;
    const auto analyses = cfg::analyse(cost.given ? kernel : any,
                                       cost.given ? launch : with_block(launch, totals, block), {!strict}, diags);
    if (!analyses)
      return support::failure;
    for (const coalescing::AccessCost &a : coalescing::requests(cost.given ? kernel : any, *analyses, options))
      if (a.reached && kernel.arrays[a.array].space == cfg::Space::Global) {
        cost.sectors = plus(cost.sectors, a.full_sectors);
        cost.lines = plus(cost.lines, a.full_lines);
      }
    const std::uint64_t threads = block[0] * block[1] * block[2], lanes = options.target.lanes;
    const double warps = static_cast<double>((threads + lanes - 1) / lanes * lanes) / static_cast<double>(threads);
    cost.sectors_a_warp = static_cast<double>(cost.sectors.hi) * warps;
    cost.lines_a_warp = static_cast<double>(cost.lines.hi) * warps;
    out.costs.push_back(cost);
  }
  // Of equal ones the launch's, then the widest.
  std::ranges::stable_sort(out.costs, [](const ShapeCost &a, const ShapeCost &b) {
    return std::tuple(a.sectors_a_warp, a.lines_a_warp, !a.given, b.block[0]) <
           std::tuple(b.sectors_a_warp, b.lines_a_warp, !b.given, a.block[0]);
  });
  return out;
}

void add_shapes(const Shapes &s, nlohmann::ordered_json &kernel) {
  kernel["independent"] = s.depends.empty();
  auto &depends = kernel["depends"] = nlohmann::ordered_json::array();
  for (const coalescing::BlockDependence &d : s.depends)
    depends.push_back({{"place", d.origin.str()},
                       {"line", d.origin.place().line},
                       {"column", d.origin.place().column},
                       {"what", coalescing::name(d.kind)},
                       {"array", d.array},
                       {"expression", d.expression},
                       {"because", d.because}});
  auto &shapes = kernel["shapes"] = nlohmann::ordered_json::array();
  for (const ShapeCost &c : s.costs) {
    std::vector<std::uint64_t> block(c.block.begin(), c.block.begin() + s.dimensions);
    shapes.push_back({{"block", block},
                      {"given", c.given},
                      {"sectors", {{"least", c.sectors.lo}, {"most", c.sectors.hi}}},
                      {"lines", {{"least", c.lines.lo}, {"most", c.lines.hi}}}});
  }
}

} // namespace lockstep::jobs
