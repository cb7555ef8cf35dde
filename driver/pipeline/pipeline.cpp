// The pipeline (pipeline.h).
#include "driver/pipeline/pipeline.h"

#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/ir/assumptions.h"
#include "cfg/ir/check.h"
#include "cfg/ir/parse.h"
#include "cfg/ir/print.h"
#include "cfg/passes/bounds_checks.h"
#include "cfg/passes/normalise.h"
#include "cfg/passes/single_thread_launch.h"
#include "driver/commands/boogie_text.h"
#include "driver/commands/proof_folder.h"
#include "driver/launch/host_launch.h"
#include "driver/launch/recorded.h"
#include "driver/launch/terms.h"
#include "driver/perf/hints.h"
#include "driver/pipeline/file_pipeline.h"
#include "driver/pipeline/load.h"
#include "driver/pipeline/parallel.h"
#include "driver/pipeline/replay_finding.h"
#include "driver/report/output.h"
#include "emit/boogie/boogie.h"
#include "frontend/lower/lock_step.h"
#include "frontend/texts.h"
#include "predication/text.h"
#include "support/stage.h"
#include "verify/cache/cached_result.h"
#include "verify/verify_kernel.h"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <optional>

namespace lockstep::driver {

using support::Stage;

namespace {
using support::Diagnostics;
using support::Stages;

// Is there nothing that a verdict could be about?
bool does_nothing(const cfg::Kernel &k) {
  for (const cfg::Block &block : k.blocks)
    for (const cfg::Stmt &s : block.stmts)
      if (std::holds_alternative<cfg::Barrier>(s.node) || std::holds_alternative<cfg::Assert>(s.node))
        return false;
  return cfg::shared_accesses(k).empty();
}

// A proof about a kernel that does nothing is worth nothing if the work is in functions that the kernel does not call.
void refuse_idle(const std::vector<cfg::Uncalled> &uncalled, verify::Result &result) {
  result.verdict = verify::Verdict::Error;
  result.bad_input = true;
  result.reason = fmt::format(
      "vacuous: the kernel accesses no memory, and '{}'{}, which does, is called by nothing; call "
      "it, or pass --allow-vacuous",
      uncalled.front().name, uncalled.front().origin.known() ? " (" + uncalled.front().origin.str() + ")" : "");
}

// Everything one file's pipeline needs at hand.
class Pipeline {
public:
  Pipeline(FileRun &run, const cfg::Launch &launch, Shared &shared, std::size_t engine = 0)
      : shared_(shared), text_(shared.text), run_(run), launch_(launch), supervisor_(shared.supervisor),
        engine_(*shared.engines[engine]), cache_(shared.cache), repro_(shared.repro) {}

  void source() {
    std::optional<frontend::Module> module;
    std::vector<frontend::KernelName> names;
    const frontend::Options options = frontend_options(run_.options, run_.file, launch_);
    const auto step = [&](Stages &stages, Diagnostics &diags, verify::Result &) {
      auto m = stages.run(
          Stage::Compile, [&] { return compile(options, diags); }, nullptr,
          [&](const frontend::Module &m) { return header_line(run_.options.kernel) + frontend::print(m); });
      if (!m)
        return;
      names = select(frontend::kernels(*m), run_.options.kernel.kernel, run_.file, diags, recorded_at());
      run_.nothing = names.empty() && !run_.options.recorded; // a launch is of a kernel that is to be there
      module = std::move(*m);
    };
    const RecordedLaunch *recorded = run_.options.recorded.get();
    if (!run_.guarded(recorded != nullptr ? recorded->kernel : "", false, step, recorded_at()))
      return;
    std::vector<std::pair<const frontend::KernelName *, frontend::LaunchSite>> launches; // without a place: not seen
    for (const frontend::KernelName &name : names) {
      std::vector<frontend::LaunchSite> sites;
      if (!gives_sizes(run_.options.kernel))
        sites = frontend::launches(*module, name);
      if (sites.empty())
        sites.emplace_back();
      for (frontend::LaunchSite &site : sites)
        launches.emplace_back(&name, std::move(site));
    }
    const auto unit = [&](std::size_t i) {
      return Supervisor::Unit{run_.file, launches[i].first->name, launches[i].second.origin, i + 1};
    };
    each(launches.size(), unit, [&](Pipeline &pipeline, std::size_t i) {
      const auto &[name, site] = launches[i];
      pipeline.source_kernel(*module, *name, options, site.origin.known() ? &site : nullptr, site.unreached);
    });
  }

