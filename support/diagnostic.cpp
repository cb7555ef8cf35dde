// Diagnostics: see diagnostic.h.
#include "support/diagnostic.h"

#include <algorithm>

namespace lockstep::support {

bool Diagnostics::has(Severity s) const {
  return std::ranges::any_of(list_, [s](const Diagnostic &d) { return d.severity == s; });
}

std::string format(const Diagnostic &d) {
  const char *word = "error";
  switch (d.severity) {
  case Severity::Note: word = "note"; break;
  case Severity::Warning: word = "warning"; break;
  case Severity::Error: word = "error"; break;
  case Severity::Unsupported: word = "unsupported"; break;
  }
  std::string prefix = d.origin.known() ? d.origin.str() + ": " : std::string();
  return prefix + word + ": " + d.message;
}

} // namespace lockstep::support
