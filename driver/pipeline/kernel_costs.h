// What `lockstep perf` and `lockstep cost` ask a worker (pipeline.h) for, and what they get of each kernel.
#pragma once

#include "cfg/ir/shown_name.h"
#include "cost/advice/hints.h"
#include "cost/certificate/certify.h"
#include "cost/claims/count_claims.h"
#include "cost/gpudrano/analysis.h"
#include "cost/requests/by_width.h"
#include "driver/perf/shapes.h"
#include "driver/perf/witness.h"
#include "frontend/frontend.h"
#include "support/source_texts.h"
#include "support/stage.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::driver {

// What the shared accesses of a kernel cost, for one launch.
struct AccessProof {   // --proof-dir
  std::string file;    // the claim; empty: there is none
  std::string missing; // why there is none, or no proof; empty: proved
};
struct KernelCost {
  std::string file, kernel;
  support::Origin launch; // in host code; unknown: the options', or any
  cfg::Kernel normal;
  std::vector<coalescing::AccessCost> accesses;
  // Parameters that the source declares unsigned, by their names in the kernel IR.
  std::set<std::string> without_sign = {};
  std::vector<coalescing::Advice> advice = {};       // for each of them
  std::vector<coalescing::paper::Access> paper = {}; // if asked for
  std::optional<Shapes> shapes = {};                 // likewise
  std::optional<cost::KernelBounds> bounds = {};     // likewise, and then nothing else
  // Likewise; else why there is none.
  std::optional<std::variant<cost::certificate::Certificate, std::string>> certificate = {};
  std::string certified = {}; // its file, or why there is none
  std::vector<std::variant<coalescing::RequestClaim, coalescing::NoClaim>> claims = {}; // for each access, if asked for
  std::vector<AccessProof> proofs = {};                                                 // likewise
  std::optional<Witnesses> witnesses = {};                                              // likewise
  std::map<support::Stage, double> stages = {};                                         // seconds
  std::shared_ptr<const support::SourceTexts> texts = std::make_shared<support::SourceTexts>(); // for excerpts

  // Is the i-th access a further part of the one that the access before it is a part of (cfg/passes/split_accesses.h)?
  bool is_further_part(std::size_t i) const;
  bool of_group(const coalescing::AccessCost &a) const { return normal.arrays[a.array].space == cfg::Space::Group; }
  const std::string &array_name(const coalescing::AccessCost &a) const {
    return cfg::shown_name(normal.arrays[a.array]);
  }
};
struct CostRequest {
  coalescing::Options options;
  std::optional<coalescing::paper::Mode> paper; // what else is asked for
  bool shapes = false;
  bool claims = false, witness = false;
  bool bounds = false, certify = false; // only these
  cost::Metrics metrics = {};           // of bounds
  bool spans = false;                   // likewise
  std::function<void(KernelCost)> take; // one kernel at a time
};

// The kernel's parameters that the source declares unsigned, by their names in the kernel IR.
std::set<std::string> unsigned_parameters(const frontend::Module &module, const frontend::KernelName &name);

// k with bounds, and with a certificate of them where one is asked for.
KernelCost with_bounds(KernelCost k, const cfg::Analyses &a, const CostRequest &job);

// The texts of the stages `count` and `bound`: a line for each access; for each metric, what the grid costs.
std::string requests_text(const KernelCost &k);
std::string bounds_text(const KernelCost &k);

// --time: how long each stage took, of each kernel.
std::string times_text(const std::vector<KernelCost> &kernels);

} // namespace lockstep::driver
