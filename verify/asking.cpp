// Questions and answers: see asking.h.
#include "verify/asking.h"

#include <string_view>
#include <unordered_map>

namespace lockstep::verify {

std::map<std::string, unsigned> Asking::counts(const Formulas &f) {
  std::map<std::string, unsigned> out;
  for (const auto &[rule, formulas] : f)
    out[rule] = static_cast<unsigned>(formulas.size());
  return out;
}

std::vector<Settled> Asking::ask(emit::GoalProgram program, Tier tier, Manner manner) {
  std::vector<Settled> out;
  programs_.push_back(std::move(program));
  const emit::GoalProgram &p = programs_.back();
  if (!p.goals.empty()) {
    EngineRequest request;
    request.program = emit::boogie::print(p.program);
    request.solver = options_.solver;
    request.memory_mb = options_.memory_mb;
    request.houdini = !p.candidates.empty();
    request.time_limit_ms = manner.limit_ms == 0 ? options_.time_limit_ms : manner.limit_ms;
    if (!options_.proof_name.empty())
      request.name = options_.proof_name + "." + std::to_string(++asked_);
    for (const emit::Goal &g : p.goals)
      if (g.same_as.empty())
        request.assertion_ids.push_back(g.id);
    EngineResponse response;
    if (failure_.empty())
      response = stages_.run(
          support::Stage::Verify, [&] { return engine_.run(request); }, nullptr,
          [](const EngineResponse &r) { return print(r); });
    else
      response.failure = failure_;
    if (!response.failure.empty())
      failure_ = response.failure;
    crashed_ = crashed_ || response.crashed;
    std::unordered_map<std::string_view, const AssertionResult *> by_id;
    for (const AssertionResult &x : response.assertions)
      by_id[x.id] = &x;
    for (const emit::Goal &g : p.goals) {
      const std::string &asked = g.same_as.empty() ? g.id : g.same_as;
      AssertionResult r;
      r.outcome = Outcome::EngineFailed;
      r.reason = response.failure.empty() ? "the engine gave no outcome" : response.failure;
      if (const auto answer = by_id.find(asked); answer != by_id.end())
        r = *answer->second;
      r.id = g.id;
      hesitated_ = hesitated_ || (!manner.tentative && r.outcome != Outcome::Proved && r.outcome != Outcome::Refuted);
      out.push_back({g, r, &p, tier, false, {asked}});
    }
    for (const emit::Candidate &c : p.candidates) {
      const std::string formula = emit::boogie::print(c.formula);
      proposed_[c.rule].insert(formula);
      if (auto it = response.candidates.find(c.constant); it != response.candidates.end() && it->second)
        kept_[c.rule].insert(formula);
    }
    log(p, request, response, tier);
    assumptions_.insert(p.assumptions.begin(), p.assumptions.end());
  }
  for (const emit::Goal &g : p.unexpressed)
    out.push_back({g, {g.id, Outcome::Unknown, g.abstraction, {}}, &p, tier});
  return out;
}

void Asking::log(const emit::GoalProgram &p, const EngineRequest &request, const EngineResponse &response, Tier tier) {
  if (options_.proofs == nullptr)
    return;
  names_[&p] = request.name;
  ProofProgram entry;
  entry.name = request.name;
  entry.tier = tier;
  entry.inferred = !p.candidates.empty();
  entry.text = entry.inferred ? emit::boogie::print(with_invariants(p, response.candidates)) : request.program;
  entry.solver = request.solver;
  entry.time_limit_ms = request.time_limit_ms;
  for (const emit::Goal &g : p.goals)
    for (const AssertionResult &r : response.assertions)
      if (r.id == g.id)
        entry.goals.push_back({g.id, g.kind, g.message, r.outcome});
  options_.proofs->programs.push_back(std::move(entry));
}

void Asking::claim(const std::vector<Settled> &settled) {
  if (options_.proofs == nullptr)
    return;
  for (const Settled &s : settled) {
    ProofClaim c;
    c.goal = {s.goal.id, s.goal.kind, s.goal.message, s.result.outcome};
    if (const auto it = names_.find(s.program); it != names_.end())
      c.program = it->second;
    c.by = s.by.empty() ? std::vector{s.goal.id} : s.by;
    options_.proofs->claims.push_back(std::move(c));
  }
}

} // namespace lockstep::verify
