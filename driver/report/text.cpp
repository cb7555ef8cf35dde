// See text.h: findings as a compiler shows its errors, then one line per kernel.
#include "driver/report/text.h"

#include "support/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>
#include <vector>

namespace lockstep::driver {

namespace {

using support::Origin;
using support::printable;
using support::printable_lines;
using support::Severity;
using verify::Verdict;

bool refuses(const support::Diagnostic &d) {
  return d.severity == Severity::Error || d.severity == Severity::Unsupported;
}

class Writer {
public:
  explicit Writer(const TextStyle &style) : style_(style) {}

  // Where the lines come from that messages show from now on.
  void show(const support::SourceTexts &texts) { texts_ = &texts; }

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

  // `whole`: with what the table of a report says elsewhere.
  void summary(const jobs::KernelReport &k, bool whole = true) {
    const verify::Result &r = k.result;
    std::string line = place_of(k) + ": " + colour(verdict_colour(r.verdict), std::string(verify::name(r.verdict)));
    const bool said = !r.findings.empty() || std::ranges::any_of(k.diagnostics, refuses);
    if (!r.reason.empty() && !said)
      line += ": " + printable_lines(r.reason);
    line += fmt::format(" ({:.2f} s{})\n", r.seconds, r.cached ? ", cached" : "");
    text_ += line;
    if (!whole)
      return;
    if (r.verdict == Verdict::Verified)
      for (const std::string &a : r.assumptions)
        text_ += "  assuming that " + printable(a) + "\n";
    if (style_.time)
      text_ += stage_times(r.stages, "  ");
  }

  // A line of a table.
  void row(const jobs::KernelReport &k, const std::string &expected) {
    const std::string name(verify::name(k.result.verdict));
    line(colour(verdict_colour(k.result.verdict), name) + std::string(13 - name.size(), ' ') + expected +
         fmt::format("{:>8.2f}  {}{}", k.result.seconds, place_of(k), k.result.cached ? " (cached)" : ""));
    if (style_.time)
      text_ += stage_times(k.result.stages, "  ");
  }

