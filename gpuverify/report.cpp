// GPUVerify's messages: see report.h. Shapes as in section 7 of its inventory (docs/gpuverify.md).
#include "gpuverify/report.h"

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

class Writer {
public:
  Writer(const Request &request, const jobs::KernelReport &kernel) : request_(request), kernel_(kernel) {}

  void finding(const Finding &f) {
    switch (f.kind) {
    case FindingKind::Race: return race(f);
    case FindingKind::Divergence: return at(f.origin, "barrier may be reached by non-uniform control flow");
    case FindingKind::Bounds:
    case FindingKind::Assertion: return assertion(f);
    case FindingKind::Uninitialised:
    case FindingKind::Undefined: return at(f.origin, f.message);
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

  // Named after the order in which a thread comes to the two; the later access is told first.
  void race(const Finding &f) {
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
      text_ += fmt::format("{} by {}, {}:\n", what, thread(f, (*a)->thread), printable((*a)->origin.str()));
      source((*a)->origin);
      calls((*a)->origin);
      text_ += "\n";
    }
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
        return at(f.origin, std::string(theirs) + who);
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

// Messages of ours that GPUVerify has its own words for, and its status.
struct Known {
  std::string_view ours, theirs;
  Status status;
};
constexpr Known known[] = {{"this invariant does not stand at the head of a loop",
                            "user-specified invariant does not appear at loop head", VcgenError},
                           {"what stands for the function's result in its postcondition is of another type",
                            "error: Type of __return_val function does not match return type", BugleError},
                           {"a call through a function pointer that is passed or read from memory, where no function",
                            "error: possible null pointer access: nothing says what is called", NotAllVerified}};

const Known *known_words(const support::Diagnostic &d) {
  for (const Known &k : known)
    if (d.message.find(k.ours) != std::string::npos)
      return &k;
  return nullptr;
}

// The array that --check-arrays names and the kernel does not have.
std::optional<std::string> missing_array(const support::Diagnostic &d) {
  static constexpr std::string_view before = "accesses no array '", after = "' (--check-arrays)";
  const std::size_t from = d.message.find(before);
  if (from == std::string::npos || !d.message.ends_with(after))
    return std::nullopt;
  const std::size_t begin = from + before.size();
  return d.message.substr(begin, d.message.size() - after.size() - begin);
}

// The status of a kernel that is neither verified nor violated.
Status status_of(const jobs::KernelReport &k) {
  bool only_known = true; // of what is not supported
  for (const support::Diagnostic &d : k.diagnostics) {
    const Known *words = known_words(d);
    if ((words && words->status == VcgenError) || missing_array(d))
      return VcgenError;
    if (d.severity == support::Severity::Unsupported)
      only_known = only_known && words && words->status == NotAllVerified;
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

std::string diagnostics_of(const jobs::KernelReport &k) {
  std::string out;
  for (const support::Diagnostic &d : k.diagnostics) {
    if (const Known *words = known_words(d))
      out += fmt::format("{}: {}\n", printable(d.origin.str()), words->theirs);
    else if (const auto array = missing_array(d))
      out += fmt::format("Array name '{}' specified for restricted checking is not found\n", printable(*array));
    else if (d.severity == support::Severity::Error || d.severity == support::Severity::Warning ||
             d.severity == support::Severity::Unsupported)
      out += support::printable_lines(support::format(d)) + "\n";
  }
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
    out += o.only_requires || o.invariants_as_hints ? "- no failures of the assertions that were asked about\n"
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
    out.errors += diagnostics_of(k);
    Status status = status_of(k);
    std::vector<const Finding *> findings;
    for (const Finding &f : k.result.findings)
      if (!request.find_bugs || f.replay.status == verify::Replay::Status::Confirmed)
        findings.push_back(&f);
    if (request.find_bugs && findings.empty() && (status == NotAllVerified || status == Timeout))
      status = Success;
    for (const Finding *f : findings)
      if (errors++ < request.error_limit) {
        Writer w(request, k);
        w.finding(*f);
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
