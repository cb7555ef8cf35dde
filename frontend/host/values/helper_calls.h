// The helpers of host code that are being looked into for what they give, and their arguments. Internal to frontend/.
#pragma once

#include "cfg/ir/expr.h"
#include "frontend/broken/lost_names.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace lockstep::frontend {

class HelperCalls {
public:
  using Arguments = std::map<const clang::ParmVarDecl *, const clang::Expr *>;

  explicit HelperCalls(const LostNames &lost) : lost_(lost) {}

  bool empty() const { return calls_.empty(); }
  bool too_deep() const { return calls_.size() >= deepest_call; }
  // For a parameter of the helper that is looked into; null: it is none.
  const clang::Expr *argument_for(const clang::VarDecl &v) const;
  // What a function gives, by `ask` of its text; nothing, if that is not looked into.
  template <typename Ask> cfg::Expr within(const clang::CallExpr &call, Ask &&ask) {
    Arguments mine;
    const clang::CompoundStmt *body = looked_into(call, mine);
    if (!body)
      return nullptr;
    const clang::FunctionDecl *around = std::exchange(looked_into_, call.getDirectCallee());
    cfg::Expr out;
    with(std::move(mine), [&] { out = ask(*body); });
    looked_into_ = around;
    return out;
  }
  // Does something where parameters stand for these arguments.
  template <typename Do> void with(Arguments arguments, Do &&what) {
    calls_.push_back(std::move(arguments));
    what();
    calls_.pop_back();
  }
  // Asks something outside the helper.
  template <typename Ask> cfg::Expr outside(Ask &&ask) {
    Arguments mine = std::move(calls_.back());
    calls_.pop_back();
    cfg::Expr out = ask();
    calls_.push_back(std::move(mine));
    return out;
  }

private:
  // Null: its text says nothing that counts.
  const clang::CompoundStmt *looked_into(const clang::CallExpr &call, Arguments &arguments) const;

  static constexpr std::size_t deepest_call = 4;
  const LostNames &lost_;
  std::vector<Arguments> calls_;                     // that are being looked into
  const clang::FunctionDecl *looked_into_ = nullptr; // by the last of them
};

} // namespace lockstep::frontend
