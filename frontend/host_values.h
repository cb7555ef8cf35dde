// What host code says of a value: a number, or an expression of host variables as they are where a kernel is launched.
// Internal to frontend/.
//
// Sound because a variable stands for its initial value only if nothing else ever changes it (no assignment, no `&`, no
// reference to it: `constants_of`); any other that is named at the launch itself stands for the value that it has
// there, which is one value throughout the launch. What is not understood has no value. Lost
// text (lost_names.h) may change whatever it names.
#pragma once

#include "cfg/expr.h"
#include "frontend/lost_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep::frontend {

// Variables of the host in expressions: Expr's variables are indices into it.
class HostNames {
public:
  cfg::VarId of(const clang::ValueDecl &d); // one index for each declaration
  void forget() { ids_.clear(); } // what is named from now on, may have another value
  void define(cfg::VarId v, cfg::Expr value) { definitions_[v] = std::move(value); }
  const std::vector<std::string> &names() const { return names_; }
  const std::vector<cfg::Expr> &definitions() const { return definitions_; }

private:
  std::map<const clang::Decl *, cfg::VarId> ids_;
  std::vector<std::string> names_;
  std::vector<cfg::Expr> definitions_; // null: none
};

// May evaluating it change a variable? Functions of the runtime do not change the program's.
bool has_effects(const clang::Expr &e);

// The parameters and variables of a function whose value never changes after their declaration, and of those that are
// assigned to by name only, the places behind which they never change.
// Sound because without jumps text runs in its order, but for loops: what is assigned in one that the declaration is
// not in may change until the loop's end.
struct Unchanged {
  std::set<const clang::VarDecl *> always;
  std::map<const clang::VarDecl *, clang::SourceLocation> behind;
};
Unchanged constants_of(const clang::FunctionDecl &function);

using HostSizes = std::array<cfg::Expr, 3>; // a dim3; null: unknown

// The variable of pointer type that a pointer is computed from, and whether it is that pointer, unchanged.
struct HostBuffer {
  const clang::ValueDecl *base = nullptr; // null: unknown
  bool whole = true;
};

// What a call passes for the parameters of the function around a launch.
struct HostCall {
  std::map<const clang::VarDecl *, cfg::Expr> values;
  std::map<const clang::VarDecl *, HostSizes> sizes;
  std::map<const clang::VarDecl *, HostBuffer> buffers;
  HostNames names; // in the values
};

class HostValues {
public:
  // `constants`: of the function that the expressions are from; `call`: how it was called, with the names so far;
  // `effects`: what is evaluated together may change variables, so that only those constants count.
  HostValues(const clang::ASTContext &context, const LostNames &lost, const Unchanged &constants, HostCall &call,
             bool effects)
      : context_(context), lost_(lost), constants_(constants), call_(call), at_launch_(!effects) {}

  // An integer of 8 to 64 bits; null: unknown.
  cfg::Expr value(const clang::Expr &e) { return value(e, at_launch_); }
  HostSizes sizes(const clang::Expr &e) { return sizes(e, at_launch_); }
  HostBuffer buffer(const clang::Expr &e);

private:
  using Arguments = std::map<const clang::ParmVarDecl *, const clang::Expr *>; // of a helper that is looked into

  cfg::Expr value(const clang::Expr &e, bool at_launch);
  HostSizes sizes(const clang::Expr &e, bool at_launch);
  cfg::Expr variable(const clang::VarDecl &v, bool at_launch);
  cfg::Expr member(const clang::MemberExpr &m, bool at_launch);
  cfg::Expr converted(const clang::CastExpr &c, bool at_launch);
  cfg::Expr operation(const clang::BinaryOperator &o, bool at_launch);
  cfg::Expr truth(const clang::Expr &e, bool at_launch);
  // What a function that is one `return` gives, by `ask` for the expression it returns.
  template <typename Result, typename Ask> Result within(const clang::CallExpr &call, Ask &&ask);
  bool is_constant(const clang::VarDecl &v) const;
  bool is_settled(const clang::VarDecl &v, clang::SourceLocation at) const; // does it never change behind `at`?
  std::optional<cfg::Type> type_of(const clang::Expr &e) const;

  const clang::ASTContext &context_;
  const LostNames &lost_;
  const Unchanged &constants_;
  HostCall &call_;
  const bool at_launch_;
  std::vector<Arguments> calls_; // that are being looked into
  unsigned depth_ = 0;
};

} // namespace lockstep::frontend
