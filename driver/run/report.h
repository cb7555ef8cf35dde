// What `lockstep run` says: the violations that the observers saw, how the executions ended, the memory asked for.
#pragma once

#include "cfg/ir/expr.h"
#include "driver/options/options.h"
#include "driver/run/costs.h"
#include "driver/run/requests.h"
#include "support/diagnostic.h"
#include "support/source_texts.h"
#include "verify/result.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::driver {

struct TextStyle;

struct PrintedArray {
  std::string name;
  cfg::Type type;
  bool per_group = false;
  std::vector<std::vector<std::uint64_t>> copies; // one, or one per group
};

struct WarpReport { // --semantics simt
  unsigned warp_size = 32;
  std::string scheduling, trace;                                       // the trace as text or page, where asked for
  bool page = false;                                                   // the trace is one: nothing stands beside it
  std::uint64_t issued = 0, lane_steps = 0, useful = 0, divergent = 0; // of all executions
  bool counters = false;
  std::vector<std::string> cycle; // instructions of one that never ends, in order
  std::string explored;           // what exploration says, one line
  bool asynchronous = false;      // memory
  std::vector<std::map<std::string, std::vector<std::uint64_t>>> outcomes; // of exploration: printed arrays at the end
};

struct RunOutcome {
  std::string file, kernel, schedule;
  Semantics semantics = Semantics::Interleaving;
  std::vector<verify::Finding> findings;
  std::vector<support::Diagnostic> diagnostics;
  bool refused = false; // nothing was executed: the diagnostics say why
  std::uint64_t executions = 0, steps = 0;
  std::map<std::string, std::uint64_t> endings;
  std::string ending, reason;   // of the last execution, and why it ended where it did not terminate
  std::optional<bool> complete; // exhaustive: were all executions seen?
  std::string incomplete_because;
  std::uint64_t final_stores = 0; // different final contents of shared memory among those that terminated
  std::string target;             // --observe; of memory, then:
  std::vector<ObservedAccess> accesses;
  std::optional<ObservedCosts> costs; // --observe cost
  std::vector<PrintedArray> memory;   // after the last execution
  std::optional<WarpReport> warps;
  support::SourceTexts texts = {}; // for excerpts
  int exit_status = 0;
};

std::string run_text(const RunOutcome &run, const TextStyle &style);
std::string run_json(const RunOutcome &run);

} // namespace lockstep::driver
