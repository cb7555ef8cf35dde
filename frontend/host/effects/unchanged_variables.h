// Which variables of a host function keep their value, and where others change. Internal to frontend/.
//
// Sound because a variable changes only where the function's text assigns to it by name, as long as its address or a
// reference to it goes nowhere else than to a function that only reads and sets through it. Any other keeps its value
// between two disturbances (disturbances.h).
#pragma once

#include "frontend/broken/lost_names.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace lockstep::frontend {

// A variable, or a field of one that is a structure.
using HostPart = std::pair<const clang::VarDecl *, const clang::FieldDecl *>;
constexpr const clang::FieldDecl *whole_variable = nullptr;
// Stands for all that is not followed: variables that others may change, what is behind pointers.
constexpr HostPart elsewhere{nullptr, nullptr};

struct Unchanged {
  // The parameters and variables of a function whose value never changes after their declaration.
  std::set<const clang::VarDecl *> always;
  // Those that change by name only, `always` included, and what changes them; none in a function with jumps.
  std::set<const clang::VarDecl *> followed;
  std::map<const clang::Stmt *, std::vector<HostPart>> changes;
  std::set<const clang::VarDecl *> references; // parameters through which the function only reads
  bool disturbances = false;                   // `changes` say where `elsewhere` may change
  const clang::ASTContext *context = nullptr;
};
Unchanged constants_of(const clang::FunctionDecl &function, const LostNames &lost);

// Of our headers, and in no namespace or class.
bool is_of_the_runtime(const clang::CXXRecordDecl &r);
// The runtime's, not another of that name.
bool is_dim3(const clang::CXXRecordDecl *r);
// A structure that is its fields: copies are those of its bytes.
bool is_its_fields(const clang::CXXRecordDecl *r);
// `a = b` of such a structure?
bool is_copy(const clang::CallExpr &call);
// A variable or a field of one, by name. No variable: something else.
HostPart named_part(const clang::Expr &e);
// A function of the runtime and the C library that stores through pointers, and does not keep them?
bool stores_and_returns(const clang::FunctionDecl &f);
// Declared in our own headers: what stands for the runtime and the standard library.
bool is_of_runtime(const clang::FunctionDecl &f);
// What a call of std::forward or std::move gives another name; null: it is another call.
const clang::Expr *forwarded(const clang::CallExpr &call);

} // namespace lockstep::frontend
