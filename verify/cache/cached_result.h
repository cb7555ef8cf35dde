// What the result cache keeps of a verdict: places and names as numbers of the key's tables, so that a hit speaks about
// the present source lines and names, whatever they were when the verdict was found.
#pragma once

#include "support/diagnostic.h"
#include "verify/cache/kernel_key.h"
#include "verify/result.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::verify {

// Empty when the result is not one to keep: not definite, or about a place that the key does not hold.
// `told`: what verification told beside its result.
std::optional<std::string> to_cache(const Result &r, const std::vector<support::Diagnostic> &told, const KernelKey &key,
                                    unsigned time_limit_ms);

struct CachedResult {
  Result result;
  std::vector<support::Diagnostic> told;
};
// Empty when the text cannot be read, or when a longer time limit than the one of then might give another verdict.
std::optional<CachedResult> from_cache(const std::string &text, const KernelKey &key, unsigned time_limit_ms);

} // namespace lockstep::verify
