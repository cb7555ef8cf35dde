// What a worker (jobs/pipeline/pipeline.h) gives of a kernel whose requests are counted, or whose cost is bounded.
#pragma once

#include "cfg/ir/text/shown_name.h"
#include "cost/advice/hints.h"
#include "cost/certificate/certify.h"
#include "cost/claims/count_claims.h"
#include "cost/requests/by_width.h"
#include "frontend/frontend.h"
#include "jobs/counts/shapes.h"
#include "jobs/counts/task.h"
#include "jobs/counts/witness.h"
#include "support/source_texts.h"
#include "support/stage.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::jobs {

struct AnsweredKernel { // for one launch
  std::string file, kernel;
  support::Origin launch; // in host code; unknown: the options', or any
  cfg::Kernel normal;
  std::set<std::string> without_sign = {}; // parameters that the source declares unsigned, by names in the kernel IR
  std::map<support::Stage, double> stages = {};                                                 // seconds
  std::shared_ptr<const support::SourceTexts> texts = std::make_shared<support::SourceTexts>(); // for excerpts
};

struct AccessProof {   // --proof-dir
  std::string file;    // the claim; empty: there is none
  std::string missing; // why there is none, or no proof; empty: proved
};
// What its shared accesses cost.
struct CountedKernel : AnsweredKernel {
  std::vector<coalescing::AccessCost> accesses = {};
  std::vector<coalescing::Advice> advice = {};                                          // for each of them
  std::vector<coalescing::paper::Access> paper = {};                                    // if asked for
  std::optional<Shapes> shapes = {};                                                    // likewise
  std::vector<std::variant<coalescing::RequestClaim, coalescing::NoClaim>> claims = {}; // for each access, likewise
  std::vector<AccessProof> proofs = {};                                                 // likewise
  std::optional<Witnesses> witnesses = {};                                              // likewise

  // Is the i-th access a further part of the one that the access before it is a part of (cfg/passes/split_accesses.h)?
  bool is_further_part(std::size_t i) const;
  bool of_group(const coalescing::AccessCost &a) const { return normal.arrays[a.array].space == cfg::Space::Group; }
  const std::string &array_name(const coalescing::AccessCost &a) const {
    return cfg::shown_name(normal.arrays[a.array]);
  }
};
// What it costs in all.
struct BoundedKernel : AnsweredKernel {
  cost::KernelBounds bounds = {};
  // If asked for; else why there is none.
  std::optional<std::variant<cost::certificate::Certificate, std::string>> certificate = {};
  std::string certified = {}; // its file, or why there is none
};

// The kernel's parameters that the source declares unsigned, by their names in the kernel IR.
std::set<std::string> unsigned_parameters(const frontend::Module &module, const frontend::KernelName &name);
// Those that it declares as whole numbers, likewise; empty: it says of none (no parameters, no debug information).
std::optional<std::set<std::string>> number_parameters(const frontend::Module &module,
                                                       const frontend::KernelName &name);

// k's kernel, with all that is asked for.
BoundedKernel bounded(AnsweredKernel k, const cfg::Analyses &a, const BoundRequest &asked);

// The texts of the stages `count` and `bound`: a line for each access; for each metric, what the grid costs.
std::string requests_text(const CountedKernel &k);
std::string bounds_text(const BoundedKernel &k);

} // namespace lockstep::jobs