  void kernel_text(const std::string &text) {
    std::vector<cfg::Kernel> kernels;
    const bool parsed = run_.guarded("", false, [&](Stages &, Diagnostics &diags, verify::Result &) {
      auto all = cfg::parse_kernels(text, run_.file, diags);
      if (all)
        kernels = select(std::move(*all), run_.options.kernel.kernel, run_.file, diags);
      run_.nothing = all && kernels.empty();
      for (const cfg::Kernel &k : kernels)
        cfg::check(k, diags); // a mistake of whoever wrote the text, not ours
    });
    if (parsed)
      each(
          kernels.size(), [&](std::size_t i) { return Supervisor::Unit{run_.file, kernels[i].name, {}, i + 1}; },
          [&](Pipeline &pipeline, std::size_t i) { pipeline.text_kernel(kernels[i]); });
  }

  void text_kernel(cfg::Kernel &kernel) {
    run_.guarded(kernel.name, judges(), [&](Stages &stages, Diagnostics &diags, verify::Result &result) {
      auto launch = settle_launch(run_.options, kernel, diags);
      if (!launch)
        return;
      launch_ = *launch;
      add_terms_of_text(run_.options.kernel, kernel);
      if (gives_sizes(run_.options.kernel))
        kernel.terms.launch = launch_;
      stages.run(
          Stage::BuildKernel, [&] { return kernel; }, cfg::check, [](const cfg::Kernel &k) { return cfg::print(k); });
      after_kernel(kernel, stages, diags, result);
      reproduce(kernel, {}, result);
    });
  }

  // `site`: the launch in host code that is meant; null: the one that the options give, or any. `unreached`: launches
  // that are not judged.
  void source_kernel(const frontend::Module &module, const frontend::KernelName &name, frontend::Options options,
                     const frontend::LaunchSite *site, const std::vector<support::Origin> &unreached) {
    const cfg::Launch given = launch_;
    if (site != nullptr) {
      launch_ = frontend::launch_at(*site);
      with_options(run_.options.kernel, launch_);
      options.launch = launch_;
      site_ = site->origin;
      for (support::Origin at = site->origin; at.known(); at = at.inlined_at())
        launched_ += fmt::format(".{}_{}", at.place().line, at.place().column);
    }
    const bool sized = site != nullptr || run_.options.recorded || gives_sizes(run_.options.kernel);
    const auto required = sized ? std::nullopt : frontend::required_size(module, name);
    for (unsigned d = 0; required && d < 3; ++d)
      options.launch.local_size[d] = launch_.local_size[d] = (*required)[d];
    const auto step = [&](Stages &stages, Diagnostics &diags, verify::Result &result) {
      std::unique_lock reading(shared_.module);
      std::optional<RecordedSite> recorded;
      if (run_.options.recorded) {
        auto passed = recorded_site(*run_.options.recorded, frontend::parameters(module, name), diags);
        if (!passed)
          return;
        recorded = std::move(*passed);
      }
      const auto kernel = stages.run(
          Stage::BuildKernel,
          [&] {
            auto built = frontend::build_kernel_in_lock_step(module, name, options, run_.options.kernel.warp_sync,
                                                             diags, recorded ? &recorded->site : site);
            if (built && recorded)
              built->terms.assumptions.push_back(recorded_as(*run_.options.recorded, launch_, *recorded));
            if (built) {
              add_terms(run_.options.kernel, built->terms);
              settle_sizes(*built, site, required);
              for (const support::Origin &at : unreached)
                built->terms.assumptions.push_back(never_reached(at));
            }
            return built;
          },
          cfg::check, [](const cfg::Kernel &k) { return cfg::print(k); });
      if (shared_.cost != nullptr)
        without_sign_ = unsigned_parameters(module, name);
      reading.unlock();
      if (!kernel)
        return;
      after_kernel(*kernel, stages, diags, result);
      if (recorded && recorded->site.others_apart) // or one array, says the launch
        std::erase(result.assumptions, cfg::assumption::distinct_parameters);
      reproduce(*kernel, frontend::parameters(module, name), result);
    };
    run_.guarded(name.name, judges(), step, site != nullptr ? site->origin : recorded_at());
    launch_ = given;
  }

