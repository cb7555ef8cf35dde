// Which engine a run uses (engines.h).
#include "jobs/pipeline/engines.h"

#include "support/invariant.h"
#include "support/process.h"
#include "verify/cache/result_cache.h"
#include "verify/engines/both_engines.h"
#include "verify/engines/portfolio.h"

#include <fmt/format.h>

namespace lockstep::jobs {

verify::EngineOptions engine_options(const EngineChoice &choice) {
  verify::EngineOptions o;
  o.boogie_path = choice.boogie;
  o.host_path = choice.host;
  o.proof_dir = choice.proof_dir;
  return o;
}

namespace {

class NoEngine final : public verify::Engine {
public:
  verify::EngineResponse run(const verify::EngineRequest &) override {
    LOCKSTEP_UNREACHABLE("the run stops before an engine is asked");
  }
  std::string describe() const override { return "none"; }
  void interrupt() override {}
};

// The programs that a choice needs.
std::vector<verify::Solver> solvers_asked(const EngineChoice &choice) {
  if (choice.solver == verify::Solver::Portfolio)
    return {verify::Solver::Z3, verify::Solver::Cvc5};
  return {choice.solver};
}

} // namespace

std::unique_ptr<verify::Engine> no_engine() { return std::make_unique<NoEngine>(); }

bool engines_present(const EngineChoice &choice, support::Diagnostics &diags) {
  const verify::EngineOptions options = engine_options(choice);
  const bool host = !verify::find_boogie_host(options).empty();
  const bool command = !verify::find_boogie_command(options).empty();
  const bool both = choice.engine == EngineKind::Both;
  const std::string where = choice.boogie.empty() ? "on the search path" : "at '" + choice.boogie + "'";
  if (!choice.engine && !host && !command)
    diags.error({}, "there is no Boogie: build its host with scripts/build-host (needs the .NET SDK), or install a "
                    "`boogie` command (apt install boogie)");
  if (!choice.engine && !host && command)
    diags.warning({},
                  "there is no Boogie host beside the program: the `boogie` command takes its place, for many times "
                  "as long a time; build the host with scripts/build-host");
  if ((both || choice.engine == EngineKind::Host) && !host)
    diags.error({}, "there is no Boogie host: build it with scripts/build-host, or use --engine command");
  if ((both || choice.engine == EngineKind::Command) && !command)
    diags.error({}, fmt::format("there is no `boogie` command {}: install one (apt install boogie), or name it with "
                                "--boogie FILE",
                                where));
  if (choice.memory != 0 && (both || choice.engine == EngineKind::Command || !host))
    diags.error({}, "--memory needs the Boogie host: build it with scripts/build-host, or leave --engine out");
  for (const verify::Solver s : solvers_asked(choice))
    if (const std::string program(verify::name(s)); support::find_program("", program).empty())
      diags.error({}, fmt::format("the solver {0} is not on the search path: install it (apt install {0})", program));
  return !diags.failed();
}

namespace {

std::unique_ptr<verify::Engine> start_with(const EngineChoice &choice, const verify::EngineOptions &options) {
  if (choice.engine == EngineKind::Both)
    return verify::both_engines(verify::start_host_engine(options), verify::start_command_engine(options));
  const bool host = choice.engine == EngineKind::Host || (!choice.engine && !verify::find_boogie_host(options).empty());
  return host ? verify::start_host_engine(options) : verify::start_command_engine(options);
}

} // namespace

std::unique_ptr<verify::Engine> start_engine(const EngineChoice &choice) {
  verify::EngineOptions options = engine_options(choice);
  if (choice.solver != verify::Solver::Portfolio) {
    options.warm = choice.solver;
    return start_with(choice, options);
  }
  verify::EngineOptions second = options;
  second.warm = verify::Solver::Cvc5;
  return verify::portfolio_engine(start_with(choice, options), [choice, second] { return start_with(choice, second); });
}

bool LazyEngine::started() const {
  const std::lock_guard lock(mutex_);
  return engine_ != nullptr;
}

verify::Engine &LazyEngine::engine() {
  const std::lock_guard lock(mutex_);
  if (!engine_)
    engine_ = start_();
  return *engine_;
}

std::string LazyEngine::describe() const {
  const std::lock_guard lock(mutex_);
  return engine_ ? engine_->describe() : "not started";
}

void LazyEngine::interrupt() {
  const std::lock_guard lock(mutex_);
  if (engine_)
    engine_->interrupt();
}

std::string tools_text(const EngineChoice &choice) {
  const verify::EngineOptions options = engine_options(choice);
  std::string text = fmt::format("lockstep {} {}", version(), verify::file_version("/proc/self/exe"));
  const auto add = [&](const std::string &name, const std::string &path) {
    text += fmt::format(", {} {}", name, verify::file_version(path));
  };
  const std::string host = verify::find_boogie_host(options);
  const bool uses_host = choice.engine != EngineKind::Command && !host.empty();
  if (uses_host)
    add("host", host);
  if (choice.engine == EngineKind::Both || !uses_host)
    add("command", verify::find_boogie_command(options));
  for (const verify::Solver s : solvers_asked(choice))
    add(std::string(verify::name(s)), support::find_program("", std::string(verify::name(s))));
  return text;
}

} // namespace lockstep::jobs
