// See kernel_costs.h.
#include "jobs/counts/kernel_costs.h"

#include "cfg/passes/split_accesses.h"
#include "cfg/passes/without_copy_watches.h"
#include "support/invariant.h"

#include <fmt/format.h>

namespace lockstep::jobs {

namespace {

std::string costs_of(const coalescing::AccessCost &a, cfg::Space space) {
  if (a.pattern == coalescing::Pattern::Unreached || !a.reached)
    return "no thread gets here";
  if (space == cfg::Space::Group)
    return fmt::format("wavefronts {}, degree {}", text(a.wavefronts), text(a.degree));
  return fmt::format("sectors {}, lines {}; of full requests: sectors {}, lines {}", text(a.sectors), text(a.lines),
                     text(a.full_sectors), text(a.full_lines));
}

} // namespace

bool CountedKernel::is_further_part(std::size_t i) const {
  const coalescing::AccessCost &before = accesses[i - 1], &a = accesses[i];
  return before.block == a.block && before.origin == a.origin &&
         cfg::goes_on(normal.blocks[a.block].stmts[before.stmt], normal.blocks[a.block].stmts[a.stmt]);
}

std::set<std::string> unsigned_parameters(const frontend::Module &module, const frontend::KernelName &name) {
  std::set<std::string> out;
  for (const frontend::Parameter &p : frontend::parameters(module, name))
    for (const frontend::ParameterLeaf &leaf : p.leaves)
      if (p.kind == frontend::ParameterKind::Value && leaf.kind == frontend::LeafKind::Unsigned)
        out.insert(leaf.name);
  return out;
}

std::optional<std::set<std::string>> number_parameters(const frontend::Module &module,
                                                       const frontend::KernelName &name) {
  std::optional<std::set<std::string>> out;
  for (const frontend::Parameter &p : frontend::parameters(module, name)) {
    if (!out)
      out.emplace();
    for (const frontend::ParameterLeaf &leaf : p.leaves)
      if (p.kind == frontend::ParameterKind::Value &&
          (leaf.kind == frontend::LeafKind::Signed || leaf.kind == frontend::LeafKind::Unsigned))
        out->insert(leaf.name);
  }
  return out;
}

BoundedKernel bounded(AnsweredKernel k, const cfg::Analyses &a, const BoundRequest &asked) {
  std::optional<cfg::Analyses> again; // of the kernel as it is then
  if (auto plain = cost::unwatched(k.normal)) {
    support::Diagnostics told; // before
    auto found = cfg::analyse(*plain, a.launch, {plain->terms.overflow != cfg::Overflow::Wraps}, told);
    LOCKSTEP_INVARIANT(found, "a part of a graph without irreducible cycles has none");
    k.normal = std::move(*plain);
    again = std::move(*found);
  }
  const cfg::Analyses &known = again ? *again : a;
  BoundedKernel out{std::move(k)};
  out.bounds = cost::kernel_cost(
      out.normal, known, asked.options,
      {.metrics = asked.metrics, .spans = asked.spans, .keep_walks = asked.certify, .without_sign = out.without_sign});
  if (asked.certify)
    out.certificate = cost::certificate_of(out.normal, known, asked.options, out.bounds);
  return out;
}

std::string requests_text(const CountedKernel &k) {
  std::string out = fmt::format("requests of '{}'\n", k.kernel);
  for (const coalescing::AccessCost &a : k.accesses)
    out += fmt::format("{}: {} of '{}', {} bytes a lane: {} ({}, {})\n", a.origin.str(), coalescing::name(a.kind),
                       k.array_name(a), a.bytes, costs_of(a, k.normal.arrays[a.array].space),
                       coalescing::name(a.pattern), coalescing::name(a.precision));
  return out;
}

std::string bounds_text(const BoundedKernel &k) {
  std::string out = fmt::format("bounds of '{}', of the grid\n", k.kernel);
  if (!k.bounds.refused.empty())
    return out + "none: " + k.bounds.refused + "\n";
  for (std::size_t m = 0; m < k.bounds.metrics.size(); ++m) {
    const cost::Bounds &b = k.bounds.grid[m];
    out += fmt::format("{}: at least {}, at most {}\n", k.bounds.metrics[m].name, b.lo.str(),
                       b.hi ? b.hi->str() : "(no bound)");
  }
  return out;
}

} // namespace lockstep::jobs
