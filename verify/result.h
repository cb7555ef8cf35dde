// What verification says about one kernel (DESIGN 10): the verdict, its reason, and each violation with the two
// threads that show it. Plain data; report writers (driver/report_*.cpp) read it, verify_kernel fills it.
#pragma once

#include "support/source.h"
#include "verify/verdict.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockstep::verify {

struct ThreadId {
  std::array<std::uint64_t, 3> local{};
  std::array<std::uint64_t, 3> group{};
  bool operator==(const ThreadId &) const = default;
};

// One of the two sides of a violation: what a thread does at a place. For a divergence: the barrier, `what` being
// "reaches the barrier" or "does not reach the barrier".
struct Access {
  support::Origin origin;
  ThreadId thread;
  std::string what; // "read", "write", "atomic"
};

struct Finding {
  std::string kind;        // "race", "divergence", "assertion", "bounds"
  support::Origin origin;  // the checking access; for a divergence the barrier, for an assertion its place
  std::string message;     // one line: "possible write-read race on 'sum[3]'"
  std::string race;        // races only: "write-read", the kinds of accesses[0] and accesses[1]
  std::string array;       // races and bounds: the array's source name
  std::array<std::uint64_t, 2> bytes{}; // first and last byte of the array that both accesses touch
  std::uint64_t element = 0;            // index of the source element
  std::vector<Access> accesses;
  std::map<std::string, std::string> values; // kernel parameters and sizes in the counterexample
  std::vector<std::string> notes;            // what would order the accesses, which abstraction may be to blame
};

struct Result {
  Verdict verdict = Verdict::Unknown;
  std::string reason; // why, where the verdict is not verified: one line
  // For the verdict error: the input is at fault (it does not compile, its assumptions contradict each other), not
  // Lockstep; the exit status is then exit_usage.
  bool bad_input = false;
  std::vector<Finding> findings;
  std::vector<std::string> assumptions;  // what the proof rests on: "signed index arithmetic does not overflow"
  std::string tier;                      // which tier decided: "pick", "watchdog", ...
  bool hesitated = false;                // some question had no answer: with more time the verdict might be another
  bool cached = false;                   // found in the result cache, not proved anew
  std::map<std::string, double> stages;  // seconds per stage
  double seconds = 0;                    // of wall-clock time, the whole kernel
};

} // namespace lockstep::verify
