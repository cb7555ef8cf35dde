// The text of a file with errors: where declarations stand in it, and which errors are theirs. Internal to frontend/.
#pragma once

#include "frontend/broken/error_regions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <optional>
#include <vector>

namespace lockstep::frontend {

class BrokenText {
public:
  BrokenText(clang::ASTContext &context, const TokenLog &log, const std::vector<LocalError> &errors,
             const ErrorRegions &regions)
      : context_(context), log_(log), errors_(errors), regions_(regions), prelude_(prelude()) {}

  clang::ASTContext &context() const { return context_; }
  const clang::SourceManager &sources() const { return context_.getSourceManager(); }
  const TokenLog &log() const { return log_; }
  const ErrorRegions &regions() const { return regions_; }
  std::optional<TokenRange> range(const clang::Decl &d) const { return log_.range(d.getSourceRange(), sources()); }
  bool is_ours(const clang::Decl &d) const; // stands in our own headers in front of all else, and is no template
  // What to name where no error stands in the text itself: the last one in front of its end.
  const LocalError *nearest(const clang::Decl &d) const;
  // An error in the text of the declaration, any of its redeclarations included. `signature`: without bodies.
  const LocalError *error_in(const clang::Decl &d, bool signature) const;

private:
  unsigned prelude() const;

  clang::ASTContext &context_;
  const TokenLog &log_;
  const std::vector<LocalError> &errors_;
  const ErrorRegions &regions_;
  const unsigned prelude_; // tokens of our own headers in front, where they are not precompiled
};

const clang::Decl *written(const clang::Decl &d); // the text that it was made from

} // namespace lockstep::frontend
