// Clang's errors with their places, kept apart from one another so that each can be held against what it spoils.
// Internal to frontend/.
#pragma once

#include "frontend/broken/token_log.h"
#include "frontend/setup/diagnostics.h"

#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"

#include <optional>
#include <vector>

namespace lockstep::frontend {

struct LocalError {
  support::Diagnostic what;
  std::optional<unsigned> token;           // where it is; empty: in a precompiled header, or nowhere
  std::optional<unsigned> wanted;          // where the outermost template under way was asked for
  std::vector<const clang::Decl *> within; // templates that were being instantiated
  bool everything = false;                 // it says nothing of where its effects end
  bool assertion =
      false; // a static_assert, of no template: outside of functions the author says that this is no program
  bool misplaced_body = false; // a function is defined within a function: a brace is missing somewhere
};

// Warnings go through; of errors every one is kept, notes that follow an error are dropped.
class LocalErrors : public ClangDiagnostics {
public:
  LocalErrors(support::Diagnostics &diags, const TokenLog &log) : ClangDiagnostics(diags), log_(log) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override;
  void ask(const clang::Sema *sema) { sema_ = sema; } // while there is one
  const std::vector<LocalError> &errors() const { return errors_; }

private:
  const TokenLog &log_;
  const clang::Sema *sema_ = nullptr;
  std::vector<LocalError> errors_;
  bool dropping_ = false;
};

} // namespace lockstep::frontend
