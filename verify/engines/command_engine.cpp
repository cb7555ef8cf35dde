// The engine over any `boogie` command, through text: the fallback where there is no host, and the second opinion.
//
// One run per procedure and counterexample, so that the solver's own answer, which the command prints on request,
// belongs to exactly one reported assertion; that one becomes an assumption and the next run goes on.
// Sound because an assertion is Proved only by a run that reports nothing, in which the solver never answered
// anything but "unsat" and whose last line counts no error, time-out or inconclusive procedure.
#include "support/process.h"
#include "support/sound.h"
#include "verify/engines/boogie_output.h"
#include "verify/engines/common.h"

#include <atomic>
#include <filesystem>

#include <unistd.h>

namespace lockstep::verify {

namespace {
using support::Clock;

using std::chrono::milliseconds;

// The program as a file, removed afterwards.
class TemporaryFile {
public:
  TemporaryFile() {
    std::error_code error;
    std::string pattern = (std::filesystem::temp_directory_path(error) / "lockstep-XXXXXX.bpl").string();
    int fd = ::mkstemps(pattern.data(), 4);
    if (fd < 0)
      return;
    ::close(fd);
    path = pattern;
  }
  ~TemporaryFile() {
    if (!path.empty())
      ::unlink(path.c_str());
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  std::string path;
};

struct Failed {
  std::string reason;
};

class CommandEngine final : public Engine {
public:
  explicit CommandEngine(const EngineOptions &options)
      : options_(options), boogie_(find_boogie_command(options)),
        cvc5_(support::find_program(options.cvc5_path, "cvc5")) {}

  EngineResponse run(const EngineRequest &request) override {
    interrupted_ = false;
    auto began = Clock::now();
    EngineResponse response;
    try {
      response = ask(request);
    } catch (const Failed &f) {
      response = engine_failed(request, f.reason);
      if (interrupted_) {
        response.assertions = all_assertions(request, Outcome::Unknown, "interrupted");
        response.failure.clear();
      }
    }
    response.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    return response;
  }

  std::string describe() const override { return "Boogie " + (version_.empty() ? boogie_ : version_) + " (command)"; }

  void interrupt() override {
    interrupted_ = true;
    process_.kill();
  }

private:
  EngineResponse ask(const EngineRequest &request) {
    if (boogie_.empty())
      throw Failed{"there is no boogie command"};
    if (request.solver == Solver::Cvc5 && cvc5_.empty())
      throw Failed{"there is no cvc5"};
    ProgramLines lines = scan_program(request.program);
    EngineResponse response;
    std::string program = request.program;
    bool settled = true;
    if (request.houdini && !lines.candidates.empty())
      program += infer(request, lines, response, settled);
    if (std::string stem = proof_stem(options_, request, ++number_);
        !stem.empty() && !write_file(stem + ".bpl", program))
      throw Failed{"cannot write " + stem + ".bpl"};
    std::map<std::string, AssertionResult> found;
    for (const std::string &procedure : lines.procedures)
      decide(request, program, lines, procedure, settled, found);
    response.assertions = all_assertions(request, Outcome::EngineFailed, "the program has no such assertion");
    for (AssertionResult &r : response.assertions)
      if (auto f = found.find(r.id); f != found.end())
        r = f->second;
    return response;
  }

  // Boogie's Houdini, which gives up where another assertion fails, so that there is none; then the candidates are
  // facts to be checked like everything else.
  std::string infer(const EngineRequest &request, const ProgramLines &lines, EngineResponse &response, bool &settled) {
    BoogieOutput out = boogie(request, without_assertions(request.program, lines, lines.others), lines,
                              {"/contractInfer", "/printAssignment", "/errorLimit:20"});
    if (out.assignment.size() != lines.candidates.size())
      throw Failed{out.first_error.empty() ? "no assignment by Houdini" : out.first_error};
    for (const std::string &answer : out.answers)
      settled &= answer != "unknown";
    response.candidates = out.assignment;
    std::string axioms;
    for (const auto &[name, kept] : out.assignment)
      axioms += "axiom " + (kept ? name : "!" + name) + ";\n";
    return axioms;
  }

  void decide(const EngineRequest &request, const std::string &program, const ProgramLines &lines,
              const std::string &procedure, bool settled, std::map<std::string, AssertionResult> &found) {
    std::set<unsigned> skipped; // lines of assertions that have an outcome
    std::set<std::string> open;
    if (auto ids = lines.ids_of.find(procedure); ids != lines.ids_of.end())
      open = ids->second;
    std::string doubt;
    auto settle = [&](const std::string &id, Outcome outcome, const std::string &reason, Model model = {}) {
      AssertionResult &result = found.try_emplace(id, AssertionResult{id, Outcome::Proved, {}, {}}).first->second;
      if (result.outcome == Outcome::Proved) // another procedure may have said worse
        result = {id, outcome, reason, std::move(model)};
      open.erase(id);
    };
    for (unsigned runs = 0;; ++runs) {
      if (runs == request.error_limit) {
        for (auto rest = open; const std::string &id : rest)
          settle(id, Outcome::Unknown, "error limit");
        break;
      }
      BoogieOutput out = boogie(request, without_assertions(program, lines, skipped), lines, {"/proc:" + procedure});
      Outcome outcome = verdict(out);
      if (outcome == Outcome::Proved)
        break;
      std::string reason = outcome == Outcome::TimedOut ? "time limit" : out.unknown_reason;
      if (out.reported.empty()) {
        for (auto rest = open; const std::string &id : rest)
          settle(id, outcome, reason);
        doubt = reason;
        break;
      }
      unsigned line = out.reported.front();
      std::string id = lines.assertion_at.at(line);
      for (const auto &[at, other] : lines.assertion_at)
        if (at == line || (!id.empty() && other == id))
          skipped.insert(at);
      if (id.empty())
        doubt = "an assertion without an id is not proved";
      else if (outcome == Outcome::Refuted && !settled)
        settle(id, Outcome::Unknown, "the inference of invariants met an unknown answer");
      else if (outcome == Outcome::Refuted)
        settle(id, outcome, "", out.models.empty() ? Model() : out.models.front());
      else
        settle(id, outcome, reason);
    }
    for (auto rest = open; const std::string &id : rest)
      settle(id, doubt.empty() ? Outcome::Proved : Outcome::Unknown, doubt);
  }

