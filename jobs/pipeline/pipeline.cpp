// See file_pipeline.h.
#include "jobs/pipeline/file_pipeline.h"

#include "cfg/ir/assumptions.h"
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"
#include "emit/boogie/boogie.h"
#include "frontend/lower/lock_step.h"
#include "frontend/texts.h"
#include "jobs/input/stage_options.h"
#include "jobs/input/terms.h"
#include "jobs/pipeline/kernel_job.h"
#include "launch/resolve.h"
#include "predication/text.h"
#include "support/parallel.h"
#include "support/sound.h"
#include "support/stage.h"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <set>

namespace lockstep::jobs {

using support::Stage;

namespace {
using support::Diagnostics;
using support::Stages;

// Everything one file's pipeline needs at hand.
class Pipeline {
public:
  Pipeline(FileRun &run, const cfg::Launch &launch, Shared &shared, std::size_t engine = 0)
      : shared_(shared), run_(run), launch_(launch), job_(run, shared, engine) {}

  void source() {
    std::optional<frontend::Module> module;
    std::vector<frontend::KernelName> names;
    frontend::Options options = frontend_options(run_.options, run_.file, launch_);
    options.contracts = contracts();
    const auto step = [&](Stages &stages, Diagnostics &diags, verify::Result &) {
      auto m = stages.run(
          Stage::Compile, [&] { return compile(options, diags); }, nullptr,
          [&](const frontend::Module &m) { return header_line(run_.options.kernel) + frontend::print(m); });
      if (!m)
        return;
      names = with_what_they_need(frontend::kernels(*m), select(frontend::kernels(*m), run_.options.kernel.kernel,
                                                                run_.file, diags, recorded_at()));
      run_.nothing = names.empty() && !run_.recorded; // a launch is of a kernel that is to be there
      module = std::move(*m);
    };
    if (!run_.guarded(run_.recorded ? run_.recorded->kernel : "", false, step, recorded_at()))
      return;
    std::set<std::string> different;
    for (const frontend::KernelName &name : names)
      run_.overloaded = !different.insert(name.name).second || run_.overloaded;
    std::vector<std::pair<const frontend::KernelName *, frontend::LaunchSite>> launches; // without a place: not seen
    for (const frontend::KernelName &name : names) {
      std::vector<frontend::LaunchSite> sites;
      if (!run_.options.kernel.sizes.given())
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
        kernels = with_own_functions(*all, select(*all, run_.options.kernel.kernel, run_.file, diags));
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
      launch::Question question = launch_question(run_.options);
      question.compiled_for = kernel.terms.launch;
      question.kernel = &kernel;
      if (!run_.options.kernel.values.empty())
        return diags.error({}, "--values needs the kernel's source, which says what its parameters are");
      const auto resolved = launch::resolve_launch(question, diags);
      if (!resolved)
        return;
      add_terms_of_text(run_.options.kernel, kernel);
      settle(kernel, *resolved);
      stages.run(
          Stage::BuildKernel, [&] { return kernel; }, cfg::check, [](const cfg::Kernel &k) { return cfg::print(k); });
      job_.answer(kernel, stages, diags, result);
      job_.reproduce(kernel, {}, result);
    });
  }

  // `site`: the launch in host code that is meant; null: the one that the options give, or any. `unreached`: launches
  // that are not judged.
  void source_kernel(const frontend::Module &module, const frontend::KernelName &name, frontend::Options options,
                     const frontend::LaunchSite *site, const std::vector<support::Origin> &unreached) {
    if (site != nullptr) {
      job_.site = site->origin;
      for (support::Origin at = site->origin; at.known(); at = at.inlined_at())
        job_.launched += fmt::format(".{}_{}", at.place().line, at.place().column);
    }
    const auto step = [&](Stages &stages, Diagnostics &diags, verify::Result &result) {
      std::unique_lock reading(shared_.module);
      launch::Question question = question_of(module, name, site);
      const auto before = launch::resolve_launch(question, diags);
      if (!before)
        return;
      options.launch = before->launch;
      options.any_dimensions = before->grid == launch::From::Any;
      const frontend::LaunchSite *passed = before->passed ? &*before->passed : nullptr;
      const auto build = [&](Diagnostics &of_it) {
        return frontend::build_kernel_in_lock_step(module, name, options, run_.options.kernel.warp_sync, of_it, passed);
      };
      const auto kernel = stages.run(
          Stage::BuildKernel,
          [&] {
            Diagnostics told;
            auto built = build(told);
            std::optional<launch::Resolved> resolved;
            if (built) {
              question.kernel = &*built;
              if (auto found = launch::resolve_launch(question, diags))
                resolved = std::move(*found);
            }
            // Sound because linear ids, lanes and counts of threads are built for the sizes that are judged.
            if (resolved &&
                support::unsound("pipeline.built_for", !have_same_sizes(options.launch, resolved->launch))) {
              options.launch = resolved->launch;
              built = build(diags);
            } else {
              for (const support::Diagnostic &d : told.all())
                diags.add(d);
            }
            if (built) {
              add_terms(run_.options.kernel, built->terms);
              if (resolved)
                settle(*built, *resolved);
              for (const support::Origin &at : unreached)
                built->terms.assumptions.push_back(launch::never_reached(at));
            }
            return built;
          },
          cfg::check, [](const cfg::Kernel &k) { return cfg::print(k); });
      job_.without_sign = unsigned_parameters(module, name);
      job_.numbers = number_parameters(module, name);
      reading.unlock();
      if (!kernel)
        return;
      job_.answer(*kernel, stages, diags, result);
      if (run_.recorded && passed->others_apart) // or one array, says the launch
        std::erase(result.assumptions, cfg::assumption::distinct_parameters);
      job_.reproduce(*kernel, frontend::parameters(module, name), result);
    };
    run_.guarded(name.name, judges(), step, site != nullptr ? site->origin : recorded_at());
  }

