// The engine over the Boogie host (verify/boogie-host): JSON lines over pipes, one process for many programs. The
// protocol is docs/boogie-host.md.
//
// Sound because an assertion is Proved only when the host says "proved" of that very id in a response without an
// error; a missing id, an unreadable line, a dead or late host give EngineFailed or TimedOut.
#include "support/process.h"
#include "support/sound.h"
#include "verify/engines/common.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <unordered_map>

namespace lockstep::verify {

namespace {
using support::Clock;

using Json = nlohmann::json;
using std::chrono::milliseconds;

std::optional<Outcome> outcome_named(const std::string &name) {
  if (name == "proved")
    return Outcome::Proved;
  if (name == "refuted")
    return Outcome::Refuted;
  if (name == "unknown")
    return Outcome::Unknown;
  if (name == "timeout")
    return Outcome::TimedOut;
  return std::nullopt;
}

class HostEngine final : public Engine {
public:
  explicit HostEngine(const EngineOptions &options)
      : options_(options), host_(find_boogie_host(options)), z3_(support::find_program(options.z3_path, "z3")),
        cvc5_(support::find_program(options.cvc5_path, "cvc5")) {
    start();
  }

  EngineResponse run(const EngineRequest &request) override {
    if (interrupted_.exchange(false))
      process_.finish(); // an interruption between two runs; this one gets another host
    auto began = Clock::now();
    EngineResponse response = ask(request);
    response.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    return response;
  }

  std::string describe() const override {
    return "Boogie " + boogie_ + " (host)" + (solver_.empty() ? "" : ", " + solver_);
  }

  void interrupt() override {
    interrupted_ = true;
    process_.kill();
  }

private:
  bool start() {
    if (host_.empty())
      return false;
    std::vector<std::string> argv{host_};
    const bool cvc5 = options_.warm == Solver::Cvc5;
    if (const std::string &solver = cvc5 ? cvc5_ : z3_; !solver.empty())
      argv.insert(argv.end(), {"--warm", cvc5 ? "cvc5" : "z3", solver});
    return process_.start(argv, true);
  }

  EngineResponse ask(const EngineRequest &request) {
    const std::string &solver = request.solver == Solver::Cvc5 ? cvc5_ : z3_;
    if (host_.empty())
      return engine_failed(request, "there is no Boogie host: build it with scripts/build-host");
    if (solver.empty())
      return engine_failed(request, request.solver == Solver::Cvc5 ? "there is no cvc5" : "there is no z3");
    if (!process_.running() && !start())
      return engine_failed(request, process_.error);
    std::string stem = proof_stem(options_, request, ++number_);
    if (!stem.empty() && !write_file(stem + ".bpl", request.program))
      return engine_failed(request, "cannot write " + stem + ".bpl");
    auto deadline = Clock::now() + patience(request);
    if (!process_.write(message(request, solver, stem), deadline))
      return gone(request);
    std::string line;
    switch (process_.read_line(line, deadline)) {
    case support::Process::Read::Line: return read(request, line);
    case support::Process::Read::End: return gone(request);
    case support::Process::Read::Late: break;
    }
    process_.finish();
    EngineResponse response;
    response.assertions = all_assertions(request, Outcome::TimedOut, "the engine did not answer in time");
    return response;
  }

  // The host keeps to its limits by itself; this is for a host that does not.
  static milliseconds patience(const EngineRequest &request) {
    std::int64_t procedures = 1 + lines_starting_with(request.program, "procedure");
    return milliseconds(30000 + procedures * (2LL * request.time_limit_ms + 5000));
  }

  std::string message(const EngineRequest &request, const std::string &solver, const std::string &stem) const {
    Json j = {{"id", number_},
              {"program", request.program},
              {"houdini", request.houdini},
              {"solver", request.solver == Solver::Cvc5 ? "cvc5" : "z3"},
              {"solver_path", solver},
              {"time_limit_ms", request.time_limit_ms},
              {"error_limit", request.error_limit},
              {"proof", stem}};
    if (request.memory_mb != 0)
      j["memory_mb"] = request.memory_mb;
    return j.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

  EngineResponse gone(const EngineRequest &request) {
    std::string how = process_.finish(true);
    if (interrupted_) {
      EngineResponse response;
      response.assertions = all_assertions(request, Outcome::Unknown, "interrupted");
      return response;
    }
    std::string said = process_.complaints();
    EngineResponse response = engine_failed(request, "the Boogie host ended unexpectedly (" + how + ")" +
                                                         (said.empty() ? "" : ": " + said.substr(0, said.find('\n'))));
    response.crashed = true;
    return response;
  }

  EngineResponse read(const EngineRequest &request, const std::string &line) {
    try {
      Json j = Json::parse(line);
      if (j.at("id").get<unsigned>() != number_)
        throw std::runtime_error("another request's answer");
      boogie_ = j.value("boogie", boogie_);
      if (std::string solver = j.value("solver", std::string()); !solver.empty())
        solver_ = solver;
      if (std::string error = j.value("error", std::string()); !error.empty())
        return engine_failed(request, error);
      return outcomes(request, j);
    } catch (const std::exception &e) {
      process_.finish(); // out of step: the next request gets another host
      return engine_failed(request, std::string("the Boogie host's answer cannot be read: ") + e.what());
    }
  }

  static EngineResponse outcomes(const EngineRequest &request, const Json &j) {
    std::unordered_map<std::string, const Json *> by_id;
    for (const Json &a : j.at("assertions"))
      by_id[a.at("id").get<std::string>()] = &a;
    EngineResponse response;
    response.assertions =
        all_assertions(request, support::left_out("host_engine.missing") ? Outcome::Proved : Outcome::EngineFailed,
                       "the engine gave no outcome");
    for (AssertionResult &result : response.assertions) {
      auto found = by_id.find(result.id);
      if (found == by_id.end())
        continue;
      const Json &a = *found->second;
      auto outcome = outcome_named(a.at("outcome").get<std::string>());
      if (!outcome)
        throw std::runtime_error("unknown outcome");
      result.outcome = *outcome;
      result.reason = a.value("reason", std::string());
      if (a.contains("model"))
        result.model = a.at("model").get<Model>();
    }
    response.candidates = j.at("candidates").get<std::map<std::string, bool>>();
    return response;
  }

  EngineOptions options_;
  std::string host_, z3_, cvc5_;
  support::Process process_;
  std::atomic<bool> interrupted_ = false;
  unsigned number_ = 0;
  std::string boogie_ = "3.5.5", solver_;
};

} // namespace

std::string find_boogie_host(const EngineOptions &options) {
  const std::string name = "lockstep-boogie-host";
  if (!options.host_path.empty())
    return support::find_program(options.host_path, name);
  std::string own = support::own_directory();
  if (own.empty())
    return {};
  // Installed side by side; or build/<preset>/bin with build/boogie-host beside the preset.
  for (const char *place : {"/", "/../libexec/lockstep/", "/../../boogie-host/", "/../boogie-host/"})
    if (std::string found = support::find_program(own + place + name, name); !found.empty())
      return found;
  return {};
}

std::unique_ptr<Engine> start_host_engine(const EngineOptions &options) {
  return std::make_unique<HostEngine>(options);
}

} // namespace lockstep::verify