  // Where the sizes are from goes with the kernel.
  void settle_sizes(cfg::Kernel &kernel, const frontend::LaunchSite *site,
                    const std::optional<std::array<std::uint64_t, 3>> &required) {
    if (gives_sizes(run_.options.kernel)) {
      kernel.terms.launch = launch_;
      return;
    }
    std::string assumption;
    if (site != nullptr)
      assumption = launched_as(*site, text_);
    else if (!run_.options.free_sizes)
      launch_ = any_launch(kernel, launch_, required, assumption);
    if (!assumption.empty())
      kernel.terms.assumptions.push_back(assumption);
    if (!run_.options.free_sizes)
      kernel.terms.launch = launch_;
  }

  // The text forms behind the kernel: parsed, checked and handed on as the result of their stage.
  void inner_text(Stage stage, const std::string &text) {
    run_.guarded("", true, [&](Stages &stages, Diagnostics &diags, verify::Result &result) {
      if (stage == Stage::Emit) {
        if (const auto p = reread(stages, stage, emit::boogie::parse(text, run_.file, diags), diags))
          boogie(*p, stages, diags, result);
        return;
      }
      const bool read =
          stage == Stage::Predicate
              ? static_cast<bool>(reread(stages, stage, predication::parse_predicated(text, run_.file, diags), diags))
              : static_cast<bool>(reread(stages, stage, predication::parse_lockstep(text, run_.file, diags), diags));
      if (read)
        diags.unsupported({}, fmt::format("a verdict needs the kernel itself; from stage '{0}' on there is only its "
                                          "text: `lockstep dump --stage {0}`",
                                          support::name(stage)));
    });
  }

private:
  // False: kernels are counted or bounded; who asked for that gets its own report of each.
  bool judges() const { return shared_.cost == nullptr; }

  // In a list of launches, if the launch is from one.
  support::Origin recorded_at() const {
    return run_.options.recorded ? run_.options.recorded->origin : support::Origin();
  }

  // judge(pipeline, i) for each i that is not to be skipped, as many at a time as there are engines; the reports are in
  // this order. The first kernels' time begins with the file's.
  template <typename UnitOf, typename Judge> void each(std::size_t count, const UnitOf &unit_of, const Judge &judge) {
    std::vector<std::unique_ptr<FileRun>> parts;
    for (std::size_t i = 0; i < count; ++i)
      parts.push_back(std::make_unique<FileRun>(run_.part()));
    std::vector<bool> skipped(count);
    for (const std::size_t done : shared_.skip)
      if (done - 1 < count)
        skipped[done - 1] = true;
    if (shared_.listener.units)
      shared_.listener.units(count);
    shared_.reading.reset();
    in_parallel(shared_.engines.size(), count, [&](std::size_t thread, const auto &next) {
      auto start = shared_.started;
      for (auto i = next(); i && !supervisor_.interrupted(); i = next()) {
        if (skipped[*i])
          continue;
        const Supervisor::Unit unit = unit_of(*i);
        Supervisor::Work work(supervisor_, unit, start, run_.options.kernel.timeout);
        if (shared_.listener.begin)
          shared_.listener.begin(unit, work.left());
        parts[*i]->work = &work;
        parts[*i]->unit = unit.number;
        parts[*i]->on_report = run_.on_report;
        Pipeline pipeline(*parts[*i], launch_, shared_, thread);
        judge(pipeline, *i);
        start = std::chrono::steady_clock::now();
      }
    });
    for (const auto &part : parts)
      run_.take(*part);
  }

