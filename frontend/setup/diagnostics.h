// Clang's diagnostics as ours. Internal to frontend/.
#pragma once

#include "support/diagnostic.h"

#include "clang/Basic/Diagnostic.h"

#include <string>

namespace lockstep::frontend {

// Errors become Error, warnings Warning (the first few; the rest is counted), notes follow what they belong to.
class ClangDiagnostics : public clang::DiagnosticConsumer {
public:
  explicit ClangDiagnostics(support::Diagnostics &diags) : diags_(diags) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override;
  void finish(); // says how many warnings were left out
  bool failed() const { return errors_ != 0; }

protected:
  static support::Origin place_of(const clang::Diagnostic &info);

private:
  support::Diagnostics &diags_;
  unsigned errors_ = 0;
  unsigned warnings_ = 0;
  bool skipped_ = false; // the last warning was left out, and so are its notes
};

} // namespace lockstep::frontend
