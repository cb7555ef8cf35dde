// See local_errors.h.
#include "frontend/local_errors.h"

#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

namespace lockstep::frontend {

namespace {

// Is this the place of a preprocessing directive? Then text may have been left out or let in that should not be.
bool in_directive(clang::SourceLocation place, const clang::SourceManager &sources) {
  const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(place));
  bool invalid = false;
  const llvm::StringRef text = sources.getBufferData(file, &invalid);
  if (invalid || offset > text.size())
    return true;
  std::size_t begin = text.rfind('\n', offset == 0 ? 0 : offset - 1);
  while (begin != llvm::StringRef::npos && text.take_front(begin).rtrim("\r").ends_with("\\"))
    begin = begin == 0 ? llvm::StringRef::npos : text.rfind('\n', begin - 1);
  return text.drop_front(begin == llvm::StringRef::npos ? 0 : begin + 1).ltrim().starts_with("#");
}

bool of_preprocessor(unsigned id) {
  const unsigned category = clang::DiagnosticIDs::getCategoryNumberForDiag(id);
  return clang::DiagnosticIDs::getCategoryNameFromID(category) == "Lexical or Preprocessor Issue";
}

} // namespace

void LocalErrors::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) {
  using Level = clang::DiagnosticsEngine::Level;
  const bool error = level == Level::Error || level == Level::Fatal;
  if (level != Level::Note)
    dropping_ = error;
  if (!dropping_) {
    ClangDiagnostics::HandleDiagnostic(level, info);
    return;
  }
  if (!error)
    return;
  DiagnosticConsumer::HandleDiagnostic(level, info); // counts, for Clang's own use
  llvm::SmallString<128> text;
  info.FormatDiagnostic(text);
  LocalError e{.what = {support::Severity::Error, place_of(info), std::string(text)}};
  const unsigned id = info.getID();
  const clang::SourceLocation place = info.getLocation();
  if (info.hasSourceManager() && place.isValid()) {
    const clang::SourceManager &sources = info.getSourceManager();
    e.token = log_.near(place, sources);
    e.everything = of_preprocessor(id) && in_directive(place, sources);
    if (sema_ != nullptr && !sema_->CodeSynthesisContexts.empty()) {
      for (const auto &c : sema_->CodeSynthesisContexts)
        if (c.Entity != nullptr)
          e.within.push_back(c.Entity);
      e.wanted = log_.near(sema_->CodeSynthesisContexts.front().PointOfInstantiation, sources);
    }
  }
  e.everything = e.everything || level == Level::Fatal || id == clang::diag::err_extraneous_closing_brace ||
                 (!e.token && e.within.empty());
  e.misplaced_body = id == clang::diag::err_function_definition_not_allowed;
  errors_.push_back(std::move(e));
}

} // namespace lockstep::frontend
