// The round of questions about contents: see contents.h.
#include "verify/contents.h"

#include "cfg/passes/own_values.h"

#include "support/sound.h"

#include <algorithm>
#include <iterator>

namespace lockstep::verify {

namespace {

constexpr unsigned contents_ms = 1000; // per goal that is refuted with an abstraction

bool is_proved(const std::vector<Settled> &settled, const std::string &id) {
  return std::any_of(settled.begin(), settled.end(), [&](const Settled &s) {
    return s.goal.id == id && s.result.outcome == Outcome::Proved && s.goal.kind != emit::GoalKind::Vacuity;
  });
}

} // namespace

void Contents::settle(std::vector<Settled> &settled, emit::pick::Options po) {
  bool any = false, only_refuted = true;
  for (const Settled &s : settled)
    if (s.result.outcome == Outcome::Refuted && s.goal.exact && s.goal.kind != emit::GoalKind::Vacuity)
      return;
  for (const Settled &s : settled) {
    const bool open =
        s.result.outcome == Outcome::Refuted || (s.result.outcome == Outcome::Unknown && !s.goal.pairwise);
    const bool unchanged = s.goal.kind == emit::GoalKind::Race && cfg::tolerates_reads(options_.tolerance);
    const bool wanted = (s.goal.of_contents || unchanged) && open;
    any = any || wanted;
    only_refuted = only_refuted && !(wanted && s.result.outcome == Outcome::Unknown);
    if (wanted || s.goal.kind == emit::GoalKind::Vacuity)
      po.only.insert(s.goal.id);
  }
  if (!any || !asking_.failure().empty())
    return;
  const Asking::Manner manner{only_refuted ? std::min(options_.time_limit_ms, contents_ms) : 0, only_refuted};
  po.benign_values = cfg::tolerates_writes(options_.tolerance);
  lasting_ = apart(po, manner);
  for (const auto &[array, proof] : lasting_)
    po.apart.insert(array);
  po.contents = true;
  settle_apart(settled, apart(po, manner));
  std::erase_if(po.only, [&](const std::string &id) { return is_proved(settled, id); });
  if (po.only.empty())
    return;
  std::vector<Settled> answers = asking_.ask(programs_.goals(a_, po), Tier::Pick, manner);
  std::erase_if(answers, [](const Settled &s) {
    return s.result.outcome != Outcome::Proved &&
           (s.result.outcome != Outcome::Refuted || s.goal.kind == emit::GoalKind::Vacuity);
  });
  replace(settled, std::move(answers));
}

Contents::Apart Contents::apart(emit::pick::Options po, Asking::Manner manner) {
  Apart out;
  std::set<cfg::ArrayId> shared;
  po.only.clear();
  for (const Settled &s : asking_.ask(programs_.apart(a_, po), Tier::Pick, manner)) {
    if (s.result.outcome != Outcome::Proved)
      shared.insert(s.goal.array);
    if (const auto [proof, first] = out.try_emplace(s.goal.array, s); !first)
      proof->second.by.insert(proof->second.by.end(), s.by.begin(), s.by.end());
  }
  for (cfg::ArrayId array : shared)
    out.erase(array);
  return out;
}

std::optional<Result> Contents::verified_with_lasting_cells(const std::vector<Settled> &settled, Engine &engine,
                                                            support::Stages &stages) {
  std::set<cfg::ArrayId> arrays;
  for (const auto &[array, proof] : lasting_)
    arrays.insert(array);
  const bool open = std::any_of(settled.begin(), settled.end(), [](const Settled &s) {
    return s.goal.kind != emit::GoalKind::Vacuity && s.result.outcome != Outcome::Proved;
  });
  if (arrays.empty() || !open || support::unsound("contents.loaded", cfg::only_computed(options_.tolerance)))
    return std::nullopt; // what a thread loads there is no load in that kernel
  const cfg::Kernel knowing = cfg::with_own_values(k_, arrays);
  if (knowing.vars.size() == k_.vars.size())
    return std::nullopt;
  ProofLog proofs;
  VerifyOptions options = options_;
  options.hunt = nullptr;
  options.tiers = {Tier::Pick};
  options.proofs = options_.proofs ? &proofs : nullptr;
  if (!options_.proof_name.empty())
    options.proof_name += ".lasting";
  support::Diagnostics told; // the same as of the kernel itself
  Result out = verify_kernel(knowing, options, engine, stages, told);
  if (out.verdict != Verdict::Verified)
    return std::nullopt;
  for (const std::string &assumption : asking_.assumptions())
    if (std::find(out.assumptions.begin(), out.assumptions.end(), assumption) == out.assumptions.end())
      out.assumptions.push_back(assumption);
  if (options_.proofs) {
    for (const auto &[array, proof] : lasting_)
      asking_.claim({proof});
    std::move(proofs.programs.begin(), proofs.programs.end(), std::back_inserter(options_.proofs->programs));
    std::move(proofs.claims.begin(), proofs.claims.end(), std::back_inserter(options_.proofs->claims));
  }
  return out;
}

// Nobody races for an array that threads touch apart. Sound because a race is such a touch of two threads, in one
// barrier interval, and the whole kernel was asked about.
void Contents::settle_apart(std::vector<Settled> &settled, const Apart &apart) {
  for (Settled &s : settled)
    if (const auto proof = apart.find(s.goal.array); s.goal.kind == emit::GoalKind::Race && !s.goal.incoherent &&
                                                     proof != apart.end() && s.result.outcome != Outcome::Proved) {
      const emit::Goal goal = s.goal;
      s = proof->second;
      s.goal = goal;
    }
}

} // namespace lockstep::verify