  void line(const std::string &s) { text_ += s + "\n"; }
  static std::string place_of(const jobs::KernelReport &k) {
    const std::string launch = jobs::launch_text(k);
    return printable((k.kernel.empty() ? k.file : k.file + ": " + k.kernel) +
                     (launch.empty() ? "" : " (" + launch + ")"));
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
  void message(const Origin &origin, const std::string &word, const std::string &text, bool shown) {
    const char *code = word == "error" ? "1;31" : word == "note" ? "36" : "1;33";
    if (origin.known())
      text_ += colour("1", printable(origin.str()) + ":") + " ";
    text_ += colour(code, word + ":") + " " + printable_lines(text) + "\n";
    if (shown && origin.known())
      text_ += excerpt_of(origin.place());
    std::string inlined = origin.known() ? origin.function() : "";
    for (Origin o = origin.inlined_at(); o.known(); o = o.inlined_at()) {
      text_ += fmt::format("{}: note: {} called here\n", printable(o.str()),
                           inlined.empty() ? "inlined function," : "'" + printable(inlined) + "'");
      text_ += excerpt_of(o.place());
      inlined = o.function();
    }
  }

  std::string excerpt_of(const support::SourcePlace &place) const {
    return texts_ != nullptr ? excerpt(*texts_, place) : std::string();
  }

  static bool one_dimensional(const verify::Finding &f) {
    return std::ranges::all_of(f.accesses, [](const verify::Access &a) {
      return a.thread.local[1] == 0 && a.thread.local[2] == 0 && a.thread.group[1] == 0 && a.thread.group[2] == 0;
    });
  }
  static std::string id(const std::array<std::uint64_t, 3> &v, bool flat) {
    return flat ? fmt::format("{}", v[0]) : fmt::format("({}, {}, {})", v[0], v[1], v[2]);
  }

  TextStyle style_;
  const support::SourceTexts *texts_ = nullptr;
  std::string text_;
};

// "12 kernels: 10 verified, 2 race"
std::string tally(const jobs::VerifyReport &run) {
  std::map<Verdict, unsigned> count;
  for (const jobs::KernelReport &k : run.kernels)
    ++count[k.result.verdict];
  std::string text = fmt::format("{} kernel{}:", run.kernels.size(), run.kernels.size() == 1 ? "" : "s");
  const char *separator = " ";
  for (const auto &[verdict, n] : count) {
    text += fmt::format("{}{} {}", separator, n, verify::name(verdict));
    separator = ", ";
  }
  return text;
}

void details(Writer &w, const jobs::KernelReport &k) {
  w.show(k.texts);
  for (const support::Diagnostic &d : k.diagnostics) // notes are about what a proof rests on
    if (d.severity != Severity::Note || !verify::is_violation(k.result.verdict))
      w.diagnostic(d);
  for (const verify::Finding &f : k.result.findings)
    w.finding(f);
}

// What the proofs rest on, each once.
void assumptions(Writer &w, const jobs::VerifyReport &run, bool &separate) {
  std::map<std::string, std::vector<const jobs::KernelReport *>> by_text;
  std::vector<std::string> order;
  std::size_t verified = 0;
  for (const jobs::KernelReport &k : run.kernels) {
    if (k.result.verdict != Verdict::Verified)
      continue;
    ++verified;
    for (const std::string &a : k.result.assumptions) {
      auto &of = by_text[a];
      if (of.empty())
        order.push_back(a);
      if (of.empty() || of.back() != &k)
        of.push_back(&k);
    }
  }
  if (order.empty())
    return;
  separate = false;
  w.line("\nverified, assuming that");
  for (const std::string &a : order) {
    const auto &of = by_text[a];
    const std::string whose = of.size() == verified ? ""
                              : of.size() == 1      ? fmt::format(" [{}]", Writer::place_of(*of.front()))
                                                    : fmt::format(" [{} of {}]", of.size(), verified);
    w.line("  " + printable(a) + whose);
  }
}

} // namespace

std::string stage_times(const std::map<support::Stage, double> &times, const std::string &indent) {
  std::string text;
  for (const auto &[stage, seconds] : times)
    text += fmt::format("{}{:<18}{:>9.4f} s\n", indent, support::name(stage), seconds);
  return text;
}

std::string details_text(const std::vector<support::Diagnostic> &diagnostics,
                         const std::vector<verify::Finding> &findings, const support::SourceTexts &texts,
                         const TextStyle &style) {
  Writer w(style);
  w.show(texts);
  for (const support::Diagnostic &d : diagnostics)
    w.diagnostic(d);
  for (const verify::Finding &f : findings)
    w.finding(f);
  return w.take();
}

std::string text_report(const jobs::VerifyReport &run, const TextStyle &style) {
  Writer w(style);
  for (const jobs::KernelReport &k : run.kernels) {
    if (style.quiet && k.result.verdict == Verdict::Verified)
      continue;
    details(w, k);
    w.summary(k);
  }
  return w.take();
}

std::string table_report(const jobs::VerifyReport &run, const TextStyle &style) {
  const std::string rows = style.quiet ? "" : table_head(run.compared) + table_rows(run.kernels, run.compared, style);
  return rows + table_rest(run, style);
}

std::string table_head(bool compared) {
  return fmt::format("{:<13}{}{:>8}  {}\n", "verdict", compared ? "expected  " : "", "seconds", "kernel");
}

std::string table_rows(const std::vector<jobs::KernelReport> &kernels, bool compared, const TextStyle &style) {
  Writer w(style);
  for (const jobs::KernelReport &k : kernels)
    w.row(k, !compared ? "" : jobs::unexpected(k).empty() ? "yes       " : "NO        ");
  return w.take();
}

std::string table_rest(const jobs::VerifyReport &run, const TextStyle &style) {
  Writer w(style);
  const auto wrong = [&](const jobs::KernelReport &k) {
    return run.compared ? !jobs::unexpected(k).empty() : k.result.verdict != Verdict::Verified && !k.stopped;
  };
  bool separate = !style.quiet;
  for (const jobs::KernelReport &k : run.kernels) {
    if (!wrong(k) && (style.quiet || run.compared || k.diagnostics.empty()))
      continue;
    if (std::exchange(separate, run.compared))
      w.line("");
    if (run.compared)
      w.line(fmt::format("{}: {}", Writer::place_of(k), printable(jobs::unexpected(k))));
    details(w, k);
    if (wrong(k))
      w.summary(k, run.compared);
  }
  if (!style.quiet && !run.compared)
    assumptions(w, run, separate);
  if (!style.quiet && !separate && !run.compared)
    w.line("");
  std::string last = tally(run);
  if (run.unfinished != 0)
    last =
        fmt::format("interrupted, {} file{} without results: ", run.unfinished, run.unfinished == 1 ? "" : "s") + last;
  if (run.passed_over != 0)
    last += fmt::format("; no kernel in {} other file{}", run.passed_over, run.passed_over == 1 ? "" : "s");
  last += fmt::format("; {:.1f} s", run.seconds);
  if (run.compared) {
    const auto differing = std::ranges::count_if(run.kernels, wrong);
    last +=
        fmt::format("; {} as expected, {} not", static_cast<std::ptrdiff_t>(run.kernels.size()) - differing, differing);
  }
  w.line(last);
  return w.take();
}

std::string excerpt(const support::SourceTexts &texts, const support::SourcePlace &place) {
  constexpr std::size_t most_shown = 400; // characters: what a program has written has no lines to look at
  const auto line = texts.line(place);
  if (!line || line->size() > most_shown)
    return {};
  std::string text = fmt::format("{:>5} | {}\n", place.line, support::printable(*line));
  if (place.column == 0 || place.column > line->size() + 1)
    return text;
  std::string margin; // the same white space as the line's, so that tabs keep the caret in its column
  for (const char c : support::printable(line->substr(0, place.column - 1)))
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) // a character of several bytes is one
      margin += c == '\t' ? '\t' : ' ';
  return text + fmt::format("{:>5} | {}^\n", "", margin);
}

} // namespace lockstep::driver
