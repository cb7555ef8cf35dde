// GPUVerify's messages: see report.h. Shapes as in section 7 of its inventory (docs/gpuverify.md).
#include "gpuverify/report.h"

#include "gpuverify/known_words.h"
#include "support/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace lockstep::gpuverify {

namespace {

using support::Origin;
using support::printable;
using verify::Access;
using verify::Finding;
using verify::FindingKind;

std::string ids(const std::array<std::uint64_t, 3> &id, std::size_t dimensions) {
  return dimensions == 1   ? fmt::format("{}", id[0])
         : dimensions == 2 ? fmt::format("({}, {})", id[0], id[1])
                           : fmt::format("({}, {}, {})", id[0], id[1], id[2]);
}

std::string trimmed(std::string_view line) {
  const std::size_t from = line.find_first_not_of(" \t");
  return from == std::string_view::npos ? std::string() : std::string(line.substr(from));
}

const Access &earlier(const Finding &race) { return race.accesses[race.first == 1 ? 1 : 0]; }
const Access &later(const Finding &race) { return race.accesses[race.first == 1 ? 0 : 1]; }

// Two races of one access with accesses of one kind.
bool alike(const Finding &a, const Finding &b) {
  return a.kind == FindingKind::Race && b.kind == FindingKind::Race && a.accesses.size() == 2 &&
         b.accesses.size() == 2 && a.array == b.array && later(a).origin == later(b).origin &&
         later(a).what == later(b).what && earlier(a).what == earlier(b).what;
}

// What is one error: a finding, and the races that are told with it.
std::vector<std::vector<const Finding *>> grouped(const std::vector<const Finding *> &findings) {
  std::vector<std::vector<const Finding *>> out;
  for (const Finding *f : findings) {
    const auto with =
        std::find_if(out.begin(), out.end(), [&](const auto &group) { return alike(*group.front(), *f); });
    if (with == out.end())
      out.push_back({f});
    else
      with->push_back(f);
  }
  return out;
}

class Writer {
public:
  Writer(const Request &request, const jobs::KernelReport &kernel) : request_(request), kernel_(kernel) {}

  void finding(const Finding &f, const std::vector<const Finding *> &others) {
    switch (f.kind) {
    case FindingKind::Race: return race(f, others);
    case FindingKind::Divergence: return at(f.origin, "barrier may be reached by non-uniform control flow");
    case FindingKind::Bounds:
    case FindingKind::Assertion: return assertion(f);
    case FindingKind::Uninitialised:
    case FindingKind::Undefined: return at(f.origin, f.message);
    }
  }

  // Through which loops every way leads there.
  void loops(const Finding &f) {
    const auto line = [&](const char *what, const Origin &head) {
      text_ += fmt::format("{} {}:\n", what, printable(head.str()));
      source(head);
      text_ += "\n";
    };
    for (const verify::LoopBefore &l : f.loops) {
      line("On entry to loop headed at", l.head);
      line("After 0 or more iterations of loop headed at", l.head);
      if (l.back_edge)
        line("On taking back edge to head of loop at", l.head);
    }
  }

  void values(const Finding &f) {
    if (f.values.empty())
      return;
    text_ += fmt::format("Bitwise values of parameters of '{}':\n", printable(kernel_.kernel));
    for (const auto &[name, value] : f.values)
      text_ += fmt::format("  {} = {}\n", printable(name), printable(value));
    text_ += "\n";
  }

  std::string take() { return std::move(text_); }

private:
  std::string thread(const Finding &f, const cfg::ThreadId &t) const {
    std::array<std::uint64_t, 3> global{};
    for (std::size_t d = 0; d < 3; ++d)
      global[d] = t.group[d] * f.local_size[d] + t.local[d];
    const std::size_t n = request_.dimensions;
    return request_.cuda ? fmt::format("thread {} in thread block {} (global id {})", ids(t.local, n), ids(t.group, n),
                                       ids(global, n))
                         : fmt::format("work item {} with local id {} in work group {}", ids(global, n),
                                       ids(t.local, n), ids(t.group, n));
  }

  void source(const Origin &o) {
    if (const auto line = o.known() ? kernel_.texts.line(o.place()) : std::nullopt)
      text_ += "  " + printable(trimmed(*line)) + "\n";
  }

  // What a specification says that a function without a body does.
  bool is_specified(const Origin &o) const {
    const auto line = o.known() ? kernel_.texts.line(o.place()) : std::nullopt;
    return line && (line->find("__writes_to") != std::string_view::npos ||
                    line->find("__reads_from") != std::string_view::npos);
  }

  void calls(const Origin &o) {
    for (Origin call = o.inlined_at(); call.known(); call = call.inlined_at()) {
      text_ += fmt::format("  called from {}:\n", printable(call.str()));
      source(call);
    }
  }

  void at(const Origin &o, const std::string &message) {
    text_ += fmt::format("{}: error: {}\n", printable(o.str()), message);
    source(o);
    calls(o);
    text_ += "\n";
  }

