// Text reports (report.h): findings as a compiler shows its errors, then one line per kernel.
#include "driver/excerpt.h"
#include "driver/report.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace lockstep::driver {

namespace {

using support::Origin;
using support::Severity;
using verify::Verdict;

bool refuses(const support::Diagnostic &d) {
  return d.severity == Severity::Error || d.severity == Severity::Unsupported;
}

class Writer {
public:
  explicit Writer(const TextStyle &style) : style_(style) {}

  void diagnostic(const support::Diagnostic &d) {
    static const std::map<Severity, std::string> words = {{Severity::Note, "note"},
                                                          {Severity::Warning, "warning"},
                                                          {Severity::Error, "error"},
                                                          {Severity::Unsupported, "unsupported"}};
    message(d.origin, words.at(d.severity), d.message, d.severity != Severity::Note);
  }

  void finding(const verify::Finding &f) {
    message(f.origin, f.doubtful ? "warning" : "error", f.message, true);
    const bool flat = one_dimensional(f);
    for (const verify::Access &a : f.accesses) {
      const std::string thread =
          fmt::format("the thread with local id {} in group {}", id(a.thread.local, flat), id(a.thread.group, flat));
      const bool access = f.kind == verify::FindingKind::Race ||
                          f.kind == verify::FindingKind::Bounds; // else what the thread does is said by a verb
      message(a.origin, "note", access ? a.what + " by " + thread : thread + " " + a.what, !(a.origin == f.origin));
    }
    if (!f.values.empty()) {
      std::string values;
      for (const auto &[name, value] : f.values)
        values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", name, value);
      message({}, "note", "with " + values, false);
    }
    for (const std::string &note : f.notes)
      message({}, "note", note, false);
    using Status = verify::Replay::Status;
    if (f.replay.status == Status::Confirmed)
      message({}, "note",
              fmt::format("confirmed: an execution shows it (steps {} and {})", f.replay.steps[0], f.replay.steps[1]),
              false);
    else if (f.replay.status == Status::NotReproduced)
      message({}, "note", "not reproduced: " + f.replay.reason, false);
    if (f.replay.status != Status::Confirmed && !f.abstraction.empty())
      message({}, "note", "may be a false alarm: " + f.abstraction, false);
  }

  void summary(const KernelReport &k) {
    const verify::Result &r = k.result;
    std::string line = place_of(k) + ": " + colour(verdict_colour(r.verdict), std::string(verify::name(r.verdict)));
    const bool said = !r.findings.empty() || std::any_of(k.diagnostics.begin(), k.diagnostics.end(), refuses);
    if (!r.reason.empty() && !said)
      line += ": " + r.reason;
    line += fmt::format(" ({:.2f} s{})\n", r.seconds, r.cached ? ", cached" : "");
    text_ += line;
    if (r.verdict == Verdict::Verified)
      for (const std::string &a : r.assumptions)
        text_ += "  assuming that " + a + "\n";
    if (style_.time)
      text_ += stage_times(r.stages, "  ");
  }

  void line(const std::string &s) { text_ += s + "\n"; }
  static std::string place_of(const KernelReport &k) {
    const std::string &in = k.launch.place().file;
    std::string launch = !k.launch.known() ? ""
                         : in == k.file    ? fmt::format(" (launched at line {}", k.launch.place().line)
                                           : fmt::format(" (launched at {}:{}", in, k.launch.place().line);
    for (Origin call = k.launch.inlined_at(); call.known(); call = call.inlined_at())
      launch += fmt::format(", called at line {}", call.place().line);
    return (k.kernel.empty() ? k.file : k.file + ": " + k.kernel) + launch + (launch.empty() ? "" : ")");
  }
  std::string colour(const char *code, const std::string &s) const {
    return style_.colour ? fmt::format("\033[{}m{}\033[0m", code, s) : s;
  }
  static const char *verdict_colour(Verdict v) {
    return v == Verdict::Verified ? "32" : verify::is_violation(v) || v == Verdict::Error ? "31" : "33";
  }
  std::string take() { return std::move(text_); }

private:
  // "file:line:column: word: text", the source line below, and the calls through which the place was inlined.
  void message(const Origin &origin, const std::string &word, const std::string &text, bool excerpt) {
    const char *code = word == "error" ? "1;31" : word == "note" ? "36" : "1;33";
    if (origin.known())
      text_ += colour("1", origin.str() + ":") + " ";
    text_ += colour(code, word + ":") + " " + text + "\n";
    if (excerpt && origin.known())
      text_ += excerpts_.at(origin.place());
    std::string inlined = origin.known() ? origin.function() : "";
    for (Origin o = origin.inlined_at(); o.known(); o = o.inlined_at()) {
      text_ += fmt::format("{}: note: {} called here\n", o.str(),
                           inlined.empty() ? "inlined function," : "'" + inlined + "'");
      text_ += excerpts_.at(o.place());
      inlined = o.function();
    }
  }

