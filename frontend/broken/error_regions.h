// What errors outside of bodies leave in the dark: the tokens between the last whole declaration in front of an error
// and the next one behind it, and the names that these tokens might have declared. Internal to frontend/.
//
// An error within the body of a function spoils that function and nothing else, if the body's braces are in order and
// hold no other definition. Everything else is a region.
#pragma once

#include "frontend/broken/local_errors.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclarationName.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockstep::frontend {

struct Region {
  TokenRange tokens;
  const LocalError *error = nullptr;
  std::set<const clang::IdentifierInfo *> names; // that it might declare
  bool operators = false;                        // it might declare operators
};

struct LostKernel { // a definition of which Clang has nothing
  std::string name;
  unsigned token = 0; // of the name
};

class ErrorRegions {
public:
  ErrorRegions(const clang::ASTContext &context, const TokenLog &log, const std::vector<LocalError> &errors);
  const std::vector<Region> &regions() const { return regions_; }
  const std::vector<TokenRange> &bodies() const { return bodies_; }
  // The error after which nothing can be said of the file at all; null: none.
  const LocalError *everything() const { return everything_; }
  bool in_body(const LocalError &error) const { return in_body_.count(&error) != 0; }
  // Kernels in the text that no declaration of the syntax tree stands for.
  std::vector<LostKernel> lost_kernels() const;
  // The error that took this token along.
  const LocalError *error_at(unsigned token) const;

private:
  struct Item {
    TokenRange tokens;
    const clang::Decl *declaration;
  };
  struct Level { // declarations of a namespace, by place
    TokenRange tokens;
    std::vector<Item> items;
  };
  void find_bodies(const clang::DeclContext &context);
  void place(const LocalError &error);
  Level level_of(const clang::DeclContext &context, TokenRange tokens) const;
  void add_region(const LocalError &error, TokenRange tokens);
  void add_names(Region &region, unsigned first, unsigned last);
  void add_all_names(Region &region, unsigned first, unsigned last);
  bool is_parameters(unsigned open, unsigned close) const;
  bool is_type(unsigned i, unsigned first) const;
  bool marks_kernel(unsigned i) const;

  const clang::ASTContext &context_;
  const TokenLog &log_;
  std::vector<TokenRange> bodies_; // of functions outside of functions, braces included and in order
  std::vector<Region> regions_;
  std::set<const LocalError *> in_body_;
  std::map<unsigned, const LocalError *> body_errors_; // by the token
  const LocalError *everything_ = nullptr;
};

} // namespace lockstep::frontend
