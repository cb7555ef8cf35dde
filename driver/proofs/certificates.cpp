// See certificates.h.
#include "driver/proofs/certificates.h"

#include "cost/certificate/checker.h"
#include "cost/certificate/smt.h"
#include "jobs/proofs/proof_folder.h"
#include "support/process.h"
#include "support/text_file.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <set>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep::driver {

namespace {

namespace fs = std::filesystem;

std::string script_of(const std::vector<std::string> &obligations) {
  std::string out = "(set-logic ALL)\n";
  for (const std::string &o : obligations)
    out += "(push 1)\n" + o + "(check-sat)\n(pop 1)\n";
  return out;
}

// The first lines of obligations say what they are of.
std::string title(const std::string &obligation) { return obligation.substr(2, obligation.find('\n') - 2); }

using support::Clock;
constexpr auto a_moment = std::chrono::milliseconds(100); // between two looks whether somebody has interrupted

// One certificate's time, and whether somebody has ended it all.
struct Limit {
  double seconds;
  const jobs::Supervisor &supervisor;
  Clock::time_point
      until = seconds > 0
                  ? Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(std::min(seconds, 1e9) * 1000))
                  : Clock::time_point::max();
  bool over() const { return Clock::now() >= until || supervisor.interrupted(); }
  std::string why() const { return fmt::format("no answer within {} s (--timeout)", seconds); }
  unsigned milliseconds() const { // that are left, at least 1; 0: no limit
    if (seconds <= 0)
      return 0;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    return static_cast<unsigned>(std::clamp<std::int64_t>(left, 1, 1'000'000'000));
  }
};

// Answers in order; shorter where the solver ends early, or the time.
std::vector<std::string> answers(const std::vector<std::string> &command, const Limit &limit) {
  std::vector<std::string> out;
  support::Process process;
  if (!process.start(command, false))
    return out;
  std::string line;
  for (auto read = support::Process::Read::Late; read != support::Process::Read::End && !limit.over();) {
    read = process.read_line(line, std::min(limit.until, Clock::now() + a_moment));
    if (read == support::Process::Read::Line)
      out.push_back(line);
  }
  process.kill();
  process.finish();
  return out;
}

// What the checker says of a text, from a process of its own: no text can take more than its time and memory.
struct Checked {
  std::string missing;   // not empty: why nothing is said
  nlohmann::json answer; // "problem", else "name", "refused", "obligations"
};

nlohmann::json answer_about(const std::string &text) {
  const cost::certificate::CertificateRead read = cost::certificate::read_certificate(text);
  if (!read.certificate)
    return {{"problem", read.problem}};
  cost::certificate::CheckedCertificate checked = cost::certificate::check(*read.certificate);
  return {{"name", fmt::format("{}: {}", read.certificate->file, read.certificate->kernel)},
          {"refused", checked.refused},
          {"obligations", checked.obligations}};
}

constexpr rlim_t most_memory = rlim_t(8) << 30;

[[noreturn]] void answer_and_end(const std::string &text, int to) {
  ::signal(SIGINT, SIG_DFL); // the parent's handler is not for us
  ::signal(SIGTERM, SIG_DFL);
  const rlimit memory{most_memory, most_memory};
  ::setrlimit(RLIMIT_AS, &memory);
  std::string out;
  try {
    out = answer_about(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  } catch (const std::exception &) {
    ::_exit(1);
  }
  for (std::string_view left = out; !left.empty();) {
    const ssize_t n = ::write(to, left.data(), left.size());
    if (n < 0)
      ::_exit(1);
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  ::_exit(0);
}

Checked checked_apart(const std::string &text, const Limit &limit) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return {fmt::format("no pipe: {}", std::strerror(errno)), {}};
  const pid_t child = ::fork();
  if (child == 0)
    answer_and_end(text, ends[1]);
  ::close(ends[1]);
  std::string out;
  bool ended = child < 0;
  while (!ended && !limit.over()) {
    pollfd p{ends[0], POLLIN, 0};
    if (::poll(&p, 1, static_cast<int>(a_moment.count())) <= 0)
      continue;
    char piece[1 << 16];
    const ssize_t n = ::read(ends[0], piece, sizeof piece);
    if (n > 0)
      out.append(piece, static_cast<std::size_t>(n));
    else
      ended = n == 0 || errno != EINTR;
  }
  ::close(ends[0]);
  int status = 0;
  if (child > 0) {
    if (!ended)
      ::kill(child, SIGKILL);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
      ;
  }
  if (!ended)
    return {limit.why(), {}};
  nlohmann::json answer = nlohmann::json::parse(out, nullptr, false);
  if (child < 0 || status != 0 || answer.is_discarded())
    return {"the checker has ended without an answer: the certificate asks for too much", {}};
  return {{}, std::move(answer)};
}

// Why a certificate is not proved; empty: it is, and `script` is what solvers were asked.
std::string proved(const std::string &text, const Limit &limit, std::string &script) {
  const Checked checked = checked_apart(text, limit);
  if (!checked.missing.empty())
    return checked.missing;
  if (checked.answer.contains("problem"))
    return checked.answer["problem"];
  if (const std::string refused = checked.answer["refused"]; !refused.empty())
    return refused;
  const std::vector<std::string> obligations = checked.answer["obligations"];
  for (const std::string &o : obligations)
    if (limit.over() || !cost::certificate::proved_by_z3(o, limit.milliseconds()))
      return limit.over() ? limit.why() : title(o) + " is not proved";
  script = script_of(obligations);
  return {};
}

} // namespace

bool keep_certificates(jobs::BoundReport &report, const Options &options, const jobs::Supervisor &supervisor,
                       support::Diagnostics &diags) {
  const fs::path folder = options.engine.proof_dir;
  std::error_code error;
  fs::create_directories(folder, error);
  std::set<std::string> names;
  for (jobs::BoundedKernel &k : report.kernels) {
    if (!k.certificate)
      continue;
    auto *c = std::get_if<cost::certificate::Certificate>(&*k.certificate);
    if (c == nullptr) {
      k.certified = "no certificate: " + std::get<std::string>(*k.certificate);
      continue;
    }
    c->file = k.file;
    c->kernel = k.kernel;
    std::string script;
    // What was read again is what is checked.
    const std::string text = cost::certificate::certificate_text(*c);
    const std::string missing = proved(text, Limit{options.kernel.timeout, supervisor}, script);
    if (supervisor.interrupted())
      return true;
    if (!missing.empty()) {
      k.certified = "no certificate: " + missing;
      continue;
    }
    const std::string launch = k.launch.known() ? fmt::format(".{}", k.launch.place().line) : "";
    const std::string base = jobs::proof_name(k.file, k.kernel + launch);
    std::string name = base;
    for (unsigned n = 2; !names.insert(name).second; ++n)
      name = fmt::format("{}.{}", base, n);
    const std::string file = (folder / (name + certificate_suffix)).string();
    if (!support::write_file(file, text, diags) ||
        !support::write_file((folder / (name + ".cost.smt2")).string(), script, diags))
      return false;
    k.certified = "certificate: " + file;
  }
  return true;
}

RecheckReport recheck_certificate(const std::string &path, double seconds, const jobs::Supervisor &supervisor,
                                  std::string &name) {
  RecheckReport report;
  const auto say = [&](Recheck outcome, std::string line) {
    report.outcome = std::max(report.outcome, outcome);
    report.lines.push_back(std::move(line));
  };
  name = path;
  const Limit limit{seconds, supervisor};
  support::Diagnostics diags;
  const std::string script_path = path.substr(0, path.size() - 5) + ".smt2";
  const auto text = support::read_source(path, diags), script = support::read_source(script_path, diags);
  for (const support::Diagnostic &d : diags.all())
    say(Recheck::Differs, d.message);
  if (!text || !script)
    return report;
  const Checked checked = checked_apart(*text, limit);
  if (!checked.missing.empty()) {
    say(Recheck::Undecided, checked.missing);
    return report;
  }
  if (checked.answer.contains("problem")) {
    say(Recheck::Differs, fmt::format("it is no certificate that --proof-dir has written: {}",
                                      checked.answer["problem"].get<std::string>()));
    return report;
  }
  name = checked.answer["name"];
  if (const std::string refused = checked.answer["refused"]; !refused.empty()) {
    say(Recheck::Differs, "the checker refuses it: " + refused);
    return report;
  }
  const std::vector<std::string> obligations = checked.answer["obligations"];
  if (script_of(obligations) != *script) {
    say(Recheck::Differs, fmt::format("'{}' is not what the certificate asks of a solver", script_path));
    return report;
  }
  unsigned solvers = 0;
  const std::pair<const char *, std::vector<std::string>> commands[] = {
      {"z3", {"-t:10000"}}, {"cvc5", {"--incremental", "--tlimit-per=10000"}}};
  for (const auto &[solver, options] : commands) {
    std::vector<std::string> command{support::find_program("", solver)};
    if (command[0].empty())
      continue;
    ++solvers;
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(script_path);
    const auto all = answers(command, limit);
    for (std::size_t i = 0; i < obligations.size(); ++i) {
      const std::string answer = i < all.size() ? all[i] : "";
      if (answer.empty() && limit.over()) {
        say(Recheck::Undecided, fmt::format("{}: {}", solver, limit.why()));
        break;
      }
      if (answer != "unsat")
        say(answer == "sat" ? Recheck::Differs : Recheck::Undecided,
            fmt::format("{}: {} says {}", title(obligations[i]), solver, answer.empty() ? "nothing" : answer));
    }
  }
  if (solvers == 0 && !obligations.empty())
    say(Recheck::Undecided, "there is no solver: install z3 or cvc5");
  return report;
}

} // namespace lockstep::driver
