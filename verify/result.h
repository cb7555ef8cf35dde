// What verification says about one kernel (docs/design.md 10): the verdict, its reason, and each violation with the two
// threads that show it. Plain data; report writers (driver/report_*.cpp) read it, verify_kernel fills it.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/thread_id.h"
#include "support/source.h"
#include "support/stage.h"
#include "support/words.h"
#include "verify/verdict.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::verify {

// What decided: one of the encodings; the engine alone, about a Boogie program given as text; an execution.
enum class Tier : std::uint8_t { Pick, Watchdog, Boogie, Interpreter };
inline constexpr support::Words<Tier, 4> tier_words(
    {{Tier::Pick, "pick"}, {Tier::Watchdog, "watchdog"}, {Tier::Boogie, "boogie"}, {Tier::Interpreter, "interpreter"}});
inline std::string_view name(Tier tier) { return tier_words.text(tier); }
inline std::string_view name(const std::optional<Tier> &tier) { return tier ? name(*tier) : std::string_view(); }

// The last two are of executions only (`lockstep run`).
enum class FindingKind : std::uint8_t { Race, Divergence, Assertion, Bounds, Uninitialised, Undefined };
inline constexpr support::Words<FindingKind, 6> finding_kind_words({{FindingKind::Race, "race"},
                                                                    {FindingKind::Divergence, "divergence"},
                                                                    {FindingKind::Assertion, "assertion"},
                                                                    {FindingKind::Bounds, "bounds"},
                                                                    {FindingKind::Uninitialised, "uninitialised"},
                                                                    {FindingKind::Undefined, "undefined"}});
inline std::string_view name(FindingKind kind) { return finding_kind_words.text(kind); }

// An access in messages: "read", "write" or "atomic".
std::string access_word(cfg::AccessKind kind);

using cfg::ThreadId;

// One of the two sides of a violation: what a thread does at a place. For a divergence: the barrier, `what` being
// "reaches the barrier" or "does not reach the barrier".
struct Access {
  support::Origin origin;
  ThreadId thread;
  std::string what; // "read", "write", "atomic"
};

// What came of executing the counterexample (jobs/pipeline/replay_finding.h).
struct Replay {
  enum class Status : std::uint8_t { NotTried, Confirmed, NotReproduced };
  Status status = Status::NotTried;
  std::string reason;                   // why it was not reproduced: one line
  std::array<std::uint64_t, 2> steps{}; // of the execution: when the two accesses happened
  // Which thread (numbered group after group, of the groups that ran) took how many visible steps, in order.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> schedule;
  std::vector<std::uint64_t> groups;                         // that ran, by linear number
  std::map<cfg::VarId, std::uint64_t> scalars;               // parameters, as bits
  std::map<cfg::ArrayId, std::vector<std::uint64_t>> arrays; // initial contents, granules; not listed: zero
};

// A loop through whose head every way to a violation leads.
struct LoopBefore {
  support::Origin head;
  bool back_edge = false; // the violation is at the head, behind a round
};

struct Finding {
  FindingKind kind = FindingKind::Race;
  support::Origin origin;               // the checking access; for a divergence the barrier, for an assertion its place
  std::string message;                  // one line: "possible write-read race on 'sum[3]'"
  std::string race;                     // races only: "write-read", the kinds of accesses[0] and accesses[1]
  std::string array;                    // races and bounds: the array's source name
  std::array<std::uint64_t, 2> bytes{}; // first and last byte of the array that both accesses touch
  std::uint64_t element = 0;            // index of the source element
  std::string indices, part;            // of it, as messages tell them (cfg/ir/text/element_text.h)
  unsigned first = 0;                   // races: of which access the program comes to first
  std::vector<Access> accesses;
  std::vector<LoopBefore> loops;             // assertions and divergences: in the program's order
  std::map<std::string, std::string> values; // kernel parameters and sizes in the counterexample
  std::vector<std::string> notes;            // what would order the accesses
  bool unknown_cells = false;                // a barrier invariant that reads cells, perhaps some that it does not know
  bool of_pair = false;                      // an annotation about two threads, which no execution can show
  bool doubtful = false;                     // rests on `abstraction`, and the more precise encoding had no answer
  std::string abstraction;                   // where the proof forgot something: what may be to blame for a false alarm
  // The counterexample's launch, and its scalar parameters as bits, where it says something of them.
  std::array<std::uint64_t, 3> local_size{1, 1, 1}, num_groups{1, 1, 1};
  std::map<cfg::VarId, std::uint64_t> scalars;
  Replay replay;
};

// Sizes for which a kernel is verified that is not verified for all (verify/conditions/weakest_sizes.h).
struct Condition {
  std::string text;       // a conjunction in C: "pitch >= width"
  bool magnitude = false; // it only keeps numbers from the limits of their types
};

struct Result {
  Verdict verdict = Verdict::Unknown;
  std::string reason; // why, where the verdict is not verified: one line
  // For the verdict error: the input is at fault (it does not compile, its assumptions contradict each other), not
  // Lockstep; the exit status is then exit_usage.
  bool bad_input = false;
  std::vector<Finding> findings;
  std::vector<std::string> assumptions; // what the proof rests on: "signed index arithmetic does not overflow"
  std::optional<Condition> condition;   // of the verdict, where that is verified; else what would make it so
  std::optional<Tier> tier;             // empty: nothing was decided
  std::map<std::string, unsigned>
      candidates; // by rule: how many loop invariants were proposed (emit/watchdog/candidates.def)
  std::map<std::string, unsigned> invariants; // how many of them hold
  std::size_t barrier_intervals = 0;          // verify/common_intervals.h
  bool hesitated = false;                  // some question had no answer: with more time the verdict might be another
  bool cached = false;                     // found in the result cache, not proved anew
  std::map<support::Stage, double> stages; // seconds per stage
  double seconds = 0;                      // of wall-clock time, the whole kernel
};

// The verdict and the reason that the findings give, if one of them is not doubtful: a confirmed one before others, and
// races first. False: they give none.
bool settle_verdict(Result &result);

// A divergence whose two threads are one: it waits for ever, whatever others do.
void note_who_waits_alone(Finding &f);

} // namespace lockstep::verify