  static bool have_same_sizes(const cfg::Launch &a, const cfg::Launch &b) {
    return a.local_size == b.local_size && a.num_groups == b.num_groups;
  }

  launch::Question question_of(const frontend::Module &module, const frontend::KernelName &name,
                               const frontend::LaunchSite *site) const {
    launch::Question q = launch_question(run_.options);
    if (q.missing != launch::From::Free)
      q.missing = launch::From::Any;
    q.site = site;
    q.recorded = run_.recorded.get();
    if (!name.own_function)
      q.values = run_.options.kernel.values;
    if (q.recorded != nullptr || !q.values.empty())
      q.parameters = frontend::parameters(module, name);
    else if (site == nullptr && !q.sizes.given())
      q.required = frontend::required_size(module, name);
    q.spoken = frontend::spoken_dimensions(module, name);
    return q;
  }

  // Where the sizes are from goes with the kernel.
  void settle(cfg::Kernel &kernel, const launch::Resolved &resolved) {
    job_.launch = resolved.launch;
    kernel.terms.assumptions.insert(kernel.terms.assumptions.end(), resolved.assumptions.begin(),
                                    resolved.assumptions.end());
    if (!resolved.free)
      kernel.terms.launch = job_.launch;
  }

  // The text forms behind the kernel: parsed, checked and handed on as the result of their stage.
  void inner_text(Stage stage, const std::string &text) {
    run_.guarded("", true, [&](Stages &stages, Diagnostics &diags, verify::Result &result) {
      if (stage == Stage::Emit) {
        if (const auto p = reread(stages, stage, emit::boogie::parse(text, run_.file, diags), diags))
          job_.prove(*p, stages, diags, result);
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
  bool judges() const { return std::holds_alternative<Verdicts>(shared_.task); }

  // Calls are what their contracts say only where the functions are judged, too: not where requests are counted, nor of
  // a single launch that was recorded, nor where threads run in lock step (lower/builtins/contracts.cpp).
  frontend::Contracts contracts() const {
    const KernelOptions &o = run_.options.kernel;
    if (!judges() || run_.recorded || support::unsound("contracts.in_step", o.warp_sync != 0))
      return frontend::Contracts::Inlined;
    return o.no_inline ? frontend::Contracts::All : frontend::Contracts::Recursive;
  }

  // The kernels that were chosen, and functions that must keep their contracts for them.
  static std::vector<frontend::KernelName> with_what_they_need(const std::vector<frontend::KernelName> &all,
                                                               const std::vector<frontend::KernelName> &chosen) {
    std::set<std::string> wanted;
    for (const frontend::KernelName &k : chosen) {
      wanted.insert(k.symbol);
      wanted.insert(k.needs.begin(), k.needs.end());
    }
    std::vector<frontend::KernelName> out;
    for (const frontend::KernelName &k : all)
      if (wanted.count(k.symbol) != 0)
        out.push_back(k);
    return out;
  }

  // Likewise of a text, which does not say which ones.
  static std::vector<cfg::Kernel> with_own_functions(const std::vector<cfg::Kernel> &all,
                                                     std::vector<cfg::Kernel> chosen) {
    if (std::ranges::any_of(chosen, [](const cfg::Kernel &k) { return k.terms.by_contracts; }))
      for (const cfg::Kernel &k : all)
        if (k.terms.own_function &&
            std::ranges::none_of(chosen, [&](const cfg::Kernel &other) { return other.name == k.name; }))
          chosen.push_back(k);
    return chosen;
  }

  // In a list of launches, if the launch is from one.
  support::Origin recorded_at() const { return run_.recorded ? run_.recorded->origin : support::Origin(); }

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
    support::in_parallel(shared_.engines.size(), count, [&](std::size_t thread, const auto &next) {
      auto start = shared_.started;
      for (auto i = next(); i && !shared_.supervisor.interrupted(); i = next()) {
        if (skipped[*i])
          continue;
        const Supervisor::Unit unit = unit_of(*i);
        Supervisor::Work work(shared_.supervisor, unit, start, run_.options.kernel.timeout);
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

  Shared &shared_;
  FileRun &run_;
  const cfg::Launch &launch_; // what the options say
  KernelJob job_;             // of the kernel at hand
};

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

} // namespace lockstep::jobs
