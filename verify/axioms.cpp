// See axioms.h.
#include "verify/axioms.h"

#include "emit/encode/axioms.h"

namespace lockstep::verify {

std::optional<Result> settle_axioms(const cfg::Kernel &k, VerifyOptions &options, support::Diagnostics &diags) {
  if (k.terms.axioms.empty())
    return std::nullopt;
  Result mistake;
  mistake.verdict = Verdict::Error;
  mistake.bad_input = true;
  if (options.integers == emit::IntegerMode::Int) {
    mistake.reason = "--boogie-file does not go together with --integers int: axioms speak of bit-vectors";
    diags.error({}, mistake.reason);
    return mistake;
  }
  options.integers = emit::IntegerMode::Bv;
  if (emit::axioms_of(k, diags))
    return std::nullopt;
  mistake.reason = diags.all().back().message;
  return mistake;
}

bool may_be_excluded(const cfg::Kernel &k, const Result &result) {
  return !k.terms.axioms.empty() && result.verdict == Verdict::Unknown && result.findings.empty();
}

cfg::Kernel without_axioms(cfg::Kernel k, VerifyOptions &options) {
  k.terms.axioms.clear();
  options.hunt = {};
  options.proofs = nullptr;
  return k;
}

void tell_what_may_be_excluded(Result without, Result &result) {
  if (without.findings.empty())
    return;
  result.findings = std::move(without.findings);
  for (Finding &f : result.findings) {
    f.doubtful = true;
    f.abstraction = "what the axioms say of functions may exclude it";
  }
  result.reason = "not decided: " + result.findings.front().message + ", unless the axioms exclude it";
}

} // namespace lockstep::verify
