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
  for (const bool confirmed : {true, false})
    for (auto [kind, verdict] : order)
      for (const Finding &f : result.findings)
        if (f.kind == kind && !f.doubtful && (!confirmed || f.replay.status == Replay::Status::Confirmed)) {
          result.verdict = verdict;
          result.reason = f.message;
          return true;
        }
  return false;
}

void note_who_waits_alone(Finding &f) {
  if (f.kind != FindingKind::Divergence || f.accesses.size() != 2 || !(f.accesses[0].thread == f.accesses[1].thread))
    return;
  f.accesses.resize(1);
  f.accesses[0].what = "waits at the barrier for ever";
  f.message = "barrier at which a thread may wait for ever";
}

} // namespace lockstep::verify
