// Numbers of host code that Clang computes as for the device, from our own headers: which of them the host's compiler
// computes as well. Internal to frontend/.
//
// Sound because a number is what the program's own text and the language make of it, as long as nothing in it asks for
// the size of a type that is another there (`long double`, what our headers stand for), for a constant that only our
// headers or the compiler give, or runs a function that was chosen for the device.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <vector>

namespace lockstep::frontend {

class HostConstants {
public:
  explicit HostConstants(const clang::ASTContext &context) : context_(context) {}
  // Where such a number is an argument of a template, or a bound of an array, nobody sees it any more.
  HostConstants(const clang::ASTContext &context, const std::vector<clang::Decl *> &top);
  bool has(const clang::Expr &e) const;
  const clang::ASTContext &context() const { return context_; }

private:
  const clang::ASTContext &context_;
  bool hidden_ = false; // some numbers are not the host's where they are not seen
};

} // namespace lockstep::frontend
