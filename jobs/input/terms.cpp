// Options and terms (terms.h).
#include "jobs/input/terms.h"

#include "cfg/analysis/order/lock_step.h"
#include "support/text_file.h"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::jobs {

bool read_axioms(const std::string &file, KernelOptions &options, support::Diagnostics &diags) {
  for (const std::string &named : options.axiom_files) {
    const std::filesystem::path beside = std::filesystem::path(file).parent_path() / named;
    std::error_code ignored;
    const bool here = std::filesystem::exists(named, ignored) || !std::filesystem::exists(beside, ignored);
    auto text = support::read_source(here ? named : beside.string(), diags);
    if (!text)
      return false;
    options.axioms.push_back({std::filesystem::path(named).filename().string(), std::move(*text)});
  }
  return true;
}

void add_terms(const KernelOptions &options, cfg::Terms &terms) {
  if (options.strict_overflow)
    terms.overflow = cfg::Overflow::Wraps;
  terms.nothing_wraps = terms.nothing_wraps || options.integers == emit::IntegerMode::Int;
  if (options.no_benign_tolerance)
    terms.tolerance = cfg::Tolerance::None;
  else if (options.tolerance)
    terms.tolerance = *options.tolerance;
  if (cfg::tolerates_reads(terms.tolerance) && (options.tolerance || options.no_benign_tolerance))
    terms.assumptions.push_back(
        fmt::format("a write does not race with a read that finds what it stores; both languages leave that undefined "
                    "(--tolerate={})",
                    cfg::tolerance_words.text(terms.tolerance)));
  terms.bounds_asked = terms.bounds_asked || options.check_bounds;
  terms.vacuous_allowed = terms.vacuous_allowed || options.allow_vacuous;
  if (options.warp_sync != 0 && terms.lock_step != 0) {
    terms.assumptions.push_back(fmt::format(
        "{} threads with consecutive linear local ids run in lock step, and come together again where the ways of a "
        "branch join (--warp-sync)",
        options.warp_sync));
  }
  if (options.only_divergence)
    terms.assumptions.emplace_back("no race happens: races are not asked about (--only-divergence)");
  if (options.only_intra_group)
    terms.assumptions.emplace_back(
        "threads of different groups do not race: they are not asked about (--only-intra-group)");
  if (!options.check_arrays.empty())
    terms.assumptions.push_back(
        fmt::format("no race happens on other arrays than '{}': they are not asked about (--check-arrays)",
                    fmt::join(options.check_arrays, "', '")));
  terms.axioms.insert(terms.axioms.end(), options.axioms.begin(), options.axioms.end());
  for (const auto *some : {&options.assumptions, &options.header_said})
    terms.assumptions.insert(terms.assumptions.end(), some->begin(), some->end());
}

void add_terms_of_text(const KernelOptions &options, cfg::Kernel &kernel) {
  if (options.warp_sync != 0)
    kernel.terms.lock_step = cfg::copies_by_itself(kernel) || kernel.terms.by_contracts ? 0 : options.warp_sync;
  add_terms(options, kernel.terms);
}

std::string header_line(const KernelOptions &o) {
  std::vector<std::string> words;
  const auto add = [&](const char *flag, const std::optional<std::string> &value) {
    if (value)
      words.push_back(fmt::format("{}={}", flag, *value));
  };
  const auto flag = [&](const char *name, bool set) {
    if (set)
      words.emplace_back(name);
  };
  add("--local_size", o.sizes.local_size);
  add("--num_groups", o.sizes.num_groups);
  add("--global_size", o.sizes.global_size);
  add("--global_offset", o.sizes.global_offset);
  if (o.warp_size != 32)
    words.push_back(fmt::format("--warp-size={}", o.warp_size));
  if (o.warp_sync != 0)
    words.push_back(fmt::format("--warp-sync={}", o.warp_sync));
  for (const std::string &name : o.no_effect)
    words.push_back(fmt::format("--no-effect={}", name));
  for (const std::string &name : o.axiom_files)
    words.push_back(fmt::format("--boogie-file={}", name));
  flag("--strict-overflow", o.strict_overflow);
  flag("--check-bounds", o.check_bounds);
  flag("--no-benign-tolerance", o.no_benign_tolerance);
  if (o.tolerance)
    words.push_back(fmt::format("--tolerate={}", cfg::tolerance_words.text(*o.tolerance)));
  flag("--allow-vacuous", o.allow_vacuous);
  flag("--no-inline", o.no_inline);
  flag("--only-divergence", o.only_divergence);
  flag("--only-intra-group", o.only_intra_group);
  for (const std::string &name : o.check_arrays)
    words.push_back(fmt::format("--check-arrays={}", name));
  if (o.integers == emit::IntegerMode::Int)
    words.emplace_back("--integers=int");
  return words.empty() ? "" : fmt::format("; {}\n", fmt::join(words, " "));
}

} // namespace lockstep::jobs
