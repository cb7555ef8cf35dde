// What host code says of a value: a number, or an expression of host variables as they are where a kernel is launched.
// Internal to frontend/.
//
// Sound because a variable stands for its initial value only if nothing else ever changes it (unchanged.h), for what is
// assigned to it only behind the last assignment, where every way to the launch goes through that (path_facts.h); any
// other that is named at the launch itself stands for the value that it has there, which is one value throughout the
// launch. What is not understood has no value. Lost text (lost_names.h) may change whatever it names.
#pragma once

#include "cfg/expr.h"
#include "frontend/path_facts.h"
#include "frontend/unchanged.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

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
  cfg::VarId of(const clang::ValueDecl &d, int member = whole_variable); // one index for each declaration
  void forget() { ids_.clear(); } // what is named from now on, may have another value
  void define(cfg::VarId v, cfg::Expr value) { definitions_[v] = std::move(value); }
  const std::vector<std::string> &names() const { return names_; }
  const std::vector<cfg::Expr> &definitions() const { return definitions_; }

private:
  std::map<std::pair<const clang::Decl *, int>, cfg::VarId> ids_;
  std::vector<std::string> names_;
  std::vector<cfg::Expr> definitions_; // null: none
};

// May evaluating it change a variable? Functions of the runtime do not change the program's.
bool has_effects(const clang::Expr &e);

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
  HostNames names;                   // in the values
  std::vector<cfg::Expr> conditions; // that have been met on the way
};

// Initialisers may name each other, and themselves.
class Depth {
public:
  explicit Depth(unsigned &depth) : depth_(++depth) {}
  ~Depth() { --depth_; }
  Depth(const Depth &) = delete;
  Depth &operator=(const Depth &) = delete;
  bool too_deep() const { return depth_ > 100; }

private:
  unsigned &depth_;
};

class HostValues {
public:
  // `constants`: of the function that the expressions are from; `call`: how it was called, with the names so far;
  // `effects`: what is evaluated together, from `begin` on, may change variables, so that only those count that have
  // settled in front of it.
  HostValues(const clang::ASTContext &context, const LostNames &lost, const Unchanged &constants, HostCall &call,
             bool effects, clang::SourceLocation begin)
      : context_(context), lost_(lost), constants_(constants), call_(call), at_launch_(!effects), begin_(begin) {}

  // What has been assigned before, on every way.
  void learn_values(const Facts &facts);
  // Adds to the call's conditions those of which something is known.
  void learn_conditions(const Facts &facts, PathReader &paths);

  // An integer of 8 to 64 bits; null: unknown.
  cfg::Expr value(const clang::Expr &e) { return value(e, at_launch_); }
  HostSizes sizes(const clang::Expr &e) { return sizes(e, at_launch_); }
  // Of what a reference is bound to: only what does not change any more.
  cfg::Expr settled_value(const clang::Expr &e) { return value(e, false); }
  HostSizes settled_sizes(const clang::Expr &e) { return sizes(e, false); }
  HostBuffer buffer(const clang::Expr &e);

private:
  using Arguments = std::map<const clang::ParmVarDecl *, const clang::Expr *>; // of a helper that is looked into

  cfg::Expr value(const clang::Expr &e, bool at_launch);
  HostSizes sizes(const clang::Expr &e, bool at_launch);
  cfg::Expr size_of(const clang::VarDecl &v, unsigned d, bool at_launch, clang::SourceLocation at);
  cfg::Expr variable(const clang::VarDecl &v, bool at_launch);
  cfg::Expr named(cfg::VarId id, const cfg::Expr &value);
  cfg::Expr member(const clang::MemberExpr &m, bool at_launch);
  cfg::Expr converted(const clang::CastExpr &c, bool at_launch);
  cfg::Expr operation(const clang::BinaryOperator &o, bool at_launch);
  // What a function gives, by `ask` of its text; nothing, if that is not looked into.
  template <typename Result, typename Ask> Result within(const clang::CallExpr &call, Ask &&ask) {
    Arguments mine;
    const clang::CompoundStmt *body = looked_into(call, mine);
    if (!body)
      return Result{};
    calls_.push_back(std::move(mine));
    Result out = ask(*body);
    calls_.pop_back();
    return out;
  }
  const clang::CompoundStmt *looked_into(const clang::CallExpr &call, Arguments &arguments) const;
  cfg::Expr returned(const clang::Stmt *const *begin, const clang::Stmt *const *end, bool at_launch);
  bool is_constant(const clang::VarDecl &v) const;
  // Does it never change behind `at`?
  bool is_settled(const clang::VarDecl &v, clang::SourceLocation at, int member = whole_variable) const;
  std::optional<cfg::Type> type_of(const clang::Expr &e) const;

  // host_conditions.cpp
  cfg::Expr truth(const clang::Expr &e, bool at_launch);
  cfg::Expr comparison(const clang::BinaryOperator &o, bool at_launch);
  void conjuncts(const clang::Expr &e, bool holds, std::vector<cfg::Expr> &out);
  void learn_case(const PathFact &fact, std::vector<cfg::Expr> &out);
  void learn_end(const clang::CallExpr &call, PathReader &paths);
  void learn_condition(const PathFact &fact, PathReader &paths);

  static constexpr std::size_t deepest_call = 4;
  const clang::ASTContext &context_;
  const LostNames &lost_;
  const Unchanged &constants_;
  HostCall &call_;
  const bool at_launch_;
  const clang::SourceLocation begin_;
  std::vector<Arguments> calls_; // that are being looked into
  std::map<HostPart, cfg::Expr> assigned_;
  clang::SourceLocation asked_at_; // valid: where the variables of a condition have their value, instead of its place
  unsigned depth_ = 0;
};

} // namespace lockstep::frontend
