// see diagnostics.h.
#include "frontend/setup/diagnostics.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"

namespace lockstep::frontend {
namespace {

constexpr unsigned max_warnings = 10;

} // namespace

support::Origin ClangDiagnostics::place_of(const clang::Diagnostic &info) {
  if (!info.hasSourceManager() || info.getLocation().isInvalid())
    return {};
  const clang::SourceManager &sm = info.getSourceManager();
  clang::PresumedLoc at = sm.getPresumedLoc(sm.getFileLoc(info.getLocation()));
  if (at.isInvalid())
    return {};
  return support::Origin({at.getFilename(), at.getLine(), at.getColumn()});
}

void ClangDiagnostics::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) {
  using Level = clang::DiagnosticsEngine::Level;
  DiagnosticConsumer::HandleDiagnostic(level, info); // counts, for Clang's own use
  llvm::SmallString<128> text;
  info.FormatDiagnostic(text);
  std::string message(text);
  switch (level) {
  case Level::Error:
  case Level::Fatal:
    ++errors_;
    skipped_ = false;
    diags_.error(place_of(info), message);
    return;
  case Level::Warning:
    skipped_ = ++warnings_ > max_warnings;
    if (!skipped_)
      diags_.warning(place_of(info), message);
    return;
  case Level::Note:
    if (!skipped_)
      diags_.note(place_of(info), message);
    return;
  case Level::Remark:
  case Level::Ignored: return;
  }
}

void ClangDiagnostics::finish() {
  if (warnings_ > max_warnings)
    diags_.note({}, std::to_string(warnings_ - max_warnings) + " more warnings of the compiler are not shown");
}

} // namespace lockstep::frontend
