// Which variables of a host function keep their value, and from where on. Internal to frontend/.
//
// Sound because without jumps text runs in its order, but for loops: what is assigned in one that the declaration is
// not in may change until the loop's end. A variable whose address or reference goes anywhere else than to a function
// that only reads and sets through it is not known.
#pragma once

#include "frontend/lost_names.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <set>
#include <utility>

namespace lockstep::frontend {

// A variable, or a member of one that is a dim3: 0 for x, 1 for y, 2 for z.
using HostPart = std::pair<const clang::VarDecl *, int>;
constexpr int whole_variable = -1;

// The parameters and variables of a function whose value never changes after their declaration, and of those that are
// assigned to by name only, the places behind which they never change.
struct Unchanged {
  std::set<const clang::VarDecl *> always;
  std::map<HostPart, clang::SourceLocation> behind;
  std::set<const clang::VarDecl *> references; // parameters through which the function only reads
};
Unchanged constants_of(const clang::FunctionDecl &function, const LostNames &lost);

// The runtime's, not another of that name.
bool is_dim3(const clang::CXXRecordDecl *r);
// A variable or a member of a dim3, by name. No variable: something else.
HostPart named_part(const clang::Expr &e);
// Declared in our own headers: what stands for the runtime and the standard library.
bool is_of_runtime(const clang::FunctionDecl &f);

} // namespace lockstep::frontend
