// What a result's findings say as a whole: see result.h.
#include "verify/result.h"

namespace lockstep::verify {

bool settle_verdict(Result &result) {
  static constexpr std::pair<const char *, Verdict> order[] = {{"race", Verdict::Race},
                                                               {"divergence", Verdict::Divergence},
                                                               {"assertion", Verdict::Assertion},
                                                               {"bounds", Verdict::Bounds}};
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