  // Named after the order in which a thread comes to the two; the later access is told first. `others`: races of the
  // later access with accesses elsewhere that are like the earlier one.
  void race(const Finding &f, const std::vector<const Finding *> &others) {
    std::vector<const Access *> both;
    for (const Access &a : f.accesses)
      both.push_back(&a);
    if (f.first == 1)
      std::reverse(both.begin(), both.end());
    std::string kinds;
    for (const Access *a : both)
      kinds += (kinds.empty() ? "" : "-") + a->what;
    text_ += fmt::format("{}: error: possible {} race on {}{}{}:\n\n", printable(kernel_.file),
                         kinds.empty() ? f.race : kinds, printable(f.array), f.indices, f.part);
    for (auto a = both.rbegin(); a != both.rend(); ++a) {
      std::string what = (*a)->what;
      what[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(what[0])));
      const bool several = !others.empty() && *a == both.front();
      text_ += fmt::format("{} by {}, {}{}:\n", what, thread(f, (*a)->thread),
                           is_specified((*a)->origin) ? "from external source location, specified at " : "",
                           several ? "possible sources are" : printable((*a)->origin.str()));
      if (several)
        text_ += printable((*a)->origin.str()) + ":\n";
      place((*a)->origin);
      for (std::size_t i = 0; several && i < others.size(); ++i) {
        text_ += printable(earlier(*others[i]).origin.str()) + ":\n";
        place(earlier(*others[i]).origin);
      }
      text_ += "\n";
    }
  }

  void place(const Origin &o) {
    source(o);
    calls(o);
  }

  // An annotation of a called function: what is at fault is the call.
  bool precondition(const Finding &f) {
    const auto line = f.origin.known() ? kernel_.texts.line(f.origin.place()) : std::nullopt;
    const Origin call = f.origin.inlined_at();
    if (!line || !call.known() || line->find("_requires(") == std::string_view::npos)
      return false;
    at(call, "a precondition for this call might not hold");
    text_.pop_back();
    text_ += fmt::format("{}: note: this is the precondition that might not hold\n", printable(f.origin.str()));
    source(f.origin);
    text_ += "\n";
    return true;
  }

  void assertion(const Finding &f) {
    if (precondition(f))
      return;
    const std::string who = f.accesses.empty() ? "" : " for " + thread(f, f.accesses.front().thread);
    const auto line = f.origin.known() ? kernel_.texts.line(f.origin.place()) : std::nullopt;
    if (line && line->find("_ensures(") != std::string_view::npos)
      return at(f.origin, "postcondition might not hold on all return paths");
    // By what our messages begin with.
    static constexpr std::pair<std::string_view, std::string_view> shapes[] = {
        {"this assertion might not hold: null pointer access", "possible null pointer access"},
        {"this assertion might not hold: the pointer called", "possible null pointer access"},
        {"this assertion might not hold: store to constant memory", "possible attempt to modify constant memory"},
        {"this barrier invariant might not hold", "this barrier invariant might not hold"},
        {"this loop invariant might not hold on entry", "loop invariant might not hold on entry"},
        {"this loop invariant might not be preserved", "loop invariant might not be maintained by the loop"},
        {"this loop invariant might not hold", "loop invariant might not be maintained by the loop"}};
    for (const auto &[ours, theirs] : shapes)
      if (f.message.starts_with(ours))
        return at(f.origin, std::string(theirs) + who +
                                (f.unknown_cells ? ", or insufficient permission to read what it speaks of" : ""));
    static constexpr std::string_view outside = "this assertion might not hold: access outside '";
    if (f.message.starts_with(outside)) {
      const std::string array = f.message.substr(outside.size(), f.message.find('\'', outside.size()) - outside.size());
      return at(f.origin, fmt::format("possible array out-of-bounds access on array {}{}", printable(array),
                                      who.empty() ? "" : " by" + who.substr(4)));
    }
    at(f.origin, "this assertion might not hold" + who);
  }

  const Request &request_;
  const jobs::KernelReport &kernel_;
  std::string text_;
};

// The status of a kernel that is neither verified nor violated.
Status status_of(const jobs::KernelReport &k) {
  bool only_known = true; // of what is not supported
  for (const support::Diagnostic &d : k.diagnostics) {
    const auto known = known_status(d);
    if (known == VcgenError)
      return VcgenError;
    if (d.severity == support::Severity::Unsupported)
      only_known = only_known && known == NotAllVerified;
  }
  switch (k.result.verdict) {
  case verify::Verdict::Verified: return Success;
  case verify::Verdict::Race:
  case verify::Verdict::Divergence:
  case verify::Verdict::Assertion:
  case verify::Verdict::Bounds: return NotAllVerified;
  case verify::Verdict::Unknown:
    return k.result.reason.find("(--timeout)") != std::string::npos ? Timeout : NotAllVerified;
  case verify::Verdict::Unsupported: return only_known && !k.diagnostics.empty() ? NotAllVerified : BugleError;
  case verify::Verdict::Error:
    if (k.nothing)
      return BugleError;
    if (k.result.reason.starts_with("vacuous: the kernel's assumptions")) // which GPUVerify does not ask
      return Success;
    if (k.result.reason.starts_with("vacuous: "))
      return NotAllVerified;
    return k.result.bad_input || k.kernel.empty() ? ClangError : InternalError;
  }
  return InternalError;
}

