// What an emitted program asks, apart from its text: one Goal per assertion id. Verdicts and findings are made from
// goals and from the values of the witness constants in a model; no name is ever taken apart.
#pragma once

#include "cfg/ir/kernel.h"
#include "emit/boogie/boogie.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep::emit {

// One access of the source that a site of the program stands for: granules [offset + delta, offset + delta + length).
struct SiteMember {
  std::int64_t delta = 0;
  std::uint64_t length = 1;
  cfg::AccessKind kind = cfg::AccessKind::Read;
  support::Origin origin;
};

// A site: accesses merged into one (same kind, same guard, same linear part), or a single access.
struct Site {
  cfg::AccessKind kind = cfg::AccessKind::Read;
  std::vector<SiteMember> members; // ascending delta
};

enum class GoalKind : std::uint8_t { Race, Divergence, Assertion, Vacuity };

struct Goal {
  std::string id;
  GoalKind kind = GoalKind::Race;
  bool same_group = true;  // about two threads of one group (else of two groups)
  unsigned team = 0;       // about two threads that meet at barriers of so many (0: or not)
  cfg::ArrayId array = 0;  // Race
  bool incoherent = false; // Race: about a write and an incoherent load, by whichever threads, whatever lies between
  bool pairwise = false;   // Assertion: about each pair of threads (cfg/ir/pairwise.h), else about each thread
  cfg::AssertKind assertion = cfg::AssertKind::User; // Assertion
  std::optional<cfg::Point> place;                   // Assertion of one thread: where it stands in the kernel
  support::Origin origin;                            // Divergence: the barrier; Assertion: its place
  enum class Round : std::uint8_t { Any, First, Next } round = Round::Any; // of an invariant: on entry, or preserved
  std::string message;                                                     // Assertion: the annotation
  bool bits = false;          // Race: the witness offsets are bit-vectors (their constants end in "$bits")
  std::size_t first_site = 0; // Race: the witness sites are counted from here
  std::string same_as;      // the goal, earlier in the list, whose procedure asks the same question: only that is asked
  bool coarse = false;      // Race: a site stands for more than its accesses; only a proof counts
  bool exact = false;       // a refutation is an execution: no abstraction on the way
  std::string abstraction;  // if not exact: the first abstraction used
  bool reads_cells = false; // Assertion: of arrays that the kernel writes, so that only those accessed are known
  bool of_contents = false; // what shared arrays hold matters, and was not followed
  bool with_contents = false; // and was followed
};

// Names of the constants a model is read from.
struct WitnessNames {
  std::string site[2];              // index into GoalProgram::sites, from Goal::first_site on
  std::string offset[2], length[2]; // the picked range, in granules
  std::string choice[2];            // where that range starts, counted from the site's own offset
};

// A formula that Houdini may keep as a loop invariant, and the rule that proposed it (emit/watchdog/candidates.h).
struct Candidate {
  std::string constant;
  std::string rule;
  boogie::Expr formula;
};

struct GoalProgram {
  boogie::Program program;
  std::vector<Goal> goals;
  std::vector<Site> sites;
  std::vector<Goal> unexpressed; // goals that this encoding cannot express; `abstraction` says why
  std::vector<Candidate> candidates;
  std::size_t withheld = 0; // candidates that a later stage would add
  WitnessNames witness;
  std::set<std::string> assumptions;
};

} // namespace lockstep::emit
