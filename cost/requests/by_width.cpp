// See by_width.h.
#include "cost/requests/by_width.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::coalescing {

namespace {

using Costs = std::vector<AccessCost>;

// Sound because the analyses are made anew for the width, of which all executions with it are executions.
std::optional<Costs> of_width(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options,
                              const cfg::AnalysisOptions &analysis, std::uint64_t width) {
  support::Diagnostics diags; // the kernel has been analysed before
  cfg::Launch launch = a.launch;
  launch.local_size[0] = support::left_out("by_width.anew") ? 2 * width : width;
  auto analyses = cfg::analyse(k, launch, analysis, diags);
  if (analyses)
    if (const cfg::Launch sizes = promised_sizes(k, *analyses); sizes != analyses->launch)
      analyses = cfg::analyse(k, sizes, analysis, diags);
  return analyses ? std::optional(requests(k, *analyses, options)) : std::nullopt;
}

WidthCost cost_of(const AccessCost &c, std::uint64_t width, bool multiples) {
  return {width, multiples, c.sectors, c.lines, c.full_sectors, c.full_lines, c.wavefronts, c.degree};
}

} // namespace

Costs requests_by_width(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options,
                        const cfg::AnalysisOptions &analysis) {
  Costs accesses = requests(k, a, options);
  const auto open = [](const AccessCost &c) { return c.reached && c.trivial == Trivial::Sizes; };
  if (a.launch.local_size[0] || std::none_of(accesses.begin(), accesses.end(), open))
    return accesses;
  for (AccessCost &c : accesses)
    c.all_widths = open(c);
  const auto add = [&](const std::optional<Costs> &found, std::uint64_t width, bool multiples) {
    for (std::size_t i = 0; i < accesses.size(); ++i)
      if (!open(accesses[i]) || (found && !(*found)[i].reached))
        continue;
      else if (found && (*found)[i].trivial == Trivial::No)
        accesses[i].by_width.push_back(cost_of((*found)[i], width, multiples));
      else
        accesses[i].all_widths = false;
  };
  const std::uint64_t lanes = options.target.lanes, most = a.launch.most_local[0];
  for (std::uint64_t width = 1; width < lanes && width <= most; width *= 2)
    add(of_width(k, a, options, analysis, width), width, false);
  if (lanes <= most)
    add(requests_of_rows(k, a, options), lanes, true);
  for (AccessCost &c : accesses)
    c.all_widths = c.all_widths && !c.by_width.empty();
  return accesses;
}

std::string text(const std::vector<WidthCost> &widths, bool group) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < widths.size();) {
    const auto shown = [&](const WidthCost &w) { return group ? w.degree : w.full_sectors; };
    const Interval n = shown(widths[i]);
    std::vector<std::string> of;
    for (; i < widths.size() && shown(widths[i]) == n; ++i)
      of.push_back(widths[i].multiples ? fmt::format("{}, {}, ...", widths[i].width, 2 * widths[i].width)
                                       : fmt::format("{}", widths[i].width));
    parts.push_back(fmt::format("{}{} for {}{}", text(n),
                                group       ? ""
                                : n.hi == 1 ? " sector"
                                            : " sectors",
                                parts.empty() ? "a block's width of " : "", fmt::join(of, ", ")));
  }
  return fmt::format("{}{}", fmt::join(parts, ", "), group ? " (threads at one bank)" : "");
}

} // namespace lockstep::coalescing
