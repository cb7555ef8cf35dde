// See bit_requirements.h.
#include "verify/bit_requirements.h"

#include "cfg/ir/rewrite.h"
#include "emit/encode/representation.h"
#include "verify/common_intervals.h"

#include <algorithm>

namespace lockstep::verify {

namespace {
bool needs_bits(const cfg::Expr &e) {
  bool found = false;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) { found = found || emit::is_of_bits(n); });
  return found;
}
} // namespace

std::optional<cfg::Kernel> without_bit_requirements(const cfg::Kernel &k) {
  const auto is_one = [](const cfg::Stmt &s) {
    auto *a = std::get_if<cfg::Assume>(&s.node);
    return a && a->kind == cfg::AssumeKind::Requires && needs_bits(a->condition);
  };
  if (k.blocks.empty() || std::none_of(k.blocks[0].stmts.begin(), k.blocks[0].stmts.end(), is_one))
    return std::nullopt;
  cfg::Kernel out = k;
  for (cfg::Stmt &s : out.blocks[0].stmts)
    if (is_one(s))
      s.node = cfg::Skip{};
  return out;
}

std::optional<Result> verified_without_bits(const cfg::Kernel &k, const VerifyOptions &given, const AskTiers &ask,
                                            support::Diagnostics &diags) {
  constexpr unsigned soon_ms = 500; // per goal
  if (given.integers != emit::IntegerMode::Auto || given.tiers.count(Tier::Pick) == 0)
    return std::nullopt;
  const std::optional<cfg::Kernel> fewer = without_bit_requirements(k);
  if (!fewer)
    return std::nullopt;
  support::Diagnostics told;
  const auto analyses = cfg::analyse(*fewer, given.launch, {!given.strict_overflow}, told);
  if (!analyses)
    return std::nullopt;
  VerifyOptions options = given;
  ProofLog proofs;
  options.proofs = given.proofs ? &proofs : nullptr;
  options.hunt = nullptr;
  options.within_limits = nullptr;
  options.tiers = {Tier::Pick};
  options.time_limit_ms = given.time_limit_ms == 0 ? soon_ms : std::min(soon_ms, given.time_limit_ms);
  Result out = ask(*fewer, options, *analyses, told);
  if (out.verdict != Verdict::Verified)
    return std::nullopt;
  if (given.proofs)
    *given.proofs = std::move(proofs);
  for (const support::Diagnostic &d : told.all())
    diags.add(d);
  out.barrier_intervals = common_intervals(k, *analyses);
  return out;
}

} // namespace lockstep::verify