  // Where this is the last stage, nothing later tells of the kernels that are not whole.
  support::Result<frontend::Module> compile(const frontend::Options &options, Diagnostics &diags) {
    auto module = frontend::compile(run_.file, options, diags, *run_.texts);
    if (!module || run_.options.stop_after != Stage::Compile)
      return module;
    const std::vector<frontend::KernelName> names = frontend::kernels(*module);
    bool some = false;
    for (const frontend::KernelName &k : names) {
      if (!k.broken || frontend::build_kernel(*module, k, options, diags))
        some = true;
    }
    if (!some && !names.empty())
      return support::failure;
    return module;
  }

  template <typename T>
  support::Result<T> reread(Stages &stages, Stage stage, support::Result<T> parsed, Diagnostics &diags) {
    if (!parsed || !check(*parsed, diags)) // a mistake of whoever wrote the text, not ours
      return support::failure;
    return stages.run(stage, [&] { return std::move(*parsed); }, nullptr, [](const T &v) { return print(v); });
  }

  void boogie(const emit::boogie::Program &program, Stages &stages, Diagnostics &diags, verify::Result &result) {
    const auto ids = assertion_ids(program, run_.file, diags);
    if (!ids)
      return;
    const Supervisor::Watch watch(supervisor_, engine_, run_.time_left());
    verify::EngineRequest request;
    request.program = emit::boogie::print(program);
    request.assertion_ids = *ids;
    request.solver = run_.options.engine.solver;
    request.memory_mb = run_.options.engine.memory;
    request.time_limit_ms = time_limit();
    result = conclude(stages.run(
                          Stage::Verify, [&] { return engine_.run(request); }, nullptr,
                          [](const verify::EngineResponse &r) { return verify::print(r); }),
                      emit::goal_terms(program));
    mention_timeout(watch, result);
  }

  unsigned time_limit() const {
    const double seconds = run_.options.kernel.timeout;
    return milliseconds(seconds);
  }
  void mention_timeout(const Supervisor::Watch &watch, verify::Result &result) const {
    if (watch.timed_out() && result.verdict == verify::Verdict::Unknown)
      result.reason = fmt::format("no answer within {} s (--timeout)", run_.options.kernel.timeout);
  }

  void after_kernel(const cfg::Kernel &kernel, Stages &stages, Diagnostics &diags, verify::Result &result);
  void count(const std::string &name, const cfg::Kernel &kernel, Stages &stages, Diagnostics &diags);
  void hand_on(KernelCost cost, const Stages &stages);
  bool recall(const verify::KernelKey &key, const verify::VerifyOptions &options, Diagnostics &told,
              verify::Result &result);
  bool replay(const cfg::Kernel &k, bool benign_tolerance, Stages &stages, verify::Result &result);
  void reproduce(const cfg::Kernel &kernel, const std::vector<frontend::Parameter> &parameters,
                 const verify::Result &result);

