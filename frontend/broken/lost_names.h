// The names in text of which the syntax tree says nothing, or not all: of statements with errors, of what Clang dropped
// silently, of regions outside of functions that did not parse (error_regions.h). Whatever has such a name may be
// declared, changed, called or launched there. Internal to frontend/.
//
// Sound because the tokens are those behind the preprocessor: what text does to something, it does by its name, by what
// is called by name, or through a pointer or reference that text with a name has made.
#pragma once

#include "frontend/broken/error_regions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep::frontend {

class LostNames {
public:
  LostNames() = default; // none: everything has parsed
  LostNames(const clang::ASTContext &context, const TokenLog &log, const std::vector<LocalError> &errors,
            const ErrorRegions &regions, std::vector<clang::Decl *> top);

  bool everything() const { return everything_; } // nothing can be said of the file's text
  bool has(const clang::NamedDecl &d) const;
  bool has(const std::string &name, const clang::ASTContext &context) const;
  bool in(const clang::Stmt &s) const; // does it name one?
  // Is text of the function lost? Then what its statements lead to is not what the syntax tree says.
  bool within(const clang::FunctionDecl &f) const;

private:
  bool everything_ = false;
  std::set<const clang::IdentifierInfo *> names_;
  std::set<clang::SourceLocation> bodies_; // of which text is lost, by where they begin
};

} // namespace lockstep::frontend
