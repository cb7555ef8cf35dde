// A Boogie program straight to the engine (boogie_text.h).
#include "jobs/proofs/boogie_text.h"

#include <fmt/format.h>

namespace lockstep::jobs {

namespace {

void undecided(verify::Result &r, const std::string &why) {
  if (r.verdict != verify::Verdict::Verified)
    return;
  r.verdict = verify::Verdict::Unknown;
  r.reason = why;
}

using Meaning = emit::GoalTerms::Meaning;

// What one assertion's outcome means for the verdict.
void judge(const verify::AssertionResult &a, const emit::GoalTerms::Assertion &term, verify::Result &r) {
  const bool refuted = a.outcome == verify::Outcome::Refuted, proved = a.outcome == verify::Outcome::Proved;
  if (term.meaning == Meaning::Open)
    return undecided(r, fmt::format("the program cannot express '{}': {}", a.id, term.why));
  if (term.meaning == Meaning::Vacuity) {
    if (proved)
      undecided(
          r,
          fmt::format(
              "nothing reaches the place of '{}': whether the kernel's assumptions are to blame, only the kernel can "
              "tell",
              a.id));
    return;
  }
  if (refuted && term.meaning == Meaning::Coarse)
    return undecided(r, fmt::format("'{}' is a coarse question, of which only a proof counts", a.id));
  if (refuted) {
    verify::Finding f;
    f.kind = verify::FindingKind::Assertion;
    f.message = fmt::format("the assertion '{}' might not hold", a.id);
    f.values = a.model;
    r.findings.push_back(std::move(f));
  } else if (!proved) {
    undecided(r, fmt::format("no answer for the assertion '{}'{}{}", a.id, a.reason.empty() ? "" : ": ", a.reason));
  }
}

} // namespace

support::Result<std::vector<std::string>> assertion_ids(const emit::boogie::Program &program, const std::string &file,
                                                        support::Diagnostics &diags) {
  std::vector<std::string> ids;
  for (const emit::GoalTerms::Assertion &a : emit::goal_terms(program).assertions) {
    ids.push_back(a.id);
    if (a.id.empty()) {
      diags.error(support::Origin({file, 1, 1}),
                  fmt::format("an assertion in block '{}' of procedure '{}' has no attribute "
                              "{{:id \"...\"}}: give it one, so that its outcome can be told",
                              a.block, a.procedure));
      return support::failure;
    }
  }
  if (ids.empty()) {
    diags.error({}, fmt::format("'{}' asserts nothing: there is nothing to prove", file));
    return support::failure;
  }
  return ids;
}

verify::Result conclude(const verify::EngineResponse &response, const emit::GoalTerms &terms) {
  verify::Result r;
  r.tier = verify::Tier::Boogie;
  r.verdict = verify::Verdict::Verified;
  r.assumptions = terms.assumptions;
  if (!response.failure.empty()) {
    r.verdict = response.crashed ? verify::Verdict::Unknown : verify::Verdict::Error;
    r.reason = response.failure;
    return r;
  }
  for (const verify::AssertionResult &a : response.assertions)
    for (const emit::GoalTerms::Assertion &term : terms.assertions)
      if (term.id == a.id)
        judge(a, term, r);
  if (!r.findings.empty()) {
    r.verdict = verify::Verdict::Assertion;
    r.reason.clear();
  } else if (terms.part) {
    undecided(r, "all is proved, but these are not all the goals that the kernel has");
  }
  return r;
}

} // namespace lockstep::jobs
