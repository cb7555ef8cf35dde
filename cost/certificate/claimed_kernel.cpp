// See claimed_kernel.h.
#include "cost/certificate/claimed_kernel.h"

#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/analysis/sharing/warp_parts.h"
#include "cfg/ir/text/parse.h"
#include "cfg/passes/split_accesses.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace lockstep::cost::certificate {

namespace {

// A name of device/metrics.h says what is counted; any other metric comes with its weights.
std::map<std::string, cfg::Metric> metrics_of(const Certificate &c) {
  std::map<std::string, cfg::Metric> out;
  constexpr std::int64_t largest = 1'000'000'000;
  const auto fits = [](std::int64_t n) { return n >= 0 && n <= largest; };
  for (const auto &[name, total] : c.totals) {
    const auto known = cfg::metric(name);
    const auto own = c.metrics.find(name);
    if (known ? own != c.metrics.end() : own == c.metrics.end())
      throw Refused(fmt::format("'{}' is no metric, or has weights of its own", name));
    const cfg::Metric &m = out[name] = known ? *known : own->second;
    const auto all_fit = [&](const auto &weights) {
      return std::all_of(weights.begin(), weights.end(), [&](const auto &w) { return fits(w.second); });
    };
    if (m.denominator < 1 || !fits(m.denominator) || !all_fit(m.work.of) || !all_fit(m.work.operations))
      throw Refused(fmt::format("'{}' has weights that are not from 0 to {}", name, largest));
  }
  return out;
}

// Each warp of a group once.
void cover(const Certificate &c, const cfg::Target &target) {
  const auto as_many = [](const CertifiedWalk &w, std::size_t d) { return w.ids[d].size() == w.ids[0].size(); };
  const std::uint64_t threads = c.local_size[0] * c.local_size[1] * c.local_size[2];
  std::set<std::uint64_t> seen;
  for (const CertifiedWalk &w : c.walks) {
    if (w.ids[0].empty() || w.ids[0].size() > target.lanes || !as_many(w, 1) || !as_many(w, 2))
      throw Refused("lanes are not those of a warp");
    std::uint64_t all = 1;
    for (const auto &[name, count] : w.numbers)
      if (count == 0 || count > threads || (all *= count) > threads)
        throw Refused("its walks are more than a group's warps");
    for (std::uint64_t n = 0; n < all; ++n) {
      std::map<std::string, Integer> at;
      std::uint64_t left = n;
      for (const auto &[name, count] : w.numbers) {
        at[name] = Integer(static_cast<unsigned long>(left % count));
        left /= count;
      }
      std::optional<std::uint64_t> warp;
      for (std::size_t i = 0; i < w.ids[0].size(); ++i) {
        std::uint64_t linear = 0;
        for (std::size_t d = 3; d-- > 0;) {
          const Value v = evaluate(w.ids[d].at(i), at);
          const bool whole = v.number && support::sound("certificate.whole_ids", v.number->get_den() == 1);
          if (!whole || *v.number < 0 || *v.number >= static_cast<long>(c.local_size[d]))
            throw Refused("a lane is no thread of the group");
          linear = linear * c.local_size[d] + v.number->get_num().get_ui();
        }
        if (i == 0)
          warp = linear / target.lanes;
        if (linear != *warp * target.lanes + i)
          throw Refused("lanes are not those of a warp");
      }
      if (!warp || !seen.insert(*warp).second ||
          w.ids[0].size() != std::min<std::uint64_t>(target.lanes, threads - *warp * target.lanes))
        throw Refused("a warp is walked twice, or in part");
    }
  }
  if (seen.size() != (threads + target.lanes - 1) / target.lanes)
    throw Refused("not all warps of a group are walked");
}

} // namespace

std::string symbol_of(const cfg::Var &v) { return v.source_name.empty() ? v.name : v.source_name; }

ClaimedKernel::ClaimedKernel(const Certificate &c) : certificate(c) {
  support::Diagnostics unheard;
  const auto device = cfg::target(c.target);
  auto text = cfg::parse(c.text, "certificate", unheard);
  auto forest = text ? cfg::loops(*text, unheard) : support::failure;
  if (!device || device->lanes > 64 || !forest)
    throw Refused(device ? "its kernel's text is none" : "no such target");
  // Sound because what is wider is several requests, which count apart.
  if (support::unsound("certificate.split", !cfg::is_split(*text)))
    throw Refused("an access of its kernel's is several requests");
  target = *device;
  kernel = std::move(*text);
  loops = std::move(*forest);
  const cfg::SortOrder sorted = cfg::sort_order(kernel, loops);
  order = sorted.order;
  cfg::Launch launch = kernel.terms.launch.value_or(cfg::Launch{});
  launch.global_size = {};
  std::uint64_t threads = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const Integer most = Integer(static_cast<unsigned long>(c.most_groups[d]));
    const std::string axis(1, "xyz"[d]);
    ids.groups[d] = c.free_groups[d] ? symbol("groups." + axis, Integer(1), most) : Expr(most);
    if (most < 1 || c.local_size[d] < 1 || c.local_size[d] > most_threads ||
        (threads *= c.local_size[d]) > most_threads)
      throw Refused("its launch is none");
    launch.local_size[d] = c.local_size[d];
    ids.local_size[d] = Expr(static_cast<long>(c.local_size[d]));
    launch.global_offset[d] = c.offset[d];
    if (c.free_groups[d])
      launch.num_groups[d].reset();
    else
      launch.num_groups[d] = c.most_groups[d];
    symbols.declare("groups." + axis, 1, Expr(most));
    if (c.free_groups[d])
      symbols.know("groups." + axis, ids.groups[d]);
    if (c.free_groups[d] || most > 1) {
      ids.group_id[d] = symbol("group." + axis, Integer(0), Integer(most - 1), ids.groups[d]);
      symbols.declare("group." + axis, 0, ids.groups[d] - 1);
      symbols.know("group." + axis, ids.group_id[d]);
      groups.push_back({"group." + axis, ids.groups[d]});
    }
  }
  if (kernel.terms.launch && !within(launch, *kernel.terms.launch))
    throw Refused("its kernel is one for other launches");
  ids.offset = c.offset;
  // It goes along with all lanes of a warp that come to a block.
  const cfg::UniformityOptions team{cfg::UniformityLevel::Team, target.lanes, launch, true, nullptr};
  const cfg::WarpParts parts(kernel, loops, cfg::uniformity(kernel, loops, team), sorted);
  for (const cfg::BlockId b : order)
    if (support::unsound("certificate.parts", !parts.together(b)))
      throw Refused(fmt::format("lanes may come to block '{}' in parts, which is not followed", kernel.blocks[b].name));
  for (const auto &[array, bytes] : c.aligned)
    if (bytes == 0 || bytes > most_threads)
      throw Refused("an alignment is none");
  for (const cfg::Var &v : kernel.vars)
    if (v.param && v.type.is_int()) {
      const Integer half = Integer(1) << (v.type.width - 1);
      const bool without_sign = c.without_sign.count(v.name) != 0;
      const Integer lo = without_sign ? Integer(0) : Integer(-half);
      const Integer hi = without_sign ? Integer(2 * half - 1) : Integer(half - 1);
      symbols.declare(symbol_of(v), lo, Expr(hi));
      symbols.know(symbol_of(v), symbol(symbol_of(v), lo, hi));
    }
  metrics = metrics_of(c);
  cover(c, target);
}

} // namespace lockstep::cost::certificate
