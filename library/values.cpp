// See values.h.
#include "library/values.h"

#include "verify/verdict.h"

#include <utility>

namespace lockstep {

std::string_view name(Verdict v) { return verify::name(static_cast<verify::Verdict>(v)); }

namespace library {

namespace {

// One enumeration in two headers: the library's reader sees no header of ours.
static_assert(static_cast<int>(Verdict::Verified) == static_cast<int>(verify::Verdict::Verified));
static_assert(static_cast<int>(Verdict::Race) == static_cast<int>(verify::Verdict::Race));
static_assert(static_cast<int>(Verdict::Divergence) == static_cast<int>(verify::Verdict::Divergence));
static_assert(static_cast<int>(Verdict::Assertion) == static_cast<int>(verify::Verdict::Assertion));
static_assert(static_cast<int>(Verdict::Bounds) == static_cast<int>(verify::Verdict::Bounds));
static_assert(static_cast<int>(Verdict::Unknown) == static_cast<int>(verify::Verdict::Unknown));
static_assert(static_cast<int>(Verdict::Unsupported) == static_cast<int>(verify::Verdict::Unsupported));
static_assert(static_cast<int>(Verdict::Error) == static_cast<int>(verify::Verdict::Error));

Message::Severity severity_of(support::Severity s) {
  switch (s) {
  case support::Severity::Note: return Message::Severity::Note;
  case support::Severity::Warning: return Message::Severity::Warning;
  case support::Severity::Unsupported: return Message::Severity::Unsupported;
  case support::Severity::Error: return Message::Severity::Error;
  }
  return Message::Severity::Error;
}

Finding finding_of(const verify::Finding &f) {
  Finding out;
  out.kind = verify::name(f.kind);
  out.place = place_of(f.origin);
  out.message = f.message;
  for (const verify::Access &a : f.accesses)
    out.accesses.push_back({place_of(a.origin), a.thread.local, a.thread.group, a.what});
  out.confirmed = f.replay.status == verify::Replay::Status::Confirmed;
  return out;
}

} // namespace

Place place_of(const support::Origin &o) {
  return o.known() ? Place{o.place().file, o.place().line, o.place().column} : Place{};
}

KernelVerdict verdict_of(const jobs::KernelReport &r) {
  KernelVerdict out;
  out.kernel = r.kernel;
  out.launch = place_of(r.launch);
  out.verdict = static_cast<Verdict>(r.result.verdict);
  out.reason = r.result.reason;
  for (const verify::Finding &f : r.result.findings)
    out.findings.push_back(finding_of(f));
  out.assumptions = r.result.assumptions;
  for (const support::Diagnostic &d : r.diagnostics)
    out.messages.push_back({severity_of(d.severity), place_of(d.origin), d.message});
  out.seconds = r.result.seconds;
  return out;
}

std::vector<KernelVerdict> verdicts_of(const std::vector<jobs::KernelReport> &reports) {
  std::vector<KernelVerdict> out;
  for (const jobs::KernelReport &r : reports)
    out.push_back(verdict_of(r));
  return out;
}

std::string problems_of(const support::Diagnostics &diags) {
  std::string out;
  for (const support::Diagnostic &d : diags.all())
    if (d.severity == support::Severity::Error || d.severity == support::Severity::Unsupported)
      out += (out.empty() ? "" : "\n") + d.message;
  return out;
}

} // namespace library
} // namespace lockstep
