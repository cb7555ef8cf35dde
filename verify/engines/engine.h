// The engine's contract: a Boogie program goes in; an outcome per assertion comes out (docs/design.md 10).
//
// Two implementations: the host (verify/boogie-host/, Boogie compiled ahead of time, JSON lines over pipes) and
// the command (any `boogie` executable, text). A solver's "unknown" or time-out is Outcome::Unknown / TimedOut,
// never Refuted and never Proved. An engine that dies, or whose answer cannot be read, yields EngineFailed with a
// reason for every assertion that has no outcome yet.
#pragma once

#include "support/words.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::verify {

enum class Outcome : std::uint8_t { Proved, Refuted, Unknown, TimedOut, EngineFailed };
inline constexpr support::Words<Outcome, 5> outcome_words({{Outcome::Proved, "proved"},
                                                           {Outcome::Refuted, "refuted"},
                                                           {Outcome::Unknown, "unknown"},
                                                           {Outcome::TimedOut, "timed out"},
                                                           {Outcome::EngineFailed, "no outcome"}});
inline std::string_view name(Outcome outcome) { return outcome_words.text(outcome); }

// Who answers a question; Portfolio: Z3 and cvc5 at once, the first answer counts (verify/engines/portfolio.h).
enum class Solver : std::uint8_t { Z3, Cvc5, Portfolio };
inline constexpr support::Words<Solver, 3>
    solver_words({{Solver::Z3, "z3"}, {Solver::Cvc5, "cvc5"}, {Solver::Portfolio, "portfolio"}});
inline std::string_view name(Solver solver) { return solver_words.text(solver); }

// A model's constants by Boogie name: "true"/"false", decimal integers (with sign), or bit-vectors as unsigned
// decimals.
using Model = std::map<std::string, std::string>;

struct AssertionResult {
  std::string id; // the assertion's {:id "..."} attribute
  Outcome outcome = Outcome::Unknown;
  std::string reason; // for Unknown, TimedOut, EngineFailed
  Model model;        // for Refuted
};

struct EngineRequest {
  std::string program;                    // Boogie text
  std::vector<std::string> assertion_ids; // every id that must get an outcome
  bool houdini = false;                   // infer the greatest inductive subset of the existential constants first
  Solver solver = Solver::Z3;
  unsigned time_limit_ms = 10000; // per procedure, solver time
  unsigned memory_mb = 0;         // address space of the solver; 0: no limit (the host only)
  unsigned error_limit = 8;       // refutations wanted per procedure
  std::string name;               // file stem below proof_dir; empty: a running number
};

struct EngineResponse {
  std::vector<AssertionResult> assertions; // one per requested id, in request order
  std::map<std::string, bool> candidates;  // Houdini: candidate constant -> kept
  std::string failure;                     // non-empty: the engine itself failed (crash, absent, bad program)
  bool crashed = false;                    // the failure is the death of a process that was at work
  double seconds = 0;
};

std::string print(const EngineResponse &response); // for a reader: outcome and model of every assertion

class Engine {
public:
  virtual ~Engine() = default;
  virtual EngineResponse run(const EngineRequest &request) = 0;
  virtual std::string describe() const = 0; // "Boogie 3.5.5 (host), Z3 4.8.12"
  virtual void interrupt() = 0;             // async-signal context is the caller's business; ends the run in flight
};

struct EngineOptions {
  std::string host_path;   // empty: beside the executable or in the build tree
  std::string boogie_path; // for the command engine; empty: found on PATH
  std::string z3_path;     // empty: found on PATH
  std::string cvc5_path;
  Solver warm = Solver::Z3; // the one to start at once
  std::string proof_dir;    // where .bpl and .smt2 are kept; empty: nowhere
};

// Where the engines are; empty when there is none.
std::string find_boogie_host(const EngineOptions &options);
std::string find_boogie_command(const EngineOptions &options);

// Starts the process at once (so that it warms up while Clang parses) and answers when asked.
std::unique_ptr<Engine> start_host_engine(const EngineOptions &options);
std::unique_ptr<Engine> start_command_engine(const EngineOptions &options);

} // namespace lockstep::verify
