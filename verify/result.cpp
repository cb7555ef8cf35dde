// What a result's findings say as a whole: see result.h.
#include "verify/result.h"

#include "support/invariant.h"

namespace lockstep::verify {

std::string access_word(cfg::AccessKind kind) {
  switch (kind) {
  case cfg::AccessKind::Read:
  case cfg::AccessKind::ReadInGroup: return "read";
  case cfg::AccessKind::Write: return "write";
  case cfg::AccessKind::Atomic:
  case cfg::AccessKind::AtomicInGroup:
  case cfg::AccessKind::AtomicAlone: return "atomic";
  }
  LOCKSTEP_UNREACHABLE("all kinds of accesses are listed");
}

bool settle_verdict(Result &result) {
  static constexpr std::pair<FindingKind, Verdict> order[] = {{FindingKind::Race, Verdict::Race},
                                                              {FindingKind::Divergence, Verdict::Divergence},
                                                              {FindingKind::Assertion, Verdict::Assertion},
                                                              {FindingKind::Bounds, Verdict::Bounds}};
  for (auto [kind, verdict] : order)
    for (const Finding &f : result.findings)
      if (f.kind == kind && !f.doubtful) {
        result.verdict = verdict;
        result.reason = f.message;
        return true;
      }
  return false;
}

} // namespace lockstep::verify
