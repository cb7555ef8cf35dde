// Names of what requests.h tells of an access, as reports print them, and where an array starts.
#include "cfg/ir/text/shown_name.h"
#include "cost/requests/requests.h"

namespace lockstep::coalescing {

std::string_view name(Access a) {
  switch (a) {
  case Access::Load: return "load";
  case Access::Store: return "store";
  case Access::Atomic: return "atomic";
  }
  return "";
}

std::string_view name(Pattern p) {
  switch (p) {
  case Pattern::Unreached: return "unreached";
  case Pattern::Coalesced: return "coalesced";
  case Pattern::Broadcast: return "broadcast";
  case Pattern::OneLane: return "one lane";
  case Pattern::Misaligned: return "misaligned";
  case Pattern::Strided: return "strided";
  case Pattern::Scattered: return "scattered";
  case Pattern::DataDependent: return "data-dependent";
  case Pattern::Unknown: return "unknown";
  }
  return "";
}

std::string_view name(Precision p) {
  switch (p) {
  case Precision::Exact: return "exact";
  case Precision::Start: return "start";
  case Precision::Cases: return "cases";
  case Precision::Bounds: return "bounds";
  }
  return "";
}

std::uint64_t Options::align_of(const cfg::Array &a) const {
  const auto named = align_by_name.find(cfg::shown_name(a));
  const std::uint64_t given = named == align_by_name.end() ? base_align : named->second;
  return given != 0 ? given : a.source_element_bytes;
}

} // namespace lockstep::coalescing