  Shared &shared_;
  const std::string &text_; // of the file
  FileRun &run_;
  cfg::Launch launch_;                 // of the kernel at hand
  std::set<std::string> without_sign_; // KernelCost's
  support::Origin site_;               // its place in host code
  std::string launched_;               // its place in host code, for names of files
  Supervisor &supervisor_;
  verify::Engine &engine_;
  verify::ResultCache *cache_; // null: none
  ReproFolder *repro_;
};

// A kernel as the front end or a .kir file gives it, to its verdict.
void Pipeline::after_kernel(const cfg::Kernel &kernel, Stages &stages, Diagnostics &diags, verify::Result &result) {
  if (run_.options.command != Command::Perf)
    for (const cfg::Array &a : kernel.arrays)
      if (a.aliased)
        return diags.unsupported(a.origin, "array '" + a.name + "' is aliased, which only 'lockstep perf' can do with");
  const auto print_kernel = [](const cfg::Kernel &k) { return cfg::print(k); };
  std::optional<cfg::Kernel> with_checks;
  if (kernel.terms.bounds_asked)
    with_checks =
        stages.run(Stage::AddBoundsChecks, [&] { return cfg::add_bounds_checks(kernel); }, cfg::check, print_kernel);
  const cfg::Kernel &checked = with_checks ? *with_checks : kernel;
  const auto alone = cfg::has_one_thread(launch_) ? std::optional(cfg::with_plain_atomics(checked)) : std::nullopt;
  const cfg::Kernel &whole = alone ? *alone : checked;
  // The construction of [CDKQ13] (block-id) takes its language, which has no branches.
  const cfg::NormaliseOptions form{.desugar_branches = run_.options.kernel.predication == predication::Scheme::BlockId,
                                   .counters = launch_,
                                   .given = shared_.cost != nullptr && shared_.cost->bounds};
  const auto normal =
      stages.run(Stage::Normalise, [&] { return cfg::normalise(whole, form, diags); }, cfg::check, print_kernel);
  if (!normal)
    return;
  if (shared_.cost != nullptr)
    return count(kernel.name, *normal, stages, diags);
  const KernelOptions &o = run_.options.kernel;
  const Supervisor::Watch watch(supervisor_, engine_, run_.time_left());
  verify::VerifyOptions options;
  options.launch = launch_;
  const cfg::Terms &terms = kernel.terms;
  options.integers = terms.nothing_wraps ? emit::IntegerMode::Int : o.integers;
  options.benign_tolerance = !terms.same_values_race;
  options.strict_overflow = terms.overflow == cfg::Overflow::Wraps;
  options.merge = !o.no_merge;
  options.predication = o.predication;
  options.allow_vacuous = terms.vacuous_allowed;
  options.solver = run_.options.engine.solver;
  options.memory_mb = run_.options.engine.memory;
  options.tiers = o.tiers;
  options.without_rules.insert(o.without_rules.begin(), o.without_rules.end());
  options.proof_name = proof_name(run_.file, run_.variant(kernel.name) + launched_);
  verify::ProofLog proofs;
  if (!run_.options.engine.proof_dir.empty())
    options.proofs = &proofs;
  options.time_limit_ms = time_limit();
  if (!o.no_replay && options.proofs == nullptr)
    options.hunt = [&](verify::Result &found) {
      stages.run(Stage::Replay, [&] {
        const ReplayLimits limits{.benign_tolerance = options.benign_tolerance};
        if (found.findings.empty())
          hunt(*normal, launch_, limits, found);
        else
          replay_findings(*normal, launch_, limits, found);
        return true;
      });
      return verify::is_violation(found.verdict);
    };
  std::optional<verify::KernelKey> key;
  if (cache_ != nullptr)
    key = verify::kernel_key(*normal, options, tools_text(run_.options.engine));
  Diagnostics told;
  const bool recalled = key && recall(*key, options, told, result);
  if (!recalled) {
    result = verify::verify_kernel(*normal, options, engine_, stages, told);
    mention_timeout(watch, result);
  }
  if (options.proofs != nullptr) {
    Claim claim{
        options.proof_name, run_.file,      kernel.name, fingerprint_text(text_), verify::question_text(options),
        engine_.describe(), result.verdict, result.tier, std::move(proofs)};
    keep_claim(run_.options.engine.proof_dir, claim, diags);
  }
  const bool replayed = !o.no_replay && replay(*normal, options.benign_tolerance, stages, result);
  if (key && (replayed || !recalled) && !told.failed())
    if (const auto entry = verify::to_cache(result, told.all(), *key, options.time_limit_ms))
      cache_->store(key->text, *entry);
  for (const support::Diagnostic &d : told.all())
    diags.add(d);
  if (result.verdict == verify::Verdict::Verified && !terms.uncalled.empty() && does_nothing(kernel) &&
      !terms.vacuous_allowed)
    refuse_idle(terms.uncalled, result);
}

// What the accesses cost, instead of a verdict.
void Pipeline::count(const std::string &name, const cfg::Kernel &kernel, Stages &stages, Diagnostics &diags) {
  auto &job = *shared_.cost;
  const cfg::AnalysisOptions how{kernel.terms.overflow != cfg::Overflow::Wraps};
  auto analyses = stages.run(Stage::Analyse, [&] { return cfg::analyse(kernel, launch_, how, diags); });
  if (analyses)
    if (const cfg::Launch sizes = coalescing::promised_sizes(kernel, *analyses); sizes != analyses->launch)
      analyses = stages.run(Stage::Analyse, [&] { return cfg::analyse(kernel, sizes, how, diags); });
  if (!analyses)
    return;
  if (job.bounds) {
    KernelCost bounded = stages.run(
        Stage::Bound, [&] { return with_bounds({run_.file, name, site_, kernel, {}, without_sign_}, *analyses, job); },
        nullptr, bounds_text);
    return hand_on(std::move(bounded), stages);
  }
  KernelCost out = stages.run(
      Stage::Count,
      [&] {
        return KernelCost{run_.file, name, site_, kernel,
                          coalescing::requests_by_width(kernel, *analyses, job.options, how)};
      },
      nullptr, requests_text);
  if (job.paper)
    out.paper = coalescing::paper::analyse(kernel, *analyses, *job.paper);
  else
    out.advice = coalescing::advise(kernel, *analyses, job.options, {how, language_of(run_.file)}, out.accesses);
  if (job.claims)
    for (const coalescing::AccessCost &access : out.accesses)
      out.claims.push_back(coalescing::request_claim(kernel, *analyses, job.options, access));
  if (job.witness)
    out.witnesses = find_witnesses(kernel, out.accesses, analyses->launch, job.options.target);
  if (job.shapes) {
    auto shapes = shapes_of(kernel, launch_, job.options, diags);
    if (!shapes)
      return;
    out.shapes = std::move(*shapes);
  }
  hand_on(std::move(out), stages);
}

// To who asked for it.
void Pipeline::hand_on(KernelCost cost, const Stages &stages) {
  cost.texts = run_.texts;
  for (const support::StageTime &t : stages.times())
    cost.stages[t.stage] += t.seconds;
  const std::lock_guard lock(shared_.module);
  shared_.cost->take(std::move(cost));
}

// From the cache, with what was told of the kernel.
bool Pipeline::recall(const verify::KernelKey &key, const verify::VerifyOptions &options, Diagnostics &told,
                      verify::Result &result) {
  const auto text = cache_->find(key.text);
  if (!text)
    return false;
  auto found = verify::from_cache(*text, key, options.time_limit_ms);
  if (!found)
    return false;
  result = std::move(found->result);
  for (support::Diagnostic &d : found->told)
    told.add(std::move(d));
  return true;
}

// Executes what a violation claims, once; false: there is nothing to execute, or it was done before.
bool Pipeline::replay(const cfg::Kernel &k, bool benign_tolerance, Stages &stages, verify::Result &result) {
  const bool undecided = result.verdict == verify::Verdict::Unknown;
  const bool tried = std::all_of(result.findings.begin(), result.findings.end(), [](const verify::Finding &f) {
    return f.replay.status != verify::Replay::Status::NotTried;
  });
  if (!undecided && (!verify::is_violation(result.verdict) || tried))
    return false;
  const ReplayLimits limits{.benign_tolerance = benign_tolerance};
  stages.run(Stage::Replay, [&] {
    replay_findings(k, launch_, limits, result);
    if (result.verdict == verify::Verdict::Unknown)
      hunt(k, launch_, limits, result);
    return true;
  });
  return true;
}

// --repro: each violation as something to run elsewhere.
void Pipeline::reproduce(const cfg::Kernel &kernel, const std::vector<frontend::Parameter> &parameters,
                         const verify::Result &result) {
  if (repro_ == nullptr || !repro_->wanted())
    return;
  for (const verify::Finding &f : result.findings) {
    const ReproLaunch launch = repro_launch(launch_, f);
    repro_->write({run_.file, text_, kernel, parameters, run_.options.kernel, run_.variant({})}, launch, f,
                  default_inputs(kernel, launch, f));
  }
}

} // namespace

void run_file(Stage entry, FileRun &run, const cfg::Launch &launch, Shared &shared) {
  Pipeline pipeline(run, launch, shared);
  if (entry == Stage::Compile)
    pipeline.source();
  else if (entry == Stage::BuildKernel || entry == Stage::Normalise)
    pipeline.kernel_text(shared.text);
  else
    pipeline.inner_text(entry, shared.text);
}

} // namespace lockstep::driver
