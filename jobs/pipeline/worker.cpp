// A worker: one file after the other (pipeline.h).
#include "jobs/input/build_options.h"
#include "jobs/input/header_options.h"
#include "jobs/input/stage_options.h"
#include "jobs/input/terms.h"
#include "jobs/pipeline/file_pipeline.h"
#include "support/parallel.h"
#include "support/text_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::jobs {

using support::Diagnostics;
using support::Stage;
using support::Stages;

bool needs_engine(const Options &options) { return !options.stop_after || options.stop_after == Stage::Verify; }

Worker::Worker(const Options &options, Supervisor &supervisor, Task task, TextSink sink)
    : options_(options), supervisor_(supervisor), task_(std::move(task)), sink_(std::move(sink)) {
  const bool proves = std::holds_alternative<Verdicts>(task_) && needs_engine(options);
  const auto start = [options = &options_, proves] { return proves ? start_engine(options->engine) : no_engine(); };
  // The texts of a kernel's stages are numbered as they come.
  for (std::size_t n = sink_ ? 1 : support::at_a_time(options.jobs); n > 0; --n)
    engines_.push_back(std::make_unique<LazyEngine>(start));
  const EngineChoice &e = options.engine;
  // Who wants to see the stages or keep the proofs wants them made.
  if (std::holds_alternative<Verdicts>(task_) && !e.cache.empty() && !e.no_cache && e.proof_dir.empty() && !sink_ &&
      !options.stop_after)
    cache_ = std::make_unique<verify::ResultCache>(e.cache);
  else
    engines_.front()->warm();
}

std::string Worker::take_complaint() { return cache_ ? cache_->take_complaint() : std::string(); }

// Known to the cache when a file's kernels have their results there: then no engine need be ready. Only a hint.
std::string Worker::source_key(const FileJob &job, const std::string &text) const {
  std::string words = tools_text(options_.engine) + nlohmann::json(job.flags).dump();
  if (job.launch)
    words += job.launch->kernel + "\n" + job.launch->flags;
  for (const auto *list : {&options_.words, &options_.clang_words})
    for (const std::string &word : *list)
      words += "\n" + word;
  return fmt::format("source {} {}", verify::fingerprint(text), verify::fingerprint(words));
}

Worker::~Worker() = default;

namespace {

// Whose requests are counted, if any are.
cfg::Target *target_of(Task &task) {
  auto *counts = std::get_if<CountRequest>(&task);
  auto *bounds = std::get_if<BoundRequest>(&task);
  return counts != nullptr ? &counts->options.target : bounds != nullptr ? &bounds->options.target : nullptr;
}

} // namespace

// Reads the file and what its first lines and its build say; settles the options, and the launch as far as these go.
void Worker::prepare(const FileJob &job, Stage entry, FileRun &run, std::string &text, cfg::Launch &launch,
                     Diagnostics &diags) {
  const std::string &file = job.file;
  if (job.launch) {
    run.recorded = job.launch;
    run.options = recorded_options(options_, *job.launch, diags);
    if (!job.launch->refused.empty()) {
      diags.unsupported(job.launch->origin, fmt::format("kernel '{}' {}", job.launch->kernel, job.launch->refused));
      return;
    }
  }
  auto source = support::read_source(file, diags);
  if (!source)
    return;
  if (!job.flags.problem.empty()) {
    diags.error({}, job.flags.problem);
    return;
  }
  text = std::move(*source);
  run.texts->add(file, text);
  if (cache_ && !cache_->find(source_key(job, text)))
    engines_.front()->warm();
  if (!job.launch) { // else that says all
    if (!options_.no_header)
      run.header = read_header(text, file, options_.expect, diags);
    auto options = with_header(options_, run.header.options, file, diags);
    if (!options)
      return;
    run.options = std::move(*options);
    take_flags(job.flags, run.options.kernel);
    if (!settle_warp_size(file, run.options.kernel, target_of(task_), diags))
      return;
  }
  if (!read_axioms(file, run.options.kernel, diags))
    return;
  // The text forms behind the kernel are not about one launch.
  run.options.free_sizes =
      run.options.free_sizes || (entry != Stage::Compile && entry != Stage::BuildKernel && entry != Stage::Normalise);
  if (entry == Stage::BuildKernel || entry == Stage::Normalise)
    return; // each kernel says what it was compiled for
  launch::Question sizes = launch_question(run.options);
  if (sizes.missing != launch::From::Free)
    sizes.missing = launch::From::Any; // or the host code's
  if (const auto resolved = launch::resolve_launch(sizes, diags))
    launch = resolved->launch;
}

std::vector<KernelReport> Worker::run(const FileJob &job, const Listener &listener) {
  const auto started = std::chrono::steady_clock::now();
  const std::string &file = job.file;
  FileRun run(file, options_, sink_);
  run.entry = job.entry;
  run.counts = !std::holds_alternative<Verdicts>(task_);
  run.on_report = listener.report;
  std::optional<Supervisor::Work> reading;
  reading.emplace(supervisor_, Supervisor::Unit{.file = file}, started, options_.kernel.timeout);
  run.work = &*reading;
  std::string text;
  cfg::Launch launch;
  const Stage entry = entry_stage(file, options_.from);
  const auto step = [&](Stages &, Diagnostics &diags, verify::Result &) {
    prepare(job, entry, run, text, launch, diags);
  };
  if (!(job.launch ? run.guarded(job.launch->kernel, false, step, job.launch->origin) : run.guarded("", false, step)))
    return std::move(run.reports);
  Shared shared{text, supervisor_, engines_, cache_.get(), task_, listener, job.skip, started, reading};
  run_file(entry, run, launch, shared);
  const bool settled = std::ranges::all_of(run.reports, [](const KernelReport &k) {
    return k.result.verdict == verify::Verdict::Verified || verify::is_violation(k.result.verdict);
  });
  if (cache_ && settled && engines_.front()->started())
    cache_->store(source_key(job, text), "seen");
  return std::move(run.reports);
}

} // namespace lockstep::jobs
