// What a command of the oracle has seen, counted by class: one line of the same form from each, for a soak's log
// (tests/soak_summary.py adds the lines up).
#pragma once

#include "verify/verify_kernel.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace lockstep::oracle {

// What is known of a kernel from elsewhere than the verifier.
enum class Known : std::uint8_t {
  Right, // by construction, or since its executions consult nothing from outside and show no violation
  Wrong, // an execution, or arithmetic, shows a violation
  Open,  // no execution showed one
};

inline bool is_confirmed(const verify::Result &r) {
  return std::any_of(r.findings.begin(), r.findings.end(),
                     [](const verify::Finding &f) { return f.replay.status == verify::Replay::Status::Confirmed; });
}

struct Classes {
  std::uint64_t kernels = 0;                           // and mutants, and other comparisons
  std::uint64_t right = 0;                             // Known::Right
  std::uint64_t verified = 0, wrong_verified = 0;      // without and with a violation that is known
  std::uint64_t refuted = 0;                           // a violation that is known, or confirmed where nothing is
  std::uint64_t right_alarms = 0, right_confirmed = 0; // violations of Known::Right; the confirmed ones of these
  std::uint64_t open_alarms = 0;                       // violations of Known::Open that are not confirmed
  std::uint64_t unknown = 0, unknown_wrong = 0;        // no verdict; with a violation that is known
  std::uint64_t agreed = 0;                            // comparisons that are not about a verdict
  std::uint64_t not_judged = 0;                        // refused, not executable, nothing to compare
  std::uint64_t failed = 0;                            // internal errors, comparisons that differ

  void add(verify::Verdict v, bool confirmed, Known known) {
    ++kernels;
    right += known == Known::Right ? 1 : 0;
    const bool wrong = known == Known::Wrong;
    if (v == verify::Verdict::Error) {
      ++failed;
    } else if (v == verify::Verdict::Verified) {
      ++(wrong ? wrong_verified : verified);
    } else if (verify::is_violation(v) && known == Known::Right) {
      ++right_alarms;
      right_confirmed += confirmed ? 1 : 0;
    } else if (verify::is_violation(v)) {
      ++(wrong || confirmed ? refuted : open_alarms);
    } else {
      ++(wrong ? unknown_wrong : unknown);
    }
  }
  void add_not_judged() { ++kernels, ++not_judged; }
  void add_failed() { ++kernels, ++failed; }

  void print(const std::string &generator) const {
    std::string line = fmt::format("classes {}:", generator);
    for (const auto &[what, n] :
         {std::pair("kernels", kernels), std::pair("known right", right), std::pair("verified", verified),
          std::pair("wrong verified", wrong_verified), std::pair("refuted", refuted),
          std::pair("alarms of right", right_alarms), std::pair("confirmed alarms of right", right_confirmed),
          std::pair("open alarms", open_alarms), std::pair("unknown", unknown),
          std::pair("unknown of wrong", unknown_wrong), std::pair("agreed", agreed),
          std::pair("not judged", not_judged), std::pair("failed", failed)})
      line += fmt::format("{} {} {}", line.back() == ':' ? "" : ",", n, what);
    fmt::print("{}\n", line);
  }
};

// Of a property that is no verdict.
inline Classes classes_of(std::uint64_t kernels, std::uint64_t compared, std::uint64_t failed) {
  Classes out;
  out.kernels = kernels;
  out.failed = failed;
  out.agreed = compared - std::min(compared, failed);
  out.not_judged = kernels - std::min(kernels, std::max(compared, failed));
  return out;
}

} // namespace lockstep::oracle
