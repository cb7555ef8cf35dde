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

#include "frontend/broken/broken_text.h"
#include "frontend/broken/error_regions.h"
#include "frontend/broken/part_graph.h"
#include "frontend/broken/part_uses.h"

#include <vector>

namespace lockstep::frontend {

class WholeParts {
public:
  WholeParts(clang::ASTContext &context, const TokenLog &log, const std::vector<LocalError> &errors,
             const ErrorRegions &regions)
      : text_(context, log, errors, regions) {}

  void add(const clang::Decl *d);                             // something to be judged, with all that it uses
  void judge();                                               // once all are there
  const LocalError *cause(const clang::Decl *d) const;        // what spoils it; null: it is whole
  std::vector<const clang::FunctionDecl *> functions() const; // with a body; whatever was reached

private:
  void visit(unsigned p);

  BrokenText text_;
  PartGraph graph_;
  DeclaredNames names_;
  bool indexed_ = false;
};

} // namespace lockstep::frontend
