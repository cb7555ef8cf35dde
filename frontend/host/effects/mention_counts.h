// How often a host function names each of its variables: to change it, or otherwise than to read it. Internal to
// frontend/.
#pragma once

#include "frontend/host/effects/unchanged_variables.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace lockstep::frontend {

class MentionCounts {
public:
  // While it lives, nobody knows when what is looked at is evaluated: what changes there, is not followed.
  class Sometime {
  public:
    explicit Sometime(MentionCounts &of) : of_(of) { ++of_.sometime_; }
    ~Sometime() { --of_.sometime_; }
    Sometime(const Sometime &) = delete;
    Sometime &operator=(const Sometime &) = delete;

  private:
    MentionCounts &of_;
  };

  explicit MentionCounts(const clang::ASTContext &context) : context_(context) {}

  void declare(const clang::VarDecl &v) { declared_.insert(&v); }
  void mention(const clang::VarDecl &v) { ++others_[&v]; }
  // The mention in the place was to change it.
  void change(const clang::Expr &place, const clang::Expr &by);
  // The mention in the place was to read it. Where its value is read, so is that of whatever it may be.
  void only_reads(const clang::Expr &place);
  void jump() { jumps_ = true; } // the function's statements are not run in their order

  // The variables that never change after their declaration.
  std::set<const clang::VarDecl *> constant() const;
  // Adds those that change by name only, and where they do.
  void followed(Unchanged &out) const;
  // Of a reference: does what the function does with it end with the call, and is it only read then?
  bool contained(const clang::VarDecl &v) const;
  bool only_read(const clang::VarDecl &v) const { return others(v) == 0; }

private:
  int others(const clang::VarDecl &v) const;
  bool only_changes(const clang::VarDecl &v) const;
  bool is_followed(const clang::VarDecl &v) const;

  const clang::ASTContext &context_;
  std::set<const clang::VarDecl *> declared_;
  std::map<const clang::VarDecl *, int> others_; // mentions that do not just read
  // By name: of what part, and by what.
  std::map<const clang::VarDecl *, std::vector<std::pair<const clang::FieldDecl *, const clang::Stmt *>>> changes_;
  unsigned sometime_ = 0;
  bool jumps_ = false;
};

} // namespace lockstep::frontend
