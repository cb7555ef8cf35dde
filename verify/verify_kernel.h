// One kernel's verdict: the tiers, cheapest first, each a Boogie program whose goals the engine settles (docs/design.md
// 10).
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "emit/encode/representation.h"
#include "predication/guarded.h"
#include "support/stage.h"
#include "verify/engines/engine.h"
#include "verify/proof_log.h"
#include "verify/result.h"

#include <functional>
#include <iterator>
#include <optional>
#include <set>

namespace lockstep::verify {

inline constexpr support::Words<emit::IntegerMode, 4> integer_mode_words({{emit::IntegerMode::Auto, "auto"},
                                                                          {emit::IntegerMode::Bv, "bv"},
                                                                          {emit::IntegerMode::Int, "int"},
                                                                          {emit::IntegerMode::Wrap, "wrap"}});

// Those that prove, in the order in which they are asked, each for what the ones before it leave open.
inline constexpr Tier proving_tiers[] = {Tier::Pick, Tier::Watchdog};

// Conditions on sizes under which a kernel counts as verified (weakest_sizes.h): none, those that only keep numbers
// from the limits of their types, any.
enum class AcceptConditions : std::uint8_t { None, Magnitude, All };
inline constexpr support::Words<AcceptConditions, 3> accept_words({{AcceptConditions::None, "none"},
                                                                   {AcceptConditions::Magnitude, "magnitude"},
                                                                   {AcceptConditions::All, "all"}});

// How long an execution is looked for.
enum class HuntFor : std::uint8_t { Moment, Second };

struct VerifyOptions {
  cfg::Launch launch;
  emit::IntegerMode integers = emit::IntegerMode::Auto;
  cfg::Tolerance tolerance = cfg::Tolerance::Same; // which unordered accesses do not race
  bool coarse_first = true;                        // what proves most kernels in less time is asked first
  unsigned further_races = 0;   // how many races between other accesses are looked for where one has been found
  bool values_at_once = false;  // stored values are compared in the first question, not only where accesses race
  bool strict_overflow = false; // drop the assumption that what the language leaves undefined does not happen
  bool allow_vacuous = false;
  AcceptConditions accept = AcceptConditions::Magnitude;
  bool races = true;                                            // false: they are not asked about
  bool between_groups = true;                                   // false: threads of two groups are not asked about
  std::optional<std::set<cfg::ArrayId>> race_arrays = {};       // races on others are not asked about; empty: on all
  bool merge = true;                                            // merge accesses that differ by constants
  predication::Scheme predication = predication::Scheme::Flags; // of the lock-step program
  Solver solver = Solver::Z3;
  unsigned time_limit_ms = 10000; // per procedure
  unsigned memory_mb = 0;         // of the solver; 0: no limit
  std::set<Tier> tiers{std::begin(proving_tiers), std::end(proving_tiers)};
  std::set<std::string>
      without_rules{};        // of emit/watchdog/candidates.def: not proposed (to measure what a rule is worth)
  ProofLog *proofs = nullptr; // what was asked and answered goes here
  std::string proof_name;     // names the proof's files; empty: the engine numbers them
  // Looks for an execution that shows one of the result's findings, or, if it has none, any violation; true: found, and
  // the result says so. Asked early where sizes are free, since solvers take longer over a violation than over a proof;
  // empty: never.
  std::function<bool(Result &, HuntFor)> hunt{};
  // Does an execution show this race? Asked of further ones that a question with abstractions gives; empty: none does.
  std::function<bool(const Finding &)> shows{};
  // Tries to prove the kernel under conditions on its sizes that count as verified, with these among its assumptions.
  // Asked where a product of unknowns keeps solvers from an answer for all sizes; empty: never.
  std::function<std::optional<Result>()> within_limits{};
};

inline bool asks_everything(const VerifyOptions &o) { return o.races && o.between_groups && !o.race_arrays; }

// Input: a checked kernel. Diagnostics say why an `unsupported` verdict was given. Stages run through `stages`.
Result verify_kernel(const cfg::Kernel &k, const VerifyOptions &options, Engine &engine, support::Stages &stages,
                     support::Diagnostics &diags);

} // namespace lockstep::verify
