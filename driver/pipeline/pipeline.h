// The pipeline: a file's text to its kernels' verdicts, stage by stage (support/stages.def), every stage through the
// one wrapper (support/stage.h).
//
// A worker owns an engine, started before anything else so that it warms up while Clang parses (with a result cache:
// unless the cache has seen the very file), and more of them where it judges several of a file's kernels at a time:
// the file is compiled once. A failed invariant or any other exception inside one kernel's pipeline is that kernel's
// verdict `error`; the run goes on.
#pragma once

#include "cfg/ir/shown_name.h"
#include "cost/advice/hints.h"
#include "cost/certificate/certify.h"
#include "cost/count_claims.h"
#include "cost/gpudrano/analysis.h"
#include "cost/requests/by_width.h"
#include "driver/options/options.h"
#include "driver/perf/shapes.h"
#include "driver/perf/witness.h"
#include "driver/pipeline/file_job.h"
#include "driver/pipeline/stage_texts.h"
#include "driver/process/supervisor.h"
#include "driver/report/report.h"
#include "driver/repro/repro.h"
#include "support/source_texts.h"
#include "verify/cache/result_cache.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::driver {

bool needs_engine(const Options &options); // false: the run stops before

class LazyEngine;

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
  std::set<std::string> without_sign =
      {}; // parameters that the source declares unsigned, by their names in the kernel IR
  std::vector<coalescing::Advice> advice = {};       // for each of them
  std::vector<coalescing::paper::Access> paper = {}; // if asked for
  std::optional<Shapes> shapes = {};                 // likewise
  std::optional<cost::KernelBounds> bounds = {};     // likewise, and then nothing else
  std::optional<std::variant<cost::certificate::Certificate, std::string>> certificate =
      {};                     // likewise; else why there is none
  std::string certified = {}; // its file, or why there is none
  std::vector<std::variant<coalescing::RequestClaim, coalescing::NoClaim>> claims = {}; // for each access, if asked for
  std::vector<AccessProof> proofs = {};                                                 // likewise
  std::optional<Witnesses> witnesses = {};                                              // likewise
  std::shared_ptr<const support::SourceTexts> texts = std::make_shared<support::SourceTexts>(); // for excerpts

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

// Who wants to know how far a file is.
struct Listener {
  std::function<void(const KernelReport &)> report = {}; // each, as soon as it is there; from whatever thread
  std::function<void(std::size_t count)> units = {};     // kernels and launches, once known
  std::function<void(const Supervisor::Unit &unit, double seconds)> begin = {}; // and may take so long; 0: no limit
};

class Worker {
public:
  // Starts the engine unless the options stop before the stage that needs it.
  // `repro`: where violations are written to, if anywhere.
  Worker(const Options &options, Supervisor &supervisor, TextSink sink = {}, ReproFolder *repro = nullptr);
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  // Instead of judging kernels, counts what their accesses cost.
  void count(CostRequest request) { cost_ = std::move(request); }

  // One report per kernel; a single one without a kernel's name if the file has none to offer.
  std::vector<KernelReport> run(const FileJob &job, const Listener &listener = {});

  // What is wrong with the result cache: one line, once.
  std::string take_complaint();

private:
  std::string source_key(const FileJob &job, const std::string &text) const;

  const Options &options_;
  Supervisor &supervisor_;
  TextSink sink_;
  ReproFolder *repro_;                               // where violations are written to; null: nowhere
  std::vector<std::unique_ptr<LazyEngine>> engines_; // one for each kernel that is judged at the same time
  std::unique_ptr<verify::ResultCache> cache_;       // null: none
  std::optional<CostRequest> cost_;
};

} // namespace lockstep::driver