  static bool one_dimensional(const verify::Finding &f) {
    return std::all_of(f.accesses.begin(), f.accesses.end(), [](const verify::Access &a) {
      return a.thread.local[1] == 0 && a.thread.local[2] == 0 && a.thread.group[1] == 0 && a.thread.group[2] == 0;
    });
  }
  static std::string id(const std::array<std::uint64_t, 3> &v, bool flat) {
    return flat ? fmt::format("{}", v[0]) : fmt::format("({}, {}, {})", v[0], v[1], v[2]);
  }

  TextStyle style_;
  Excerpts excerpts_;
  std::string text_;
};

// "12 kernels: 10 verified, 2 race"
std::string tally(const VerifyReport &run) {
  std::map<Verdict, unsigned> count;
  for (const KernelReport &k : run.kernels)
    ++count[k.result.verdict];
  std::string text = fmt::format("{} kernel{}:", run.kernels.size(), run.kernels.size() == 1 ? "" : "s");
  const char *separator = " ";
  for (const auto &[verdict, n] : count) {
    text += fmt::format("{}{} {}", separator, n, verify::name(verdict));
    separator = ", ";
  }
  return text;
}

void details(Writer &w, const KernelReport &k) {
  for (const support::Diagnostic &d : k.diagnostics) // notes are about what a proof rests on
    if (d.severity != Severity::Note || !verify::is_violation(k.result.verdict))
      w.diagnostic(d);
  for (const verify::Finding &f : k.result.findings)
    w.finding(f);
}

} // namespace

std::string stage_times(const std::map<support::Stage, double> &times, const std::string &indent) {
  std::string text;
  for (const auto &[stage, seconds] : times)
    text += fmt::format("{}{:<18}{:>9.4f} s\n", indent, support::name(stage), seconds);
  return text;
}

std::string details_text(const std::vector<support::Diagnostic> &diagnostics,
                         const std::vector<verify::Finding> &findings, const TextStyle &style) {
  Writer w(style);
  for (const support::Diagnostic &d : diagnostics)
    w.diagnostic(d);
  for (const verify::Finding &f : findings)
    w.finding(f);
  return w.take();
}

std::string text_report(const VerifyReport &run, const TextStyle &style) {
  Writer w(style);
  for (const KernelReport &k : run.kernels) {
    if (style.quiet && k.result.verdict == Verdict::Verified)
      continue;
    details(w, k);
    w.summary(k);
  }
  if (run.kernels.size() > 1 && !style.quiet)
    w.line(tally(run));
  return w.take();
}

std::string suite_report(const VerifyReport &run, const TextStyle &style) {
  Writer w(style);
  unsigned differing = 0;
  if (!style.quiet)
    w.line(fmt::format("{:<13}{}{:>8}  {}", "verdict", run.compared ? "expected  " : "", "seconds", "kernel"));
  for (const KernelReport &k : run.kernels) {
    const std::string why = run.compared ? unexpected(k) : "";
    differing += why.empty() ? 0 : 1;
    if (style.quiet && (run.compared ? why.empty() : k.result.verdict == Verdict::Verified))
      continue;
    const std::string name(verify::name(k.result.verdict));
    w.line(w.colour(Writer::verdict_colour(k.result.verdict), name) + std::string(13 - name.size(), ' ') +
           (run.compared ? (why.empty() ? "yes       " : "NO        ") : "") +
           fmt::format("{:>8.2f}  {}", k.result.seconds, Writer::place_of(k)));
    if (!run.compared && !k.result.reason.empty())
      w.line("    " + k.result.reason);
  }
  for (const KernelReport &k : run.kernels) {
    const std::string why = run.compared ? unexpected(k) : "";
    if (why.empty())
      continue;
    w.line(fmt::format("\n{}: {}", Writer::place_of(k), why));
    details(w, k);
    w.summary(k);
  }
  std::string last = fmt::format("{}; {:.1f} s", tally(run), run.seconds);
  if (run.compared)
    last += fmt::format("; {} as expected, {} not", run.kernels.size() - differing, differing);
  w.line(last);
  return w.take();
}

} // namespace lockstep::driver
