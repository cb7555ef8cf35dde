// The names in text of which the syntax tree says nothing, or not all: of statements with errors, of what Clang dropped
// silently, of regions outside of functions that did not parse (error_regions.h). Whatever has such a name may be
// declared, changed, called or launched there. So may the variables of functions whose text another compiler may read
// in another way (foreign_pragmas.h): what these do is not what the syntax tree says. Internal to frontend/.
//
// Sound because the tokens are those behind the preprocessor: what text does to something, it does by its name, by what
// is called by name, or through a pointer or reference that text with a name has made.
#pragma once

#include "frontend/broken/error_regions.h"
#include "frontend/setup/foreign_pragmas.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep::frontend {

class LostNames {
public:
  LostNames() = default; // none: everything has parsed
  // `top`: the declarations at the top.
  void add_foreign(const clang::ASTContext &context, const PragmaPlaces &places, std::vector<clang::Decl *> top);
  LostNames(const clang::ASTContext &context, const TokenLog &log, const std::vector<LocalError> &errors,
            const ErrorRegions &regions, std::vector<clang::Decl *> top);

  bool none() const { return !everything_ && names_.empty(); }
  bool everything() const { return everything_; } // nothing can be said of the file's text
  bool has(const clang::NamedDecl &d) const;
  bool has(const std::string &name, const clang::ASTContext &context) const;
  bool has(clang::QualType t) const;   // is its name one, or one that it is made of?
  bool in(const clang::Stmt &s) const; // does it name one, or a type that is made of one?
  // Are the runtime's types in the function what they are elsewhere?
  bool keeps_types(const clang::FunctionDecl &f) const;
  // Is text of the function lost? Then what its statements lead to is not what the syntax tree says.
  bool within(const clang::FunctionDecl &f) const;

private:
  bool is_foreign(const clang::FunctionDecl &f) const;
  bool everything_ = false;
  std::set<const clang::IdentifierInfo *> names_;
  std::set<const clang::IdentifierInfo *> declared_; // of them, those of text outside of functions' blocks
  std::set<clang::SourceLocation> bodies_;           // of which text is lost, by where they begin
  std::set<clang::SourceLocation> foreign_;          // that another compiler may read in another way, likewise
};

} // namespace lockstep::frontend