  // What one run with one wanted counterexample says.
  static Outcome verdict(const BoogieOutput &out) {
    bool sat = false, unknown = false;
    for (const std::string &a : out.answers) {
      sat |= a == "sat";
      unknown |= a == "unknown";
    }
    if (support::unsound("command_engine.unknown", unknown)) {
      bool time = out.unknown_reason.find("timeout") != std::string::npos ||
                  out.unknown_reason.find("canceled") != std::string::npos;
      return time ? Outcome::TimedOut : Outcome::Unknown;
    }
    if (sat && out.reported.size() == 1)
      return Outcome::Refuted;
    if (!sat && out.reported.empty() && out.all_verified)
      return Outcome::Proved;
    if (!sat && out.answers.empty() && !out.all_verified)
      throw Failed{"the solver gave no answer" + (out.first_error.empty() ? "" : ": " + out.first_error)};
    return Outcome::Unknown;
  }

  BoogieOutput boogie(const EngineRequest &request, const std::string &program, const ProgramLines &lines,
                      const std::vector<std::string> &more) {
    TemporaryFile file;
    if (file.path.empty() || !write_file(file.path, program))
      throw Failed{"cannot write a temporary file"};
    std::string text = output(command(request, file.path, more), deadline(request, lines));
    BoogieOutput out = read_boogie_output(text, file.path, lines);
    if (!out.version.empty())
      version_ = out.version;
    bool answered = out.finished || !out.assignment.empty();
    if (!answered)
      throw Failed{out.first_error.empty() ? "boogie ended without a result" : out.first_error};
    return out;
  }

  std::vector<std::string> command(const EngineRequest &request, const std::string &file,
                                   const std::vector<std::string> &more) {
    // /timeLimit counts whole seconds.
    std::vector<std::string> argv{boogie_, "/printModel:1", "/errorLimit:1", "/proverOpt:VERBOSITY=1",
                                  "/timeLimit:" + std::to_string((request.time_limit_ms + 999) / 1000)};
    if (request.solver == Solver::Cvc5) {
      argv.emplace_back("/proverOpt:SOLVER=CVC5");
      argv.emplace_back("/proverOpt:PROVER_PATH=" + cvc5_);
    } else if (!options_.z3_path.empty()) {
      argv.emplace_back((old_boogie() ? "/z3exe:" : "/proverOpt:PROVER_PATH=") + options_.z3_path);
    }
    argv.insert(argv.end(), more.begin(), more.end());
    argv.push_back(file);
    return argv;
  }

  // Before 2.4.3 the solver's path has another option.
  bool old_boogie() {
    if (version_.empty()) {
      BoogieOutput out =
          read_boogie_output(output({boogie_, "/version"}, Clock::now() + std::chrono::seconds(20)), {}, {});
      version_ = out.version;
    }
    return version_.starts_with("2.3") || version_.starts_with("2.4.0") || version_.starts_with("2.4.1") ||
           version_.starts_with("2.4.2");
  }

  static Clock::time_point deadline(const EngineRequest &request, const ProgramLines &lines) {
    return Clock::now() + milliseconds(60000 + (lines.procedures.size() + 1) * (2LL * request.time_limit_ms + 5000));
  }

  std::string output(const std::vector<std::string> &argv, Clock::time_point until) {
    if (interrupted_)
      throw Failed{"interrupted"};
    if (!process_.start(argv, false))
      throw Failed{process_.error};
    std::string text, line;
    while (true)
      switch (process_.read_line(line, until)) {
      case support::Process::Read::Line:
        text += line;
        text += '\n';
        if (line.starts_with("Boogie program verifier finished with ")) { // mono sometimes takes long to end
          process_.finish();
          return text;
        }
        break;
      case support::Process::Read::End: process_.finish(true); return text;
      case support::Process::Read::Late: process_.finish(); throw Failed{"boogie did not answer in time"};
      }
  }

  EngineOptions options_;
  std::string boogie_, cvc5_, version_;
  support::Process process_;
  std::atomic<bool> interrupted_ = false;
  unsigned number_ = 0;
};

} // namespace

std::string find_boogie_command(const EngineOptions &options) {
  return support::find_program(options.boogie_path, "boogie");
}

std::unique_ptr<Engine> start_command_engine(const EngineOptions &options) {
  return std::make_unique<CommandEngine>(options);
}

} // namespace lockstep::verify
