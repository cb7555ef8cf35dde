// Verdicts: one table with the name, the exit status and the meaning of each (docs/design.md 10). Reports, the exit
// status of a run, docs/json.md and the README's table all follow the rows of verdict.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep::verify {

enum class Verdict : std::uint8_t { Verified, Race, Divergence, Assertion, Bounds, Unknown, Unsupported, Error };

struct VerdictInfo {
  Verdict verdict;
  std::string_view name;    // in reports, JSON and expectations: "verified"
  int exit_status;          // of a run whose only verdict this is
  std::string_view meaning; // one line, for --help and the documents
};

const std::vector<VerdictInfo> &verdicts(); // in the order of the enumeration
const VerdictInfo &info(Verdict v);
std::optional<Verdict> find_verdict(std::string_view name);

inline std::string_view name(Verdict v) { return info(v).name; }
// A violation: the kernel may misbehave, and the result says where.
bool is_violation(Verdict v);

// Exit statuses of the command. Usage is for mistakes that leave nothing to verify: bad options, input that cannot be
// read or does not compile. Interrupted is the shell's convention for SIGINT.
inline constexpr int exit_verified = 0;
inline constexpr int exit_violation = 1;
inline constexpr int exit_usage = 2;
inline constexpr int exit_undecided = 3;
inline constexpr int exit_internal = 4;
inline constexpr int exit_interrupted = 130;

// The exit status of a run: the worst of its parts. From worst to best: internal error, bad input, violation,
// undecided, verified.
int worse_exit_status(int a, int b);

} // namespace lockstep::verify
