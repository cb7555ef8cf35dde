// Invariants: our own promises, checked in every build. Never for user input (use Diagnostics).
#pragma once

namespace lockstep::support {
[[noreturn]] void invariant_failed(const char *condition, const char *why, const char *file, int line);
} // namespace lockstep::support

#define LOCKSTEP_INVARIANT(condition, why)                                                                             \
  (static_cast<bool>(condition) ? void(0) : ::lockstep::support::invariant_failed(#condition, why, __FILE__, __LINE__))
#define LOCKSTEP_UNREACHABLE(why) ::lockstep::support::invariant_failed("unreachable", why, __FILE__, __LINE__)
