// The functions of a file that other files call by their symbols, and what is known of those calls. Internal to
// frontend/.
#pragma once

#include "frontend/host/launches/called_functions.h"
#include "frontend/host/launches/outside_calls.h"
#include "frontend/host/values/host_call.h"
#include "support/source.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Mangle.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::frontend {

struct CallPath { // of calls, to a function
  HostCall call;
  support::Origin from; // the last call, and those that lead to it
  std::string asks;     // LaunchSite's
};
constexpr std::size_t most_call_paths = 8; // to one function

class LinkedFunctions {
public:
  LinkedFunctions(const clang::ASTContext &context, const CalledFunctions &functions)
      : functions_(functions), symbols_(const_cast<clang::ASTContext &>(context)) {}
  // Empty: no file calls it by one.
  std::string symbol(const clang::FunctionDecl &f) {
    return f.isDependentContext() || !f.getDeclName().isIdentifier() ? std::string() : symbols_.getName(&f);
  }
  // Those that other files may call, none in this one does, and that lead to launches.
  std::vector<OutsideFunction> uncalled();
  void learn(OutsideCallers outside) { outside_ = std::move(outside); } // the calls in other files
  // The ways in which other files call the function; one that says nothing, if they are not known, or too many.
  std::vector<CallPath> paths_to(const clang::FunctionDecl &f);

private:
  const CalledFunctions &functions_;
  clang::ASTNameGenerator symbols_;
  OutsideCallers outside_;
};

// A call as another file is told of it.
OutsideCall outward(const clang::FunctionDecl &f, CallPath path);

} // namespace lockstep::frontend
