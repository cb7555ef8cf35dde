// See local_errors.h.
#include "frontend/broken/local_errors.h"

#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticLex.h"
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

// `__shared__ alignas(16) float a[64]`, which nvcc takes and Clang does not: it goes on without the alignment. Sound
// because the alignment of a variable in one of the device's spaces (members are in none) changes nothing but where it
// lies.
bool drops_alignment(const clang::Diagnostic &info, const TokenLog &log) {
  if (info.getID() != clang::diag::err_attributes_not_allowed)
    return false;
  const auto token = log.at(info.getLocation());
  const auto &tokens = log.tokens();
  if (!token || *token < 3 || tokens[*token].kind != clang::tok::kw_alignas)
    return false;
  const LoggedToken *before = &tokens[*token];
  if (before[-1].kind != clang::tok::r_paren || before[-2].kind != clang::tok::r_paren || before[-3].name == nullptr)
    return false;
  const llvm::StringRef space = before[-3].name->getName();
  return space == "shared" || space == "device" || space == "constant";
}

// What Clang refuses and another compiler takes: that we cannot is no mistake of the program's.
bool refused(const clang::Diagnostic &info, const TokenLog &log, std::string &message) {
  const auto launches = [&] {
    for (unsigned i = log.at(info.getLocation()).value_or(log.size()); i < log.size(); ++i) {
      const clang::tok::TokenKind kind = log.tokens()[i].kind;
      if (kind == clang::tok::lesslessless)
        return true;
      if (kind == clang::tok::semi || kind == clang::tok::l_brace)
        return false;
    }
    return false;
  };
  switch (info.getID()) {
  case clang::diag::err_ovl_no_viable_function_in_call: // all are kernels, which a kernel may not call
    if (!launches())
      return false;
    message = "a launch from within a kernel is not supported";
    return true;
  case clang::diag::err_ref_bad_target:
    if (!llvm::StringRef(message).starts_with("reference to __global__ function"))
      return false;
    message = "a launch from within a kernel is not supported";
    return true;
  case clang::diag::err_asm_invalid_escape: message = "inline assembly is not supported (" + message + ")"; return true;
  default: return false;
  }
}

} // namespace

void LocalErrors::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) {
  using Level = clang::DiagnosticsEngine::Level;
  const bool error = level == Level::Error || level == Level::Fatal;
  if (error && drops_alignment(info, log_)) {
    dropping_ = true;
    return;
  }
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
  std::string message(text);
  const support::Severity severity =
      refused(info, log_, message) ? support::Severity::Unsupported : support::Severity::Error;
  LocalError e{.what = {severity, place_of(info), std::move(message)}};
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
  e.everything = e.everything || level == Level::Fatal ||
                 id == clang::diag::err_pp_hash_error || // the author says that this is no program
                 id == clang::diag::err_extraneous_closing_brace || (!e.token && e.within.empty());
  e.assertion =
      (id == clang::diag::err_static_assert_failed || id == clang::diag::err_static_assert_requirement_failed) &&
      e.within.empty();
  e.misplaced_body = id == clang::diag::err_function_definition_not_allowed;
  errors_.push_back(std::move(e));
}

} // namespace lockstep::frontend
