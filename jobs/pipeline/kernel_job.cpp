// See kernel_job.h.
#include "jobs/pipeline/kernel_job.h"

#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/ir/check.h"
#include "cfg/ir/text/print.h"
#include "cfg/ir/text/shown_name.h"
#include "cfg/passes/bounds_checks.h"
#include "cfg/passes/normalise.h"
#include "cfg/passes/single_thread_launch.h"
#include "cfg/passes/split_accesses.h"
#include "cost/source_words.h"
#include "jobs/counts/hint_texts.h"
#include "jobs/input/stage_options.h"
#include "jobs/pipeline/replay_finding.h"
#include "jobs/proofs/boogie_text.h"
#include "jobs/proofs/proof_folder.h"
#include "support/budget.h"
#include "verify/cache/cached_result.h"
#include "verify/conditions/settle_sizes.h"
#include "verify/verify_kernel.h"
#include "verify/witness.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

namespace lockstep::jobs {

using support::Diagnostics;
using support::Stage;
using support::Stages;

namespace {

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

// --check-arrays
bool has_arrays(const cfg::Kernel &k, const std::vector<std::string> &names, Diagnostics &diags) {
  for (const std::string &name : names)
    if (std::ranges::none_of(k.arrays, [&](const auto &a) { return cfg::shown_name(a) == name; })) {
      diags.error(k.origin, fmt::format("kernel '{}' accesses no array '{}' (--check-arrays)", k.name, name),
                  support::Topic::MissingArray);
      return false;
    }
  return true;
}

bool has_no_atomics(const cfg::Kernel &k, Diagnostics &diags) {
  for (const cfg::Block &block : k.blocks)
    for (const cfg::Stmt &s : block.stmts)
      if (std::holds_alternative<cfg::Atomic>(s.node)) {
        diags.error(s.origin, "an atomic operation, where none may be", support::Topic::Atomics);
        return false;
      }
  return true;
}

// With what stands beside an array ("a.objects": where the pointers that it holds lead).
std::set<cfg::ArrayId> arrays_of(const cfg::Kernel &k, const std::vector<std::string> &names) {
  std::set<cfg::ArrayId> out;
  for (cfg::ArrayId a = 0; a < k.arrays.size(); ++a)
    if (std::ranges::find(names, cfg::shown_name(k.arrays[a])) != names.end())
      out.insert(a);
  const std::set<cfg::ArrayId> named = out;
  for (cfg::ArrayId a = 0; a < k.arrays.size(); ++a)
    if (k.arrays[a].source_name.empty() && std::ranges::any_of(named, [&](cfg::ArrayId n) {
          return k.arrays[a].name.starts_with(k.arrays[n].name + ".");
        }))
      out.insert(a);
  return out;
}

// What --timeout leaves for executions.
double time_to_search(const FileRun &run) {
  const double left = run.time_left();
  return left > 0 ? left : std::numeric_limits<double>::infinity(); // there is no limit
}

} // namespace

KernelJob::KernelJob(FileRun &run, Shared &shared, std::size_t engine)
    : shared_(shared), run_(run), engine_(*shared.engines[engine]) {}

void KernelJob::answer(const cfg::Kernel &kernel, Stages &stages, Diagnostics &diags, verify::Result &result) {
  const auto *counts = std::get_if<CountRequest>(&shared_.task);
  const auto *bounds = std::get_if<BoundRequest>(&shared_.task);
  if (counts == nullptr || !counts->aliases)
    for (const cfg::Array &a : kernel.arrays)
      if (a.aliased)
        return diags.unsupported(a.origin, "array '" + a.name + "' is aliased, which only 'lockstep perf' can do with");
  const auto print_kernel = [](const cfg::Kernel &k) { return cfg::print(k); };
  std::optional<cfg::Kernel> with_checks;
  if (kernel.terms.bounds_asked)
    with_checks =
        stages.run(Stage::AddBoundsChecks, [&] { return cfg::add_bounds_checks(kernel); }, cfg::check, print_kernel);
  const cfg::Kernel &checked = with_checks ? *with_checks : kernel;
  const auto alone = cfg::has_one_thread(launch) ? std::optional(cfg::with_plain_atomics(checked)) : std::nullopt;
  const cfg::Kernel &whole = alone ? *alone : checked;
  // The construction of [CDKQ13] (block-id) takes its language, which has no branches.
  const cfg::NormaliseOptions form{.desugar_branches = run_.options.kernel.predication == predication::Scheme::BlockId,
                                   .counters = launch};
  const auto normal =
      stages.run(Stage::Normalise, [&] { return cfg::normalise(whole, form, diags); }, cfg::check, print_kernel);
  if (!normal)
    return;
  if (counts == nullptr && bounds == nullptr)
    return judge(kernel, *normal, stages, diags, result);
  const coalescing::Options &options = counts != nullptr ? counts->options : bounds->options;
  const auto split = stages.run(
      Stage::SplitAccesses, [&] { return cfg::split_accesses(*normal, options.target.enough, diags); }, cfg::check,
      print_kernel);
  if (!split)
    return;
  // For the sizes that the kernel's preconditions leave, where these say more than the launch.
  const cfg::AnalysisOptions how{split->terms.overflow != cfg::Overflow::Wraps};
  auto analyses = stages.run(Stage::Analyse, [&] { return cfg::analyse(*split, launch, how, diags); });
  if (analyses)
    if (const cfg::Launch sizes = coalescing::promised_sizes(*split, *analyses); sizes != analyses->launch)
      analyses = stages.run(Stage::Analyse, [&] { return cfg::analyse(*split, sizes, how, diags); });
  if (!analyses)
    return;
  AnsweredKernel answered{run_.file, kernel.name, site, *split, without_sign};
  if (counts != nullptr)
    return count(*counts, *split, *analyses, std::move(answered), stages, diags);
  hand_on(stages.run(
              Stage::Bound, [&] { return bounded(std::move(answered), *analyses, *bounds); }, nullptr, bounds_text),
          stages);
}

// `normal`: the kernel in the form that is judged.
void KernelJob::judge(const cfg::Kernel &kernel, const cfg::Kernel &normal, Stages &stages, Diagnostics &diags,
                      verify::Result &result) {
  const KernelOptions &o = run_.options.kernel;
  const Supervisor::Watch watch(shared_.supervisor, engine_, run_.time_left());
  if (!has_arrays(kernel, o.check_arrays, diags) || (o.no_atomics && !has_no_atomics(kernel, diags)))
    return;
  verify::VerifyOptions options = asked_of(kernel);
  verify::ProofLog proofs;
  if (!run_.options.engine.proof_dir.empty())
    options.proofs = &proofs;
  // An execution shows whatever it meets; of functions that have axioms it knows nothing.
  // Nor does it show anything of functions that a contract stands for: the call does what that says, and may do less.
  const bool executes = !o.no_replay && verify::asks_everything(options) && normal.terms.axioms.empty() &&
                        !normal.terms.own_function && !normal.terms.by_contracts;
  if (executes && options.proofs == nullptr)
    options.hunt = [&](verify::Result &found, verify::HuntFor time) {
      stages.run(Stage::Replay, [&] {
        ReplayLimits limits{.tolerance = options.tolerance};
        if (time == verify::HuntFor::Moment)
          limits = limits.brief();
        limits = limits.with_time(time_to_search(run_));
        if (found.findings.empty())
          hunt(normal, launch, limits, found);
        else
          replay_findings(normal, launch, limits, found);
        return true;
      });
      return verify::is_violation(found.verdict);
    };
  if (options.further_races != 0 && normal.terms.axioms.empty())
    options.shows = [&](const verify::Finding &race) {
      verify::Result alone;
      alone.verdict = verify::Verdict::Race;
      alone.findings = {race};
      const ReplayLimits limits{.tolerance = options.tolerance};
      replay_findings(normal, launch, limits.brief().with_time(time_to_search(run_)), alone);
      return alone.findings.front().replay.status == verify::Replay::Status::Confirmed;
    };
  std::optional<verify::KernelKey> key;
  const verify::SizeWords words = size_words(normal);
  options.within_limits = [&] {
    return verify::verified_within_limits(normal, options, words, engine_, limits_of_sizes(options.accept));
  };
  if (shared_.cache != nullptr)
    key = verify::kernel_key(normal, options, tools_text(run_.options.engine) + "\n" + verify::key_text(words));
  Diagnostics told;
  const bool recalled = key && recall(*key, options, told, result);
  if (!recalled) {
    result = verify::verify_kernel(normal, options, engine_, stages, told);
    settle_sizes(normal, options, words, stages, result);
    mention_timeout(watch, result);
  }
  if (options.proofs != nullptr)
    keep(kernel, options, std::move(proofs), result, diags);
  const bool replayed = executes && replay(normal, options.tolerance, stages, result);
  for (verify::Finding &f : result.findings) {
    verify::read_without_sign(normal, without_sign, f);
    if (normal.terms.by_contracts)
      f.notes.emplace_back("functions are known by their contracts here, and may do less than these allow");
  }
  if (key && (replayed || !recalled) && !told.failed())
    if (const auto entry = verify::to_cache(result, told.all(), *key, options.time_limit_ms))
      shared_.cache->store(key->text, *entry);
  for (const support::Diagnostic &d : told.all())
    diags.add(d);
  const cfg::Terms &terms = kernel.terms;
  if (result.verdict == verify::Verdict::Verified && !terms.uncalled.empty() && does_nothing(kernel) &&
      !terms.vacuous_allowed)
    refuse_idle(terms.uncalled, result);
}

verify::SizeWords KernelJob::size_words(const cfg::Kernel &k) const {
  const auto source = std::make_shared<coalescing::SourceWords>(k);
  return {[source](cfg::Op size, unsigned d) { return source->quantity(size, d); },
          language_of(run_.file) == coalescing::Language::OpenCl ? "long" : "long long", without_sign, numbers};
}

// A share of what --timeout leaves, and no more seconds than people like to wait for.
support::Budget::Limits KernelJob::limits_of_sizes(verify::AcceptConditions accept) const {
  constexpr double longest_s = 3, longest_asked_for_s = 15, share = 0.25;
  const double longest = accept == verify::AcceptConditions::All ? longest_asked_for_s : longest_s;
  const double left = run_.time_left();
  return {.seconds = left > 0 ? std::min(longest, share * left) : longest,
          .megabytes = run_.options.memory_limit(),
          .own = Supervisor::own_memory / 2};
}

void KernelJob::settle_sizes(const cfg::Kernel &k, const verify::VerifyOptions &options, const verify::SizeWords &words,
                             Stages &stages, verify::Result &result) {
  constexpr double longest_hint_s = 0.5;
  const support::Budget::Limits limits = limits_of_sizes(options.accept);
  double spent = 0; // on the verdict
  for (const support::StageTime &t : stages.times())
    if (t.stage != Stage::Compile)
      spent += t.seconds;
  stages.run(Stage::Verify, [&] {
    verify::settle_sizes(k, options, words, engine_, limits, std::min(longest_hint_s, spent), result);
    return true;
  });
}

// --proof-dir
void KernelJob::keep(const cfg::Kernel &kernel, const verify::VerifyOptions &options, verify::ProofLog proofs,
                     const verify::Result &result, Diagnostics &diags) const {
  keep_claim(run_.options.engine.proof_dir,
             {options.proof_name, run_.file, kernel.name, fingerprint_text(shared_.text),
              verify::question_text(options), engine_.describe(), result.verdict, result.tier, std::move(proofs)},
             diags);
}

// Of the command line, and of the terms that the kernel brings along.
verify::VerifyOptions KernelJob::asked_of(const cfg::Kernel &kernel) const {
  const KernelOptions &o = run_.options.kernel;
  const cfg::Terms &terms = kernel.terms;
  verify::VerifyOptions options;
  options.launch = launch;
  options.integers = terms.nothing_wraps ? emit::IntegerMode::Int : o.integers;
  options.tolerance = terms.tolerance;
  options.strict_overflow = terms.overflow == cfg::Overflow::Wraps;
  options.merge = !run_.options.engine.no_merge;
  options.predication = o.predication;
  options.allow_vacuous = terms.vacuous_allowed;
  options.accept = o.accept;
  options.races = !o.only_divergence && !terms.own_function;
  options.between_groups = !o.only_intra_group;
  options.further_races = o.as_gpuverify ? 8 : 0;
  if (!o.check_arrays.empty())
    options.race_arrays = arrays_of(kernel, o.check_arrays);
  options.solver = run_.options.engine.solver;
  options.memory_mb = run_.options.engine.memory;
  options.tiers = o.tiers;
  const std::vector<std::string> &without = run_.options.engine.without_rules;
  options.without_rules.insert(without.begin(), without.end());
  options.proof_name =
      proof_name(run_.file, run_.variant(kernel.name) + launched +
                                (run_.overloaded ? fmt::format(".{}", kernel.origin.place().line) : ""));
  options.time_limit_ms = time_limit();
  return options;
}

void KernelJob::count(const CountRequest &asked, const cfg::Kernel &kernel, const cfg::Analyses &analyses,
                      AnsweredKernel answered, Stages &stages, Diagnostics &diags) {
  const cfg::AnalysisOptions how{kernel.terms.overflow != cfg::Overflow::Wraps};
  CountedKernel out = stages.run(
      Stage::Count,
      [&] {
        CountedKernel counted{std::move(answered)};
        counted.accesses = coalescing::requests_by_width(kernel, analyses, asked.options, how);
        return counted;
      },
      nullptr, requests_text);
  if (asked.paper)
    out.paper = coalescing::paper::analyse(kernel, analyses, *asked.paper);
  else
    out.advice = coalescing::advise(kernel, analyses, asked.options, {how, language_of(run_.file)}, out.accesses);
  if (asked.claims)
    for (const coalescing::AccessCost &access : out.accesses)
      out.claims.push_back(coalescing::request_claim(kernel, analyses, asked.options, access));
  if (asked.witness)
    out.witnesses = find_witnesses(kernel, out.accesses, analyses.launch, asked.options.target);
  if (asked.shapes) {
    auto shapes = shapes_of(kernel, launch, asked.options, diags);
    if (!shapes)
      return;
    out.shapes = std::move(*shapes);
  }
  hand_on(std::move(out), stages);
}

// To who asked for it.
template <typename Kernel> void KernelJob::hand_on(Kernel kernel, const Stages &stages) {
  kernel.texts = run_.texts;
  for (const support::StageTime &t : stages.times())
    kernel.stages[t.stage] += t.seconds;
  const std::lock_guard lock(shared_.module);
  if constexpr (std::is_same_v<Kernel, CountedKernel>)
    shared_.listener.counted(std::move(kernel));
  else
    shared_.listener.bounded(std::move(kernel));
}

// From the cache, with what was told of the kernel.
bool KernelJob::recall(const verify::KernelKey &key, const verify::VerifyOptions &options, Diagnostics &told,
                       verify::Result &result) {
  const auto text = shared_.cache->find(key.text);
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

// Of a search for an execution where nothing is known.
constexpr double patience_s = 6, least_to_hunt_s = 0.2;

// Executes what a violation claims, once; false: there is nothing to execute, or it was done before.
bool KernelJob::replay(const cfg::Kernel &k, cfg::Tolerance tolerance, Stages &stages, verify::Result &result) {
  const bool undecided = result.verdict == verify::Verdict::Unknown;
  const bool tried = std::ranges::all_of(
      result.findings, [](const verify::Finding &f) { return f.replay.status != verify::Replay::Status::NotTried; });
  if (!undecided && (!verify::is_violation(result.verdict) || tried))
    return false;
  const ReplayLimits limits{.tolerance = tolerance};
  stages.run(Stage::Replay, [&] {
    replay_findings(k, launch, limits.with_time(time_to_search(run_)), result);
    const double left = time_to_search(run_);
    if (result.verdict == verify::Verdict::Unknown && left > least_to_hunt_s)
      hunt(k, launch, limits.patient(std::min(patience_s, left / 4)).with_time(left), result);
    return true;
  });
  return true;
}

void KernelJob::reproduce(const cfg::Kernel &kernel, const std::vector<frontend::Parameter> &parameters,
                          const verify::Result &result) {
  if (shared_.listener.violations && !result.findings.empty())
    shared_.listener.violations(
        {run_.file, shared_.text, kernel, parameters, run_.options.kernel, run_.variant({}), launch, result.findings});
}

// A question in the form of the engine.
void KernelJob::prove(const emit::boogie::Program &program, Stages &stages, Diagnostics &diags,
                      verify::Result &result) {
  const auto ids = assertion_ids(program, run_.file, diags);
  if (!ids)
    return;
  const Supervisor::Watch watch(shared_.supervisor, engine_, run_.time_left());
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

unsigned KernelJob::time_limit() const { return milliseconds(run_.options.kernel.timeout); }

void KernelJob::mention_timeout(const Supervisor::Watch &watch, verify::Result &result) const {
  if (watch.timed_out() && result.verdict == verify::Verdict::Unknown)
    result.reason = fmt::format("no answer within {} s (--timeout)", run_.options.kernel.timeout);
}

} // namespace lockstep::jobs
