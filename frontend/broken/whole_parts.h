// What a declaration uses, transitively, and whether all of it is whole. Internal to frontend/.
//
// A function is spoilt by an error in its text or in an instantiation of its text, and by whatever it uses that is: the
// functions, types, variables, templates and default arguments that it names, the bases and members of its classes, the
// patterns that were instantiated. It is also spoilt if a name that it uses might be declared by text that was lost
// (error_regions.h): that may have been the better overload, a specialisation, a definition nearer by. Of other
// functions with a name that it uses, the signatures count. Text that stands behind counts for templates only, whose
// names are looked up late. Its names are those of its text: Clang drops what names something invalid and says nothing,
// so what it made of the text is held against the text as well (dropped_text.h). A function that calls through a
// pointer may call any function of the file.
//
// Sound because a kernel's meaning is its own code and what it calls, and each of these was complete.
#pragma once

#include "frontend/broken/error_regions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <deque>
#include <utility>
#include <vector>

namespace lockstep::frontend {

class WholeParts {
public:
  WholeParts(clang::ASTContext &context, const TokenLog &log, const std::vector<LocalError> &errors,
             const ErrorRegions &regions)
      : context_(context), log_(log), errors_(errors), regions_(regions), prelude_(prelude()) {}

  void add(const clang::Decl *d);                             // something to be judged, with all that it uses
  void judge();                                               // once all are there
  const LocalError *cause(const clang::Decl *d) const;        // what spoils it; null: it is whole
  std::vector<const clang::FunctionDecl *> functions() const; // with a body; whatever was reached

private:
  friend class Uses;
  struct Part {
    const clang::Decl *declaration = nullptr;
    bool signature = false; // without bodies
    const LocalError *cause = nullptr;
    bool calls_pointer = false;
    std::vector<unsigned> users;
  };
  unsigned part(const clang::Decl *d, bool signature);
  void visit(unsigned p);
  void spoil(unsigned p, const LocalError *cause);
  void use(const clang::Decl *d, unsigned user);
  void use_text(const clang::Decl &d, bool signature, unsigned user);
  void use_name(clang::DeclarationName name, unsigned user);
  void index_names(const clang::DeclContext &context);
  const LocalError *nearest(const clang::Decl &d) const;
  const LocalError *error_in(const clang::Decl &d, bool signature) const;
  unsigned prelude() const;
  bool is_ours(const clang::Decl &d) const; // stands in our own headers in front of all else, and is no template
  bool looked_up_late(const clang::Decl &d) const;
  const clang::Decl *written(const clang::Decl &d) const; // the text that it was made from

  clang::ASTContext &context_;
  const TokenLog &log_;
  const std::vector<LocalError> &errors_;
  const ErrorRegions &regions_;
  std::deque<Part> parts_;
  llvm::DenseMap<std::pair<const clang::Decl *, unsigned>, unsigned> index_;
  std::vector<unsigned> todo_;
  llvm::DenseMap<clang::DeclarationName, std::vector<const clang::Decl *>> named_;
  unsigned prelude_; // tokens of our own headers in front, where they are not precompiled
  bool indexed_ = false;
};

} // namespace lockstep::frontend