// What stops the work comes before what is found.
Status worse(Status a, Status b) {
  static constexpr Status order[] = {InternalError, ConfigurationError, ClangError, BugleError,
                                     VcgenError,    NotAllVerified,     Timeout};
  for (const Status s : order)
    if (a == s || b == s)
      return s;
  return Success;
}

std::string diagnostics_of(const Request &request, const jobs::KernelReport &k) {
  std::string out;
  for (const support::Diagnostic &d : k.diagnostics)
    if (d.severity != support::Severity::Note)
      out += in_known_words(request, k, d) + "\n";
  return out;
}

// The loop invariants that were found, by their rules: their conjunction is what the proof takes for granted.
std::string inferred(const jobs::KernelReport &k) {
  std::vector<std::string> kept;
  for (const auto &[rule, count] : k.result.invariants)
    for (unsigned i = 0; i < count; ++i)
      kept.push_back(fmt::format("{}_{}", rule, i));
  return fmt::format("Houdini assignment axiom: {}\n",
                     kept.empty() ? "true" : fmt::format("({})", fmt::join(kept, " && ")));
}

// What was asked about all kernels of the file.
std::string claims(const Request &request) {
  const jobs::KernelOptions &o = request.options.kernel;
  const char *group = request.cuda ? "thread blocks" : "work groups";
  std::string out;
  if (!o.only_divergence)
    out += fmt::format("- no data races within {}\n", group);
  if (!o.only_divergence && !o.only_intra_group)
    out += fmt::format("- no data races between {}\n", group);
  out += "- no barrier divergence\n";
  if (!o.ignore_annotations)
    out += o.only_requires || o.invariants_as_hints || !o.check_arrays.empty()
               ? "- no failures of the assertions that were asked about\n"
               : "- no assertion failures\n";
  return out;
}

// What the claims rest on; GPUVerify says it in its documentation.
std::string assumed(const std::vector<jobs::KernelReport> &kernels) {
  std::vector<std::string> all;
  for (const jobs::KernelReport &k : kernels)
    for (const std::string &a : k.result.assumptions)
      if (std::find(all.begin(), all.end(), a) == all.end())
        all.push_back(a);
  std::string out;
  for (const std::string &a : all)
    out += fmt::format("- assuming that {}\n", support::printable_lines(a));
  return out;
}

} // namespace

Report report(const Request &request, const std::vector<jobs::KernelReport> &kernels) {
  Report out;
  std::size_t verified = 0, errors = 0;
  for (const jobs::KernelReport &k : kernels) {
    out.errors += diagnostics_of(request, k);
    Status status = status_of(k);
    std::vector<const Finding *> findings;
    for (const Finding &f : k.result.findings)
      if (!request.find_bugs || f.replay.status == verify::Replay::Status::Confirmed)
        findings.push_back(&f);
    if (request.find_bugs && findings.empty() && (status == NotAllVerified || status == Timeout))
      status = Success;
    for (const std::vector<const Finding *> &group : grouped(findings))
      if (errors++ < request.error_limit) {
        const Finding *f = group.front();
        Writer w(request, k);
        w.finding(*f, {group.begin() + 1, group.end()});
        if (request.display_loops)
          w.loops(*f);
        w.values(*f);
        out.errors += w.take();
      }
    if (findings.empty() && status != Success && status != ClangError) {
      ++errors;
      out.errors += fmt::format("{}: error: '{}' was not verified: {}\n", printable(k.file), printable(k.kernel),
                                support::printable_lines(k.result.reason));
    }
    if (status == Success && k.result.verdict == verify::Verdict::Error)
      out.errors += fmt::format("{}: warning: '{}' is {}\n", printable(k.file), printable(k.kernel),
                                support::printable_lines(k.result.reason));
    verified += status == Success ? 1 : 0;
    out.status = worse(out.status, status);
  }
  if (request.debug)
    for (const jobs::KernelReport &k : kernels)
      out.summary += fmt::format("Found {} barrier interval(s)\n", k.result.barrier_intervals);
  if (request.infer_info)
    for (const jobs::KernelReport &k : kernels)
      out.summary += inferred(k);
  out.summary += fmt::format("GPUVerify kernel analyser finished with {} verified, {} error{}\n", verified, errors,
                             errors == 1 ? "" : "s");
  if (out.status == Success) {
    const std::string file = printable(request.file);
    if (request.find_bugs)
      out.summary += fmt::format("No defects were found while analysing: {}\n", file);
    else
      out.summary += fmt::format("Verified: {}\n{}{}", file, claims(request), assumed(kernels));
  }
  return out;
}

} // namespace lockstep::gpuverify
