// See cost_proofs.h.
#include "driver/cost_proofs.h"

#include "cost/certificate/checker.h"
#include "cost/certificate/smt.h"
#include "driver/output.h"
#include "driver/texts.h"
#include "verify/process.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>

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

std::string proved(const cost::Certificate &c, std::string &script) {
  const cost::CheckedCertificate checked = cost::check(c);
  if (!checked.refused.empty())
    return checked.refused;
  for (const std::string &o : checked.obligations)
    if (!cost::proved_by_z3(o))
      return title(o) + " is not proved";
  script = script_of(checked.obligations);
  return {};
}

// Answers in order; shorter where the solver ends early.
std::vector<std::string> answers(const std::vector<std::string> &command, double seconds) {
  std::vector<std::string> out;
  verify::Process process;
  if (!process.start(command, false))
    return out;
  const auto until = verify::Clock::now() + std::chrono::milliseconds(static_cast<long>(seconds * 1000));
  std::string line;
  while (process.read_line(line, until) == verify::Process::Read::Line)
    out.push_back(line);
  process.kill();
  process.finish();
  return out;
}

} // namespace

KernelCost with_bounds(KernelCost k, const cfg::Analyses &a, const CostRequest &job) {
  k.bounds = cost::kernel_cost(k.normal, a, job.options,
                               {.metrics = job.metrics, .spans = job.spans, .keep_walks = job.certify});
  if (job.certify)
    k.certificate = cost::certificate_of(k.normal, a, job.options, *k.bounds);
  return k;
}

bool keep_certificates(CostReport &report, const Options &options, support::Diagnostics &diags) {
  const fs::path folder = options.engine.proof_dir;
  std::error_code error;
  fs::create_directories(folder, error);
  std::set<std::string> names;
  for (KernelCost &k : report.kernels) {
    if (!k.certificate)
      continue;
    auto *c = std::get_if<cost::Certificate>(&*k.certificate);
    if (c == nullptr) {
      k.certified = "no certificate: " + std::get<std::string>(*k.certificate);
      continue;
    }
    c->file = k.file;
    c->kernel = k.kernel;
    std::string script;
    // What was read again is what is checked.
    const std::string text = cost::certificate_text(*c);
    const cost::CertificateRead read = cost::read_certificate(text);
    const std::string missing = read.certificate ? proved(*read.certificate, script) : read.problem;
    if (!missing.empty()) {
      k.certified = "no certificate: " + missing;
      continue;
    }
    const std::string launch = k.launch.known() ? fmt::format(".{}", k.launch.place().line) : "";
    const std::string base = proof_name(k.file, k.kernel + launch);
    std::string name = base;
    for (unsigned n = 2; !names.insert(name).second; ++n)
      name = fmt::format("{}.{}", base, n);
    const std::string file = (folder / (name + certificate_suffix)).string();
    if (!write_file(file, text, diags) || !write_file((folder / (name + ".cost.smt2")).string(), script, diags))
      return false;
    k.certified = "certificate: " + file;
  }
  return true;
}

RecheckReport recheck_certificate(const std::string &path, double seconds, std::string &name) {
  RecheckReport report;
  const auto say = [&](Recheck outcome, std::string line) {
    report.outcome = std::max(report.outcome, outcome);
    report.lines.push_back(std::move(line));
  };
  name = path;
  support::Diagnostics diags;
  const std::string script_path = path.substr(0, path.size() - 5) + ".smt2";
  const auto text = read_source(path, diags), script = read_source(script_path, diags);
  for (const support::Diagnostic &d : diags.all())
    say(Recheck::Differs, d.message);
  if (!text || !script)
    return report;
  const cost::CertificateRead read = cost::read_certificate(*text);
  if (!read.certificate) {
    say(Recheck::Differs, fmt::format("it is no certificate that --proof-dir has written: {}", read.problem));
    return report;
  }
  name = fmt::format("{}: {}", read.certificate->file, read.certificate->kernel);
  const cost::CheckedCertificate checked = cost::check(*read.certificate);
  if (!checked.refused.empty()) {
    say(Recheck::Differs, "the checker refuses it: " + checked.refused);
    return report;
  }
  if (script_of(checked.obligations) != *script) {
    say(Recheck::Differs, fmt::format("'{}' is not what the certificate asks of a solver", script_path));
    return report;
  }
  unsigned solvers = 0;
  const std::pair<const char *, std::vector<std::string>> commands[] = {
      {"z3", {"-t:10000"}}, {"cvc5", {"--incremental", "--tlimit-per=10000"}}};
  for (const auto &[solver, options] : commands) {
    std::vector<std::string> command{verify::find_program("", solver)};
    if (command[0].empty())
      continue;
    ++solvers;
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(script_path);
    const auto all = answers(command, seconds);
    for (std::size_t i = 0; i < checked.obligations.size(); ++i) {
      const std::string answer = i < all.size() ? all[i] : "no answer";
      if (answer != "unsat")
        say(answer == "sat" ? Recheck::Differs : Recheck::Undecided,
            fmt::format("{}: {} says {}", title(checked.obligations[i]), solver, answer));
    }
  }
  if (solvers == 0 && !checked.obligations.empty())
    say(Recheck::Undecided, "there is no solver: install z3 or cvc5");
  return report;
}

} // namespace lockstep::driver
